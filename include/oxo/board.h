/* oxo/board.h - nine cells, and the eight lines through them.
 *
 * The one value behind every view of a board: a classic game's, each of
 * Ultimate's nine, and the board of boards. Flat arrays, 0/1/2 matrices and
 * row/column pairs are lossless conversions of it.
 *
 * A board that came through these functions is well-formed: nine cells, none
 * of them shared. Queries answer for any well-formed board, reachable in a
 * game or not. */
#ifndef OXO_BOARD_H
#define OXO_BOARD_H

#include "oxo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_board {
    uint16_t cells[2]; /* [side]: cells taken by that side */
} oxo_board;

/* All nine cells. */
enum { OXO_ALL_CELLS = 0x1FF };

/* The lines that win: rows, columns, diagonals. The first match counts. */
enum { OXO_LINES = 8 };
OXO_API extern const uint8_t oxo_lines[OXO_LINES][3];

/* Who has a line, and which: `winner` is OXO_NONE if nobody does, and the
 * cells are then 0. */
typedef struct oxo_win {
    oxo_mark winner;
    uint8_t cells[3];
} oxo_win;

/* ---- Cells -------------------------------------------------------------- */

/* The cell's row and column, 0..2; `cell` is 0..8. */
OXO_API int oxo_cell_row(int cell);
OXO_API int oxo_cell_col(int cell);

/* The cell at a row and column, or OXO_INVALID_POSITION. */
OXO_API oxo_status oxo_cell_at(int row, int col, int *ret_cell);

/* ---- Views -------------------------------------------------------------- */

OXO_API oxo_board oxo_board_empty(void);

/* From `count` marks in reading order: OXO_BOARD_SIZE unless there are nine,
 * OXO_CELL_VALUE if one is not a mark. */
OXO_API oxo_status oxo_board_from_cells(const oxo_mark *cells, size_t count,
                                        oxo_board *ret);
OXO_API void oxo_board_to_cells(oxo_board board, oxo_mark ret[OXO_CELLS]);

/* From rows * cols numbers, row by row, 0 for empty, 1 for X, 2 for O:
 * OXO_BOARD_SIZE unless it is 3x3, OXO_CELL_VALUE for another number. */
OXO_API oxo_status oxo_board_from_matrix(const int *values, size_t rows,
                                         size_t cols, oxo_board *ret);
OXO_API void oxo_board_to_matrix(oxo_board board, int ret[3][3]);

/* One number of the matrix; OXO_INVALID_POSITION outside it. */
OXO_API oxo_status oxo_board_get_value(oxo_board board, int row, int col,
                                       int *ret_value);

/* The board with that number set, whatever was there before. */
OXO_API oxo_status oxo_board_set_value(oxo_board board, int row, int col,
                                       int value, oxo_board *ret);

/* ---- Questions ---------------------------------------------------------- */

/* The mark in a cell; `cell` is 0..8. */
OXO_API oxo_mark oxo_board_at(oxo_board board, int cell);

/* True if `cell` is 0..8 and empty. */
OXO_API bool oxo_board_is_valid_move(oxo_board board, int cell);

/* The first line, in the order of oxo_lines, that one side fills. */
OXO_API oxo_win oxo_board_win(oxo_board board);

/* True if every cell is taken and nobody has a line. */
OXO_API bool oxo_board_is_draw(oxo_board board);

/* True if the game has ended; then `*ret_winner`, if not NULL, is 0 for a
 * draw, 1 for X, 2 for O. It is untouched while the game goes on. */
OXO_API bool oxo_board_is_over(oxo_board board, int *ret_winner);

/* ---- New boards from old ------------------------------------------------ */

/* The board with `mark`, X or O, in `cell`, which must be 0..8 and empty.
 * Whose turn it is does not matter here. */
OXO_API oxo_board oxo_board_place(oxo_board board, int cell, oxo_mark mark);

/* May a human, who plays X and moves first, hand in `now` after `before`?
 * `before` is NULL for a new game, whose board is empty or holds one X.
 * Otherwise X has filled exactly one empty cell of `before`, on X's turn, in
 * a game that was still going on. The first refusal of:
 *
 *   OXO_CELL_VALUE, OXO_CELL_SHARED   `now` is not well-formed
 *   OXO_GAME_OVER       `before` was finished
 *   OXO_MOVE_CHANGED    a cell was emptied, or an X became an O
 *   OXO_CELL_OCCUPIED   an O became an X
 *   OXO_SEVERAL_MOVES   more than one cell was filled
 *   OXO_NO_MOVE_MADE    none was, and this is not a new game
 *   OXO_NOT_YOUR_MARK   it was filled with O
 *   OXO_NOT_YOUR_TURN   it is O who has to move in `before` */
OXO_API oxo_status oxo_board_check_transition(const oxo_board *before,
                                              oxo_board now);

/* ---- Symmetry ----------------------------------------------------------- */

/* The eight ways to turn and mirror a square: 0 leaves it as it is, 1..3
 * turn it clockwise by quarters, 4..7 mirror it left to right first. */
enum { OXO_SYMMETRIES = 8 };

OXO_API int oxo_symmetry_cell(int symmetry, int cell);
OXO_API int oxo_symmetry_inverse(int symmetry);
OXO_API oxo_board oxo_board_transform(oxo_board board, int symmetry);

#ifdef __cplusplus
}
#endif
#endif /* OXO_BOARD_H */
