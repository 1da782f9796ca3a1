/* picture.h - positions and games as pictures: SVG. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include <stdio.h>

#include "analyze.h"

/* The board, the best moves ringed and numbered, and beside it a list. */
void picture_position(FILE *out, const oxo_position *p,
                      const analyze_lines *found);

/* X's expected score from move to move, the tension below it, and the
 * moments at which the game turned. */
void picture_game(FILE *out, const oxo_record *record,
                  const oxo_review *review);

/* ---- Parts -------------------------------------------------------------- */

/* Opens and closes a picture of that size, with a title for those who do not
 * see it. */
void picture_open(FILE *out, int width, int height, const char *title);
void picture_close(FILE *out);

typedef enum picture_anchor { AT_START, AT_MIDDLE, AT_END } picture_anchor;

/* Text that may come from anywhere; what means something to XML is escaped,
 * and what is no text becomes a question mark. */
void picture_text(FILE *out, double x, double y, double size,
                  picture_anchor anchor, const char *text);

void picture_line(FILE *out, double x1, double y1, double x2, double y2,
                  const char *color, double width);

/* X or O in the middle of a square. */
void picture_mark(FILE *out, oxo_mark mark, double x, double y, double size);

/* A whole board in a square. */
void picture_board(FILE *out, const oxo_position *p, double x, double y,
                   double size);

/* The middle of a cell of that board. */
void picture_cell(const oxo_position *p, oxo_move cell, double size,
                  double *ret_x, double *ret_y);

#endif /* CLI_PICTURE_H */
