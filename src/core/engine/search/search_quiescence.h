/* search_quiescence.h - the search below the horizon. */
#ifndef OXO_ENGINE_SEARCH_QUIESCENCE_H
#define OXO_ENGINE_SEARCH_QUIESCENCE_H

#include "search_thread.h"

/* Quiescence search (14 Elo): only moves that win a board, until the side to
 * move does better without one. The game is not over. Returns a score as
 * pvs() in search_pvs.c does, fail-soft. */
int search_quiescence(search_thread *t, const spot *s, int alpha, int beta,
                      int ply);

/* The same without a look at the evaluation: `stand_pat` is the score of
 * making no such move. */
int search_board_wins(search_thread *t, const spot *s, int stand_pat,
                      int alpha, int beta, int ply);

#endif /* OXO_ENGINE_SEARCH_QUIESCENCE_H */
