/* solver_table.c - see solver_table.h. The low bits of a tagged key:
 *
 *     cost 6 (its logarithm), age 6
 *
 * An unused entry is all zero; a used one never is, because its cost is not.
 *
 * The memory is allocated once, but only its beginning is used at first, and
 * twice as much whenever that is half full. Most searches are short, and stay
 * in the processor's cache that way. */
#include "solver_table.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

enum { COST_BITS = 6, AGE_BITS = 6, TAG_BITS = COST_BITS + AGE_BITS };
enum { COSTS = 1 << COST_BITS, AGES = 1 << AGE_BITS, TAGS = 1 << TAG_BITS };
enum { CACHE_LINE = 64, BUCKET = SOLVER_TABLE_WAYS * sizeof(solver_entry) };

static_assert(BUCKET == CACHE_LINE, "a bucket is a cache line");

int solver_table_init(solver_table *t, size_t bytes)
{
    size_t buckets = TAGS;
    while (buckets * 2 * BUCKET + CACHE_LINE <= bytes)
        buckets *= 2;
    assert(buckets * BUCKET + CACHE_LINE <= bytes);
    /* Not aligned_alloc(): the system zeroes large blocks of calloc() page by
     * page on first use, and most positions need few pages. */
    void *memory = calloc(1, buckets * BUCKET + CACHE_LINE);
    if (!memory)
        return -ENOMEM;
    const size_t skip = -(uintptr_t)memory % CACHE_LINE;
    *t = (solver_table){.memory = memory,
                        .entries = (void *)((char *)memory + skip),
                        .buckets = TAGS,
                        .most_buckets = buckets};
    return 0;
}

void solver_table_free(solver_table *t)
{
    free(t->memory);
    *t = (solver_table){.memory = NULL};
}

size_t solver_table_bytes(const solver_table *t)
{
    return t->most_buckets * BUCKET + CACHE_LINE;
}

void solver_table_next_search(solver_table *t)
{
    t->age = (t->age + 1) % AGES;
}

static solver_entry *bucket_of(const solver_table *t, uint64_t key)
{
    return &t->entries[(key & (t->buckets - 1)) * SOLVER_TABLE_WAYS];
}

/* Doubles the number of buckets. One more bit of the key counts: entries where
 * it is set move to new buckets. */
static void grow_table(solver_table *t)
{
    const size_t count = t->buckets * SOLVER_TABLE_WAYS;
    for (size_t i = 0; i < count; i++) {
        solver_entry *e = &t->entries[i];
        if (e->tagged_key & t->buckets) {
            t->entries[i + count] = *e;
            *e = (solver_entry){.tagged_key = 0};
        }
    }
    t->buckets *= 2;
}

static bool holds(const solver_entry *e, uint64_t key)
{
    return e->tagged_key >> TAG_BITS == key >> TAG_BITS &&
           e->tagged_key % COSTS != 0;
}

bool solver_table_find(const solver_table *t, uint64_t key, effort *ret)
{
    const solver_entry *bucket = bucket_of(t, key);
    for (int i = 0; i < SOLVER_TABLE_WAYS; i++) {
        if (holds(&bucket[i], key)) {
            *ret = bucket[i].effort;
            return true;
        }
    }
    return false;
}

/* Never 0, not even for a cost of 0. */
static unsigned log_of(uint64_t cost)
{
    return cost < 2 ? 1 : 64U - (unsigned)__builtin_clzll(cost);
}

/* How much an entry is worth keeping: the costlier and the newer, the more. */
static int worth_of_entry(const solver_table *t, const solver_entry *e)
{
    const unsigned cost = e->tagged_key % COSTS;
    const unsigned age = (unsigned)(e->tagged_key >> COST_BITS) % AGES;
    return cost == 0 ? -2 * AGES
                     : (int)cost - 2 * (int)((t->age - age) % AGES);
}

void solver_table_store(solver_table *t, uint64_t key, effort e, uint64_t cost)
{
    if (t->used > t->buckets * SOLVER_TABLE_WAYS / 2 &&
        t->buckets < t->most_buckets)
        grow_table(t);
    solver_entry *bucket = bucket_of(t, key), *victim = bucket;
    for (int i = 0; i < SOLVER_TABLE_WAYS; i++) {
        if (holds(&bucket[i], key)) {
            victim = &bucket[i];
            break;
        }
        if (worth_of_entry(t, &bucket[i]) < worth_of_entry(t, victim))
            victim = &bucket[i];
    }
    t->used += victim->tagged_key % COSTS == 0;
    const unsigned log = log_of(cost) % COSTS;
    victim->tagged_key =
        key >> TAG_BITS << TAG_BITS | t->age << COST_BITS | log;
    victim->effort = e;
}
