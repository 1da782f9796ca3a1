/* bars.h - the server, measured beside the echo and the disk.
 *
 * Machines are noisy: what can be compared is measured in turns within one
 * run, and reported as a ratio. */
#ifndef OXO_BENCH_BARS_H
#define OXO_BENCH_BARS_H

#include "load.h"

typedef enum bars_sense { BARS_NONE, BARS_AT_LEAST, BARS_AT_MOST } bars_sense;

typedef struct bars_figure {
    const char *name;
    const char *unit;
    const char *help;
    double value;
    double bar; /* what it should be, if there is a sense */
    bars_sense sense;
} bars_figure;

enum { BARS_MAX = 32 };

typedef struct bars_options {
    const char *folder; /* where stores go; its disk is measured */
    double seconds;     /* of each measurement */
    int turns;          /* of each of the two that are compared */
    bool quick;         /* only the comparison with the echo */
    oxo_variant variant;
    int rooms;                         /* of the comparison */
    const volatile sig_atomic_t *stop; /* ends it when set; or NULL */
    load_tell *anomaly;
    load_tell *progress; /* is told what is being measured; or NULL */
    void *context;
} bars_options;

typedef struct bars_report {
    int count;
    bars_figure figures[BARS_MAX];
    uint64_t anomalies;
    char problem[256]; /* why it could not go on */
} bars_report;

/* Measures everything. A negative errno, with `problem`: what was measured
 * before is in the report. */
int bars_run(const bars_options *options, bars_report *ret);

#endif /* OXO_BENCH_BARS_H */
