/* load_histogram.c - see load_histogram.h. */
#include "load_histogram.h"

#include <assert.h>

/* Numbers below LOAD_HISTOGRAM_PARTS have a bucket each. Above, each octave
 * has LOAD_HISTOGRAM_PARTS buckets. */
static int bucket_of(uint64_t n)
{
    if (n < LOAD_HISTOGRAM_PARTS)
        return (int)n;
    const int top = 63 - __builtin_clzll(n), shift = top - 6;
    const int octave = shift + 1;
    if (octave >= LOAD_HISTOGRAM_OCTAVES)
        return LOAD_HISTOGRAM_BUCKETS - 1;
    return octave * LOAD_HISTOGRAM_PARTS + (int)((n >> shift) & 63U);
}

/* The greatest number in the bucket. */
static int64_t edge_of(int bucket)
{
    const int octave = bucket / LOAD_HISTOGRAM_PARTS;
    const int64_t part = bucket % LOAD_HISTOGRAM_PARTS;
    if (octave == 0)
        return part;
    return ((LOAD_HISTOGRAM_PARTS + part + 1) << (octave - 1)) - 1;
}

void load_histogram_add(load_histogram *h, int64_t nanoseconds)
{
    const int64_t n = nanoseconds > 0 ? nanoseconds : 0;
    h->buckets[bucket_of((uint64_t)n)]++;
    h->count++;
    if (n > h->most)
        h->most = n;
}

int64_t load_histogram_at(const load_histogram *h, double part)
{
    assert(part >= 0 && part <= 1);
    const double wanted = part * (double)h->count;
    uint64_t seen = 0;
    for (int i = 0; i < LOAD_HISTOGRAM_BUCKETS; i++) {
        seen += h->buckets[i];
        if (seen > 0 && (double)seen >= wanted)
            return edge_of(i) < h->most ? edge_of(i) : h->most;
    }
    return h->most;
}
