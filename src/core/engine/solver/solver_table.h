/* solver_table.h - the solver's table of efforts.
 *
 * An entry stays true whatever search wrote it, because the game has no
 * cycles. So all searches share the table, which is never cleared. For one
 * thread. */
#ifndef OXO_ENGINE_SOLVER_TABLE_H
#define OXO_ENGINE_SOLVER_TABLE_H

#include "oxo/base.h"

/* Proof and disproof number: a lower bound of the work that is needed to prove
 * that the side to move achieves its aim, and to refute that. One of them is 0
 * if the question is settled; the other is then EFFORT_NEVER. New positions
 * start with an estimate. */
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

/* The bucket determines the low bits of the key, so their place in an entry
 * holds the cost of its search and its age. */
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

/* Allocates at most `bytes`, which must suffice for 2^12 buckets: 0 or
 * -ENOMEM. */
int solver_table_init(solver_table *t, size_t bytes);
void solver_table_free(solver_table *t);
size_t solver_table_bytes(const solver_table *t);

/* Starts a new search: entries of earlier ones are replaced first. */
void solver_table_next_search(solver_table *t);

bool solver_table_find(const solver_table *t, uint64_t key, effort *ret);

/* `cost` is the number of nodes that the search took. */
void solver_table_store(solver_table *t, uint64_t key, effort e,
                        uint64_t cost);

/* Begins to load the bucket into the cache, ahead of solver_table_find(). */
static inline void solver_table_prefetch(const solver_table *t, uint64_t key)
{
    __builtin_prefetch(
        &t->entries[(key & (t->buckets - 1)) * SOLVER_TABLE_WAYS]);
}

#endif /* OXO_ENGINE_SOLVER_TABLE_H */
