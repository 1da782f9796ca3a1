/* oxo/explain.h - classic's minimax tree, one node at a time.
 *
 * For lessons: the tree has every move and every reply below a position, down
 * to the end of every game. Max is the side to move at the root, min the other
 * side. A game that max wins at depth d scores 10 - d, a game that max loses
 * d - 10, a draw 0. Max chooses the move with the highest score, min the one
 * with the lowest; among equal moves the first in reading order counts.
 *
 * Each node has the results of two searches from the root: plain minimax,
 * which visits every position, and alpha-beta, which skips what cannot change
 * the result. Nodes are values and own nothing. Children are computed on
 * demand. Nothing here allocates. */
#ifndef OXO_EXPLAIN_H
#define OXO_EXPLAIN_H

#include "oxo/classic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A bound of alpha-beta's window at a node: the score that a side is already
 * sure of, the move that achieves it, and the depth of that move, which is
 * above the node. A side that is sure of nothing yet has OXO_NO_MOVE and a
 * score worse than any result. */
typedef struct oxo_tree_limit {
    int score;
    int depth;
    oxo_move move;
} oxo_tree_limit;

/* Worse than any result: negative for max, positive for min. */
enum { OXO_TREE_NOTHING_YET = 100 };

/* How alpha-beta's score of a node relates to minimax's. */
typedef enum oxo_tree_bound {
    OXO_TREE_EXACT,
    OXO_TREE_AT_LEAST, /* a lower bound: moves of max were skipped */
    OXO_TREE_AT_MOST   /* an upper bound: moves of min were skipped */
} oxo_tree_bound;

typedef struct oxo_tree_node {
    oxo_classic position;
    oxo_move move; /* that leads here; OXO_NO_MOVE at the root */
    bool chosen;   /* the parent chooses this move; false at the root */
    int depth;     /* moves from the root */
    oxo_mark max;  /* the side to move at the root */
    oxo_outcome outcome;
    int score; /* by minimax */
    int nodes; /* positions that minimax visits below, this one included */

    /* Alpha-beta visits the node if its window is open: what max is sure of
     * (alpha) is less than what min is sure of (beta). Otherwise the branch
     * was cut here or above: the side to move at the cut has a move so good
     * that the other side prefers its own move further up. */
    bool visited; /* alpha.score < beta.score */
    oxo_tree_limit alpha;
    oxo_tree_limit beta;
    int pruned_score;     /* by alpha-beta; 0 if not visited */
    oxo_tree_bound bound; /* of `pruned_score` */
    int pruned_nodes;     /* positions that alpha-beta visits below */
} oxo_tree_node;

/* The root's node, for a position that oxo_classic_validate() accepts. Takes
 * some milliseconds from the empty board: half a million positions. */
OXO_API oxo_tree_node oxo_tree_root(const oxo_classic *root);

/* Writes the children of `node`, in reading order; returns how many. */
OXO_API int oxo_tree_children(const oxo_tree_node *node,
                              oxo_tree_node out[OXO_CELLS]);

/* The node after `length` moves from `root`. If one of them is illegal, the
 * status says why, and `*ret` is unchanged. */
OXO_API oxo_status oxo_tree_find(const oxo_classic *root,
                                 const oxo_move *moves, int length,
                                 oxo_tree_node *ret);

#ifdef __cplusplus
}
#endif
#endif /* OXO_EXPLAIN_H */
