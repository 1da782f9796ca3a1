/* bars.h - the server's figures, compared with the echo and the disk.
 *
 * A bar is the value that a figure must reach. Machines are noisy: two things
 * that are compared are measured alternately within one run, and the result is
 * a ratio. */
#ifndef OXO_BENCH_BARS_H
#define OXO_BENCH_BARS_H

#include "load.h"

typedef enum bars_sense { BARS_NONE, BARS_AT_LEAST, BARS_AT_MOST } bars_sense;

typedef struct bars_figure {
    const char *name;
    const char *unit;
    const char *help;
    double value;
    double bar; /* unless `sense` is BARS_NONE */
    bars_sense sense;
} bars_figure;

enum { BARS_MAX = 32 };

typedef struct bars_options {
    const char *folder; /* for stores; its disk is measured */
    double seconds;     /* per measurement */
    int turns;          /* measurements of each side of a comparison */
    bool quick;         /* only the comparison with the echo */
    oxo_variant variant;
    int rooms;                         /* of the comparison */
    const volatile sig_atomic_t *stop; /* ends measuring when set; or NULL */
    load_tell *anomaly;
    load_tell *progress; /* called with what is measured next; or NULL */
    void *context;
} bars_options;

typedef struct bars_report {
    int count;
    bars_figure figures[BARS_MAX];
    uint64_t anomalies;
    char problem[256]; /* why measuring ended early */
} bars_report;

/* Measures everything. 0, or a negative errno with `problem`; the report then
 * has the figures measured before. */
int bars_run(const bars_options *options, bars_report *ret);

#endif /* OXO_BENCH_BARS_H */
