/* selfplay_scorer.h - scores of positions: by a search, and exactly where the
 * solver finds the result quickly. */
#ifndef SELFPLAY_SCORER_H
#define SELFPLAY_SCORER_H

#include "oxo/solver.h"
#include "selfplay.h"

/* An engine and a solver for one thread. Both remember earlier positions,
 * which changes their later scores. */
typedef struct selfplay_scorer {
    const selfplay_settings *settings;
    oxo_engine *engine;
    oxo_solver *solver;
} selfplay_scorer;

/* 0, or -ENOMEM with nothing to clear. The settings must live as long. */
int selfplay_scorer_init(selfplay_scorer *ret, const selfplay_settings *s);
void selfplay_scorer_clear(selfplay_scorer *scorer);

/* The best move, and its score as selfplay.h defines scores. The game must not
 * be over. */
oxo_move selfplay_scorer_search(selfplay_scorer *scorer, const oxo_position *p,
                                int *ret_score);

/* The exact score if few cells are left and the solver finds it; otherwise
 * SELFPLAY_UNKNOWN. */
int selfplay_scorer_solve(selfplay_scorer *scorer, const oxo_position *p);

bool selfplay_is_proven(int score);

#endif /* SELFPLAY_SCORER_H */
