/* oxo/playout.h - random numbers, and games of random moves. */
#ifndef OXO_PLAYOUT_H
#define OXO_PLAYOUT_H

#include "oxo/ultimate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A generator of random numbers. Set `state` to any seed; the same seed gives
 * the same numbers on every machine. Not for cryptography. */
typedef struct oxo_random {
    uint64_t state;
} oxo_random;

/* The next 64 bits. */
OXO_API uint64_t oxo_random_next(oxo_random *random);

/* A number from 0 to n - 1, all equally likely; n is 1..2^32 - 1. */
OXO_API uint32_t oxo_random_below(oxo_random *random, uint32_t n);

/* Plays random moves from `p` to the end of the game. The legal moves of a
 * position are equally likely. */
OXO_API oxo_outcome oxo_ultimate_playout(oxo_ultimate p, oxo_random *random);

#ifdef __cplusplus
}
#endif
#endif /* OXO_PLAYOUT_H */
