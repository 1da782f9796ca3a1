/* layout.h - where everything is on a terminal of a given size.
 *
 *     title
 *     +-----------+   panel: players, standing,
 *     |   board   |   bars, moves
 *     +-----------+
 *     message
 *     keys
 *
 * The board is as large as possible. The panel is left out if there is no room
 * beside the board. */
#ifndef TERMINAL_LAYOUT_H
#define TERMINAL_LAYOUT_H

#include "oxo/base.h"

typedef struct layout {
    bool fits; /* false: the terminal is too small for the board */
    int rows, cols;
    int need_rows, need_cols;
    int cell_rows, cell_cols;   /* size of a cell, without lines */
    int field_rows, field_cols; /* size of a field between the heavy lines: a
                                 * cell of classic, a board of Ultimate */
    int top, left;              /* of the board's frame */
    int board_rows, board_cols; /* size of the board with its frame */
    int panel, panel_cols;      /* first column and width; 0: no panel */
    int title_row, message_row, keys_row;
    bool nested; /* Ultimate: a field is a board */
} layout;

layout layout_make(oxo_variant variant, int rows, int cols);

/* The upper left corner of a cell. */
int layout_row(const layout *l, oxo_move cell);
int layout_col(const layout *l, oxo_move cell);

/* The upper left corner of a field. */
int layout_field_row(const layout *l, int field);
int layout_field_col(const layout *l, int field);

/* The cell at a row and column of the terminal, or OXO_NO_MOVE. */
oxo_move layout_cell_at(const layout *l, int row, int col);

#endif /* TERMINAL_LAYOUT_H */
