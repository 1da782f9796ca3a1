/* reason.h - what can be seen on the board that speaks against a move. */
#ifndef OXO_INSIGHT_REASON_H
#define OXO_INSIGHT_REASON_H

#include "oxo/insight.h"

/* Fills in `why`, `with` and `board` of a verdict whose move, best move and
 * reply are known. `p` is the position before the move, and the best move is
 * another one. Facts only: each can be checked with the rules alone, and the
 * best move avoids it. */
void reason_find(const oxo_position *p, oxo_verdict *verdict);

#endif /* OXO_INSIGHT_REASON_H */
