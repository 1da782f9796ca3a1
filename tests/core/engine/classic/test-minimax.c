/* The minimax that is taught: scores, order of equals, positions looked at. */
#include "check.h"

#include "minimax.h"
#include "play.h"

static oxo_classic position_of(const char *cells, oxo_mark turn)
{
    const oxo_classic p = {board_of(cells), (uint8_t)turn, 0};
    assert_int_equal(oxo_classic_validate(&p), OXO_OK);
    return p;
}

/* ---- Scores ------------------------------------------------------------- */

static void win_at_depth_d_scores_10_minus_d(void **state)
{
    (void)state;
    const oxo_classic at_once = position_of("oo.xx.x..", OXO_O);
    assert_int_equal(minimax_plain(&at_once).score, 10 - 1);
    const oxo_classic with_a_fork = position_of("xo..x...o", OXO_X);
    assert_int_equal(minimax_plain(&with_a_fork).score, 10 - 3);
    const oxo_classic in_five = classic_after("a b");
    assert_int_equal(minimax_plain(&in_five).score, 10 - 5);
}

static void loss_at_depth_d_scores_d_minus_10(void **state)
{
    (void)state;
    const oxo_classic over = position_of("xxxoo....", OXO_O);
    assert_int_equal(minimax_plain(&over).score, 0 - 10);
    const oxo_classic forked = position_of("xo.xx...o", OXO_O);
    assert_int_equal(minimax_plain(&forked).score, 2 - 10);
    const oxo_classic in_four = classic_after("a b e");
    assert_int_equal(minimax_plain(&in_four).score, 4 - 10);
}

static void draw_scores_0(void **state)
{
    (void)state;
    const oxo_classic full = position_of("xoxxoxoxo", OXO_O);
    assert_int_equal(minimax_plain(&full).score, 0);
    const oxo_classic start = oxo_classic_start();
    assert_int_equal(minimax_plain(&start).score, 0);
}

/* ---- Choices ------------------------------------------------------------ */

/* O may win at c, or wait until it forks: the side to move maximizes. */
static void computer_takes_the_move_that_scores_most(void **state)
{
    (void)state;
    const oxo_classic p = position_of("oo.xx.x..", OXO_O);
    assert_int_equal(minimax_plain(&p).move, move_named("c"));
}

/* X threatens c: every move of O but one lets the opponent, who minimizes,
 * have the least score there is. */
static void opponent_is_expected_to_take_what_scores_least(void **state)
{
    (void)state;
    const oxo_classic p = position_of("xx..o....", OXO_O);
    assert_int_equal(minimax_plain(&p).move, move_named("c"));
    const oxo_classic careless = oxo_classic_play(p, move_named("i"));
    assert_int_equal(minimax_plain(&careless).score, 10 - 1);
}

/* d wins as well, two moves later, and comes first in reading order. */
static void faster_win_is_preferred(void **state)
{
    (void)state;
    const oxo_classic p = position_of("xo..x.o..", OXO_X);
    const oxo_classic slower = oxo_classic_play(p, move_named("d"));
    assert_int_equal(minimax_plain(&slower).score, 2 - 10);
    assert_int_equal(minimax_plain(&p).move, move_named("i"));
}

/* Every move loses; only i holds out until the fork. */
static void slower_loss_is_preferred(void **state)
{
    (void)state;
    const oxo_classic p = classic_after("a b e");
    const oxo_classic faster = oxo_classic_play(p, move_named("c"));
    assert_int_equal(minimax_plain(&faster).score, 10 - 1);
    assert_int_equal(minimax_plain(&p).move, move_named("i"));
}

static void first_of_equal_moves_in_reading_order_is_chosen(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start();
    assert_int_equal(minimax_plain(&start).move, move_named("a"));
    const oxo_classic centre = classic_after("e");
    assert_int_equal(minimax_plain(&centre).move, move_named("a"));
}

static void corner_is_answered_in_the_centre(void **state)
{
    (void)state;
    static const char *const corners[] = {"a", "c", "g", "i"};
    for (int i = 0; i < 4; i++) {
        const oxo_classic p = classic_after(corners[i]);
        assert_int_equal(minimax_plain(&p).move, move_named("e"));
        assert_int_equal(minimax_alpha_beta(&p).move, move_named("e"));
    }
}

static void finished_game_has_no_move(void **state)
{
    (void)state;
    const oxo_classic won = position_of("xxxoo....", OXO_O);
    const oxo_classic full = position_of("xoxxoxoxo", OXO_O);
    assert_int_equal(minimax_plain(&won).move, OXO_NO_MOVE);
    assert_int_equal(minimax_plain(&full).move, OXO_NO_MOVE);
    assert_int_equal(minimax_alpha_beta(&won).move, OXO_NO_MOVE);
    assert_int_equal(minimax_alpha_beta(&full).move, OXO_NO_MOVE);
}

/* ---- Positions looked at ------------------------------------------------ */

static long size_of_tree(const oxo_classic *p)
{
    long nodes = 1;
    for (oxo_move m = 0; m < OXO_CELLS; m++) {
        if (oxo_classic_check(p, m) != OXO_OK)
            continue;
        const oxo_classic next = oxo_classic_play(*p, m);
        nodes += size_of_tree(&next);
    }
    return nodes;
}

static void plain_minimax_explores_the_whole_tree(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start();
    assert_int_equal(size_of_tree(&start), 549946);
    assert_int_equal(minimax_plain(&start).nodes, 549946);
    const oxo_classic later = classic_after("e a c");
    assert_int_equal(minimax_plain(&later).nodes, size_of_tree(&later));
}

/* Each move earlier there is one more cell to choose from, and the tree below
 * grows by nearly that factor. */
static void tree_grows_as_branching_to_the_power_of_depth(void **state)
{
    (void)state;
    oxo_classic p = oxo_classic_start();
    for (int empty = 9; empty > 6; empty--) {
        const minimax_result result = minimax_plain(&p);
        p = oxo_classic_play(p, result.move);
        assert_true(result.nodes > (empty - 1) * minimax_plain(&p).nodes);
    }
}

static void alpha_beta_explores_less_of_it(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start();
    const minimax_result pruned = minimax_alpha_beta(&start);
    assert_int_equal(pruned.score, 0);
    assert_true(pruned.nodes * 10 < 549946);
}

TEST_GROUP("minimax")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_at_depth_d_scores_10_minus_d),
        cmocka_unit_test(loss_at_depth_d_scores_d_minus_10),
        cmocka_unit_test(draw_scores_0),
        cmocka_unit_test(computer_takes_the_move_that_scores_most),
        cmocka_unit_test(opponent_is_expected_to_take_what_scores_least),
        cmocka_unit_test(faster_win_is_preferred),
        cmocka_unit_test(slower_loss_is_preferred),
        cmocka_unit_test(first_of_equal_moves_in_reading_order_is_chosen),
        cmocka_unit_test(corner_is_answered_in_the_centre),
        cmocka_unit_test(finished_game_has_no_move),
        cmocka_unit_test(plain_minimax_explores_the_whole_tree),
        cmocka_unit_test(tree_grows_as_branching_to_the_power_of_depth),
        cmocka_unit_test(alpha_beta_explores_less_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
