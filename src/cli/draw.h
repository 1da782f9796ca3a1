/* draw.h - positions and games as pictures of characters. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "canvas.h"
#include "oxo/notation.h"

/* What is to be drawn. */
typedef struct draw_scene {
    oxo_position position;
    oxo_move last;            /* the move that led to it, or OXO_NO_MOVE */
    const oxo_record *record; /* the game it belongs to, or NULL */
    int ply;                  /* how many of its moves were made */
} draw_scene;

/* The board, in the left part; returns the column behind it. */
int draw_board(canvas *c, const draw_scene *scene);

/* What can be said in words, from a column to the right edge. */
void draw_panel(canvas *c, const draw_scene *scene, int col);

#endif /* CLI_DRAW_H */
