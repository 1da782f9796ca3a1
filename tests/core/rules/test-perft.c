#include "check.h"

#include "play.h"
#include "scenes.h"

static void depth_zero_is_the_position_itself(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        const oxo_position p = oxo_position_start((oxo_variant)v);
        assert_int_equal(oxo_perft(&p, 0), 1);
    }
}

static void finished_games_have_no_continuation(void **state)
{
    (void)state;
    const oxo_position c = position_after(OXO_CLASSIC, "a d b e c");
    const oxo_position u = oxo_position_of_ultimate(oxo_ultimate_play(
        ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2), 20));
    for (int depth = 1; depth <= 4; depth++) {
        assert_int_equal(oxo_perft(&c, depth), 0);
        assert_int_equal(oxo_perft(&u, depth), 0);
    }
    assert_int_equal(oxo_perft(&u, 0), 1);
}

/* X to move in the ninth board has five moves; c and f end the game in
 * `ultimate`, since every board is then decided. */
static void moves_that_end_the_game_leave_no_reply(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_of_ultimate(
        ultimate_of(OXO_ULTIMATE, EIGHT_DECIDED "xx.oo....", OXO_X, 8));
    assert_int_equal(oxo_perft(&p, 1), 5);
    assert_int_equal(oxo_perft(&p, 2), 4 * 4);
    const oxo_position q = oxo_position_of_ultimate(
        ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2));
    const oxo_position lost = oxo_position_play(&q, 20);
    assert_int_equal(oxo_perft(&lost, 1), 0);
}

static void classic_has_its_known_counts(void **state)
{
    (void)state;
    static const uint64_t known[] = {
        1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0};
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    for (int depth = 0; depth <= 10; depth++)
        assert_int_equal(oxo_perft(&p, depth), known[depth]);
}

static void ultimate_has_its_known_counts(void **state)
{
    (void)state;
    static const uint64_t known[] = {1, 81, 720, 6336, 55080, 473256};
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    for (int depth = 0; depth <= 5; depth++)
        assert_int_equal(oxo_perft(&p, depth), known[depth]);
}

static void games_are_counted_where_they_end(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    static const uint64_t finished[] = {0,    0,    0,     0,      0,
                                        1440, 6768, 54720, 127296, 255168};
    for (int depth = 0; depth <= 9; depth++) {
        const oxo_game_count n = oxo_count_games(&p, depth);
        assert_int_equal(n.x_wins + n.o_wins + n.draws, finished[depth]);
    }
    const oxo_game_count all = oxo_count_games(&p, 9);
    assert_int_equal(all.x_wins, 131184);
    assert_int_equal(all.o_wins, 77904);
    assert_int_equal(all.draws, 46080);
}

static void a_finished_game_counts_as_itself(void **state)
{
    (void)state;
    const oxo_position x = position_after(OXO_CLASSIC, "a d b e c");
    const oxo_game_count n = oxo_count_games(&x, 0);
    assert_int_equal(n.x_wins, 1);
    assert_int_equal(n.o_wins + n.draws, 0);
}

/* The last cell of the last board: drawn in `ultimate`. */
static void ultimate_games_are_counted_too(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_of_ultimate(
        ultimate_of(OXO_ULTIMATE, EIGHT_DECIDED "xoxxooox.", OXO_X, 8));
    const oxo_game_count n = oxo_count_games(&p, 1);
    assert_int_equal(n.draws, 1);
    assert_int_equal(n.x_wins + n.o_wins, 0);
}

TEST_GROUP("perft")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_zero_is_the_position_itself),
        cmocka_unit_test(finished_games_have_no_continuation),
        cmocka_unit_test(moves_that_end_the_game_leave_no_reply),
        cmocka_unit_test(classic_has_its_known_counts),
        cmocka_unit_test(ultimate_has_its_known_counts),
        cmocka_unit_test(games_are_counted_where_they_end),
        cmocka_unit_test(a_finished_game_counts_as_itself),
        cmocka_unit_test(ultimate_games_are_counted_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
