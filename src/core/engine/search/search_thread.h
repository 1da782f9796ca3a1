/* search_thread.h - what one thread of a search owns: its limits, the
 * principal variation, and what it learns about moves and evaluations.
 *
 * Threads share the transposition table and nothing else (lazy SMP). */
#ifndef OXO_ENGINE_SEARCH_THREAD_H
#define OXO_ENGINE_SEARCH_THREAD_H

#include <stdatomic.h>
#include <string.h>

#include "gain.h"
#include "neural.h"
#include "search_score.h"
#include "spot.h"
#include "table.h"

enum {
    SEARCH_MAX_PLY = OXO_MAX_MOVES + 1,
    SEARCH_CORRECTIONS = 1 << 14 /* entries of a correction table */
};

/* A variation and its score. */
typedef struct search_line {
    int score;
    int length;
    oxo_move moves[SEARCH_MAX_PLY];
} search_line;

typedef struct search_thread {
    table *table;

    /* Limits of the iteration in progress. */
    const oxo_stop *stop; /* or NULL */
    int64_t deadline;     /* as clock_ms() counts; 0: none */
    uint64_t node_limit;  /* 0: none */
    bool unpruned;        /* no pruning: for questions of distance */
    int excluded_count;   /* root moves to leave out */
    oxo_move excluded[OXO_MAX_MOVES];

    _Atomic uint64_t nodes; /* moves made; other threads may read it */
    int deepest;            /* the deepest ply reached */
    bool stopped;           /* a limit was hit: the iteration is void */

    /* [ply]: the principal variation from that ply on (triangular table). */
    search_line line[SEARCH_MAX_PLY + 1];
    /* [ply]: the static evaluation of the node at that ply. */
    int evals[SEARCH_MAX_PLY + 1];

    /* Move ordering: killer moves by ply, butterfly history by side. */
    oxo_move killers[SEARCH_MAX_PLY][2];
    int history[2][OXO_MAX_MOVES];

    /* Evaluation: by the network, or hand-written if `neural` is NULL. */
    const oxo_neural *neural;
    int draw[2]; /* [side]: the score of a draw for that side (contempt) */

    /* The rest is used with a network only. */
    int16_t corrections[2][SEARCH_CORRECTIONS]; /* see search_evaluate.h */
    int16_t won_corrections[2][SEARCH_CORRECTIONS];
    gain_table gains;
    neural_sum sums[SEARCH_MAX_PLY + 1]; /* [ply]: see neural.h */
} search_thread;

/* Forgets everything, as for a new game. */
void search_thread_init(search_thread *t, table *shared, const oxo_stop *stop);

/* Prepares for another search without limits, which the caller then sets.
 * History counts half from now on; corrections and gains stay. */
void search_thread_begin(search_thread *t);

/* Evaluates by `neural` from now on, or by hand if it is NULL. A draw scores
 * `draw` for X and -draw for O. */
void search_thread_set_evaluation(search_thread *t, const oxo_neural *neural,
                                  int draw);

/* Sets t->stopped if the stop is set or the deadline is over. */
void search_thread_check_limits(search_thread *t);

/* Counts a move made, and sets t->stopped if a limit is hit. Only this thread
 * writes the counter, so the addition need not be atomic. */
static inline void search_count_node(search_thread *t)
{
    enum { CHECK_EVERY = 512 }; /* nodes: far less than a millisecond */
    const uint64_t nodes =
        atomic_load_explicit(&t->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&t->nodes, nodes, memory_order_relaxed);
    if (t->node_limit && nodes >= t->node_limit)
        t->stopped = true;
    if (nodes % CHECK_EVERY == 0)
        search_thread_check_limits(t);
}

/* ---- The principal variation -------------------------------------------- */

static inline void search_line_clear(search_thread *t, int ply)
{
    t->line[ply].length = 0;
}

/* The line from `ply` on becomes `m` and the line from the next ply on. */
static inline void search_line_extend(search_thread *t, int ply, oxo_move m)
{
    search_line *line = &t->line[ply];
    const search_line *rest = &t->line[ply + 1];
    line->moves[0] = m;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length);
    line->length = rest->length + 1;
}

#endif /* OXO_ENGINE_SEARCH_THREAD_H */
