/* core_tree.c - classic's minimax, a node at a time. */
#include "core_request.h"
#include "report.h"

static bool read_path(request *r, oxo_move path[OXO_CELLS], int *ret_length)
{
    const int moves = json_member(&r->doc, 0, "path");
    if (moves == JSON_NONE || json_kind_of(&r->doc, moves) != JSON_ARRAY)
        return refuse(&r->refusal, OXO_INVALID_MESSAGE,
                      "path is not an array");
    const int count = (int)r->doc.tokens[moves].count;
    if (count > OXO_CELLS)
        return refuse(&r->refusal, OXO_GAME_OVER, "%s",
                      oxo_status_sentence(OXO_GAME_OVER));
    for (int i = 0; i < count; i++) {
        if (!request_move(r, json_element(&r->doc, moves, i), OXO_CLASSIC,
                          &path[i]))
            return false;
    }
    *ret_length = count;
    return true;
}

static void write_node(json_writer *w, const char *key,
                       const oxo_tree_node *node)
{
    json_open_object(w, key);
    report_tree_members(w, node);
    json_close(w);
}

const char *core_tree(size_t length)
{
    request r;
    oxo_position root;
    oxo_move path[OXO_CELLS];
    int depth = 0;
    oxo_tree_node node, children[OXO_CELLS];
    if (!request_open(&r, length) ||
        !request_position(&r, 0, "root", OXO_CLASSIC, &root) ||
        !read_path(&r, path, &depth))
        return answer_refusal(&r.refusal);
    const oxo_status status =
        oxo_tree_find(&root.as.classic, path, depth, &node);
    if (status != OXO_OK) {
        refuse(&r.refusal, status, "%s", oxo_status_sentence(status));
        return answer_refusal(&r.refusal);
    }
    const int count = oxo_tree_children(&node, children);
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    write_node(&w, "node", &node);
    json_open_array(&w, "children");
    for (int i = 0; i < count; i++)
        write_node(&w, NULL, &children[i]);
    json_close(&w);
    json_close(&w);
    return answer_end(&w);
}
