/* solver_bound.h - what can be told of a position without searching. */
#ifndef OXO_ENGINE_SOLVER_BOUND_H
#define OXO_ENGINE_SOLVER_BOUND_H

#include "oxo/ultimate.h"

enum { BOUND_NEVER = 1000 };

/* No fewer moves of both sides than this and `side` has won: BOUND_NEVER if
 * it cannot win any more. The game is not over. */
int bound_moves_to_win(const oxo_ultimate *p, unsigned side);

/* Will `side` have won when all is played, whatever happens? */
bool bound_is_sure_win(const oxo_ultimate *p, unsigned side);

#endif /* OXO_ENGINE_SOLVER_BOUND_H */
