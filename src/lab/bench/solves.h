/* solves.h - how long the solver takes to solve a late position. */
#ifndef OXO_BENCH_SOLVES_H
#define OXO_BENCH_SOLVES_H

#include "oxo/engine.h"

/* The median processor time in seconds for a dozen positions with 25 to 30
 * empty cells: the solver's, then the engine's. Measures for about `seconds`.
 * 0 or -ENOMEM. */
int solves_measure(oxo_engine *engine, double seconds, double ret_medians[2]);

#endif /* OXO_BENCH_SOLVES_H */
