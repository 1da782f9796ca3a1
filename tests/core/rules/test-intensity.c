/* The numbers of docs/design/intensity.md. */
#include "check.h"

#include "oxo/intensity.h"
#include "play.h"
#include "scenes.h"

static int of_classic(const char *cells)
{
    const oxo_classic p = {.board = board_of(cells)};
    const oxo_position position = oxo_position_of_classic(p);
    return oxo_intensity_of(&position);
}

static int of_ultimate(oxo_variant rules, const char *boards, oxo_mark turn,
                       int forced)
{
    const oxo_position p =
        oxo_position_of_ultimate(ultimate_of(rules, boards, turn, forced));
    return oxo_intensity_of(&p);
}

/* ---- Classic ------------------------------------------------------------ */

static void empty_board_has_no_tension(void **state)
{
    (void)state;
    assert_int_equal(of_classic("........."), 0);
}

static void x_alone_in_the_centre_is_1167(void **state)
{
    (void)state;
    assert_int_equal(of_classic("....x...."), 1167);
}

static void each_cell_taken_adds_a_ninth_of_1500(void **state)
{
    (void)state;
    assert_int_equal(of_classic("x........"), 167);
    assert_int_equal(of_classic("xo......."), 333);
    assert_int_equal(of_classic("xox......"), 500);
    assert_int_equal(of_classic("xoxo....."), 667);
}

static void taken_centre_adds_1000(void **state)
{
    (void)state;
    assert_int_equal(of_classic("....o...."), 1167);
    assert_int_equal(of_classic("x...o...."), 333 + 1000);
}

static void threat_of_either_side_adds_3500_once(void **state)
{
    (void)state;
    assert_int_equal(of_classic("xx......."), 333 + 3500);
    assert_int_equal(of_classic("oo......."), 333 + 3500);
    assert_int_equal(of_classic("x.x......"), 333 + 3500);
    assert_int_equal(of_classic("xx....oo."), 667 + 3500);
}

static void threat_needs_its_third_cell_free(void **state)
{
    (void)state;
    assert_int_equal(of_classic("xxo......"), 500);
    assert_int_equal(of_classic("xxx......"), 500);
}

static void two_threats_of_one_side_add_3000(void **state)
{
    (void)state;
    assert_int_equal(of_classic("x.x...x.."), 500 + 3500 + 3000);
    assert_int_equal(of_classic("o.o...o.."), 500 + 3500 + 3000);
    assert_int_equal(of_classic("xx.x....."), 500 + 3500 + 3000);
}

static void no_line_left_takes_1000_away(void **state)
{
    (void)state;
    assert_int_equal(of_classic("xoxoxxoxo"), 1500 + 1000 - 1000);
    assert_int_equal(of_classic("xoxo.xoxo"), 1333 - 1000);
    assert_int_equal(of_classic("xoxoxxox."), 1333 + 1000 + 3500 + 3000);
}

static void all_terms_together_stay_below_one(void **state)
{
    (void)state;
    assert_int_equal(of_classic("ooxooxxx."), 1333 + 3500 + 3000 + 1000);
}

/* No nine cells, reachable or not, leave 0..1, although nothing clamps them;
 * the largest value is the one above. */
static void classic_stays_between_0_and_8833(void **state)
{
    (void)state;
    int largest = 0;
    for (int number = 0; number < 19683; number++) {
        char cells[10] = "";
        for (int cell = 0, left = number; cell < 9; cell++, left /= 3)
            cells[cell] = ".xo"[left % 3];
        const int value = of_classic(cells);
        assert_in_range(value, 0, OXO_INTENSITY_ONE);
        largest = value > largest ? value : largest;
    }
    assert_int_equal(largest, 8833);
}

/* ---- Ultimate ----------------------------------------------------------- */

static void empty_boards_have_no_tension(void **state)
{
    (void)state;
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    assert_int_equal(oxo_intensity_of(&start), 0);
}

/* Board e, to be played in, weighs 4 of 12: 4 * 1167 / 12 = 389. */
static void board_to_play_in_weighs_four_times(void **state)
{
    (void)state;
    const oxo_position forced = position_after(OXO_ULTIMATE, "ee");
    assert_int_equal(oxo_intensity_of(&forced), 233);
    const oxo_position away = position_after(OXO_ULTIMATE, "ea");
    assert_int_equal(oxo_intensity_of(&away), 8);
}

/* The centre of board e while another board is to be played in: 1 of 12;
 * with no board to be played in: 1 of 9. */
static void every_open_board_weighs_something(void **state)
{
    (void)state;
    const char *boards = "....x.... " EMPTY_BOARDS_8;
    assert_int_equal(of_ultimate(OXO_ULTIMATE, boards, OXO_O, 8),
                     (6 * 97 + 5) / 10);
    assert_int_equal(of_ultimate(OXO_ULTIMATE, boards, OXO_O, OXO_ANY_BOARD),
                     6 * 130 / 10);
}

/* Boards a and b are X's, so c would win: it weighs 1 + 3 + 2 of 12. The
 * boards come to (6 * 5167 + 3833) / 12 = 2903, the board of boards, where X
 * threatens to win, to 3833. */
static void board_that_would_win_weighs_two_more(void **state)
{
    (void)state;
    assert_int_equal(of_ultimate(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2),
                     3275);
    /* Not to be played in, it weighs 1 + 2 of 9. */
    assert_int_equal(
        of_ultimate(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, OXO_ANY_BOARD),
        (4 * 3833 + 6 * ((3 * 5167 + 3833 + 4) / 9) + 5) / 10);
}

static void board_that_would_win_for_o_weighs_the_same(void **state)
{
    (void)state;
    const char *boards = "oooxx.... oooxx.... oo.xx.... xx....... ......... "
                         "......... ......... ......... .........";
    assert_int_equal(of_ultimate(OXO_ULTIMATE, boards, OXO_O, 2), 3275);
}

/* A drawn board is taken, as the centre here, and belongs to nobody. */
static void drawn_board_counts_as_taken(void **state)
{
    (void)state;
    const char *boards = "......... ......... ......... ......... xoxxoooxx "
                         "......... ......... ......... .........";
    assert_int_equal(of_ultimate(OXO_ULTIMATE, boards, OXO_O, OXO_ANY_BOARD),
                     (4 * 1167 + 5) / 10);
}

static void drawn_board_ends_the_threats_through_it(void **state)
{
    (void)state;
    const char *open = "xxxoo.... ......... ......... ......... ......... "
                       "......... ......... ......... xxxoo....";
    const char *blocked = "xxxoo.... ......... ......... ......... xoxxoooxx "
                          "......... ......... ......... xxxoo....";
    assert_int_equal(of_ultimate(OXO_ULTIMATE, open, OXO_X, OXO_ANY_BOARD),
                     (4 * 3833 + 5) / 10);
    const char *blocked_for_o =
        "oooxx.... ......... ......... ......... xoxxoooxx "
        "......... ......... ......... oooxx....";
    assert_int_equal(of_ultimate(OXO_ULTIMATE, blocked, OXO_X, OXO_ANY_BOARD),
                     (4 * 1500 + 5) / 10);
    assert_int_equal(
        of_ultimate(OXO_ULTIMATE, blocked_for_o, OXO_X, OXO_ANY_BOARD),
        (4 * 1500 + 5) / 10);
}

/* All boards decided, full and without a line left:
 *
 *     O X X
 *     X O X      three lines are blocked by the drawn board only
 *     O O D  */
static void finished_game_has_the_board_of_boards_left(void **state)
{
    (void)state;
    const char *boards = "oooxx.... xxxoo.... xxxoo.... xxxoo.... oooxx.... "
                         "xxxoo.... oooxx.... oooxx.... xoxxoooxx";
    assert_int_equal(of_ultimate(OXO_ULTIMATE, boards, OXO_O, OXO_ANY_BOARD),
                     600);
}

/* A won board that play goes on in is decided: it adds nothing more. */
static void continue_judges_won_boards_as_decided(void **state)
{
    (void)state;
    const char *boards = "xxxoo.... " EMPTY_BOARDS_8;
    assert_int_equal(of_ultimate(OXO_ULTIMATE_CONTINUE, boards, OXO_O, 0),
                     (4 * 167 + 5) / 10);
}

static void ultimate_stays_between_0_and_1(void **state)
{
    (void)state;
    uint64_t chance = 1952;
    for (int i = 0; i < 300; i++) {
        oxo_position p = oxo_position_start(
            (oxo_variant)(OXO_ULTIMATE + i % (OXO_VARIANTS - 1)));
        oxo_move moves[OXO_MAX_MOVES];
        for (int n; (n = oxo_position_moves(&p, moves)) > 0;) {
            p = oxo_position_play(&p,
                                  moves[next_random(&chance, (unsigned)n)]);
            assert_in_range(oxo_intensity_of(&p), 1, OXO_INTENSITY_ONE);
        }
    }
}

TEST_GROUP("intensity")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_board_has_no_tension),
        cmocka_unit_test(x_alone_in_the_centre_is_1167),
        cmocka_unit_test(each_cell_taken_adds_a_ninth_of_1500),
        cmocka_unit_test(taken_centre_adds_1000),
        cmocka_unit_test(threat_of_either_side_adds_3500_once),
        cmocka_unit_test(threat_needs_its_third_cell_free),
        cmocka_unit_test(two_threats_of_one_side_add_3000),
        cmocka_unit_test(no_line_left_takes_1000_away),
        cmocka_unit_test(all_terms_together_stay_below_one),
        cmocka_unit_test(classic_stays_between_0_and_8833),
        cmocka_unit_test(empty_boards_have_no_tension),
        cmocka_unit_test(board_to_play_in_weighs_four_times),
        cmocka_unit_test(every_open_board_weighs_something),
        cmocka_unit_test(board_that_would_win_weighs_two_more),
        cmocka_unit_test(board_that_would_win_for_o_weighs_the_same),
        cmocka_unit_test(drawn_board_counts_as_taken),
        cmocka_unit_test(drawn_board_ends_the_threats_through_it),
        cmocka_unit_test(finished_game_has_the_board_of_boards_left),
        cmocka_unit_test(continue_judges_won_boards_as_decided),
        cmocka_unit_test(ultimate_stays_between_0_and_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
