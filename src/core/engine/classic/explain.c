/* explain.c - see oxo/explain.h.
 *
 * A node says what happens in the middle of a search, so the searches start
 * from nodes. Tests compare them with a textbook minimax. */
#include "oxo/explain.h"

#include <assert.h>

static bool maximizes(const oxo_tree_node *node)
{
    return node->position.turn == node->max;
}

static bool is_better(bool maximizing, int score, int than)
{
    return maximizing ? score > than : score < than;
}

static int nothing_yet(bool maximizing)
{
    return maximizing ? -OXO_TREE_NOTHING_YET : OXO_TREE_NOTHING_YET;
}

static bool is_open(const oxo_tree_node *node)
{
    return node->alpha.score < node->beta.score;
}

/* ---- One step down ------------------------------------------------------ */

/* The node after a move, without the results of searches. */
static oxo_tree_node child_of(const oxo_tree_node *node, oxo_move move)
{
    const oxo_classic next = oxo_classic_play(node->position, move);
    return (oxo_tree_node){
        .position = next,
        .move = move,
        .depth = node->depth + 1,
        .max = node->max,
        .outcome = oxo_classic_outcome(&next),
        .visited = is_open(node),
        .alpha = node->alpha,
        .beta = node->beta,
    };
}

/* Narrows the window after `child` scored `score`. */
static void narrow_window(oxo_tree_node *node, const oxo_tree_node *child,
                          int score)
{
    const bool maximizing = maximizes(node);
    oxo_tree_limit *sure = maximizing ? &node->alpha : &node->beta;
    if (is_better(maximizing, score, sure->score))
        *sure = (oxo_tree_limit){score, node->depth, child->move};
}

static int score_of_end(const oxo_tree_node *node)
{
    const oxo_mark winner = oxo_outcome_winner(node->outcome);
    if (winner == OXO_NONE)
        return 0;
    return winner == node->max ? 10 - node->depth : node->depth - 10;
}

/* ---- All the way down --------------------------------------------------- */

/* The score of a node, by minimax or, with `prune`, by alpha-beta. Counts the
 * positions visited, this one included. */
static int search_node(oxo_tree_node node, bool prune, int *nodes)
{
    ++*nodes;
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(&node.position, moves);
    if (count == 0)
        return score_of_end(&node);
    const bool maximizing = maximizes(&node);
    int best = nothing_yet(maximizing);
    for (int i = 0; i < count && is_open(&node); i++) {
        const oxo_tree_node child = child_of(&node, moves[i]);
        const int score = search_node(child, prune, nodes);
        if (is_better(maximizing, score, best))
            best = score;
        if (prune)
            narrow_window(&node, &child, score);
    }
    return best;
}

static const oxo_tree_limit nothing_for_max = {-OXO_TREE_NOTHING_YET, 0,
                                               OXO_NO_MOVE};
static const oxo_tree_limit nothing_for_min = {OXO_TREE_NOTHING_YET, 0,
                                               OXO_NO_MOVE};

static void search_everything(oxo_tree_node *node)
{
    oxo_tree_node open = *node;
    open.alpha = nothing_for_max;
    open.beta = nothing_for_min;
    node->score = search_node(open, false, &node->nodes);
}

/* A score outside the window is only a bound, unless nothing was skipped. */
static oxo_tree_bound bound_of(const oxo_tree_node *node)
{
    if (node->pruned_nodes == node->nodes)
        return OXO_TREE_EXACT;
    if (node->pruned_score >= node->beta.score)
        return OXO_TREE_AT_LEAST;
    if (node->pruned_score <= node->alpha.score)
        return OXO_TREE_AT_MOST;
    return OXO_TREE_EXACT;
}

static void search_pruned(oxo_tree_node *node)
{
    if (!node->visited)
        return;
    node->pruned_score = search_node(*node, true, &node->pruned_nodes);
    node->bound = bound_of(node);
}

/* ---- Nodes -------------------------------------------------------------- */

oxo_tree_node oxo_tree_root(const oxo_classic *root)
{
    assert(oxo_classic_validate(root) == OXO_OK);
    oxo_tree_node node = {
        .position = *root,
        .move = OXO_NO_MOVE,
        .max = (oxo_mark)root->turn,
        .outcome = oxo_classic_outcome(root),
        .visited = true,
        .alpha = nothing_for_max,
        .beta = nothing_for_min,
    };
    search_everything(&node);
    search_pruned(&node);
    return node;
}

int oxo_tree_children(const oxo_tree_node *node, oxo_tree_node out[OXO_CELLS])
{
    oxo_tree_node parent = *node;
    const bool maximizing = maximizes(node);
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(&node->position, moves);
    int best = 0;
    for (int i = 0; i < count; i++) {
        out[i] = child_of(&parent, moves[i]);
        search_everything(&out[i]);
        search_pruned(&out[i]);
        if (out[i].visited)
            narrow_window(&parent, &out[i], out[i].pruned_score);
        if (is_better(maximizing, out[i].score, out[best].score))
            best = i;
    }
    if (count > 0)
        out[best].chosen = true;
    return count;
}

oxo_status oxo_tree_find(const oxo_classic *root, const oxo_move *moves,
                         int length, oxo_tree_node *ret)
{
    oxo_classic p = *root;
    for (int i = 0; i < length; i++) {
        const oxo_status status = oxo_classic_check(&p, moves[i]);
        if (status != OXO_OK)
            return status;
        p = oxo_classic_play(p, moves[i]);
    }
    oxo_tree_node node = oxo_tree_root(root);
    for (int i = 0; i < length; i++) {
        oxo_tree_node children[OXO_CELLS];
        int at = oxo_tree_children(&node, children) - 1;
        while (children[at].move != moves[i])
            at--;
        node = children[at];
    }
    *ret = node;
    return OXO_OK;
}
