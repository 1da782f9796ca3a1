/* store_projection.h - what a finished game adds to the derived data.
 *
 * The same for every engine. It depends on the game alone, so that deriving it
 * again gives the same result. */
#ifndef STORE_STORE_PROJECTION_H
#define STORE_STORE_PROJECTION_H

#include "store.h"

/* ---- The explorer ------------------------------------------------------- */

/* A position up to symmetry: the key of its representative, and the symmetries
 * that transform the position into the representative: several, if the
 * position itself is symmetric. */
typedef struct store_place {
    uint64_t key;
    uint8_t symmetries; /* a bit mask */
} store_place;

store_place store_place_of(const oxo_position *p);

/* A move of `p` in its stored form: the smallest of all moves that are equal
 * to it by symmetry. */
oxo_move store_place_move(const store_place *place, const oxo_position *p,
                          oxo_move m);

typedef struct store_step {
    uint64_t place;
    oxo_move move;
} store_step;

/* The steps of a game that the explorer counts; returns how many. An illegal
 * move ends them. */
int store_game_steps(const event_game *g,
                     store_step out[STORE_EXPLORER_PLIES]);

/* ---- Players ------------------------------------------------------------ */

/* What the game adds to the record of the player of a mark. False if the
 * player has no key. */
bool store_game_score(const event_game *g, oxo_mark mark, store_record *ret);

#endif /* STORE_STORE_PROJECTION_H */
