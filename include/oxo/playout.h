/* oxo/playout.h - games between two players who choose at random. */
#ifndef OXO_PLAYOUT_H
#define OXO_PLAYOUT_H

#include "oxo/ultimate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A stream of random numbers: any value may seed it, and the same seed gives
 * the same numbers on every machine. Not for secrets. */
typedef struct oxo_random {
    uint64_t state;
} oxo_random;

/* The next 64 bits. */
OXO_API uint64_t oxo_random_next(oxo_random *random);

/* A number from 0 to n - 1, each as likely as the other; n is 1..2^32 - 1. */
OXO_API uint32_t oxo_random_below(oxo_random *random, uint32_t n);

/* Plays `p` to its end, every legal move being as likely as the other. */
OXO_API oxo_outcome oxo_ultimate_playout(oxo_ultimate p, oxo_random *random);

#ifdef __cplusplus
}
#endif
#endif /* OXO_PLAYOUT_H */
