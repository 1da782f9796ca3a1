/* Ratings of many players on one scale. */
#include "check.h"

#include "match_ratings.h"

#include <math.h>

#include "oxo/playout.h"

static void assert_within(double actual, double expected, double error)
{
    if (!(fabs(actual - expected) <= error))
        fail_msg("%.6f is not %.6f +/- %.6f", actual, expected, error);
}

/* Games that come out exactly as `elo` says, of which some are drawn. */
static match_tally exact(double elo, long games)
{
    const double points = match_elo_to_score(elo) * (double)games;
    const long draws = games / 4;
    const long wins = lround(points - (double)draws / 2);
    return (match_tally){wins, draws, games - draws - wins, {0}};
}

static void two_players_get_the_elo_of_their_score(void **state)
{
    (void)state;
    const match_pairing p = {0, 1, {60, 30, 40, {0}}};
    match_ratings r;
    assert_true(match_ratings_fit(&p, 1, 2, 1, 0, &r));
    const match_estimate e = match_estimate_games(&p.tally);
    assert_within(r.of[0].elo, e.elo, 1e-6);
    assert_within(r.of[1].elo, 0, 1e-9);
    assert_within(r.of[1].error, 0, 1e-9);
    /* The interval is symmetric here, and nearly as wide there. */
    assert_within(r.of[0].error, (e.elo_high - e.elo_low) / 2, 1);
    assert_within(r.of[0].score, e.score, 1e-12);
    assert_int_equal(r.of[0].games, 130);
}

static match_rating rating_of(match_tally tally)
{
    const match_pairing p = {0, 1, tally};
    match_ratings r;
    assert_true(match_ratings_fit(&p, 1, 2, -1, 0, &r));
    return r.of[0];
}

/* Or four games that are drawn would be a certainty. */
static void few_games_or_all_alike_tell_no_error(void **state)
{
    (void)state;
    const match_rating few = rating_of((match_tally){5, 5, 5, {0}});
    const match_rating alike =
        rating_of((match_tally){0, 40, 0, {0, 0, 20, 0, 0}});
    const match_rating many = rating_of((match_tally){10, 10, 10, {0}});
    char text[MATCH_ERROR_TEXT];
    assert_string_equal(match_rating_error(&few, 1, text), "-");
    assert_string_equal(match_rating_error(&alike, 1, text), "-");
    assert_true(many.error > 0);
    assert_true(many.elo == 0 && !signbit(many.elo));
}

static void exact_results_give_back_the_strengths(void **state)
{
    (void)state;
    static const double elo[] = {-350, -100, 0, 40, 410};
    match_pairing pairings[10];
    int count = 0;
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 5; b++)
            pairings[count++] =
                (match_pairing){a, b, exact(elo[a] - elo[b], 1000000)};
    match_ratings r;
    assert_true(match_ratings_fit(pairings, count, 5, -1, 0, &r));
    for (int i = 0; i < 5; i++)
        assert_within(r.of[i].elo, elo[i], 0.05);
    assert_false(r.bounded_by_draws);
}

static void a_chain_of_neighbours_is_enough(void **state)
{
    (void)state;
    match_pairing pairings[9];
    for (int i = 0; i < 9; i++)
        pairings[i] = (match_pairing){i, i + 1, exact(-120, 1000000)};
    match_ratings r;
    assert_true(match_ratings_fit(pairings, 9, 10, 0, 1000, &r));
    for (int i = 0; i < 10; i++)
        assert_within(r.of[i].elo, 1000 + 120 * i, 0.05);
    /* Errors add up along the chain. */
    for (int i = 1; i < 10; i++)
        assert_true(r.of[i].error > r.of[i - 1].error);
}

static void play(match_pairing *p, const double *elo, oxo_random *random)
{
    const double s = match_elo_to_score(elo[p->a] - elo[p->b]);
    int halves = 0;
    for (int game = 0; game < 2; game++) {
        const double dice = (double)(oxo_random_next(random) >> 11) / 0x1p53;
        const double draw = 1.4 * s * (1 - s);
        const int points = dice < s - draw / 2 ? 2 : dice < s + draw / 2;
        match_tally_add_game(&p->tally, points);
        halves += points;
    }
    match_tally_add_pair(&p->tally, halves);
}

/* 95 % of the intervals hold the truth. */
static void error_bars_mean_what_they_say(void **state)
{
    (void)state;
    static const double elo[] = {-150, -30, 60, 120};
    const int trials = 1000;
    oxo_random random = {7};
    int inside = 0;
    for (int trial = 0; trial < trials; trial++) {
        match_pairing pairings[6];
        int count = 0;
        for (int a = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++)
                pairings[count++] = (match_pairing){.a = a, .b = b};
        for (int i = 0; i < count * 50; i++)
            play(&pairings[i % count], elo, &random);
        match_ratings r;
        assert_true(match_ratings_fit(pairings, count, 4, -1, 0, &r));
        for (int i = 0; i < 4; i++)
            inside += fabs(r.of[i].elo - elo[i]) <= r.of[i].error;
    }
    assert_in_range(inside, trials * 4 * 93 / 100, trials * 4 * 97 / 100);
}

static void somebody_who_wins_all_stays_finite(void **state)
{
    (void)state;
    const match_pairing p[] = {{0, 1, {50, 0, 0, {0}}},
                               {0, 2, {50, 0, 0, {0}}},
                               {1, 2, {30, 0, 20, {0}}}};
    match_ratings r;
    assert_true(match_ratings_fit(p, 3, 3, -1, 0, &r));
    assert_true(r.bounded_by_draws);
    assert_true(r.of[0].elo > 300 && r.of[0].elo < 2000);
    assert_true(r.of[0].elo > r.of[1].elo && r.of[1].elo > r.of[2].elo);
}

static void players_who_never_met_cannot_be_rated(void **state)
{
    (void)state;
    const match_pairing p[] = {{0, 1, {5, 5, 5, {0}}},
                               {2, 3, {5, 5, 5, {0}}},
                               {1, 2, {0, 0, 0, {0}}}};
    match_ratings r = {.count = -7};
    assert_false(match_ratings_fit(p, 3, 4, -1, 0, &r));
    assert_int_equal(r.count, -7);
}

TEST_GROUP("match-ratings")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_get_the_elo_of_their_score),
        cmocka_unit_test(few_games_or_all_alike_tell_no_error),
        cmocka_unit_test(exact_results_give_back_the_strengths),
        cmocka_unit_test(a_chain_of_neighbours_is_enough),
        cmocka_unit_test(error_bars_mean_what_they_say),
        cmocka_unit_test(somebody_who_wins_all_stays_finite),
        cmocka_unit_test(players_who_never_met_cannot_be_rated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
