/* draw.h - positions and games as pictures of characters. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include <stdio.h>

#include "frame.h"
#include "oxo/notation.h"

/* A terminal as small as they come. */
enum { DRAW_ROWS = 24, DRAW_COLS = 80 };

/* What is to be drawn. */
typedef struct draw_scene {
    oxo_position position;
    oxo_move last;            /* the move that led to it, or OXO_NO_MOVE */
    const oxo_record *record; /* the game it belongs to, or NULL */
    int ply;                  /* how many of its moves were made */
} draw_scene;

/* The board, in the left part; returns the column behind it. */
int draw_board(frame *f, const draw_scene *scene);

/* What can be said in words, from a column to the right edge. */
void draw_panel(frame *f, const draw_scene *scene, int col);

/* Prints the rows down to the last that is not blank. */
void draw_print(const frame *f, FILE *out, bool color);

#endif /* CLI_DRAW_H */
