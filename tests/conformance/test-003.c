/* test-003.c - document 003: the contract of a game engine.
 *
 * Its GameState is an oxo_game of the classic variant, its positions are
 * rows and columns. */
#include "conformance.h"

static const oxo_game *process(const oxo_game *g, int row, int col,
                               oxo_game *out)
{
    return oxo_game_process_move(g, row_col(row, col), out);
}

static oxo_status validate(const oxo_game *g, int row, int col)
{
    return oxo_game_check(g, row_col(row, col));
}

static oxo_game busy_game(void)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    oxo_game_set_busy(&g, true, &g);
    return g;
}

/* The very state comes back, as it was, and nothing is written. */
static void assert_ignored(const oxo_game *g, int row, int col)
{
    const oxo_game kept = *g;
    oxo_game out;
    memset(&out, 0x5A, sizeof(out));
    assert_ptr_equal(process(g, row, col, &out), g);
    assert_same_game(g, &kept);
    assert_int_equal(out.length, 0x5A);
}

/* ---- processMove -------------------------------------------------------- */

TEST(f_003_1_process_move_gives_the_new_state_or_the_old_one)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    oxo_game out;
    assert_ptr_equal(process(&g, 1, 1, &out), &out);
    assert_board(classic_board(&out), "....X....");
    assert_ignored(&g, 1, 3);
}

TEST(b_003_1_process_move_accepts_what_validate_move_accepts)
{
    const oxo_game g = classic_after("048");
    for (int row = -1; row <= 3; row++) {
        for (int col = -1; col <= 3; col++) {
            oxo_game out;
            assert_int_equal(process(&g, row, col, &out) == &out,
                             validate(&g, row, col) == OXO_OK);
        }
    }
}

TEST(b_003_2_invalid_move_returns_the_original_state)
{
    const oxo_game g = classic_after("0");
    assert_ignored(&g, 0, 0);
}

TEST(b_003_3_valid_move_places_the_symbol_on_a_new_board)
{
    const oxo_game g = classic_after("0");
    oxo_game out;
    assert_ptr_equal(process(&g, 2, 1, &out), &out);
    assert_board(classic_board(&out), "X......O.");
    assert_board(classic_board(&g), "X........");
}

TEST(b_003_4_valid_move_switches_the_turn)
{
    const oxo_game g = classic_after("0");
    oxo_game out;
    (void)process(&g, 2, 1, &out);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_int_equal(oxo_game_turn(&out), OXO_X);
}

TEST(b_003_5_no_move_is_in_progress_after_a_valid_move)
{
    oxo_game g = busy_game();
    oxo_game_set_busy(&g, false, &g);
    oxo_game out;
    (void)process(&g, 2, 1, &out);
    assert_false(out.busy);
    assert_int_equal(validate(&out, 0, 0), OXO_OK);
}

TEST(b_003_6_valid_move_returns_the_new_state)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    oxo_game out;
    memset(&out, 0x5A, sizeof(out));
    assert_ptr_equal(process(&g, 0, 2, &out), &out);
    assert_int_equal(out.length, 1);
    assert_int_equal(oxo_game_last_move(&out), 2);
}

TEST(pre_003_1_state_can_be_checked_before_it_is_used)
{
    const oxo_classic good = classic_of("XO.......", OXO_X);
    const oxo_classic bad = classic_of("XX.......", OXO_X);
    assert_int_equal(oxo_classic_validate(&good), OXO_OK);
    assert_int_equal(oxo_classic_validate(&bad), OXO_IMPOSSIBLE_COUNT);
}

TEST(pre_003_2_row_and_column_are_0_to_2)
{
    for (int row = -2; row <= 4; row++) {
        for (int col = -2; col <= 4; col++) {
            int cell = -1;
            const bool inside = row >= 0 && row <= 2 && col >= 0 && col <= 2;
            assert_int_equal(oxo_cell_at(row, col, &cell),
                             inside ? OXO_OK : OXO_INVALID_POSITION);
            assert_int_equal(cell, inside ? 3 * row + col : -1);
        }
    }
}

static void check_all_results(const oxo_classic *p)
{
    const oxo_position start = oxo_position_of_classic(*p);
    const oxo_game g = oxo_game_from(&start);
    for (int m = 0; m < OXO_CELLS; m++) {
        oxo_game out;
        const oxo_game *result = oxo_game_process_move(&g, (oxo_move)m, &out);
        assert_int_equal(oxo_classic_validate(&result->now.as.classic),
                         OXO_OK);
    }
}

TEST(post_003_1_result_is_always_a_valid_state)
{
    for_each_classic(check_all_results);
}

TEST(post_003_2_result_is_the_input_itself_if_the_move_is_invalid)
{
    const oxo_game g = classic_after("4");
    oxo_game out;
    assert_ptr_equal(process(&g, 1, 1, &out), &g);
    assert_ptr_equal(process(&g, -1, 0, &out), &g);
    assert_ptr_equal(process(&g, 0, 3, &out), &g);
}

TEST(post_003_3_result_is_another_object_if_the_move_is_valid)
{
    const oxo_game g = classic_after("4");
    oxo_game out;
    assert_ptr_not_equal(process(&g, 0, 0, &out), &g);
}

TEST(post_003_4_cell_holds_the_symbol_whose_turn_it_was)
{
    const oxo_game g = classic_after("4");
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        oxo_game out;
        if (process(&g, cell / 3, cell % 3, &out) == &out)
            assert_int_equal(cell_of(&out, 0, cell), oxo_game_turn(&g));
    }
}

TEST(post_003_5_turn_of_the_result_is_the_opposite)
{
    const oxo_game x = classic_after(""), o = classic_after("4");
    oxo_game out;
    (void)process(&x, 0, 0, &out);
    assert_int_equal(oxo_game_turn(&out), oxo_mark_other(oxo_game_turn(&x)));
    (void)process(&o, 0, 0, &out);
    assert_int_equal(oxo_game_turn(&out), oxo_mark_other(oxo_game_turn(&o)));
}

TEST(e_003_1_position_outside_the_board_returns_the_original)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    const int outside[][2] = {{-1, 0}, {0, -1}, {3, 0}, {0, 3}, {85, 1}};
    for (size_t i = 0; i < LENGTH(outside); i++)
        assert_ignored(&g, outside[i][0], outside[i][1]);
}

TEST(e_003_2_occupied_cell_returns_the_original)
{
    const oxo_game g = classic_after("48");
    assert_ignored(&g, 1, 1);
    assert_ignored(&g, 2, 2);
}

TEST(e_003_3_move_in_progress_returns_the_original)
{
    const oxo_game g = busy_game();
    assert_ignored(&g, 0, 0);
}

TEST(e_003_4_last_empty_cell_gives_a_new_state)
{
    const oxo_game g = classic_after("01243658");
    oxo_game out;
    assert_ptr_equal(process(&g, 2, 1, &out), &out);
    assert_board(classic_board(&out), "XOXXOXOXO");
    assert_int_equal(out.length, 9);
}

TEST(x_003_1_x_at_0_0_of_the_empty_board)
{
    const oxo_game state = oxo_game_start(OXO_CLASSIC), kept = state;
    oxo_game new_state;
    assert_ptr_equal(process(&state, 0, 0, &new_state), &new_state);
    assert_board(classic_board(&new_state), "X........");
    assert_int_equal(oxo_game_turn(&new_state), OXO_O);
    assert_false(new_state.busy);
    assert_same_game(&state, &kept);
}

TEST(er_003_1_no_position_makes_process_move_fail)
{
    const oxo_game g = classic_after("03142");
    oxo_game out;
    for (int m = 0; m < 256; m++)
        assert_ptr_equal(oxo_game_process_move(&g, (oxo_move)m, &out), &g);
}

TEST(er_003_2_invalid_move_leaves_everything_as_it_was)
{
    const oxo_game g = classic_after("04");
    assert_ignored(&g, 0, 0);
    assert_ignored(&g, 1, 1);
    assert_ignored(&g, 7, 7);
}

TEST(er_003_3_reason_of_a_refusal_can_be_shown_to_the_player)
{
    const oxo_game g = classic_after("04");
    const oxo_status status = validate(&g, 0, 0);
    assert_string_equal(oxo_status_word(status), "cell-occupied");
    assert_string_equal(oxo_status_sentence(status),
                        "that cell is already taken");
}

/* ---- switchTurn --------------------------------------------------------- */

TEST(f_003_2_switch_turn_is_the_opposite_symbol)
{
    for (int side = OXO_X; side <= OXO_O; side++) {
        const oxo_mark other = oxo_mark_other((oxo_mark)side);
        assert_int_not_equal(other, side);
        assert_int_equal(oxo_mark_other(other), side);
    }
}

TEST(x_003_2_x_becomes_o_and_o_becomes_x)
{
    assert_int_equal(oxo_mark_other(OXO_X), OXO_O);
    assert_int_equal(oxo_mark_other(OXO_O), OXO_X);
}

/* ---- createInitialGameState --------------------------------------------- */

TEST(f_003_3_initial_state_is_always_the_same)
{
    const oxo_game a = oxo_game_start(OXO_CLASSIC);
    const oxo_game b = oxo_game_start(OXO_CLASSIC);
    assert_same_game(&a, &b);
    assert_int_equal(a.length, 0);
}

TEST(t_003_1_board_of_the_state)
{
    const oxo_game g = classic_after("04");
    assert_board(classic_board(&g), "X...O....");
}

TEST(t_003_2_current_turn_of_the_state)
{
    const oxo_game g = classic_after("04"), next = classic_after("048");
    assert_int_equal(oxo_game_turn(&g), OXO_X);
    assert_int_equal(oxo_game_turn(&next), OXO_O);
}

TEST(t_003_3_move_in_progress_is_a_flag_of_the_state)
{
    oxo_game g = busy_game();
    assert_int_equal(validate(&g, 0, 0), OXO_MOVE_IN_PROGRESS);
    oxo_game_set_busy(&g, false, &g);
    assert_int_equal(validate(&g, 0, 0), OXO_OK);
}

TEST(f_003_4_empty_board_has_nine_empty_cells)
{
    assert_board(oxo_board_empty(), ".........");
}

TEST(x_003_3_initial_state_has_an_empty_board_x_and_no_move)
{
    const oxo_game state = oxo_game_start(OXO_CLASSIC);
    assert_board(classic_board(&state), ".........");
    assert_int_equal(oxo_game_turn(&state), OXO_X);
    assert_false(state.busy);
}

/* ---- validateMove ------------------------------------------------------- */

TEST(f_003_5_validate_move_says_ok_or_why_not)
{
    const oxo_game g = classic_after("0");
    assert_int_equal(validate(&g, 0, 1), OXO_OK);
    assert_int_equal(validate(&g, 0, 0), OXO_CELL_OCCUPIED);
    assert_int_equal(validate(&g, 0, 3), OXO_INVALID_POSITION);
}

TEST(v_003_1_move_in_progress_is_looked_at_first)
{
    oxo_game g = classic_after("0");
    oxo_game_set_busy(&g, true, &g);
    assert_int_equal(validate(&g, 9, 9), OXO_MOVE_IN_PROGRESS);
    assert_int_equal(validate(&g, 0, 0), OXO_MOVE_IN_PROGRESS);
}

TEST(v_003_2_bounds_are_looked_at_second)
{
    const oxo_game g = classic_after("0");
    for (int row = -1; row <= 3; row++) {
        assert_int_equal(validate(&g, row, -1), OXO_INVALID_POSITION);
        assert_int_equal(validate(&g, row, 3), OXO_INVALID_POSITION);
    }
}

TEST(v_003_3_cell_is_looked_at_last)
{
    const oxo_game g = classic_after("04");
    for (int cell = 0; cell < OXO_CELLS; cell++)
        assert_int_equal(validate(&g, cell / 3, cell % 3),
                         cell == 0 || cell == 4 ? OXO_CELL_OCCUPIED : OXO_OK);
}

TEST(er_003_4_reason_move_in_progress)
{
    const oxo_game g = busy_game();
    assert_string_equal(oxo_status_word(validate(&g, 0, 0)),
                        "move-in-progress");
}

TEST(er_003_5_reason_invalid_position)
{
    const oxo_game g = classic_after("");
    assert_string_equal(oxo_status_word(validate(&g, 3, 0)),
                        "invalid-position");
}

TEST(er_003_6_reason_cell_occupied)
{
    const oxo_game g = classic_after("0");
    assert_string_equal(oxo_status_word(validate(&g, 0, 0)), "cell-occupied");
}

TEST(x_003_4_empty_cell_succeeds)
{
    const oxo_game state = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(validate(&state, 0, 0), OXO_OK);
}

TEST(x_003_5_cell_that_holds_x_fails_as_occupied)
{
    const oxo_game state = classic_after("0");
    assert_int_equal(cell_of(&state, 0, 0), OXO_X);
    assert_int_equal(validate(&state, 0, 0), OXO_CELL_OCCUPIED);
}

/* ---- updateBoardWithMove ------------------------------------------------ */

TEST(f_003_6_update_board_places_the_symbol)
{
    const oxo_board before = board_of("X........");
    assert_board(oxo_board_place(before, row_col(2, 0), OXO_O), "X.....O..");
    assert_board(oxo_board_place(before, row_col(2, 0), OXO_X), "X.....X..");
}

TEST(i_003_1_original_board_is_unchanged)
{
    const oxo_board before = board_of("X........");
    for (int cell = 1; cell < OXO_CELLS; cell++)
        (void)oxo_board_place(before, cell, OXO_O);
    assert_board(before, "X........");
}

TEST(i_003_2_new_board_is_another_value)
{
    const oxo_board before = board_of("X........");
    const oxo_board after = oxo_board_place(before, 8, OXO_O);
    assert_memory_not_equal(&before, &after, sizeof(before));
}

TEST(i_003_3_all_other_cells_are_unchanged)
{
    const oxo_board before = board_of("X...O....");
    const oxo_board after = oxo_board_place(before, 8, OXO_X);
    for (int cell = 0; cell < 8; cell++)
        assert_int_equal(oxo_board_at(after, cell),
                         oxo_board_at(before, cell));
}

TEST(x_003_6_x_in_the_centre_of_a_new_board)
{
    const oxo_board current = oxo_board_empty();
    const oxo_board new_board = oxo_board_place(current, row_col(1, 1), OXO_X);
    assert_board(new_board, "....X....");
    assert_board(current, ".........");
}

/* ---- Dependencies: the types -------------------------------------------- */

TEST(t_003_4_board_is_nine_cells)
{
    oxo_mark cells[OXO_CELLS];
    oxo_board_to_cells(board_of("X...O...."), cells);
    assert_int_equal(cells[0], OXO_X);
    assert_int_equal(cells[4], OXO_O);
    assert_int_equal(cells[8], OXO_NONE);
}

TEST(t_003_5_cell_has_position_and_value)
{
    const oxo_board board = board_of(".....O...");
    assert_int_equal(oxo_cell_row(5), 1);
    assert_int_equal(oxo_cell_col(5), 2);
    assert_int_equal(oxo_board_at(board, 5), OXO_O);
}

TEST(t_003_6_position_is_a_row_and_a_column)
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        assert_int_equal(row_col(oxo_cell_row(cell), oxo_cell_col(cell)),
                         cell);
}

TEST(t_003_7_piece_is_x_o_or_nothing)
{
    const oxo_board board = board_of("XO.......");
    assert_int_equal(oxo_board_at(board, 0), OXO_X);
    assert_int_equal(oxo_board_at(board, 1), OXO_O);
    assert_int_equal(oxo_board_at(board, 2), OXO_NONE);
}

TEST(t_003_8_player_symbol_is_x_or_o)
{
    for (int moves = 0; moves < 4; moves++) {
        const char *const games[] = {"", "0", "04", "048"};
        const oxo_game g = classic_after(games[moves]);
        assert_int_equal(oxo_game_turn(&g), moves % 2 ? OXO_O : OXO_X);
    }
}

TEST(t_003_9_move_result_is_success_or_one_of_the_reasons)
{
    const oxo_game g = classic_after("0"), busy = busy_game();
    assert_string_equal(oxo_status_word(validate(&g, 1, 1)), "ok");
    assert_string_not_equal(oxo_status_word(validate(&g, 0, 0)), "ok");
    assert_string_not_equal(oxo_status_word(validate(&busy, 0, 0)), "ok");
}

TEST(c_003_1_initial_turn_is_x)
{
    assert_int_equal(oxo_classic_start().turn, OXO_X);
}

/* ---- Testing strategy --------------------------------------------------- */

TEST(tl_003_1_initial_state_is_valid)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(oxo_classic_validate(&g.now.as.classic), OXO_OK);
}

TEST(tl_003_2_initial_board_is_empty)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    oxo_move moves[OXO_MAX_MOVES];
    assert_int_equal(oxo_position_moves(&g.now, moves), 9);
}

TEST(tl_003_3_initial_turn_is_x)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(oxo_game_turn(&g), OXO_X);
}

TEST(tl_003_4_initially_no_move_is_in_progress)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_false(g.busy);
}

TEST(tl_003_5_validate_succeeds_for_an_empty_cell)
{
    const oxo_game g = classic_after("0");
    assert_int_equal(validate(&g, 2, 2), OXO_OK);
}

TEST(tl_003_6_validate_fails_for_an_occupied_cell)
{
    const oxo_game g = classic_after("8");
    assert_int_equal(validate(&g, 2, 2), OXO_CELL_OCCUPIED);
}

TEST(tl_003_7_validate_fails_for_an_invalid_position)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(validate(&g, -1, -1), OXO_INVALID_POSITION);
}

TEST(tl_003_8_validate_fails_while_a_move_is_in_progress)
{
    const oxo_game g = busy_game();
    assert_int_equal(validate(&g, 2, 2), OXO_MOVE_IN_PROGRESS);
}

TEST(tl_003_9_process_places_the_symbol_in_an_empty_cell)
{
    const oxo_game g = classic_after("0");
    oxo_game out;
    assert_int_equal(process(&g, 1, 2, &out)->now.as.classic.board.cells[1],
                     1U << 5);
}

TEST(tl_003_10_process_switches_the_turn)
{
    const oxo_game g = classic_after("");
    oxo_game out;
    assert_int_equal(oxo_game_turn(process(&g, 1, 2, &out)), OXO_O);
}

TEST(tl_003_11_process_returns_a_new_state)
{
    const oxo_game g = classic_after(""), kept = g;
    oxo_game out;
    assert_ptr_equal(process(&g, 1, 2, &out), &out);
    assert_same_game(&g, &kept);
}

TEST(tl_003_12_process_returns_the_original_for_an_invalid_move)
{
    const oxo_game g = classic_after("5");
    assert_ignored(&g, 1, 2);
}

TEST(tl_003_13_process_handles_a_full_board)
{
    const oxo_game g = classic_after(CLASSIC_DRAW);
    for (int cell = 0; cell < OXO_CELLS; cell++)
        assert_ignored(&g, cell / 3, cell % 3);
    assert_int_equal(validate(&g, 0, 0), OXO_GAME_OVER);
}

TEST(tl_003_14_switch_turn_of_x_is_o)
{
    assert_int_equal(oxo_mark_other(OXO_X), OXO_O);
}

TEST(tl_003_15_switch_turn_of_o_is_x)
{
    assert_int_equal(oxo_mark_other(OXO_O), OXO_X);
}

TEST(tl_003_16_move_on_an_occupied_cell_is_ignored)
{
    const oxo_game g = classic_after("048");
    assert_ignored(&g, 0, 0);
    assert_ignored(&g, 1, 1);
}

TEST(tl_003_17_move_outside_the_board_is_ignored)
{
    const oxo_game g = classic_after("048");
    assert_ignored(&g, 3, 3);
    assert_ignored(&g, -1, 1);
}

TEST(tl_003_18_rapid_clicks_during_processing_are_ignored)
{
    const oxo_game g = busy_game();
    for (int cell = 0; cell < OXO_CELLS; cell++)
        assert_ignored(&g, cell / 3, cell % 3);
}

TEST(tl_003_19_last_cell_is_filled)
{
    const oxo_game g = classic_after("01243658");
    oxo_game out;
    const oxo_game *result = process(&g, 2, 1, &out);
    assert_int_equal(cell_of(result, 0, 7), OXO_X);
    assert_int_equal(oxo_game_outcome(result), OXO_DRAW);
}

TEST(p_003_7_move_can_be_played_in_place_without_a_copy)
{
    oxo_game in_place = classic_after("04");
    const oxo_game before = in_place;
    oxo_game copied;
    assert_ptr_equal(process(&in_place, 2, 2, &in_place), &in_place);
    assert_ptr_equal(process(&before, 2, 2, &copied), &copied);
    assert_same_game(&in_place, &copied);
}

/* ---- Future extensions -------------------------------------------------- */

TEST(fu_003_1_win_condition_names_the_winner_and_the_line)
{
    const oxo_game g = classic_after("03142");
    assert_win(oxo_board_win(classic_board(&g)), OXO_X, 0, 1, 2);
}

TEST(fu_003_2_is_game_over)
{
    const oxo_game on = classic_after("0314"), won = classic_after("03142"),
                   drawn = classic_after(CLASSIC_DRAW);
    assert_true(oxo_game_is_active(&on));
    assert_false(oxo_game_is_active(&won));
    assert_false(oxo_game_is_active(&drawn));
}

TEST(fu_003_3_game_status_is_playing_won_or_draw)
{
    const oxo_game on = classic_after("0314"), won = classic_after("03142"),
                   drawn = classic_after(CLASSIC_DRAW);
    assert_int_equal(oxo_game_outcome(&on), OXO_ONGOING);
    assert_int_equal(oxo_game_outcome(&won), OXO_X_WINS);
    assert_int_equal(oxo_game_outcome(&drawn), OXO_DRAW);
}

TEST(fu_003_4_reset_gives_the_initial_state)
{
    oxo_game g = classic_after("03142");
    const oxo_game initial = oxo_game_start(OXO_CLASSIC);
    oxo_game_reset(&g, &g);
    assert_same_game(&g, &initial);
}

TEST(fu_003_5_history_holds_every_earlier_state)
{
    const char moves[] = "03142";
    const oxo_game g = classic_after(moves);
    for (int ply = 0; ply <= 5; ply++) {
        char some[6] = {0};
        memcpy(some, moves, (size_t)ply);
        const oxo_game then = classic_after(some);
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_same_position(&p, &then.now);
    }
}

TEST(fu_003_6_undo_gives_the_state_before_the_move)
{
    const oxo_game before = classic_after("0314");
    const oxo_game after = classic_after("03142");
    oxo_game undone;
    assert_int_equal(oxo_game_undo(&after, &undone), OXO_OK);
    assert_same_position(&undone.now, &before.now);
    assert_int_equal(undone.length, before.length);
    assert_true(oxo_game_is_active(&undone));
}

TEST(cl_003_6_no_function_changes_the_game_it_is_given)
{
    const oxo_game g = classic_after("031"), kept = g;
    oxo_game out;
    (void)process(&g, 2, 2, &out);
    (void)oxo_game_undo(&g, &out);
    (void)oxo_game_redo(&out, &out);
    oxo_game_reset(&g, &out);
    oxo_game_set_busy(&g, true, &out);
    assert_same_game(&g, &kept);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(f_003_1_process_move_gives_the_new_state_or_the_old_one),
    cmocka_unit_test(b_003_1_process_move_accepts_what_validate_move_accepts),
    cmocka_unit_test(b_003_2_invalid_move_returns_the_original_state),
    cmocka_unit_test(b_003_3_valid_move_places_the_symbol_on_a_new_board),
    cmocka_unit_test(b_003_4_valid_move_switches_the_turn),
    cmocka_unit_test(b_003_5_no_move_is_in_progress_after_a_valid_move),
    cmocka_unit_test(b_003_6_valid_move_returns_the_new_state),
    cmocka_unit_test(pre_003_1_state_can_be_checked_before_it_is_used),
    cmocka_unit_test(pre_003_2_row_and_column_are_0_to_2),
    cmocka_unit_test(post_003_1_result_is_always_a_valid_state),
    cmocka_unit_test(
        post_003_2_result_is_the_input_itself_if_the_move_is_invalid),
    cmocka_unit_test(post_003_3_result_is_another_object_if_the_move_is_valid),
    cmocka_unit_test(post_003_4_cell_holds_the_symbol_whose_turn_it_was),
    cmocka_unit_test(post_003_5_turn_of_the_result_is_the_opposite),
    cmocka_unit_test(e_003_1_position_outside_the_board_returns_the_original),
    cmocka_unit_test(e_003_2_occupied_cell_returns_the_original),
    cmocka_unit_test(e_003_3_move_in_progress_returns_the_original),
    cmocka_unit_test(e_003_4_last_empty_cell_gives_a_new_state),
    cmocka_unit_test(x_003_1_x_at_0_0_of_the_empty_board),
    cmocka_unit_test(er_003_1_no_position_makes_process_move_fail),
    cmocka_unit_test(er_003_2_invalid_move_leaves_everything_as_it_was),
    cmocka_unit_test(er_003_3_reason_of_a_refusal_can_be_shown_to_the_player),
    cmocka_unit_test(f_003_2_switch_turn_is_the_opposite_symbol),
    cmocka_unit_test(x_003_2_x_becomes_o_and_o_becomes_x),
    cmocka_unit_test(f_003_3_initial_state_is_always_the_same),
    cmocka_unit_test(t_003_1_board_of_the_state),
    cmocka_unit_test(t_003_2_current_turn_of_the_state),
    cmocka_unit_test(t_003_3_move_in_progress_is_a_flag_of_the_state),
    cmocka_unit_test(f_003_4_empty_board_has_nine_empty_cells),
    cmocka_unit_test(x_003_3_initial_state_has_an_empty_board_x_and_no_move),
    cmocka_unit_test(f_003_5_validate_move_says_ok_or_why_not),
    cmocka_unit_test(v_003_1_move_in_progress_is_looked_at_first),
    cmocka_unit_test(v_003_2_bounds_are_looked_at_second),
    cmocka_unit_test(v_003_3_cell_is_looked_at_last),
    cmocka_unit_test(er_003_4_reason_move_in_progress),
    cmocka_unit_test(er_003_5_reason_invalid_position),
    cmocka_unit_test(er_003_6_reason_cell_occupied),
    cmocka_unit_test(x_003_4_empty_cell_succeeds),
    cmocka_unit_test(x_003_5_cell_that_holds_x_fails_as_occupied),
    cmocka_unit_test(f_003_6_update_board_places_the_symbol),
    cmocka_unit_test(i_003_1_original_board_is_unchanged),
    cmocka_unit_test(i_003_2_new_board_is_another_value),
    cmocka_unit_test(i_003_3_all_other_cells_are_unchanged),
    cmocka_unit_test(x_003_6_x_in_the_centre_of_a_new_board),
    cmocka_unit_test(t_003_4_board_is_nine_cells),
    cmocka_unit_test(t_003_5_cell_has_position_and_value),
    cmocka_unit_test(t_003_6_position_is_a_row_and_a_column),
    cmocka_unit_test(t_003_7_piece_is_x_o_or_nothing),
    cmocka_unit_test(t_003_8_player_symbol_is_x_or_o),
    cmocka_unit_test(t_003_9_move_result_is_success_or_one_of_the_reasons),
    cmocka_unit_test(c_003_1_initial_turn_is_x),
    cmocka_unit_test(tl_003_1_initial_state_is_valid),
    cmocka_unit_test(tl_003_2_initial_board_is_empty),
    cmocka_unit_test(tl_003_3_initial_turn_is_x),
    cmocka_unit_test(tl_003_4_initially_no_move_is_in_progress),
    cmocka_unit_test(tl_003_5_validate_succeeds_for_an_empty_cell),
    cmocka_unit_test(tl_003_6_validate_fails_for_an_occupied_cell),
    cmocka_unit_test(tl_003_7_validate_fails_for_an_invalid_position),
    cmocka_unit_test(tl_003_8_validate_fails_while_a_move_is_in_progress),
    cmocka_unit_test(tl_003_9_process_places_the_symbol_in_an_empty_cell),
    cmocka_unit_test(tl_003_10_process_switches_the_turn),
    cmocka_unit_test(tl_003_11_process_returns_a_new_state),
    cmocka_unit_test(
        tl_003_12_process_returns_the_original_for_an_invalid_move),
    cmocka_unit_test(tl_003_13_process_handles_a_full_board),
    cmocka_unit_test(tl_003_14_switch_turn_of_x_is_o),
    cmocka_unit_test(tl_003_15_switch_turn_of_o_is_x),
    cmocka_unit_test(tl_003_16_move_on_an_occupied_cell_is_ignored),
    cmocka_unit_test(tl_003_17_move_outside_the_board_is_ignored),
    cmocka_unit_test(tl_003_18_rapid_clicks_during_processing_are_ignored),
    cmocka_unit_test(tl_003_19_last_cell_is_filled),
    cmocka_unit_test(p_003_7_move_can_be_played_in_place_without_a_copy),
    cmocka_unit_test(fu_003_1_win_condition_names_the_winner_and_the_line),
    cmocka_unit_test(fu_003_2_is_game_over),
    cmocka_unit_test(fu_003_3_game_status_is_playing_won_or_draw),
    cmocka_unit_test(fu_003_4_reset_gives_the_initial_state),
    cmocka_unit_test(fu_003_5_history_holds_every_earlier_state),
    cmocka_unit_test(fu_003_6_undo_gives_the_state_before_the_move),
    cmocka_unit_test(cl_003_6_no_function_changes_the_game_it_is_given),
};

TEST_GROUP("003")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
