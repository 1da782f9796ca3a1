/* level.h - playing weaker on purpose, the way people do.
 *
 * A level searches a fixed number of nodes, so that it is equally strong on
 * all machines, and overlooks legal moves at random: it plays the best of
 * those it sees. Which moves it overlooks depends on the seed and the position
 * only. */
#ifndef OXO_ENGINE_LEVEL_H
#define OXO_ENGINE_LEVEL_H

#include "oxo/position.h"

enum { LEVELS = 10 };

/* The node limit of level 1..LEVELS. */
uint64_t level_nodes(int level);

/* Writes the moves that the level overlooks, but never all of them; returns
 * how many. `moves` are the `count` legal moves of `p`. */
int level_overlooked(int level, uint64_t seed, const oxo_position *p,
                     const oxo_move *moves, int count,
                     oxo_move out[OXO_MAX_MOVES]);

#endif /* OXO_ENGINE_LEVEL_H */
