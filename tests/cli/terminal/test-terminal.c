/* The terminal game without a terminal: keys, layouts, words. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "oxo/notation.h"
#include "play.h"
#include "screen.h"
#include "typed.h"

static screen screen_after(oxo_variant variant, const char *moves)
{
    screen s;
    screen_init(&s, variant);
    s.game = game_after(variant, moves);
    s.players[OXO_X].here = s.players[OXO_O].here = true;
    screen_follow(&s);
    return s;
}

static void press_all(screen *s, const int *keys)
{
    for (; *keys; keys++)
        assert_int_equal(screen_press(s, *keys), WISH_NOTHING);
}

/* ---- Keys --------------------------------------------------------------- */

static void arrows_walk_over_the_boards_and_stop_at_the_edge(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    assert_int_equal(s.cursor, move_named("ee"));
    press_all(&s, (int[]){PRESS_RIGHT, PRESS_RIGHT, 0});
    assert_int_equal(s.cursor, move_named("fd"));
    press_all(&s, (int[]){PRESS_UP, 'k', 0});
    assert_int_equal(s.cursor, move_named("cg"));
    press_all(&s, (int[]){'l', 'l', 'l', 'l', PRESS_DOWN, 'j', 'h', 0});
    assert_int_equal(s.cursor, move_named("fe"));
    press_all(&s, (int[]){PRESS_HOME, 0});
    assert_int_equal(s.cursor, move_named("dd"));
    press_all(&s, (int[]){PRESS_END, 0});
    assert_int_equal(s.cursor, move_named("ff"));
}

static void a_move_is_typed_in_letters_or_digits(void **state)
{
    (void)state;
    static const char *const ways[] = {"ag", "17", "a7", "1g", "AG"};
    for (int i = 0; i < 5; i++) {
        screen s = screen_after(OXO_ULTIMATE, "");
        assert_int_equal(screen_press(&s, ways[i][0]), WISH_NOTHING);
        assert_int_equal(screen_press(&s, ways[i][1]), WISH_MOVE);
        assert_int_equal(s.wished, move_named("ag"));
    }
    screen s = screen_after(OXO_CLASSIC, "");
    assert_int_equal(screen_press(&s, 'c'), WISH_MOVE);
    assert_int_equal(s.wished, move_named("c"));
}

static void h_goes_left_until_a_move_has_begun(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    press_all(&s, (int[]){'h', 0});
    assert_int_equal(s.cursor, move_named("ed"));
    press_all(&s, (int[]){'H', 0});
    assert_int_equal(screen_press(&s, 'h'), WISH_MOVE);
    assert_int_equal(s.wished, move_named("hh"));
}

static void h_begins_a_move_where_only_board_h_takes_one(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "eh");
    press_all(&s, (int[]){'h', 0}); /* to the left all the same */
    assert_int_equal(s.cursor, move_named("hd"));
    assert_int_equal(screen_press(&s, 'c'), WISH_MOVE);
    assert_int_equal(s.wished, move_named("hc"));
    s = screen_after(OXO_ULTIMATE, "eh");
    press_all(&s, (int[]){'l', 'h', 'h', 0}); /* twice is left, twice */
    assert_int_equal(s.cursor, move_named("hd"));
    assert_int_equal(screen_press(&s, PRESS_ENTER), WISH_MOVE);
    assert_int_equal(s.wished, move_named("hd"));
    s = screen_after(OXO_ULTIMATE, "eh");
    press_all(&s, (int[]){'h', 0});
    assert_int_equal(screen_press(&s, 'H'), WISH_MOVE);
    assert_int_equal(s.wished, move_named("hh"));
}

static void a_whole_move_is_letters_or_digits_and_nothing_else(void **state)
{
    (void)state;
    static const char *const others[] = {"",   "e",  "eee", "j1",
                                         "0e", "e0", "e ",  "e\xc3"};
    oxo_move m = 77;
    for (int i = 0; i < 8; i++)
        assert_false(typed_move(OXO_ULTIMATE, others[i], &m));
    assert_false(typed_move(OXO_CLASSIC, "ee", &m));
    assert_int_equal(m, 77);
    assert_true(typed_move(OXO_ULTIMATE, "5i", &m));
    assert_int_equal(m, move_named("ei"));
    assert_true(typed_move(OXO_CLASSIC, "5", &m));
    assert_int_equal(m, move_named("e"));
}

/* A game in a room, against O. */
static screen screen_online(const char *moves)
{
    screen s = screen_after(OXO_ULTIMATE, moves);
    s.online = s.returns = true;
    s.mine = OXO_X;
    s.players[OXO_O].here = false;
    return s;
}

static void assert_asks(screen *s, int key, const char *question,
                        screen_wish wish)
{
    assert_int_equal(screen_press(s, key), WISH_NOTHING);
    assert_string_equal(s->message, question);
    assert_int_equal(screen_press(s, 'y'), wish);
}

static void c_claims_only_where_a_claim_is_possible(void **state)
{
    (void)state;
    screen s = screen_online("eeeaaa");
    press_all(&s, (int[]){'c', 0});
    assert_int_equal(s.typed, 2);
    s = screen_online("eeeaaa");
    s.may_claim = true;
    assert_asks(&s, 'c', "Claim a win? (y/n)", WISH_CLAIM_WIN);
    assert_asks(&s, 'C', "Claim a draw? (y/n)", WISH_CLAIM_DRAW);
    press_all(&s, (int[]){'a', 0});
    assert_int_equal(screen_press(&s, 'c'), WISH_MOVE);
}

static void x_ends_a_game_in_the_mildest_way(void **state)
{
    (void)state;
    screen s = screen_online("ee");
    assert_asks(&s, 'x', "Resign? (y/n)", WISH_RESIGN);
    s.may_abort = true;
    assert_asks(&s, 'x', "End the game without a result? (y/n)", WISH_ABORT);
    s.may_abort = false;
    s.may_close = true;
    assert_asks(&s, 'x', "Close the game without a result? (y/n)", WISH_ABORT);
}

static void quitting_keeps_the_seat_and_leaving_gives_it_up(void **state)
{
    (void)state;
    screen s = screen_online("eeeaaa");
    assert_asks(&s, 'q', "Quit? The game goes on: you can come back. (y/n)",
                WISH_QUIT);
    assert_asks(&s, 'L', "Leave the room? You will lose the game. (y/n)",
                WISH_LEAVE);
    s.may_abort = true;
    assert_asks(&s, 'L',
                "Leave the room? The game ends without a result. (y/n)",
                WISH_LEAVE);
    s = screen_online("");
    s.waiting = s.expecting = true;
    assert_asks(&s, 'L', "Leave the room? The game will not begin. (y/n)",
                WISH_LEAVE);
    s.expecting = false;
    assert_int_equal(screen_press(&s, 'q'), WISH_QUIT);
    s = screen_online("ee");
    s.end.over = true;
    assert_int_equal(screen_press(&s, 'L'), WISH_LEAVE);
    s = screen_after(OXO_ULTIMATE, "ee");
    assert_int_equal(screen_press(&s, 'L'), WISH_NOTHING);
    assert_int_equal(s.mode, SCREEN_PLAYS);
}

static void spans_are_told_in_suitable_units(void **state)
{
    (void)state;
    static const struct {
        int64_t span;
        const char *told;
    } rows[] = {{-5, "0:00"},
                {65000, "1:05"},
                {3599999, "59:59"},
                {12000000, "3 h 20 min"},
                {172800000, "2 days"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TELL_CLOCK];
        tell_span(rows[i].span, text);
        assert_string_equal(text, rows[i].told);
    }
}

static void escape_forgets_what_was_half_typed(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    press_all(&s, (int[]){'a', PRESS_ESCAPE, 'b', PRESS_ERASE, 'c', 0});
    assert_int_equal(screen_press(&s, 'd'), WISH_MOVE);
    assert_int_equal(s.wished, move_named("cd"));
}

static void enter_plays_where_the_cursor_is(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    press_all(&s, (int[]){PRESS_UP, PRESS_UP, PRESS_LEFT, PRESS_LEFT, 0});
    assert_int_equal(screen_press(&s, PRESS_ENTER), WISH_MOVE);
    assert_int_equal(s.wished, move_named("a"));
    assert_int_equal(screen_press(&s, ' '), WISH_MOVE);
}

static void the_cursor_follows_to_the_board_that_must_be_played(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "ea");
    assert_int_equal(s.cursor, move_named("ae"));
    s.game = game_after(OXO_ULTIMATE, "ea ae");
    screen_follow(&s); /* to board e, whose centre is free */
    assert_int_equal(s.cursor, move_named("ee"));
}

static void tab_visits_every_board_that_takes_a_move(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    static const char *const stops[] = {"fe", "ge", "he", "ie", "ae"};
    for (int i = 0; i < 5; i++) {
        press_all(&s, (int[]){PRESS_TAB, 0});
        assert_int_equal(s.cursor, move_named(stops[i]));
    }
    s = screen_after(OXO_ULTIMATE, "ea");
    press_all(&s, (int[]){PRESS_TAB, 0});
    assert_int_equal(s.cursor, move_named("ae")); /* there is no other */
}

static void leaving_a_running_game_asks_first(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    press_all(&s, (int[]){'q', 0});
    assert_int_equal(s.mode, SCREEN_ASKS);
    press_all(&s, (int[]){'z', 'n', 0});
    assert_int_equal(s.mode, SCREEN_PLAYS);
    press_all(&s, (int[]){'q', 0});
    assert_int_equal(screen_press(&s, 'y'), WISH_QUIT);
}

static void a_question_that_is_no_longer_seen_cannot_be_answered(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    press_all(&s, (int[]){'x', 0});
    assert_string_equal(s.message, "Resign? (y/n)");
    screen_tell(&s, "Bo offers: a draw.");
    assert_int_not_equal(screen_press(&s, 'y'), WISH_RESIGN);
    press_all(&s, (int[]){'x', 0});
    screen_refuse(&s, "The connection is lost.");
    assert_int_not_equal(screen_press(&s, 'y'), WISH_RESIGN);
}

static void leaving_before_or_after_a_game_asks_nothing(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    assert_int_equal(screen_press(&s, 'q'), WISH_QUIT);
    s = screen_after(OXO_CLASSIC, "a d b e c");
    assert_int_equal(screen_press(&s, 'q'), WISH_QUIT);
    assert_int_equal(screen_press(&s, 'n'), WISH_NEW);
}

static void any_key_closes_the_help_and_does_nothing_else(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    press_all(&s, (int[]){'?', 0});
    assert_int_equal(s.mode, SCREEN_HELPS);
    press_all(&s, (int[]){'a', 0});
    assert_int_equal(s.mode, SCREEN_PLAYS);
    press_all(&s, (int[]){PRESS_HELP, 'q', 0});
    assert_int_equal(s.mode, SCREEN_PLAYS);
}

static void n_declines_an_offer_and_begins_a_game_otherwise(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    s.online = true;
    s.mine = OXO_X;
    s.offer = OFFER_DRAW;
    s.offer_by = OXO_O;
    assert_int_equal(screen_press(&s, 'y'), WISH_ACCEPT);
    assert_int_equal(screen_press(&s, 'n'), WISH_DECLINE);
    s.offer_by = OXO_X; /* one's own */
    assert_int_equal(screen_press(&s, 'n'), WISH_NEW);
}

static void each_letter_wishes_what_the_help_says(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    assert_int_equal(screen_press(&s, 'u'), WISH_UNDO);
    assert_int_equal(screen_press(&s, 'r'), WISH_REDO);
    assert_int_equal(screen_press(&s, 't'), WISH_HINT);
    assert_int_equal(screen_press(&s, 'o'), WISH_DRAW);
    assert_int_equal(screen_press(&s, 'L' - '@'), WISH_REDRAW);
    press_all(&s, (int[]){'x', 0});
    assert_int_equal(screen_press(&s, 'y'), WISH_RESIGN);
    press_all(&s, (int[]){'n', 0});
    assert_int_equal(screen_press(&s, 'y'), WISH_NEW);
}

static void a_click_plays_the_cell_under_it(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    const layout l = layout_make(OXO_ULTIMATE, 24, 80);
    const oxo_move m = move_named("gc");
    const int row = layout_row(&l, m), col = layout_col(&l, m);
    assert_int_equal(screen_click(&s, &l, row, col + 1), WISH_MOVE);
    assert_int_equal(s.wished, m);
    assert_int_equal(screen_click(&s, &l, row, col - 1), WISH_NOTHING);
    assert_int_equal(screen_click(&s, &l, 0, 0), WISH_NOTHING);
    s.mode = SCREEN_HELPS;
    assert_int_equal(screen_click(&s, &l, row, col), WISH_NOTHING);
    assert_int_equal(s.mode, SCREEN_PLAYS);
}

static void only_sides_at_this_keyboard_have_a_turn(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    s.players[OXO_O].here = false;
    assert_false(screen_is_turn(&s));
    s.players[OXO_O].here = true;
    assert_true(screen_is_turn(&s));
    s.end.over = true;
    assert_false(screen_is_turn(&s));
}

/* ---- Layout ------------------------------------------------------------- */

static void eighty_by_twenty_four_is_enough_for_everything(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        const layout l = layout_make((oxo_variant)v, 24, 80);
        assert_true(l.fits);
        assert_true(l.panel_cols >= 36);
        assert_true(l.panel + l.panel_cols <= 80);
        assert_true(l.keys_row < 24);
    }
}

static void a_larger_terminal_gets_a_larger_board(void **state)
{
    (void)state;
    assert_int_equal(layout_make(OXO_ULTIMATE, 24, 80).cell_rows, 1);
    assert_int_equal(layout_make(OXO_ULTIMATE, 50, 200).cell_rows, 3);
    assert_int_equal(layout_make(OXO_CLASSIC, 24, 80).cell_rows, 5);
    assert_int_equal(layout_make(OXO_CLASSIC, 50, 200).cell_rows, 11);
}

static void the_panel_gives_way_before_the_board_does(void **state)
{
    (void)state;
    layout l = layout_make(OXO_ULTIMATE, 22, 50);
    assert_true(l.fits);
    assert_int_equal(l.panel_cols, 0);
    l = layout_make(OXO_ULTIMATE, 21, 50);
    assert_false(l.fits);
    assert_int_equal(l.need_rows, 22);
    assert_int_equal(l.need_cols, 37);
}

/* Everything is inside, and every cell is found where it is. */
static void check_layout(const layout *l, int cells)
{
    assert_true(l->top > l->title_row && l->title_row >= 0);
    assert_true(l->left >= 0 && l->left + l->board_cols <= l->cols);
    assert_true(l->top + l->board_rows <= l->message_row);
    assert_true(l->message_row < l->keys_row && l->keys_row < l->rows);
    assert_true(l->panel_cols == 0 || (l->panel >= l->left + l->board_cols &&
                                       l->panel + l->panel_cols <= l->cols));
    for (int m = 0; m < cells; m++)
        assert_int_equal(layout_cell_at(l, layout_row(l, (oxo_move)m),
                                        layout_col(l, (oxo_move)m)),
                         m);
}

static void whatever_fits_lies_inside_the_terminal(void **state)
{
    (void)state;
    for (int rows = 1; rows < 60; rows++)
        for (int cols = 1; cols < 180; cols++) {
            const layout u = layout_make(OXO_ULTIMATE, rows, cols);
            const layout c = layout_make(OXO_CLASSIC, rows, cols);
            if (u.fits)
                check_layout(&u, OXO_MAX_MOVES);
            if (c.fits)
                check_layout(&c, OXO_CELLS);
            assert_true(!u.fits || c.fits);
        }
}

/* ---- Words -------------------------------------------------------------- */

static char told[TELL_TEXT];

static const char *move_told(oxo_variant variant, const char *moves)
{
    const oxo_game g = game_after(variant, moves);
    tell_move(&g, g.length - 1, told);
    return told;
}

static void moves_are_told_with_what_they_bring(void **state)
{
    (void)state;
    assert_string_equal(move_told(OXO_CLASSIC, "e"), "X plays e: centre.");
    assert_string_equal(move_told(OXO_ULTIMATE, "ee ea ae eb be ec"),
                        "O plays ec: board e, top right. O wins board e.");
}

static void turns_and_results_are_told(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_ULTIMATE, "ec");
    const tell_end none = {.over = false};
    tell_end end = {.over = true, .outcome = OXO_X_WINS, .why = "O resigned"};
    tell_turn(&g.now, told);
    assert_string_equal(told, "O to move, in board c");
    tell_result(&g, &end, told);
    assert_string_equal(told, "X wins: O resigned");
    end.outcome = OXO_DRAW;
    memcpy(end.why, "by agreement", sizeof "by agreement");
    tell_result(&g, &end, told);
    assert_string_equal(told, "A draw: by agreement");
    g = game_after(OXO_CLASSIC, "a d b e c");
    tell_result(&g, &none, told);
    assert_string_equal(told, "X wins with a, b and c");
    tell_result(&g, &end, told); /* the board is right */
    assert_string_equal(told, "X wins with a, b and c");
}

static void refusals_say_where_to_play(void **state)
{
    (void)state;
    const oxo_game g = game_after(OXO_ULTIMATE, "ec");
    const oxo_move wrong = move_named("aa");
    tell_refusal(&g, wrong, oxo_game_check(&g, wrong), told);
    assert_string_equal(told, "The last move sends O to board c, not to a.");
    tell_refusal(&g, move_named("ec"), OXO_CELL_OCCUPIED, told);
    assert_string_equal(told, "Not possible: that cell is already taken.");
}

static void values_and_clocks_are_told(void **state)
{
    (void)state;
    tell_value(&(oxo_value){.kind = OXO_ESTIMATED, .centi = 40}, told);
    assert_string_equal(told, "X +0.40");
    tell_value(&(oxo_value){.kind = OXO_ESTIMATED, .centi = -125}, told);
    assert_string_equal(told, "O +1.25");
    tell_value(&(oxo_value){.kind = OXO_ESTIMATED, .centi = 3}, told);
    assert_string_equal(told, "even");
    tell_value(&(oxo_value){.kind = OXO_PROVEN_LOSS, .distance = 5}, told);
    assert_string_equal(told, "O wins in 5");
    tell_value(&(oxo_value){.kind = OXO_PROVEN_DRAW}, told);
    assert_string_equal(told, "a draw");
    char clock[TELL_CLOCK];
    tell_clock(125000, clock);
    assert_string_equal(clock, "2:05");
    tell_clock(9440, clock);
    assert_string_equal(clock, "0:09.4");
    tell_clock(-5, clock);
    assert_string_equal(clock, "0:00.0");
}

TEST_GROUP("terminal")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_walk_over_the_boards_and_stop_at_the_edge),
        cmocka_unit_test(a_move_is_typed_in_letters_or_digits),
        cmocka_unit_test(h_goes_left_until_a_move_has_begun),
        cmocka_unit_test(h_begins_a_move_where_only_board_h_takes_one),
        cmocka_unit_test(a_whole_move_is_letters_or_digits_and_nothing_else),
        cmocka_unit_test(c_claims_only_where_a_claim_is_possible),
        cmocka_unit_test(x_ends_a_game_in_the_mildest_way),
        cmocka_unit_test(quitting_keeps_the_seat_and_leaving_gives_it_up),
        cmocka_unit_test(spans_are_told_in_suitable_units),
        cmocka_unit_test(escape_forgets_what_was_half_typed),
        cmocka_unit_test(enter_plays_where_the_cursor_is),
        cmocka_unit_test(the_cursor_follows_to_the_board_that_must_be_played),
        cmocka_unit_test(tab_visits_every_board_that_takes_a_move),
        cmocka_unit_test(leaving_a_running_game_asks_first),
        cmocka_unit_test(a_question_that_is_no_longer_seen_cannot_be_answered),
        cmocka_unit_test(leaving_before_or_after_a_game_asks_nothing),
        cmocka_unit_test(any_key_closes_the_help_and_does_nothing_else),
        cmocka_unit_test(n_declines_an_offer_and_begins_a_game_otherwise),
        cmocka_unit_test(each_letter_wishes_what_the_help_says),
        cmocka_unit_test(a_click_plays_the_cell_under_it),
        cmocka_unit_test(only_sides_at_this_keyboard_have_a_turn),
        cmocka_unit_test(eighty_by_twenty_four_is_enough_for_everything),
        cmocka_unit_test(a_larger_terminal_gets_a_larger_board),
        cmocka_unit_test(the_panel_gives_way_before_the_board_does),
        cmocka_unit_test(whatever_fits_lies_inside_the_terminal),
        cmocka_unit_test(moves_are_told_with_what_they_bring),
        cmocka_unit_test(turns_and_results_are_told),
        cmocka_unit_test(refusals_say_where_to_play),
        cmocka_unit_test(values_and_clocks_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
