/* budget.h - how long to think about one move. */
#ifndef OXO_ENGINE_BUDGET_H
#define OXO_ENGINE_BUDGET_H

#include "oxo/engine.h"

/* Milliseconds from the beginning of the search; 0 is no limit. */
typedef struct budget {
    int64_t enough; /* begin no further iteration after this */
    int64_t most;   /* break off the running one */
} budget;

/* `empty` is how many cells can still be played in, `moves` how many moves
 * there are: the only one takes nothing off a clock. */
budget budget_of(const oxo_limits *limits, oxo_mark side, int empty,
                 int moves);

#endif /* OXO_ENGINE_BUDGET_H */
