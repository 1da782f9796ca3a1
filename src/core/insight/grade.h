/* grade.h - grades of moves, and measures of a whole game. */
#ifndef OXO_INSIGHT_GRADE_H
#define OXO_INSIGHT_GRADE_H

#include "oxo/insight.h"

/* The least loss of each grade; docs/design/insight.md says why. */
enum {
    GRADE_INACCURACY = 500,
    GRADE_MISTAKE = 1000,
    GRADE_BLUNDER = 2000,
    GRADE_TURN = 1500 /* the least swing of a key moment */
};

/* A move and its alternatives. */
typedef struct grade_case {
    oxo_value best;   /* of the best move, for the mover */
    oxo_value played; /* of the move played */
    int legal;        /* number of legal moves */
    int second;       /* expected score of the best other move; -1: unknown */
} grade_case;

/* The loss of expected score; never negative. */
int grade_loss(const grade_case *c);
oxo_grade grade_of(const grade_case *c);
oxo_cost grade_cost(const grade_case *c);

/* Are the values of the move and of the best move proven? Then a bad grade is
 * final; a good one may still change when other moves turn out better. */
bool grade_is_proven(const grade_case *c);

/* The accuracy of a move with that loss, 0..1. */
double grade_accuracy(int loss);

/* The intensity from the value of a position, and from how much its best move
 * is better than the average of all moves. */
oxo_intensity grade_intensity(const oxo_value *value, int best_over_average);

/* Computes what follows from points and moves: accuracy, counts of grades, key
 * moments. */
void grade_summarise(oxo_review *review);

#endif /* OXO_INSIGHT_GRADE_H */
