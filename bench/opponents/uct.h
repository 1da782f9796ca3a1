/* uct.h - plain UCT for Ultimate: a tree, UCB1, random playouts.
 *
 * No knowledge of the game beyond its rules, no proofs, no priors. */
#ifndef BENCH_UCT_H
#define BENCH_UCT_H

#include "oxo/playout.h"

/* 16 bytes, so that four share a cache line. Children lie side by side. */
typedef struct uct_node {
    uint32_t visits;
    uint32_t points;   /* half points of the side that moved here */
    uint32_t children; /* where they begin, or 0: none yet */
    uint8_t count;     /* of children */
    uint8_t move;      /* that leads here */
    uint8_t outcome;   /* an oxo_outcome: how the game ended here, if it did */
    uint8_t zero;
} uct_node;

typedef struct uct {
    uct_node *nodes; /* [1] is the root; 0 means none */
    uct_node *spare; /* where a subtree is copied to when it is kept */
    uint32_t used, most;
    size_t bytes;
    float exploration; /* the constant of UCB1 */
    oxo_random random;
    oxo_ultimate position; /* of the root */
} uct;

/* Room for `bytes` bytes of tree, taken from the system as it is used, and
 * again as much for what uct_advance() keeps. 0 or a negative errno. */
int uct_init(uct *u, size_t bytes, float exploration);
void uct_clear(uct *u);

/* A new tree. */
void uct_restart(uct *u, const oxo_ultimate *p, uint64_t seed);

/* Makes `p` the root, and keeps what is known of it if it is at most two
 * moves away from the root so far. The game in `p` is not over. */
void uct_advance(uct *u, const oxo_ultimate *p);

/* One playout, from the root to the end of the game and back. False if the
 * root cannot count any more of them. */
bool uct_playout(uct *u);

/* The child with the most visits, or NULL if there are no children. */
const uct_node *uct_best(const uct *u, const uct_node *node);

static inline const uct_node *uct_root(const uct *u)
{
    return &u->nodes[1];
}

#endif /* BENCH_UCT_H */
