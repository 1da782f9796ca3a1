/* oxo/position.h - a position of any variant.
 *
 * The functions do what their namesakes in oxo_classic(3) and oxo_ultimate(3)
 * do. */
#ifndef OXO_POSITION_H
#define OXO_POSITION_H

#include "oxo/classic.h"
#include "oxo/ultimate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_position {
    union {
        oxo_classic classic;
        oxo_ultimate ultimate;
    } as;
    uint8_t variant; /* an oxo_variant: says which member of `as` counts */
    uint8_t zero;    /* always 0, so that memcmp() compares positions */
} oxo_position;      /* 48 bytes, no padding: asserted in position.c */

OXO_API oxo_position oxo_position_start(oxo_variant variant);
OXO_API oxo_position oxo_position_of_classic(oxo_classic p);
OXO_API oxo_position oxo_position_of_ultimate(oxo_ultimate p);

/* OXO_OK if a game may start from `p`. Beside the statuses of the namesakes:
 * OXO_UNKNOWN_VARIANT if `variant` is not a variant, or differs from
 * as.ultimate.rules. */
OXO_API oxo_status oxo_position_validate(const oxo_position *p);

OXO_API oxo_mark oxo_position_turn(const oxo_position *p);
OXO_API oxo_outcome oxo_position_outcome(const oxo_position *p);

/* The mark in a cell, which is numbered like the move that fills it: 0..8 in
 * classic, otherwise 0..80. */
OXO_API oxo_mark oxo_position_at(const oxo_position *p, oxo_move cell);

/* The winning line: three cells, or three boards in Ultimate. There is none if
 * `ultimate-cg` was won by the number of boards. */
OXO_API oxo_win oxo_position_win(const oxo_position *p);

OXO_API oxo_status oxo_position_check(const oxo_position *p, oxo_move m);
OXO_API oxo_position oxo_position_play(const oxo_position *p, oxo_move m);
OXO_API int oxo_position_moves(const oxo_position *p,
                               oxo_move out[OXO_MAX_MOVES]);
OXO_API uint64_t oxo_position_hash(const oxo_position *p);

/* ---- Counting ----------------------------------------------------------- */

/* The number of legal move sequences of exactly `depth` moves. */
OXO_API uint64_t oxo_perft(const oxo_position *p, int depth);

/* The finished games among the sequences of at most `depth` moves. */
typedef struct oxo_game_count {
    uint64_t x_wins, o_wins, draws;
} oxo_game_count;

OXO_API oxo_game_count oxo_count_games(const oxo_position *p, int depth);

#ifdef __cplusplus
}
#endif
#endif /* OXO_POSITION_H */
