/* table.c - see table.h. Bits of a data word, from the lowest:
 *
 *     score 16, eval 16, move 8, depth 8, bound 2, age 6 */
#define _DEFAULT_SOURCE /* madvise() */

#include "table.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { AGES = 64, HUGE_PAGE = 1 << 21 };

static uint64_t pack(const table_fact *fact, unsigned age)
{
    return (uint64_t)(uint16_t)fact->score |
           (uint64_t)(uint16_t)fact->eval << 16 | (uint64_t)fact->move << 32 |
           (uint64_t)(uint8_t)fact->depth << 40 | (uint64_t)fact->bound << 48 |
           (uint64_t)age << 50;
}

static table_fact unpack(uint64_t data)
{
    return (table_fact){
        .score = (int16_t)(data & 0xFFFF),
        .eval = (int16_t)(data >> 16 & 0xFFFF),
        .move = (oxo_move)(data >> 32 & 0xFF),
        .depth = (int8_t)(data >> 40 & 0xFF),
        .bound = (table_bound)(data >> 48 & 3),
    };
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 50) & (AGES - 1);
}

int table_init(table *t, size_t bytes)
{
    const size_t most = bytes / (TABLE_WAYS * sizeof(table_entry));
    size_t buckets = 1;
    while (buckets <= most / 2)
        buckets *= 2;
    /* A bucket must not straddle two cache lines. A large table should be in
     * huge pages, because look-ups jump all over the table. */
    const size_t size = buckets * TABLE_WAYS * sizeof(table_entry);
    table_entry *entries =
        aligned_alloc(size < HUGE_PAGE ? 64 : HUGE_PAGE, size);
    if (!entries)
        return -ENOMEM;
#ifdef MADV_HUGEPAGE
    (void)madvise(entries, size, MADV_HUGEPAGE); /* may fail: only advice */
#endif
    *t = (table){.entries = entries, .buckets = buckets};
    table_clear(t);
    return 0;
}

void table_clear(table *t)
{
    const size_t count = t->buckets * TABLE_WAYS;
    for (size_t i = 0; i < count; i++) {
        atomic_store_explicit(&t->entries[i].data, 0, memory_order_relaxed);
        atomic_store_explicit(&t->entries[i].check, 0, memory_order_relaxed);
    }
    t->age = 0;
}

void table_free(table *t)
{
    free(t->entries);
    *t = (table){.entries = NULL};
}

void table_next_search(table *t)
{
    t->age = (t->age + 1) % AGES;
}

static table_entry *bucket_of(const table *t, uint64_t hash)
{
    return &t->entries[(hash & (t->buckets - 1)) * TABLE_WAYS];
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool table_find(const table *t, uint64_t hash, table_fact *ret)
{
    const table_entry *bucket = bucket_of(t, hash);
    for (int i = 0; i < TABLE_WAYS; i++) {
        const uint64_t data = load(&bucket[i].data);
        if ((load(&bucket[i].check) ^ data) == hash && data != 0) {
            *ret = unpack(data);
            return true;
        }
    }
    return false;
}

/* How much an entry is worth keeping: the deeper and the newer, the more. */
static int worth_of_entry(const table *t, uint64_t data)
{
    const int age = (int)((t->age + AGES - age_of(data)) % AGES);
    return data == 0 ? -1000 : unpack(data).depth - 8 * age;
}

void table_store(table *t, uint64_t hash, const table_fact *fact)
{
    table_entry *bucket = bucket_of(t, hash), *victim = bucket;
    for (int i = 0; i < TABLE_WAYS; i++) {
        const uint64_t data = load(&bucket[i].data);
        if ((load(&bucket[i].check) ^ data) == hash) {
            victim = &bucket[i];
            break;
        }
        if (worth_of_entry(t, data) < worth_of_entry(t, load(&victim->data)))
            victim = &bucket[i];
    }
    const uint64_t data = pack(fact, t->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, hash ^ data, memory_order_relaxed);
}

int table_fullness(const table *t)
{
    size_t sample = t->buckets * TABLE_WAYS, used = 0;
    assert(sample > 0);
    if (sample > 1000)
        sample = 1000;
    for (size_t i = 0; i < sample; i++) {
        const uint64_t data = load(&t->entries[i].data);
        used += data != 0 && age_of(data) == t->age;
    }
    return (int)(used * 1000 / sample);
}
