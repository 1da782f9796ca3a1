/* sheet_parts.h - the parts of the sheets, in millimetres. */
#ifndef MENACE_SHEET_PARTS_H
#define MENACE_SHEET_PARTS_H

#include <stdio.h>

#include "menace.h"

/* A colour of beads. */
typedef struct sheet_color {
    const char *name, *fill;
    const char *ink; /* of the letter on the bead */
} sheet_color;

extern const sheet_color sheet_colors[OXO_CELLS];

typedef enum sheet_anchor {
    SHEET_START,
    SHEET_MIDDLE,
    SHEET_END
} sheet_anchor;

/* Text whose base line starts, is centred or ends at (x, y). The text must not
 * contain characters with a meaning in XML. */
__attribute__((format(printf, 6, 7))) void sheet_text(FILE *out, double x,
                                                      double y, double size,
                                                      sheet_anchor anchor,
                                                      const char *format, ...);

/* A bead with its letter. */
void sheet_bead(FILE *out, double x, double y, double radius, oxo_move move);

/* A board of 3 x 3 cells, each `cell` millimetres wide, with its marks, and
 * with beads for the moves of the box. */
void sheet_board(FILE *out, double x, double y, double cell,
                 const menace_box *box);

/* The label of the box with this number, counted from 1. */
enum { LABEL_ROWS = 8, LABEL_COLS = 4 };
#define LABEL_WIDTH 47.5
#define LABEL_HEIGHT 34.0
void sheet_label(FILE *out, double x, double y, const menace_box *box,
                 int number);

#endif /* MENACE_SHEET_PARTS_H */
