/* paint.h - the screen as a frame. */
#ifndef TERMINAL_PAINT_H
#define TERMINAL_PAINT_H

#include "frame.h"
#include "screen.h"

/* All of it, on the frame's size; the layout that was used, for clicks. */
layout paint_screen(frame *f, const screen *s);

/* ---- Its parts ---------------------------------------------------------- */

void paint_board(frame *f, const screen *s, const layout *l);
void paint_panel(frame *f, const screen *s, const layout *l);
void paint_title(frame *f, const screen *s, const layout *l);
void paint_foot(frame *f, const screen *s, const layout *l);
void paint_help(frame *f, const screen *s);

/* A large mark in the middle of a rectangle; what it leaves free shows
 * through. */
void paint_mark(frame *f, int row, int col, int rows, int cols, oxo_mark mark,
                int style);

/* The ink of a side, plain for nobody. */
int paint_ink(oxo_mark mark);

/* ---- paint_moves.c ------------------------------------------------------ */

/* The moves of a game: the first `made` of `all` have been made, the others,
 * undone or still to come, are pale. */
typedef struct paint_list {
    const oxo_game *game;
    int made, all;
} paint_list;

typedef struct paint_area {
    int row, col, rows, cols;
} paint_area;

/* In pairs, as many beside each other as fit; if not all do, up to the newest
 * that was made. */
void paint_moves(frame *f, const paint_list *list, const paint_area *area);

/* How many rows all of them would take. */
int paint_moves_rows(const paint_list *list, int width);

#endif /* TERMINAL_PAINT_H */
