/* paint_marks.c - X and O as pictures. Small ones are drawn by hand; large
 * ones are computed, with two halves per character. */
#include <string.h>

#include "paint.h"
#include "strokes.h"

int paint_ink(oxo_mark mark)
{
    return mark == OXO_X ? INK_X : mark == OXO_O ? INK_O : INK_PLAIN;
}

/* Writes one row of a picture; its blanks stay transparent. */
static void put_row(frame *f, int row, int col, const char *text, int style)
{
    while (*text) {
        const size_t n = (unsigned char)*text < 0x80 ? 1 : 3;
        char glyph[5] = "";
        memcpy(glyph, text, n);
        if (glyph[0] != ' ')
            frame_put(f, row, col, glyph, style);
        text += n;
        col++;
    }
}

/* ---- Large marks -------------------------------------------------------- */

/* True for a point of the mark; coordinates run from -1 to 1. */
static bool is_inked(oxo_mark mark, double x, double y)
{
    const double radius = x * x + y * y;
    const double rising = x + y, falling = x - y;
    if (mark == OXO_O)
        return radius < 1.0 && radius > 0.52;
    return (rising < 0.24 && rising > -0.24) ||
           (falling < 0.24 && falling > -0.24);
}

/* True if the middle of half a character belongs to the mark. */
static bool is_half_inked(oxo_mark mark, int rows, int cols, int half, int col)
{
    const double x = (2.0 * col + 1) / cols - 1;
    const double y = (2.0 * half + 1) / (2.0 * rows) - 1;
    return is_inked(mark, x, y);
}

static void put_point(frame *f, int row, int col, oxo_mark mark, int halves,
                      int style)
{
    static const char *const glyphs[] = {NULL, "▀", "▄", "█"};
    static const char *const letters[] = {"X", "O"};
    if (halves != 0)
        frame_put(f, row, col, f->ascii ? letters[mark] : glyphs[halves],
                  style);
}

static void put_large(frame *f, int row, int col, int rows, int cols,
                      oxo_mark mark, int style)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const int upper = is_half_inked(mark, rows, cols, 2 * i, j);
            const int lower = is_half_inked(mark, rows, cols, 2 * i + 1, j);
            put_point(f, row + i, col + j, mark, upper + 2 * lower, style);
        }
}

void paint_mark(frame *f, int row, int col, int rows, int cols, oxo_mark mark,
                int style)
{
    if (rows < SMALL_ROWS) {
        frame_put(f, row + rows / 2, col + cols / 2, mark == OXO_X ? "X" : "O",
                  style);
    } else if (rows < LARGE_ROWS) {
        for (int i = 0; i < SMALL_ROWS; i++)
            put_row(f, row + i, col + (cols - SMALL_COLS) / 2,
                    strokes_small(f->ascii, mark)[i], style);
    } else if (rows == LARGE_ROWS) {
        for (int i = 0; i < LARGE_ROWS; i++)
            put_row(f, row + i, col + (cols - LARGE_COLS) / 2,
                    strokes_large(f->ascii, mark)[i], style);
    } else {
        put_large(f, row + 1, col + 2, rows - 2, cols - 4, mark, style);
    }
}
