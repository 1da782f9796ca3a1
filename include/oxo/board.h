/* oxo/board.h - nine cells, and the eight lines through them.
 *
 * oxo_board is the board of a classic game, each of Ultimate's nine boards,
 * and the board of boards. Flat arrays, 0/1/2 matrices and row/column pairs
 * convert to it and back without loss.
 *
 * The functions return well-formed boards: nine cells, none of which holds
 * both marks. Questions accept every well-formed board, even if no game
 * reaches it. */
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

/* The lines that win: rows, columns, diagonals. Where several lines are full,
 * the first in this order counts. */
enum { OXO_LINES = 8 };
OXO_API extern const uint8_t oxo_lines[OXO_LINES][3];

/* A full line and its owner. If there is none, `winner` is OXO_NONE and the
 * cells are 0. */
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

/* From `count` marks in reading order. OXO_BOARD_SIZE unless `count` is 9,
 * OXO_CELL_VALUE if an element is not a mark. */
OXO_API oxo_status oxo_board_from_cells(const oxo_mark *cells, size_t count,
                                        oxo_board *ret);
OXO_API void oxo_board_to_cells(oxo_board board, oxo_mark ret[OXO_CELLS]);

/* From rows * cols numbers, row by row: 0 for empty, 1 for X, 2 for O.
 * OXO_BOARD_SIZE unless rows and cols are 3, OXO_CELL_VALUE for any other
 * number. */
OXO_API oxo_status oxo_board_from_matrix(const int *values, size_t rows,
                                         size_t cols, oxo_board *ret);
OXO_API void oxo_board_to_matrix(oxo_board board, int ret[3][3]);

/* One number of the matrix. OXO_INVALID_POSITION if row or col is not 0..2. */
OXO_API oxo_status oxo_board_get_value(oxo_board board, int row, int col,
                                       int *ret_value);

/* The board with that number set, whatever the cell held before. */
OXO_API oxo_status oxo_board_set_value(oxo_board board, int row, int col,
                                       int value, oxo_board *ret);

/* ---- Questions ---------------------------------------------------------- */

/* The mark in a cell; `cell` is 0..8. */
OXO_API oxo_mark oxo_board_at(oxo_board board, int cell);

/* True if `cell` is 0..8 and empty. */
OXO_API bool oxo_board_is_valid_move(oxo_board board, int cell);

/* The first line, in the order of oxo_lines, that one side has filled. */
OXO_API oxo_win oxo_board_win(oxo_board board);

/* True if every cell is taken and nobody has a line. */
OXO_API bool oxo_board_is_draw(oxo_board board);

/* True if the game has ended. `*ret_winner`, if not NULL, is then 0 for a
 * draw, 1 for X, 2 for O; otherwise it is unchanged. */
OXO_API bool oxo_board_is_over(oxo_board board, int *ret_winner);

/* ---- New boards from old ------------------------------------------------ */

/* The board with `mark`, X or O, in `cell`, which must be 0..8 and empty. Does
 * not check whose turn it is. */
OXO_API oxo_board oxo_board_place(oxo_board board, int cell, oxo_mark mark);

/* Checks that a human, who plays X and moves first, may send `now` after
 * `before`: X has filled exactly one empty cell of `before`, on X's turn, and
 * the game was not over. For a new game `before` is NULL, and `now` must be
 * empty or hold one X. OXO_OK, or the first that applies of:
 *
 *   OXO_CELL_VALUE, OXO_CELL_SHARED   `now` is not well-formed
 *   OXO_GAME_OVER       the game was over in `before`
 *   OXO_MOVE_CHANGED    a cell was emptied, or an X became an O
 *   OXO_CELL_OCCUPIED   an O became an X
 *   OXO_SEVERAL_MOVES   more than one cell was filled
 *   OXO_NO_MOVE_MADE    no cell was filled, and the game is not new
 *   OXO_NOT_YOUR_MARK   a cell was filled with O
 *   OXO_NOT_YOUR_TURN   O is to move in `before` */
OXO_API oxo_status oxo_board_check_transition(const oxo_board *before,
                                              oxo_board now);

/* ---- Symmetry ----------------------------------------------------------- */

/* The eight ways to turn and mirror a square. 0 changes nothing, 1..3 turn it
 * clockwise by as many quarters, 4..7 mirror it left to right and then turn it
 * like 0..3. */
enum { OXO_SYMMETRIES = 8 };

OXO_API int oxo_symmetry_cell(int symmetry, int cell);
OXO_API int oxo_symmetry_inverse(int symmetry);
OXO_API oxo_board oxo_board_transform(oxo_board board, int symmetry);

#ifdef __cplusplus
}
#endif
#endif /* OXO_BOARD_H */
