/* uct.h - plain UCT for Ultimate: a tree, UCB1, random playouts.
 *
 * No knowledge of the game beyond its rules, no proofs, no priors. */
#ifndef BENCH_UCT_H
#define BENCH_UCT_H

#include "oxo/playout.h"

/* 16 bytes: four nodes in a cache line. The children of a node are adjacent.
 */
typedef struct uct_node {
    uint32_t visits;
    uint32_t points;   /* half points of the side that moved here */
    uint32_t children; /* index of the first one; 0: none yet */
    uint8_t count;     /* of children */
    uint8_t move;      /* that leads here */
    uint8_t outcome;   /* an oxo_outcome: of the position */
    uint8_t zero;
} uct_node;

typedef struct uct {
    uct_node *nodes; /* [1] is the root; index 0 means no node */
    uct_node *spare; /* uct_advance() copies a subtree to it */
    uint32_t used, most;
    size_t bytes;
    float exploration; /* the constant of UCB1 */
    oxo_random random;
    oxo_ultimate position; /* of the root */
} uct;

/* Reserves `bytes` bytes for the tree, and as many for uct_advance(); the
 * system provides memory as it is used. 0 or a negative errno. */
int uct_init(uct *u, size_t bytes, float exploration);
void uct_clear(uct *u);

/* Starts a new tree. */
void uct_restart(uct *u, const oxo_ultimate *p, uint64_t seed);

/* Makes `p` the root. Keeps its subtree if it is at most two moves below the
 * old root. The game in `p` is not over. */
void uct_advance(uct *u, const oxo_ultimate *p);

/* One playout, from the root to the end of the game and back. False if the
 * root's counter is full. */
bool uct_playout(uct *u);

/* The child with the most visits, or NULL if there are no children. */
const uct_node *uct_best(const uct *u, const uct_node *node);

static inline const uct_node *uct_root(const uct *u)
{
    return &u->nodes[1];
}

#endif /* BENCH_UCT_H */
