#include "check.h"

#include "play.h"
#include "scenes.h"

#include <string.h>

static oxo_turn turn_of(oxo_move m)
{
    return (oxo_turn){.time = 1952, .intensity = 1167, .move = m};
}

/* ---- Beginning and playing ---------------------------------------------- */

static void game_starts_without_history(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        const oxo_game g = oxo_game_start((oxo_variant)v);
        const oxo_position start = oxo_position_start((oxo_variant)v);
        assert_int_equal(oxo_game_variant(&g), v);
        assert_int_equal(oxo_game_turn(&g), OXO_X);
        assert_int_equal(oxo_game_outcome(&g), OXO_ONGOING);
        assert_true(oxo_game_is_active(&g));
        assert_int_equal(oxo_game_last_move(&g), OXO_NO_MOVE);
        assert_int_equal(oxo_game_win(&g).winner, OXO_NONE);
        assert_int_equal(g.length + g.undone, 0);
        assert_false(g.busy);
        assert_same(g.now, start);
        assert_same(g.start, start);
    }
}

static void playing_records_the_move_and_leaves_the_old_game(void **state)
{
    (void)state;
    const oxo_game before = game_after(OXO_CLASSIC, "e"), copy = before;
    const oxo_turn turn = turn_of(0);
    oxo_game after;
    assert_int_equal(oxo_game_play(&before, &turn, &after), OXO_OK);
    assert_true(is_same_game(&before, &copy));
    const oxo_position expected = position_after(OXO_CLASSIC, "e a");
    assert_same(after.now, expected);
    assert_int_equal(after.length, 2);
    assert_int_equal(after.history[1].time, 1952);
    assert_int_equal(after.history[1].intensity, 1167);
    assert_int_equal(after.history[1].move, 0);
    assert_int_equal(oxo_game_last_move(&after), 0);
    assert_int_equal(oxo_game_turn(&after), OXO_X);
    assert_false(after.busy);
}

static void game_may_be_changed_in_place(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_ULTIMATE, "ee ea");
    oxo_game other;
    const oxo_turn turn = turn_of(move_named("ae"));
    assert_int_equal(oxo_game_play(&g, &turn, &other), OXO_OK);
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    assert_true(is_same_game(&g, &other));

    assert_int_equal(oxo_game_undo(&g, &other), OXO_OK);
    assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
    assert_true(is_same_game(&g, &other));

    assert_int_equal(oxo_game_redo(&g, &other), OXO_OK);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_OK);
    assert_true(is_same_game(&g, &other));

    oxo_game_set_busy(&g, true, &other);
    oxo_game_set_busy(&g, true, &g);
    assert_true(is_same_game(&g, &other));

    oxo_game_reset(&g, &other);
    oxo_game_reset(&g, &g);
    assert_true(is_same_game(&g, &other));
}

static void turn_may_lie_inside_the_game_that_changes(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "e a");
    const oxo_turn undone = g.history[1];
    assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
    assert_int_equal(oxo_game_play(&g, &g.history[1], &g), OXO_OK);
    assert_int_equal(g.history[1].move, undone.move);
    assert_int_equal(g.history[1].time, undone.time);
    assert_int_equal(g.history[1].intensity, undone.intensity);
}

/* ---- Refusals ----------------------------------------------------------- */

/* Tries a move that must be refused; neither game may change in one byte. */
static void assert_refused(const oxo_game *g, oxo_move m, oxo_status status)
{
    oxo_game before, out, pattern;
    memcpy(&before, g, sizeof(before));
    memset(&out, 0x5A, sizeof(out));
    memcpy(&pattern, &out, sizeof(pattern));
    const oxo_turn turn = turn_of(m);
    assert_int_equal(oxo_game_check(g, m), status);
    assert_int_equal(oxo_game_play(g, &turn, &out), status);
    assert_ptr_equal(oxo_game_process_move(g, m, &out), g);
    assert_memory_equal(&out, &pattern, sizeof(out));
    assert_memory_equal(g, &before, sizeof(before));
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    const oxo_game classic = game_after(OXO_CLASSIC, "e a");
    assert_refused(&classic, 4, OXO_CELL_OCCUPIED);
    assert_refused(&classic, 9, OXO_INVALID_POSITION);
    const oxo_game won = game_after(OXO_CLASSIC, "a d b e c");
    assert_refused(&won, 8, OXO_GAME_OVER);
    const oxo_game ultimate = game_after(OXO_ULTIMATE, "ae ea ac ca ag");
    assert_refused(&ultimate, move_named("ad"), OXO_BOARD_CLOSED);
    assert_refused(&ultimate, move_named("bb"), OXO_WRONG_BOARD);
    assert_refused(&ultimate, 81, OXO_INVALID_POSITION);
    const oxo_game sent = game_after(OXO_ULTIMATE, "ee");
    assert_refused(&sent, move_named("ee"), OXO_CELL_OCCUPIED);
    oxo_game busy;
    oxo_game_set_busy(&classic, true, &busy);
    assert_refused(&busy, 8, OXO_MOVE_IN_PROGRESS);
}

/* Each position offers a move against which two neighbours of the order
 * speak: the first one answers. */
static void first_refusal_in_order_is_given(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "a d b e c");
    assert_refused(&g, 77, OXO_GAME_OVER);
    oxo_game_set_busy(&g, true, &g);
    assert_refused(&g, 8, OXO_MOVE_IN_PROGRESS);
    g = game_after(OXO_ULTIMATE, "ae ea ac ca ag");
    assert_refused(&g, 90, OXO_INVALID_POSITION);
    assert_refused(&g, move_named("ad"), OXO_BOARD_CLOSED);
    assert_refused(&g, move_named("ea"), OXO_WRONG_BOARD);
}

static void process_move_returns_the_very_game_it_refuses(void **state)
{
    (void)state;
    const oxo_game g = game_after(OXO_CLASSIC, "e");
    oxo_game out;
    assert_ptr_equal(oxo_game_process_move(&g, 4, &out), &g);
    assert_ptr_equal(oxo_game_process_move(&g, 0, &out), &out);
    const oxo_position expected = position_after(OXO_CLASSIC, "e a");
    assert_same(out.now, expected);
    assert_int_equal(out.history[1].time, 0);
    assert_int_equal(out.history[1].intensity, 0);
}

static void busy_game_refuses_moves_until_it_is_not(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "e a");
    oxo_game_undo(&g, &g);
    oxo_game_set_busy(&g, true, &g);
    const oxo_game before = g;
    assert_int_equal(oxo_game_undo(&g, &g), OXO_MOVE_IN_PROGRESS);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_MOVE_IN_PROGRESS);
    assert_true(is_same_game(&g, &before));
    oxo_game_set_busy(&g, false, &g);
    assert_int_equal(oxo_game_check(&g, 0), OXO_OK);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_OK);
}

/* ---- History ------------------------------------------------------------ */

static void nothing_can_be_undone_or_redone_at_first(void **state)
{
    (void)state;
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    const oxo_game before = g;
    assert_int_equal(oxo_game_undo(&g, &g), OXO_NOTHING_TO_UNDO);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_NOTHING_TO_REDO);
    assert_true(is_same_game(&g, &before));
}

static void redo_takes_back_undo_move_by_move(void **state)
{
    (void)state;
    const oxo_game end = game_after(OXO_ULTIMATE, "ee ea ae eb");
    oxo_game g = end;
    for (int i = 1; i <= 4; i++) {
        assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
        assert_int_equal(g.length, 4 - i);
        assert_int_equal(g.undone, i);
    }
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    assert_same(g.now, start);
    assert_int_equal(oxo_game_undo(&g, &g), OXO_NOTHING_TO_UNDO);
    for (int i = 1; i <= 4; i++)
        assert_int_equal(oxo_game_redo(&g, &g), OXO_OK);
    assert_true(is_same_game(&g, &end));
    assert_int_equal(oxo_game_redo(&g, &g), OXO_NOTHING_TO_REDO);
}

static void undone_moves_go_along_into_another_game(void **state)
{
    (void)state;
    const oxo_game end = game_after(OXO_CLASSIC, "e a i b");
    oxo_game back, further, again;
    memset(&back, 0x5A, sizeof(back));
    memset(&further, 0x5A, sizeof(further));
    memset(&again, 0x5A, sizeof(again));
    assert_int_equal(oxo_game_undo(&end, &back), OXO_OK);
    assert_int_equal(oxo_game_undo(&back, &further), OXO_OK);
    assert_int_equal(oxo_game_redo(&further, &again), OXO_OK);
    assert_int_equal(oxo_game_redo(&again, &again), OXO_OK);
    assert_true(is_same_game(&again, &end));
}

static void new_move_forgets_what_was_undone(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "e a b");
    oxo_game_undo(&g, &g);
    oxo_game_undo(&g, &g);
    const oxo_turn turn = turn_of(8);
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    assert_int_equal(g.undone, 0);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_NOTHING_TO_REDO);
    const oxo_position expected = position_after(OXO_CLASSIC, "e i");
    assert_same(g.now, expected);
}

static void undoing_the_last_move_reopens_a_finished_game(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "a d b e c");
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
    assert_false(oxo_game_is_active(&g));
    assert_memory_equal(oxo_game_win(&g).cells, oxo_lines[0], 3);
    assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
    assert_true(oxo_game_is_active(&g));
    assert_int_equal(oxo_game_win(&g).winner, OXO_NONE);
    assert_int_equal(oxo_game_redo(&g, &g), OXO_OK);
    assert_int_equal(oxo_game_outcome(&g), OXO_X_WINS);
}

static void reset_returns_to_the_start_whatever_happened(void **state)
{
    (void)state;
    const oxo_position start = position_after(OXO_ULTIMATE_CG, "ee ea");
    const oxo_game fresh = oxo_game_from(&start);
    oxo_game g = fresh;
    oxo_game_play(&g, &(oxo_turn){.move = move_named("ab")}, &g);
    oxo_game_play(&g, &(oxo_turn){.move = move_named("bc")}, &g);
    oxo_game_undo(&g, &g);
    oxo_game_set_busy(&g, true, &g);
    oxo_game_reset(&g, &g);
    assert_true(is_same_game(&g, &fresh));
    assert_int_equal(oxo_game_redo(&g, &g), OXO_NOTHING_TO_REDO);
}

static void history_tells_every_position_and_mover(void **state)
{
    (void)state;
    const oxo_game g = game_after(OXO_ULTIMATE, "ee ea ae");
    static const char *const prefix[] = {"", "ee", "ee ea", "ee ea ae"};
    for (int ply = 0; ply <= 3; ply++) {
        const oxo_position p = oxo_game_position_at(&g, ply);
        const oxo_position expected =
            position_after(OXO_ULTIMATE, prefix[ply]);
        assert_same(p, expected);
    }
    assert_int_equal(oxo_game_mark_at(&g, 0), OXO_X);
    assert_int_equal(oxo_game_mark_at(&g, 1), OXO_O);
    assert_int_equal(oxo_game_mark_at(&g, 2), OXO_X);

    const oxo_position start = position_after(OXO_ULTIMATE, "ee");
    oxo_game later = oxo_game_from(&start);
    oxo_game_process_move(&later, move_named("ea"), &later);
    oxo_game_process_move(&later, move_named("ae"), &later);
    assert_int_equal(oxo_game_mark_at(&later, 0), OXO_O);
    assert_int_equal(oxo_game_mark_at(&later, 1), OXO_X);
}

/* ---- Events ------------------------------------------------------------- */

static void events_have_the_agreed_names(void **state)
{
    (void)state;
    assert_string_equal(oxo_event_name(OXO_MOVE_MADE), "MoveMade");
    assert_string_equal(oxo_event_name(OXO_BOARD_WON), "BoardWon");
    assert_string_equal(oxo_event_name(OXO_BOARD_DRAWN), "BoardDrawn");
    assert_string_equal(oxo_event_name(OXO_GAME_WON), "GameWon");
    assert_string_equal(oxo_event_name(OXO_GAME_DRAWN), "GameDrawn");
}

/* The events of `m` played in `p`; returns how many. */
static int events_of(oxo_ultimate p, oxo_move m,
                     oxo_event events[OXO_MAX_EVENTS])
{
    const oxo_position start = oxo_position_of_ultimate(p);
    oxo_game g = oxo_game_from(&start);
    const oxo_turn turn = turn_of(m);
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    const int count = oxo_game_events(&g, 0, events);
    for (int i = 0; i < count; i++)
        assert_same(events[i].position, g.now);
    assert_int_equal(events[0].kind, OXO_MOVE_MADE);
    assert_int_equal(events[0].mark, p.turn);
    assert_int_equal(events[0].move, m);
    assert_int_equal(events[0].intensity, 1167);
    return count;
}

static const uint8_t no_line[3] = {0, 0, 0};

static void assert_event(const oxo_event *e, oxo_event_kind kind,
                         oxo_mark mark, const uint8_t line[3])
{
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->mark, mark);
    assert_memory_equal(e->line, line, 3);
}

static void plain_move_is_one_event(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    assert_int_equal(events_of(oxo_ultimate_start(OXO_ULTIMATE), 40, e), 1);
    const oxo_game g = game_after(OXO_CLASSIC, "e a");
    assert_int_equal(oxo_game_events(&g, 1, e), 1);
    assert_int_equal(e[0].mark, OXO_O);
    assert_int_equal(e[0].intensity, 10);
    assert_same(e[0].position, g.now);
}

static void classic_win_and_draw_are_events(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_game won = game_after(OXO_CLASSIC, "a d b e c");
    assert_int_equal(oxo_game_events(&won, 4, e), 2);
    assert_event(&e[1], OXO_GAME_WON, OXO_X, oxo_lines[0]);
    const oxo_game drawn = game_after(OXO_CLASSIC, "a b c e d f h g i");
    assert_int_equal(oxo_game_events(&drawn, 8, e), 2);
    assert_event(&e[1], OXO_GAME_DRAWN, OXO_NONE, no_line);
    assert_int_equal(oxo_game_events(&drawn, 7, e), 1);
}

static void board_won_is_an_event_with_its_line(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ae ea ac ca");
    assert_int_equal(events_of(p, move_named("ag"), e), 2);
    assert_event(&e[1], OXO_BOARD_WON, OXO_X, oxo_lines[7]);
    assert_int_equal(e[1].board, 0);
}

static void board_drawn_is_an_event(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p = ultimate_of(
        OXO_ULTIMATE, "......... xoxxooox. " EMPTY_BOARDS_7, OXO_X, 1);
    assert_int_equal(events_of(p, move_named("bi"), e), 2);
    assert_event(&e[1], OXO_BOARD_DRAWN, OXO_NONE, no_line);
    assert_int_equal(e[1].board, 1);
}

static void one_move_can_win_board_and_game(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p = ultimate_of(OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2);
    assert_int_equal(events_of(p, move_named("cc"), e), 3);
    assert_event(&e[1], OXO_BOARD_WON, OXO_X, oxo_lines[0]);
    assert_int_equal(e[1].board, 2);
    assert_event(&e[2], OXO_GAME_WON, OXO_X, oxo_lines[0]);
}

static void one_move_can_draw_board_and_game(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE, EIGHT_DECIDED "xoxxooox.", OXO_X, 8);
    assert_int_equal(events_of(p, move_named("ii"), e), 3);
    assert_event(&e[1], OXO_BOARD_DRAWN, OXO_NONE, no_line);
    assert_event(&e[2], OXO_GAME_DRAWN, OXO_NONE, no_line);
}

static void cg_game_can_be_won_without_a_line(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p =
        ultimate_of(OXO_ULTIMATE_CG, EIGHT_DECIDED "xx.oo.x..", OXO_O, 8);
    assert_int_equal(events_of(p, move_named("if"), e), 3);
    assert_event(&e[1], OXO_BOARD_WON, OXO_O, oxo_lines[1]);
    assert_event(&e[2], OXO_GAME_WON, OXO_O, no_line);
}

static void second_line_in_a_won_board_is_no_event(void **state)
{
    (void)state;
    oxo_event e[OXO_MAX_EVENTS];
    const oxo_ultimate p = ultimate_of(OXO_ULTIMATE_CONTINUE,
                                       "xxxoo.... " EMPTY_BOARDS_8, OXO_O, 0);
    assert_int_equal(events_of(p, move_named("af"), e), 1);
}

TEST_GROUP("game")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_starts_without_history),
        cmocka_unit_test(playing_records_the_move_and_leaves_the_old_game),
        cmocka_unit_test(game_may_be_changed_in_place),
        cmocka_unit_test(turn_may_lie_inside_the_game_that_changes),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(first_refusal_in_order_is_given),
        cmocka_unit_test(process_move_returns_the_very_game_it_refuses),
        cmocka_unit_test(busy_game_refuses_moves_until_it_is_not),
        cmocka_unit_test(nothing_can_be_undone_or_redone_at_first),
        cmocka_unit_test(redo_takes_back_undo_move_by_move),
        cmocka_unit_test(undone_moves_go_along_into_another_game),
        cmocka_unit_test(new_move_forgets_what_was_undone),
        cmocka_unit_test(undoing_the_last_move_reopens_a_finished_game),
        cmocka_unit_test(reset_returns_to_the_start_whatever_happened),
        cmocka_unit_test(history_tells_every_position_and_mover),
        cmocka_unit_test(events_have_the_agreed_names),
        cmocka_unit_test(plain_move_is_one_event),
        cmocka_unit_test(classic_win_and_draw_are_events),
        cmocka_unit_test(board_won_is_an_event_with_its_line),
        cmocka_unit_test(board_drawn_is_an_event),
        cmocka_unit_test(one_move_can_win_board_and_game),
        cmocka_unit_test(one_move_can_draw_board_and_game),
        cmocka_unit_test(cg_game_can_be_won_without_a_line),
        cmocka_unit_test(second_line_in_a_won_board_is_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
