/* test-004.c - document 004: the data model of a classic game. */
#include "conformance.h"

/* A state of the document: board and current player, the rest follows. */
static oxo_game state_of(const char *marks, oxo_mark turn)
{
    const oxo_position p = oxo_position_of_classic(classic_of(marks, turn));
    return oxo_game_from(&p);
}

static void assert_unchanged(const oxo_game *g, int cell, oxo_status reason)
{
    const oxo_game kept = *g;
    oxo_game out = kept;
    assert_int_equal(try_cell(g, cell, &out), reason);
    assert_same_game(g, &kept);
    assert_same_game(&out, &kept);
}

static void assert_initial(const oxo_game *g)
{
    assert_board(classic_board(g), ".........");
    assert_int_equal(oxo_game_turn(g), OXO_X);
    assert_true(oxo_game_is_active(g));
    assert_int_equal(oxo_game_outcome(g), OXO_ONGOING);
}

/* ---- GameState ---------------------------------------------------------- */

TEST(t_004_1_board_is_a_flat_array_of_nine)
{
    oxo_mark cells[OXO_CELLS];
    const oxo_game g = classic_after("013");
    oxo_board_to_cells(classic_board(&g), cells);
    const oxo_mark expected[] = {OXO_X,    OXO_O,    OXO_NONE,
                                 OXO_X,    OXO_NONE, OXO_NONE,
                                 OXO_NONE, OXO_NONE, OXO_NONE};
    assert_memory_equal(cells, expected, sizeof(expected));
}

TEST(l_004_1_indices_run_row_by_row)
{
    for (int i = 0; i < 9; i++)
        assert_int_equal(3 * oxo_cell_row(i) + oxo_cell_col(i), i);
    assert_int_equal(oxo_cell_row(2), 0);
    assert_int_equal(oxo_cell_row(3), 1);
    assert_int_equal(oxo_cell_row(6), 2);
}

TEST(t_004_2_current_player_starts_with_x)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC), next = classic_after("0");
    assert_int_equal(oxo_game_turn(&g), OXO_X);
    assert_int_equal(oxo_game_turn(&next), OXO_O);
}

TEST(t_004_3_game_is_active_until_won_or_drawn)
{
    const oxo_game on = classic_after("0314"), won = classic_after("03142"),
                   drawn = classic_after(CLASSIC_DRAW);
    assert_true(oxo_game_is_active(&on));
    assert_false(oxo_game_is_active(&won));
    assert_false(oxo_game_is_active(&drawn));
}

TEST(t_004_4_winner_is_x_o_draw_or_nobody_yet)
{
    const oxo_game on = classic_after("0314"), x = classic_after("03142"),
                   o = classic_after("803142"),
                   drawn = classic_after(CLASSIC_DRAW);
    assert_int_equal(oxo_game_outcome(&on), OXO_ONGOING);
    assert_int_equal(oxo_game_outcome(&x), OXO_X_WINS);
    assert_int_equal(oxo_game_outcome(&o), OXO_O_WINS);
    assert_int_equal(oxo_game_outcome(&drawn), OXO_DRAW);
}

TEST(x_004_1_initial_state)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_initial(&g);
}

TEST(x_004_2_game_in_progress)
{
    const oxo_game g = state_of("XO.X.....", OXO_O);
    assert_int_equal(oxo_classic_validate(&g.now.as.classic), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_true(oxo_game_is_active(&g));
    assert_int_equal(oxo_game_outcome(&g), OXO_ONGOING);
}

TEST(x_004_3_x_wins_though_no_game_gets_there)
{
    const oxo_game g = state_of("XOOXX...X", OXO_O);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_false(oxo_game_is_active(&g));
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
    assert_win(oxo_game_win(&g), OXO_X, 0, 4, 8);
    assert_int_equal(oxo_classic_validate(&g.now.as.classic),
                     OXO_IMPOSSIBLE_COUNT);
}

TEST(x_004_4_draw)
{
    const oxo_game g = state_of("XOXOXXOXO", OXO_O);
    assert_int_equal(oxo_classic_validate(&g.now.as.classic), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_false(oxo_game_is_active(&g));
    assert_int_equal(oxo_game_outcome(&g), OXO_DRAW);
}

/* ---- Cell --------------------------------------------------------------- */

TEST(t_004_5_cell_index_is_0_to_8)
{
    const oxo_board board = oxo_board_empty();
    for (int i = -3; i < 12; i++)
        assert_int_equal(oxo_board_is_valid_move(board, i), i >= 0 && i <= 8);
}

TEST(t_004_6_cell_value_is_empty_x_or_o)
{
    const oxo_game g = classic_after("04");
    assert_int_equal(cell_of(&g, 0, 0), OXO_X);
    assert_int_equal(cell_of(&g, 0, 4), OXO_O);
    assert_int_equal(cell_of(&g, 0, 8), OXO_NONE);
}

TEST(t_004_7_row_is_index_divided_by_three)
{
    const int rows[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    for (int i = 0; i < 9; i++)
        assert_int_equal(oxo_cell_row(i), rows[i]);
}

TEST(t_004_8_column_is_index_modulo_three)
{
    const int cols[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    for (int i = 0; i < 9; i++)
        assert_int_equal(oxo_cell_col(i), cols[i]);
}

TEST(t_004_9_cell_is_an_index_into_the_board_and_no_object)
{
    const oxo_board board = board_of("XO.X.....");
    oxo_mark cells[OXO_CELLS];
    oxo_board_to_cells(board, cells);
    for (int i = 0; i < 9; i++)
        assert_int_equal(oxo_board_at(board, i), cells[i]);
}

/* ---- State transitions -------------------------------------------------- */

TEST(st_004_1_initialize_leads_from_any_state_to_the_initial_one)
{
    const char *const games[] = {"", "0", "03142", CLASSIC_DRAW};
    for (size_t i = 0; i < LENGTH(games); i++) {
        oxo_game g = classic_after(games[i]);
        g = oxo_game_start(oxo_game_variant(&g));
        assert_initial(&g);
    }
}

TEST(st_004_2_make_move_changes_board_and_player_only)
{
    const oxo_game before = classic_after("04");
    oxo_game after;
    assert_int_equal(try_cell(&before, 8, &after), OXO_OK);
    assert_board(classic_board(&after), "X...O...X");
    assert_int_equal(oxo_game_turn(&after), OXO_O);
    assert_int_equal(oxo_game_outcome(&after), oxo_game_outcome(&before));
}

TEST(pre_004_1_move_needs_an_active_game)
{
    const oxo_game won = classic_after("03142");
    assert_unchanged(&won, 8, OXO_GAME_OVER);
}

TEST(pre_004_2_move_needs_an_empty_cell)
{
    const oxo_game g = classic_after("0");
    assert_unchanged(&g, 0, OXO_CELL_OCCUPIED);
}

TEST(x_004_5_o_moves_next_to_x)
{
    const oxo_game before = state_of("X........", OXO_O);
    oxo_game after;
    assert_int_equal(try_cell(&before, 1, &after), OXO_OK);
    assert_board(classic_board(&after), "XO.......");
    assert_int_equal(oxo_game_turn(&after), OXO_X);
    assert_true(oxo_game_is_active(&after));
    assert_int_equal(oxo_game_outcome(&after), OXO_ONGOING);
}

TEST(v_004_1_index_must_be_0_to_8)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    const int wrong[] = {-1, 9, 10, 255, 256, 264, -256};
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_unchanged(&g, wrong[i], OXO_INVALID_POSITION);
}

TEST(v_004_2_cell_must_be_empty)
{
    const oxo_game g = classic_after("048");
    assert_unchanged(&g, 0, OXO_CELL_OCCUPIED);
    assert_unchanged(&g, 4, OXO_CELL_OCCUPIED);
    assert_unchanged(&g, 8, OXO_CELL_OCCUPIED);
}

TEST(v_004_3_game_must_be_active)
{
    const oxo_game drawn = classic_after(CLASSIC_DRAW);
    for (int i = 0; i < 9; i++)
        assert_unchanged(&drawn, i, OXO_GAME_OVER);
}

TEST(v_004_4_state_remains_unchanged_if_any_rule_fails)
{
    oxo_game g = classic_after("04");
    const oxo_game kept = g;
    assert_int_equal(try_cell(&g, 0, &g), OXO_CELL_OCCUPIED);
    assert_int_equal(try_cell(&g, 9, &g), OXO_INVALID_POSITION);
    assert_same_game(&g, &kept);
}

TEST(se_004_1_board_is_updated_at_the_index)
{
    for (int i = 0; i < 9; i++) {
        oxo_game g = oxo_game_start(OXO_CLASSIC);
        assert_int_equal(try_cell(&g, i, &g), OXO_OK);
        for (int j = 0; j < 9; j++)
            assert_int_equal(cell_of(&g, 0, j), i == j ? OXO_X : OXO_NONE);
    }
}

TEST(se_004_2_player_switches)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(try_cell(&g, 0, &g), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_int_equal(try_cell(&g, 1, &g), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_X);
}

TEST(se_004_3_move_may_end_the_game)
{
    oxo_game win = classic_after("0314"), draw = classic_after("01243658");
    assert_int_equal(try_cell(&win, 2, &win), OXO_OK);
    assert_false(oxo_game_is_active(&win));
    assert_int_equal(oxo_game_outcome(&win), OXO_X_WINS);
    assert_int_equal(try_cell(&draw, 7, &draw), OXO_OK);
    assert_false(oxo_game_is_active(&draw));
    assert_int_equal(oxo_game_outcome(&draw), OXO_DRAW);
}

TEST(st_004_3_winner_is_looked_for_after_every_move)
{
    const oxo_game g = classic_after("03142");
    for (int ply = 0; ply <= 5; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_position_outcome(&p),
                         ply == 5 ? OXO_X_WINS : OXO_ONGOING);
    }
}

TEST(pre_004_3_winner_can_be_asked_for_at_any_time)
{
    int wins = 0;
    for (int x = 0; x <= OXO_ALL_CELLS; x++) {
        const oxo_board board = {{(uint16_t)x, 0}};
        const oxo_win win = oxo_board_win(board);
        if (win.winner == OXO_NONE)
            continue;
        wins++;
        for (int k = 0; k < 3; k++)
            assert_int_equal(oxo_board_at(board, win.cells[k]), OXO_X);
    }
    assert_int_equal(wins, 282); /* of the 512 sets of cells */
}

TEST(c_004_1_winning_combinations_are_the_eight_in_order)
{
    const char *const boards[] = {"XXX......", "...XXX...", "......XXX",
                                  "X..X..X..", ".X..X..X.", "..X..X..X",
                                  "X...X...X", "..X.X.X.."};
    assert_int_equal(LENGTH(boards), OXO_LINES);
    for (int i = 0; i < OXO_LINES; i++)
        assert_win(oxo_board_win(board_of(boards[i])), OXO_X, oxo_lines[i][0],
                   oxo_lines[i][1], oxo_lines[i][2]);
}

TEST(r_004_1_three_equal_marks_in_a_line_win)
{
    assert_int_equal(oxo_board_win(board_of("XX.OOOX..")).winner, OXO_O);
    assert_int_equal(oxo_board_win(board_of("X..OXO..X")).winner, OXO_X);
}

TEST(r_004_2_no_winner_without_a_line_of_one_mark)
{
    assert_int_equal(oxo_board_win(board_of("XXOOOXXXO")).winner, OXO_NONE);
    assert_int_equal(oxo_board_win(board_of(".........")).winner, OXO_NONE);
}

TEST(x_004_6_three_x_in_the_top_row_end_the_game)
{
    const oxo_game before = state_of("XX.OO....", OXO_X);
    oxo_game after;
    assert_true(oxo_game_is_active(&before));
    assert_int_equal(try_cell(&before, 2, &after), OXO_OK);
    assert_board(classic_board(&after), "XXXOO....");
    assert_false(oxo_game_is_active(&after));
    assert_int_equal(oxo_game_outcome(&after), OXO_X_WINS);
}

TEST(st_004_4_draw_is_looked_for_when_there_is_no_winner)
{
    const oxo_game full_and_won = classic_after("031457682");
    const oxo_game full = classic_after(CLASSIC_DRAW);
    assert_int_equal(full_and_won.length, 9);
    assert_int_equal(oxo_game_outcome(&full_and_won), OXO_X_WINS);
    assert_int_equal(oxo_game_outcome(&full), OXO_DRAW);
}

TEST(pre_004_4_draw_needs_all_nine_cells_and_no_winner)
{
    assert_false(oxo_board_is_draw(board_of("XXXOOXXOO")));
    assert_false(oxo_board_is_draw(board_of("XOXXOXOX.")));
    assert_true(oxo_board_is_draw(board_of("XOXXOXOXO")));
}

TEST(r_004_3_no_empty_cell_left_is_a_draw)
{
    const oxo_game g = classic_after(CLASSIC_DRAW);
    const oxo_position before = oxo_game_position_at(&g, 8);
    assert_int_equal(oxo_position_outcome(&before), OXO_ONGOING);
    assert_true(oxo_board_is_draw(classic_board(&g)));
}

TEST(x_004_7_full_board_of_the_example_ends_drawn)
{
    const oxo_game before = state_of("XOXOX.OXO", OXO_X);
    oxo_game after;
    assert_true(oxo_game_is_active(&before));
    assert_int_equal(try_cell(&before, 5, &after), OXO_OK);
    assert_board(classic_board(&after), "XOXOXXOXO");
    assert_false(oxo_game_is_active(&after));
    assert_int_equal(oxo_game_outcome(&after), OXO_DRAW);
}

TEST(st_004_5_reset_leads_from_any_state_to_the_initial_one)
{
    const char *const games[] = {"", "0", "03142", CLASSIC_DRAW};
    for (size_t i = 0; i < LENGTH(games); i++) {
        oxo_game g = classic_after(games[i]);
        oxo_game_set_busy(&g, true, &g);
        oxo_game_reset(&g, &g);
        assert_initial(&g);
        assert_int_equal(oxo_game_check(&g, 0), OXO_OK);
    }
}

/* ---- State validation rules --------------------------------------------- */

TEST(mr_004_1_index_is_between_0_and_8_inclusive)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    for (int i = -20; i <= 300; i++)
        assert_int_equal(oxo_game_check(&g, oxo_move_at(0, i)),
                         i >= 0 && i <= 8 ? OXO_OK : OXO_INVALID_POSITION);
}

TEST(mr_004_2_cell_is_empty)
{
    const oxo_game g = classic_after("6");
    assert_int_equal(oxo_game_check(&g, 6), OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_game_check(&g, 7), OXO_OK);
}

TEST(mr_004_3_game_is_active)
{
    const oxo_game g = classic_after("03142");
    assert_int_equal(oxo_game_check(&g, 8), OXO_GAME_OVER);
}

TEST(mr_004_4_player_is_x_or_o)
{
    oxo_classic p = classic_of(".........", OXO_X);
    assert_int_equal(oxo_classic_validate(&p), OXO_OK);
    p.turn = OXO_NONE;
    assert_int_equal(oxo_classic_validate(&p), OXO_CELL_VALUE);
}

TEST(i_004_1_board_is_always_nine_long)
{
    const oxo_mark cells[OXO_CELLS] = {OXO_X};
    oxo_board board;
    assert_int_equal(oxo_board_from_cells(cells, 8, &board), OXO_BOARD_SIZE);
    assert_int_equal(OXO_CELLS, 9);
}

static void check_cells(const oxo_classic *p)
{
    assert_int_equal(p->board.cells[OXO_X] & p->board.cells[OXO_O], 0);
    assert_int_equal(
        (p->board.cells[OXO_X] | p->board.cells[OXO_O]) & ~OXO_ALL_CELLS, 0);
}

TEST(i_004_2_cells_are_always_empty_x_or_o)
{
    for_each_classic(check_cells);
}

static void check_player(const oxo_classic *p)
{
    assert_in_range(p->turn, OXO_X, OXO_O);
}

TEST(i_004_3_current_player_is_always_x_or_o)
{
    for_each_classic(check_player);
}

static int outcomes_seen[4];

static void check_winner(const oxo_classic *p)
{
    const oxo_outcome outcome = oxo_classic_outcome(p);
    assert_in_range(outcome, OXO_ONGOING, OXO_DRAW);
    outcomes_seen[outcome]++;
}

TEST(i_004_4_winner_is_always_x_o_draw_or_nobody_yet)
{
    memset(outcomes_seen, 0, sizeof(outcomes_seen));
    for_each_classic(check_winner);
    assert_int_equal(outcomes_seen[OXO_ONGOING], 4520);
    assert_int_equal(outcomes_seen[OXO_X_WINS], 626);
    assert_int_equal(outcomes_seen[OXO_O_WINS], 316);
    assert_int_equal(outcomes_seen[OXO_DRAW], 16);
}

static void check_decided_is_closed(const oxo_classic *p)
{
    if (oxo_classic_outcome(p) == OXO_ONGOING)
        return;
    oxo_move moves[OXO_CELLS];
    assert_int_equal(oxo_classic_moves(p, moves), 0);
}

TEST(i_004_5_game_with_a_winner_is_not_active)
{
    for_each_classic(check_decided_is_closed);
}

static void check_closed_is_decided(const oxo_classic *p)
{
    oxo_move moves[OXO_CELLS];
    if (oxo_classic_moves(p, moves) == 0)
        assert_int_not_equal(oxo_classic_outcome(p), OXO_ONGOING);
}

TEST(i_004_6_game_that_is_not_active_has_a_winner_or_is_drawn)
{
    for_each_classic(check_closed_is_decided);
}

/* ---- State queries ------------------------------------------------------ */

TEST(f_004_1_get_cell_is_the_value_at_an_index)
{
    const oxo_game g = classic_after("013");
    const char expected[] = "XO.X.....";
    for (int i = 0; i < 9; i++) {
        const oxo_mark mark = oxo_position_at(&g.now, (oxo_move)i);
        assert_int_equal("XO."[mark], expected[i]);
    }
}

TEST(f_004_2_get_current_player_is_whose_turn_it_is)
{
    const oxo_game g = classic_after("013");
    assert_int_equal(oxo_game_turn(&g), OXO_O);
}

TEST(f_004_3_is_game_active_tells_if_moves_can_be_made)
{
    const oxo_game on = classic_after("013"), over = classic_after("03142");
    assert_true(oxo_game_is_active(&on));
    assert_false(oxo_game_is_active(&over));
}

TEST(f_004_4_get_winner_is_the_outcome)
{
    const oxo_game x = classic_after("03142"), on = classic_after("0314");
    assert_int_equal(oxo_outcome_winner(oxo_game_outcome(&x)), OXO_X);
    assert_int_equal(oxo_game_outcome(&on), OXO_ONGOING);
}

TEST(f_004_5_is_valid_move_wants_active_in_range_and_empty)
{
    const oxo_game on = classic_after("013"), over = classic_after("03142");
    for (int i = -2; i < 12; i++) {
        const oxo_move m = oxo_move_at(0, i);
        const bool empty = i == 2 || (i >= 4 && i <= 8);
        assert_int_equal(oxo_game_check(&on, m) == OXO_OK, empty);
        assert_int_not_equal(oxo_game_check(&over, m), OXO_OK);
    }
}

/* ---- State mutations ---------------------------------------------------- */

TEST(f_004_6_make_move_places_the_current_players_mark)
{
    const oxo_game g = classic_after("01");
    oxo_game next;
    assert_int_equal(try_cell(&g, 3, &next), OXO_OK);
    assert_board(classic_board(&next), "XO.X.....");
}

TEST(f_004_7_reset_game_ignores_the_state_it_is_given)
{
    const oxo_game a = classic_after("0"), b = classic_after("03142");
    oxo_game from_a, from_b;
    oxo_game_reset(&a, &from_a);
    oxo_game_reset(&b, &from_b);
    assert_same_game(&from_a, &from_b);
    assert_initial(&from_a);
}

TEST(f_004_8_check_winner_settles_winner_and_activity)
{
    const oxo_classic won = classic_of("XXXOO....", OXO_O);
    const oxo_classic on = classic_of("XX.OO....", OXO_X);
    assert_int_equal(oxo_classic_outcome(&won), OXO_X_WINS);
    assert_int_equal(oxo_classic_check(&won, 8), OXO_GAME_OVER);
    assert_int_equal(oxo_classic_outcome(&on), OXO_ONGOING);
}

TEST(f_004_9_check_draw_settles_winner_and_activity)
{
    const oxo_classic drawn = classic_of("XOXOXXOXO", OXO_O);
    const oxo_classic on = classic_of("XOXOX.OXO", OXO_X);
    assert_int_equal(oxo_classic_outcome(&drawn), OXO_DRAW);
    assert_int_equal(oxo_classic_check(&drawn, 0), OXO_GAME_OVER);
    assert_int_equal(oxo_classic_outcome(&on), OXO_ONGOING);
}

/* ---- Data flow ---------------------------------------------------------- */

TEST(d_004_2_move_is_validated_first)
{
    const oxo_game g = classic_after("0");
    assert_unchanged(&g, 0, OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_game_check(&g, 1), OXO_OK);
}

TEST(d_004_3_board_is_updated_next)
{
    oxo_game g = classic_after("0");
    assert_int_equal(try_cell(&g, 1, &g), OXO_OK);
    assert_board(classic_board(&g), "XO.......");
}

TEST(d_004_4_winner_is_checked_on_the_updated_board)
{
    oxo_game g = classic_after("80314");
    assert_int_equal(oxo_game_win(&g).winner, OXO_NONE);
    assert_int_equal(try_cell(&g, 2, &g), OXO_OK);
    assert_win(oxo_game_win(&g), OXO_O, 0, 1, 2);
}

TEST(d_004_5_draw_is_checked_on_the_updated_board)
{
    oxo_game g = classic_after("01243658");
    assert_int_equal(oxo_game_outcome(&g), OXO_ONGOING);
    assert_int_equal(try_cell(&g, 7, &g), OXO_OK);
    assert_int_equal(oxo_game_outcome(&g), OXO_DRAW);
}

TEST(d_004_6_player_switches_even_after_the_last_move)
{
    const oxo_game won = classic_after("03142");
    const oxo_game drawn = classic_after(CLASSIC_DRAW);
    assert_int_equal(oxo_game_turn(&won), OXO_O);
    assert_int_equal(oxo_game_turn(&drawn), OXO_O);
}

/* ---- Implementation notes, future enhancements -------------------------- */

TEST(n_004_1_updates_leave_the_old_state_alone)
{
    const oxo_game g = classic_after("04"), kept = g;
    oxo_game next;
    assert_int_equal(try_cell(&g, 8, &next), OXO_OK);
    assert_same_game(&g, &kept);
}

TEST(n_004_3_history_is_tracked_for_replay)
{
    const oxo_game g = classic_after("03142");
    oxo_game replay = oxo_game_start(OXO_CLASSIC);
    for (int i = 0; i < g.length; i++)
        assert_int_equal(oxo_game_play(&replay, &g.history[i], &replay),
                         OXO_OK);
    assert_same_game(&replay, &g);
}

TEST(n_004_4_refused_move_writes_nothing)
{
    const oxo_game g = classic_after("0");
    oxo_game out;
    memset(&out, 0x5A, sizeof(out));
    assert_int_equal(try_cell(&g, 0, &out), OXO_CELL_OCCUPIED);
    assert_int_equal(out.length, 0x5A);
    assert_int_equal(out.now.variant, 0x5A);
}

TEST(fu_004_1_moves_can_be_undone_and_redone)
{
    const oxo_game g = classic_after("03142");
    oxo_game h = g;
    for (int i = 0; i < 5; i++)
        assert_int_equal(oxo_game_undo(&h, &h), OXO_OK);
    assert_initial(&h);
    assert_int_equal(oxo_game_undo(&h, &h), OXO_NOTHING_TO_UNDO);
    for (int i = 0; i < 5; i++)
        assert_int_equal(oxo_game_redo(&h, &h), OXO_OK);
    assert_same_game(&h, &g);
    assert_int_equal(oxo_game_redo(&h, &h), OXO_NOTHING_TO_REDO);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(t_004_1_board_is_a_flat_array_of_nine),
    cmocka_unit_test(l_004_1_indices_run_row_by_row),
    cmocka_unit_test(t_004_2_current_player_starts_with_x),
    cmocka_unit_test(t_004_3_game_is_active_until_won_or_drawn),
    cmocka_unit_test(t_004_4_winner_is_x_o_draw_or_nobody_yet),
    cmocka_unit_test(x_004_1_initial_state),
    cmocka_unit_test(x_004_2_game_in_progress),
    cmocka_unit_test(x_004_3_x_wins_though_no_game_gets_there),
    cmocka_unit_test(x_004_4_draw),
    cmocka_unit_test(t_004_5_cell_index_is_0_to_8),
    cmocka_unit_test(t_004_6_cell_value_is_empty_x_or_o),
    cmocka_unit_test(t_004_7_row_is_index_divided_by_three),
    cmocka_unit_test(t_004_8_column_is_index_modulo_three),
    cmocka_unit_test(t_004_9_cell_is_an_index_into_the_board_and_no_object),
    cmocka_unit_test(
        st_004_1_initialize_leads_from_any_state_to_the_initial_one),
    cmocka_unit_test(st_004_2_make_move_changes_board_and_player_only),
    cmocka_unit_test(pre_004_1_move_needs_an_active_game),
    cmocka_unit_test(pre_004_2_move_needs_an_empty_cell),
    cmocka_unit_test(x_004_5_o_moves_next_to_x),
    cmocka_unit_test(v_004_1_index_must_be_0_to_8),
    cmocka_unit_test(v_004_2_cell_must_be_empty),
    cmocka_unit_test(v_004_3_game_must_be_active),
    cmocka_unit_test(v_004_4_state_remains_unchanged_if_any_rule_fails),
    cmocka_unit_test(se_004_1_board_is_updated_at_the_index),
    cmocka_unit_test(se_004_2_player_switches),
    cmocka_unit_test(se_004_3_move_may_end_the_game),
    cmocka_unit_test(st_004_3_winner_is_looked_for_after_every_move),
    cmocka_unit_test(pre_004_3_winner_can_be_asked_for_at_any_time),
    cmocka_unit_test(c_004_1_winning_combinations_are_the_eight_in_order),
    cmocka_unit_test(r_004_1_three_equal_marks_in_a_line_win),
    cmocka_unit_test(r_004_2_no_winner_without_a_line_of_one_mark),
    cmocka_unit_test(x_004_6_three_x_in_the_top_row_end_the_game),
    cmocka_unit_test(st_004_4_draw_is_looked_for_when_there_is_no_winner),
    cmocka_unit_test(pre_004_4_draw_needs_all_nine_cells_and_no_winner),
    cmocka_unit_test(r_004_3_no_empty_cell_left_is_a_draw),
    cmocka_unit_test(x_004_7_full_board_of_the_example_ends_drawn),
    cmocka_unit_test(st_004_5_reset_leads_from_any_state_to_the_initial_one),
    cmocka_unit_test(mr_004_1_index_is_between_0_and_8_inclusive),
    cmocka_unit_test(mr_004_2_cell_is_empty),
    cmocka_unit_test(mr_004_3_game_is_active),
    cmocka_unit_test(mr_004_4_player_is_x_or_o),
    cmocka_unit_test(i_004_1_board_is_always_nine_long),
    cmocka_unit_test(i_004_2_cells_are_always_empty_x_or_o),
    cmocka_unit_test(i_004_3_current_player_is_always_x_or_o),
    cmocka_unit_test(i_004_4_winner_is_always_x_o_draw_or_nobody_yet),
    cmocka_unit_test(i_004_5_game_with_a_winner_is_not_active),
    cmocka_unit_test(i_004_6_game_that_is_not_active_has_a_winner_or_is_drawn),
    cmocka_unit_test(f_004_1_get_cell_is_the_value_at_an_index),
    cmocka_unit_test(f_004_2_get_current_player_is_whose_turn_it_is),
    cmocka_unit_test(f_004_3_is_game_active_tells_if_moves_can_be_made),
    cmocka_unit_test(f_004_4_get_winner_is_the_outcome),
    cmocka_unit_test(f_004_5_is_valid_move_wants_active_in_range_and_empty),
    cmocka_unit_test(f_004_6_make_move_places_the_current_players_mark),
    cmocka_unit_test(f_004_7_reset_game_ignores_the_state_it_is_given),
    cmocka_unit_test(f_004_8_check_winner_settles_winner_and_activity),
    cmocka_unit_test(f_004_9_check_draw_settles_winner_and_activity),
    cmocka_unit_test(d_004_2_move_is_validated_first),
    cmocka_unit_test(d_004_3_board_is_updated_next),
    cmocka_unit_test(d_004_4_winner_is_checked_on_the_updated_board),
    cmocka_unit_test(d_004_5_draw_is_checked_on_the_updated_board),
    cmocka_unit_test(d_004_6_player_switches_even_after_the_last_move),
    cmocka_unit_test(n_004_1_updates_leave_the_old_state_alone),
    cmocka_unit_test(n_004_3_history_is_tracked_for_replay),
    cmocka_unit_test(n_004_4_refused_move_writes_nothing),
    cmocka_unit_test(fu_004_1_moves_can_be_undone_and_redone),
};

TEST_GROUP("004")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
