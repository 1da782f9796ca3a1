/* table.h - the transposition table: results of searched positions.
 *
 * All threads share the table without locks. An entry is two words: the data,
 * and the hash XORed with the data. A reader that finds half of one write and
 * half of another computes a hash that is not its own, and takes the entry
 * for another position's. The words are relaxed atomics, so that
 * ThreadSanitizer sees no race. */
#ifndef OXO_ENGINE_TABLE_H
#define OXO_ENGINE_TABLE_H

#include <stdatomic.h>

#include "oxo/base.h"

/* What the score is of the true one. LOWER and UPPER are bits of EXACT. */
typedef enum table_bound {
    TABLE_NONE,
    TABLE_UPPER,
    TABLE_LOWER,
    TABLE_EXACT
} table_bound;

/* What the table knows about a position. */
typedef struct table_fact {
    int score;
    int eval;  /* static evaluation, without correction */
    int depth; /* plies that were searched */
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

/* Allocates at most `bytes`, but at least one bucket: 0 or -ENOMEM. */
int table_init(table *t, size_t bytes);
void table_clear(table *t);
void table_free(table *t);

/* Starts a new search: entries of earlier ones are replaced first. */
void table_next_search(table *t);

bool table_find(const table *t, uint64_t hash, table_fact *ret);
void table_store(table *t, uint64_t hash, const table_fact *fact);

/* Begins to load the bucket into the cache, ahead of table_find(). */
static inline void table_prefetch(const table *t, uint64_t hash)
{
    __builtin_prefetch(&t->entries[(hash & (t->buckets - 1)) * TABLE_WAYS]);
}

/* Thousandths of the table that this search uses, by a sample. */
int table_fullness(const table *t);

#endif /* OXO_ENGINE_TABLE_H */
