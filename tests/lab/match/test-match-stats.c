/* Scores, Elo and likelihood of superiority. The numbers were computed by an
 * independent program from the single results, not from their counts. */
#include "check.h"

#include "match_stats.h"

#include <math.h>

static const match_tally games = {60, 30, 40, {0}};
static const match_tally pairs = {0, 0, 0, {5, 10, 20, 18, 12}};

static void assert_near(double actual, double expected)
{
    if (!(fabs(actual - expected) < 1e-6))
        fail_msg("%.9f is not %.9f", actual, expected);
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    for (int elo = -800; elo <= 800; elo += 50)
        assert_near(match_score_to_elo(match_elo_to_score(elo)), elo);
    assert_near(match_elo_to_score(400), 10.0 / 11);
    assert_near(match_elo_to_score(0), 0.5);
}

static void a_score_of_all_or_nothing_is_infinite_elo(void **state)
{
    (void)state;
    assert_true(isinf(match_score_to_elo(1)) && match_score_to_elo(1) > 0);
    assert_true(isinf(match_score_to_elo(0)) && match_score_to_elo(0) < 0);
    const match_tally won = {10, 0, 0, {0}};
    const match_estimate e = match_estimate_games(&won);
    assert_true(isinf(e.elo) && isinf(e.elo_high));
    assert_near(e.superiority, 0.999217299);
}

/* The score with which winning them all would still happen in 2.5 %. */
static void winning_all_leaves_an_exact_lower_bound(void **state)
{
    (void)state;
    const match_tally won = {10, 0, 0, {0, 0, 0, 0, 5}};
    const match_tally lost = match_tally_reversed(&won);
    assert_near(pow(match_estimate_games(&won).score_low, 10), 0.025);
    assert_near(pow(match_estimate_pairs(&won).score_low, 5), 0.025);
    assert_near(pow(1 - match_estimate_games(&lost).score_high, 10), 0.025);
    assert_near(match_estimate_games(&won).score_high, 1);
    assert_near(match_estimate_games(&lost).score_low, 0);
}

static void single_games_give_the_trinomial_interval(void **state)
{
    (void)state;
    const match_estimate e = match_estimate_games(&games);
    assert_near(e.score, 0.5769230769230769);
    assert_near(e.elo, 53.87942955898244);
    assert_near(e.elo_low, 1.8821810629190903);
    assert_near(e.elo_high, 108.40737072813948);
    assert_near(e.superiority, 0.9772498680518208);
}

static void pairs_give_the_pentanomial_interval(void **state)
{
    (void)state;
    const match_estimate e = match_estimate_pairs(&pairs);
    assert_near(e.score, 0.5846153846153846);
    assert_near(e.elo, 59.367932983129165);
    assert_near(e.elo_low, 9.506446713741608);
    assert_near(e.elo_high, 111.79439629867073);
    assert_near(e.superiority, 0.9903028091692447);
}

static void pairs_that_always_split_have_no_spread(void **state)
{
    (void)state;
    const match_tally split = {50, 0, 50, {0, 0, 50, 0, 0}};
    const match_estimate e = match_estimate_pairs(&split);
    assert_near(e.elo_low, 0);
    assert_near(e.elo_high, 0);
    assert_near(e.superiority, 0.5);
}

static void few_pairs_and_equal_ones_do_not_tell(void **state)
{
    (void)state;
    const match_tally seven = {0, 0, 0, {1, 2, 1, 2, 1}};
    const match_tally eight = {0, 0, 0, {1, 2, 2, 2, 1}};
    const match_tally alike = {0, 0, 0, {0, 0, 50, 0, 0}};
    assert_false(match_pairs_suffice(&seven));
    assert_true(match_pairs_suffice(&eight));
    assert_false(match_pairs_suffice(&alike));
}

static void few_games_do_not_tell_but_equal_ones_do(void **state)
{
    (void)state;
    const match_tally fifteen = {7, 4, 4, {0}};
    const match_tally sixteen = {7, 4, 5, {0}};
    const match_tally alike = {16, 0, 0, {0}};
    assert_false(match_games_suffice(&fifteen));
    assert_true(match_games_suffice(&sixteen));
    assert_true(match_games_suffice(&alike));
}

static void without_games_nothing_is_known(void **state)
{
    (void)state;
    const match_tally none = {0};
    for (int i = 0; i < 2; i++) {
        const match_estimate e =
            i ? match_estimate_pairs(&none) : match_estimate_games(&none);
        assert_near(e.score, 0.5);
        assert_near(e.score_low, 0);
        assert_near(e.score_high, 1);
        assert_near(e.superiority, 0.5);
    }
}

static void the_other_side_sees_the_mirror_image(void **state)
{
    (void)state;
    match_tally t = games;
    for (int i = 0; i < 5; i++)
        t.pairs[i] = pairs.pairs[i];
    const match_tally r = match_tally_reversed(&t);
    assert_near(match_estimate_games(&r).elo, -match_estimate_games(&t).elo);
    assert_near(match_estimate_pairs(&r).elo_low,
                -match_estimate_pairs(&t).elo_high);
    assert_near(match_estimate_pairs(&r).superiority,
                1 - match_estimate_pairs(&t).superiority);
}

static void results_are_counted_where_they_belong(void **state)
{
    (void)state;
    match_tally t = {0};
    for (int i = 0; i <= 2; i++)
        for (int k = 0; k <= i; k++)
            match_tally_add_game(&t, i);
    for (int i = 0; i <= 4; i++)
        for (int k = 0; k <= i; k++)
            match_tally_add_pair(&t, i);
    assert_int_equal(t.losses, 1);
    assert_int_equal(t.draws, 2);
    assert_int_equal(t.wins, 3);
    assert_int_equal(match_tally_games(&t), 6);
    assert_int_equal(t.pairs[3], 4);
    assert_int_equal(match_tally_pairs(&t), 15);
}

TEST_GROUP("match-stats")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(a_score_of_all_or_nothing_is_infinite_elo),
        cmocka_unit_test(winning_all_leaves_an_exact_lower_bound),
        cmocka_unit_test(single_games_give_the_trinomial_interval),
        cmocka_unit_test(pairs_give_the_pentanomial_interval),
        cmocka_unit_test(pairs_that_always_split_have_no_spread),
        cmocka_unit_test(few_pairs_and_equal_ones_do_not_tell),
        cmocka_unit_test(few_games_do_not_tell_but_equal_ones_do),
        cmocka_unit_test(without_games_nothing_is_known),
        cmocka_unit_test(the_other_side_sees_the_mirror_image),
        cmocka_unit_test(results_are_counted_where_they_belong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
