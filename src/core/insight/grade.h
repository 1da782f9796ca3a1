/* grade.h - how good a move was, and the measures of a whole game. */
#ifndef OXO_INSIGHT_GRADE_H
#define OXO_INSIGHT_GRADE_H

#include "oxo/insight.h"

/* From these losses on a move is called so; docs/design/insight.md says why.
 */
enum {
    GRADE_INACCURACY = 500,
    GRADE_MISTAKE = 1000,
    GRADE_BLUNDER = 2000,
    GRADE_TURN = 1500 /* swing of a key moment */
};

/* The move, among what else there was. */
typedef struct grade_case {
    oxo_value best;   /* of the best move, to the mover */
    oxo_value played; /* of the one that was made */
    int legal;        /* moves there were */
    int second; /* expected score of the best other one, or -1: unknown */
} grade_case;

/* What was lost of the expected score; never negative. */
int grade_loss(const grade_case *c);
oxo_grade grade_of(const grade_case *c);
oxo_cost grade_cost(const grade_case *c);

/* Are the move and the best one proven? A bad grade is final then; a good one
 * may still change with what is found out about the others. */
bool grade_is_proven(const grade_case *c);

/* How accurate a move with that loss was, 0..1. */
double grade_accuracy(int loss);

/* 0..10000, from the value of a position and how much the best of its moves
 * beats the average one. */
oxo_intensity grade_intensity(const oxo_value *value, int best_over_average);

/* Works out everything that follows from points and moves: accuracy, counts
 * of grades, key moments. */
void grade_summarise(oxo_review *review);

#endif /* OXO_INSIGHT_GRADE_H */
