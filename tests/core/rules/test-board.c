#include "check.h"

#include "bits.h"
#include "play.h"

#include <string.h>

/* ---- Tables ------------------------------------------------------------- */

static void lines_come_in_the_documented_order(void **state)
{
    (void)state;
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8},
                                        {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
                                        {0, 4, 8}, {2, 4, 6}};
    assert_memory_equal(oxo_lines, lines, sizeof(lines));
}

static void line_table_follows_from_the_lines(void **state)
{
    (void)state;
    uint64_t table[8] = {0};
    for (unsigned mask = 0; mask <= OXO_ALL_CELLS; mask++) {
        for (int i = 0; i < OXO_LINES; i++) {
            const uint8_t *l = oxo_lines[i];
            const unsigned line = 1U << l[0] | 1U << l[1] | 1U << l[2];
            if ((mask & line) == line)
                table[mask / 64] |= UINT64_C(1) << mask % 64;
        }
    }
    assert_memory_equal(rules_line_table, table, sizeof(table));
}

static void completing_cells_make_a_line(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask <= OXO_ALL_CELLS; mask++) {
        unsigned cells = 0;
        for (int i = 0; i < OXO_LINES; i++) {
            for (int k = 0; k < 3; k++) {
                const uint8_t *l = oxo_lines[i];
                if (has_bit(mask, l[(k + 1) % 3]) &&
                    has_bit(mask, l[(k + 2) % 3]))
                    cells |= 1U << l[k];
            }
        }
        assert_int_equal(completing_cells(mask), cells);
    }
}

static void cell_table_lists_and_counts_the_cells(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask <= OXO_ALL_CELLS; mask++) {
        unsigned n = 0;
        for (unsigned cell = 0; cell < 9; cell++) {
            if (mask >> cell & 1)
                assert_int_equal(nth_bit(mask, n++), cell);
        }
        assert_int_equal(count_bits(mask), n);
    }
}

/* ---- Cells and views ---------------------------------------------------- */

static void cells_have_a_row_and_a_column(void **state)
{
    (void)state;
    for (int row = 0, next = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++, next++) {
            int cell = -1;
            assert_int_equal(oxo_cell_at(row, col, &cell), OXO_OK);
            assert_int_equal(cell, next);
            assert_int_equal(oxo_cell_row(cell), row);
            assert_int_equal(oxo_cell_col(cell), col);
        }
    }
}

static const int outside[][2] = {{-1, 0}, {3, 0}, {0, -1}, {0, 3}};

static void rows_and_columns_outside_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        int cell = 77;
        assert_int_equal(oxo_cell_at(outside[i][0], outside[i][1], &cell),
                         OXO_INVALID_POSITION);
        assert_int_equal(cell, 77);
    }
}

static void empty_board_is_empty(void **state)
{
    (void)state;
    const oxo_board empty = oxo_board_empty(), dots = board_of(".........");
    assert_same(empty, dots);
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        assert_int_equal(oxo_board_at(empty, cell), OXO_NONE);
        assert_true(oxo_board_is_valid_move(empty, cell));
    }
}

static void cells_and_board_convert_without_loss(void **state)
{
    (void)state;
    const oxo_board board = board_of("xo..x.o.x");
    oxo_mark cells[OXO_CELLS];
    oxo_board_to_cells(board, cells);
    static const oxo_mark expected[] = {OXO_X,    OXO_O,    OXO_NONE,
                                        OXO_NONE, OXO_X,    OXO_NONE,
                                        OXO_O,    OXO_NONE, OXO_X};
    assert_memory_equal(cells, expected, sizeof(cells));
    oxo_board back;
    assert_int_equal(oxo_board_from_cells(cells, OXO_CELLS, &back), OXO_OK);
    assert_same(back, board);
}

static void cells_must_be_nine_marks(void **state)
{
    (void)state;
    const oxo_board before = board_of("xxxoooxxx");
    oxo_board ret = before;
    oxo_mark cells[10] = {OXO_NONE};
    assert_int_equal(oxo_board_from_cells(cells, 8, &ret), OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_cells(cells, 10, &ret), OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_cells(NULL, 0, &ret), OXO_BOARD_SIZE);
    memset(cells, 0, sizeof(cells));
    cells[8] = (oxo_mark)3;
    assert_int_equal(oxo_board_from_cells(cells, 9, &ret), OXO_CELL_VALUE);
    assert_same(ret, before);
}

static void matrix_and_board_convert_without_loss(void **state)
{
    (void)state;
    static const int matrix[3][3] = {{1, 2, 0}, {0, 1, 0}, {2, 0, 1}};
    oxo_board board;
    assert_int_equal(oxo_board_from_matrix(&matrix[0][0], 3, 3, &board),
                     OXO_OK);
    const oxo_board expected = board_of("xo..x.o.x");
    assert_same(board, expected);
    int back[3][3];
    oxo_board_to_matrix(board, back);
    assert_memory_equal(back, matrix, sizeof(back));
}

static void matrix_must_be_three_by_three_of_0_1_2(void **state)
{
    (void)state;
    const oxo_board before = board_of("xxxoooxxx");
    oxo_board ret = before;
    int values[16] = {0};
    assert_int_equal(oxo_board_from_matrix(values, 2, 3, &ret),
                     OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_matrix(values, 3, 4, &ret),
                     OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_matrix(values, 1, 9, &ret),
                     OXO_BOARD_SIZE);
    values[8] = 3;
    assert_int_equal(oxo_board_from_matrix(values, 3, 3, &ret),
                     OXO_CELL_VALUE);
    values[8] = -1;
    assert_int_equal(oxo_board_from_matrix(values, 3, 3, &ret),
                     OXO_CELL_VALUE);
    assert_same(ret, before);
}

static void one_value_can_be_read_and_written(void **state)
{
    (void)state;
    oxo_board board = oxo_board_empty();
    /* Over one another: X, then O, then nothing. */
    static const int values[] = {1, 2, 0, 0, 2, 1};
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        int value = -1;
        assert_int_equal(oxo_board_set_value(board, 1, 2, values[i], &board),
                         OXO_OK);
        assert_int_equal(oxo_board_get_value(board, 1, 2, &value), OXO_OK);
        assert_int_equal(value, values[i]);
    }
    const oxo_board expected = board_of(".....x...");
    assert_same(board, expected);
}

static void one_value_is_refused_outside_or_out_of_range(void **state)
{
    (void)state;
    const oxo_board before = board_of("xo.......");
    oxo_board ret = before;
    int value = 77;
    for (int i = 0; i < 4; i++) {
        const int row = outside[i][0], col = outside[i][1];
        assert_int_equal(oxo_board_get_value(before, row, col, &value),
                         OXO_INVALID_POSITION);
        assert_int_equal(oxo_board_set_value(before, row, col, 1, &ret),
                         OXO_INVALID_POSITION);
    }
    assert_int_equal(oxo_board_set_value(before, 0, 0, 3, &ret),
                     OXO_CELL_VALUE);
    assert_int_equal(oxo_board_set_value(before, 0, 0, -1, &ret),
                     OXO_CELL_VALUE);
    assert_int_equal(value, 77);
    assert_same(ret, before);
}

/* ---- Questions ---------------------------------------------------------- */

static void a_move_is_valid_in_an_empty_cell_only(void **state)
{
    (void)state;
    const oxo_board board = board_of("xo.......");
    assert_false(oxo_board_is_valid_move(board, 0));
    assert_false(oxo_board_is_valid_move(board, 1));
    assert_true(oxo_board_is_valid_move(board, 2));
    assert_true(oxo_board_is_valid_move(board, 8));
    assert_false(oxo_board_is_valid_move(board, -1));
    assert_false(oxo_board_is_valid_move(board, 9));
}

static void each_line_wins_for_each_side(void **state)
{
    (void)state;
    for (int i = 0; i < OXO_LINES; i++) {
        for (int side = 0; side < 2; side++) {
            oxo_board board = oxo_board_empty();
            for (int k = 0; k < 3; k++)
                board =
                    oxo_board_place(board, oxo_lines[i][k], (oxo_mark)side);
            const oxo_win win = oxo_board_win(board);
            assert_int_equal(win.winner, side);
            assert_memory_equal(win.cells, oxo_lines[i], 3);
        }
    }
}

static void first_line_in_order_is_the_winning_one(void **state)
{
    (void)state;
    const oxo_win both = oxo_board_win(board_of("ooo...xxx"));
    assert_int_equal(both.winner, OXO_O);
    const oxo_win cross = oxo_board_win(board_of("x...x...x"));
    assert_int_equal(cross.cells[1], 4);
    const oxo_win corner = oxo_board_win(board_of("xxxx..x.."));
    assert_memory_equal(corner.cells, oxo_lines[0], 3);
}

static void no_line_means_no_winner_and_no_cells(void **state)
{
    (void)state;
    const oxo_win win = oxo_board_win(board_of("xoxoxxoxo"));
    assert_int_equal(win.winner, OXO_NONE);
    assert_memory_equal(win.cells, ((uint8_t[3]){0, 0, 0}), 3);
}

static void draw_is_a_full_board_without_a_line(void **state)
{
    (void)state;
    assert_true(oxo_board_is_draw(board_of("xoxoxxoxo")));
    assert_false(oxo_board_is_draw(board_of("xoxoxxox.")));
    assert_false(oxo_board_is_draw(board_of("xxxooxxoo"))); /* X has a line */
    assert_false(oxo_board_is_draw(board_of("oooxxoxxo"))); /* O has one */
}

static void over_is_0_1_2_or_not_at_all(void **state)
{
    (void)state;
    int winner = 77;
    assert_false(oxo_board_is_over(board_of("xo......."), &winner));
    assert_int_equal(winner, 77);
    assert_true(oxo_board_is_over(board_of("xoxoxxoxo"), &winner));
    assert_int_equal(winner, 0);
    assert_true(oxo_board_is_over(board_of("xxxoo...."), &winner));
    assert_int_equal(winner, 1);
    assert_true(oxo_board_is_over(board_of("oooxx.x.."), &winner));
    assert_int_equal(winner, 2);
    assert_true(oxo_board_is_over(board_of("oooxx.x.."), NULL));
    assert_false(oxo_board_is_over(board_of("........."), NULL));
}

/* ---- New boards from old ------------------------------------------------ */

static void placing_leaves_the_old_board_and_other_cells(void **state)
{
    (void)state;
    const oxo_board before = board_of("xo......."), copy = before;
    const oxo_board x = oxo_board_place(before, 4, OXO_X);
    const oxo_board o = oxo_board_place(before, 4, OXO_O);
    assert_same(before, copy);
    const oxo_board with_x = board_of("xo..x...."),
                    with_o = board_of("xo..o....");
    assert_same(x, with_x);
    assert_same(o, with_o);
}

static oxo_status transition(const char *before, const char *now)
{
    const oxo_board old = board_of(before);
    return oxo_board_check_transition(&old, board_of(now));
}

static void new_game_is_empty_or_one_x(void **state)
{
    (void)state;
    assert_int_equal(oxo_board_check_transition(NULL, board_of(".........")),
                     OXO_OK);
    assert_int_equal(oxo_board_check_transition(NULL, board_of("....x....")),
                     OXO_OK);
    assert_int_equal(oxo_board_check_transition(NULL, board_of("....o....")),
                     OXO_NOT_YOUR_MARK);
    assert_int_equal(oxo_board_check_transition(NULL, board_of("xo.......")),
                     OXO_SEVERAL_MOVES);
}

static void one_new_x_on_xs_turn_is_accepted(void **state)
{
    (void)state;
    assert_int_equal(transition(".........", "..x......"), OXO_OK);
    assert_int_equal(transition("x...o....", "x.x.o...."), OXO_OK);
}

static void malformed_boards_make_no_transition(void **state)
{
    (void)state;
    const oxo_board before = board_of("xo.......");
    const oxo_board shared = {{1 | 16, 2 | 1}}, beyond = {{1 | 512, 2}};
    assert_int_equal(oxo_board_check_transition(&before, shared),
                     OXO_CELL_SHARED);
    assert_int_equal(oxo_board_check_transition(&before, beyond),
                     OXO_CELL_VALUE);
}

static void each_bad_transition_has_its_own_refusal(void **state)
{
    (void)state;
    assert_int_equal(transition("xxxoo....", "xxxoo...x"), OXO_GAME_OVER);
    assert_int_equal(transition("x...o....", "....o...."), OXO_MOVE_CHANGED);
    assert_int_equal(transition("x...o....", "x........"), OXO_MOVE_CHANGED);
    assert_int_equal(transition("x...o....", "o...o...."), OXO_MOVE_CHANGED);
    assert_int_equal(transition("x...o....", "x...x...."), OXO_CELL_OCCUPIED);
    assert_int_equal(transition("x...o....", "x.x.o...x"), OXO_SEVERAL_MOVES);
    assert_int_equal(transition("x...o....", "x...o...."), OXO_NO_MOVE_MADE);
    assert_int_equal(transition("x...o....", "x...o...o"), OXO_NOT_YOUR_MARK);
    assert_int_equal(transition("x........", "x.x......"), OXO_NOT_YOUR_TURN);
}

/* Each pair breaks two rules that are neighbours in the order. */
static void first_refusal_in_order_is_given(void **state)
{
    (void)state;
    assert_int_equal(transition("xxxoo....", "oxxoo...."), OXO_GAME_OVER);
    assert_int_equal(transition("x...o....", "o...x...."), OXO_MOVE_CHANGED);
    assert_int_equal(transition("x...o....", "x.xxx...."), OXO_CELL_OCCUPIED);
    assert_int_equal(transition("x...o....", "x.o.o...o"), OXO_SEVERAL_MOVES);
    assert_int_equal(transition("x........", "x........"), OXO_NO_MOVE_MADE);
    assert_int_equal(transition("x........", "x.o......"), OXO_NOT_YOUR_MARK);
}

/* ---- Symmetry ----------------------------------------------------------- */

static void assert_turned(int symmetry, const char *expected)
{
    const oxo_board turned =
        oxo_board_transform(board_of("xo....x.."), symmetry);
    const oxo_board board = board_of(expected);
    assert_same(turned, board);
}

static void symmetries_turn_clockwise_and_mirror_first(void **state)
{
    (void)state;
    /* x o .
     * . . .
     * x . .  */
    assert_turned(0, "xo....x..");
    assert_turned(1, "x.x..o...");
    assert_turned(2, "..x....ox");
    assert_turned(3, "...o..x.x");
    assert_turned(4, ".ox.....x");
    assert_turned(5, ".....ox.x");
    assert_turned(6, "x.....xo.");
    assert_turned(7, "x.xo.....");
}

static void inverse_undoes_a_symmetry(void **state)
{
    (void)state;
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        for (int cell = 0; cell < OXO_CELLS; cell++)
            assert_int_equal(oxo_symmetry_cell(oxo_symmetry_inverse(s),
                                               oxo_symmetry_cell(s, cell)),
                             cell);
    }
}

TEST_GROUP("board")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_in_the_documented_order),
        cmocka_unit_test(line_table_follows_from_the_lines),
        cmocka_unit_test(completing_cells_make_a_line),
        cmocka_unit_test(cell_table_lists_and_counts_the_cells),
        cmocka_unit_test(cells_have_a_row_and_a_column),
        cmocka_unit_test(rows_and_columns_outside_are_refused),
        cmocka_unit_test(empty_board_is_empty),
        cmocka_unit_test(cells_and_board_convert_without_loss),
        cmocka_unit_test(cells_must_be_nine_marks),
        cmocka_unit_test(matrix_and_board_convert_without_loss),
        cmocka_unit_test(matrix_must_be_three_by_three_of_0_1_2),
        cmocka_unit_test(one_value_can_be_read_and_written),
        cmocka_unit_test(one_value_is_refused_outside_or_out_of_range),
        cmocka_unit_test(a_move_is_valid_in_an_empty_cell_only),
        cmocka_unit_test(each_line_wins_for_each_side),
        cmocka_unit_test(first_line_in_order_is_the_winning_one),
        cmocka_unit_test(no_line_means_no_winner_and_no_cells),
        cmocka_unit_test(draw_is_a_full_board_without_a_line),
        cmocka_unit_test(over_is_0_1_2_or_not_at_all),
        cmocka_unit_test(placing_leaves_the_old_board_and_other_cells),
        cmocka_unit_test(new_game_is_empty_or_one_x),
        cmocka_unit_test(one_new_x_on_xs_turn_is_accepted),
        cmocka_unit_test(malformed_boards_make_no_transition),
        cmocka_unit_test(each_bad_transition_has_its_own_refusal),
        cmocka_unit_test(first_refusal_in_order_is_given),
        cmocka_unit_test(symmetries_turn_clockwise_and_mirror_first),
        cmocka_unit_test(inverse_undoes_a_symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
