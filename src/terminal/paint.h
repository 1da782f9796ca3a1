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

#endif /* TERMINAL_PAINT_H */
