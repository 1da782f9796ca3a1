/* load_hist.c - buckets of durations. */
#include "load_hist.h"

#include <assert.h>

/* Below LOAD_HIST_PARTS each number has its bucket; from there on an octave
 * has LOAD_HIST_PARTS of them. */
static int bucket_of(uint64_t n)
{
    if (n < LOAD_HIST_PARTS)
        return (int)n;
    const int top = 63 - __builtin_clzll(n), shift = top - 6;
    const int octave = shift + 1;
    if (octave >= LOAD_HIST_OCTAVES)
        return LOAD_HIST_BUCKETS - 1;
    return octave * LOAD_HIST_PARTS + (int)((n >> shift) & 63U);
}

/* The greatest number that falls into the bucket. */
static int64_t edge_of(int bucket)
{
    const int octave = bucket / LOAD_HIST_PARTS;
    const int64_t part = bucket % LOAD_HIST_PARTS;
    if (octave == 0)
        return part;
    return ((LOAD_HIST_PARTS + part + 1) << (octave - 1)) - 1;
}

void load_hist_add(load_hist *h, int64_t nanoseconds)
{
    const int64_t n = nanoseconds > 0 ? nanoseconds : 0;
    h->buckets[bucket_of((uint64_t)n)]++;
    h->count++;
    if (n > h->most)
        h->most = n;
}

int64_t load_hist_at(const load_hist *h, double part)
{
    assert(part >= 0 && part <= 1);
    const double wanted = part * (double)h->count;
    uint64_t seen = 0;
    for (int i = 0; i < LOAD_HIST_BUCKETS; i++) {
        seen += h->buckets[i];
        if (seen > 0 && (double)seen >= wanted)
            return edge_of(i) < h->most ? edge_of(i) : h->most;
    }
    return h->most;
}
