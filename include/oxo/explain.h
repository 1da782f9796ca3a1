/* oxo/explain.h - classic's minimax, one node at a time.
 *
 * The tree that lessons walk through: under a position every move, every
 * reply, down to the end of every game. Max is the side to move at the root.
 * A game that max wins at depth d is worth 10 - d, one that it loses d - 10,
 * a draw 0; max takes the move worth most, min the one worth least, and of
 * equal moves the first in reading order.
 *
 * Each node says what plain minimax makes of it, which looks at everything,
 * and what alpha-beta does there, which comes from the root as well and
 * leaves out what cannot change the answer. Nodes are values and own nothing:
 * children are worked out when they are asked for. Nothing here allocates. */
#ifndef OXO_EXPLAIN_H
#define OXO_EXPLAIN_H

#include "oxo/classic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a side is sure of before a node is looked at: the score, and the move
 * that gets it, played at that depth on the way to the node. A side that has
 * nothing yet has the worst score there is, and OXO_NO_MOVE. */
typedef struct oxo_tree_limit {
    int score;
    int depth;
    oxo_move move;
} oxo_tree_limit;

/* The worst for max, and the worst for min: no game is worth that. */
enum { OXO_TREE_NOTHING_YET = 100 };

/* What alpha-beta's score says of a node's. */
typedef enum oxo_tree_bound {
    OXO_TREE_EXACT,
    OXO_TREE_AT_LEAST, /* max may get more: some moves were left out */
    OXO_TREE_AT_MOST   /* min may get less */
} oxo_tree_bound;

typedef struct oxo_tree_node {
    oxo_classic position;
    oxo_move move; /* what led here, or OXO_NO_MOVE at the root */
    bool chosen;   /* it is the choice of the node above; false at the root */
    int depth;     /* moves from the root */
    oxo_mark max;  /* the side to move at the root */
    oxo_outcome outcome;
    int score; /* what minimax makes of it */
    int nodes; /* positions minimax looks at, this one included */

    /* Alpha-beta comes here as long as there is something to find out: while
     * max is sure of less (alpha) than min is (beta). Else the two say why
     * this branch, or one above it, was cut: the side to move there had a
     * move so good that the other side would rather play its own, above. */
    bool visited; /* alpha.score < beta.score */
    oxo_tree_limit alpha;
    oxo_tree_limit beta;
    int pruned_score;     /* what it returns; 0 if it never comes */
    oxo_tree_bound bound; /* what that says of `score` */
    int pruned_nodes;     /* positions it looks at, this one included */
} oxo_tree_node;

/* The node of the position itself, which oxo_classic_validate() accepts. From
 * the empty board this looks at half a million positions: milliseconds. */
OXO_API oxo_tree_node oxo_tree_root(const oxo_classic *root);

/* Writes the nodes below `node`, in reading order; returns how many. */
OXO_API int oxo_tree_children(const oxo_tree_node *node,
                              oxo_tree_node out[OXO_CELLS]);

/* The node that `length` moves lead to from `root`. Or why the first of them
 * that is illegal is, and `*ret` is untouched. */
OXO_API oxo_status oxo_tree_find(const oxo_classic *root,
                                 const oxo_move *moves, int length,
                                 oxo_tree_node *ret);

#ifdef __cplusplus
}
#endif
#endif /* OXO_EXPLAIN_H */
