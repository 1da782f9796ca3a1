/* canvas.c - a screenful of characters, put together in any order. */
#include "canvas.h"

#include <string.h>

#include "safe.h"

static canvas_cell *cell_at(canvas *c, int row, int col)
{
    if (row < 0 || row >= CANVAS_ROWS || col < 0 || col >= CANVAS_COLS)
        return NULL;
    return &c->cells[row][col];
}

void canvas_init(canvas *c, bool ascii)
{
    c->ascii = ascii;
    for (int row = 0; row < CANVAS_ROWS; row++)
        for (int col = 0; col < CANVAS_COLS; col++)
            c->cells[row][col] =
                (canvas_cell){.glyph = " ", .style = CANVAS_PLAIN};
}

void canvas_put(canvas *c, int row, int col, const char *glyph, int style)
{
    canvas_cell *cell = cell_at(c, row, col);
    if (!cell)
        return;
    snprintf(cell->glyph, sizeof cell->glyph, "%s", glyph);
    cell->style = (uint8_t)style;
}

void canvas_restyle(canvas *c, int row, int col, int style)
{
    canvas_cell *cell = cell_at(c, row, col);
    if (cell)
        cell->style = (uint8_t)style;
}

/* ---- Text --------------------------------------------------------------- */

/* The next character of a text as it will be shown. */
static safe_glyph next_shown(const canvas *c, const char *text, size_t length)
{
    safe_glyph g = safe_next(text, length);
    if (c->ascii && (unsigned char)g.text[0] >= 0x80)
        g = (safe_glyph){.text = "?", .columns = 1, .bytes = g.bytes};
    return g;
}

static int text_columns(const canvas *c, const char *text)
{
    const size_t length = strlen(text);
    int columns = 0;
    for (size_t i = 0; i < length;) {
        const safe_glyph s = next_shown(c, text + i, length - i);
        columns += s.columns;
        i += s.bytes;
    }
    return columns;
}

int canvas_text(canvas *c, int row, int col, int width, const char *text,
                int style)
{
    const size_t length = strlen(text);
    const bool cut = text_columns(c, text) > width;
    const int end = col + width - cut;
    for (size_t i = 0; i < length;) {
        const safe_glyph s = next_shown(c, text + i, length - i);
        if (col + s.columns > end)
            break;
        i += s.bytes;
        if (s.columns == 0)
            continue; /* accents of their own would need more room */
        canvas_put(c, row, col, s.text, style);
        if (s.columns == 2)
            canvas_put(c, row, col + 1, "", style);
        col += s.columns;
    }
    if (cut)
        canvas_put(c, row, col++, c->ascii ? "~" : "…", style);
    return col;
}

/* ---- Printing ----------------------------------------------------------- */

static void print_style(FILE *out, int style)
{
    static const char *const colors[CANVAS_COLORS] = {"", ";90", ";91", ";94",
                                                      ";32"};
    fprintf(out, "\033[0%s%s%s%sm", style & CANVAS_BOLD ? ";1" : "",
            style & CANVAS_DIM ? ";2" : "", style & CANVAS_REVERSE ? ";7" : "",
            colors[style & CANVAS_COLOR_MASK]);
}

/* Columns up to the last that is not blank. */
static int row_length(const canvas_cell *cells)
{
    int length = CANVAS_COLS;
    while (length > 0 && strcmp(cells[length - 1].glyph, " ") == 0 &&
           !(cells[length - 1].style & CANVAS_REVERSE))
        length--;
    return length;
}

static void print_row(const canvas_cell *cells, FILE *out, bool color)
{
    int style = CANVAS_PLAIN;
    const int length = row_length(cells);
    for (int col = 0; col < length; col++) {
        const bool blank = strcmp(cells[col].glyph, " ") == 0 &&
                           !((cells[col].style | style) & CANVAS_REVERSE);
        if (color && !blank && cells[col].style != style) {
            style = cells[col].style;
            print_style(out, style);
        }
        fputs(cells[col].glyph, out);
    }
    if (style != CANVAS_PLAIN)
        fputs("\033[0m", out);
    fputc('\n', out);
}

void canvas_print(const canvas *c, FILE *out, bool color)
{
    int rows = CANVAS_ROWS;
    while (rows > 0 && row_length(c->cells[rows - 1]) == 0)
        rows--;
    for (int row = 0; row < rows; row++)
        print_row(c->cells[row], out, color);
}
