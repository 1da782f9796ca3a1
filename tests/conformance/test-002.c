/* test-002.c - document 002: the engine of Ultimate Tic-Tac-Toe. */
#include "conformance.h"

/* The lines of the document, typed from it and not from oxo_lines. */
static const uint8_t PATTERNS[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8},
                                       {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
                                       {0, 4, 8}, {2, 4, 6}};

static const oxo_ultimate *now(const oxo_game *g)
{
    return &g->now.as.ultimate;
}

static oxo_outcome status_of(const oxo_game *g, int board)
{
    return oxo_ultimate_board_outcome(now(g), board);
}

/* Who has a line of boards, and which. */
static oxo_win meta_win(const char *statuses)
{
    const oxo_ultimate p = ultimate_of(statuses);
    return oxo_board_win(oxo_ultimate_meta(&p));
}

static bool meta_draw(const char *statuses)
{
    const oxo_ultimate p = ultimate_of(statuses);
    return oxo_ultimate_outcome(&p) == OXO_DRAW;
}

static void assert_refused(const oxo_game *g, int board, int cell,
                           oxo_status reason)
{
    const oxo_game before = *g;
    oxo_game out;
    assert_int_equal(try_board_cell(g, board, cell, &out), reason);
    assert_same_game(g, &before);
}

/* ---- Description -------------------------------------------------------- */

TEST(n_002_1_every_transition_gives_a_new_state)
{
    const oxo_game before = ultimate_after("41 14"), kept = before;
    oxo_game after;
    assert_int_equal(try_board_cell(&before, 4, 7, &after), OXO_OK);
    assert_same_game(&before, &kept);
    assert_int_equal(after.length, 3);
}

/* ---- Functional requirements -------------------------------------------- */

TEST(fr_002_10_x_goes_first_and_players_alternate)
{
    const oxo_game g = ultimate_after(DRAWN);
    for (int ply = 0; ply < g.length; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_position_turn(&p), ply % 2 ? OXO_O : OXO_X);
        const oxo_position next = oxo_position_play(&p, g.history[ply].move);
        assert_int_equal(oxo_position_at(&next, g.history[ply].move),
                         ply % 2 ? OXO_O : OXO_X);
    }
}

TEST(fr_002_13_three_in_a_row_win_the_sub_board)
{
    const oxo_game before = ultimate_after("41 14 47 74");
    const oxo_game after = ultimate_after(X_TAKES_4);
    assert_int_equal(status_of(&before, 4), OXO_ONGOING);
    assert_int_equal(status_of(&after, 4), OXO_X_WINS);
}

TEST(fr_002_14_three_sub_boards_in_a_row_win_the_game)
{
    const oxo_game x = ultimate_after(X_WINS), o = ultimate_after(O_WINS);
    const oxo_position before = oxo_game_position_at(&x, x.length - 1);
    assert_int_equal(oxo_position_outcome(&before), OXO_ONGOING);
    assert_int_equal(oxo_game_outcome(&x), OXO_X_WINS);
    assert_int_equal(oxo_game_outcome(&o), OXO_O_WINS);
}

TEST(fr_002_15_full_sub_board_without_a_line_is_drawn)
{
    const oxo_game g = ultimate_after(TO_DRAWN_BOARD);
    const oxo_position before = oxo_game_position_at(&g, g.length - 2);
    assert_int_equal(oxo_ultimate_board_outcome(&before.as.ultimate, 3),
                     OXO_ONGOING);
    assert_int_equal(status_of(&g, 3), OXO_DRAW);
    assert_true(oxo_board_is_draw(oxo_ultimate_board(now(&g), 3)));
}

TEST(fr_002_16_all_decided_without_a_line_is_a_draw)
{
    const oxo_game g = ultimate_after(DRAWN);
    const oxo_position before = oxo_game_position_at(&g, g.length - 1);
    for (int b = 0; b < 9; b++)
        assert_int_not_equal(status_of(&g, b), OXO_ONGOING);
    assert_int_equal(oxo_position_outcome(&before), OXO_ONGOING);
    assert_int_equal(oxo_game_outcome(&g), OXO_DRAW);
}

TEST(fr_002_17_no_mark_goes_into_a_completed_sub_board)
{
    const oxo_game won = ultimate_after(X_TAKES_4);
    const oxo_game drawn = ultimate_after(TO_DRAWN_BOARD);
    for (int cell = 0; cell < 9; cell++) {
        assert_refused(&won, 4, cell, OXO_BOARD_CLOSED);
        assert_refused(&drawn, 3, cell, OXO_BOARD_CLOSED);
    }
}

TEST(fr_002_18_no_move_after_the_end)
{
    const char *const games[] = {X_WINS, O_WINS, DRAWN};
    for (size_t i = 0; i < LENGTH(games); i++) {
        const oxo_game g = ultimate_after(games[i]);
        for (int m = 0; m < 81; m++)
            assert_int_equal(oxo_game_check(&g, (oxo_move)m), OXO_GAME_OVER);
    }
}

/* ---- User stories ------------------------------------------------------- */

TEST(us_002_2_mark_in_a_valid_cell_is_recorded)
{
    const oxo_game g = ultimate_after("42 27");
    assert_int_equal(cell_of(&g, 4, 2), OXO_X);
    assert_int_equal(cell_of(&g, 2, 7), OXO_O);
    assert_int_equal(g.history[0].move, 9 * 4 + 2);
    assert_int_equal(g.history[1].move, 9 * 2 + 7);
}

TEST(us_002_4_turns_alternate_between_x_and_o)
{
    oxo_game g = oxo_game_start(OXO_ULTIMATE);
    assert_int_equal(oxo_game_turn(&g), OXO_X);
    assert_int_equal(try_board_cell(&g, 4, 4, &g), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_int_equal(try_board_cell(&g, 4, 0, &g), OXO_OK);
    assert_int_equal(oxo_game_turn(&g), OXO_X);
}

TEST(us_002_8_events_tell_of_a_sub_board_won_or_drawn)
{
    const oxo_game won = ultimate_after(X_TAKES_4);
    const oxo_game drawn = ultimate_after(TO_DRAWN_BOARD);
    oxo_event events[OXO_MAX_EVENTS];
    assert_int_equal(oxo_game_events(&won, 4, events), 2);
    assert_int_equal(events[1].kind, OXO_BOARD_WON);
    assert_string_equal(oxo_event_name(events[1].kind), "BoardWon");
    assert_int_equal(events[1].board, 4);
    assert_int_equal(events[1].mark, OXO_X);
    assert_line(events[1].line, 1, 4, 7);
    assert_int_equal(oxo_game_events(&drawn, drawn.length - 2, events), 2);
    assert_int_equal(events[1].kind, OXO_BOARD_DRAWN);
    assert_string_equal(oxo_event_name(events[1].kind), "BoardDrawn");
    assert_int_equal(events[1].board, 3);
}

TEST(us_002_9_free_move_when_sent_to_a_completed_board)
{
    const oxo_game g = ultimate_after(X_TAKES_4);
    for (int board = 0; board < 9; board++)
        assert_int_equal(oxo_game_check(&g, oxo_move_at(board, 8)),
                         board == 4 ? OXO_BOARD_CLOSED : OXO_OK);
}

TEST(us_002_14_events_tell_the_final_result)
{
    const oxo_game won = ultimate_after(X_WINS);
    const oxo_game drawn = ultimate_after(DRAWN);
    oxo_event events[OXO_MAX_EVENTS];
    int n = oxo_game_events(&won, won.length - 1, events);
    assert_int_equal(events[n - 1].kind, OXO_GAME_WON);
    assert_string_equal(oxo_event_name(events[n - 1].kind), "GameWon");
    assert_int_equal(events[n - 1].mark, OXO_X);
    assert_line(events[n - 1].line, 0, 4, 8);
    n = oxo_game_events(&drawn, drawn.length - 1, events);
    assert_int_equal(events[n - 1].kind, OXO_GAME_DRAWN);
    assert_string_equal(oxo_event_name(events[n - 1].kind), "GameDrawn");
}

/* ---- Functions ---------------------------------------------------------- */

TEST(f_002_1_create_initial_state_is_empty_x_to_move_all_active)
{
    const oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    assert_int_equal(oxo_ultimate_count_moves(&p), 81);
    assert_int_equal(p.turn, OXO_X);
    assert_int_equal(oxo_ultimate_active(&p), OXO_ALL_CELLS);
}

TEST(f_002_2_make_move_gives_a_state_or_a_reason)
{
    const oxo_game g = ultimate_after("42");
    oxo_game next;
    assert_int_equal(try_board_cell(&g, 2, 0, &next), OXO_OK);
    assert_int_equal(cell_of(&next, 2, 0), OXO_O);
    assert_refused(&g, 3, 0, OXO_WRONG_BOARD);
    assert_refused(&g, 2, 9, OXO_INVALID_POSITION);
}

TEST(f_002_3_check_sub_board_win_names_the_player_or_nobody)
{
    assert_int_equal(oxo_board_win(board_of("O..XXXO..")).winner, OXO_X);
    assert_int_equal(oxo_board_win(board_of("OX.OX.O.X")).winner, OXO_O);
    assert_int_equal(oxo_board_win(board_of("OX.OX...X")).winner, OXO_NONE);
}

TEST(f_002_4_check_sub_board_draw_wants_full_and_no_winner)
{
    assert_true(oxo_board_is_draw(board_of("XOXOXXOXO")));
    assert_false(oxo_board_is_draw(board_of("XOXOXXOX.")));
    assert_false(oxo_board_is_draw(board_of("XXXOOXXOO")));
}

TEST(f_002_5_check_meta_win_names_winner_and_line_or_nobody)
{
    assert_win(meta_win("OOOXX.X.."), OXO_O, 0, 1, 2);
    assert_int_equal(meta_win("OO.XX.X..").winner, OXO_NONE);
    assert_int_equal(meta_win("DDD......").winner, OXO_NONE);
}

TEST(f_002_6_check_meta_draw_wants_all_decided_and_no_winner)
{
    assert_true(meta_draw("XOXOXXOXO"));
    assert_true(meta_draw("DDDDDDDDD"));
    assert_false(meta_draw("XOXOXXOX."));
    assert_false(meta_draw("XXXOODDDD"));
}

/* ---- Data model --------------------------------------------------------- */

TEST(t_002_1_boards_are_nine_times_nine_cells)
{
    for (int board = 0; board < 9; board++) {
        for (int cell = 0; cell < 9; cell++) {
            oxo_game g = oxo_game_start(OXO_ULTIMATE);
            assert_int_equal(try_board_cell(&g, board, cell, &g), OXO_OK);
            for (int m = 0; m < 81; m++)
                assert_int_equal(cell_of(&g, m / 9, m % 9),
                                 m == 9 * board + cell ? OXO_X : OXO_NONE);
        }
    }
}

TEST(t_002_2_sub_board_status_is_in_progress_won_or_drawn)
{
    const oxo_ultimate p = ultimate_of("XOD......");
    assert_int_equal(oxo_ultimate_board_outcome(&p, 0), OXO_X_WINS);
    assert_int_equal(oxo_ultimate_board_outcome(&p, 1), OXO_O_WINS);
    assert_int_equal(oxo_ultimate_board_outcome(&p, 2), OXO_DRAW);
    assert_int_equal(oxo_ultimate_board_outcome(&p, 3), OXO_ONGOING);
}

TEST(t_002_3_current_player_is_x_or_o)
{
    const oxo_game x = ultimate_after(""), o = ultimate_after("00");
    assert_int_equal(oxo_game_turn(&x), OXO_X);
    assert_int_equal(oxo_game_turn(&o), OXO_O);
}

TEST(t_002_4_active_boards_are_one_or_all_that_are_open)
{
    const oxo_game one = ultimate_after("42");
    const oxo_game all = ultimate_after(X_TAKES_4);
    assert_int_equal(now(&one)->forced, 2);
    assert_int_equal(oxo_ultimate_active(now(&one)), 1U << 2);
    assert_int_equal(now(&all)->forced, OXO_ANY_BOARD);
    assert_int_equal(oxo_ultimate_active(now(&all)),
                     OXO_ALL_CELLS & ~(1U << 4));
}

TEST(t_002_5_game_result_is_none_while_in_progress)
{
    const oxo_game g = ultimate_after(X_WINS);
    for (int ply = 0; ply <= g.length; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_position_outcome(&p),
                         ply == g.length ? OXO_X_WINS : OXO_ONGOING);
    }
}

TEST(t_002_6_last_move_is_the_most_recent_or_none)
{
    const oxo_game none = ultimate_after(""), two = ultimate_after("42 27");
    assert_int_equal(oxo_game_last_move(&none), OXO_NO_MOVE);
    assert_int_equal(oxo_game_last_move(&two), 9 * 2 + 7);
}

TEST(t_002_7_winning_line_is_of_boards_or_none)
{
    const oxo_game won = ultimate_after(X_WINS);
    const oxo_game going = ultimate_after(X_TAKES_4);
    assert_win(oxo_game_win(&won), OXO_X, 0, 4, 8);
    assert_int_equal(oxo_game_win(&going).winner, OXO_NONE);
}

TEST(t_002_8_board_and_cell_indices_are_0_to_8)
{
    for (int board = -1; board <= 10; board++) {
        for (int cell = -1; cell <= 10; cell++) {
            const bool real =
                board >= 0 && board <= 8 && cell >= 0 && cell <= 8;
            assert_int_equal(oxo_move_at(board, cell),
                             real ? 9 * board + cell : OXO_NO_MOVE);
        }
    }
}

TEST(t_002_9_move_result_is_ok_or_a_reason_in_words)
{
    const oxo_game g = ultimate_after("42");
    assert_string_equal(oxo_status_word(oxo_game_check(&g, 18)), "ok");
    assert_string_equal(oxo_status_word(oxo_game_check(&g, 0)), "wrong-board");
}

TEST(c_002_1_win_patterns_are_the_eight_in_order)
{
    assert_memory_equal(oxo_lines, PATTERNS, sizeof(PATTERNS));
}

TEST(er_002_1_every_refusal_is_a_result_and_never_an_exception)
{
    const oxo_game g = ultimate_after("42");
    int accepted = 0;
    for (int m = 0; m < 256; m++) {
        const oxo_turn turn = {.move = (oxo_move)m};
        oxo_game out;
        accepted += oxo_game_play(&g, &turn, &out) == OXO_OK;
    }
    assert_int_equal(accepted, 9);
}

TEST(r_002_1_next_active_board_is_the_cell_played)
{
    for (int cell = 0; cell < 9; cell++) {
        oxo_game g = oxo_game_start(OXO_ULTIMATE);
        assert_int_equal(try_board_cell(&g, 4, cell, &g), OXO_OK);
        assert_int_equal(oxo_ultimate_active(now(&g)), 1U << cell);
    }
}

TEST(r_002_2_won_target_gives_a_free_move)
{
    const oxo_game g = ultimate_after(X_TAKES_4);
    assert_int_equal(oxo_game_last_move(&g) % 9, 4);
    assert_int_equal(now(&g)->forced, OXO_ANY_BOARD);
}

TEST(r_002_3_drawn_target_gives_a_free_move)
{
    const oxo_game g = ultimate_after(TO_DRAWN_BOARD);
    assert_int_equal(oxo_game_last_move(&g), 9 * 7 + 3);
    assert_int_equal(now(&g)->forced, OXO_ANY_BOARD);
}

TEST(d_002_2_make_move_turns_a_state_into_a_new_one)
{
    const oxo_game state = oxo_game_start(OXO_ULTIMATE);
    oxo_game next;
    assert_ptr_equal(oxo_game_process_move(&state, 38, &next), &next);
    assert_int_equal(cell_of(&state, 4, 2), OXO_NONE);
    assert_int_equal(cell_of(&next, 4, 2), OXO_X);
}

/* ---- Acceptance criteria ------------------------------------------------ */

TEST(ac_002_1_initial_state_is_empty_open_and_undecided)
{
    const oxo_game g = oxo_game_start(OXO_ULTIMATE);
    for (int m = 0; m < 81; m++)
        assert_int_equal(cell_of(&g, m / 9, m % 9), OXO_NONE);
    for (int board = 0; board < 9; board++)
        assert_int_equal(status_of(&g, board), OXO_ONGOING);
    assert_int_equal(oxo_game_turn(&g), OXO_X);
    assert_int_equal(now(&g)->forced, OXO_ANY_BOARD);
    assert_int_equal(oxo_game_outcome(&g), OXO_ONGOING);
    assert_int_equal(oxo_game_last_move(&g), OXO_NO_MOVE);
    assert_int_equal(oxo_game_win(&g).winner, OXO_NONE);
}

TEST(ac_002_2_valid_move_flips_player_and_activates_target)
{
    oxo_game g = oxo_game_start(OXO_ULTIMATE);
    assert_int_equal(try_board_cell(&g, 4, 2, &g), OXO_OK);
    assert_int_equal(cell_of(&g, 4, 2), OXO_X);
    assert_int_equal(oxo_game_turn(&g), OXO_O);
    assert_int_equal(status_of(&g, 2), OXO_ONGOING);
    assert_int_equal(oxo_ultimate_active(now(&g)), 1U << 2);
}

TEST(ac_002_3_three_x_in_a_pattern_win_the_sub_board)
{
    assert_win(oxo_board_win(board_of("XXX......")), OXO_X, 0, 1, 2);
}

TEST(ac_002_4_nine_cells_without_three_in_a_row_are_a_draw)
{
    assert_true(oxo_board_is_draw(board_of("XOXXOOOXX")));
}

TEST(ac_002_5_boards_0_4_8_won_by_x_win_along_that_line)
{
    assert_win(meta_win("X...X...X"), OXO_X, 0, 4, 8);
}

TEST(ac_002_6_won_and_drawn_boards_without_a_line_are_a_draw)
{
    assert_true(meta_draw("XODOXXOXO"));
    assert_true(meta_draw("DXODOXXOD"));
}

TEST(ac_002_7_move_into_a_completed_board_fails_and_changes_nothing)
{
    const oxo_game g = ultimate_after(X_TAKES_4);
    assert_refused(&g, 4, 0, OXO_BOARD_CLOSED);
    assert_refused(&g, 4, 4, OXO_BOARD_CLOSED);
}

TEST(ac_002_8_move_after_the_end_fails_and_changes_nothing)
{
    const oxo_game won = ultimate_after(X_WINS);
    const oxo_game drawn = ultimate_after(DRAWN);
    assert_refused(&won, 6, 6, OXO_GAME_OVER);
    assert_refused(&drawn, 6, 6, OXO_GAME_OVER);
}

/* ---- Test requirements -------------------------------------------------- */

TEST(tl_002_3_all_eight_patterns_win_a_sub_board_for_either_side)
{
    for (int i = 0; i < 8; i++) {
        for (int side = OXO_X; side <= OXO_O; side++) {
            oxo_board board = oxo_board_empty();
            for (int k = 0; k < 3; k++)
                board = oxo_board_place(board, PATTERNS[i][k], (oxo_mark)side);
            assert_win(oxo_board_win(board), (oxo_mark)side, PATTERNS[i][0],
                       PATTERNS[i][1], PATTERNS[i][2]);
        }
    }
}

TEST(tl_002_4_all_eight_patterns_win_the_game_for_either_side)
{
    for (int i = 0; i < 8; i++) {
        for (int side = OXO_X; side <= OXO_O; side++) {
            char statuses[] = ".........";
            for (int k = 0; k < 3; k++)
                statuses[PATTERNS[i][k]] = side == OXO_X ? 'X' : 'O';
            const oxo_ultimate p = ultimate_of(statuses);
            assert_int_equal(oxo_ultimate_outcome(&p),
                             oxo_outcome_won_by((oxo_mark)side));
            assert_win(meta_win(statuses), (oxo_mark)side, PATTERNS[i][0],
                       PATTERNS[i][1], PATTERNS[i][2]);
        }
    }
}

TEST(tl_002_5_drawn_boards_count_for_nobody)
{
    assert_int_equal(meta_win("XDXDODOXO").winner, OXO_NONE);
    assert_true(meta_draw("XDXDODOXO"));
    assert_false(meta_draw("XDXDODOX."));
}

TEST(tl_002_6_free_move_allows_every_empty_cell_of_open_boards)
{
    const oxo_game g = ultimate_after(X_TAKES_4);
    oxo_move moves[OXO_MAX_MOVES];
    /* 81, less board 4, less O's marks in boards 1 and 7 */
    assert_int_equal(oxo_position_moves(&g.now, moves), 81 - 9 - 2);
}

TEST(tl_002_7_free_moves_cascade)
{
    const oxo_game g = ultimate_after(CASCADE);
    const oxo_position before = oxo_game_position_at(&g, g.length - 1);
    assert_int_equal(before.as.ultimate.forced, OXO_ANY_BOARD);
    assert_int_equal(now(&g)->forced, OXO_ANY_BOARD);
    oxo_game next;
    assert_int_equal(try_board_cell(&g, 8, 4, &next), OXO_OK);
    assert_int_equal(now(&next)->forced, OXO_ANY_BOARD);
    assert_int_equal(try_board_cell(&next, 8, 5, &next), OXO_OK);
    assert_int_equal(now(&next)->forced, 5);
}

/* ---- Implementation notes: the steps of makeMove ------------------------ */

TEST(n_002_2_input_state_is_never_mutated)
{
    const oxo_game g = ultimate_after(X_WINS);
    for (int ply = 0; ply < g.length; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        const oxo_game from = oxo_game_from(&p), kept = from;
        oxo_game out;
        for (int m = 0; m < 82; m++) {
            (void)oxo_game_process_move(&from, (oxo_move)m, &out);
            assert_same_game(&from, &kept);
        }
    }
}

TEST(s_002_1_game_over_is_checked_first)
{
    const oxo_game g = ultimate_after(X_WINS);
    assert_refused(&g, 0, 1, OXO_GAME_OVER);
    assert_refused(&g, 99, 99, OXO_GAME_OVER);
}

TEST(s_002_2_board_must_be_active)
{
    const oxo_game g = ultimate_after("42 24");
    for (int board = 0; board < 9; board++) {
        if (board != 4)
            assert_refused(&g, board, 2, OXO_WRONG_BOARD);
    }
    /* Before the cell is looked at: 24 is taken. */
    assert_refused(&g, 2, 4, OXO_WRONG_BOARD);
}

TEST(s_002_3_cell_must_be_empty)
{
    const oxo_game g = ultimate_after("42 24");
    assert_refused(&g, 4, 2, OXO_CELL_OCCUPIED);
}

TEST(s_002_4_move_is_applied_to_a_copy)
{
    const oxo_game g = ultimate_after("42");
    oxo_game next;
    assert_int_equal(try_board_cell(&g, 2, 4, &next), OXO_OK);
    assert_int_equal(cell_of(&next, 2, 4), OXO_O);
    assert_int_equal(cell_of(&g, 2, 4), OXO_NONE);
}

TEST(s_002_5_won_sub_board_is_marked_won)
{
    const oxo_game g = ultimate_after(X_TAKES_4);
    for (int board = 0; board < 9; board++)
        assert_int_equal(status_of(&g, board),
                         board == 4 ? OXO_X_WINS : OXO_ONGOING);
}

TEST(s_002_6_drawn_sub_board_is_marked_drawn)
{
    const oxo_game g = ultimate_after(TO_DRAWN_BOARD);
    assert_int_equal(status_of(&g, 3), OXO_DRAW);
}

TEST(s_002_7_meta_win_sets_result_and_line)
{
    const oxo_game g = ultimate_after(X_WINS);
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
    assert_win(oxo_game_win(&g), OXO_X, 0, 4, 8);
}

TEST(s_002_8_meta_draw_sets_the_result)
{
    const oxo_game g = ultimate_after(DRAWN);
    assert_int_equal(oxo_game_outcome(&g), OXO_DRAW);
    assert_int_equal(oxo_game_win(&g).winner, OXO_NONE);
}

TEST(s_002_9_next_active_boards_follow_from_the_cell)
{
    const oxo_game one = ultimate_after("41 14 47");
    const oxo_game all = ultimate_after(X_TAKES_4);
    assert_int_equal(oxo_ultimate_active(now(&one)), 1U << 7);
    assert_int_equal(oxo_ultimate_active(now(&all)),
                     OXO_ALL_CELLS & ~(1U << 4));
}

TEST(s_002_10_player_flips_on_every_move_the_last_included)
{
    const oxo_game g = ultimate_after(X_WINS);
    for (int ply = 0; ply <= g.length; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_position_turn(&p), ply % 2 ? OXO_O : OXO_X);
    }
}

TEST(s_002_11_last_move_is_set)
{
    oxo_game g = ultimate_after("42");
    assert_int_equal(oxo_game_last_move(&g), 38);
    assert_int_equal(try_board_cell(&g, 2, 8, &g), OXO_OK);
    assert_int_equal(oxo_game_last_move(&g), 26);
}

TEST(s_002_12_success_comes_with_the_new_state)
{
    const oxo_game g = ultimate_after("42");
    oxo_game next;
    memset(&next, 0x5A, sizeof(next));
    assert_int_equal(try_board_cell(&g, 2, 8, &next), OXO_OK);
    assert_int_equal(next.length, 2);
    assert_same_position(&next.start, &g.start);
}

/* ---- Out of scope there, in scope here ---------------------------------- */

TEST(fu_002_1_rules_can_be_asked_without_playing)
{
    const oxo_game g = ultimate_after("42 24");
    oxo_move moves[OXO_MAX_MOVES];
    const int n = oxo_ultimate_moves(now(&g), moves);
    int legal = 0;
    for (int m = 0; m < 81; m++)
        legal += oxo_ultimate_check(now(&g), (oxo_move)m) == OXO_OK;
    assert_int_equal(n, 8);
    assert_int_equal(legal, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(moves[i] / 9, 4);
}

TEST(fu_002_4_history_can_be_undone)
{
    oxo_game g = ultimate_after(X_WINS);
    for (int ply = g.length - 1; ply >= 0; ply--) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
        assert_same_position(&g.now, &p);
    }
    assert_int_equal(oxo_game_undo(&g, &g), OXO_NOTHING_TO_UNDO);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(n_002_1_every_transition_gives_a_new_state),
    cmocka_unit_test(fr_002_10_x_goes_first_and_players_alternate),
    cmocka_unit_test(fr_002_13_three_in_a_row_win_the_sub_board),
    cmocka_unit_test(fr_002_14_three_sub_boards_in_a_row_win_the_game),
    cmocka_unit_test(fr_002_15_full_sub_board_without_a_line_is_drawn),
    cmocka_unit_test(fr_002_16_all_decided_without_a_line_is_a_draw),
    cmocka_unit_test(fr_002_17_no_mark_goes_into_a_completed_sub_board),
    cmocka_unit_test(fr_002_18_no_move_after_the_end),
    cmocka_unit_test(us_002_2_mark_in_a_valid_cell_is_recorded),
    cmocka_unit_test(us_002_4_turns_alternate_between_x_and_o),
    cmocka_unit_test(us_002_8_events_tell_of_a_sub_board_won_or_drawn),
    cmocka_unit_test(us_002_9_free_move_when_sent_to_a_completed_board),
    cmocka_unit_test(us_002_14_events_tell_the_final_result),
    cmocka_unit_test(
        f_002_1_create_initial_state_is_empty_x_to_move_all_active),
    cmocka_unit_test(f_002_2_make_move_gives_a_state_or_a_reason),
    cmocka_unit_test(f_002_3_check_sub_board_win_names_the_player_or_nobody),
    cmocka_unit_test(f_002_4_check_sub_board_draw_wants_full_and_no_winner),
    cmocka_unit_test(f_002_5_check_meta_win_names_winner_and_line_or_nobody),
    cmocka_unit_test(f_002_6_check_meta_draw_wants_all_decided_and_no_winner),
    cmocka_unit_test(t_002_1_boards_are_nine_times_nine_cells),
    cmocka_unit_test(t_002_2_sub_board_status_is_in_progress_won_or_drawn),
    cmocka_unit_test(t_002_3_current_player_is_x_or_o),
    cmocka_unit_test(t_002_4_active_boards_are_one_or_all_that_are_open),
    cmocka_unit_test(t_002_5_game_result_is_none_while_in_progress),
    cmocka_unit_test(t_002_6_last_move_is_the_most_recent_or_none),
    cmocka_unit_test(t_002_7_winning_line_is_of_boards_or_none),
    cmocka_unit_test(t_002_8_board_and_cell_indices_are_0_to_8),
    cmocka_unit_test(t_002_9_move_result_is_ok_or_a_reason_in_words),
    cmocka_unit_test(c_002_1_win_patterns_are_the_eight_in_order),
    cmocka_unit_test(
        er_002_1_every_refusal_is_a_result_and_never_an_exception),
    cmocka_unit_test(r_002_1_next_active_board_is_the_cell_played),
    cmocka_unit_test(r_002_2_won_target_gives_a_free_move),
    cmocka_unit_test(r_002_3_drawn_target_gives_a_free_move),
    cmocka_unit_test(d_002_2_make_move_turns_a_state_into_a_new_one),
    cmocka_unit_test(ac_002_1_initial_state_is_empty_open_and_undecided),
    cmocka_unit_test(ac_002_2_valid_move_flips_player_and_activates_target),
    cmocka_unit_test(ac_002_3_three_x_in_a_pattern_win_the_sub_board),
    cmocka_unit_test(ac_002_4_nine_cells_without_three_in_a_row_are_a_draw),
    cmocka_unit_test(ac_002_5_boards_0_4_8_won_by_x_win_along_that_line),
    cmocka_unit_test(ac_002_6_won_and_drawn_boards_without_a_line_are_a_draw),
    cmocka_unit_test(
        ac_002_7_move_into_a_completed_board_fails_and_changes_nothing),
    cmocka_unit_test(ac_002_8_move_after_the_end_fails_and_changes_nothing),
    cmocka_unit_test(
        tl_002_3_all_eight_patterns_win_a_sub_board_for_either_side),
    cmocka_unit_test(tl_002_4_all_eight_patterns_win_the_game_for_either_side),
    cmocka_unit_test(tl_002_5_drawn_boards_count_for_nobody),
    cmocka_unit_test(
        tl_002_6_free_move_allows_every_empty_cell_of_open_boards),
    cmocka_unit_test(tl_002_7_free_moves_cascade),
    cmocka_unit_test(n_002_2_input_state_is_never_mutated),
    cmocka_unit_test(s_002_1_game_over_is_checked_first),
    cmocka_unit_test(s_002_2_board_must_be_active),
    cmocka_unit_test(s_002_3_cell_must_be_empty),
    cmocka_unit_test(s_002_4_move_is_applied_to_a_copy),
    cmocka_unit_test(s_002_5_won_sub_board_is_marked_won),
    cmocka_unit_test(s_002_6_drawn_sub_board_is_marked_drawn),
    cmocka_unit_test(s_002_7_meta_win_sets_result_and_line),
    cmocka_unit_test(s_002_8_meta_draw_sets_the_result),
    cmocka_unit_test(s_002_9_next_active_boards_follow_from_the_cell),
    cmocka_unit_test(s_002_10_player_flips_on_every_move_the_last_included),
    cmocka_unit_test(s_002_11_last_move_is_set),
    cmocka_unit_test(s_002_12_success_comes_with_the_new_state),
    cmocka_unit_test(fu_002_1_rules_can_be_asked_without_playing),
    cmocka_unit_test(fu_002_4_history_can_be_undone),
};

TEST_GROUP("002")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
