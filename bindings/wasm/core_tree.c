/* core_tree.c - classic's minimax tree, one node at a time. */
#include <string.h>

#include "core_request.h"
#include "report.h"

static bool read_path(wasm_request *r, oxo_move path[OXO_CELLS],
                      int *ret_length)
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

/* ---- The way ------------------------------------------------------------ */

/* A node and its children. The first levels take longer to compute than all
 * others together, so the path of the last call is kept: the next one usually
 * begins with the same moves. */
typedef struct level {
    oxo_tree_node node, children[OXO_CELLS];
    int count;
} level;

static level way[OXO_CELLS + 1];
static int known; /* levels that are valid */

static void keep_level(int depth, const oxo_tree_node *node)
{
    level *l = &way[depth];
    l->node = *node;
    l->count = oxo_tree_children(&l->node, l->children);
    known = depth + 1;
}

static bool begins_at(const oxo_classic *root)
{
    return known > 0 && memcmp(&way[0].node.position, root, sizeof *root) == 0;
}

/* Are all moves of a path legal? */
static oxo_status check_path(oxo_classic p, const oxo_move *path, int length)
{
    for (int i = 0; i < length; i++) {
        const oxo_status status = oxo_classic_check(&p, path[i]);
        if (status != OXO_OK)
            return status;
        p = oxo_classic_play(p, path[i]);
    }
    return OXO_OK;
}

/* The level after a path of legal moves. */
static const level *walk_path(const oxo_classic *root, const oxo_move *path,
                              int length)
{
    if (!begins_at(root)) {
        const oxo_tree_node node = oxo_tree_root(root);
        keep_level(0, &node);
    }
    for (int i = 0; i < length; i++) {
        if (i + 1 < known && way[i + 1].node.move == path[i])
            continue;
        int at = way[i].count - 1;
        while (way[i].children[at].move != path[i])
            at--;
        keep_level(i + 1, &way[i].children[at]);
    }
    return &way[length];
}

/* ---- The call ----------------------------------------------------------- */

static void write_node(json_writer *w, const char *key,
                       const oxo_tree_node *node)
{
    json_open_object(w, key);
    report_tree_members(w, node);
    json_close(w);
}

const char *core_tree(size_t length)
{
    wasm_request r;
    oxo_position root;
    oxo_move path[OXO_CELLS];
    int depth = 0;
    if (!request_open(&r, length) ||
        !request_position(&r, 0, "root", OXO_CLASSIC, &root) ||
        !read_path(&r, path, &depth))
        return answer_refusal(&r.refusal);
    const oxo_status status = check_path(root.as.classic, path, depth);
    if (status != OXO_OK) {
        refuse(&r.refusal, status, "%s", oxo_status_sentence(status));
        return answer_refusal(&r.refusal);
    }
    const level *found = walk_path(&root.as.classic, path, depth);
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    write_node(&w, "node", &found->node);
    json_open_array(&w, "children");
    for (int i = 0; i < found->count; i++)
        write_node(&w, NULL, &found->children[i]);
    json_close(&w);
    json_close(&w);
    return answer_end(&w);
}
