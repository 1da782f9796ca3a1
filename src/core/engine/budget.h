/* budget.h - how long to search for one move. */
#ifndef OXO_ENGINE_BUDGET_H
#define OXO_ENGINE_BUDGET_H

#include "oxo/engine.h"

/* Milliseconds since the search began; 0: no limit. */
typedef struct budget {
    int64_t enough; /* start no further iteration after this */
    int64_t most;   /* interrupt the iteration in progress */
} budget;

/* The budget of `side`. `empty` is the number of cells that can still be
 * played in, `moves` the number of legal moves: a single one takes no time of
 * a clock.
 */
budget budget_of(const oxo_limits *limits, oxo_mark side, int empty,
                 int moves);

#endif /* OXO_ENGINE_BUDGET_H */
