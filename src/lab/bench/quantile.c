/* quantile.c - see quantile.h. */
#include "quantile.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

double percentile_of(double *values, int count, int percent)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count * percent / 100];
}
