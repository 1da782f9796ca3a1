/* oxo/perfect.h - perfect play in classic.
 *
 * Classic is solved: the value and distance of every reachable position are
 * in a table. */
#ifndef OXO_PERFECT_H
#define OXO_PERFECT_H

#include "oxo/classic.h"
#include "oxo/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact value of a position that oxo_classic_validate() accepts. A draw
 * has a distance, too: the number of moves to the end. */
OXO_API oxo_value oxo_classic_value(const oxo_classic *p);

/* The best move: wins as fast and loses as slowly as possible, and is the
 * first of equals in reading order. OXO_GAME_OVER if there is none. */
OXO_API oxo_status oxo_classic_best_move(const oxo_classic *p, oxo_move *ret);

#ifdef __cplusplus
}
#endif
#endif /* OXO_PERFECT_H */
