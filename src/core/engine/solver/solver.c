/* solver.c - see oxo/solver.h.
 *
 * First the result, by two questions: does one side win, does the other? Then
 * a line that preserves the result. Then, if the limits ask for it, the
 * distance: the smallest number of moves within which the winner wins. */
#include "oxo/solver.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "oxo/perfect.h"
#include "solver_bound.h"
#include "solver_proof.h"

struct oxo_solver {
    solver_table table;
};

int oxo_solver_create(size_t memory, oxo_solver **ret)
{
    if (memory < OXO_SOLVER_MIN_MEMORY)
        return -EINVAL;
    oxo_solver *solver = malloc(sizeof(*solver));
    if (!solver)
        return -ENOMEM;
    const int r = solver_table_init(&solver->table, memory - sizeof(*solver));
    if (r < 0) {
        free(solver);
        return r;
    }
    *ret = solver;
    return 0;
}

void oxo_solver_destroy(oxo_solver *solver)
{
    if (!solver)
        return;
    solver_table_free(&solver->table);
    free(solver);
}

size_t oxo_solver_memory(const oxo_solver *solver)
{
    return sizeof(*solver) + solver_table_bytes(&solver->table);
}

/* ---- Limits ------------------------------------------------------------- */

/* One call of oxo_solver_solve(). */
typedef struct task {
    oxo_solver *solver;
    oxo_solve_limits limits;
    oxo_solve_report *report;
    void *context;
    int64_t begun, next_report;
    int within; /* of the question at the moment */
    spot root;
    prover prover;
    oxo_solution solution;
} task;

static bool report_progress(task *t, int64_t now)
{
    enum { REPORT_EVERY = 200 }; /* milliseconds */
    if (!t->report || now < t->next_report)
        return true;
    t->next_report = now + REPORT_EVERY;
    const oxo_solve_info info = {
        .kind = t->solution.kind,
        .within = t->within == PROOF_EVER ? 0 : t->within,
        .nodes = t->prover.nodes,
        .time = now - t->begun,
    };
    return t->report(&info, t->context);
}

static bool check_limits(prover *p)
{
    task *t = p->context;
    if (oxo_stop_is_set(t->limits.stop))
        return false;
    if (t->limits.nodes && p->nodes >= t->limits.nodes)
        return false;
    const int64_t now = clock_ms();
    if (t->limits.time && now - t->begun >= t->limits.time)
        return false;
    return report_progress(t, now);
}

static proof_answer ask_prover(task *t, const spot *s, unsigned attacker,
                               int within, oxo_move *ret_move)
{
    t->within = within;
    return proof_ask(&t->prover, s, attacker, within, ret_move);
}

/* ---- The result --------------------------------------------------------- */

static oxo_solution_kind solved_for(unsigned winner, unsigned mover)
{
    return winner == mover ? OXO_SOLVED_WIN : OXO_SOLVED_LOSS;
}

static oxo_solution_kind find_result(task *t)
{
    const unsigned mover = t->root.p.turn;
    /* The likely winner first: if that is the winner, one question is enough.
     */
    const int score = evaluation_score(&t->root.eval, &t->root.p);
    unsigned side = score >= 0 ? mover : mover ^ 1U;
    for (int i = 0; i < 2; i++, side ^= 1U) {
        const proof_answer answer =
            ask_prover(t, &t->root, side, PROOF_EVER, NULL);
        if (answer == PROOF_STOPPED)
            return OXO_SOLVED_UNKNOWN;
        if (answer == PROOF_YES)
            return solved_for(side, mover);
    }
    return OXO_SOLVED_DRAW;
}

/* The winner; in a draw, the side to move. */
static unsigned winner_of(const task *t)
{
    return t->root.p.turn ^ (t->solution.kind == OXO_SOLVED_LOSS);
}

/* ---- The line ----------------------------------------------------------- */

/* The move with the best evaluation, for a side that loses anyway. */
static oxo_move least_bad_move(const spot *s)
{
    oxo_move moves[OXO_MAX_MOVES], best = OXO_NO_MOVE;
    int worst = INT32_MAX;
    const int count = oxo_ultimate_moves(&s->p, moves);
    for (int i = 0; i < count; i++) {
        spot next = *s;
        spot_play(&next, moves[i]);
        if (oxo_ultimate_outcome(&next.p) != OXO_ONGOING)
            continue;
        int score = evaluation_score(&next.eval, &next.p);
        if (spot_winning_move(&next.p) != OXO_NO_MOVE)
            score += EVALUATION_LIMIT;
        if (score < worst) {
            worst = score;
            best = moves[i];
        }
    }
    return best == OXO_NO_MOVE ? moves[0] : best;
}

/* The step between possible distances. The winner's move completes a line of
 * boards, so distances differ by two. Where the most boards win, the loser may
 * make the last move. */
static int distance_step(const oxo_ultimate *p)
{
    return p->rules == OXO_ULTIMATE_CG ? 1 : 2;
}

/* A move that preserves the result and, unless `within` is PROOF_EVER, the
 * distance: the winner must win in time, the loser must not lose sooner.
 * OXO_NO_MOVE if a limit was reached. */
static oxo_move find_preserving_move(task *t, const spot *s, int within)
{
    const unsigned mover = s->p.turn;
    oxo_move m = OXO_NO_MOVE;
    if (t->solution.kind == OXO_SOLVED_DRAW)
        ask_prover(t, s, mover ^ 1U, PROOF_EVER, &m);
    else if (mover == winner_of(t))
        ask_prover(t, s, mover, within, &m);
    else if (within == PROOF_EVER)
        m = least_bad_move(s);
    else
        ask_prover(t, s, mover ^ 1U, within - distance_step(&s->p), &m);
    return m;
}

/* Plays a line to the end of the game. False, with an incomplete line, if a
 * limit was reached. */
static bool find_line(task *t, int within, oxo_move *ret_line, int *ret_length)
{
    spot s = t->root;
    int length = 0;
    bool going = true;
    while (going && oxo_ultimate_outcome(&s.p) == OXO_ONGOING) {
        const oxo_move m = find_preserving_move(
            t, &s, within == PROOF_EVER ? within : within - length);
        going = m != OXO_NO_MOVE;
        if (going) {
            ret_line[length++] = m;
            spot_play(&s, m);
        }
    }
    *ret_length = length;
    return going;
}

static void set_line(task *t)
{
    oxo_solution *s = &t->solution;
    s->complete = find_line(t, PROOF_EVER, s->line, &s->length);
    s->distance = s->complete ? s->length : t->root.empty;
}

/* ---- The distance ------------------------------------------------------- */

/* The smallest number of moves within which the winner wins, or 0 if a limit
 * was reached. Asks upwards, which is cheap: each question costs several times
 * as much as the one before. */
static int find_distance(task *t)
{
    const oxo_ultimate *p = &t->root.p;
    int within = bound_moves_to_win(p, winner_of(t));
    proof_answer answer;
    while ((answer = ask_prover(t, &t->root, winner_of(t), within, NULL)) ==
           PROOF_NO) {
        within += distance_step(p);
        assert(within <= OXO_MAX_MOVES);
    }
    return answer == PROOF_YES ? within : 0;
}

static void set_exact_line(task *t)
{
    oxo_move line[OXO_MAX_MOVES];
    int length;
    const int distance = find_distance(t);
    if (distance == 0 || !find_line(t, distance, line, &length))
        return;
    assert(length == distance);
    oxo_solution *s = &t->solution;
    s->exact = s->complete = true;
    s->distance = s->length = length;
    for (int i = 0; i < length; i++)
        s->line[i] = line[i];
}

/* ---- Solving ------------------------------------------------------------ */

static oxo_solution_kind kind_of_value(oxo_value_kind kind)
{
    return kind == OXO_PROVEN_WIN    ? OXO_SOLVED_WIN
           : kind == OXO_PROVEN_DRAW ? OXO_SOLVED_DRAW
                                     : OXO_SOLVED_LOSS;
}

static oxo_solution solve_classic(const oxo_classic *p)
{
    const oxo_value value = oxo_classic_value(p);
    oxo_solution s = {.kind = kind_of_value(value.kind),
                      .exact = true,
                      .complete = true,
                      .distance = value.distance};
    oxo_classic at = *p;
    oxo_move m = OXO_NO_MOVE;
    while (oxo_classic_best_move(&at, &m) == OXO_OK) {
        s.line[s.length++] = m;
        at = oxo_classic_play(at, m);
    }
    return s;
}

static oxo_solution solve_finished(const oxo_position *p, oxo_outcome outcome)
{
    const oxo_mark winner = oxo_outcome_winner(outcome);
    return (oxo_solution){
        .kind = winner == OXO_NONE ? OXO_SOLVED_DRAW
                                   : solved_for(winner, oxo_position_turn(p)),
        .exact = true,
        .complete = true};
}

static void solve_ultimate(task *t)
{
    solver_table_next_search(&t->solver->table);
    t->solution.kind = find_result(t);
    if (t->solution.kind == OXO_SOLVED_UNKNOWN)
        return;
    set_line(t);
    if (t->limits.exact_distance && t->solution.kind != OXO_SOLVED_DRAW)
        set_exact_line(t);
}

oxo_solution oxo_solver_solve(oxo_solver *solver, const oxo_position *p,
                              const oxo_solve_limits *limits,
                              oxo_solve_report *report_to, void *context)
{
    const oxo_outcome outcome = oxo_position_outcome(p);
    if (outcome != OXO_ONGOING)
        return solve_finished(p, outcome);
    if (p->variant == OXO_CLASSIC)
        return solve_classic(&p->as.classic);
    task t = {.solver = solver,
              .report = report_to,
              .context = context,
              .begun = clock_ms(),
              .root = spot_from(&p->as.ultimate),
              .prover = {.table = &solver->table, .pause = check_limits}};
    t.prover.context = &t;
    if (limits)
        t.limits = *limits;
    solve_ultimate(&t);
    t.solution.nodes = t.prover.nodes;
    t.solution.time = clock_ms() - t.begun;
    return t.solution;
}
