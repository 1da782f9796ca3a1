#include "check.h"

#include "play.h"
#include "scenes.h"

#include <string.h>

static void every_variant_starts_with_x(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        const oxo_position p = oxo_position_start((oxo_variant)v);
        oxo_move moves[OXO_MAX_MOVES];
        assert_int_equal(p.variant, v);
        assert_int_equal(oxo_position_turn(&p), OXO_X);
        assert_int_equal(oxo_position_outcome(&p), OXO_ONGOING);
        assert_int_equal(oxo_position_moves(&p, moves),
                         v == OXO_CLASSIC ? 9 : 81);
        assert_int_equal(oxo_position_win(&p).winner, OXO_NONE);
    }
}

/* Positions are compared by memcmp(): nothing may be left to chance. */
static void unused_bytes_are_zero(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "e a");
    const unsigned char *bytes = (const unsigned char *)&p;
    for (size_t i = sizeof(oxo_classic); i < sizeof(p); i++)
        assert_int_equal(bytes[i], 0);
    const oxo_position built = oxo_position_of_classic(p.as.classic);
    assert_same(p, built);
    const oxo_position u = position_after(OXO_ULTIMATE_CG, "ee");
    const oxo_position again = oxo_position_of_ultimate(u.as.ultimate);
    assert_same(u, again);
    assert_int_equal(u.zero, 0);
}

static void classic_is_answered_by_classic(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "a d b e");
    const oxo_classic c = classic_after("a d b e");
    assert_int_equal(oxo_position_at(&p, 0), OXO_X);
    assert_int_equal(oxo_position_at(&p, 3), OXO_O);
    assert_int_equal(oxo_position_at(&p, 8), OXO_NONE);
    assert_int_equal(oxo_position_check(&p, 0), OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_position_check(&p, 9), OXO_INVALID_POSITION);
    assert_true(oxo_position_hash(&p) == oxo_classic_hash(&c));
    const oxo_position won = oxo_position_play(&p, 2);
    assert_int_equal(oxo_position_outcome(&won), OXO_X_WINS);
    assert_int_equal(oxo_position_turn(&won), OXO_O);
    assert_memory_equal(oxo_position_win(&won).cells, oxo_lines[0], 3);
}

static void ultimate_is_answered_by_ultimate(void **state)
{
    (void)state;
    const oxo_ultimate u = ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2);
    const oxo_position p = oxo_position_of_ultimate(u);
    assert_int_equal(p.variant, OXO_ULTIMATE);
    assert_int_equal(oxo_position_at(&p, 0), OXO_X);
    assert_int_equal(oxo_position_at(&p, 27), OXO_O);
    assert_int_equal(oxo_position_at(&p, 80), OXO_NONE);
    assert_int_equal(oxo_position_check(&p, 0), OXO_BOARD_CLOSED);
    assert_int_equal(oxo_position_check(&p, 81), OXO_INVALID_POSITION);
    assert_true(oxo_position_hash(&p) == oxo_ultimate_hash(&u));
    const oxo_position won = oxo_position_play(&p, 20);
    assert_int_equal(oxo_position_outcome(&won), OXO_X_WINS);
    assert_int_equal(oxo_position_win(&won).winner, OXO_X);
    assert_memory_equal(oxo_position_win(&won).cells, oxo_lines[0], 3);
}

static void playing_leaves_the_old_position(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        const oxo_position before = oxo_position_start((oxo_variant)v);
        const oxo_position copy = before;
        const oxo_position after = oxo_position_play(&before, 4);
        assert_same(before, copy);
        assert_int_equal(oxo_position_at(&after, 4), OXO_X);
    }
}

static void only_positions_that_hold_together_are_valid(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        oxo_position p = oxo_position_start((oxo_variant)v);
        assert_int_equal(oxo_position_validate(&p), OXO_OK);
        p.variant = OXO_VARIANTS;
        assert_int_equal(oxo_position_validate(&p), OXO_UNKNOWN_VARIANT);
    }
    oxo_position classic = oxo_position_start(OXO_CLASSIC);
    classic.as.classic.turn = OXO_O;
    assert_int_equal(oxo_position_validate(&classic), OXO_IMPOSSIBLE_COUNT);
    oxo_position ultimate = oxo_position_start(OXO_ULTIMATE);
    ultimate.as.ultimate.turn = OXO_O;
    assert_int_equal(oxo_position_validate(&ultimate), OXO_IMPOSSIBLE_COUNT);
}

static void variant_is_that_of_the_rules(void **state)
{
    (void)state;
    oxo_position p = oxo_position_start(OXO_ULTIMATE);
    p.variant = OXO_ULTIMATE_CG;
    assert_int_equal(oxo_position_validate(&p), OXO_UNKNOWN_VARIANT);
}

TEST_GROUP("position")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_starts_with_x),
        cmocka_unit_test(unused_bytes_are_zero),
        cmocka_unit_test(classic_is_answered_by_classic),
        cmocka_unit_test(ultimate_is_answered_by_ultimate),
        cmocka_unit_test(playing_leaves_the_old_position),
        cmocka_unit_test(only_positions_that_hold_together_are_valid),
        cmocka_unit_test(variant_is_that_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
