/* test-000.c - document 000: board, moves, win detection, turns. */
#include "conformance.h"
#include "room.h"

/* ---- Ubiquitous language ------------------------------------------------ */

TEST(t_000_1_board_is_nine_cells_in_a_flat_array)
{
    const oxo_mark cells[] = {OXO_X,    OXO_O,    OXO_NONE, OXO_X,   OXO_NONE,
                              OXO_NONE, OXO_NONE, OXO_NONE, OXO_NONE};
    oxo_mark back[OXO_CELLS];
    oxo_board board;
    assert_int_equal(LENGTH(cells), 9);
    assert_int_equal(oxo_board_from_cells(cells, 9, &board), OXO_OK);
    oxo_board_to_cells(board, back);
    assert_memory_equal(back, cells, sizeof(cells));
}

TEST(t_000_2_cell_is_an_index_from_0_to_8)
{
    for (int i = -300; i <= 300; i++)
        assert_int_equal(oxo_move_at(0, i),
                         i >= 0 && i <= 8 ? i : OXO_NO_MOVE);
}

TEST(t_000_3_mark_is_x_or_o)
{
    const oxo_board x = oxo_board_place(oxo_board_empty(), 0, OXO_X);
    const oxo_board o = oxo_board_place(oxo_board_empty(), 0, OXO_O);
    assert_int_equal(oxo_board_at(x, 0), OXO_X);
    assert_int_equal(oxo_board_at(o, 0), OXO_O);
    assert_int_not_equal(OXO_X, OXO_O);
}

TEST(t_000_4_eight_of_the_84_triples_are_win_lines)
{
    int lines = 0;
    for (int a = 0; a < 9; a++) {
        for (int b = a + 1; b < 9; b++) {
            for (int c = b + 1; c < 9; c++) {
                const oxo_board board = {
                    {(uint16_t)(1U << a | 1U << b | 1U << c), 0}};
                lines += oxo_board_win(board).winner == OXO_X;
            }
        }
    }
    assert_int_equal(lines, OXO_LINES);
    assert_int_equal(lines, 8);
}

TEST(t_000_5_turn_is_the_mark_that_is_placed_next)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    for (int i = 0; i < 5; i++) {
        const oxo_mark turn = oxo_game_turn(&g);
        assert_int_equal(try_cell(&g, i, &g), OXO_OK);
        assert_int_equal(cell_of(&g, 0, i), turn);
    }
}

TEST(t_000_6_draw_is_nine_cells_filled_without_a_line)
{
    assert_true(oxo_board_is_draw(board_of("XOXOXXOXO")));
    assert_false(oxo_board_is_draw(board_of("XOXOXXOX.")));
    assert_false(oxo_board_is_draw(board_of("XXXOOXOXO")));
}

TEST(t_000_7_move_puts_the_players_mark_on_an_empty_cell)
{
    const oxo_game g = classic_after("4");
    oxo_game next;
    assert_int_equal(try_cell(&g, 0, &next), OXO_OK);
    assert_board(classic_board(&next), "O...X....");
    assert_int_equal(try_cell(&g, 4, &next), OXO_CELL_OCCUPIED);
}

/* ---- Board -------------------------------------------------------------- */

TEST(t_000_8_every_change_of_a_game_is_a_mark_placed_on_its_board)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    oxo_board board = oxo_board_empty();
    for (const char *m = CLASSIC_DRAW; *m; m++) {
        board = oxo_board_place(board, *m - '0', oxo_game_turn(&g));
        assert_int_equal(try_cell(&g, *m - '0', &g), OXO_OK);
        const oxo_board now = classic_board(&g);
        assert_memory_equal(&now, &board, sizeof(board));
    }
}

TEST(t_000_9_every_filling_of_nine_cells_is_a_board)
{
    for (int code = 0; code < 19683; code++) {
        oxo_mark cells[OXO_CELLS], back[OXO_CELLS];
        oxo_board board;
        for (int i = 0, rest = code; i < 9; i++, rest /= 3)
            cells[i] = (oxo_mark)(rest % 3);
        assert_int_equal(oxo_board_from_cells(cells, 9, &board), OXO_OK);
        oxo_board_to_cells(board, back);
        assert_memory_equal(back, cells, sizeof(cells));
    }
}

TEST(i_000_1_board_has_exactly_nine_cells)
{
    const oxo_mark cells[10] = {OXO_X};
    oxo_board board;
    for (size_t n = 0; n <= 10; n++)
        assert_int_equal(oxo_board_from_cells(cells, n, &board),
                         n == 9 ? OXO_OK : OXO_BOARD_SIZE);
}

TEST(i_000_2_cell_is_empty_x_or_o)
{
    for (int value = -1; value <= 4; value++) {
        oxo_mark cells[OXO_CELLS] = {OXO_X};
        oxo_board board;
        cells[5] = (oxo_mark)value;
        assert_int_equal(oxo_board_from_cells(cells, 9, &board),
                         value >= OXO_X && value <= OXO_NONE ? OXO_OK
                                                             : OXO_CELL_VALUE);
    }
}

static int count_marks(oxo_board board, oxo_mark mark)
{
    int n = 0;
    for (int i = 0; i < OXO_CELLS; i++)
        n += oxo_board_at(board, i) == mark;
    return n;
}

static void check_counts(const oxo_classic *p)
{
    const int lead =
        count_marks(p->board, OXO_X) - count_marks(p->board, OXO_O);
    assert_in_range(lead, 0, 1);
}

TEST(i_000_3_counts_of_x_and_o_differ_by_at_most_one)
{
    const oxo_classic x_ahead = classic_of("XX.......", OXO_X);
    const oxo_classic o_ahead = classic_of("O........", OXO_X);
    assert_int_equal(oxo_classic_validate(&x_ahead), OXO_IMPOSSIBLE_COUNT);
    assert_int_equal(oxo_classic_validate(&o_ahead), OXO_IMPOSSIBLE_COUNT);
    for_each_classic(check_counts);
}

TEST(l_000_1_cells_are_numbered_in_reading_order)
{
    const int layout[3][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            int cell = -1;
            assert_int_equal(oxo_cell_at(row, col, &cell), OXO_OK);
            assert_int_equal(cell, layout[row][col]);
            assert_int_equal(oxo_cell_row(cell), row);
            assert_int_equal(oxo_cell_col(cell), col);
        }
    }
}

TEST(f_000_1_place_marker_returns_a_new_board_with_the_mark)
{
    const oxo_board before = board_of("X........");
    const oxo_board after = oxo_board_place(before, 4, OXO_O);
    assert_board(after, "X...O....");
    assert_board(before, "X........");
}

TEST(f_000_2_check_win_names_winner_and_cells_or_nobody)
{
    assert_win(oxo_board_win(board_of("OO.XXX..O")), OXO_X, 3, 4, 5);
    assert_win(oxo_board_win(board_of("XXO.OXO..")), OXO_O, 2, 4, 6);
    assert_int_equal(oxo_board_win(board_of("XO.......")).winner, OXO_NONE);
}

TEST(f_000_3_check_draw_is_true_when_full_without_winner)
{
    assert_true(oxo_board_is_draw(board_of("XOXXOOOXX")));
    assert_false(oxo_board_is_draw(board_of("XOXXOOOX.")));
    assert_false(oxo_board_is_draw(board_of("XOXXXOOOX")));
    assert_false(oxo_board_is_draw(oxo_board_empty()));
}

TEST(f_000_4_is_valid_move_wants_an_empty_cell_from_0_to_8)
{
    const oxo_board board = board_of("X...O....");
    for (int i = -2; i < 12; i++)
        assert_int_equal(oxo_board_is_valid_move(board, i),
                         i >= 0 && i <= 8 && i != 0 && i != 4);
}

/* ---- Value objects ------------------------------------------------------ */

static oxo_game with_one_turn(int cell, int64_t time, oxo_intensity intensity)
{
    const oxo_turn turn = {
        .time = time, .intensity = intensity, .move = (oxo_move)cell};
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    return g;
}

TEST(t_000_10_move_knows_its_cell)
{
    const oxo_game g = with_one_turn(7, 0, 0);
    assert_int_equal(g.history[0].move, 7);
    assert_int_equal(oxo_game_last_move(&g), 7);
}

TEST(t_000_11_move_knows_its_mark)
{
    const oxo_game g = classic_after("408");
    assert_int_equal(oxo_game_mark_at(&g, 0), OXO_X);
    assert_int_equal(oxo_game_mark_at(&g, 1), OXO_O);
    assert_int_equal(oxo_game_mark_at(&g, 2), OXO_X);
}

TEST(t_000_12_move_keeps_the_time_it_was_given)
{
    const oxo_game g = with_one_turn(4, 1763370000123, 0);
    assert_true(g.history[0].time == 1763370000123);
}

TEST(t_000_13_intensity_is_that_of_the_position_after_the_move)
{
    const oxo_game before = oxo_game_start(OXO_CLASSIC);
    const oxo_position after = oxo_position_play(&before.now, 4);
    const oxo_game g = with_one_turn(4, 0, oxo_intensity_of(&after));
    assert_int_equal(g.history[0].intensity, 1167);
    assert_int_not_equal(oxo_intensity_of(&before.now), 1167);
}

TEST(t_000_14_move_once_played_does_not_change)
{
    oxo_game g = with_one_turn(4, 1000, 1167);
    const oxo_turn first = g.history[0];
    assert_int_equal(try_cell(&g, 0, &g), OXO_OK);
    assert_int_equal(try_cell(&g, 0, &g), OXO_CELL_OCCUPIED);
    assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
    assert_int_equal(g.history[0].move, first.move);
    assert_int_equal(g.history[0].time, first.time);
    assert_int_equal(g.history[0].intensity, first.intensity);
}

TEST(t_000_15_win_result_is_x_o_or_draw)
{
    const oxo_game x = classic_after("03142"), o = classic_after("803142"),
                   draw = classic_after(CLASSIC_DRAW);
    assert_int_equal(oxo_game_outcome(&x), OXO_X_WINS);
    assert_int_equal(oxo_game_outcome(&o), OXO_O_WINS);
    assert_int_equal(oxo_game_outcome(&draw), OXO_DRAW);
}

TEST(t_000_16_winning_cells_are_three_and_absent_for_a_draw)
{
    const oxo_game won = classic_after("03142");
    const oxo_game drawn = classic_after(CLASSIC_DRAW);
    assert_win(oxo_game_win(&won), OXO_X, 0, 1, 2);
    assert_win(oxo_game_win(&drawn), OXO_NONE, 0, 0, 0);
}

/* ---- Constants ---------------------------------------------------------- */

TEST(c_000_1_win_lines_are_rows_then_columns_then_diagonals)
{
    const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                 {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    assert_int_equal(sizeof(lines), sizeof(oxo_lines));
    assert_memory_equal(oxo_lines, lines, sizeof(lines));
}

TEST(c_000_2_lines_are_looked_at_after_every_move)
{
    oxo_game g = classic_after("0314");
    assert_int_equal(oxo_game_outcome(&g), OXO_ONGOING);
    assert_int_equal(try_cell(&g, 2, &g), OXO_OK);
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
}

/* ---- Events ------------------------------------------------------------- */

TEST(ev_000_1_move_made_tells_cell_mark_board_and_intensity)
{
    const oxo_game g = with_one_turn(4, 0, 1167);
    oxo_event events[OXO_MAX_EVENTS];
    assert_int_equal(oxo_game_events(&g, 0, events), 1);
    assert_int_equal(events[0].kind, OXO_MOVE_MADE);
    assert_string_equal(oxo_event_name(events[0].kind), "MoveMade");
    assert_int_equal(events[0].move, 4);
    assert_int_equal(events[0].mark, OXO_X);
    assert_int_equal(events[0].intensity, 1167);
    assert_board(events[0].position.as.classic.board, "....X....");
}

TEST(ev_000_2_game_won_tells_winner_cells_and_board)
{
    const oxo_game g = classic_after("03142");
    oxo_event events[OXO_MAX_EVENTS];
    assert_int_equal(oxo_game_events(&g, 3, events), 1);
    assert_int_equal(oxo_game_events(&g, 4, events), 2);
    assert_int_equal(events[1].kind, OXO_GAME_WON);
    assert_string_equal(oxo_event_name(events[1].kind), "GameWon");
    assert_int_equal(events[1].mark, OXO_X);
    assert_line(events[1].line, 0, 1, 2);
    assert_board(events[1].position.as.classic.board, "XXXOO....");
}

TEST(ev_000_3_game_drawn_tells_the_board)
{
    const oxo_game g = classic_after(CLASSIC_DRAW);
    oxo_event events[OXO_MAX_EVENTS];
    assert_int_equal(oxo_game_events(&g, 7, events), 1);
    assert_int_equal(oxo_game_events(&g, 8, events), 2);
    assert_int_equal(events[1].kind, OXO_GAME_DRAWN);
    assert_string_equal(oxo_event_name(events[1].kind), "GameDrawn");
    assert_board(events[1].position.as.classic.board, "XOXXOXOXO");
}

/* ---- Business rules ----------------------------------------------------- */

TEST(r_000_1_first_matching_line_wins)
{
    assert_win(oxo_board_win(board_of("XXXXOOXOO")), OXO_X, 0, 1, 2);
    assert_win(oxo_board_win(board_of("OOOXXX...")), OXO_O, 0, 1, 2);
    assert_win(oxo_board_win(board_of("XXXOOO...")), OXO_X, 0, 1, 2);
    assert_win(oxo_board_win(board_of("XOXOXOXOX")), OXO_X, 0, 4, 8);
}

TEST(r_000_2_win_takes_precedence_over_draw)
{
    const oxo_game g = classic_after("031457682");
    assert_int_equal(g.length, 9);
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
    assert_false(oxo_board_is_draw(classic_board(&g)));
}

TEST(r_000_3_x_moves_first_and_turns_alternate)
{
    const oxo_game g = classic_after(CLASSIC_DRAW);
    for (int ply = 0; ply < 9; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        assert_int_equal(oxo_position_turn(&p), ply % 2 ? OXO_O : OXO_X);
        assert_int_equal(oxo_game_mark_at(&g, ply), ply % 2 ? OXO_O : OXO_X);
    }
}

TEST(r_000_4_history_keeps_the_intensity_of_its_time)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    const oxo_intensity given[] = {1167, 1333, 5000};
    for (int i = 0; i < 3; i++) {
        const oxo_turn turn = {.intensity = given[i],
                               .move = (oxo_move)(i * 4)};
        assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(g.history[i].intensity, given[i]);
}

/* ---- Move validation pipeline ------------------------------------------- */

/* Whoever has a seat has a token of one's own; OUTSIDER has none of both. */
enum { MAKER = 1, GUEST = 2, OUTSIDER = 3 };

static event_player player_of(int who)
{
    return (event_player){.token = {{(uint8_t)who}}};
}

/* Asks the room, and applies what was decided. */
static oxo_status ask(room *r, const room_command *c)
{
    const room_rules rules = room_default_rules();
    room_events events;
    const oxo_status status = room_decide(r, &rules, c, 1000, &events);
    for (int i = 0; i < events.count; i++)
        assert_true(room_apply(r, &events.list[i]));
    return status;
}

static oxo_status ask_as(room *r, int who, room_verb verb)
{
    const room_command c = {.verb = verb,
                            .seat = ROOM_BY_TOKEN,
                            .token = player_of(who).token,
                            .player = player_of(who)};
    return ask(r, &c);
}

static oxo_status move_in(room *r, int who, int cell)
{
    const room_command c = {.verb = ROOM_MOVE,
                            .seat = ROOM_BY_TOKEN,
                            .token = player_of(who).token,
                            .ply = ROOM_ANY_PLY,
                            .move = cell};
    return ask(r, &c);
}

/* A room for classic, its maker in it. */
static room waiting_room(void)
{
    const event_setup setup = {.series = 1};
    const event_player maker = player_of(MAKER);
    room_events events;
    room r;
    room_init(&r, 7);
    assert_int_equal(room_create(7, &setup, &maker, 0, 1000, &events), OXO_OK);
    assert_true(room_apply(&r, &events.list[0]));
    return r;
}

/* The guest is there too, and these cells were played in turn. */
static room active_room(const char *cells)
{
    room r = waiting_room();
    assert_int_equal(ask_as(&r, GUEST, ROOM_JOIN), OXO_OK);
    for (int i = 0; cells[i]; i++)
        assert_int_equal(move_in(&r, i % 2 ? GUEST : MAKER, cells[i] - '0'),
                         OXO_OK);
    return r;
}

TEST(v_000_1_room_must_exist)
{
    const room_rules rules = room_default_rules();
    const room_command c = {.verb = ROOM_MOVE, .move = 4};
    room_events events;
    assert_int_equal(room_decide(NULL, &rules, &c, 1000, &events),
                     OXO_ROOM_NOT_FOUND);
    room closed = waiting_room();
    assert_int_equal(ask_as(&closed, MAKER, ROOM_LEAVE), OXO_OK);
    assert_int_equal(closed.life, ROOM_CLOSED);
    assert_int_equal(move_in(&closed, OUTSIDER, 4), OXO_ROOM_NOT_FOUND);
}

TEST(v_000_2_game_must_be_active)
{
    room waiting = waiting_room(), over = active_room("03142");
    assert_int_equal(move_in(&waiting, MAKER, 4), OXO_GAME_NOT_ACTIVE);
    assert_int_equal(over.life, ROOM_FINISHED);
    assert_int_equal(move_in(&over, GUEST, 8), OXO_GAME_NOT_ACTIVE);
    room active = active_room("");
    assert_int_equal(move_in(&active, MAKER, 4), OXO_OK);
}

TEST(v_000_3_player_must_belong_to_the_room)
{
    room r = active_room("");
    assert_int_equal(move_in(&r, OUTSIDER, 4), OXO_NOT_IN_ROOM);
    assert_int_equal(move_in(&r, 0, 4), OXO_NOT_IN_ROOM); /* no token */
    assert_int_equal(move_in(&r, MAKER, 4), OXO_OK);
}

TEST(v_000_4_mark_must_be_the_one_to_move)
{
    room r = active_room("");
    assert_int_equal(move_in(&r, GUEST, 4), OXO_NOT_YOUR_TURN);
    assert_int_equal(move_in(&r, MAKER, 4), OXO_OK);
    assert_int_equal(move_in(&r, MAKER, 0), OXO_NOT_YOUR_TURN);
    assert_int_equal(move_in(&r, GUEST, 0), OXO_OK);
}

TEST(v_000_5_cell_outside_0_to_8_is_an_invalid_position)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    for (int i = 9; i <= 255; i++)
        assert_int_equal(oxo_game_check(&g, (oxo_move)i),
                         OXO_INVALID_POSITION);
    for (int i = 0; i <= 8; i++)
        assert_int_equal(oxo_game_check(&g, (oxo_move)i), OXO_OK);
    room r = active_room("");
    for (int i = -300; i <= 300; i++)
        if (i < 0 || i > 8)
            assert_int_equal(move_in(&r, MAKER, i), OXO_INVALID_POSITION);
}

TEST(v_000_6_taken_cell_is_refused_as_occupied)
{
    const oxo_game g = classic_after("40");
    const room kept = active_room("40");
    for (int i = 0; i <= 8; i++) {
        const oxo_status wanted =
            i == 4 || i == 0 ? OXO_CELL_OCCUPIED : OXO_OK;
        room r = kept;
        assert_int_equal(oxo_game_check(&g, (oxo_move)i), wanted);
        assert_int_equal(move_in(&r, MAKER, i), wanted);
    }
}

TEST(v_000_7_first_failing_check_answers_and_nothing_changes)
{
    oxo_game over = classic_after("03142"), kept = over, ret;
    assert_int_equal(try_cell(&over, 99, &over), OXO_GAME_OVER);
    assert_int_equal(try_cell(&over, 0, &over), OXO_GAME_OVER);
    assert_same_game(&over, &kept);
    memset(&ret, 0x5A, sizeof(ret));
    assert_int_equal(try_cell(&over, 5, &ret), OXO_GAME_OVER);
    assert_int_equal(ret.length, 0x5A);
}

/* Every row breaks the check that answers and all behind it. */
TEST(v_000_8_six_checks_answer_in_this_order)
{
    room closed = waiting_room(), over = active_room("03142");
    room on = active_room("40");
    assert_int_equal(ask_as(&closed, MAKER, ROOM_LEAVE), OXO_OK);
    const struct {
        room *r;
        int who, cell;
        oxo_status status;
    } rows[] = {
        {&closed, OUTSIDER, 99, OXO_ROOM_NOT_FOUND},
        {&over, OUTSIDER, 99, OXO_GAME_NOT_ACTIVE},
        {&on, OUTSIDER, 99, OXO_NOT_IN_ROOM},
        {&on, GUEST, 99, OXO_NOT_YOUR_TURN},
        {&on, MAKER, 99, OXO_INVALID_POSITION},
        {&on, MAKER, 4, OXO_CELL_OCCUPIED},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const room before = *rows[i].r;
        assert_int_equal(move_in(rows[i].r, rows[i].who, rows[i].cell),
                         rows[i].status);
        assert_memory_equal(rows[i].r, &before, sizeof(before));
    }
    assert_int_equal(move_in(&on, MAKER, 8), OXO_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(t_000_1_board_is_nine_cells_in_a_flat_array),
    cmocka_unit_test(t_000_2_cell_is_an_index_from_0_to_8),
    cmocka_unit_test(t_000_3_mark_is_x_or_o),
    cmocka_unit_test(t_000_4_eight_of_the_84_triples_are_win_lines),
    cmocka_unit_test(t_000_5_turn_is_the_mark_that_is_placed_next),
    cmocka_unit_test(t_000_6_draw_is_nine_cells_filled_without_a_line),
    cmocka_unit_test(t_000_7_move_puts_the_players_mark_on_an_empty_cell),
    cmocka_unit_test(
        t_000_8_every_change_of_a_game_is_a_mark_placed_on_its_board),
    cmocka_unit_test(t_000_9_every_filling_of_nine_cells_is_a_board),
    cmocka_unit_test(i_000_1_board_has_exactly_nine_cells),
    cmocka_unit_test(i_000_2_cell_is_empty_x_or_o),
    cmocka_unit_test(i_000_3_counts_of_x_and_o_differ_by_at_most_one),
    cmocka_unit_test(l_000_1_cells_are_numbered_in_reading_order),
    cmocka_unit_test(f_000_1_place_marker_returns_a_new_board_with_the_mark),
    cmocka_unit_test(f_000_2_check_win_names_winner_and_cells_or_nobody),
    cmocka_unit_test(f_000_3_check_draw_is_true_when_full_without_winner),
    cmocka_unit_test(f_000_4_is_valid_move_wants_an_empty_cell_from_0_to_8),
    cmocka_unit_test(t_000_10_move_knows_its_cell),
    cmocka_unit_test(t_000_11_move_knows_its_mark),
    cmocka_unit_test(t_000_12_move_keeps_the_time_it_was_given),
    cmocka_unit_test(
        t_000_13_intensity_is_that_of_the_position_after_the_move),
    cmocka_unit_test(t_000_14_move_once_played_does_not_change),
    cmocka_unit_test(t_000_15_win_result_is_x_o_or_draw),
    cmocka_unit_test(t_000_16_winning_cells_are_three_and_absent_for_a_draw),
    cmocka_unit_test(c_000_1_win_lines_are_rows_then_columns_then_diagonals),
    cmocka_unit_test(c_000_2_lines_are_looked_at_after_every_move),
    cmocka_unit_test(ev_000_1_move_made_tells_cell_mark_board_and_intensity),
    cmocka_unit_test(ev_000_2_game_won_tells_winner_cells_and_board),
    cmocka_unit_test(ev_000_3_game_drawn_tells_the_board),
    cmocka_unit_test(r_000_1_first_matching_line_wins),
    cmocka_unit_test(r_000_2_win_takes_precedence_over_draw),
    cmocka_unit_test(r_000_3_x_moves_first_and_turns_alternate),
    cmocka_unit_test(r_000_4_history_keeps_the_intensity_of_its_time),
    cmocka_unit_test(v_000_1_room_must_exist),
    cmocka_unit_test(v_000_2_game_must_be_active),
    cmocka_unit_test(v_000_3_player_must_belong_to_the_room),
    cmocka_unit_test(v_000_4_mark_must_be_the_one_to_move),
    cmocka_unit_test(v_000_5_cell_outside_0_to_8_is_an_invalid_position),
    cmocka_unit_test(v_000_6_taken_cell_is_refused_as_occupied),
    cmocka_unit_test(v_000_7_first_failing_check_answers_and_nothing_changes),
    cmocka_unit_test(v_000_8_six_checks_answer_in_this_order),
};

TEST_GROUP("000")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
