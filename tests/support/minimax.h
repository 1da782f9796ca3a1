/* minimax.h - textbook minimax for classic, plain and with alpha-beta.
 *
 * The reference for the table of classic and for the tree of oxo/explain.h.
 * The computer is the side to move at the root: a win at depth d scores 10 -
 * d, a loss d - 10, a draw 0. */
#ifndef TESTS_MINIMAX_H
#define TESTS_MINIMAX_H

#include "oxo/classic.h"

typedef struct minimax_result {
    int score;
    oxo_move move; /* the first of the best moves in reading order, or
                      OXO_NO_MOVE */
    int nodes;     /* positions visited */
} minimax_result;

/* Visits every position below `p`. */
minimax_result minimax_plain(const oxo_classic *p);

/* The same result; skips branches that cannot change the result. */
minimax_result minimax_alpha_beta(const oxo_classic *p);

#endif /* TESTS_MINIMAX_H */
