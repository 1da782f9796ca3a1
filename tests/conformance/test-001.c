/* test-001.c - document 001: the 0/1/2 matrix and what a client hands in. */
#include "conformance.h"
#include "oxo/engine.h"
#include "oxo/explain.h"

static const int EMPTY[3][3] = {{0}};
static const int CENTRE[3][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}};

/* The board of a matrix that must be accepted. */
static oxo_board matrix(const int values[3][3])
{
    oxo_board board;
    assert_int_equal(oxo_board_from_matrix(values[0], 3, 3, &board), OXO_OK);
    return board;
}

/* May these nine marks follow those? NULL: a new game. */
static oxo_status transition(const char *before, const char *now)
{
    if (!before)
        return oxo_board_check_transition(NULL, board_of(now));
    const oxo_board old = board_of(before);
    return oxo_board_check_transition(&old, board_of(now));
}

/* The number that says who won, or -1 while the game goes on. */
static int winner_of(const char *marks)
{
    int winner = -1;
    const bool over = oxo_board_is_over(board_of(marks), &winner);
    assert_int_equal(over, winner != -1);
    return winner;
}

/* The computer's answer to nine marks, O to move, as 10 * row + column; -1 if
 * it is refused because the game is over. */
static int answer_to(const char *marks)
{
    const oxo_classic p = classic_of(marks, OXO_O);
    oxo_move m = OXO_NO_MOVE;
    const oxo_status status = oxo_classic_best_move(&p, &m);
    if (status == OXO_OK)
        return 10 * oxo_cell_row(m) + oxo_cell_col(m);
    assert_int_equal(status, OXO_GAME_OVER);
    assert_int_equal(m, OXO_NO_MOVE);
    return -1;
}

/* ---- GameBoard ---------------------------------------------------------- */

TEST(t_001_1_zero_is_empty_one_is_x_two_is_o)
{
    const int values[3][3] = {{0, 1, 2}, {0, 0, 0}, {0, 0, 0}};
    assert_board(matrix(values), ".XO......");
}

TEST(t_001_2_matrix_of_three_rows_is_a_lossless_view)
{
    for (int code = 0; code < 19683; code++) {
        int values[3][3], back[3][3];
        for (int i = 0, rest = code; i < 9; i++, rest /= 3)
            values[i / 3][i % 3] = rest % 3;
        oxo_board_to_matrix(matrix(values), back);
        assert_memory_equal(back, values, sizeof(values));
    }
}

TEST(t_001_3_human_is_x_and_the_computer_o)
{
    assert_int_equal(transition("....X...O", "X...X...O"), OXO_OK);
    assert_int_equal(transition("....X...O", "O...X...O"), OXO_NOT_YOUR_MARK);
}

TEST(f_001_1_board_is_made_from_a_checked_matrix)
{
    const int bad[3][3] = {{0, 0, 0}, {0, 3, 0}, {0, 0, 0}};
    oxo_board board;
    assert_int_equal(oxo_board_from_matrix(CENTRE[0], 3, 3, &board), OXO_OK);
    assert_board(board, "....X....");
    assert_int_equal(oxo_board_from_matrix(bad[0], 3, 3, &board),
                     OXO_CELL_VALUE);
}

TEST(f_001_2_get_cell_reads_the_number_at_row_and_column)
{
    const oxo_board board = board_of(".....O.X.");
    int value = -1;
    assert_int_equal(oxo_board_get_value(board, 1, 2, &value), OXO_OK);
    assert_int_equal(value, 2);
    assert_int_equal(oxo_board_get_value(board, 2, 1, &value), OXO_OK);
    assert_int_equal(value, 1);
    assert_int_equal(oxo_board_get_value(board, 0, 0, &value), OXO_OK);
    assert_int_equal(value, 0);
    assert_int_equal(oxo_board_get_value(board, 3, 0, &value),
                     OXO_INVALID_POSITION);
}

TEST(f_001_3_set_cell_writes_the_number_at_row_and_column)
{
    oxo_board board = oxo_board_empty();
    assert_int_equal(oxo_board_set_value(board, 1, 2, 2, &board), OXO_OK);
    assert_int_equal(oxo_board_set_value(board, 2, 1, 1, &board), OXO_OK);
    assert_board(board, ".....O.X.");
    assert_int_equal(oxo_board_set_value(board, 1, 2, 0, &board), OXO_OK);
    assert_board(board, ".......X.");
    assert_int_equal(oxo_board_set_value(board, 0, 3, 1, &board),
                     OXO_INVALID_POSITION);
    assert_int_equal(oxo_board_set_value(board, 0, 0, 3, &board),
                     OXO_CELL_VALUE);
    assert_board(board, ".......X.");
}

TEST(f_001_4_matrix_given_out_is_a_copy)
{
    const oxo_board board = matrix(CENTRE);
    int copy[3][3];
    oxo_board_to_matrix(board, copy);
    assert_memory_equal(copy, CENTRE, sizeof(copy));
    copy[0][0] = 2;
    assert_board(board, "....X....");
}

TEST(v_001_1_matrix_is_three_by_three)
{
    const int values[16] = {0};
    oxo_board board;
    for (size_t rows = 0; rows <= 4; rows++) {
        for (size_t cols = 0; cols <= 4; cols++)
            assert_int_equal(oxo_board_from_matrix(values, rows, cols, &board),
                             rows == 3 && cols == 3 ? OXO_OK : OXO_BOARD_SIZE);
    }
}

TEST(v_001_2_matrix_holds_only_0_1_and_2)
{
    for (int value = -2; value <= 4; value++) {
        int values[9] = {0};
        oxo_board board;
        values[8] = value;
        assert_int_equal(oxo_board_from_matrix(values, 3, 3, &board),
                         value >= 0 && value <= 2 ? OXO_OK : OXO_CELL_VALUE);
    }
}

TEST(v_001_3_refused_matrix_leaves_no_board)
{
    const int bad[9] = {1, 1, 1, 1, 1, 1, 1, 1, 9};
    oxo_board board = board_of("O........");
    assert_int_equal(oxo_board_from_matrix(bad, 3, 3, &board), OXO_CELL_VALUE);
    assert_int_equal(oxo_board_from_matrix(bad, 2, 3, &board), OXO_BOARD_SIZE);
    assert_board(board, "O........");
}

TEST(x_001_1_human_plays_the_centre_of_an_empty_board)
{
    oxo_board board = matrix(EMPTY);
    int value = -1;
    assert_int_equal(oxo_board_set_value(board, 1, 1, 1, &board), OXO_OK);
    assert_int_equal(oxo_board_get_value(board, 1, 1, &value), OXO_OK);
    assert_int_equal(value, 1);
}

/* ---- GameService -------------------------------------------------------- */

TEST(f_001_8_get_next_move_gives_row_and_column_of_the_best_move)
{
    assert_int_equal(answer_to("X.XOO.X.."), 12); /* wins in row 1 */
    assert_int_equal(answer_to("XX..O...."), 2);  /* must stop X in row 0 */
}

TEST(v_001_7_get_next_move_refuses_a_finished_game_and_a_full_board)
{
    assert_int_equal(answer_to("XXXOO...."), -1);
    assert_int_equal(answer_to("XOXXOXOXO"), -1);
}

/* ---- Minimax ------------------------------------------------------------ */

typedef struct best {
    int score;
    oxo_move move;
    int nodes;
} best;

/* What minimax finds from `p`, whose side to move is the computer. */
static best minimax(const oxo_classic *p)
{
    const oxo_tree_node root = oxo_tree_root(p);
    oxo_tree_node children[OXO_CELLS];
    const int count = oxo_tree_children(&root, children);
    best found = {root.score, OXO_NO_MOVE, root.nodes};
    for (int i = 0; i < count; i++) {
        if (children[i].chosen)
            found.move = children[i].move;
    }
    return found;
}

static int score_of(const char *marks, oxo_mark computer)
{
    const oxo_classic p = classic_of(marks, computer);
    assert_int_equal(oxo_classic_validate(&p), OXO_OK);
    return minimax(&p).score;
}

/* A score one move earlier, where the end is one move further away. */
static int one_move_earlier(int score)
{
    return score - (score > 0) + (score < 0);
}

/* What the computer to move gets by playing `m`: what the human then makes of
 * it, seen from the other side. */
static int score_of_move(const oxo_classic *p, oxo_move m)
{
    const oxo_classic next = oxo_classic_play(*p, m);
    return -one_move_earlier(minimax(&next).score);
}

/* What the computer gets when the human, to move, plays `m`. */
static int score_of_reply(const oxo_classic *p, oxo_move m)
{
    const oxo_classic next = oxo_classic_play(*p, m);
    return one_move_earlier(minimax(&next).score);
}

/* Calls `visit` with the positions after X, O, X: O is to move. */
static void for_each_third_move(void (*visit)(const oxo_classic *p))
{
    for (oxo_move a = 0; a < OXO_CELLS; a++) {
        for (oxo_move b = 0; b < OXO_CELLS; b++) {
            for (oxo_move c = 0; c < OXO_CELLS; c++) {
                if (a == b || b == c || a == c)
                    continue;
                oxo_classic p = oxo_classic_play(oxo_classic_start(), a);
                p = oxo_classic_play(oxo_classic_play(p, b), c);
                visit(&p);
            }
        }
    }
}

static void check_maximum(const oxo_classic *p)
{
    oxo_move moves[OXO_CELLS];
    const int n = oxo_classic_moves(p, moves);
    int most = -10;
    for (int i = 0; i < n; i++) {
        const int score = score_of_move(p, moves[i]);
        most = score > most ? score : most;
    }
    const best result = minimax(p);
    assert_int_equal(result.score, most);
    assert_int_equal(score_of_move(p, result.move), most);
}

TEST(m_001_1_computer_maximizes)
{
    for_each_third_move(check_maximum);
}

static void check_minimum(const oxo_classic *p)
{
    const best result = minimax(p);
    const oxo_classic reply = oxo_classic_play(*p, result.move);
    oxo_move moves[OXO_CELLS];
    const int n = oxo_classic_moves(&reply, moves);
    int least = 10;
    for (int i = 0; i < n; i++) {
        const int score = score_of_reply(&reply, moves[i]);
        least = score < least ? score : least;
    }
    assert_int_equal(result.score, one_move_earlier(least));
}

TEST(m_001_2_human_minimizes)
{
    for_each_third_move(check_minimum);
}

TEST(m_001_3_win_of_the_computer_scores_10_minus_depth)
{
    assert_int_equal(score_of("OO.XX.X..", OXO_O), 10 - 1);
    assert_int_equal(score_of("XO..X...O", OXO_X), 10 - 3);
    assert_int_equal(score_of("XO.......", OXO_X), 10 - 5);
}

TEST(m_001_4_win_of_the_human_scores_depth_minus_10)
{
    assert_int_equal(score_of("XXXOO....", OXO_O), 0 - 10);
    assert_int_equal(score_of("XO.XX...O", OXO_O), 2 - 10);
    assert_int_equal(score_of("XO..X....", OXO_O), 4 - 10);
}

TEST(m_001_5_draw_scores_0)
{
    assert_int_equal(score_of("XOXXOXOXO", OXO_O), 0);
    assert_int_equal(score_of("XOXXO.OX.", OXO_O), 0);
    assert_int_equal(score_of(".........", OXO_X), 0);
}

/* How many positions there are below `p`, and itself. */
static long size_of_tree(const oxo_classic *p)
{
    oxo_move moves[OXO_CELLS];
    const int n = oxo_classic_moves(p, moves);
    long size = 1;
    for (int i = 0; i < n; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        size += size_of_tree(&next);
    }
    return size;
}

TEST(m_001_6_whole_tree_is_explored)
{
    const oxo_classic start = oxo_classic_start();
    assert_int_equal(minimax(&start).nodes, size_of_tree(&start));
}

/* With one more empty cell there is one more move to choose from, and the
 * tree grows by nearly that factor. */
TEST(m_001_8_tree_grows_by_the_branching_factor_with_each_depth)
{
    oxo_classic p = oxo_classic_start();
    for (int branching = 9; branching > 6; branching--) {
        const best result = minimax(&p);
        p = oxo_classic_play(p, result.move);
        const int below = minimax(&p).nodes;
        assert_in_range(result.nodes, (branching - 1) * below,
                        (branching + 1) * below);
    }
}

/* ---- Boards that are handed in ------------------------------------------ */

TEST(f_001_9_validate_game_board_compares_with_the_previous_one)
{
    assert_int_equal(transition(NULL, "....X...."), OXO_OK);
    assert_int_equal(transition("O...X....", "O...X...X"), OXO_OK);
    assert_int_equal(transition("O...X....", "....X...X"), OXO_MOVE_CHANGED);
}

TEST(r_001_1_only_one_new_move)
{
    assert_int_equal(transition("O...X....", "O..XX...X"), OXO_SEVERAL_MOVES);
    assert_int_equal(transition("O...X....", "O..OX...X"), OXO_SEVERAL_MOVES);
}

TEST(r_001_2_no_previous_move_modified)
{
    assert_int_equal(transition("O...X....", "O........"), OXO_MOVE_CHANGED);
    assert_int_equal(transition("O...X....", "O...O...."), OXO_MOVE_CHANGED);
}

TEST(r_001_3_new_move_goes_to_an_empty_cell)
{
    assert_int_equal(transition("O...X....", "X...X...."), OXO_CELL_OCCUPIED);
    assert_int_equal(transition("O...X....", "OX..X...."), OXO_OK);
}

TEST(r_001_4_each_refusal_has_its_own_message)
{
    const oxo_status refusals[] = {
        OXO_GAME_OVER,     OXO_MOVE_CHANGED, OXO_CELL_OCCUPIED,
        OXO_SEVERAL_MOVES, OXO_NO_MOVE_MADE, OXO_NOT_YOUR_MARK,
        OXO_NOT_YOUR_TURN, OXO_BOARD_SIZE,   OXO_CELL_VALUE};
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(oxo_status_sentence(refusals[i]),
                                    oxo_status_sentence(refusals[j]));
    }
}

TEST(f_001_10_check_game_over_tells_over_and_winner)
{
    int winner = -1;
    assert_true(oxo_board_is_over(board_of("XXXOO...."), &winner));
    assert_int_equal(winner, 1);
    assert_true(oxo_board_is_over(board_of("XXXOO...."), NULL));
    assert_false(oxo_board_is_over(board_of("XX.OO...."), NULL));
}

TEST(r_001_5_winner_is_0_for_a_draw)
{
    assert_int_equal(winner_of("XOXOXXOXO"), 0);
}

TEST(r_001_6_winner_is_1_for_x)
{
    assert_int_equal(winner_of("XXXOO...."), 1);
}

TEST(r_001_7_winner_is_2_for_o)
{
    assert_int_equal(winner_of("OOOXX.X.."), 2);
}

TEST(r_001_8_winner_is_nothing_while_the_game_goes_on)
{
    assert_int_equal(winner_of("XX.OO...."), -1);
}

/* ---- Validation logic --------------------------------------------------- */

TEST(v_001_8_new_game_has_at_most_one_cell_filled)
{
    assert_int_equal(transition(NULL, "........."), OXO_OK);
    assert_int_equal(transition(NULL, "X........"), OXO_OK);
    assert_int_equal(transition(NULL, "XX......."), OXO_SEVERAL_MOVES);
}

TEST(v_001_9_first_mark_of_a_new_game_is_the_humans)
{
    for (int i = 0; i < 9; i++) {
        const oxo_board x = oxo_board_place(oxo_board_empty(), i, OXO_X);
        assert_int_equal(oxo_board_check_transition(NULL, x), OXO_OK);
    }
}

TEST(v_001_10_new_game_holds_no_computer_move)
{
    assert_int_equal(transition(NULL, "O........"), OXO_NOT_YOUR_MARK);
    assert_int_equal(transition(NULL, "XO......."), OXO_SEVERAL_MOVES);
}

TEST(v_001_11_exactly_one_cell_changes_in_an_existing_game)
{
    assert_int_equal(transition("O...X....", "O...X...."), OXO_NO_MOVE_MADE);
    assert_int_equal(transition("O...X....", "O...X..X."), OXO_OK);
    assert_int_equal(transition("O...X....", "O...X..XX"), OXO_SEVERAL_MOVES);
}

TEST(v_001_12_changed_cell_was_empty_before)
{
    const char *marks = "O...X....";
    const oxo_board before = board_of(marks);
    for (int i = 0; i < 9; i++) {
        oxo_board now;
        assert_int_equal(oxo_board_set_value(before, i / 3, i % 3, 1, &now),
                         OXO_OK);
        const oxo_status expected = marks[i] == '.'   ? OXO_OK
                                    : marks[i] == 'O' ? OXO_CELL_OCCUPIED
                                                      : OXO_NO_MOVE_MADE;
        assert_int_equal(oxo_board_check_transition(&before, now), expected);
    }
}

TEST(v_001_13_new_mark_in_an_existing_game_is_the_humans)
{
    assert_int_equal(transition("O...X....", "O...X..O."), OXO_NOT_YOUR_MARK);
}

TEST(v_001_14_earlier_moves_stay_in_an_existing_game)
{
    assert_int_equal(transition("O...X....", "....X..X."), OXO_MOVE_CHANGED);
    assert_int_equal(transition("O...X....", "O......X."), OXO_MOVE_CHANGED);
    assert_int_equal(transition("O...X....", "X...O..X."), OXO_MOVE_CHANGED);
}

/* ---- Game over detection ------------------------------------------------ */

TEST(g_001_1_three_in_a_row_end_the_game)
{
    assert_int_equal(winner_of("XXXOO...."), 1);
    assert_int_equal(winner_of("XX.OOOX.."), 2);
    assert_int_equal(winner_of("OO....XXX"), 1);
}

TEST(g_001_2_three_in_a_column_end_the_game)
{
    assert_int_equal(winner_of("XO.XO.X.."), 1);
    assert_int_equal(winner_of("XO.XO..OX"), 2);
    assert_int_equal(winner_of("O.XO.X..X"), 1);
}

TEST(g_001_3_three_in_a_diagonal_end_the_game)
{
    assert_int_equal(winner_of("XO.OX...X"), 1);
    assert_int_equal(winner_of("XXO.O.O.X"), 2);
}

TEST(g_001_4_full_board_is_a_draw)
{
    assert_int_equal(winner_of("XOXXOXOXO"), 0);
    assert_int_equal(winner_of("XOXXOXOX."), -1);
}

TEST(x_001_4_caller_validates_and_then_asks_who_won)
{
    int winner = -1;
    const oxo_board before = board_of("XX.OO....");
    const oxo_board now = board_of("XXXOO....");
    assert_int_equal(oxo_board_check_transition(&before, now), OXO_OK);
    assert_true(oxo_board_is_over(now, &winner));
    assert_int_equal(winner, 1);
}

/* ---- Design patterns, testing ------------------------------------------- */

TEST(n_001_3_boards_cannot_be_changed_from_outside)
{
    const oxo_board board = matrix(CENTRE);
    oxo_board changed;
    assert_int_equal(oxo_board_set_value(board, 0, 0, 2, &changed), OXO_OK);
    assert_board(board, "....X....");
    assert_board(changed, "O...X....");
}

TEST(x_001_5_board_with_the_centre_taken_is_made_from_its_matrix)
{
    assert_board(matrix(CENTRE), "....X....");
}

TEST(x_001_6_centre_is_answered_in_the_first_corner)
{
    assert_int_equal(answer_to("....X...."), 0);
    static const char *const corners[] = {"X........", "..X......",
                                          "......X..", "........X"};
    for (size_t i = 0; i < LENGTH(corners); i++)
        assert_int_equal(answer_to(corners[i]), 11);
}

TEST(x_001_7_human_in_the_centre_is_a_valid_new_board)
{
    assert_int_equal(oxo_board_check_transition(NULL, matrix(CENTRE)), OXO_OK);
    const oxo_board empty = matrix(EMPTY);
    assert_int_equal(oxo_board_check_transition(&empty, matrix(CENTRE)),
                     OXO_OK);
}

TEST(x_001_8_game_goes_on_with_only_the_centre_taken)
{
    int winner = -1;
    assert_false(oxo_board_is_over(matrix(CENTRE), &winner));
    assert_int_equal(winner, -1);
}

/* ---- Validation rules summary ------------------------------------------- */

TEST(bv_001_1_board_is_a_3x3_matrix)
{
    const int nine[9] = {0};
    oxo_board board;
    assert_int_equal(oxo_board_from_matrix(nine, 3, 3, &board), OXO_OK);
    assert_int_equal(oxo_board_from_matrix(nine, 1, 9, &board),
                     OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_matrix(nine, 9, 1, &board),
                     OXO_BOARD_SIZE);
}

TEST(bv_001_2_cell_values_are_0_1_or_2)
{
    for (int i = 0; i < 9; i++) {
        int values[9] = {0};
        oxo_board board;
        values[i] = 3;
        assert_int_equal(oxo_board_from_matrix(values, 3, 3, &board),
                         OXO_CELL_VALUE);
        values[i] = -1;
        assert_int_equal(oxo_board_from_matrix(values, 3, 3, &board),
                         OXO_CELL_VALUE);
    }
}

TEST(bv_001_3_exactly_one_new_move_a_turn)
{
    assert_int_equal(transition(".........", "........."), OXO_NO_MOVE_MADE);
    assert_int_equal(transition(".........", "X........"), OXO_OK);
    assert_int_equal(transition(".........", "X...X...."), OXO_SEVERAL_MOVES);
}

TEST(bv_001_4_new_move_in_an_empty_cell)
{
    assert_int_equal(transition("X...O....", "X...X...."), OXO_CELL_OCCUPIED);
}

TEST(bv_001_5_previous_moves_unchanged)
{
    assert_int_equal(transition("X...O....", "....O...X"), OXO_MOVE_CHANGED);
}

TEST(bv_001_6_human_makes_the_moves)
{
    assert_int_equal(transition("X...O....", "X...O...O"), OXO_NOT_YOUR_MARK);
}

TEST(gv_001_2_board_of_a_game_holds_together)
{
    const oxo_classic good = classic_of("O...X....", OXO_X);
    const oxo_classic bad = classic_of("XXXOOO...", OXO_X);
    assert_int_equal(oxo_classic_validate(&good), OXO_OK);
    assert_int_equal(oxo_classic_validate(&bad), OXO_TWO_WINNERS);
}

TEST(gv_001_3_moves_come_in_a_legal_sequence)
{
    assert_int_equal(transition(NULL, "....X...."), OXO_OK);
    assert_int_equal(transition("....X....", "X...X...."), OXO_NOT_YOUR_TURN);
    assert_int_equal(transition("O...X....", "OX..X...."), OXO_OK);
    assert_int_equal(transition("OX..X..O.", "OX.XX..O."), OXO_OK);
}

/* ---- Errors ------------------------------------------------------------- */

TEST(er_001_1_invalid_dimensions_are_refused)
{
    const int values[12] = {0};
    oxo_board board;
    assert_int_equal(oxo_board_from_matrix(values, 3, 4, &board),
                     OXO_BOARD_SIZE);
    assert_int_equal(oxo_board_from_matrix(values, 4, 3, &board),
                     OXO_BOARD_SIZE);
}

TEST(er_001_2_invalid_values_are_refused)
{
    oxo_board board;
    assert_int_equal(oxo_board_set_value(oxo_board_empty(), 0, 0, -1, &board),
                     OXO_CELL_VALUE);
}

TEST(er_001_3_invalid_moves_are_refused)
{
    oxo_board board;
    assert_int_equal(oxo_board_set_value(oxo_board_empty(), -1, 0, 1, &board),
                     OXO_INVALID_POSITION);
    assert_int_equal(transition("O...X....", "X...X...."), OXO_CELL_OCCUPIED);
}

TEST(er_001_4_move_after_the_end_is_refused)
{
    assert_int_equal(transition("XXXOO....", "XXXOOX..."), OXO_GAME_OVER);
    assert_int_equal(transition("XOXXOXOXO", "XOXXOXOXO"), OXO_GAME_OVER);
}

TEST(er_001_5_several_moves_in_one_turn_are_refused)
{
    assert_int_equal(transition("O...X....", "OXXXX...."), OXO_SEVERAL_MOVES);
}

TEST(er_001_6_changed_earlier_moves_are_refused)
{
    assert_int_equal(transition("O...X....", "........."), OXO_MOVE_CHANGED);
}

TEST(er_001_9_every_error_has_a_message)
{
    for (int s = 0; s < OXO_STATUS_COUNT; s++) {
        assert_true(strlen(oxo_status_sentence((oxo_status)s)) > 0);
        assert_string_not_equal(oxo_status_sentence((oxo_status)s),
                                oxo_status_word((oxo_status)s));
    }
}

/* ---- Thread safety ------------------------------------------------------ */

TEST(n_001_9_equal_boards_are_equal_values)
{
    const oxo_board a = matrix(CENTRE);
    const oxo_board b = oxo_board_place(oxo_board_empty(), 4, OXO_X);
    assert_memory_equal(&a, &b, sizeof(a));
}

TEST(n_001_10_same_input_gives_the_same_output)
{
    const oxo_board board = board_of("XX.OO....");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(transition("XX.OO....", "XXXOO...."), OXO_OK);
        assert_false(oxo_board_is_over(board, NULL));
        assert_win(oxo_board_win(board_of("XXXOO....")), OXO_X, 0, 1, 2);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(t_001_1_zero_is_empty_one_is_x_two_is_o),
    cmocka_unit_test(t_001_2_matrix_of_three_rows_is_a_lossless_view),
    cmocka_unit_test(t_001_3_human_is_x_and_the_computer_o),
    cmocka_unit_test(f_001_1_board_is_made_from_a_checked_matrix),
    cmocka_unit_test(f_001_2_get_cell_reads_the_number_at_row_and_column),
    cmocka_unit_test(f_001_3_set_cell_writes_the_number_at_row_and_column),
    cmocka_unit_test(f_001_4_matrix_given_out_is_a_copy),
    cmocka_unit_test(v_001_1_matrix_is_three_by_three),
    cmocka_unit_test(v_001_2_matrix_holds_only_0_1_and_2),
    cmocka_unit_test(v_001_3_refused_matrix_leaves_no_board),
    cmocka_unit_test(x_001_1_human_plays_the_centre_of_an_empty_board),
    cmocka_unit_test(
        f_001_8_get_next_move_gives_row_and_column_of_the_best_move),
    cmocka_unit_test(
        v_001_7_get_next_move_refuses_a_finished_game_and_a_full_board),
    cmocka_unit_test(m_001_1_computer_maximizes),
    cmocka_unit_test(m_001_2_human_minimizes),
    cmocka_unit_test(m_001_3_win_of_the_computer_scores_10_minus_depth),
    cmocka_unit_test(m_001_4_win_of_the_human_scores_depth_minus_10),
    cmocka_unit_test(m_001_5_draw_scores_0),
    cmocka_unit_test(m_001_6_whole_tree_is_explored),
    cmocka_unit_test(
        m_001_8_tree_grows_by_the_branching_factor_with_each_depth),
    cmocka_unit_test(
        f_001_9_validate_game_board_compares_with_the_previous_one),
    cmocka_unit_test(r_001_1_only_one_new_move),
    cmocka_unit_test(r_001_2_no_previous_move_modified),
    cmocka_unit_test(r_001_3_new_move_goes_to_an_empty_cell),
    cmocka_unit_test(r_001_4_each_refusal_has_its_own_message),
    cmocka_unit_test(f_001_10_check_game_over_tells_over_and_winner),
    cmocka_unit_test(r_001_5_winner_is_0_for_a_draw),
    cmocka_unit_test(r_001_6_winner_is_1_for_x),
    cmocka_unit_test(r_001_7_winner_is_2_for_o),
    cmocka_unit_test(r_001_8_winner_is_nothing_while_the_game_goes_on),
    cmocka_unit_test(v_001_8_new_game_has_at_most_one_cell_filled),
    cmocka_unit_test(v_001_9_first_mark_of_a_new_game_is_the_humans),
    cmocka_unit_test(v_001_10_new_game_holds_no_computer_move),
    cmocka_unit_test(v_001_11_exactly_one_cell_changes_in_an_existing_game),
    cmocka_unit_test(v_001_12_changed_cell_was_empty_before),
    cmocka_unit_test(v_001_13_new_mark_in_an_existing_game_is_the_humans),
    cmocka_unit_test(v_001_14_earlier_moves_stay_in_an_existing_game),
    cmocka_unit_test(g_001_1_three_in_a_row_end_the_game),
    cmocka_unit_test(g_001_2_three_in_a_column_end_the_game),
    cmocka_unit_test(g_001_3_three_in_a_diagonal_end_the_game),
    cmocka_unit_test(g_001_4_full_board_is_a_draw),
    cmocka_unit_test(x_001_4_caller_validates_and_then_asks_who_won),
    cmocka_unit_test(n_001_3_boards_cannot_be_changed_from_outside),
    cmocka_unit_test(
        x_001_5_board_with_the_centre_taken_is_made_from_its_matrix),
    cmocka_unit_test(x_001_6_centre_is_answered_in_the_first_corner),
    cmocka_unit_test(x_001_7_human_in_the_centre_is_a_valid_new_board),
    cmocka_unit_test(x_001_8_game_goes_on_with_only_the_centre_taken),
    cmocka_unit_test(bv_001_1_board_is_a_3x3_matrix),
    cmocka_unit_test(bv_001_2_cell_values_are_0_1_or_2),
    cmocka_unit_test(bv_001_3_exactly_one_new_move_a_turn),
    cmocka_unit_test(bv_001_4_new_move_in_an_empty_cell),
    cmocka_unit_test(bv_001_5_previous_moves_unchanged),
    cmocka_unit_test(bv_001_6_human_makes_the_moves),
    cmocka_unit_test(gv_001_2_board_of_a_game_holds_together),
    cmocka_unit_test(gv_001_3_moves_come_in_a_legal_sequence),
    cmocka_unit_test(er_001_1_invalid_dimensions_are_refused),
    cmocka_unit_test(er_001_2_invalid_values_are_refused),
    cmocka_unit_test(er_001_3_invalid_moves_are_refused),
    cmocka_unit_test(er_001_4_move_after_the_end_is_refused),
    cmocka_unit_test(er_001_5_several_moves_in_one_turn_are_refused),
    cmocka_unit_test(er_001_6_changed_earlier_moves_are_refused),
    cmocka_unit_test(er_001_9_every_error_has_a_message),
    cmocka_unit_test(n_001_9_equal_boards_are_equal_values),
    cmocka_unit_test(n_001_10_same_input_gives_the_same_output),
};

TEST_GROUP("001")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
