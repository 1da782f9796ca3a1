/* reason.h - facts on the board that explain why a move was bad. */
#ifndef OXO_INSIGHT_REASON_H
#define OXO_INSIGHT_REASON_H

#include "oxo/insight.h"

/* Sets `why`, `with` and `board` of a verdict, whose move, best move and reply
 * must be set, and the best move must be another one. `p` is the position
 * before the move. Facts can be checked with the rules alone; the best move
 * avoids them. */
void reason_find(const oxo_position *p, oxo_verdict *verdict);

#endif /* OXO_INSIGHT_REASON_H */
