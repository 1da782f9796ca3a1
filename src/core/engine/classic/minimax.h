/* minimax.h - textbook minimax for classic.
 *
 * The computer is the side to move at the root: a win at depth d scores 10 -
 * d, a loss d - 10, a draw 0. The reference for classic.c's table. */
#ifndef OXO_ENGINE_MINIMAX_H
#define OXO_ENGINE_MINIMAX_H

#include "oxo/classic.h"

typedef struct minimax_result {
    int score;
    oxo_move move; /* the first of the best in reading order, or OXO_NO_MOVE */
    int nodes;     /* positions visited */
} minimax_result;

/* Visits every position below `p`. */
minimax_result minimax_plain(const oxo_classic *p);

/* The same result, without the branches that cannot change it. */
minimax_result minimax_alpha_beta(const oxo_classic *p);

#endif /* OXO_ENGINE_MINIMAX_H */
