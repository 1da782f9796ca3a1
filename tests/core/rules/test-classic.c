#include "check.h"

#include "play.h"

#include <string.h>

static oxo_classic position(const char *cells, oxo_mark turn)
{
    return (oxo_classic){.board = board_of(cells), .turn = (uint8_t)turn};
}

static void game_starts_empty_with_x_to_move(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start();
    const oxo_classic empty = position(".........", OXO_X);
    assert_same(start, empty);
    assert_int_equal(oxo_classic_outcome(&start), OXO_ONGOING);
}

static void turns_alternate_to_the_last_move(void **state)
{
    (void)state;
    assert_int_equal(classic_after("e").turn, OXO_O);
    assert_int_equal(classic_after("e a").turn, OXO_X);
    assert_int_equal(classic_after("a d b e c").turn, OXO_O); /* X has won */
}

static void playing_leaves_the_old_position(void **state)
{
    (void)state;
    const oxo_classic before = classic_after("e a"), copy = before;
    const oxo_classic after = oxo_classic_play(before, 8);
    assert_same(before, copy);
    const oxo_classic expected = position("o...x...x", OXO_O);
    assert_same(after, expected);
}

static void first_reason_against_a_move_is_given(void **state)
{
    (void)state;
    const oxo_classic p = classic_after("e a");
    assert_int_equal(oxo_classic_check(&p, 8), OXO_OK);
    assert_int_equal(oxo_classic_check(&p, 4), OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_classic_check(&p, 0), OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_classic_check(&p, 9), OXO_INVALID_POSITION);
    assert_int_equal(oxo_classic_check(&p, OXO_NO_MOVE), OXO_INVALID_POSITION);
    const oxo_classic over = classic_after("a d b e c");
    assert_int_equal(oxo_classic_check(&over, 8), OXO_GAME_OVER);
    assert_int_equal(oxo_classic_check(&over, 0), OXO_GAME_OVER);
    assert_int_equal(oxo_classic_check(&over, 9), OXO_GAME_OVER);
}

static void legal_moves_are_the_empty_cells_in_order(void **state)
{
    (void)state;
    const oxo_classic p = classic_after("e a i");
    oxo_move moves[OXO_CELLS];
    assert_int_equal(oxo_classic_moves(&p, moves), 6);
    assert_memory_equal(moves, ((oxo_move[]){1, 2, 3, 5, 6, 7}), 6);
}

static void finished_games_have_no_moves(void **state)
{
    (void)state;
    oxo_move moves[OXO_CELLS];
    const oxo_classic x = classic_after("a d b e c");
    const oxo_classic o = classic_after("a d b e i f");
    const oxo_classic draw = classic_after("a b c e d f h g i");
    assert_int_equal(oxo_classic_outcome(&x), OXO_X_WINS);
    assert_int_equal(oxo_classic_outcome(&o), OXO_O_WINS);
    assert_int_equal(oxo_classic_outcome(&draw), OXO_DRAW);
    assert_int_equal(oxo_classic_moves(&x, moves), 0);
    assert_int_equal(oxo_classic_moves(&o, moves), 0);
    assert_int_equal(oxo_classic_moves(&draw, moves), 0);
    assert_int_equal(oxo_classic_check(&o, 8), OXO_GAME_OVER);
    assert_int_equal(oxo_classic_check(&draw, 8), OXO_GAME_OVER);
}

static void line_on_the_last_cell_is_a_win_not_a_draw(void **state)
{
    (void)state;
    const oxo_classic eight = classic_after("a b c d e f h g");
    assert_int_equal(oxo_classic_outcome(&eight), OXO_ONGOING);
    const oxo_classic full = oxo_classic_play(eight, 8);
    assert_int_equal(oxo_classic_outcome(&full), OXO_X_WINS);
}

static void outcome_of_two_lines_is_the_first_in_order(void **state)
{
    (void)state;
    const oxo_classic o = position("ooo...xxx", OXO_X);
    const oxo_classic x = position("xxx...ooo", OXO_X);
    assert_int_equal(oxo_classic_outcome(&o), OXO_O_WINS);
    assert_int_equal(oxo_classic_outcome(&x), OXO_X_WINS);
}

static void assert_refused(oxo_classic p, oxo_status status)
{
    assert_int_equal(oxo_classic_validate(&p), status);
}

static void unreachable_positions_are_refused_with_a_reason(void **state)
{
    (void)state;
    assert_refused(position("xo.......", OXO_X), OXO_OK);
    assert_refused(position("xo.......", OXO_O), OXO_IMPOSSIBLE_COUNT);
    assert_refused(position("x........", OXO_X), OXO_IMPOSSIBLE_COUNT);
    assert_refused(position("o........", OXO_X), OXO_IMPOSSIBLE_COUNT);
    assert_refused(position("xxx...ooo", OXO_X), OXO_TWO_WINNERS);
    assert_refused(position("xxx.oo..o", OXO_X), OXO_WINNER_TO_MOVE);
    assert_refused(position("ooox.x.xx", OXO_O), OXO_WINNER_TO_MOVE);
}

static void malformed_positions_are_refused(void **state)
{
    (void)state;
    oxo_classic p = oxo_classic_start();
    p.board.cells[OXO_X] = OXO_ALL_CELLS + 1;
    assert_refused(p, OXO_CELL_VALUE);
    p = oxo_classic_start();
    p.board.cells[OXO_O] = OXO_ALL_CELLS + 1;
    assert_refused(p, OXO_CELL_VALUE);
    p = oxo_classic_start();
    p.turn = OXO_NONE;
    assert_refused(p, OXO_CELL_VALUE);
    p = oxo_classic_start();
    p.zero = 1;
    assert_refused(p, OXO_CELL_VALUE);
    p = oxo_classic_start();
    p.board.cells[OXO_X] = p.board.cells[OXO_O] = 1;
    assert_refused(p, OXO_CELL_SHARED);
}

/* ---- Symmetry and hashing ----------------------------------------------- */

static void symmetric_positions_share_a_representative(void **state)
{
    (void)state;
    const oxo_classic corner = oxo_classic_canonical(classic_after("a"), NULL);
    for (int m = 2; m <= 8; m += 2) {
        int by = -1;
        const oxo_classic p =
            oxo_classic_play(oxo_classic_start(), (oxo_move)m);
        const oxo_classic c = oxo_classic_canonical(p, &by);
        const oxo_classic turned = oxo_classic_transform(p, by);
        assert_same(turned, c);
        if (m != 4)
            assert_same(c, corner);
        else
            assert_not_same(c, corner);
    }
}

/* Of the images, the one whose X mask, then O mask, is the least: pinned, so
 * that the choice does not change unnoticed. */
static void representative_is_the_least_image(void **state)
{
    (void)state;
    const oxo_classic corner = oxo_classic_canonical(classic_after("i"), NULL);
    const oxo_classic a = classic_after("a");
    assert_same(corner, a);
    const oxo_classic reply =
        oxo_classic_canonical(classic_after("e i"), NULL);
    const oxo_classic ea = classic_after("e a");
    assert_same(reply, ea);
}

/* Pinned: the same on every machine, today and tomorrow. */
static void hash_is_the_same_on_every_machine(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start(), e = classic_after("e");
    assert_true(oxo_classic_hash(&start) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(oxo_classic_hash(&start) != oxo_classic_hash(&e));
}

static void hash_knows_whose_turn_it_is(void **state)
{
    (void)state;
    const oxo_classic x = position("xo.......", OXO_X);
    const oxo_classic o = position("xo.......", OXO_O);
    assert_true(oxo_classic_hash(&x) != oxo_classic_hash(&o));
}

TEST_GROUP("classic")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_starts_empty_with_x_to_move),
        cmocka_unit_test(turns_alternate_to_the_last_move),
        cmocka_unit_test(playing_leaves_the_old_position),
        cmocka_unit_test(first_reason_against_a_move_is_given),
        cmocka_unit_test(legal_moves_are_the_empty_cells_in_order),
        cmocka_unit_test(finished_games_have_no_moves),
        cmocka_unit_test(line_on_the_last_cell_is_a_win_not_a_draw),
        cmocka_unit_test(outcome_of_two_lines_is_the_first_in_order),
        cmocka_unit_test(unreachable_positions_are_refused_with_a_reason),
        cmocka_unit_test(malformed_positions_are_refused),
        cmocka_unit_test(symmetric_positions_share_a_representative),
        cmocka_unit_test(representative_is_the_least_image),
        cmocka_unit_test(hash_is_the_same_on_every_machine),
        cmocka_unit_test(hash_knows_whose_turn_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
