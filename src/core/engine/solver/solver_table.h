/* solver_table.h - what the solver remembers of positions.
 *
 * Efforts never grow wrong: an entry is true of its question whatever search
 * left it, so that the table serves all searches and is never cleared. Used
 * by one thread. */
#ifndef OXO_ENGINE_SOLVER_TABLE_H
#define OXO_ENGINE_SOLVER_TABLE_H

#include "oxo/base.h"

/* How much it takes, at least and by a guess, to prove that the side to move
 * gets what it wants, and that it does not. 0 is a proof; then the other is
 * EFFORT_NEVER. */
typedef struct effort {
    uint32_t prove, refute;
} effort;

#define EFFORT_NEVER UINT32_MAX

static const effort effort_proved = {0, EFFORT_NEVER};
static const effort effort_refuted = {EFFORT_NEVER, 0};

static inline bool effort_is_settled(effort e)
{
    return e.prove == 0 || e.refute == 0;
}

/* The low bits of the key say which bucket it is in, so an entry has room
 * there for what the search of it cost and when. */
typedef struct solver_entry {
    uint64_t tagged_key;
    effort effort;
} solver_entry;

typedef struct solver_table {
    void *memory;
    solver_entry *entries; /* in `memory`, at the start of a cache line */
    size_t buckets; /* in use, of SOLVER_TABLE_WAYS entries; a power of two */
    size_t most_buckets;
    size_t used; /* entries */
    unsigned age;
} solver_table;

enum { SOLVER_TABLE_WAYS = 4 };

/* 0 or -ENOMEM; takes at most `bytes`, which are more than 2^12 buckets. */
int solver_table_init(solver_table *t, size_t bytes);
void solver_table_free(solver_table *t);
size_t solver_table_bytes(const solver_table *t);

/* Entries of earlier searches may be overwritten first. */
void solver_table_next_search(solver_table *t);

bool solver_table_find(const solver_table *t, uint64_t key, effort *ret);

/* `cost` is how many nodes it took to find out. */
void solver_table_store(solver_table *t, uint64_t key, effort e,
                        uint64_t cost);

/* Fetches the bucket into the cache ahead of solver_table_find(). */
static inline void solver_table_prefetch(const solver_table *t, uint64_t key)
{
    __builtin_prefetch(
        &t->entries[(key & (t->buckets - 1)) * SOLVER_TABLE_WAYS]);
}

#endif /* OXO_ENGINE_SOLVER_TABLE_H */
