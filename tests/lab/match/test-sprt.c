/* The SPRT against simulated matches between players of known strength: it
 * must accept and reject at the error rates it was asked for.
 *
 * A simulated opening favours one side by some Elo; both games of its pair
 * are played from it, so that the games of a pair are dependent as real ones
 * are. Strengths are chosen so that the mean score is exactly that of the
 * hypothesis under test. */
#include "check.h"

#include "match_sprt.h"

#include <math.h>
#include <stdio.h>

#include "oxo/playout.h"

#include "play.h"

enum { LONGEST = 20000 }; /* pairs; far beyond any decision */

static const match_sprt test_games = {true, false, 0, 50, 0.05, 0.05};
static const match_sprt test_pairs = {true, true, 0, 50, 0.05, 0.05};

static void assert_near(double actual, double expected)
{
    if (!(fabs(actual - expected) < 1e-6))
        fail_msg("%.9f is not %.9f", actual, expected);
}

/* ---- Single values ------------------------------------------------------ */

static double llr(bool pairs, double elo0, double elo1, match_tally t)
{
    const match_sprt s = {true, pairs, elo0, elo1, 0.05, 0.05};
    return match_sprt_test(&s, &t).llr;
}

/* By maximising the likelihoods over all distributions of the given mean
 * directly, in another program. */
static void llr_is_the_ratio_of_the_greatest_likelihoods(void **state)
{
    (void)state;
    assert_near(llr(false, 0, 10, (match_tally){60, 30, 40, {0}}),
                0.6789008772496175);
    assert_near(llr(false, -5, 5, (match_tally){100, 300, 110, {0}}),
                -0.6987341139858358);
    assert_near(llr(true, 0, 20, (match_tally){0, 0, 0, {5, 10, 20, 18, 12}}),
                1.427232851149018);
    assert_near(
        llr(true, 0, 5, (match_tally){0, 0, 0, {40, 210, 500, 180, 30}}),
        -2.622299220211232);
}

static void exchanging_the_players_turns_the_sign(void **state)
{
    (void)state;
    const match_tally t = {60, 30, 40, {5, 10, 20, 18, 12}};
    const match_tally r = match_tally_reversed(&t);
    assert_near(llr(false, -7, 13, t), -llr(false, -13, 7, r));
    assert_near(llr(true, -7, 13, t), -llr(true, -13, 7, r));
}

static void bounds_are_walds(void **state)
{
    (void)state;
    const match_sprt s = {true, false, 0, 5, 0.02, 0.1};
    const match_tally none = {0};
    const match_sprt_state r = match_sprt_test(&s, &none);
    assert_near(r.lower, log(0.1 / 0.98));
    assert_near(r.upper, log(0.9 / 0.02));
    assert_near(r.llr, 0);
    assert_int_equal(r.verdict, MATCH_UNDECIDED);
}

static void few_games_decide_nothing(void **state)
{
    (void)state;
    for (long n = 1; n <= 10; n++) {
        const match_tally won = {2 * n, 0, 0, {0, 0, 0, 0, n}};
        assert_int_equal(match_sprt_test(&test_games, &won).verdict,
                         MATCH_UNDECIDED);
        assert_int_equal(match_sprt_test(&test_pairs, &won).verdict,
                         MATCH_UNDECIDED);
    }
}

static void unsound_tests_are_recognised(void **state)
{
    (void)state;
    const match_sprt bad[] = {
        {true, false, 5, 5, 0.05, 0.05},    {true, false, 5, 0, 0.05, 0.05},
        {true, false, 0, 5, 0, 0.05},       {true, false, 0, 5, 0.05, 0.5},
        {true, false, NAN, 5, 0.05, 0.05},  {true, false, 0, 5, NAN, 0.05},
        {true, false, 0, 5, -0.1, 0.05},    {true, false, 0, 5, 0.05, 0.7},
        {true, false, 0, INFINITY, 0.1, .1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(match_sprt_is_sound(&bad[i]));
    assert_true(match_sprt_is_sound(&test_pairs));
}

/* ---- Simulated matches -------------------------------------------------- */

/* A population of matches. */
typedef struct world {
    double elo;     /* true strength, in expected score */
    double draws;   /* chance of a draw between equals */
    double opening; /* an opening favours a side by up to this much Elo */
} world;

/* Half points: a draw takes as much from wins as from losses, so that the
 * mean stays. */
static int play_game(double score, double draws, oxo_random *random)
{
    const double dice =
        (double)(oxo_random_next(random) >> 11) / 9007199254740992.0;
    const double draw = draws * 4 * score * (1 - score);
    if (dice < score - draw / 2)
        return 2;
    return dice < score + draw / 2 ? 1 : 0;
}

/* The opening's bias is added to the score, so that it cancels in a pair. */
static void play_pair(const world *w, oxo_random *random, match_tally *t)
{
    const double mean = match_elo_to_score(w->elo);
    const double bias = match_elo_to_score(w->opening) - 0.5;
    const double sign = oxo_random_below(random, 2) ? 1 : -1;
    const int first = play_game(mean + sign * bias, w->draws, random);
    const int second = play_game(mean - sign * bias, w->draws, random);
    match_tally_add_game(t, first);
    match_tally_add_game(t, second);
    match_tally_add_pair(t, first + second);
}

static match_verdict simulate(const match_sprt *s, const world *w,
                              oxo_random *random)
{
    match_tally t = {0};
    match_verdict verdict = MATCH_UNDECIDED;
    for (int i = 0; i < LONGEST && verdict == MATCH_UNDECIDED; i++) {
        play_pair(w, random, &t);
        verdict = match_sprt_test(s, &t).verdict;
    }
    return verdict;
}

/* How many of a thousand matches end with H1; every match ends. */
static int accepted(const match_sprt *s, const world *w, uint64_t seed)
{
    const int matches = TEST_IS_FAST ? 2000 : 400;
    oxo_random random = {seed};
    int count = 0;
    for (int i = 0; i < matches; i++) {
        const match_verdict v = simulate(s, w, &random);
        assert_int_not_equal(v, MATCH_UNDECIDED);
        count += v == MATCH_ACCEPT_H1;
    }
    print_message("# elo %g draws %g opening %g: %d of %d\n", w->elo, w->draws,
                  w->opening, count, matches);
    return count * 1000 / matches;
}

/* Wald's bounds promise at most alpha and beta, and a little less because the
 * last step overshoots. With 2000 matches one standard deviation is 4.9 in a
 * thousand, with 400 it is 11. */
static void check_rates(const match_sprt *s, double draws, double opening)
{
    const int slack = TEST_IS_FAST ? 15 : 33;
    const world h0 = {s->elo0, draws, opening};
    const world h1 = {s->elo1, draws, opening};
    const int wrong = accepted(s, &h0, 1), right = accepted(s, &h1, 2);
    const int least = TEST_IS_FAST ? 5 : 0;
    assert_in_range(wrong, least, 50 + slack);
    assert_in_range(right, 950 - slack, 980 + slack);
}

static void games_decide_at_the_stated_rates(void **state)
{
    (void)state;
    check_rates(&test_games, 0, 0);
    check_rates(&test_games, 0.35, 0);
    check_rates(&test_games, 0.7, 0);
}

static void pairs_decide_at_the_stated_rates(void **state)
{
    (void)state;
    check_rates(&test_pairs, 0, 0);
    check_rates(&test_pairs, 0.35, 150);
    check_rates(&test_pairs, 0.6, 60);
}

static void unequal_errors_are_kept_apart(void **state)
{
    (void)state;
    const match_sprt s = {true, true, -20, 40, 0.01, 0.2};
    const world h0 = {-20, 0.35, 100}, h1 = {40, 0.35, 100};
    assert_in_range(accepted(&s, &h0, 3), 0, 17 + (TEST_IS_FAST ? 0 : 10));
    const int slack = TEST_IS_FAST ? 0 : 40;
    assert_in_range(accepted(&s, &h1, 4), 780 - slack, 880 + slack);
}

static void in_the_middle_it_is_a_coin_toss(void **state)
{
    (void)state;
    const world w = {25, 0.35, 100};
    assert_in_range(accepted(&test_pairs, &w, 5), 400, 600);
}

TEST_GROUP("sprt")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(llr_is_the_ratio_of_the_greatest_likelihoods),
        cmocka_unit_test(exchanging_the_players_turns_the_sign),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(few_games_decide_nothing),
        cmocka_unit_test(unsound_tests_are_recognised),
        cmocka_unit_test(games_decide_at_the_stated_rates),
        cmocka_unit_test(pairs_decide_at_the_stated_rates),
        cmocka_unit_test(unequal_errors_are_kept_apart),
        cmocka_unit_test(in_the_middle_it_is_a_coin_toss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
