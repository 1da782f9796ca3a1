/* quantile.h - medians and percentiles of measurements. */
#ifndef OXO_BENCH_QUANTILE_H
#define OXO_BENCH_QUANTILE_H

/* Both sort `values`; `count` is at least 1. */
double median_of(double *values, int count);
double percentile_of(double *values, int count, int percent);

#endif /* OXO_BENCH_QUANTILE_H */
