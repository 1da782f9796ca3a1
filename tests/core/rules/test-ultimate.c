#include "check.h"

#include "play.h"
#include "scenes.h"

#include <string.h>

static const oxo_variant all_rules[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};

static oxo_outcome outcome_after(oxo_ultimate p, oxo_move m)
{
    const oxo_ultimate after = oxo_ultimate_play(p, m);
    return oxo_ultimate_outcome(&after);
}

/* ---- Beginning and replying --------------------------------------------- */

static void game_starts_with_every_move_open(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const oxo_ultimate p = oxo_ultimate_start(all_rules[i]);
        oxo_move moves[OXO_MAX_MOVES];
        assert_int_equal(p.rules, all_rules[i]);
        assert_int_equal(p.turn, OXO_X);
        assert_int_equal(p.forced, OXO_ANY_BOARD);
        assert_int_equal(oxo_ultimate_active(&p), OXO_ALL_CELLS);
        assert_int_equal(oxo_ultimate_outcome(&p), OXO_ONGOING);
        assert_int_equal(oxo_ultimate_moves(&p, moves), 81);
        assert_int_equal(oxo_ultimate_count_moves(&p), 81);
        for (int m = 0; m < 81; m++)
            assert_int_equal(moves[m], m);
        for (int board = 0; board < 9; board++)
            assert_int_equal(oxo_ultimate_board_outcome(&p, board),
                             OXO_ONGOING);
    }
}

static void cell_played_names_the_board_of_the_reply(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ec");
    assert_int_equal(p.forced, 2);
    assert_int_equal(p.turn, OXO_O);
    assert_int_equal(oxo_ultimate_active(&p), 1 << 2);
    assert_int_equal(oxo_ultimate_count_moves(&p), 9);
    const oxo_board e = oxo_ultimate_board(&p, 4);
    const oxo_board expected = board_of("..x......");
    assert_same(e, expected);
}

static void playing_leaves_the_old_position(void **state)
{
    (void)state;
    const oxo_ultimate before = ultimate_after(OXO_ULTIMATE, "ec ce");
    const oxo_ultimate copy = before;
    const oxo_ultimate after = oxo_ultimate_play(before, move_named("ei"));
    assert_same(before, copy);
    assert_not_same(after, before);
}

static void finished_board_frees_the_reply(void **state)
{
    (void)state;
    /* X won a; O sends X there. */
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ae ea ac ca ag ga");
    assert_int_equal(oxo_ultimate_board_outcome(&p, 0), OXO_X_WINS);
    assert_int_equal(p.forced, OXO_ANY_BOARD);
    assert_int_equal(oxo_ultimate_active(&p), OXO_ALL_CELLS & ~1U);
    assert_int_equal(oxo_ultimate_count_moves(&p), 81 - 9 - 3);
}

static void board_finished_by_the_move_itself_frees_the_reply(void **state)
{
    (void)state;
    const oxo_ultimate win = ultimate_of(
        OXO_ULTIMATE, ".xx...... oo....... " EMPTY_BOARDS_7, OXO_X, 0);
    assert_int_equal(oxo_ultimate_play(win, 0).forced, OXO_ANY_BOARD);
    const oxo_ultimate fill = ultimate_of(
        OXO_ULTIMATE, ".xoooxxox ......... " EMPTY_BOARDS_7, OXO_X, 0);
    const oxo_ultimate full = oxo_ultimate_play(fill, 0);
    assert_int_equal(oxo_ultimate_board_outcome(&full, 0), OXO_DRAW);
    assert_int_equal(full.forced, OXO_ANY_BOARD);
}

static void one_free_move_can_give_another(void **state)
{
    (void)state;
    const oxo_ultimate free =
        ultimate_after(OXO_ULTIMATE, "ae ea ac ca ag ga");
    const oxo_ultimate again = oxo_ultimate_play(free, move_named("ia"));
    assert_int_equal(again.forced, OXO_ANY_BOARD);
    assert_int_equal(again.turn, OXO_O);
    assert_int_equal(oxo_ultimate_count_moves(&again), 81 - 9 - 4);
}

/* ---- Refusals ----------------------------------------------------------- */

static void first_reason_against_a_move_is_given(void **state)
{
    (void)state;
    /* X won a, where d is one of the cells left; O must play in g. */
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ae ea ac ca ag");
    assert_int_equal(oxo_ultimate_check(&p, move_named("ga")), OXO_OK);
    assert_int_equal(oxo_ultimate_check(&p, 81), OXO_INVALID_POSITION);
    assert_int_equal(oxo_ultimate_check(&p, 255), OXO_INVALID_POSITION);
    assert_int_equal(oxo_ultimate_check(&p, move_named("ad")),
                     OXO_BOARD_CLOSED);
    assert_int_equal(oxo_ultimate_check(&p, move_named("ae")),
                     OXO_BOARD_CLOSED);
    assert_int_equal(oxo_ultimate_check(&p, move_named("bb")),
                     OXO_WRONG_BOARD);
    assert_int_equal(oxo_ultimate_check(&p, move_named("ea")),
                     OXO_WRONG_BOARD);
    const oxo_ultimate q = ultimate_after(OXO_ULTIMATE, "ee");
    assert_int_equal(oxo_ultimate_check(&q, move_named("ee")),
                     OXO_CELL_OCCUPIED);
}

static void finished_game_refuses_every_move_as_over(void **state)
{
    (void)state;
    const oxo_ultimate p = oxo_ultimate_play(
        ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2), 20);
    oxo_move moves[OXO_MAX_MOVES];
    assert_int_equal(oxo_ultimate_moves(&p, moves), 0);
    assert_int_equal(oxo_ultimate_count_moves(&p), 0);
    assert_int_equal(oxo_ultimate_active(&p), 0);
    for (int m = 0; m < 256; m++)
        assert_int_equal(oxo_ultimate_check(&p, (oxo_move)m), OXO_GAME_OVER);
}

/* ---- Ends --------------------------------------------------------------- */

static void three_boards_in_a_row_win(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const oxo_ultimate p =
            ultimate_of(all_rules[i], X_ABOUT_TO_WIN, OXO_X, 2);
        assert_int_equal(oxo_ultimate_outcome(&p), OXO_ONGOING);
        const oxo_ultimate won = oxo_ultimate_play(p, 20);
        assert_int_equal(oxo_ultimate_outcome(&won), OXO_X_WINS);
        assert_int_equal(won.turn, OXO_O);
        const oxo_win win = oxo_board_win(oxo_ultimate_meta(&won));
        assert_int_equal(win.winner, OXO_X);
        assert_memory_equal(win.cells, oxo_lines[0], 3);
    }
}

static void o_wins_with_its_own_boards(void **state)
{
    (void)state;
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE,
                    "oooxx.... ......... ......... ......... oooxx.... "
                    "......... ......... xx.x..... oo.xx....",
                    OXO_O, 8);
    assert_int_equal(outcome_after(p, move_named("ic")), OXO_O_WINS);
}

/* The ninth board is won by X, by O, or by nobody. */
static const struct {
    const char *boards;
    oxo_mark turn;
    oxo_move move;
    oxo_outcome ultimate, cg;
} ends[] = {
    {EIGHT_DECIDED "xx.oo....", OXO_X, 74, OXO_DRAW, OXO_X_WINS},
    {EIGHT_DECIDED "xx.oo.x..", OXO_O, 77, OXO_DRAW, OXO_O_WINS},
    {EIGHT_DECIDED "xoxxooox.", OXO_X, 80, OXO_DRAW, OXO_DRAW},
};

/* No game gets there, but the question has an answer all the same. */
static void of_two_lines_of_boards_the_first_in_order_wins(void **state)
{
    (void)state;
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    p.won[OXO_O] = 7;      /* the top row, first of the lines */
    p.won[OXO_X] = 7 << 3; /* the row below */
    assert_int_equal(oxo_ultimate_outcome(&p), OXO_O_WINS);
}

static void without_a_line_ultimate_is_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const oxo_ultimate p =
            ultimate_of(OXO_ULTIMATE, ends[i].boards, ends[i].turn, 8);
        assert_int_equal(oxo_ultimate_outcome(&p), OXO_ONGOING);
        assert_int_equal(outcome_after(p, ends[i].move), ends[i].ultimate);
    }
}

static void without_a_line_most_boards_win_in_cg(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const oxo_ultimate p =
            ultimate_of(OXO_ULTIMATE_CG, ends[i].boards, ends[i].turn, 8);
        assert_int_equal(oxo_ultimate_outcome(&p), OXO_ONGOING);
        assert_int_equal(outcome_after(p, ends[i].move), ends[i].cg);
    }
}

/* ---- ultimate-continue -------------------------------------------------- */

static void continue_goes_on_until_every_cell_is_full(void **state)
{
    (void)state;
    const oxo_ultimate decided = ultimate_of(
        OXO_ULTIMATE_CONTINUE, EIGHT_DECIDED "xx.oo....", OXO_X, 8);
    assert_int_equal(outcome_after(decided, 74), OXO_ONGOING);
    const oxo_ultimate full =
        ultimate_of(OXO_ULTIMATE_CONTINUE, EIGHT_FULL "xoxxooox.", OXO_X, 8);
    assert_int_equal(oxo_ultimate_outcome(&full), OXO_ONGOING);
    assert_int_equal(oxo_ultimate_active(&full), 1 << 8);
    assert_int_equal(outcome_after(full, 80), OXO_DRAW);
}

static void continue_lets_a_won_board_be_target_and_played_in(void **state)
{
    (void)state;
    const char *moves = "ae ea ac ca ag ga";
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE_CONTINUE, moves);
    assert_int_equal(oxo_ultimate_board_outcome(&p, 0), OXO_X_WINS);
    assert_int_equal(p.forced, 0);
    assert_int_equal(oxo_ultimate_active(&p), 1);
    assert_int_equal(oxo_ultimate_count_moves(&p), 6);
    assert_int_equal(oxo_ultimate_check(&p, move_named("aa")), OXO_OK);
    assert_int_equal(oxo_ultimate_check(&p, move_named("ae")),
                     OXO_CELL_OCCUPIED);
}

static void continue_frees_the_reply_to_a_full_target(void **state)
{
    (void)state;
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE_CONTINUE,
                    "o........ ......... ......... ......... "
                    "xxxooxxoo ......... ......... ......... "
                    ".........",
                    OXO_X, 0);
    const oxo_ultimate after = oxo_ultimate_play(p, move_named("ae"));
    assert_int_equal(after.forced, OXO_ANY_BOARD);
    assert_int_equal(oxo_ultimate_active(&after), OXO_ALL_CELLS & ~(1U << 4));
    assert_int_equal(oxo_ultimate_check(&after, move_named("ea")),
                     OXO_BOARD_CLOSED);
}

static void continue_never_changes_an_owner(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_of(OXO_ULTIMATE_CONTINUE,
                                       "xxxoo.... " EMPTY_BOARDS_8, OXO_O, 0);
    const oxo_ultimate after = oxo_ultimate_play(p, 5);
    const oxo_board both = oxo_ultimate_board(&after, 0);
    const oxo_board expected = board_of("xxxooo...");
    assert_same(both, expected);
    assert_int_equal(oxo_ultimate_board_outcome(&after, 0), OXO_X_WINS);
    assert_int_equal(after.won[OXO_O], 0);
    assert_int_equal(oxo_ultimate_validate(&after, NULL), OXO_OK);
}

static void continue_keeps_the_owner_of_a_board_that_fills_up(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_of(OXO_ULTIMATE_CONTINUE,
                                       "xxxoooxo. " EMPTY_BOARDS_8, OXO_X, 0);
    const oxo_ultimate after = oxo_ultimate_play(p, 8);
    assert_int_equal(oxo_ultimate_board_outcome(&after, 0), OXO_X_WINS);
    assert_int_equal(after.drawn, 0);
    assert_int_equal(after.forced, 8);
}

/* ---- Symmetry and hashing ----------------------------------------------- */

static void boards_and_cells_turn_alike(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ab"); /* forced b */
    const oxo_ultimate turned = oxo_ultimate_transform(p, 1);
    const oxo_ultimate expected = ultimate_after(OXO_ULTIMATE, "cf");
    assert_same(turned, expected);
    assert_int_equal(oxo_ultimate_transform_move(move_named("ab"), 1),
                     move_named("cf"));
}

/* Cells that look the same from all sides leave the choice to the board to
 * play in, and then to the owners. */
static void representative_depends_on_more_than_cells(void **state)
{
    (void)state;
    oxo_ultimate corner = oxo_ultimate_start(OXO_ULTIMATE);
    corner.forced = 8;
    assert_int_equal(oxo_ultimate_canonical(corner, NULL).forced, 0);

    oxo_ultimate p = ultimate_of(OXO_ULTIMATE_CONTINUE,
                                 "xxxooo... ......... xxxooo... ......... "
                                 "......... ......... ......... ......... "
                                 ".........",
                                 OXO_X, OXO_ANY_BOARD);
    p.won[OXO_X] = 1U << 0;
    p.won[OXO_O] = 1U << 2;
    assert_int_equal(oxo_ultimate_validate(&p, NULL), OXO_OK);
    const oxo_ultimate mirrored = oxo_ultimate_transform(p, 4);
    assert_not_same(mirrored, p);
    const oxo_ultimate a = oxo_ultimate_canonical(p, NULL);
    const oxo_ultimate b = oxo_ultimate_canonical(mirrored, NULL);
    assert_same(a, b);
    assert_true(oxo_ultimate_hash(&p) != oxo_ultimate_hash(&mirrored));
}

static void hash_knows_all_that_the_cells_do_not_tell(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ee ea");
    oxo_ultimate other = p;
    assert_true(oxo_ultimate_hash(&other) == oxo_ultimate_hash(&p));
    other.forced = OXO_ANY_BOARD;
    assert_true(oxo_ultimate_hash(&other) != oxo_ultimate_hash(&p));
    other = p;
    other.turn = OXO_O;
    assert_true(oxo_ultimate_hash(&other) != oxo_ultimate_hash(&p));
    other = p;
    other.rules = OXO_ULTIMATE_CG;
    assert_true(oxo_ultimate_hash(&other) != oxo_ultimate_hash(&p));
}

TEST_GROUP("ultimate")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_starts_with_every_move_open),
        cmocka_unit_test(cell_played_names_the_board_of_the_reply),
        cmocka_unit_test(playing_leaves_the_old_position),
        cmocka_unit_test(finished_board_frees_the_reply),
        cmocka_unit_test(board_finished_by_the_move_itself_frees_the_reply),
        cmocka_unit_test(one_free_move_can_give_another),
        cmocka_unit_test(first_reason_against_a_move_is_given),
        cmocka_unit_test(finished_game_refuses_every_move_as_over),
        cmocka_unit_test(three_boards_in_a_row_win),
        cmocka_unit_test(o_wins_with_its_own_boards),
        cmocka_unit_test(of_two_lines_of_boards_the_first_in_order_wins),
        cmocka_unit_test(without_a_line_ultimate_is_drawn),
        cmocka_unit_test(without_a_line_most_boards_win_in_cg),
        cmocka_unit_test(continue_goes_on_until_every_cell_is_full),
        cmocka_unit_test(continue_lets_a_won_board_be_target_and_played_in),
        cmocka_unit_test(continue_frees_the_reply_to_a_full_target),
        cmocka_unit_test(continue_never_changes_an_owner),
        cmocka_unit_test(continue_keeps_the_owner_of_a_board_that_fills_up),
        cmocka_unit_test(boards_and_cells_turn_alike),
        cmocka_unit_test(representative_depends_on_more_than_cells),
        cmocka_unit_test(hash_knows_all_that_the_cells_do_not_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
