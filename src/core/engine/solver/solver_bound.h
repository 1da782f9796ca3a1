/* solver_bound.h - facts about a position that need no search. */
#ifndef OXO_ENGINE_SOLVER_BOUND_H
#define OXO_ENGINE_SOLVER_BOUND_H

#include "oxo/ultimate.h"

enum { BOUND_NEVER = 1000 };

/* A lower bound of the moves of both sides until `side` has won; BOUND_NEVER
 * if it cannot win any more. The game is not over. */
int bound_moves_to_win(const oxo_ultimate *p, unsigned side);

/* Is `side` certain to win, whatever is played? */
bool bound_is_sure_win(const oxo_ultimate *p, unsigned side);

#endif /* OXO_ENGINE_SOLVER_BOUND_H */
