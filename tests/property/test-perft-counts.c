/* Counting move sequences: the fast way, the naive way, and by the book. */
#include "check.h"

#include "play.h"
#include "referee.h"

#include <string.h>

enum {
    NAIVE_DEPTH = TEST_IS_FAST ? 6 : 5,
    KNOWN_DEPTH = TEST_IS_FAST ? 8 : 6
};

/* From the start of `ultimate`, by depth. */
static const uint64_t known[] = {1,      81,      720,      6336,     55080,
                                 473256, 4020960, 33782544, 281067408};

static void check_against_referee(oxo_variant variant)
{
    referee r;
    assert_true(referee_start(&r, oxo_variant_word(variant)));
    const oxo_position start = oxo_position_start(variant);
    for (int depth = 0; depth <= NAIVE_DEPTH; depth++)
        assert_int_equal(oxo_perft(&start, depth), referee_perft(&r, depth));
}

static void ultimate_agrees_with_the_referee(void **state)
{
    (void)state;
    check_against_referee(OXO_ULTIMATE);
}

static void ultimate_cg_agrees_with_the_referee(void **state)
{
    (void)state;
    check_against_referee(OXO_ULTIMATE_CG);
}

static void ultimate_continue_agrees_with_the_referee(void **state)
{
    (void)state;
    check_against_referee(OXO_ULTIMATE_CONTINUE);
}

/* No game of `ultimate-cg` can fill up within so few moves, so the two rule
 * sets count alike. */
static void ultimate_and_ultimate_cg_give_the_known_numbers(void **state)
{
    (void)state;
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    const oxo_position cg = oxo_position_start(OXO_ULTIMATE_CG);
    for (int depth = 0; depth <= KNOWN_DEPTH; depth++) {
        assert_int_equal(oxo_perft(&start, depth), known[depth]);
        assert_int_equal(oxo_perft(&cg, depth), known[depth]);
    }
}

static void classic_agrees_with_the_referee_to_the_end(void **state)
{
    (void)state;
    referee r;
    assert_true(referee_start(&r, "classic"));
    const oxo_position start = oxo_position_start(OXO_CLASSIC);
    for (int depth = 0; depth <= 10; depth++)
        assert_int_equal(oxo_perft(&start, depth), referee_perft(&r, depth));
    assert_int_equal(oxo_perft(&start, 9), 127872);
    assert_int_equal(oxo_perft(&start, 10), 0);
}

/* The start has no closed boards and no threats: the counts of positions deep
 * in random games are where the short cuts of the last two plies show. */
static void check_late_positions(oxo_variant variant)
{
    uint64_t chance = 1952;
    for (int game = 0; game < (TEST_IS_FAST ? 200 : 20); game++) {
        oxo_position p = oxo_position_start(variant);
        referee r;
        assert_true(referee_start(&r, oxo_variant_word(variant)));
        for (int ply = 0; oxo_position_outcome(&p) == OXO_ONGOING; ply++) {
            oxo_move moves[OXO_MAX_MOVES];
            const unsigned count = (unsigned)oxo_position_moves(&p, moves);
            const oxo_move m = moves[next_random(&chance, count)];
            p = oxo_position_play(&p, m);
            referee_play(&r, m / 9, m % 9);
            for (int depth = 0; ply > 15 && depth <= 2; depth++)
                assert_int_equal(oxo_perft(&p, depth),
                                 referee_perft(&r, depth));
            if (ply % 10 == 0 && ply > 25)
                assert_int_equal(oxo_perft(&p, 3), referee_perft(&r, 3));
        }
        assert_int_equal(oxo_perft(&p, 1), 0);
        assert_int_equal(oxo_perft(&p, 2), 0);
        assert_int_equal(oxo_perft(&p, 3), 0);
    }
}

static void late_positions_agree_with_the_referee(void **state)
{
    (void)state;
    check_late_positions(OXO_ULTIMATE);
    check_late_positions(OXO_ULTIMATE_CG);
    check_late_positions(OXO_ULTIMATE_CONTINUE);
}

TEST_GROUP("perft-counts")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ultimate_agrees_with_the_referee),
        cmocka_unit_test(ultimate_cg_agrees_with_the_referee),
        cmocka_unit_test(ultimate_continue_agrees_with_the_referee),
        cmocka_unit_test(ultimate_and_ultimate_cg_give_the_known_numbers),
        cmocka_unit_test(classic_agrees_with_the_referee_to_the_end),
        cmocka_unit_test(late_positions_agree_with_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
