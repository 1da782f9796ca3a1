/* What the terminal game looks like, read off its frames. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "paint.h"
#include "play.h"

static frame f;

static const char BOARD_A_WON[] = "ae ea ac ca ag";

static screen screen_after(oxo_variant variant, const char *moves)
{
    screen s;
    screen_init(&s, variant);
    s.game = game_after(variant, moves);
    for (int i = 0; i < 2; i++) {
        s.players[i].here = true;
        (void)snprintf(s.players[i].name, sizeof s.players[i].name, "%s",
                       i ? "Bo" : "Ada");
    }
    screen_follow(&s);
    return s;
}

static layout paint(const screen *s, int rows, int cols, bool ascii)
{
    frame_init(&f, rows, cols, ascii);
    return paint_screen(&f, s);
}

static bool shows(const char *text)
{
    char row[FRAME_ROW_TEXT];
    for (int i = 0; i < f.rows; i++) {
        frame_row(&f, i, row);
        if (strstr(row, text))
            return true;
    }
    return false;
}

static const frame_cell *middle_of(const layout *l, const char *move)
{
    const oxo_move m = move_named(move);
    return &f.cells[layout_row(l, m) + l->cell_rows / 2]
                   [layout_col(l, m) + l->cell_cols / 2];
}

/* ---- The board ---------------------------------------------------------- */

static void only_boards_that_take_a_move_show_letters(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE, "ec");
    const layout l = paint(&s, 24, 80, false);
    assert_string_equal(middle_of(&l, "ca")->glyph, "a");
    assert_int_equal(middle_of(&l, "ca")->style & INK_MASK, INK_TARGET);
    assert_string_equal(middle_of(&l, "aa")->glyph, " ");
    assert_string_equal(middle_of(&l, "ea")->glyph, " ");
}

static void the_frame_of_the_board_to_play_in_stands_out(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE, "ec");
    const layout l = paint(&s, 24, 80, false);
    const int row = layout_field_row(&l, 2) + 2;
    const int lit = layout_field_col(&l, 2) - 1, pale = l.left;
    assert_int_equal(f.cells[row][lit].style, INK_TARGET | FRAME_BOLD);
    assert_int_equal(f.cells[row][pale].style, INK_GRID);
    paint(&s, 24, 80, true); /* where bold and colours may be missing */
    assert_string_equal(f.cells[row][lit].glyph, "#");
    assert_string_equal(f.cells[row][pale].glyph, "|");
}

static void the_last_move_stands_in_brackets(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE, "ec");
    paint(&s, 24, 80, false);
    assert_true(shows("[X]"));
}

static void the_cursor_is_reversed_on_ones_own_turn_only(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "ec");
    layout l = paint(&s, 24, 80, false);
    assert_true(middle_of(&l, "ce")->style & FRAME_REVERSE);
    s.players[OXO_O].here = false;
    l = paint(&s, 24, 80, false);
    assert_false(middle_of(&l, "ce")->style & FRAME_REVERSE);
}

static void a_won_board_carries_a_large_mark(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE, BOARD_A_WON);
    paint(&s, 24, 80, false);
    assert_true(shows("▀▄     ▄▀"));
    assert_true(shows(" a X "));
    assert_true(shows("[ag]")); /* the move that it covers */
}

static void under_continue_a_won_board_stays_open(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE_CONTINUE, BOARD_A_WON);
    paint(&s, 24, 80, false);
    assert_false(shows("▀▄     ▄▀"));
    assert_true(shows(" a X "));
}

static void the_line_that_won_is_marked(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_CLASSIC, "a d b e c");
    const layout l = paint(&s, 24, 80, false);
    const int row = layout_row(&l, 1), col = layout_col(&l, 1);
    assert_string_equal(f.cells[row][col].glyph, "*");
    assert_true(shows("X wins with a, b and c"));
    assert_true(middle_of(&l, "d")->style == (INK_PLAIN) ||
                middle_of(&l, "d")->style & FRAME_DIM);
}

static void a_hint_is_shown_where_it_is(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    s.hint = move_named("a");
    const layout l = paint(&s, 24, 80, false);
    assert_string_equal(middle_of(&l, "a")->glyph, "*");
    assert_int_equal(middle_of(&l, "a")->style & INK_MASK, INK_HINT);
}

/* ---- Around it ---------------------------------------------------------- */

static void the_panel_tells_players_turn_and_moves(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "ee ec");
    s.players[OXO_X].clock = 125000;
    s.players[OXO_O].clock = 9400;
    s.judged = true;
    s.value = (oxo_value){.centi = 40, .wdl = {600, 200, 200}};
    s.intensity = 4200;
    paint(&s, 24, 80, false);
    assert_true(shows("▶ X  Ada"));
    assert_true(shows("2:05"));
    assert_true(shows("0:09.4"));
    assert_true(shows("X to move, in board c"));
    assert_true(shows("42 %"));
    assert_true(shows("X +0.40"));
    assert_true(shows(" 1. ee ec"));
}

static void moves_that_were_undone_stand_behind_pale(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e a b");
    assert_int_equal(oxo_game_undo(&s.game, &s.game), OXO_OK);
    paint(&s, 24, 80, false);
    assert_true(shows(" 1. e  a     2. b"));
}

static void of_a_long_game_the_newest_moves_are_shown(void **state)
{
    (void)state;
    uint64_t chance = 7;
    screen s = screen_after(OXO_ULTIMATE_CONTINUE, "");
    while (oxo_game_outcome(&s.game) == OXO_ONGOING && s.game.length < 70) {
        oxo_move moves[OXO_MAX_MOVES];
        const int n = oxo_position_moves(&s.game.now, moves);
        const oxo_turn t = {.move = moves[next_random(&chance, (unsigned)n)]};
        assert_int_equal(oxo_game_play(&s.game, &t, &s.game), OXO_OK);
    }
    char last[8];
    (void)snprintf(last, sizeof last, "%2d. ", (s.game.length + 1) / 2);
    paint(&s, 24, 80, false);
    assert_true(shows(last));
}

static void a_refusal_is_loud(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "e");
    screen_refuse(&s, "That cell is taken.");
    const layout l = paint(&s, 24, 80, false);
    assert_true(shows("That cell is taken."));
    assert_int_equal(f.cells[l.message_row][l.left].style,
                     INK_ALERT | FRAME_BOLD);
}

static void offers_ask_for_an_answer(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "ee");
    s.online = true;
    s.mine = OXO_X;
    s.offer = OFFER_DRAW;
    s.offer_by = OXO_O;
    paint(&s, 24, 80, false);
    assert_true(shows("Offered: a draw (y/n)"));
    assert_true(shows("y accept  n decline"));
}

static void
the_absence_of_the_opponent_is_shown_with_what_it_allows(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "eeeaaa");
    s.online = true;
    s.mine = OXO_X;
    s.players[OXO_X].here = true;
    (void)snprintf(s.players[OXO_O].name, SCREEN_NAME, "Bo");
    s.players[OXO_O].away = true;
    s.players[OXO_O].away_for = 12000;
    paint(&s, 24, 80, false);
    assert_true(shows("Bo, away 0:12"));
    assert_true(shows("Bo has been away for 0:12."));
    s.players[OXO_O].away_for = 65000;
    s.may_claim = true;
    paint(&s, 24, 80, false);
    assert_true(shows("Bo away for 1:05: claim a win (c), a draw (C), or "
                      "keep waiting."));
    assert_true(shows("c claims a win, C a draw"));
    assert_true(shows("c claim a win  C claim a draw"));
    s.may_claim = false;
    s.may_close = true;
    paint(&s, 24, 80, false);
    assert_true(shows("x closes the game without a result"));
    assert_true(shows("No move by Bo: close the game"));
}

static void a_game_that_waits_for_a_player_says_for_whom(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    s.online = s.waiting = s.expecting = true;
    s.mine = OXO_O;
    (void)snprintf(s.players[OXO_X].name, SCREEN_NAME, "Ada");
    paint(&s, 24, 80, false);
    assert_true(shows("The game begins when Ada is here"));
}

static void who_waits_is_not_asked_to_move(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    s.online = s.waiting = true;
    s.mine = OXO_X;
    paint(&s, 24, 80, false);
    assert_true(shows("Waiting for an opponent"));
    assert_true(shows("? help  q leave"));
    assert_false(shows("▶"));
    assert_false(shows("enter plays"));
    assert_false(shows("     e     "));
}

static void help_and_the_way_out_are_shown_the_longest(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    paint(&s, 24, 80, false);
    assert_true(shows("arrows  enter plays"));
    for (int cols = 60; cols >= 30; cols -= 10) {
        paint(&s, 24, cols, false);
        assert_true(shows("? help  q quit"));
    }
}

static void friends_are_told_how_to_agree_on_a_draw(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    s.mode = SCREEN_HELPS;
    s.players[OXO_X].here = s.players[OXO_O].here = true;
    paint(&s, 24, 80, false);
    assert_true(shows("agree on a draw"));
    s.players[OXO_O].here = false;
    paint(&s, 24, 80, false);
    assert_false(shows("agree on a draw"));
}

static void names_cannot_steer_the_terminal(void **state)
{
    (void)state;
    screen s = screen_after(OXO_CLASSIC, "");
    memcpy(s.players[OXO_X].name, "A\033[2Jda\n", 9);
    paint(&s, 24, 80, false);
    assert_true(shows("A?[2Jda?"));
}

static void the_help_fits_into_eighty_by_twenty_four(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, "");
    s.mode = SCREEN_HELPS;
    for (int online = 0; online < 2; online++) {
        s.online = online;
        paint(&s, 24, 80, false);
        assert_true(shows("resign"));
        assert_true(shows("leave"));
        assert_true(shows("Any key goes back to the game."));
    }
}

static void in_ascii_everything_is(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, BOARD_A_WON);
    (void)snprintf(s.players[OXO_X].name, sizeof s.players[OXO_X].name, "Zoë");
    s.judged = true;
    for (int help = 0; help < 2; help++) {
        s.mode = help ? SCREEN_HELPS : SCREEN_PLAYS;
        paint(&s, 50, 200, true);
        for (int row = 0; row < f.rows; row++)
            for (int col = 0; col < f.cols; col++)
                assert_true((unsigned char)f.cells[row][col].glyph[0] < 0x80);
    }
}

static void help_in_classic_knows_no_boards(void **state)
{
    (void)state;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        screen s = screen_after((oxo_variant)v, "");
        s.mode = SCREEN_HELPS;
        paint(&s, 24, 80, false);
        assert_int_equal(shows("play in that cell"), v == OXO_CLASSIC);
        assert_int_equal(shows("board, then cell"), v != OXO_CLASSIC);
    }
}

static void a_terminal_that_is_too_small_says_so(void **state)
{
    (void)state;
    const screen s = screen_after(OXO_ULTIMATE, "");
    paint(&s, 10, 70, false);
    assert_true(shows("The board needs 37 columns and 22 rows; this terminal "
                      "has only 70 and"));
    assert_true(shows("10."));
    paint(&s, 6, 20, false);
    assert_true(shows("The board needs 37"));
    assert_true(shows("columns and 22 rows;"));
}

static void every_size_can_be_painted(void **state)
{
    (void)state;
    screen s = screen_after(OXO_ULTIMATE, BOARD_A_WON);
    for (int rows = 1; rows <= FRAME_MAX_ROWS + 5; rows += 3)
        for (int cols = 1; cols <= FRAME_MAX_COLS + 9; cols += 7) {
            s.mode = (rows + cols) % 2 ? SCREEN_HELPS : SCREEN_PLAYS;
            paint(&s, rows, cols, false);
        }
}

TEST_GROUP("terminal-paint")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_boards_that_take_a_move_show_letters),
        cmocka_unit_test(the_frame_of_the_board_to_play_in_stands_out),
        cmocka_unit_test(the_last_move_stands_in_brackets),
        cmocka_unit_test(the_cursor_is_reversed_on_ones_own_turn_only),
        cmocka_unit_test(a_won_board_carries_a_large_mark),
        cmocka_unit_test(under_continue_a_won_board_stays_open),
        cmocka_unit_test(the_line_that_won_is_marked),
        cmocka_unit_test(a_hint_is_shown_where_it_is),
        cmocka_unit_test(the_panel_tells_players_turn_and_moves),
        cmocka_unit_test(moves_that_were_undone_stand_behind_pale),
        cmocka_unit_test(of_a_long_game_the_newest_moves_are_shown),
        cmocka_unit_test(a_refusal_is_loud),
        cmocka_unit_test(offers_ask_for_an_answer),
        cmocka_unit_test(
            the_absence_of_the_opponent_is_shown_with_what_it_allows),
        cmocka_unit_test(a_game_that_waits_for_a_player_says_for_whom),
        cmocka_unit_test(who_waits_is_not_asked_to_move),
        cmocka_unit_test(help_and_the_way_out_are_shown_the_longest),
        cmocka_unit_test(friends_are_told_how_to_agree_on_a_draw),
        cmocka_unit_test(names_cannot_steer_the_terminal),
        cmocka_unit_test(the_help_fits_into_eighty_by_twenty_four),
        cmocka_unit_test(in_ascii_everything_is),
        cmocka_unit_test(help_in_classic_knows_no_boards),
        cmocka_unit_test(a_terminal_that_is_too_small_says_so),
        cmocka_unit_test(every_size_can_be_painted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
