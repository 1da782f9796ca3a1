/* frame.h - a whole screen of characters in memory.
 *
 * Cells are written in any order. Nothing here writes to a terminal: tty.c
 * prints a finished frame, and tests read it. */
#ifndef TERMINAL_FRAME_H
#define TERMINAL_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* Larger terminals are used up to this size. */
enum { FRAME_MAX_ROWS = 100, FRAME_MAX_COLS = 320 };

/* A style is an ink plus attributes. */
enum {
    INK_PLAIN,
    INK_GRID, /* lines and notes of little importance */
    INK_X,    /* the two sides */
    INK_O,
    INK_TARGET, /* where the next move may go */
    INK_HINT,
    INK_ALERT, /* refused requests */
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
    bool ascii; /* the terminal shows only ASCII */
    frame_cell cells[FRAME_MAX_ROWS][FRAME_MAX_COLS];
} frame;

/* Makes all cells blank. */
void frame_init(frame *f, int rows, int cols, bool ascii);

/* Writes one character of width 1. Cells outside the frame are ignored. */
void frame_put(frame *f, int row, int col, const char *glyph, int style);

/* Writes untrusted text in at most `width` columns. A text that does not fit
 * is cut and ends in "~" or an ellipsis; control characters become "?".
 * Returns the column after the text. */
int frame_text(frame *f, int row, int col, int width, const char *text,
               int style);

/* The width of a text in columns. */
int frame_columns(const char *text);

/* Changes the style of a part of a row, but not its characters. */
void frame_restyle(frame *f, int row, int col, int width, int style);

/* The text of a row without trailing blanks, for tests. */
enum { FRAME_ROW_TEXT = 4 * FRAME_MAX_COLS + 1 };
void frame_row(const frame *f, int row, char out[FRAME_ROW_TEXT]);

#endif /* TERMINAL_FRAME_H */
