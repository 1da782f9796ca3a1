/* The engine's small parts: positions as the search sees them, evaluation,
 * what scores mean, how long to think, and what moves are likely to gain. */
#include "engine_kit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "order.h"
#include "oxo/neural.h"
#include "oxo/playout.h"
#include "spot.h"
#include "search_pvs.h"
#include "value.h"

/* Calls `visit` with every position of random games and the next move. */
typedef void visit_move(const oxo_ultimate *p, const spot *s, oxo_move m);

static void for_random_moves(visit_move *visit)
{
    uint64_t seed = 1;
    for (int game = 0; game < (TEST_IS_FAST ? 600 : 60); game++) {
        oxo_ultimate p = oxo_ultimate_start(rule_sets[game % RULE_SETS]);
        spot s = spot_from(&p);
        while (oxo_ultimate_outcome(&p) == OXO_ONGOING) {
            oxo_move moves[OXO_MAX_MOVES];
            const int count = oxo_ultimate_moves(&p, moves);
            const oxo_move m = moves[next_random(&seed, (unsigned)count)];
            visit(&p, &s, m);
            p = oxo_ultimate_play(p, m);
            spot_play(&s, m);
        }
    }
}

/* ---- Spots -------------------------------------------------------------- */

static void check_incremental(const oxo_ultimate *p, const spot *s, oxo_move m)
{
    (void)m;
    const spot fresh = spot_from(p);
    assert_same(s->p, *p);
    assert_true(s->hash == fresh.hash);
    assert_same(s->winnable, fresh.winnable);
    assert_same(s->eval, fresh.eval);
}

/* Where a network judges nobody asks for chances. */
static void patterns_follow_where_chances_are_not_kept(void **state)
{
    (void)state;
    oxo_random random = {4};
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    const spot fresh = spot_from(&start);
    spot whole = fresh, part = fresh;
    oxo_move moves[OXO_MAX_MOVES];
    int count;
    part.eval.patterns_only = true;
    while ((count = oxo_ultimate_moves(&whole.p, moves)) > 0) {
        const oxo_move m = moves[oxo_random_below(&random, (uint32_t)count)];
        spot_play(&whole, m);
        spot_play(&part, m);
        assert_same(part.eval.pattern, whole.eval.pattern);
        assert_same(part.eval.chance, fresh.eval.chance);
        assert_true(part.hash == whole.hash);
    }
}

static void spot_kept_up_to_date_is_as_if_made_anew(void **state)
{
    (void)state;
    for_random_moves(check_incremental);
}

static bool wins_at_once(const oxo_ultimate *p, oxo_move m)
{
    const oxo_ultimate next = oxo_ultimate_play(*p, m);
    return oxo_board_win(oxo_ultimate_meta(&next)).winner != OXO_NONE;
}

static void check_winning_move(const oxo_ultimate *p, const spot *s,
                               oxo_move m)
{
    (void)m;
    oxo_move moves[OXO_MAX_MOVES], first = OXO_NO_MOVE;
    const int count = oxo_ultimate_moves(p, moves);
    for (int i = count; i-- > 0;) {
        if (wins_at_once(p, moves[i]))
            first = moves[i];
    }
    assert_int_equal(spot_winning_move(&s->p), first);
}

static void winning_move_is_the_first_that_makes_a_line(void **state)
{
    (void)state;
    for_random_moves(check_winning_move);
}

/* Plays a random game on; what it comes to, for X: 1, 0 or -1. */
static int random_result(oxo_ultimate p, uint64_t *seed)
{
    oxo_move moves[OXO_MAX_MOVES];
    int count;
    while ((count = oxo_ultimate_moves(&p, moves)) > 0)
        p = oxo_ultimate_play(p, moves[next_random(seed, (unsigned)count)]);
    const oxo_mark winner = oxo_outcome_winner(oxo_ultimate_outcome(&p));
    return (winner == OXO_X) - (winner == OXO_O);
}

static int hopeless; /* positions in which a side could not win any more */

static void check_best(const oxo_ultimate *p, const spot *s, oxo_move m)
{
    uint64_t seed = s->hash;
    const int of_x = spot_best_result(s, OXO_X),
              of_o = spot_best_result(s, OXO_O);
    const int result = random_result(oxo_ultimate_play(*p, m), &seed);
    assert_true(result <= of_x && -result <= of_o);
    hopeless += of_x < 1 || of_o < 1;
}

static void no_game_ends_better_than_could_be_hoped_for(void **state)
{
    (void)state;
    for_random_moves(check_best);
    assert_true(hopeless > 50);
}

/* Cells of a decided board cannot matter any more, unless it takes moves. */
static void inside_of_a_closed_board_is_not_hashed(void **state)
{
    (void)state;
    const char *one = "xxxoo.... ......... ......... ......... ......... "
                      "......... ......... ......... .........";
    const char *two = "xxx.oo... ......... ......... ......... ......... "
                      "......... ......... ......... .........";
    for (int r = 0; r < RULE_SETS; r++) {
        const oxo_ultimate a = ultimate_of(rule_sets[r], one, OXO_O, 9);
        const oxo_ultimate b = ultimate_of(rule_sets[r], two, OXO_O, 9);
        const bool same = spot_from(&a).hash == spot_from(&b).hash;
        assert_int_equal(same, rule_sets[r] != OXO_ULTIMATE_CONTINUE);
    }
}

static void what_differs_has_another_hash(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ee ea ae");
    oxo_ultimate other = p;
    other.turn ^= 1;
    assert_true(spot_from(&p).hash != spot_from(&other).hash);
    other = p;
    other.forced = OXO_ANY_BOARD;
    assert_true(spot_from(&p).hash != spot_from(&other).hash);
    other = p;
    other.cells[OXO_X][8] |= 1;
    assert_true(spot_from(&p).hash != spot_from(&other).hash);
}

static void check_empty_cells(const oxo_ultimate *p, const spot *s, oxo_move m)
{
    (void)m;
    assert_int_equal(s->empty, cells_left(p));
}

static void empty_cells_are_those_that_can_be_played_in(void **state)
{
    (void)state;
    for_random_moves(check_empty_cells);
}

/* ---- Evaluation --------------------------------------------------------- */

static void check_limit(const oxo_ultimate *p, const spot *s, oxo_move m)
{
    (void)m;
    assert_true(abs(evaluation_score(&s->eval, p)) < EVALUATION_LIMIT);
}

static void evaluation_stays_far_from_a_proof(void **state)
{
    (void)state;
    assert_true(EVALUATION_LIMIT < (int)SEARCH_PROVEN);
    for_random_moves(check_limit);
}

/* The mover has nearly won, or nearly lost. */
static void evaluation_sees_who_is_far_ahead(void **state)
{
    (void)state;
    const char *boards = "xxxoo.... xxx.oo... ......... ......... xxx.oo... "
                         "......... ......... ......... .........";
    for (int r = 0; r < RULE_SETS; r++) {
        for (int turn = 0; turn < 2; turn++) {
            const oxo_ultimate p = ultimate_of(rule_sets[r], boards,
                                               (oxo_mark)turn, OXO_ANY_BOARD);
            const spot s = spot_from(&p);
            const int score = evaluation_score(&s.eval, &p);
            assert_int_equal(score > 0, turn == OXO_X);
        }
    }
}

/* ---- Values ------------------------------------------------------------- */

static int expected(const oxo_value *v)
{
    return 2 * v->wdl[0] + v->wdl[1];
}

/* What a score is worth, by the evaluation written by hand or by a network;
 * there is none for `ultimate-continue`. */
enum { JUDGES = RULE_SETS + 2 };

static oxo_value judged(int judge, int score)
{
    static const oxo_variant of_neural[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG};
    const bool neural = judge >= RULE_SETS;
    return value_of_score(
        score, false, neural ? of_neural[judge - RULE_SETS] : rule_sets[judge],
        neural, 0);
}

/* Exactly 0, a draw in sight, takes from wins and losses alike: what grows
 * with every score is the expected result. */
static void chances_add_up_and_grow_with_the_score(void **state)
{
    (void)state;
    for (int judge = 0; judge < JUDGES; judge++) {
        oxo_value last = judged(judge, -EVALUATION_LIMIT);
        for (int score = -EVALUATION_LIMIT; score <= EVALUATION_LIMIT;
             score++) {
            const oxo_value v = judged(judge, score);
            assert_int_equal(v.kind, OXO_ESTIMATED);
            assert_int_equal(v.centi, score);
            assert_int_equal(v.wdl[0] + v.wdl[1] + v.wdl[2], 1000);
            assert_true(v.wdl[0] >= 0 && v.wdl[1] >= 0 && v.wdl[2] >= 0);
            assert_true(expected(&v) >= expected(&last));
            last = v;
        }
    }
}

static void even_score_is_a_draw_more_often_than_any_other(void **state)
{
    (void)state;
    for (int judge = 0; judge < JUDGES; judge++) {
        const oxo_value even = judged(judge, 0), near = judged(judge, 1);
        assert_true(even.wdl[1] >= near.wdl[1]);
        assert_int_equal(even.wdl[0], even.wdl[2]);
    }
}

static void chances_of_both_sides_are_mirrored(void **state)
{
    (void)state;
    for (int judge = 0; judge < JUDGES; judge++) {
        for (int score = 0; score <= 2000; score++) {
            const oxo_value a = judged(judge, score);
            const oxo_value b = judged(judge, -score);
            assert_int_equal(a.wdl[0], b.wdl[2]);
            assert_int_equal(a.wdl[2], b.wdl[0]);
        }
    }
}

/* What is told lies between the score and the score with the whole cost of a
 * draw, grows with it, and is even where a draw was seen coming. */
static void contempt_is_taken_out_of_what_is_told(void **state)
{
    (void)state;
    enum { CONTEMPT = 80 };
    for (int variant = OXO_ULTIMATE; variant <= OXO_ULTIMATE_CG; variant++) {
        int last = INT_MIN;
        for (int score = -3000; score <= 3000; score++) {
            const oxo_value v = value_of_score(
                score, false, (oxo_variant)variant, true, CONTEMPT);
            assert_true(v.centi >= score && v.centi <= score + CONTEMPT);
            assert_true(score == -CONTEMPT ? v.centi == 0 : v.centi >= last);
            last = score == -CONTEMPT ? last : v.centi;
        }
    }
    const oxo_value even =
        value_of_score(1 - CONTEMPT, false, OXO_ULTIMATE, true, CONTEMPT);
    assert_true(abs(even.centi) <= 10);
}

static void proofs_are_certain(void **state)
{
    (void)state;
    for (int n = 0; n <= OXO_MAX_MOVES; n++) {
        const oxo_value win =
            value_of_score(SEARCH_WIN - n, n % 2, rule_sets[0], n % 3, n);
        assert_int_equal(win.kind, OXO_PROVEN_WIN);
        assert_int_equal(win.distance, n);
        assert_int_equal(win.wdl[0], 1000);
        const oxo_value loss =
            value_of_score(n - SEARCH_WIN, n % 2, rule_sets[0], n % 3, n);
        assert_int_equal(loss.kind, OXO_PROVEN_LOSS);
        assert_int_equal(loss.distance, n);
        assert_int_equal(loss.wdl[2], 1000);
    }
    assert_int_equal(value_of_score(0, true, OXO_ULTIMATE, true, 0).kind,
                     OXO_PROVEN_DRAW);
    assert_int_equal(value_of_score(0, false, OXO_ULTIMATE, true, 0).kind,
                     OXO_ESTIMATED);
}

/* ---- Time --------------------------------------------------------------- */

static void no_time_given_is_no_limit(void **state)
{
    (void)state;
    const oxo_limits limits = {.depth = 3, .clock = {0, 1000}};
    const budget b = budget_of(&limits, OXO_X, 81, 9);
    assert_int_equal(b.enough, 0);
    assert_int_equal(b.most, 0);
}

static void time_for_a_move_is_used_up(void **state)
{
    (void)state;
    const oxo_limits limits = {.move_time = 100, .clock = {5, 5}};
    const budget b = budget_of(&limits, OXO_O, 40, 9);
    assert_int_equal(b.most, 100);
    assert_true(b.enough <= 100);
}

/* Whatever is on the clock: some time, and never all of it. */
static void clock_is_shared_out(void **state)
{
    (void)state;
    static const int64_t clocks[] = {1, 2, 3, 10, 100, 1000, 60000, 3600000};
    static const int64_t increments[] = {0, 1, 100, 10000};
    for (int i = 0; i < 8 * 4; i++) {
        for (int empty = 1; empty <= OXO_MAX_MOVES; empty++) {
            const oxo_limits limits = {
                .clock = {clocks[i % 8], 0},
                .increment = {increments[i / 8], 0},
            };
            const budget b = budget_of(&limits, OXO_X, empty, 9);
            assert_true(b.enough >= 1 && b.enough <= b.most);
            assert_true(b.most == 1 || b.most < clocks[i % 8]);
        }
    }
}

/* Not so with a time for the move: that is to be used. */
static void only_move_takes_nothing_off_the_clock(void **state)
{
    (void)state;
    const oxo_limits clock = {.clock = {60000, 60000}};
    const oxo_limits fixed = {.move_time = 100};
    assert_int_equal(budget_of(&clock, OXO_X, 60, 1).most, 1);
    assert_int_equal(budget_of(&fixed, OXO_X, 60, 1).most, 100);
}

/* Of a clock without increments most is used by the time that the solver
 * takes over, if every move takes what is enough. */
static void clock_is_used_before_the_end(void **state)
{
    (void)state;
    oxo_limits limits = {.clock = {60000, 60000}};
    for (int empty = 81; empty >= 24; empty -= 3)
        limits.clock[OXO_X] -= budget_of(&limits, OXO_X, empty, 9).enough;
    assert_in_range(limits.clock[OXO_X], 5000, 25000);
}

/* With three times as much on the clock more than three times as much is
 * spent. */
static void reserve_is_kept_for_late_answers(void **state)
{
    (void)state;
    const oxo_limits limits = {.clock = {100, 300}};
    assert_true(3 * budget_of(&limits, OXO_X, 60, 9).most <
                budget_of(&limits, OXO_O, 60, 9).most);
}

static void each_side_has_its_own_clock(void **state)
{
    (void)state;
    const oxo_limits limits = {.clock = {1000, 100000}};
    assert_true(budget_of(&limits, OXO_X, 60, 9).most <
                budget_of(&limits, OXO_O, 60, 9).most);
}

/* Nothing overflows, neither here nor when the deadline is worked out. */
static void any_amount_of_time_is_understood(void **state)
{
    (void)state;
    const oxo_limits all = {.move_time = INT64_MAX};
    const oxo_limits clocks = {.clock = {INT64_MAX, 1000},
                               .increment = {INT64_MAX, INT64_MAX}};
    assert_true(budget_of(&all, OXO_X, 81, 9).most > 1000000000);
    assert_true(budget_of(&all, OXO_X, 81, 9).most < INT64_MAX / 2);
    assert_true(budget_of(&clocks, OXO_X, 81, 9).enough > 1000000000);
    assert_true(budget_of(&clocks, OXO_X, 81, 9).most < INT64_MAX / 2);
    assert_true(budget_of(&clocks, OXO_O, 81, 9).most < 1000);
}

/* ---- Gains and the order of moves --------------------------------------- */

static void gain_is_guessed_as_it_was_found(void **state)
{
    (void)state;
    enum { OFTEN = 200, NEAR = 32 }; /* what is left of divisions */
    static const int found[][2] = {
        {0, 0}, {170, 170}, {-300, -300}, {9000, 2000}, {-9000, -2000}};
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    const spot s = spot_from(&start);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        static gain_table gains;
        memset(&gains, 0, sizeof gains);
        for (int k = 0; k < OFTEN; k++)
            gain_learn(&gains, &s, 40, found[i][0]);
        assert_in_range(gain_expected(&gains, &s, 40) - found[i][1] + NEAR, 0,
                        2 * NEAR);
        assert_int_equal(gain_expected(&gains, &s, 41), 0);
    }
}

static void check_tiers(const oxo_ultimate *p, const spot *s, oxo_move m)
{
    (void)m;
    static search_thread t;
    static uint64_t seed = 7;
    const oxo_neural *neural = oxo_neural_builtin((oxo_variant)p->rules);
    if (!neural || oxo_ultimate_outcome(p) != OXO_ONGOING)
        return;
    search_thread_init(&t, NULL, NULL);
    search_thread_begin(&t);
    search_thread_set_evaluation(&t, neural, 0);
    for (int i = 0; i < OXO_MAX_MOVES; i++)
        t.gains.by_move[p->turn][i] =
            (int16_t)(next_random(&seed, 4001) - 2000);
    oxo_move legal[OXO_MAX_MOVES];
    const unsigned count = (unsigned)oxo_ultimate_moves(p, legal);
    for (int i = 0; i < 2; i++)
        t.killers[0][i] = legal[next_random(&seed, count)];
    move_list list;
    order_moves(&t, s, 1, 0, &list);
    for (int i = 0; i < list.count; i++) {
        const unsigned board = list.of[i].move / 9U,
                       cell = list.of[i].move % 9U;
        const bool wins = !has_bit(decided_boards(p), board) &&
                          has_bit(winning_cells(p, p->turn, board), cell);
        if (list.of[i].score > ORDER_LOSING)
            assert_int_equal(list.of[i].score >= ORDER_WINS_BOARD, wins);
    }
}

static void whatever_moves_gain_board_wins_are_told_from_others(void **state)
{
    (void)state;
    for_random_moves(check_tiers);
}

TEST_GROUP("engine-parts")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spot_kept_up_to_date_is_as_if_made_anew),
        cmocka_unit_test(patterns_follow_where_chances_are_not_kept),
        cmocka_unit_test(winning_move_is_the_first_that_makes_a_line),
        cmocka_unit_test(no_game_ends_better_than_could_be_hoped_for),
        cmocka_unit_test(inside_of_a_closed_board_is_not_hashed),
        cmocka_unit_test(what_differs_has_another_hash),
        cmocka_unit_test(empty_cells_are_those_that_can_be_played_in),
        cmocka_unit_test(evaluation_stays_far_from_a_proof),
        cmocka_unit_test(evaluation_sees_who_is_far_ahead),
        cmocka_unit_test(chances_add_up_and_grow_with_the_score),
        cmocka_unit_test(even_score_is_a_draw_more_often_than_any_other),
        cmocka_unit_test(chances_of_both_sides_are_mirrored),
        cmocka_unit_test(contempt_is_taken_out_of_what_is_told),
        cmocka_unit_test(proofs_are_certain),
        cmocka_unit_test(no_time_given_is_no_limit),
        cmocka_unit_test(time_for_a_move_is_used_up),
        cmocka_unit_test(clock_is_shared_out),
        cmocka_unit_test(only_move_takes_nothing_off_the_clock),
        cmocka_unit_test(clock_is_used_before_the_end),
        cmocka_unit_test(reserve_is_kept_for_late_answers),
        cmocka_unit_test(each_side_has_its_own_clock),
        cmocka_unit_test(any_amount_of_time_is_understood),
        cmocka_unit_test(gain_is_guessed_as_it_was_found),
        cmocka_unit_test(whatever_moves_gain_board_wins_are_told_from_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
