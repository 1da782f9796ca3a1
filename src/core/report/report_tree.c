/* report_tree.c - nodes of the minimax tree. */
#include "report.h"

#include "oxo/notation.h"

static const char *const bound_words[] = {"exact", "at-least", "at-most"};

static void write_position(json_writer *w, const oxo_classic *p)
{
    const oxo_position position = oxo_position_of_classic(*p);
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, &position, text, NULL);
    json_string(w, "position", text);
}

/* A bound of the window, or null if the side is sure of nothing yet. */
static void write_limit(json_writer *w, const char *key,
                        const oxo_tree_limit *limit)
{
    if (limit->move == OXO_NO_MOVE) {
        json_null(w, key);
        return;
    }
    json_open_object(w, key);
    json_int(w, "score", limit->score);
    report_move(w, "move", OXO_CLASSIC, limit->move);
    json_int(w, "depth", limit->depth);
    json_close(w);
}

static void write_pruning(json_writer *w, const oxo_tree_node *node)
{
    json_bool(w, "visited", node->visited);
    if (node->visited) {
        json_open_array(w, "window");
        json_int(w, NULL, node->alpha.score);
        json_int(w, NULL, node->beta.score);
        json_close(w);
        json_int(w, "bound", node->pruned_score);
        json_string(w, "boundKind", bound_words[node->bound]);
    } else {
        json_null(w, "window");
        json_null(w, "bound");
        json_null(w, "boundKind");
    }
    write_limit(w, "alpha", &node->alpha);
    write_limit(w, "beta", &node->beta);
}

void report_tree_members(json_writer *w, const oxo_tree_node *node)
{
    write_position(w, &node->position);
    report_move(w, "move", OXO_CLASSIC, node->move);
    json_int(w, "depth", node->depth);
    json_string(w, "player", node->position.turn == node->max ? "max" : "min");
    json_int(w, "score", node->score);
    json_string(w, "outcome", report_outcome_word(node->outcome));
    json_bool(w, "best", node->chosen);
    write_pruning(w, node);
    json_open_object(w, "nodes");
    json_int(w, "minimax", node->nodes);
    json_int(w, "alphaBeta", node->pruned_nodes);
    json_close(w);
}
