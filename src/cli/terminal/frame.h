/* frame.h - a terminal's whole screen, put together in any order.
 *
 * Nothing here writes to a terminal: tty.c does that with a finished frame,
 * and tests read it. */
#ifndef TERMINAL_FRAME_H
#define TERMINAL_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* What is larger is used up to here. */
enum { FRAME_MAX_ROWS = 100, FRAME_MAX_COLS = 320 };

/* An ink, and attributes to add to it. */
enum {
    INK_PLAIN,
    INK_GRID, /* lines that should not shout */
    INK_X,    /* the two sides */
    INK_O,
    INK_TARGET, /* where the next move may go */
    INK_HINT,
    INK_ALERT, /* refusals */
    INKS,
    INK_MASK = 15,
    FRAME_BOLD = 16,
    FRAME_DIM = 32,
    FRAME_REVERSE = 64
};

typedef struct frame_cell {
    char glyph[5]; /* UTF-8; "" under the right half of a wide one */
    uint8_t style;
} frame_cell;

typedef struct frame {
    int rows, cols;
    bool ascii; /* nothing else can be shown */
    frame_cell cells[FRAME_MAX_ROWS][FRAME_MAX_COLS];
} frame;

/* All blank. */
void frame_init(frame *f, int rows, int cols, bool ascii);

/* One character of one column. What lies outside is dropped. */
void frame_put(frame *f, int row, int col, const char *glyph, int style);

/* Text that may come from anywhere, in at most `width` columns: what does not
 * fit is cut and ends in "~" or an ellipsis, and what a terminal must not see
 * becomes "?". Returns the column behind it. */
int frame_text(frame *f, int row, int col, int width, const char *text,
               int style);

/* How many columns a text takes. */
int frame_columns(const char *text);

/* Gives a part of a row another style, its characters stay. */
void frame_restyle(frame *f, int row, int col, int width, int style);

/* The text of a row without the blanks at its end; for tests. */
enum { FRAME_ROW_TEXT = 4 * FRAME_MAX_COLS + 1 };
void frame_row(const frame *f, int row, char out[FRAME_ROW_TEXT]);

#endif /* TERMINAL_FRAME_H */
