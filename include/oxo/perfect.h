/* oxo/perfect.h - perfect play in classic.
 *
 * Classic is solved: a table has the value and distance of every position that
 * a game can reach. */
#ifndef OXO_PERFECT_H
#define OXO_PERFECT_H

#include "oxo/classic.h"
#include "oxo/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact value of a position that oxo_classic_validate() accepts. The
 * distance of a draw is the number of moves to the end of the game. */
OXO_API oxo_value oxo_classic_value(const oxo_classic *p);

/* The best move: it wins as soon, or loses as late, as possible. Among equal
 * moves it is the first in reading order. OXO_GAME_OVER if there is none. */
OXO_API oxo_status oxo_classic_best_move(const oxo_classic *p, oxo_move *ret);

#ifdef __cplusplus
}
#endif
#endif /* OXO_PERFECT_H */
