/* What oxo_ultimate_validate() refuses, and what it says then. */
#include "check.h"

#include "play.h"
#include "scenes.h"

#include <string.h>

static void assert_refused(const oxo_ultimate *p, oxo_status status, int at)
{
    int board = 77;
    assert_int_equal(oxo_ultimate_validate(p, &board), status);
    assert_int_equal(board, at);
    assert_int_equal(oxo_ultimate_validate(p, NULL), status);
}

static void assert_accepted(const oxo_ultimate *p)
{
    int board = 77;
    assert_int_equal(oxo_ultimate_validate(p, &board), OXO_OK);
    assert_int_equal(board, 77);
}

static void sound_positions_are_accepted(void **state)
{
    (void)state;
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    assert_accepted(&p);
    p = ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2);
    assert_accepted(&p);
    p = oxo_ultimate_play(p, 20);
    assert_accepted(&p);
    p = ultimate_of(OXO_ULTIMATE_CG, EIGHT_DECIDED "xoxxooox.", OXO_X, 8);
    assert_accepted(&p);
    p = ultimate_of(OXO_ULTIMATE_CONTINUE, EIGHT_FULL "xoxxooox.", OXO_X, 8);
    assert_accepted(&p);
    p = oxo_ultimate_play(p, 80);
    assert_accepted(&p);
}

static void fields_out_of_range_are_cell_value(void **state)
{
    (void)state;
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    oxo_ultimate bad[9];
    for (int i = 0; i < 9; i++)
        bad[i] = start;
    bad[0].cells[OXO_X][8] = 1U << 9;
    bad[1].cells[OXO_O][0] = 1U << 15;
    bad[2].won[OXO_O] = 1U << 9;
    bad[3].drawn = 1U << 9;
    bad[4].forced = OXO_ANY_BOARD + 1;
    bad[5].turn = OXO_NONE;
    bad[6].rules = OXO_CLASSIC;
    bad[7].rules = OXO_VARIANTS;
    bad[8].zero = 1;
    for (int i = 0; i < 9; i++)
        assert_refused(&bad[i], OXO_CELL_VALUE, OXO_ANY_BOARD);
}

static void shared_cell_is_reported_with_its_board(void **state)
{
    (void)state;
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    p.cells[OXO_X][5] = p.cells[OXO_O][5] = 1;
    assert_refused(&p, OXO_CELL_SHARED, 5);
}

/* Board 0 is X's, board 1 is O's, board 2 drawn, board 3 open. */
static void owner_must_follow_from_the_cells(void **state)
{
    (void)state;
    const oxo_ultimate sound =
        ultimate_of(OXO_ULTIMATE,
                    "xxxoo.... oooxx.... xoxxoooxx o........ ......... "
                    "......... ......... ......... .........",
                    OXO_X, OXO_ANY_BOARD);
    assert_accepted(&sound);
    static const struct {
        uint16_t x, o, drawn;
        int at;
    } wrong[] = {
        {0, 2, 4, 0},     /* X's line without its owner */
        {1, 0, 4, 1},     /* O's line without its owner */
        {1, 2, 0, 2},     /* full but not drawn */
        {1, 2, 4 | 8, 3}, /* drawn but not full */
        {1 | 8, 2, 4, 3}, /* X's without a line */
        {1, 2 | 8, 4, 3}, /* O's without a line */
        {1, 2 | 1, 4, 0}, /* O's as well as X's */
        {1, 2, 4 | 1, 0}, /* drawn though X has a line */
        {1, 2, 4 | 2, 1}, /* drawn though O has a line */
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        oxo_ultimate p = sound;
        p.won[OXO_X] = wrong[i].x;
        p.won[OXO_O] = wrong[i].o;
        p.drawn = wrong[i].drawn;
        assert_refused(&p, OXO_WRONG_OWNER, wrong[i].at);
    }
}

static void two_lines_are_two_winners_unless_play_goes_on(void **state)
{
    (void)state;
    oxo_ultimate p = ultimate_of(
        OXO_ULTIMATE, "......... xxxooo... " EMPTY_BOARDS_7, OXO_X, 9);
    assert_refused(&p, OXO_TWO_WINNERS, 1);
    p.rules = OXO_ULTIMATE_CG;
    assert_refused(&p, OXO_TWO_WINNERS, 1);
    p.rules = OXO_ULTIMATE_CONTINUE;
    assert_accepted(&p); /* owned by X */
    p.won[OXO_X] = 0;
    p.won[OXO_O] = 2;
    assert_accepted(&p); /* owned by O */
}

static void two_lines_need_exactly_one_owner(void **state)
{
    (void)state;
    oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE_CONTINUE,
                    "......... xxxooo... " EMPTY_BOARDS_7, OXO_X, 9);
    p.won[OXO_O] = 2;
    assert_refused(&p, OXO_WRONG_OWNER, 1);
    p.won[OXO_X] = p.won[OXO_O] = 0;
    assert_refused(&p, OXO_WRONG_OWNER, 1);
    p.won[OXO_X] = 2;
    p.drawn = 2;
    assert_refused(&p, OXO_WRONG_OWNER, 1);
}

static void counts_must_fit_the_side_to_move(void **state)
{
    (void)state;
    oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ee ea");
    p.turn = OXO_O;
    assert_refused(&p, OXO_IMPOSSIBLE_COUNT, OXO_ANY_BOARD);
    p = ultimate_after(OXO_ULTIMATE, "ee");
    p.turn = OXO_X;
    assert_refused(&p, OXO_IMPOSSIBLE_COUNT, OXO_ANY_BOARD);
    p = ultimate_of(OXO_ULTIMATE, "o........ " EMPTY_BOARDS_8, OXO_X, 9);
    assert_refused(&p, OXO_IMPOSSIBLE_COUNT, OXO_ANY_BOARD);
}

static void only_one_side_can_have_won_the_game(void **state)
{
    (void)state;
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE,
                    "xxxoo.... xxxoo.... xxxoo.... oooxx.... oooxx.... "
                    "oooxx.... ......... ......... .........",
                    OXO_X, 9);
    assert_refused(&p, OXO_TWO_WINNERS, OXO_ANY_BOARD);
}

static void winner_cannot_be_on_the_move(void **state)
{
    (void)state;
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE,
                    "xxxoo.... xxxoo.... xxxoo.... oo.o..... ......... "
                    "......... ......... ......... .........",
                    OXO_X, 9);
    assert_refused(&p, OXO_WINNER_TO_MOVE, OXO_ANY_BOARD);
}

static void board_to_play_in_must_be_open(void **state)
{
    (void)state;
    oxo_ultimate p = ultimate_of(
        OXO_ULTIMATE, "......... xxxoo.... " EMPTY_BOARDS_7, OXO_O, 1);
    assert_refused(&p, OXO_CLOSED_TARGET, 1);
    p.rules = OXO_ULTIMATE_CONTINUE; /* won, but not full */
    assert_accepted(&p);
    p = ultimate_of(OXO_ULTIMATE_CONTINUE,
                    "......... xxxooxxoo " EMPTY_BOARDS_7, OXO_O, 1);
    assert_refused(&p, OXO_CLOSED_TARGET, 1);
}

TEST_GROUP("ultimate-validate")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_positions_are_accepted),
        cmocka_unit_test(fields_out_of_range_are_cell_value),
        cmocka_unit_test(shared_cell_is_reported_with_its_board),
        cmocka_unit_test(owner_must_follow_from_the_cells),
        cmocka_unit_test(two_lines_are_two_winners_unless_play_goes_on),
        cmocka_unit_test(two_lines_need_exactly_one_owner),
        cmocka_unit_test(counts_must_fit_the_side_to_move),
        cmocka_unit_test(only_one_side_can_have_won_the_game),
        cmocka_unit_test(winner_cannot_be_on_the_move),
        cmocka_unit_test(board_to_play_in_must_be_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
