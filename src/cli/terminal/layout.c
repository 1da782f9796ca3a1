/* layout.c - where everything is on a terminal of a given size. */
#include "layout.h"

/* The possible sizes of a cell, largest first. A character is about twice as
 * high as wide. */
typedef struct size {
    int rows, cols;
} size;

static const size cells_of_classic[] = {{11, 23}, {7, 15}, {5, 11}, {3, 7}};
static const size cells_of_ultimate[] = {{3, 7}, {1, 3}};

enum {
    EXTRA_ROWS = 3, /* title, message, keys */
    PANEL_LEAST = 36,
    PANEL_MOST = 48,
    GAP = 3 /* between board and panel */
};

static void set_cell(layout *l, size s)
{
    l->cell_rows = s.rows;
    l->cell_cols = s.cols;
    l->field_rows = l->nested ? 3 * s.rows + 2 : s.rows;
    l->field_cols = l->nested ? 3 * s.cols + 2 : s.cols;
    l->board_rows = 3 * (l->field_rows + 1) + 1;
    l->board_cols = 3 * (l->field_cols + 1) + 1;
}

/* Chooses the largest cell with which the board fits, with `beside` columns
 * beside it. */
static bool choose_cell(layout *l, const size *sizes, int count, int beside)
{
    for (int i = 0; i < count; i++) {
        set_cell(l, sizes[i]);
        if (l->board_rows + EXTRA_ROWS <= l->rows &&
            l->board_cols + beside <= l->cols)
            return true;
    }
    return false;
}

static void place(layout *l)
{
    const int spare = l->rows - l->board_rows - EXTRA_ROWS;
    const int around = l->panel_cols > 0 ? GAP + l->panel_cols : l->panel_cols;
    l->left = (l->cols - l->board_cols - around) / 2;
    l->top = 1 + (spare > 3 ? spare / 3 : 0);
    l->panel = l->left + l->board_cols + GAP;
    l->title_row = l->top - 1;
    l->message_row = l->top + l->board_rows + (spare > 0);
    l->keys_row = l->message_row + 1 + (spare > 1);
}

layout layout_make(oxo_variant variant, int rows, int cols)
{
    layout l = {.rows = rows, .cols = cols, .nested = variant != OXO_CLASSIC};
    const size *sizes = l.nested ? cells_of_ultimate : cells_of_classic;
    const int count = l.nested ? 2 : 4;
    l.fits = choose_cell(&l, sizes, count, GAP + PANEL_LEAST);
    if (l.fits) {
        const int beside = cols - l.board_cols - GAP;
        l.panel_cols = beside < PANEL_MOST ? beside : PANEL_MOST;
    } else {
        l.fits = choose_cell(&l, sizes, count, 0);
    }
    l.need_rows =
        l.board_rows + EXTRA_ROWS; /* with the smallest cell, if none fits */
    l.need_cols = l.board_cols;
    place(&l);
    return l;
}

int layout_field_row(const layout *l, int field)
{
    return l->top + 1 + field / 3 * (l->field_rows + 1);
}

int layout_field_col(const layout *l, int field)
{
    return l->left + 1 + field % 3 * (l->field_cols + 1);
}

int layout_row(const layout *l, oxo_move cell)
{
    if (!l->nested)
        return layout_field_row(l, cell);
    return layout_field_row(l, cell / 9) + cell % 9 / 3 * (l->cell_rows + 1);
}

int layout_col(const layout *l, oxo_move cell)
{
    if (!l->nested)
        return layout_field_col(l, cell);
    return layout_field_col(l, cell / 9) + cell % 9 % 3 * (l->cell_cols + 1);
}

oxo_move layout_cell_at(const layout *l, int row, int col)
{
    const int count = l->nested ? OXO_MAX_MOVES : OXO_CELLS;
    for (int m = 0; l->fits && m < count; m++) {
        const int top = layout_row(l, (oxo_move)m);
        const int left = layout_col(l, (oxo_move)m);
        if (row >= top && row < top + l->cell_rows && col >= left &&
            col < left + l->cell_cols)
            return (oxo_move)m;
    }
    return OXO_NO_MOVE;
}
