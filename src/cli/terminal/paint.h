/* paint.h - paints a screen into a frame. */
#ifndef TERMINAL_PAINT_H
#define TERMINAL_PAINT_H

#include "frame.h"
#include "screen.h"

/* Paints everything into the whole frame; returns the layout, which later
 * clicks need. */
layout paint_screen(frame *f, const screen *s);

/* ---- Parts -------------------------------------------------------------- */

void paint_board(frame *f, const screen *s, const layout *l);
void paint_panel(frame *f, const screen *s, const layout *l);
void paint_title(frame *f, const screen *s, const layout *l);
void paint_foot(frame *f, const screen *s, const layout *l);
void paint_help(frame *f, const screen *s);

/* A large mark in the middle of a rectangle. Its background is transparent. */
void paint_mark(frame *f, int row, int col, int rows, int cols, oxo_mark mark,
                int style);

/* The ink of a side; plain for OXO_NONE. */
int paint_ink(oxo_mark mark);

/* ---- Lists of moves ----------------------------------------------------- */

/* The first `made` of `all` moves of a game have been made; the others, undone
 * or still to come, are pale. */
typedef struct paint_list {
    const oxo_game *game;
    int made, all;
} paint_list;

typedef struct paint_area {
    int row, col, rows, cols;
} paint_area;

/* Paints pairs of moves, in as many columns as fit. If there is not enough
 * room, the list ends with the last move that was made. */
void paint_moves(frame *f, const paint_list *list, const paint_area *area);

/* The number of rows that the whole list needs. */
int paint_moves_rows(const paint_list *list, int width);

#endif /* TERMINAL_PAINT_H */
