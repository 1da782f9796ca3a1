/* plot.h - draws a small graph with characters. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include <stdbool.h>
#include <stdio.h>

enum { PLOT_MOST_ROWS = 24, PLOT_MOST_COLS = 70 };

/* The form of a graph of values between `low` and `high`. */
typedef struct plot {
    int rows, cols; /* size of the graph, at most the constants above */
    double low, high;
    const char *top, *bottom; /* labels of the highest and lowest row */
    bool middle;              /* draw a line half-way up */
    bool ascii;
} plot;

/* Draws `count` > 0 values from left to right. If there are more values than
 * columns, evenly spaced ones are drawn. */
void plot_write(FILE *out, const plot *p, const double *values, int count);

/* The number of columns that the graph of `count` values has. */
int plot_columns(const plot *p, int count);

#endif /* CLI_PLOT_H */
