/* plot.c - draws a small graph with characters. */
#include "plot.h"

#include <assert.h>
#include <string.h>

enum { LABEL = 8 }; /* columns to the left of the graph */

typedef struct glyphs {
    const char *point, *middle, *axis;
} glyphs;

static const glyphs UNICODE = {"●", "┄", "┤"};
static const glyphs ASCII = {"*", "-", "|"};

/* The row of a value, from the top. */
static int row_of(const plot *p, double value)
{
    double share = (value - p->low) / (p->high - p->low);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (int)((1 - share) * (p->rows - 1) + 0.5);
}

int plot_columns(const plot *p, int count)
{
    return count < p->cols ? count : p->cols;
}

/* The index of the value in a column. The last value is always shown. */
static int value_index(int col, int cols, int count)
{
    return cols > 1 ? (int)((long)col * (count - 1) / (cols - 1)) : count - 1;
}

static const char *label_of(const plot *p, int row)
{
    return row == 0 ? p->top : row == p->rows - 1 ? p->bottom : "";
}

void plot_write(FILE *out, const plot *p, const double *values, int count)
{
    const glyphs *g = p->ascii ? &ASCII : &UNICODE;
    const int cols = plot_columns(p, count);
    int rows[PLOT_MOST_COLS] = {0};
    assert(p->rows >= 2 && p->cols <= PLOT_MOST_COLS && cols > 0);
    for (int col = 0; col < cols; col++)
        rows[col] = row_of(p, values[value_index(col, cols, count)]);
    for (int row = 0; row < p->rows; row++) {
        const bool middle = p->middle && row == p->rows / 2;
        int last = cols - 1;
        while (!middle && last >= 0 && rows[last] != row)
            last--; /* no blanks at the end of a line */
        fprintf(out, "%*s %s", LABEL - 2, label_of(p, row), g->axis);
        for (int col = 0; col <= last; col++)
            fputs(rows[col] == row ? g->point : middle ? g->middle : " ", out);
        fputc('\n', out);
    }
}
