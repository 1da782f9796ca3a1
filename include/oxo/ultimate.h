/* oxo/ultimate.h - the rules of Ultimate Tic-Tac-Toe, as pure values.
 *
 * Boards and cells are numbered 0..8 in reading order; bit i means cell i:
 *
 *     0 1 2
 *     3 4 5        a move is 9 * board + cell; the centre of the
 *     6 7 8        top-left board is 4, written "ae"
 *
 * The cell of a move is the board of the reply. A position owns nothing: copy
 * it, compare it with memcmp(), pass it to another thread. Nothing here
 * allocates, locks, logs or reads a clock. */
#ifndef OXO_ULTIMATE_H
#define OXO_ULTIMATE_H

#include "oxo/board.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { OXO_ANY_BOARD = 9 };

typedef struct oxo_ultimate {
    uint16_t cells[2][9]; /* [side][board]: cells taken by that side */
    uint16_t won[2];      /* [side]: boards won by that side */
    uint16_t drawn;       /* full boards that nobody won */
    uint8_t forced;       /* board the mover must play in, or OXO_ANY_BOARD */
    uint8_t turn;         /* side to move; flips on every move */
    uint8_t rules;        /* an oxo_variant, any but OXO_CLASSIC */
    uint8_t zero;         /* always 0, so that memcmp() compares positions */
} oxo_ultimate;           /* 46 bytes, no padding: asserted in ultimate.c */

/* The empty position, X to move, any board open. */
OXO_API oxo_ultimate oxo_ultimate_start(oxo_variant rules);

/* OXO_OK if `p` is consistent, otherwise the first reason why it is not:
 *
 *   OXO_CELL_VALUE         a field is out of range
 *   OXO_CELL_SHARED, OXO_TWO_WINNERS, OXO_WRONG_OWNER   board by board
 *   OXO_IMPOSSIBLE_COUNT, OXO_TWO_WINNERS, OXO_WINNER_TO_MOVE,
 *   OXO_CLOSED_TARGET      the game as a whole
 *
 * `*ret_board`, if not NULL, is the board at fault, or OXO_ANY_BOARD. A
 * position that a game can reach is consistent; the reverse is not always
 * true, and cannot be decided quickly. */
OXO_API oxo_status oxo_ultimate_validate(const oxo_ultimate *p,
                                         int *ret_board);

/* ---- Questions ---------------------------------------------------------- */

/* How the game stands. */
OXO_API oxo_outcome oxo_ultimate_outcome(const oxo_ultimate *p);

/* One of the nine boards. */
OXO_API oxo_board oxo_ultimate_board(const oxo_ultimate *p, int board);

/* How one of the nine boards stands: won, drawn or ongoing. */
OXO_API oxo_outcome oxo_ultimate_board_outcome(const oxo_ultimate *p,
                                               int board);

/* The board of boards: each won board is a mark of its winner. */
OXO_API oxo_board oxo_ultimate_meta(const oxo_ultimate *p);

/* The boards that the mover may play in, as a mask: the target, or all open
 * boards. 0 if the game is over. */
OXO_API unsigned oxo_ultimate_active(const oxo_ultimate *p);

/* OXO_OK if `m` is legal in `p`, otherwise the first reason why it is not. */
OXO_API oxo_status oxo_ultimate_check(const oxo_ultimate *p, oxo_move m);

/* Writes the legal moves in order; returns how many there are. */
OXO_API int oxo_ultimate_moves(const oxo_ultimate *p,
                               oxo_move out[OXO_MAX_MOVES]);

/* The number of legal moves. */
OXO_API int oxo_ultimate_count_moves(const oxo_ultimate *p);

/* ---- New positions from old --------------------------------------------- */

/* The position after `m`, which must be legal. */
OXO_API oxo_ultimate oxo_ultimate_play(oxo_ultimate p, oxo_move m);

/* Applies a symmetry to the boards and to the cells of each board, or to both
 * parts of a move. */
OXO_API oxo_ultimate oxo_ultimate_transform(oxo_ultimate p, int symmetry);
OXO_API oxo_move oxo_ultimate_transform_move(oxo_move m, int symmetry);

/* The representative of all positions that differ from `p` only by symmetry.
 * `*ret_symmetry`, if not NULL, is a symmetry that leads from `p` to it. */
OXO_API oxo_ultimate oxo_ultimate_canonical(oxo_ultimate p, int *ret_symmetry);

/* 64 well-mixed bits, the same for equal positions on every machine. */
OXO_API uint64_t oxo_ultimate_hash(const oxo_ultimate *p);

#ifdef __cplusplus
}
#endif
#endif /* OXO_ULTIMATE_H */
