/* bench.h - the speed of rules and engine, compared with baseline.h in the
 * same process. Machines are noisy; ratios are less so. */
#ifndef OXO_BENCH_BENCH_H
#define OXO_BENCH_BENCH_H

typedef struct bench_metric {
    const char *name;
    double value;
    const char *unit;
    double baseline; /* the value of the baseline */
    double ratio;    /* how many times better `value` is */
} bench_metric;

enum { BENCH_MAX = 32 };

/* Measures all metrics, each for about `seconds`. Returns the number of
 * metrics, or a negative errno if the engine or the solver cannot be created.
 */
int bench_run(double seconds, bench_metric out[BENCH_MAX]);

#endif /* OXO_BENCH_BENCH_H */
