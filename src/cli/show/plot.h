/* plot.h - a small graph of characters. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include <stdbool.h>
#include <stdio.h>

enum { PLOT_MOST_ROWS = 24, PLOT_MOST_COLS = 70 };

/* What it looks like; values are drawn between `low` and `high`. */
typedef struct plot {
    int rows, cols; /* of the graph itself, at most those above */
    double low, high;
    const char *top, *bottom; /* what stands beside the highest and lowest */
    bool middle;              /* a line half-way up */
    bool ascii;
} plot;

/* Draws `count` values, at least one, from left to right: as many as there
 * are columns, evenly chosen if there are more. */
void plot_write(FILE *out, const plot *p, const double *values, int count);

/* The number of columns that it takes. */
int plot_columns(const plot *p, int count);

#endif /* CLI_PLOT_H */
