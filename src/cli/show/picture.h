/* picture.h - positions and games as SVG pictures. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include <stdio.h>

#include "analyze.h"

/* The board with its best moves ringed and numbered, and a list beside it. */
void picture_position(FILE *out, const oxo_position *p,
                      const analyze_lines *found);

/* The graph of X's expected score, the intensity below, and the key moments.
 */
void picture_game(FILE *out, const oxo_record *record,
                  const oxo_review *review);

/* ---- Parts -------------------------------------------------------------- */

/* Opens and closes a picture. The title is for people who cannot see it. */
void picture_open(FILE *out, int width, int height, const char *title);
void picture_close(FILE *out);

typedef enum picture_anchor { AT_START, AT_MIDDLE, AT_END } picture_anchor;

/* Writes untrusted text: markup is escaped, and control characters become
 * question marks. */
void picture_text(FILE *out, double x, double y, double size,
                  picture_anchor anchor, const char *text);

void picture_line(FILE *out, double x1, double y1, double x2, double y2,
                  const char *color, double width);

/* Draws X or O; `x` and `y` are the middle, `size` that of its square. */
void picture_mark(FILE *out, oxo_mark mark, double x, double y, double size);

/* Draws a board into a square. */
void picture_board(FILE *out, const oxo_position *p, double x, double y,
                   double size);

/* The middle of a cell of a board drawn at 0, 0. */
void picture_cell(const oxo_position *p, oxo_move cell, double size,
                  double *ret_x, double *ret_y);

#endif /* CLI_PICTURE_H */
