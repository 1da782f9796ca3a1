/* level.h - playing weaker than one could, the way people do.
 *
 * A level thinks about so many nodes and no more, so that it is the same on
 * every machine, and it overlooks moves: each legal move is seen or not, by
 * the throw of a die, and the best of those seen is played. The die depends
 * on the seed and the position alone. */
#ifndef OXO_ENGINE_LEVEL_H
#define OXO_ENGINE_LEVEL_H

#include "oxo/position.h"

enum { LEVELS = 10 };

/* How many nodes level 1..LEVELS may search. */
uint64_t level_nodes(int level);

/* Writes the moves that the level overlooks, never all of them; returns how
 * many. `count` legal moves of `p` are in `moves`. */
int level_overlooked(int level, uint64_t seed, const oxo_position *p,
                     const oxo_move *moves, int count,
                     oxo_move out[OXO_MAX_MOVES]);

#endif /* OXO_ENGINE_LEVEL_H */
