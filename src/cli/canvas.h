/* canvas.h - a screenful of characters, put together in any order. */
#ifndef CLI_CANVAS_H
#define CLI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A terminal as small as they come. */
enum { CANVAS_ROWS = 24, CANVAS_COLS = 80 };

/* A colour, and attributes to add to it. */
enum {
    CANVAS_PLAIN,
    CANVAS_GRID, /* lines that should not shout */
    CANVAS_X,    /* marks of the two sides */
    CANVAS_O,
    CANVAS_TARGET, /* where the next move may go */
    CANVAS_COLORS,
    CANVAS_COLOR_MASK = 7,
    CANVAS_BOLD = 8,
    CANVAS_DIM = 16,
    CANVAS_REVERSE = 32
};

typedef struct canvas_cell {
    char glyph[5]; /* UTF-8; "" under the right half of a wide one */
    uint8_t style;
} canvas_cell;

typedef struct canvas {
    bool ascii; /* nothing else can be shown */
    canvas_cell cells[CANVAS_ROWS][CANVAS_COLS];
} canvas;

/* All blank. */
void canvas_init(canvas *c, bool ascii);

/* One character of one column. What lies outside is dropped. */
void canvas_put(canvas *c, int row, int col, const char *glyph, int style);

/* Text that may come from anywhere, in at most `width` columns: what does
 * not fit is cut and ends in "~" or an ellipsis, and what a terminal must
 * not see becomes "?". Returns the column behind it. */
int canvas_text(canvas *c, int row, int col, int width, const char *text,
                int style);

/* Changes the style of what is there already. */
void canvas_restyle(canvas *c, int row, int col, int style);

/* Prints the rows down to the last that is not blank. */
void canvas_print(const canvas *c, FILE *out, bool color);

#endif /* CLI_CANVAS_H */
