/* load_histogram.h - a histogram of durations: millions of them in a few KB.
 *
 * A bucket is at most 1/64 as wide as its durations. The longest duration is
 * stored exactly. */
#ifndef LOAD_LOAD_HISTOGRAM_H
#define LOAD_LOAD_HISTOGRAM_H

#include <stdint.h>

enum {
    LOAD_HISTOGRAM_PARTS = 64, /* buckets per octave */
    LOAD_HISTOGRAM_OCTAVES = 40,
    LOAD_HISTOGRAM_BUCKETS = LOAD_HISTOGRAM_PARTS * LOAD_HISTOGRAM_OCTAVES
};

typedef struct load_histogram {
    uint64_t count;
    int64_t most;
    uint64_t buckets[LOAD_HISTOGRAM_BUCKETS];
} load_histogram;

/* A histogram that is all zero is empty. Negative durations count as 0;
 * durations of many hours share the last bucket. */
void load_histogram_add(load_histogram *h, int64_t nanoseconds);

/* The quantile `part` (0 to 1) in nanoseconds: the upper edge of its bucket; 0
 * if the histogram is empty. */
int64_t load_histogram_at(const load_histogram *h, double part);

#endif /* LOAD_LOAD_HISTOGRAM_H */
