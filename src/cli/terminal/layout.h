/* layout.h - where everything is on a terminal of some size.
 *
 *     title
 *     +-----------+   panel: players, standing,
 *     |   board   |   bars, moves
 *     +-----------+
 *     message
 *     keys
 *
 * The board is as large as fits; the panel is left out where there is no room
 * beside the board. */
#ifndef TERMINAL_LAYOUT_H
#define TERMINAL_LAYOUT_H

#include "oxo/base.h"

typedef struct layout {
    bool fits; /* else there is room for a sentence at best */
    int rows, cols;
    int need_rows, need_cols;
    int cell_rows, cell_cols;   /* of a cell, without lines */
    int field_rows, field_cols; /* between the heavy lines: a cell of classic,
                                 * a board of Ultimate */
    int top, left;              /* of the board's frame, */
    int board_rows, board_cols; /* and its size */
    int panel, panel_cols;      /* 0 columns: there is none */
    int title_row, message_row, keys_row;
    bool nested; /* a field is a board */
} layout;

layout layout_make(oxo_variant variant, int rows, int cols);

/* The cell's upper left corner. */
int layout_row(const layout *l, oxo_move cell);
int layout_col(const layout *l, oxo_move cell);

/* The field's, likewise. */
int layout_field_row(const layout *l, int field);
int layout_field_col(const layout *l, int field);

/* The cell at a place of the terminal, or OXO_NO_MOVE. */
oxo_move layout_cell_at(const layout *l, int row, int col);

#endif /* TERMINAL_LAYOUT_H */
