/* think.h - the search: principal variation search with a table.
 *
 * Scores are hundredths for the side to move. A win n moves away is
 * THINK_WIN - n, a loss n moves away n - THINK_WIN; both are proofs. A node
 * that is searched at least as deep as it has empty cells is searched to the
 * end in full width: its score is a proof whatever it is, draws included. */
#ifndef OXO_ENGINE_THINK_H
#define OXO_ENGINE_THINK_H

#include <stdatomic.h>

#include "gain.h"
#include "neural.h"
#include "spot.h"
#include "table.h"

enum {
    THINK_WIN = 30000,
    THINK_PROVEN = THINK_WIN - 100, /* from here on a score is a proof */
    THINK_INFINITE = 32000,
    THINK_MAX_PLY = OXO_MAX_MOVES + 1,
    THINK_CORRECTIONS = 1 << 14
};

/* A line of moves from the root. */
typedef struct think_line {
    int score;
    int length;
    oxo_move moves[THINK_MAX_PLY];
} think_line;

/* One thread's search. Everything but the table and the stop flag is its
 * own. */
typedef struct thinker {
    table *table;
    const oxo_stop *stop;   /* ends the iteration in progress; or NULL */
    int64_t deadline;       /* of clock_ms(), or 0 */
    uint64_t node_limit;    /* or 0 */
    _Atomic uint64_t nodes; /* moves made; other threads may look */
    int deepest;            /* ply reached */
    bool whole;             /* cut nothing: for questions of distance */
    bool stopped;           /* the iteration in progress is void */
    int excluded_count;     /* root moves that other lines have taken */
    oxo_move excluded[OXO_MAX_MOVES];
    think_line line[THINK_MAX_PLY + 1]; /* [ply]: the best from there */
    oxo_move killers[THINK_MAX_PLY][2];
    int history[2][OXO_MAX_MOVES];
    int evals[THINK_MAX_PLY + 1]; /* [ply]: what the node there looks worth */
    const oxo_neural *neural;     /* that judges positions, or NULL */
    int draw[2];                  /* [side]: what a draw is worth to it */
    /* [side]: of its judgements, by the board to be played and by who won
     * which. */
    int16_t corrections[2][THINK_CORRECTIONS];
    int16_t won_corrections[2][THINK_CORRECTIONS];
    gain_table gains;                   /* by the network's judgements */
    neural_sum sums[THINK_MAX_PLY + 1]; /* [ply]: see neural.h */
} thinker;

/* A thinker that knows nothing yet, and one about to search again: it keeps
 * what it learnt: of moves that cut, at half the weight. */
void thinker_init(thinker *t, table *shared, const oxo_stop *stop);
void thinker_begin(thinker *t);

/* Judges by a network from now on, or without if `neural` is NULL; a draw is
 * then worth `draw` to X, and as much less than nothing to O. */
void thinker_use(thinker *t, const oxo_neural *neural, int draw);

/* Searches `root` to `depth`, to find the score if it lies between `alpha` and
 * `beta`, and else on which side it is; the game is not over and not all moves
 * are excluded. The answer is t->line[0], unless t->stopped. */
void think_iterate(thinker *t, const spot *root, int depth, int alpha,
                   int beta);

#endif /* OXO_ENGINE_THINK_H */
