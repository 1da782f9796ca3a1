/* draw_print.c - prints a frame on standard output, with colours. */
#include "draw.h"

#include <string.h>

static void print_style(FILE *out, int style)
{
    static const char *const colors[INKS] = {"",    ";90", ";91", ";94",
                                             ";32", ";33", ";31"};
    fprintf(out, "\033[0%s%s%s%sm", style & FRAME_BOLD ? ";1" : "",
            style & FRAME_DIM ? ";2" : "", style & FRAME_REVERSE ? ";7" : "",
            colors[style & INK_MASK]);
}

/* The number of columns without trailing blanks. */
static int row_length(const frame *f, int row)
{
    const frame_cell *cells = f->cells[row];
    int length = f->cols;
    while (length > 0 && strcmp(cells[length - 1].glyph, " ") == 0 &&
           !(cells[length - 1].style & FRAME_REVERSE))
        length--;
    return length;
}

static void print_row(const frame *f, int row, FILE *out, bool color)
{
    const frame_cell *cells = f->cells[row];
    int style = INK_PLAIN;
    const int length = row_length(f, row);
    for (int col = 0; col < length; col++) {
        const bool blank = strcmp(cells[col].glyph, " ") == 0 &&
                           !((cells[col].style | style) & FRAME_REVERSE);
        if (color && !blank && cells[col].style != style) {
            style = cells[col].style;
            print_style(out, style);
        }
        fputs(cells[col].glyph, out);
    }
    if (style != INK_PLAIN)
        fputs("\033[0m", out);
    fputc('\n', out);
}

void draw_print(const frame *f, FILE *out, bool color)
{
    int rows = f->rows;
    while (rows > 0 && row_length(f, rows - 1) == 0)
        rows--;
    for (int row = 0; row < rows; row++)
        print_row(f, row, out, color);
}
