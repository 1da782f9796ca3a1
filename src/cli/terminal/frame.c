/* frame.c - a whole screen of characters in memory. */
#include "frame.h"

#include <stdio.h>
#include <string.h>

#include "safe.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

void frame_init(frame *f, int rows, int cols, bool ascii)
{
    f->rows = least(rows, FRAME_MAX_ROWS);
    f->cols = least(cols, FRAME_MAX_COLS);
    f->ascii = ascii;
    for (int row = 0; row < f->rows; row++)
        for (int col = 0; col < f->cols; col++)
            f->cells[row][col] = (frame_cell){.glyph = " "};
}

static frame_cell *cell_at(frame *f, int row, int col)
{
    if (row < 0 || row >= f->rows || col < 0 || col >= f->cols)
        return NULL;
    return &f->cells[row][col];
}

void frame_put(frame *f, int row, int col, const char *glyph, int style)
{
    frame_cell *cell = cell_at(f, row, col);
    if (!cell)
        return;
    snprintf(cell->glyph, sizeof cell->glyph, "%s", glyph);
    cell->style = (uint8_t)style;
}

/* The next character as the terminal can show it. A combining character cannot
 * stand in a cell of its own; the caller leaves it out. */
static safe_glyph next_glyph(const frame *f, const char *text)
{
    safe_glyph g = safe_next(text, strlen(text));
    if (f->ascii && (g.text[0] & 0x80)) {
        g.columns = g.columns > 0;
        memcpy(g.text, "?", 2);
    }
    return g;
}

int frame_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        const safe_glyph g = safe_next(text, strlen(text));
        columns += g.columns;
        text += g.bytes;
    }
    return columns;
}

int frame_text(frame *f, int row, int col, int width, const char *text,
               int style)
{
    const int end = least(col + width, f->cols);
    while (*text && col < end) {
        const safe_glyph g = next_glyph(f, text);
        const bool more = frame_columns(text + g.bytes) > 0;
        if (col + g.columns > end || (more && col + g.columns == end)) {
            frame_put(f, row, col++, f->ascii ? "~" : "…", style);
            break;
        }
        if (g.columns > 0)
            frame_put(f, row, col, g.text, style);
        if (g.columns == 2)
            frame_put(f, row, col + 1, "", style);
        col += g.columns;
        text += g.bytes;
    }
    return col;
}

void frame_restyle(frame *f, int row, int col, int width, int style)
{
    for (int i = 0; i < width; i++) {
        frame_cell *cell = cell_at(f, row, col + i);
        if (cell)
            cell->style = (uint8_t)style;
    }
}

void frame_row(const frame *f, int row, char out[FRAME_ROW_TEXT])
{
    size_t used = 0, kept = 0;
    for (int col = 0; col < f->cols; col++) {
        const char *glyph = f->cells[row][col].glyph;
        const size_t n = strlen(glyph);
        memcpy(out + used, glyph, n);
        used += n;
        if (n > 0 && strcmp(glyph, " ") != 0)
            kept = used;
    }
    out[kept] = '\0';
}
