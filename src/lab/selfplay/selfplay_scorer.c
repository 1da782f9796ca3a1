/* selfplay_scorer.c - see selfplay_scorer.h. */
#include "selfplay_scorer.h"

#include "bits.h"

enum {
    HASH_BYTES = 4 << 20,
    SOLVER_BYTES = 4 << 20,
    SOLVE_NODES = 4, /* nodes of the solver per node of a search */
};

int selfplay_scorer_init(selfplay_scorer *ret, const selfplay_settings *s)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.neural = s->neural;
    options.hand_written = true; /* if there is no network */
    *ret = (selfplay_scorer){.settings = s};
    int error = oxo_engine_create(&options, &ret->engine);
    if (error == 0)
        error = oxo_solver_create(SOLVER_BYTES, &ret->solver);
    if (error)
        selfplay_scorer_clear(ret);
    return error;
}

void selfplay_scorer_clear(selfplay_scorer *scorer)
{
    oxo_solver_destroy(scorer->solver);
    oxo_engine_destroy(scorer->engine);
    *scorer = (selfplay_scorer){0};
}

bool selfplay_is_proven(int score)
{
    return score >= SELFPLAY_PROVEN ||
           (score <= -SELFPLAY_PROVEN && score != SELFPLAY_UNKNOWN);
}

/* ---- Searching ---------------------------------------------------------- */

static int score_of_value(const oxo_value *v)
{
    switch (v->kind) {
    case OXO_PROVEN_WIN:
        return SELFPLAY_WIN - v->distance;
    case OXO_PROVEN_LOSS:
        return v->distance - SELFPLAY_WIN;
    case OXO_PROVEN_DRAW:
        return SELFPLAY_DRAW;
    default:
        return v->centi;
    }
}

oxo_move selfplay_scorer_search(selfplay_scorer *scorer, const oxo_position *p,
                                int *ret_score)
{
    const oxo_limits limits = {.nodes = scorer->settings->nodes};
    oxo_line line;
    int lines;
    oxo_engine_search(scorer->engine, p, &limits, NULL, NULL, &line, &lines);
    *ret_score = score_of_value(&line.value);
    return line.moves[0];
}

/* ---- Solving ------------------------------------------------------------ */

static int cells_left(const oxo_ultimate *p)
{
    int left = 0;
    for (int board = 0; board < OXO_CELLS; board++) {
        const unsigned taken =
            p->cells[OXO_X][board] | (unsigned)p->cells[OXO_O][board];
        if (p->rules == OXO_ULTIMATE_CONTINUE ||
            oxo_ultimate_board_outcome(p, board) == OXO_ONGOING)
            left += OXO_CELLS - count_bits(taken);
    }
    return left;
}

int selfplay_scorer_solve(selfplay_scorer *scorer, const oxo_position *p)
{
    if (cells_left(&p->as.ultimate) > scorer->settings->solve)
        return SELFPLAY_UNKNOWN;
    const oxo_solve_limits limits = {.nodes = (uint64_t)SOLVE_NODES *
                                              scorer->settings->nodes};
    const oxo_solution s =
        oxo_solver_solve(scorer->solver, p, &limits, NULL, NULL);
    switch (s.kind) {
    case OXO_SOLVED_WIN:
        return SELFPLAY_WIN - s.distance;
    case OXO_SOLVED_LOSS:
        return s.distance - SELFPLAY_WIN;
    case OXO_SOLVED_DRAW:
        return SELFPLAY_DRAW;
    default:
        return SELFPLAY_UNKNOWN;
    }
}
