/* oxo/classic.h - the rules of classic noughts and crosses, as pure values.
 *
 * A position is a board and the side to move; everything else, such as the
 * outcome and the winning line, follows from these. A position owns nothing:
 * copy it, compare it with memcmp(), pass it to another thread. */
#ifndef OXO_CLASSIC_H
#define OXO_CLASSIC_H

#include "oxo/board.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_classic {
    oxo_board board;
    uint8_t turn; /* side to move; flips on every move, the last included */
    uint8_t zero; /* always 0, so that memcmp() compares positions */
} oxo_classic;    /* 6 bytes, no padding: asserted in classic.c */

/* The empty board, X to move. */
OXO_API oxo_classic oxo_classic_start(void);

/* OXO_OK if a game can reach `p`, which is true of 5,478 positions. Otherwise
 * the reason: OXO_CELL_VALUE (a mask or the side to move is out of range),
 * OXO_CELL_SHARED, OXO_IMPOSSIBLE_COUNT, OXO_TWO_WINNERS or
 * OXO_WINNER_TO_MOVE. */
OXO_API oxo_status oxo_classic_validate(const oxo_classic *p);

/* How the game stands. */
OXO_API oxo_outcome oxo_classic_outcome(const oxo_classic *p);

/* OXO_OK if `m` is legal in `p`, otherwise the first reason why it is not. */
OXO_API oxo_status oxo_classic_check(const oxo_classic *p, oxo_move m);

/* The position after `m`, which must be legal. */
OXO_API oxo_classic oxo_classic_play(oxo_classic p, oxo_move m);

/* Writes the legal moves in order; returns how many there are. */
OXO_API int oxo_classic_moves(const oxo_classic *p, oxo_move out[OXO_CELLS]);

/* ---- Symmetry and hashing ----------------------------------------------- */

OXO_API oxo_classic oxo_classic_transform(oxo_classic p, int symmetry);

/* The representative of all positions that differ from `p` only by symmetry.
 * `*ret_symmetry`, if not NULL, is a symmetry that leads from `p` to it. */
OXO_API oxo_classic oxo_classic_canonical(oxo_classic p, int *ret_symmetry);

/* 64 well-mixed bits, the same for equal positions on every machine. */
OXO_API uint64_t oxo_classic_hash(const oxo_classic *p);

#ifdef __cplusplus
}
#endif
#endif /* OXO_CLASSIC_H */
