/* minimax.h - classic searched to the end, the way it is taught.
 *
 * The reference that the table of classic.c is checked against, and what
 * lessons step through. The computer is the side to move at the root: its
 * win at depth d scores 10 - d, its loss d - 10, a draw 0. */
#ifndef OXO_ENGINE_MINIMAX_H
#define OXO_ENGINE_MINIMAX_H

#include "oxo/classic.h"

typedef struct minimax_result {
    int score;
    oxo_move move; /* first best in reading order, or OXO_NO_MOVE */
    int nodes;     /* positions looked at */
} minimax_result;

/* Looks at every position below `p`. */
minimax_result minimax_plain(const oxo_classic *p);

/* The same answer without the branches that cannot change it. */
minimax_result minimax_alpha_beta(const oxo_classic *p);

#endif /* OXO_ENGINE_MINIMAX_H */
