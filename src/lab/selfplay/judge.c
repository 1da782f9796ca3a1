/* judge.c - see selfplay_judge.h. */
#include "selfplay_judge.h"

#include "bits.h"

enum {
    HASH_BYTES = 4 << 20,
    SOLVER_BYTES = 4 << 20,
    SOLVE_NODES = 4, /* times the nodes of a search */
};

int selfplay_judge_init(selfplay_judge *ret, const selfplay_settings *s)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.neural = s->neural;
    options.hand_written = true; /* unless there is one */
    *ret = (selfplay_judge){.settings = s};
    int error = oxo_engine_create(&options, &ret->engine);
    if (error == 0)
        error = oxo_solver_create(SOLVER_BYTES, &ret->solver);
    if (error)
        selfplay_judge_clear(ret);
    return error;
}

void selfplay_judge_clear(selfplay_judge *judge)
{
    oxo_solver_destroy(judge->solver);
    oxo_engine_destroy(judge->engine);
    *judge = (selfplay_judge){0};
}

bool selfplay_is_proven(int score)
{
    return score >= SELFPLAY_PROVEN ||
           (score <= -SELFPLAY_PROVEN && score != SELFPLAY_UNKNOWN);
}

/* ---- Searching ---------------------------------------------------------- */

static int score_of(const oxo_value *v)
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

oxo_move selfplay_judge_search(selfplay_judge *judge, const oxo_position *p,
                               int *ret_score)
{
    const oxo_limits limits = {.nodes = judge->settings->nodes};
    oxo_line line;
    int lines;
    oxo_engine_search(judge->engine, p, &limits, NULL, NULL, &line, &lines);
    *ret_score = score_of(&line.value);
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

int selfplay_judge_solve(selfplay_judge *judge, const oxo_position *p)
{
    if (cells_left(&p->as.ultimate) > judge->settings->solve)
        return SELFPLAY_UNKNOWN;
    const oxo_solve_limits limits = {.nodes = (uint64_t)SOLVE_NODES *
                                              judge->settings->nodes};
    const oxo_solution s =
        oxo_solver_solve(judge->solver, p, &limits, NULL, NULL);
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
