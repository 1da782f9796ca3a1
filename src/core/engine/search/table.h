/* table.h - the transposition table: what the search remembers.
 *
 * Shared by all threads without locks. An entry is two words, the second
 * being the key mixed with the first: a reader that meets half of one write
 * and half of another sees a key that is not its own. */
#ifndef OXO_ENGINE_TABLE_H
#define OXO_ENGINE_TABLE_H

#include <stdatomic.h>

#include "oxo/base.h"

typedef enum table_bound {
    TABLE_NONE,
    TABLE_UPPER,
    TABLE_LOWER,
    TABLE_EXACT
} table_bound;

/* What is known of a position. */
typedef struct table_fact {
    int score;
    int eval; /* without looking ahead */
    int depth;
    table_bound bound;
    oxo_move move; /* the best, or OXO_NO_MOVE */
} table_fact;

typedef struct table_entry {
    _Atomic uint64_t data;
    _Atomic uint64_t check;
} table_entry;

typedef struct table {
    table_entry *entries;
    size_t buckets; /* of TABLE_WAYS entries, a power of two */
    unsigned age;
} table;

enum { TABLE_WAYS = 4 };

/* 0 or -ENOMEM; takes at most `bytes`, but at least one bucket. */
int table_init(table *t, size_t bytes);
void table_clear(table *t);
void table_free(table *t);

/* Entries of earlier searches may be overwritten first. */
void table_next_search(table *t);

bool table_find(const table *t, uint64_t hash, table_fact *ret);
void table_store(table *t, uint64_t hash, const table_fact *fact);

/* Fetches the bucket into the cache ahead of table_find(). */
static inline void table_prefetch(const table *t, uint64_t hash)
{
    __builtin_prefetch(&t->entries[(hash & (t->buckets - 1)) * TABLE_WAYS]);
}

/* Thousandths in use by this search, by a sample. */
int table_fullness(const table *t);

#endif /* OXO_ENGINE_TABLE_H */
