/* selfplay_judge.h - what is known of a position: by a search, and exactly
 * where the solver finds it with ease. */
#ifndef SELFPLAY_JUDGE_H
#define SELFPLAY_JUDGE_H

#include "oxo/solver.h"
#include "selfplay.h"

/* The engine and the solver of one thread. They remember what they were asked
 * before, and that makes a difference to what they say. */
typedef struct selfplay_judge {
    const selfplay_settings *settings;
    oxo_engine *engine;
    oxo_solver *solver;
} selfplay_judge;

/* 0 or -ENOMEM, and nothing to be cleared. The settings must outlive it. */
int selfplay_judge_init(selfplay_judge *ret, const selfplay_settings *s);
void selfplay_judge_clear(selfplay_judge *judge);

/* The best move, and a score as selfplay_game has it. The game is not over. */
oxo_move selfplay_judge_search(selfplay_judge *judge, const oxo_position *p,
                               int *ret_score);

/* What the solver finds if there are few cells left, or SELFPLAY_UNKNOWN. */
int selfplay_judge_solve(selfplay_judge *judge, const oxo_position *p);

bool selfplay_is_proven(int score);

#endif /* SELFPLAY_JUDGE_H */
