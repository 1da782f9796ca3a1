/* Grades, accuracy, key moments and the refined intensity: the formulas, on
 * values made by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "grade.h"
#include "judge.h"

static oxo_value win_in(int n)
{
    return (oxo_value){OXO_PROVEN_WIN, n, 0, {1000, 0, 0}};
}

static oxo_value loss_in(int n)
{
    return (oxo_value){OXO_PROVEN_LOSS, n, 0, {0, 0, 1000}};
}

static oxo_value draw(void)
{
    return (oxo_value){OXO_PROVEN_DRAW, 0, 0, {0, 1000, 0}};
}

/* An estimate with that expected score, a multiple of 10. */
static oxo_value about(int expected)
{
    const int win = expected / 10;
    return (oxo_value){.wdl = {win, 0, 1000 - win}};
}

static oxo_grade grade(oxo_value best, oxo_value played)
{
    const grade_case c = {best, played, 9, -1};
    return grade_of(&c);
}

static oxo_cost cost(oxo_value best, oxo_value played)
{
    const grade_case c = {best, played, 9, -1};
    return grade_cost(&c);
}

/* ---- Grades ------------------------------------------------------------- */

static void expected_score_counts_a_draw_as_a_half(void **state)
{
    (void)state;
    const oxo_value some = {.wdl = {300, 500, 200}};
    const oxo_value won = win_in(3), even = draw(), lost = loss_in(3);
    assert_int_equal(oxo_value_expected(&some), 5500);
    assert_int_equal(oxo_value_expected(&won), OXO_SCORE_ONE);
    assert_int_equal(oxo_value_expected(&even), OXO_SCORE_ONE / 2);
    assert_int_equal(oxo_value_expected(&lost), 0);
}

static void losses_decide_between_estimates(void **state)
{
    (void)state;
    assert_int_equal(grade(about(5000), about(5000)), OXO_GRADE_BEST);
    assert_int_equal(grade(about(5000), about(4990)), OXO_GRADE_GOOD);
    assert_int_equal(grade(about(5000), about(4510)), OXO_GRADE_GOOD);
    assert_int_equal(grade(about(5000), about(4500)), OXO_GRADE_INACCURACY);
    assert_int_equal(grade(about(5000), about(4010)), OXO_GRADE_INACCURACY);
    assert_int_equal(grade(about(5000), about(4000)), OXO_GRADE_MISTAKE);
    assert_int_equal(grade(about(5000), about(3010)), OXO_GRADE_MISTAKE);
    assert_int_equal(grade(about(5000), about(3000)), OXO_GRADE_BLUNDER);
}

static bool is_proven(oxo_value best, oxo_value played, int legal)
{
    const grade_case c = {best, played, legal, -1};
    return grade_is_proven(&c);
}

static void a_grade_is_as_sure_as_the_values_behind_it(void **state)
{
    (void)state;
    assert_true(is_proven(win_in(3), loss_in(4), 9));
    assert_true(is_proven(draw(), draw(), 9));
    assert_false(is_proven(win_in(3), about(2000), 9));
    assert_false(is_proven(about(5000), loss_in(4), 9));
    assert_false(is_proven(about(5000), about(5000), 9));
    assert_true(is_proven(about(5000), about(5000), 1));
}

/* What the other moves are worth may be found out later, also that one of them
 * is better than the best so far. */
static void proven_fault_stays_one_whatever_the_others_are(void **state)
{
    (void)state;
    const oxo_value best[] = {win_in(3), win_in(9), draw()};
    const oxo_value played[] = {draw(), loss_in(2), loss_in(8)};
    const oxo_value other[] = {win_in(1), win_in(5), about(9900), about(10)};
    for (int i = 0; i < 9; i++) {
        grade_case c = {best[i / 3], played[i % 3], 9, -1};
        const oxo_grade before = grade_of(&c);
        assert_true(grade_is_proven(&c));
        if (before < OXO_GRADE_INACCURACY)
            continue;
        for (int j = 0; j < 4; j++) {
            c.second = oxo_value_expected(&other[j]);
            assert_int_equal(grade_of(&c), before);
            if (judge_rank(&other[j]) > judge_rank(&c.best))
                c.best = other[j];
            assert_int_equal(grade_of(&c), before);
        }
    }
}

static void proven_praise_may_change_with_the_second(void **state)
{
    (void)state;
    grade_case c = {draw(), draw(), 3, 3000}; /* an estimate */
    assert_true(grade_is_proven(&c));
    assert_int_equal(grade_of(&c), OXO_GRADE_ONLY);
    c.second = 5000; /* a deeper look */
    assert_int_equal(grade_of(&c), OXO_GRADE_BEST);
}

static void proven_values_are_graded_by_what_became_of_them(void **state)
{
    (void)state;
    assert_int_equal(grade(win_in(3), win_in(3)), OXO_GRADE_BEST);
    assert_int_equal(grade(win_in(3), win_in(5)), OXO_GRADE_GOOD);
    assert_int_equal(grade(loss_in(6), loss_in(2)), OXO_GRADE_GOOD);
    assert_int_equal(grade(win_in(3), draw()), OXO_GRADE_MISSED_WIN);
    assert_int_equal(grade(win_in(3), about(6000)), OXO_GRADE_MISSED_WIN);
    assert_int_equal(grade(win_in(3), loss_in(2)), OXO_GRADE_BLUNDER);
    assert_int_equal(grade(draw(), loss_in(2)), OXO_GRADE_BLUNDER);
    /* What is nearly as good as the proven win misses little. */
    assert_int_equal(grade(win_in(9), about(9900)), OXO_GRADE_GOOD);
}

static void without_a_choice_nothing_is_lost(void **state)
{
    (void)state;
    const grade_case c = {about(9000), loss_in(2), 1, -1};
    assert_int_equal(grade_of(&c), OXO_GRADE_FORCED);
    assert_int_equal(grade_loss(&c), 0);
    assert_int_equal(grade_cost(&c), OXO_COST_NOTHING);
}

static void only_move_is_far_better_than_the_next(void **state)
{
    (void)state;
    grade_case c = {draw(), draw(), 3, 3000};
    assert_int_equal(grade_of(&c), OXO_GRADE_ONLY);
    c.second = 3010;
    assert_int_equal(grade_of(&c), OXO_GRADE_BEST);
    c.second = -1;
    assert_int_equal(grade_of(&c), OXO_GRADE_BEST);
    c.second = 0;
    c.played = loss_in(2);
    assert_int_equal(grade_of(&c), OXO_GRADE_BLUNDER);
}

static int gravity(oxo_grade g)
{
    return g == OXO_GRADE_MISSED_WIN ? (int)OXO_GRADE_BLUNDER : (int)g;
}

static void larger_loss_never_has_the_better_grade(void **state)
{
    (void)state;
    const oxo_value bests[] = {win_in(5), draw(), about(7000), about(10000)};
    for (size_t i = 0; i < sizeof(bests) / sizeof(bests[0]); i++) {
        int last = OXO_GRADE_FORCED;
        for (int e = oxo_value_expected(&bests[i]); e >= 0; e -= 10) {
            const int now = gravity(grade(bests[i], about(e)));
            assert_true(now >= last);
            last = now;
        }
        assert_int_equal(last, OXO_GRADE_BLUNDER);
        assert_int_equal(gravity(grade(bests[i], loss_in(4))), last);
    }
}

static void cost_names_the_proof_that_is_gone(void **state)
{
    (void)state;
    assert_int_equal(cost(about(5000), about(5000)), OXO_COST_NOTHING);
    assert_int_equal(cost(about(5000), about(4600)), OXO_COST_NOTHING);
    assert_int_equal(cost(about(5000), about(4000)), OXO_COST_SCORE);
    assert_int_equal(cost(win_in(3), win_in(5)), OXO_COST_SLOWER);
    assert_int_equal(cost(loss_in(6), loss_in(4)), OXO_COST_SOONER);
    assert_int_equal(cost(win_in(3), draw()), OXO_COST_WIN);
    assert_int_equal(cost(win_in(3), about(5000)), OXO_COST_WIN);
    assert_int_equal(cost(win_in(3), loss_in(2)), OXO_COST_GAME);
    assert_int_equal(cost(draw(), loss_in(2)), OXO_COST_DRAW);
    assert_int_equal(cost(draw(), about(3000)), OXO_COST_SCORE);
    assert_int_equal(cost(about(5000), loss_in(2)), OXO_COST_LOSES);
}

static void grades_have_words_of_their_own(void **state)
{
    (void)state;
    assert_string_equal(oxo_grade_word(OXO_UNGRADED), "ungraded");
    assert_string_equal(oxo_grade_word(OXO_GRADE_MISSED_WIN), "missed-win");
    for (int a = 0; a < OXO_GRADES; a++) {
        for (int b = 0; b < a; b++)
            assert_string_not_equal(oxo_grade_word((oxo_grade)a),
                                    oxo_grade_word((oxo_grade)b));
    }
}

/* ---- Whole games -------------------------------------------------------- */

/* A review whose points have these expected scores of X, as estimates. The
 * mover loses what the swing takes from it. */
static oxo_review review_of(const int *expected, int count)
{
    oxo_review r;
    oxo_review_init(&r);
    r.judged = count;
    for (int i = 0; i < count; i++) {
        r.points[i] = (oxo_point){.known = true,
                                  .value = about(expected[i]),
                                  .expected = expected[i]};
        if (i == 0)
            continue;
        oxo_verdict *v = &r.moves[i - 1];
        v->mark = (i - 1) % 2 ? OXO_O : OXO_X;
        v->swing = expected[i] - expected[i - 1];
        const int gain = v->mark == OXO_X ? v->swing : -v->swing;
        v->loss = gain < 0 ? -gain : 0;
        v->counts = true;
        v->grade = grade(about(5000), about(5000 - v->loss / 2));
    }
    grade_summarise(&r);
    return r;
}

#define REVIEW(...)                                                           \
    review_of((const int[]){__VA_ARGS__},                                     \
              sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static void perfect_player_has_a_hundred(void **state)
{
    (void)state;
    const oxo_review r = REVIEW(5000, 5000, 5000, 5000, 5000);
    assert_int_equal(r.accuracy[OXO_X], 10000);
    assert_int_equal(r.accuracy[OXO_O], 10000);
    const oxo_review none = REVIEW(5000);
    assert_int_equal(none.accuracy[OXO_X], 10000);
}

static void accuracy_is_the_mean_over_the_moves_that_count(void **state)
{
    (void)state;
    oxo_review r = REVIEW(5000, 4000, 4000, 4000); /* X loses 0.1, then 0 */
    const double want = 100 * 100 * (exp(-1.0) + 1) / 2;
    assert_int_equal(r.accuracy[OXO_X], (int)(want + 0.5));
    assert_int_equal(r.accuracy[OXO_O], 10000);
    r.moves[2].counts = false;
    grade_summarise(&r);
    assert_int_equal(r.accuracy[OXO_X], (int)(10000 * exp(-1.0) + 0.5));
}

static void exchanged_sides_exchange_accuracies(void **state)
{
    (void)state;
    /* O does in the second game what X did in the first, and the reverse. */
    const oxo_review a = REVIEW(5000, 4200, 4500, 4400, 7400);
    oxo_review b = REVIEW(5000, 5800, 5500, 5600, 2600);
    for (int i = 0; i < 4; i++) {
        b.moves[i].mark = oxo_mark_other(a.moves[i].mark);
        b.moves[i].loss = a.moves[i].loss;
    }
    grade_summarise(&b);
    assert_int_not_equal(a.accuracy[OXO_X], a.accuracy[OXO_O]);
    assert_int_equal(a.accuracy[OXO_X], b.accuracy[OXO_O]);
    assert_int_equal(a.accuracy[OXO_O], b.accuracy[OXO_X]);
}

static void larger_loss_makes_less_accurate(void **state)
{
    (void)state;
    for (int loss = 0; loss < OXO_SCORE_ONE; loss += 10) {
        assert_true(grade_accuracy(loss) > grade_accuracy(loss + 10));
        assert_true(grade_accuracy(loss) <= 1);
        assert_true(grade_accuracy(loss + 10) >= 0);
    }
}

static void grades_are_counted_by_side(void **state)
{
    (void)state;
    const oxo_review r = REVIEW(5000, 4000, 9000, 9000, 9000, 8000);
    for (int side = 0; side < 2; side++) {
        int sum = 0;
        for (int g = 0; g < OXO_GRADES; g++)
            sum += r.grades[side][g];
        assert_int_equal(sum, side == OXO_X ? 3 : 2);
    }
    assert_int_equal(r.grades[OXO_O][OXO_GRADE_BLUNDER], 1);
}

static void key_moment_is_the_largest_swing_around(void **state)
{
    (void)state;
    const oxo_review r = REVIEW(5000, 5000, 6600, 8600, 8600, 7110, 7110);
    assert_int_equal(r.key_count, 1); /* 0.16, then 0.20, later 0.149 */
    assert_int_equal(r.keys[0], 2);
    assert_true(r.moves[2].key);
    assert_false(r.moves[1].key);
}

static void first_of_equal_swings_is_the_moment(void **state)
{
    (void)state;
    const oxo_review r = REVIEW(5000, 3000, 5000, 3000, 3000);
    assert_int_equal(r.key_count, 1);
    assert_int_equal(r.keys[0], 0);
}

static void small_swings_are_no_moments(void **state)
{
    (void)state;
    const oxo_review r = REVIEW(5000, 6490, 5000, 6490);
    assert_int_equal(r.key_count, 0);
}

static void giving_a_proof_away_is_always_a_moment(void **state)
{
    (void)state;
    /* Each swing is followed by a larger one, but the first two moves each
     * throw away something proven. */
    oxo_review r = REVIEW(10000, 8000, 5000, 0, 0);
    assert_int_equal(r.key_count, 1);
    r.points[0].value = win_in(5);
    r.points[1].value = loss_in(4); /* to X: proven for O */
    r.moves[1].loss = 3000;
    grade_summarise(&r);
    assert_int_equal(r.key_count, 3);
    assert_int_equal(r.keys[0], 0);
    assert_int_equal(r.keys[1], 1);
    assert_int_equal(r.keys[2], 2);
}

/* ---- Intensity ---------------------------------------------------------- */

static int intensity(int w, int d, int l, int best_over_average)
{
    const oxo_value v = {.wdl = {w, d, l}};
    return grade_intensity(&v, best_over_average);
}

static void decided_games_without_a_choice_are_calm(void **state)
{
    (void)state;
    assert_int_equal(intensity(1000, 0, 0, 0), 0);
    assert_int_equal(intensity(0, 1000, 0, 0), 0);
    assert_int_equal(intensity(0, 0, 1000, 0), 0);
}

static void intensity_follows_the_documented_examples(void **state)
{
    (void)state;
    assert_int_equal(intensity(500, 0, 500, 0), 4000);
    assert_int_equal(intensity(400, 300, 300, 0), 2520);
    assert_int_equal(intensity(0, 1000, 0, 2500), 3750);
    assert_int_equal(intensity(1000, 0, 0, 8000), 5714);
    assert_int_equal(intensity(450, 200, 350, 1000), 5023);
    assert_int_equal(intensity(500, 0, 500, 10000), 10000);
}

static void intensity_is_the_same_for_both_sides_and_in_range(void **state)
{
    (void)state;
    for (int w = 0; w <= 1000; w += 50) {
        for (int l = 0; w + l <= 1000; l += 50) {
            int last = 0;
            for (int s = 0; s <= OXO_SCORE_ONE; s += 500) {
                const int here = intensity(w, 1000 - w - l, l, s);
                assert_int_equal(here, intensity(l, 1000 - w - l, w, s));
                assert_in_range(here, last, OXO_INTENSITY_ONE);
                last = here; /* the more is at stake, the more intense */
            }
        }
    }
}

static void closer_fights_are_more_intense(void **state)
{
    (void)state;
    assert_true(intensity(450, 100, 450, 300) > intensity(700, 100, 200, 300));
    assert_true(intensity(450, 100, 450, 300) > intensity(200, 600, 200, 300));
}

TEST_GROUP("insight-grade")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_score_counts_a_draw_as_a_half),
        cmocka_unit_test(losses_decide_between_estimates),
        cmocka_unit_test(a_grade_is_as_sure_as_the_values_behind_it),
        cmocka_unit_test(proven_fault_stays_one_whatever_the_others_are),
        cmocka_unit_test(proven_praise_may_change_with_the_second),
        cmocka_unit_test(proven_values_are_graded_by_what_became_of_them),
        cmocka_unit_test(without_a_choice_nothing_is_lost),
        cmocka_unit_test(only_move_is_far_better_than_the_next),
        cmocka_unit_test(larger_loss_never_has_the_better_grade),
        cmocka_unit_test(cost_names_the_proof_that_is_gone),
        cmocka_unit_test(grades_have_words_of_their_own),
        cmocka_unit_test(perfect_player_has_a_hundred),
        cmocka_unit_test(accuracy_is_the_mean_over_the_moves_that_count),
        cmocka_unit_test(exchanged_sides_exchange_accuracies),
        cmocka_unit_test(larger_loss_makes_less_accurate),
        cmocka_unit_test(grades_are_counted_by_side),
        cmocka_unit_test(key_moment_is_the_largest_swing_around),
        cmocka_unit_test(first_of_equal_swings_is_the_moment),
        cmocka_unit_test(small_swings_are_no_moments),
        cmocka_unit_test(giving_a_proof_away_is_always_a_moment),
        cmocka_unit_test(decided_games_without_a_choice_are_calm),
        cmocka_unit_test(intensity_follows_the_documented_examples),
        cmocka_unit_test(intensity_is_the_same_for_both_sides_and_in_range),
        cmocka_unit_test(closer_fights_are_more_intense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
