/* load_hist.h - how long things took: millions of durations in a few kB.
 *
 * Durations are counted in buckets whose width grows with them, 1/64 of their
 * size or less; the greatest is kept as it is. */
#ifndef LOAD_LOAD_HIST_H
#define LOAD_LOAD_HIST_H

#include <stdint.h>

enum {
    LOAD_HIST_PARTS = 64, /* of an octave */
    LOAD_HIST_OCTAVES = 40,
    LOAD_HIST_BUCKETS = LOAD_HIST_PARTS * LOAD_HIST_OCTAVES
};

typedef struct load_hist {
    uint64_t count;
    int64_t most;
    uint64_t buckets[LOAD_HIST_BUCKETS];
} load_hist;

/* All zero is an empty one. Nanoseconds; negative ones count as 0, and what
 * is longer than hours as the longest that can be told apart. */
void load_hist_add(load_hist *h, int64_t nanoseconds);

/* The duration that `part` (0..1) of them do not exceed, in nanoseconds: the
 * upper edge of its bucket; 0 if there are none. */
int64_t load_hist_at(const load_hist *h, double part);

#endif /* LOAD_LOAD_HIST_H */
