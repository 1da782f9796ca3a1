/* store_projection.h - what a finished game adds to what is derived.
 *
 * The same for every engine, and a function of the game alone: a projection
 * that is made again comes out the same. */
#ifndef STORE_STORE_PROJECTION_H
#define STORE_STORE_PROJECTION_H

#include "store.h"

/* ---- The explorer ------------------------------------------------------- */

/* A position up to symmetry: a key, and the symmetries that lead from the
 * position to its representative, several if it is symmetric itself. */
typedef struct store_place {
    uint64_t key;
    uint8_t symmetries; /* a mask */
} store_place;

store_place store_place_of(const oxo_position *p);

/* A move of `p` as it is stored: of those that only symmetry tells apart, the
 * smallest. */
oxo_move store_place_move(const store_place *place, const oxo_position *p,
                          oxo_move m);

typedef struct store_step {
    uint64_t place;
    oxo_move move;
} store_step;

/* The steps of a game that count; returns how many. A game whose moves are
 * against the rules ends at the first of them. */
int store_game_steps(const event_game *g,
                     store_step out[STORE_EXPLORER_PLIES]);

/* ---- Players ------------------------------------------------------------ */

/* What the game adds to the record of the player of a mark. False if that
 * player has no key. */
bool store_game_score(const event_game *g, oxo_mark mark, store_record *ret);

#endif /* STORE_STORE_PROJECTION_H */
