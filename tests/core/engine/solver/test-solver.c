/* test-solver.c - proofs against a full-width minimax.
 *
 *     test-solver FILE
 *
 * FILE holds late positions: on each line a variant's word and a position. */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"
#include "oxo/perfect.h"
#include "oxo/playout.h"
#include "oxo/solver.h"
#include "play.h"

static const oxo_variant rule_sets[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};

static oxo_solver *new_solver(size_t memory)
{
    oxo_solver *solver = NULL;
    assert_int_equal(oxo_solver_create(memory, &solver), 0);
    return solver;
}

static oxo_solution solve(oxo_solver *solver, const oxo_ultimate *p,
                          bool exact)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_solve_limits limits = {.exact_distance = exact};
    return oxo_solver_solve(solver, &position, &limits, NULL, NULL);
}

/* ---- The oracle --------------------------------------------------------- */

typedef struct truth {
    int result; /* 1 the mover wins, 0 draw, -1 loses */
    int distance;
} truth;

/* Is `a` better for the one who chooses? Win soon, lose late. */
static bool is_better(truth a, truth b)
{
    if (a.result != b.result)
        return a.result > b.result;
    return a.result > 0 ? a.distance < b.distance
                        : a.result < 0 && a.distance > b.distance;
}

static truth minimax(const oxo_ultimate *p)
{
    const oxo_outcome outcome = oxo_ultimate_outcome(p);
    if (outcome == OXO_DRAW)
        return (truth){0, 0};
    if (outcome != OXO_ONGOING)
        return (truth){
            oxo_outcome_winner(outcome) == (oxo_mark)p->turn ? 1 : -1, 0};
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    truth best = {-2, 0};
    for (int i = 0; i < count; i++) {
        const oxo_ultimate next = oxo_ultimate_play(*p, moves[i]);
        const truth reply = minimax(&next);
        const truth here = {-reply.result, reply.distance + 1};
        if (best.result == -2 || is_better(here, best))
            best = here;
    }
    return best;
}

static oxo_solution_kind kind_of(truth t)
{
    return t.result > 0   ? OXO_SOLVED_WIN
           : t.result < 0 ? OXO_SOLVED_LOSS
                          : OXO_SOLVED_DRAW;
}

/* ---- Positions ---------------------------------------------------------- */

static int cells_left(const oxo_ultimate *p)
{
    oxo_ultimate free = *p;
    free.forced = OXO_ANY_BOARD;
    return oxo_ultimate_count_moves(&free);
}

/* A random game's first position with no more than `most` cells left; false
 * if the game was over before. */
static bool late_position(oxo_variant rules, int most, oxo_random *dice,
                          oxo_ultimate *ret)
{
    oxo_ultimate p = oxo_ultimate_start(rules);
    while (oxo_ultimate_outcome(&p) == OXO_ONGOING && cells_left(&p) > most) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_ultimate_moves(&p, moves);
        p = oxo_ultimate_play(p,
                              moves[oxo_random_below(dice, (unsigned)count)]);
    }
    *ret = p;
    return oxo_ultimate_outcome(&p) == OXO_ONGOING;
}

/* The next such position, from as many games as it takes. */
static oxo_ultimate next_late(oxo_variant rules, int most, oxo_random *dice)
{
    oxo_ultimate p;
    bool found = false;
    while (!found)
        found = late_position(rules, most, dice, &p);
    return p;
}

/* ---- Laws --------------------------------------------------------------- */

/* The line is legal, as long as is said, and ends the game as is said. */
static void check_line(const oxo_ultimate *p, const oxo_solution *s)
{
    oxo_ultimate at = *p;
    assert_true(s->complete);
    assert_int_equal(s->length, s->distance);
    for (int i = 0; i < s->length; i++) {
        assert_int_equal(oxo_ultimate_check(&at, s->line[i]), OXO_OK);
        at = oxo_ultimate_play(at, s->line[i]);
    }
    const oxo_outcome outcome = oxo_ultimate_outcome(&at);
    assert_int_not_equal(outcome, OXO_ONGOING);
    const oxo_mark winner = oxo_outcome_winner(outcome);
    const int result = winner == OXO_NONE       ? 0
                       : (int)winner == p->turn ? 1
                                                : -1;
    assert_int_equal(kind_of((truth){result, 0}), s->kind);
}

/* Every move of the line keeps result and distance: nobody could do better. */
static void check_best_play(const oxo_ultimate *p, const oxo_solution *s)
{
    oxo_ultimate at = *p;
    truth here = minimax(&at);
    for (int i = 0; i < s->length; i++) {
        at = oxo_ultimate_play(at, s->line[i]);
        const truth next = minimax(&at);
        assert_int_equal(-next.result, here.result);
        if (here.result != 0)
            assert_int_equal(next.distance + 1, here.distance);
        here = next;
    }
}

static void agrees_with_minimax_in(oxo_variant rules, int most, int count)
{
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    oxo_random dice = {(uint64_t)most};
    int kinds[4] = {0};
    for (int i = 0; i < count; i++) {
        const oxo_ultimate p = next_late(rules, most, &dice);
        const truth t = minimax(&p);
        const oxo_solution plain = solve(solver, &p, false);
        assert_int_equal(plain.kind, kind_of(t));
        check_line(&p, &plain);
        const oxo_solution exact = solve(solver, &p, true);
        assert_int_equal(exact.kind, kind_of(t));
        check_line(&p, &exact);
        if (t.result != 0) {
            assert_true(exact.exact);
            assert_int_equal(exact.distance, t.distance);
        }
        check_best_play(&p, &exact);
        kinds[exact.kind]++;
    }
    /* All results occur, or the test would say little. */
    assert_true(kinds[OXO_SOLVED_WIN] > 0 && kinds[OXO_SOLVED_LOSS] > 0);
    assert_true(kinds[OXO_SOLVED_DRAW] > 0);
    oxo_solver_destroy(solver);
}

static void agrees_with_minimax_on_late_positions(void **state)
{
    (void)state;
    const int many = TEST_IS_FAST ? 2000 : 300;
    for (int i = 0; i < 3; i++)
        agrees_with_minimax_in(rule_sets[i], 8, many);
    for (int i = 0; i < 3; i++)
        agrees_with_minimax_in(rule_sets[i], 11, many / 10);
}

static void agrees_with_minimax_when_nothing_is_kept(void **state)
{
    (void)state;
    oxo_random dice = {77};
    for (int i = 0; i < (TEST_IS_FAST ? 60 : 6); i++) {
        const oxo_ultimate p = next_late(rule_sets[i % 3], 9, &dice);
        oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
        const oxo_solution s = solve(solver, &p, true);
        const truth t = minimax(&p);
        assert_int_equal(s.kind, kind_of(t));
        if (t.result != 0)
            assert_int_equal(s.distance, t.distance);
        oxo_solver_destroy(solver);
    }
}

/* A table that is far too small costs time, not truth. */
static void a_crowded_table_gives_the_same_answers(void **state)
{
    (void)state;
    oxo_solver *small = new_solver(OXO_SOLVER_MIN_MEMORY);
    oxo_solver *large = new_solver((size_t)64 << 20);
    oxo_random dice = {5};
    for (int i = 0; i < (TEST_IS_FAST ? 30 : 3); i++) {
        const oxo_ultimate p =
            next_late(rule_sets[i % 3], i % 3 == 2 ? 20 : 26, &dice);
        const oxo_solution a = solve(small, &p, true);
        const oxo_solution b = solve(large, &p, true);
        assert_int_equal(a.kind, b.kind);
        if (a.kind != OXO_SOLVED_DRAW)
            assert_int_equal(a.distance, b.distance);
        check_line(&p, &a);
        check_line(&p, &b);
    }
    oxo_solver_destroy(small);
    oxo_solver_destroy(large);
}

static void symmetric_positions_have_equal_results(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver((size_t)16 << 20);
    oxo_random dice = {6};
    for (int i = 0; i < (TEST_IS_FAST ? 30 : 3); i++) {
        const oxo_ultimate p = next_late(rule_sets[i % 3], 18, &dice);
        const oxo_solution first = solve(solver, &p, true);
        for (int symmetry = 1; symmetry < OXO_SYMMETRIES; symmetry++) {
            const oxo_ultimate turned = oxo_ultimate_transform(p, symmetry);
            const oxo_solution s = solve(solver, &turned, true);
            assert_int_equal(s.kind, first.kind);
            if (s.kind != OXO_SOLVED_DRAW)
                assert_int_equal(s.distance, first.distance);
        }
    }
    oxo_solver_destroy(solver);
}

/* ---- Limits ------------------------------------------------------------- */

static bool count_reports(const oxo_solve_info *info, void *context)
{
    (void)info;
    ++*(int *)context;
    return true;
}

static bool refuse(const oxo_solve_info *info, void *context)
{
    (void)info;
    ++*(int *)context;
    return false;
}

static const oxo_position *start_position(void)
{
    static oxo_position p;
    p = oxo_position_start(OXO_ULTIMATE);
    return &p;
}

static void a_node_limit_gives_unknown(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    const oxo_solve_limits limits = {.nodes = 20000};
    const oxo_solution s =
        oxo_solver_solve(solver, start_position(), &limits, NULL, NULL);
    assert_int_equal(s.kind, OXO_SOLVED_UNKNOWN);
    assert_int_equal(s.length, 0);
    assert_false(s.exact || s.complete);
    assert_in_range(s.nodes, 20000, 30000);
    oxo_solver_destroy(solver);
}

static void a_time_limit_gives_unknown(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    const oxo_solve_limits limits = {.time = 5};
    const oxo_solution s =
        oxo_solver_solve(solver, start_position(), &limits, NULL, NULL);
    assert_int_equal(s.kind, OXO_SOLVED_UNKNOWN);
    oxo_solver_destroy(solver);
}

/* However little is allowed, what is said is true; and however often a solve
 * is broken off, the next one gets further. */
static void limits_never_make_a_wrong_answer(void **state)
{
    (void)state;
    oxo_random dice = {8};
    for (int i = 0; i < (TEST_IS_FAST ? 60 : 6); i++) {
        const oxo_ultimate p = next_late(rule_sets[i % 3], 9, &dice);
        const oxo_position position = oxo_position_of_ultimate(p);
        const truth t = minimax(&p);
        oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
        oxo_solution s = {.complete = false};
        for (uint64_t nodes = 1; !s.complete || (t.result && !s.exact);
             nodes += nodes / 2 + 1) {
            const oxo_solve_limits limits = {.nodes = nodes,
                                             .exact_distance = true};
            s = oxo_solver_solve(solver, &position, &limits, NULL, NULL);
            if (s.kind != OXO_SOLVED_UNKNOWN)
                assert_int_equal(s.kind, kind_of(t));
            if (s.exact)
                assert_int_equal(s.distance, t.distance);
            if (s.kind != OXO_SOLVED_UNKNOWN && t.result != 0)
                assert_true(s.complete || s.distance >= t.distance);
        }
        oxo_solver_destroy(solver);
    }
}

static void stop_ends_the_solve_that_has_it_and_no_other(void **state)
{
    (void)state;
    oxo_random dice = {9};
    const oxo_position p =
        oxo_position_of_ultimate(next_late(OXO_ULTIMATE, 30, &dice));
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    oxo_stop stop = {0};
    oxo_stop_set(&stop);
    const oxo_solve_limits limits = {.stop = &stop};
    const oxo_solution stopped =
        oxo_solver_solve(solver, start_position(), &limits, NULL, NULL);
    assert_int_equal(stopped.kind, OXO_SOLVED_UNKNOWN);
    assert_in_range(stopped.nodes, 0, 10000);
    const oxo_solution s = oxo_solver_solve(solver, &p, NULL, NULL, NULL);
    assert_int_not_equal(s.kind, OXO_SOLVED_UNKNOWN);
    oxo_solver_destroy(solver);
}

static bool stop_from_report(const oxo_solve_info *info, void *context)
{
    (void)info;
    oxo_stop_set(context);
    return true;
}

static void stop_ends_a_running_solve(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    oxo_stop stop = {0};
    const oxo_solve_limits limits = {.stop = &stop};
    const oxo_solution s = oxo_solver_solve(solver, start_position(), &limits,
                                            stop_from_report, &stop);
    assert_int_equal(s.kind, OXO_SOLVED_UNKNOWN);
    oxo_solver_destroy(solver);
}

static void a_report_may_stop(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    int reports = 0;
    const oxo_solution s =
        oxo_solver_solve(solver, start_position(), NULL, refuse, &reports);
    assert_int_equal(s.kind, OXO_SOLVED_UNKNOWN);
    assert_int_equal(reports, 1);
    oxo_solver_destroy(solver);
}

static void memory_stays_within_its_limit(void **state)
{
    (void)state;
    oxo_solver *solver = NULL;
    assert_int_equal(oxo_solver_create(OXO_SOLVER_MIN_MEMORY - 1, &solver),
                     -EINVAL);
    assert_null(solver);
    for (size_t memory = OXO_SOLVER_MIN_MEMORY; memory < (size_t)20 << 20;
         memory += memory / 3) {
        solver = new_solver(memory);
        assert_in_range(oxo_solver_memory(solver), memory / 4, memory);
        oxo_solver_destroy(solver);
    }
}

/* ---- The committed positions -------------------------------------------- */

static const char *late_file;

static bool read_late(FILE *file, oxo_position *ret)
{
    char line[256];
    if (!fgets(line, sizeof(line), file))
        return false;
    char *text = strchr(line, ' ');
    assert_non_null(text);
    *text++ = '\0';
    oxo_variant variant;
    assert_true(oxo_variant_find(line, &variant));
    assert_int_equal(oxo_position_parse(OXO_NATIVE, variant, text, ret, NULL),
                     OXO_OK);
    return true;
}

static int undecided_cells(const oxo_ultimate *p)
{
    int n = 0;
    for (int m = 0; m < OXO_MAX_MOVES; m++) {
        const oxo_board board = oxo_ultimate_board(p, m / 9);
        n += oxo_ultimate_board_outcome(p, m / 9) == OXO_ONGOING &&
             oxo_board_at(board, m % 9) == OXO_NONE;
    }
    return n;
}

/* Nodes, not seconds, so that the test says the same on every machine. */
static void late_positions_take_less_than_a_million_nodes(void **state)
{
    (void)state;
    FILE *file = fopen(late_file, "r");
    assert_non_null(file);
    int count = 0, solved = 0;
    oxo_position p;
    while (read_late(file, &p)) {
        const int cells = undecided_cells(&p.as.ultimate);
        assert_in_range(cells, 25, 30);
        if (count++ % (TEST_IS_FAST ? 1 : 10) != 0)
            continue;
        oxo_solver *solver = new_solver((size_t)64 << 20);
        const oxo_solve_limits limits = {.nodes = 1000000};
        const oxo_solution s =
            oxo_solver_solve(solver, &p, &limits, NULL, NULL);
        if (s.kind != OXO_SOLVED_UNKNOWN)
            solved++;
        if (s.complete)
            check_line(&p.as.ultimate, &s);
        oxo_solver_destroy(solver);
    }
    fclose(file);
    assert_int_equal(count, 300);
    assert_true(solved >= (TEST_IS_FAST ? 285 : 27));
}

/* ---- Simple cases ------------------------------------------------------- */

static void finished_games_are_answered_at_once(void **state)
{
    (void)state;
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    oxo_random dice = {10};
    for (int i = 0; i < 30; i++) {
        oxo_ultimate p;
        assert_false(late_position(rule_sets[i % 3], 0, &dice, &p));
        int reports = 0;
        const oxo_position position = oxo_position_of_ultimate(p);
        const oxo_solution s =
            oxo_solver_solve(solver, &position, NULL, count_reports, &reports);
        assert_int_equal(s.kind, kind_of(minimax(&p)));
        assert_true(s.exact && s.complete);
        assert_int_equal(s.distance, 0);
        assert_int_equal(s.nodes, 0);
        assert_int_equal(reports, 0);
    }
    oxo_solver_destroy(solver);
}

static void classic_is_looked_up(void **state)
{
    (void)state;
    static const char *const games[] = {"", "e", "e b", "e b a", "a b c d"};
    oxo_solver *solver = new_solver(OXO_SOLVER_MIN_MEMORY);
    for (int i = 0; i < 5; i++) {
        const oxo_position p = position_after(OXO_CLASSIC, games[i]);
        const oxo_value value = oxo_classic_value(&p.as.classic);
        const oxo_solution s = oxo_solver_solve(solver, &p, NULL, NULL, NULL);
        assert_int_equal(s.kind, value.kind == OXO_PROVEN_WIN ? OXO_SOLVED_WIN
                                 : value.kind == OXO_PROVEN_LOSS
                                     ? OXO_SOLVED_LOSS
                                     : OXO_SOLVED_DRAW);
        assert_true(s.exact && s.complete);
        assert_int_equal(s.distance, value.distance);
        assert_int_equal(s.length, value.distance);
        oxo_position at = p;
        for (int k = 0; k < s.length; k++) {
            assert_int_equal(oxo_position_check(&at, s.line[k]), OXO_OK);
            at = oxo_position_play(&at, s.line[k]);
        }
        assert_int_not_equal(oxo_position_outcome(&at), OXO_ONGOING);
    }
    oxo_solver_destroy(solver);
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    oxo_solver_destroy(NULL);
}

TEST_GROUP("solver")
{
    const test_arguments arguments = test_group_arguments();
    if (arguments.count != 1) {
        fprintf(stderr, "usage: solver FILE\n");
        return 2;
    }
    late_file = arguments.at[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_minimax_on_late_positions),
        cmocka_unit_test(agrees_with_minimax_when_nothing_is_kept),
        cmocka_unit_test(a_crowded_table_gives_the_same_answers),
        cmocka_unit_test(symmetric_positions_have_equal_results),
        cmocka_unit_test(a_node_limit_gives_unknown),
        cmocka_unit_test(a_time_limit_gives_unknown),
        cmocka_unit_test(limits_never_make_a_wrong_answer),
        cmocka_unit_test(stop_ends_the_solve_that_has_it_and_no_other),
        cmocka_unit_test(stop_ends_a_running_solve),
        cmocka_unit_test(a_report_may_stop),
        cmocka_unit_test(memory_stays_within_its_limit),
        cmocka_unit_test(late_positions_take_less_than_a_million_nodes),
        cmocka_unit_test(finished_games_are_answered_at_once),
        cmocka_unit_test(classic_is_looked_up),
        cmocka_unit_test(destroying_nothing_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
