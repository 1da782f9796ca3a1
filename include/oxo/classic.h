/* oxo/classic.h - the rules of classic noughts and crosses, as pure values.
 *
 * A position is a board and whose turn it is; everything else (is it over,
 * who won, along which line) follows from it. It owns nothing: copy it,
 * memcmp() it, hand it to another thread. */
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

/* OXO_OK if a game can reach `p`, else why it cannot: OXO_CELL_VALUE (a mask
 * or a turn out of range), OXO_CELL_SHARED, OXO_IMPOSSIBLE_COUNT,
 * OXO_TWO_WINNERS or OXO_WINNER_TO_MOVE. Exact: 5,478 positions pass. */
OXO_API oxo_status oxo_classic_validate(const oxo_classic *p);

/* How the game stands. */
OXO_API oxo_outcome oxo_classic_outcome(const oxo_classic *p);

/* OXO_OK if `m` is legal in `p`, else the first reason it is not. */
OXO_API oxo_status oxo_classic_check(const oxo_classic *p, oxo_move m);

/* The position after the legal move `m`. Illegal `m` is a caller's bug. */
OXO_API oxo_classic oxo_classic_play(oxo_classic p, oxo_move m);

/* Writes every legal move in cell order; returns how many. */
OXO_API int oxo_classic_moves(const oxo_classic *p, oxo_move out[OXO_CELLS]);

/* ---- Symmetry and hashing ----------------------------------------------- */

OXO_API oxo_classic oxo_classic_transform(oxo_classic p, int symmetry);

/* The representative of the positions that differ from `p` only by symmetry;
 * `*ret_symmetry`, if not NULL, is one that leads from `p` to it. */
OXO_API oxo_classic oxo_classic_canonical(oxo_classic p, int *ret_symmetry);

/* 64 well-mixed bits; the same for equal positions on every machine. */
OXO_API uint64_t oxo_classic_hash(const oxo_classic *p);

#ifdef __cplusplus
}
#endif
#endif /* OXO_CLASSIC_H */
