/* bench.h - how fast the rules and the engine are, beside the same written
 * the obvious way and run in the same process: machines are noisy, ratios
 * less so. */
#ifndef OXO_BENCH_BENCH_H
#define OXO_BENCH_BENCH_H

typedef struct bench_metric {
    const char *name;
    double value;
    const char *unit;
    double baseline; /* the same, of the baseline */
    double ratio;    /* how many times better `value` is */
} bench_metric;

enum { BENCH_MAX = 32 };

/* Measures everything, spending about `seconds` on each; returns how many
 * metrics it wrote, or a negative errno: there is no engine or solver to
 * measure. */
int bench_run(double seconds, bench_metric out[BENCH_MAX]);

#endif /* OXO_BENCH_BENCH_H */
