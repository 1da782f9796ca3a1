/* draw.h - draws positions and games with characters. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include <stdio.h>

#include "frame.h"
#include "oxo/notation.h"

/* The size of a small terminal. */
enum { DRAW_ROWS = 24, DRAW_COLS = 80 };

/* The position or game to draw. */
typedef struct draw_scene {
    oxo_position position;
    oxo_move last;            /* the last move, or OXO_NO_MOVE */
    const oxo_record *record; /* the game of the position, or NULL */
    int ply;                  /* number of its moves made so far */
} draw_scene;

/* Draws the board on the left side; returns the column after it. */
int draw_board(frame *f, const draw_scene *scene);

/* Writes the panel from a column to the right edge. */
void draw_panel(frame *f, const draw_scene *scene, int col);

/* Prints the frame without the blank rows at its end. */
void draw_print(const frame *f, FILE *out, bool color);

#endif /* CLI_DRAW_H */
