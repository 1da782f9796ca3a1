#include "check.h"

#include "oxo/playout.h"
#include "play.h"
#include "scenes.h"

static void same_seed_gives_the_same_numbers(void **state)
{
    (void)state;
    /* SplitMix64's first three numbers for the seed 1234567. */
    static const uint64_t known[] = {UINT64_C(6457827717110365317),
                                     UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423)};
    oxo_random random = {1234567};
    for (int i = 0; i < 3; i++)
        assert_true(oxo_random_next(&random) == known[i]);
}

static void numbers_stay_below_the_bound_and_reach_all_of_it(void **state)
{
    (void)state;
    oxo_random random = {7};
    for (uint32_t n = 1; n <= 81; n++) {
        bool seen[81] = {false};
        for (int i = 0; i < 3000; i++) {
            const uint32_t value = oxo_random_below(&random, n);
            assert_true(value < n);
            seen[value] = true;
        }
        for (uint32_t value = 0; value < n; value++)
            assert_true(seen[value]);
    }
}

/* Bounds that do not divide 2^32 tempt a generator to favour some numbers:
 * with this one every third, half of the time. */
static void large_bounds_are_fair_too(void **state)
{
    (void)state;
    oxo_random random = {11};
    int thirds = 0;
    for (int i = 0; i < 30000; i++)
        thirds += oxo_random_below(&random, 3U << 30) % 3 == 0;
    assert_in_range(thirds, 9600, 10400); /* 10,000 +- five deviations */
}

static void finished_games_are_not_played_on(void **state)
{
    (void)state;
    const oxo_ultimate p = oxo_ultimate_play(
        ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2), 20);
    oxo_random random = {7};
    assert_int_equal(oxo_ultimate_playout(p, &random), OXO_X_WINS);
    assert_true(random.state == 7);
}

static void only_outcome_left_is_the_outcome(void **state)
{
    (void)state;
    oxo_random random = {7};
    const char *boards = EIGHT_DECIDED "xoxxooox.";
    assert_int_equal(oxo_ultimate_playout(
                         ultimate_of(OXO_ULTIMATE, boards, OXO_X, 8), &random),
                     OXO_DRAW);
    assert_int_equal(oxo_ultimate_playout(
                         ultimate_of(OXO_ULTIMATE, boards, OXO_X, 9), &random),
                     OXO_DRAW);
}

/* The same playout with the public functions only. */
static oxo_outcome slow_playout(oxo_ultimate p, oxo_random *random)
{
    oxo_move moves[OXO_MAX_MOVES];
    for (int n; (n = oxo_ultimate_moves(&p, moves)) > 0;)
        p = oxo_ultimate_play(p, moves[oxo_random_below(random, (uint32_t)n)]);
    return oxo_ultimate_outcome(&p);
}

static void playout_ends_as_the_same_moves_end(void **state)
{
    (void)state;
    for (int v = OXO_ULTIMATE; v < OXO_VARIANTS; v++) {
        int outcomes[OXO_DRAW + 1] = {0};
        for (uint64_t seed = 0; seed < 1000; seed++) {
            const oxo_ultimate start = oxo_ultimate_start((oxo_variant)v);
            oxo_random fast = {seed * 7919}, slow = fast;
            const oxo_outcome outcome = oxo_ultimate_playout(start, &fast);
            assert_int_equal(outcome, slow_playout(start, &slow));
            assert_true(fast.state == slow.state);
            outcomes[outcome]++;
        }
        assert_int_equal(outcomes[OXO_ONGOING], 0);
        assert_true(outcomes[OXO_X_WINS] > 0);
        assert_true(outcomes[OXO_O_WINS] > 0);
        assert_true(outcomes[OXO_DRAW] > 0);
    }
}

TEST_GROUP("playout")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_gives_the_same_numbers),
        cmocka_unit_test(numbers_stay_below_the_bound_and_reach_all_of_it),
        cmocka_unit_test(large_bounds_are_fair_too),
        cmocka_unit_test(finished_games_are_not_played_on),
        cmocka_unit_test(only_outcome_left_is_the_outcome),
        cmocka_unit_test(playout_ends_as_the_same_moves_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
