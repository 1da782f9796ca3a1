/* Moves in a room: the checks and their order, moves that are sent twice, the
 * events of a move, and the end of a game. */
#include "check.h"

#include "oxo/intensity.h"
#include "play.h"
#include "room_table.h"

#include <string.h>

static void start(table *t, oxo_variant variant, const char *moves)
{
    const event_setup setup = setup_of(variant);
    table_start(t, &setup);
    table_play(t, moves);
}

/* ---- Each check --------------------------------------------------------- */

static void move_in_an_unknown_room_is_refused(void **state)
{
    (void)state;
    const room_rules rules = room_default_rules();
    const room_command c = {.verb = ROOM_MOVE, .token = token_of(1)};
    room_events out;
    assert_int_equal(room_decide(NULL, &rules, &c, 5, &out),
                     OXO_ROOM_NOT_FOUND);
}

static void move_without_a_game_is_refused(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    assert_int_equal(table_move(&t, 1, 0, 4), OXO_GAME_NOT_ACTIVE);
    start(&t, OXO_CLASSIC, "a d b e c");
    assert_int_equal(table_move(&t, 2, 5, 8), OXO_GAME_NOT_ACTIVE);
}

static void move_without_a_seat_is_refused(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "");
    assert_int_equal(table_move(&t, 3, 0, 4), OXO_NOT_IN_ROOM);
    const room_command nobody = {
        .verb = ROOM_MOVE, .seat = ROOM_BY_TOKEN, .ply = 0, .move = 4};
    assert_int_equal(table_ask(&t, &nobody), OXO_NOT_IN_ROOM);
    const room_command third = {
        .verb = ROOM_MOVE, .seat = 2, .ply = 0, .move = 4};
    assert_int_equal(table_ask(&t, &third), OXO_NOT_IN_ROOM);
}

static void move_at_another_ply_is_a_conflict(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "a b c");
    for (int ply = 0; ply < ROOM_ANY_PLY; ply++)
        if (ply != 3)
            assert_int_equal(table_move(&t, 2, ply, 8), OXO_CONFLICT);
    assert_int_equal(table_move(&t, 2, 3, 8), OXO_OK);
}

static void move_out_of_turn_is_refused(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "");
    assert_int_equal(table_move(&t, 2, 0, 4), OXO_NOT_YOUR_TURN);
    table_play(&t, "a");
    assert_int_equal(table_move(&t, 1, 1, 4), OXO_NOT_YOUR_TURN);
}

static void unknown_cells_are_refused(void **state)
{
    (void)state;
    static const int cells[] = {
        -1, -2147483647 - 1, 9, 80, 81, 255, 256, 260, 65536 + 4, 2147483647};
    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
        table t;
        start(&t, OXO_CLASSIC, "");
        assert_int_equal(table_move(&t, 1, 0, cells[i]), OXO_INVALID_POSITION);
        if (cells[i] == 9 || cells[i] == 80)
            continue;
        start(&t, OXO_ULTIMATE, "");
        assert_int_equal(table_move(&t, 1, 0, cells[i]), OXO_INVALID_POSITION);
    }
}

static void taken_cell_is_refused(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "e");
    assert_int_equal(table_move(&t, 2, 1, 4), OXO_CELL_OCCUPIED);
}

static void variants_have_their_own_rules(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_ULTIMATE, "ee");
    assert_int_equal(table_move(&t, 2, 1, move_named("aa")), OXO_WRONG_BOARD);
    assert_int_equal(table_move(&t, 2, 1, move_named("ee")),
                     OXO_CELL_OCCUPIED);
    start(&t, OXO_ULTIMATE, "ae ea ac ca ag ga"); /* X won a */
    assert_int_equal(table_move(&t, 1, 6, move_named("ab")), OXO_BOARD_CLOSED);
    start(&t, OXO_ULTIMATE_CONTINUE, "ae ea ac ca ag ga");
    assert_int_equal(table_move(&t, 1, 6, move_named("ab")), OXO_OK);
}

/* ---- The order of the checks -------------------------------------------- */

/* Each row breaks one rule more than the next row. The first broken rule is
 * the answer. */
static void first_broken_rule_is_the_answer(void **state)
{
    (void)state;
    table over, on;
    start(&over, OXO_CLASSIC, "a d b e c");
    start(&on, OXO_CLASSIC, "e a"); /* 1 is to move, ply 2 */
    const struct {
        table *t;
        int who, ply, move;
        oxo_status status;
    } rows[] = {
        {&over, 3, 9, 99, OXO_GAME_NOT_ACTIVE},
        {&on, 3, 9, 99, OXO_NOT_IN_ROOM},
        {&on, 2, 9, 99, OXO_CONFLICT},
        {&on, 2, 2, 99, OXO_NOT_YOUR_TURN},
        {&on, 1, 2, 99, OXO_INVALID_POSITION},
        {&on, 1, 2, 4, OXO_CELL_OCCUPIED},
        {&on, 1, 2, 8, OXO_OK},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_int_equal(
            table_move(rows[i].t, rows[i].who, rows[i].ply, rows[i].move),
            rows[i].status);
}

/* All pairs of rules, neighbours or not. */
static void earlier_rule_of_a_pair_is_the_answer(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int who, ply, move;
        oxo_status status;
    } rows[] = {
        /* over + stranger, ply, turn, cell, taken */
        {"a d b e c", 3, 5, 8, OXO_GAME_NOT_ACTIVE},
        {"a d b e c", 2, 7, 8, OXO_GAME_NOT_ACTIVE},
        {"a d b e c", 1, 5, 8, OXO_GAME_NOT_ACTIVE},
        {"a d b e c", 2, 5, 99, OXO_GAME_NOT_ACTIVE},
        {"a d b e c", 2, 5, 0, OXO_GAME_NOT_ACTIVE},
        /* stranger + ply, cell, taken */
        {"e a", 3, 0, 8, OXO_NOT_IN_ROOM},
        {"e a", 3, 2, -1, OXO_NOT_IN_ROOM},
        {"e a", 3, 2, 4, OXO_NOT_IN_ROOM},
        /* ply + turn, cell, taken */
        {"e a", 2, 3, 8, OXO_CONFLICT},
        {"e a", 1, 3, -1, OXO_CONFLICT},
        {"e a", 1, 0, 0, OXO_CONFLICT},
        /* turn + cell, taken */
        {"e a", 2, 2, -1, OXO_NOT_YOUR_TURN},
        {"e a", 2, 2, 4, OXO_NOT_YOUR_TURN},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, OXO_CLASSIC, rows[i].moves);
        const int count = t.count;
        assert_int_equal(
            table_move(&t, rows[i].who, rows[i].ply, rows[i].move),
            rows[i].status);
        assert_int_equal(t.count, count);
    }
}

/* A closed board comes before a wrong board, a wrong board before a taken
 * cell.
 */
static void ultimate_rules_have_an_order(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_ULTIMATE, "ae ea ac ca ag gb"); /* X won a; now to b */
    assert_int_equal(table_move(&t, 1, 6, move_named("ac")), OXO_BOARD_CLOSED);
    assert_int_equal(table_move(&t, 1, 6, move_named("ea")), OXO_WRONG_BOARD);
    assert_int_equal(table_move(&t, 1, 6, move_named("be")), OXO_OK);
}

/* ---- Moves that are sent twice ------------------------------------------ */

static void repeated_move_is_accepted_without_an_event(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "e");
    const room before = t.room;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_move(&t, 1, 0, 4), OXO_OK);
        assert_int_equal(t.last.count, 0);
    }
    assert_same(before, t.room);
}

static void repeated_last_move_is_accepted_after_the_end(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "a d b e c");
    assert_int_equal(t.room.life, ROOM_FINISHED);
    assert_int_equal(table_move(&t, 1, 4, 2), OXO_OK);
    assert_int_equal(t.last.count, 0);
    assert_int_equal(table_move(&t, 1, 4, 8), OXO_GAME_NOT_ACTIVE);
}

static void another_move_at_the_same_ply_is_a_conflict(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "e");
    assert_int_equal(table_move(&t, 1, 0, 5), OXO_CONFLICT);
    assert_int_equal(table_move(&t, 2, 0, 4), OXO_CONFLICT); /* not theirs */
    table_play(&t, "a");
    assert_int_equal(table_move(&t, 1, 0, 4), OXO_CONFLICT); /* too old */
}

static void any_ply_means_the_current_ply(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "e");
    assert_int_equal(table_move(&t, 2, ROOM_ANY_PLY, 0), OXO_OK);
    assert_int_equal(t.room.length, 2);
    assert_int_equal(table_move(&t, 2, ROOM_ANY_PLY, 0), OXO_NOT_YOUR_TURN);
}

static void command_may_name_the_seat(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 1);
    table_play(&t, "e");
    const room_command c = {.verb = ROOM_MOVE, .seat = 1, .ply = 1, .move = 0};
    assert_int_equal(table_ask(&t, &c), OXO_OK);
    assert_int_equal(t.room.moves[1], 0);
}

/* ---- Events ------------------------------------------------------------- */

static void move_event_has_ply_mark_and_intensity(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "e");
    const event *e = &t.last.list[0];
    assert_int_equal(e->as.moved.ply, 0);
    assert_int_equal(e->as.moved.move, 4);
    assert_int_equal(e->as.moved.mark, OXO_X);
    assert_int_equal(e->as.moved.intensity, 1167);
    table_play(&t, "a");
    const oxo_position p = position_after(OXO_CLASSIC, "e a");
    assert_int_equal(t.last.list[0].as.moved.mark, OXO_O);
    assert_int_equal(t.last.list[0].as.moved.intensity, oxo_intensity_of(&p));
    assert_int_equal(t.room.intensity[0], 1167);
    assert_same(t.room.now, p);
}

static void won_board_follows_the_move(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_ULTIMATE, "ac ca ae ea ag");
    assert_string_equal(table_kinds(&t), "move-made board-won");
    const event *e = &t.last.list[1];
    assert_int_equal(e->as.board.board, 0);
    assert_int_equal(e->as.board.mark, OXO_X);
    static const uint8_t line[] = {2, 4, 6};
    assert_memory_equal(e->as.board.line, line, 3);
}

/* Under `continue` a won board takes moves. */
static void board_is_won_once(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_ULTIMATE_CONTINUE, "ac ca ae ea ag ga ah");
    assert_string_equal(table_kinds(&t), "move-made");
}

static void drawn_board_follows_the_move(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_ULTIMATE,
          "dc cd de ed df fd da ah hb bg gc ci id dg gd di ic ca ad db bd dd");
    assert_string_equal(table_kinds(&t), "move-made");
    table_play(&t, "dh");
    assert_string_equal(table_kinds(&t), "move-made board-drawn");
    assert_int_equal(t.last.list[1].as.board.board, 3);
    assert_int_equal(t.last.list[1].as.board.mark, OXO_NONE);
}

/* ---- The end of a game -------------------------------------------------- */

static void line_ends_the_game_with_a_complete_record(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.first_x = 1;
    table t;
    table_start(&t, &setup);
    t.now += 10;
    table_play(&t, "a d b e");
    t.now += 5;
    table_play(&t, "c");
    assert_string_equal(table_kinds(&t), "move-made game-over");
    const event_game *g = &t.last.list[1].as.over;
    assert_int_equal(g->number, 1);
    assert_int_equal(g->variant, OXO_CLASSIC);
    assert_int_equal(g->outcome, OXO_X_WINS);
    assert_int_equal(g->reason, EVENT_BY_LINE);
    assert_int_equal(g->x_seat, 1);
    assert_int_equal(g->score[0], 0);
    assert_int_equal(g->score[1], 2);
    assert_int_equal(g->started, TABLE_BEGIN);
    assert_string_equal(g->players[OXO_X].name, "Person 2");
    assert_string_equal(g->players[OXO_O].name, "Person 1");
    const event_player two = person(2);
    assert_memory_equal(&g->players[OXO_X].key, &two.key, 16);
    assert_true(event_hash_is_none(&g->players[OXO_X].token));
    assert_true(event_hash_is_none(&g->players[OXO_O].token));
    static const oxo_move moves[] = {0, 3, 1, 4, 2};
    static const uint32_t took[] = {10, 0, 0, 0, 5};
    assert_int_equal(g->length, 5);
    assert_memory_equal(g->moves, moves, sizeof(moves));
    assert_memory_equal(g->took, took, sizeof(took));
}

static void full_board_is_a_draw(void **state)
{
    (void)state;
    table t;
    start(&t, OXO_CLASSIC, "a b c e d g f i h");
    const event_game *g = &t.last.list[1].as.over;
    assert_int_equal(g->outcome, OXO_DRAW);
    assert_int_equal(g->reason, EVENT_BY_FULL_BOARD);
    assert_int_equal(t.room.score[0], 1);
    assert_int_equal(t.room.score[1], 1);
}

/* Plays at random until a game ends as wanted. */
static void seek_ending(oxo_variant variant, oxo_outcome outcome,
                        event_reason reason)
{
    uint64_t seed = 7;
    for (int games = 0; games < 20000; games++) {
        const event_setup setup = setup_of(variant);
        oxo_move moves[OXO_MAX_MOVES];
        oxo_position p = oxo_position_start(variant);
        oxo_move played[OXO_MAX_MOVES];
        int length = 0;
        for (int n; (n = oxo_position_moves(&p, moves)) > 0;) {
            played[length] = moves[next_random(&seed, (unsigned)n)];
            p = oxo_position_play(&p, played[length++]);
        }
        const bool line = oxo_position_win(&p).winner != OXO_NONE;
        if (oxo_position_outcome(&p) != outcome ||
            line != (reason == EVENT_BY_LINE))
            continue;
        table t;
        table_start(&t, &setup);
        for (int i = 0; i < length; i++)
            assert_int_equal(table_move(&t, i % 2 + 1, i, played[i]), OXO_OK);
        const event_game *g = &t.last.list[2].as.over;
        assert_int_equal(t.last.count, 3); /* move, board, game */
        assert_int_equal(t.last.list[2].kind, EVENT_GAME_OVER);
        assert_int_equal(g->outcome, outcome);
        assert_int_equal(g->reason, reason);
        return;
    }
    fail_msg("no such game was found");
}

static void ultimate_games_end_for_their_reasons(void **state)
{
    (void)state;
    seek_ending(OXO_ULTIMATE, OXO_X_WINS, EVENT_BY_LINE);
    seek_ending(OXO_ULTIMATE, OXO_O_WINS, EVENT_BY_LINE);
    seek_ending(OXO_ULTIMATE, OXO_DRAW, EVENT_BY_FULL_BOARD);
    seek_ending(OXO_ULTIMATE_CG, OXO_X_WINS, EVENT_BY_BOARDS);
    seek_ending(OXO_ULTIMATE_CG, OXO_O_WINS, EVENT_BY_BOARDS);
}

TEST_GROUP("room-moves")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_in_an_unknown_room_is_refused),
        cmocka_unit_test(move_without_a_game_is_refused),
        cmocka_unit_test(move_without_a_seat_is_refused),
        cmocka_unit_test(move_at_another_ply_is_a_conflict),
        cmocka_unit_test(move_out_of_turn_is_refused),
        cmocka_unit_test(unknown_cells_are_refused),
        cmocka_unit_test(taken_cell_is_refused),
        cmocka_unit_test(variants_have_their_own_rules),
        cmocka_unit_test(first_broken_rule_is_the_answer),
        cmocka_unit_test(earlier_rule_of_a_pair_is_the_answer),
        cmocka_unit_test(ultimate_rules_have_an_order),
        cmocka_unit_test(repeated_move_is_accepted_without_an_event),
        cmocka_unit_test(repeated_last_move_is_accepted_after_the_end),
        cmocka_unit_test(another_move_at_the_same_ply_is_a_conflict),
        cmocka_unit_test(any_ply_means_the_current_ply),
        cmocka_unit_test(command_may_name_the_seat),
        cmocka_unit_test(move_event_has_ply_mark_and_intensity),
        cmocka_unit_test(won_board_follows_the_move),
        cmocka_unit_test(board_is_won_once),
        cmocka_unit_test(drawn_board_follows_the_move),
        cmocka_unit_test(line_ends_the_game_with_a_complete_record),
        cmocka_unit_test(full_board_is_a_draw),
        cmocka_unit_test(ultimate_games_end_for_their_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
