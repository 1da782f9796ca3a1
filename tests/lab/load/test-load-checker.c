/* What `oxo load` believes of a server, message by message. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "load_checker.h"

/* ---- Telling ------------------------------------------------------------ */

static char fault[LOAD_FAULT];

static load_message *read_message(const load_truth *t, const char *text)
{
    static load_message message;
    fault[0] = '\0';
    return load_message_read(text, strlen(text), t->code, &message, fault)
               ? &message
               : NULL;
}

/* Does the event that `text` tells follow? */
static bool follows(load_truth *t, const char *text)
{
    const load_message *m = read_message(t, text);
    assert_non_null(m);
    return load_check_event(t, m, fault);
}

static bool fits(load_truth *t, const char *text)
{
    const load_message *m = read_message(t, text);
    assert_non_null(m);
    return load_check_state(t, m, fault);
}

/* Refused for this reason, and nothing has changed. */
static void assert_refused(load_truth *t, const char *text, const char *reason)
{
    const load_truth before = *t;
    assert_false(follows(t, text));
    assert_non_null(strstr(fault, reason));
    assert_memory_equal(t, &before, sizeof before);
}

static void assert_state_refused(load_truth *t, const char *text,
                                 const char *reason)
{
    const load_truth before = *t;
    assert_false(fits(t, text));
    assert_non_null(strstr(fault, reason));
    assert_memory_equal(t, &before, sizeof before);
}

static void send_move(load_truth *t, oxo_move move)
{
    t->sent[t->played % 2] = (load_sent){.move = move,
                                         .ply = t->ply,
                                         .seat = (uint8_t)load_truth_turn(t),
                                         .number = t->played,
                                         .waits = true};
}

#define HEAD(type, seq)                                                       \
    "{\"type\":\"" type "\",\"room\":\"K7Q2MX\",\"seq\":" seq ",\"at\":17"

#define START                                                                 \
    HEAD("game-start", "3")                                                   \
    ",\"game\":1,\"players\":{\"X\":{\"seat\":0},\"O\":{\"seat\":1}},"        \
    "\"position\":\"3/3/3 x\",\"turn\":\"X\"}"

/* A room of classic at the start of its first game. */
static load_truth started(void)
{
    load_truth t;
    load_truth_init(&t, OXO_CLASSIC);
    memcpy(t.code, "K7Q2MX", sizeof "K7Q2MX");
    t.seq = 2;
    assert_true(follows(&t, START));
    return t;
}

/* The same behind the moves a, d, b, e: X is about to win with c. */
static load_truth nearly_won(void)
{
    static const char *const texts[] = {
        HEAD("move-made", "4") ",\"ply\":0,\"mark\":\"X\",\"move\":\"a\","
                               "\"position\":\"x2/3/3 o\",\"turn\":\"O\","
                               "\"intensity\":0.0167}",
        HEAD("move-made", "5") ",\"ply\":1,\"mark\":\"O\",\"move\":\"d\","
                               "\"position\":\"x2/o2/3 x\",\"turn\":\"X\","
                               "\"intensity\":0.0333}",
        HEAD("move-made", "6") ",\"ply\":2,\"mark\":\"X\",\"move\":\"b\","
                               "\"position\":\"xx1/o2/3 o\",\"turn\":\"O\","
                               "\"intensity\":0.4000}",
        HEAD("move-made", "7") ",\"ply\":3,\"mark\":\"O\",\"move\":\"e\","
                               "\"position\":\"xx1/oo1/3 x\",\"turn\":\"X\","
                               "\"intensity\":1.0000}",
    };
    static const oxo_move moves[] = {0, 3, 1, 4};
    load_truth t = started();
    for (int i = 0; i < 4; i++) {
        send_move(&t, moves[i]);
        assert_true(follows(&t, texts[i]));
    }
    send_move(&t, 2);
    return t;
}

#define LAST_MOVE                                                             \
    HEAD("move-made", "8")                                                    \
    ",\"ply\":4,\"mark\":\"X\",\"move\":\"c\",\"position\":\"xxx/oo1/3 o\","  \
    "\"turn\":null,\"intensity\":0.5833}"

#define OVER                                                                  \
    HEAD("game-over", "9")                                                    \
    ",\"game\":1,\"winner\":\"X\",\"result\":\"1-0\",\"reason\":\"line\","    \
    "\"line\":[\"a\",\"b\",\"c\"]}"

static load_truth won(void)
{
    load_truth t = nearly_won();
    assert_true(follows(&t, LAST_MOVE));
    assert_true(follows(&t, OVER));
    return t;
}

/* ---- Messages ----------------------------------------------------------- */

static void what_is_no_message_is_refused(void **state)
{
    (void)state;
    const load_truth t = started();
    assert_null(read_message(&t, "nonsense"));
    assert_non_null(strstr(fault, "no JSON"));
    assert_null(read_message(&t, HEAD("move", "4") "}"));
    assert_non_null(strstr(fault, "unknown type"));
    assert_null(read_message(&t, "{\"type\":\"ok\",\"room\":\"K7Q2MX\"}"));
    assert_string_equal(fault, "no seq");
    assert_null(
        read_message(&t, "{\"type\":\"ok\",\"room\":\"000000\",\"seq\":1}"));
    assert_string_equal(fault, "not about the room K7Q2MX");
}

static void equal_texts_have_equal_hashes_only(void **state)
{
    (void)state;
    char text[64];
    memset(text, 'a', sizeof text);
    for (size_t length = 1; length <= sizeof text; length++) {
        const uint64_t hash = load_hash(text, length);
        assert_true(hash == load_hash(text, length));
        assert_true(hash != load_hash(text, length - 1));
        for (size_t i = 0; i < length; i++) {
            text[i] = 'b';
            assert_true(hash != load_hash(text, length));
            text[i] = 'a';
        }
    }
}

/* ---- Events ------------------------------------------------------------- */

static void a_game_is_believed_to_its_end(void **state)
{
    (void)state;
    const load_truth t = won();
    assert_int_equal(t.seq, 9);
    assert_int_equal(t.ply, 5);
    assert_int_equal(t.due, 0);
    assert_int_equal(oxo_position_outcome(&t.now), OXO_X_WINS);
}

static void every_wrong_word_of_a_move_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *right, *wrong, *reason;
    } cases[] = {
        {"\"ply\":4", "\"ply\":5", "\"ply\" must be 4"},
        {"\"mark\":\"X\"", "\"mark\":\"O\"", "\"mark\" must be \"X\""},
        {"\"move\":\"c\"", "\"move\":\"f\"", "\"move\" must be \"c\""},
        {"xxx/oo1/3 o", "xxx/o1o/3 o", "\"position\" must be"},
        {"\"turn\":null", "\"turn\":\"O\"", "\"turn\" must be null"},
        {"0.5833", "1.5833", "\"intensity\" must be from 0 to 1"},
        {"0.5833", "0.58", "\"intensity\" must have four decimals"},
        {"\"at\":17", "\"at\":\"\"", "\"at\" must be a time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        load_truth t = nearly_won();
        const char *at = strstr(LAST_MOVE, cases[i].right);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - LAST_MOVE),
                 LAST_MOVE, cases[i].wrong, at + strlen(cases[i].right));
        assert_refused(&t, text, cases[i].reason);
        assert_true(follows(&t, LAST_MOVE));
    }
}

static void a_move_that_nobody_sent_is_refused(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    t.sent[t.played % 2].waits = false;
    assert_refused(&t, LAST_MOVE, "nobody sent");
}

static void the_end_comes_when_it_is_due_and_not_before(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_refused(&t, HEAD("game-over", "8") ",\"game\":1,\"winner\":\"X\"}",
                   "cannot come here");
    assert_true(follows(&t, LAST_MOVE));
    assert_int_equal(t.due, LOAD_DUE_OVER);
    t.offer = 0;
    assert_refused(
        &t, HEAD("offer-made", "9") ",\"offer\":\"rematch\",\"by\":\"X\"}",
        "cannot come here");
    assert_true(follows(&t, OVER));
}

static void a_wrong_end_is_refused(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_true(follows(&t, LAST_MOVE));
    assert_refused(&t, HEAD("game-over", "9") ",\"game\":1,\"winner\":\"O\"}",
                   "\"winner\" must be \"X\"");
    assert_refused(&t,
                   HEAD("game-over", "9") ",\"game\":1,\"winner\":\"X\","
                                          "\"result\":\"0-1\"}",
                   "\"result\" must be \"1-0\"");
    assert_refused(&t,
                   HEAD("game-over", "9") ",\"game\":1,\"winner\":\"X\","
                                          "\"result\":\"1-0\","
                                          "\"reason\":\"resignation\"}",
                   "\"reason\" must be \"line\"");
    assert_refused(
        &t,
        HEAD("game-over", "9") ",\"game\":1,\"winner\":\"X\","
                               "\"result\":\"1-0\",\"reason\":\"line\","
                               "\"line\":[\"a\",\"b\",\"d\"]}",
        "\"line\" must be abc");
}

static void no_event_comes_without_a_cause(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_refused(
        &t, HEAD("game-aborted", "8") ",\"game\":1,\"reason\":\"no-show\"}",
        "game-aborted (no-show) that nobody asked for");
    assert_refused(&t, HEAD("player-left", "8") ",\"seat\":0}",
                   "player-left (no reason)");
    assert_refused(&t, HEAD("room-closed", "8") ",\"why\":\"abandoned\"}",
                   "room-closed (abandoned)");
    assert_refused(&t, HEAD("offer-declined", "8") "}", "offer-declined");
    assert_true(follows(&t, LAST_MOVE));
}

static void an_absence_has_a_length(void **state)
{
    (void)state;
    const load_truth t = nearly_won();
    const load_message *m = read_message(
        &t, HEAD("player-disconnected", "7") ",\"seat\":1,\"mark\":\"O\"}");
    assert_non_null(m);
    assert_false(load_check_notice(&t, m, fault));
    assert_string_equal(fault, "\"away\" must be a duration");
    m = read_message(&t, HEAD("player-disconnected", "7") ",\"seat\":1,"
                                                          "\"away\":0}");
    assert_non_null(m);
    assert_true(load_check_notice(&t, m, fault));
}

static void boards_are_won_when_they_are(void **state)
{
    (void)state;
    load_truth t;
    load_truth_init(&t, OXO_ULTIMATE);
    t.game = 1;
    t.seq = 10;
    /* X has two in a row in board a, and the third cell is free. */
    t.now.as.ultimate.cells[OXO_X][0] = 03;
    t.now.as.ultimate.cells[OXO_O][1] = 03;
    send_move(&t, 2);
    assert_true(follows(
        &t, HEAD("move-made", "11") ",\"ply\":0,\"mark\":\"X\",\"move\":"
                                    "\"ac\",\"position\":\"xxx6/oo7/9/9/9/9/"
                                    "9/9/9 o c\",\"turn\":\"O\","
                                    "\"intensity\":0.2000}"));
    assert_int_equal(t.due, LOAD_DUE_WON);
    assert_refused(&t, HEAD("board-drawn", "12") ",\"board\":\"a\"}",
                   "cannot come here");
    assert_refused(&t,
                   HEAD("board-won", "12") ",\"board\":\"b\",\"mark\":\"X\"}",
                   "\"board\" must be \"a\"");
    assert_refused(&t,
                   HEAD("board-won", "12") ",\"board\":\"a\",\"mark\":\"O\"}",
                   "\"mark\" must be \"X\"");
    assert_true(follows(&t, HEAD("board-won", "12") ",\"board\":\"a\","
                                                    "\"mark\":\"X\",\"line\":"
                                                    "[\"a\",\"b\",\"c\"]}"));
    assert_int_equal(t.due, 0);
}

/* ---- The next game ------------------------------------------------------ */

#define NEXT_START(x, o)                                                      \
    HEAD("game-start", "11")                                                  \
    ",\"game\":2,\"players\":{\"X\":{\"seat\":" x "},\"O\":{\"seat\":" o      \
    "}},\"position\":\"3/3/3 x\",\"turn\":\"X\"}"

static load_truth offered(void)
{
    load_truth t = won();
    t.offer = 0;
    assert_true(follows(&t, HEAD("offer-made", "10") ",\"offer\":\"rematch\","
                                                     "\"by\":\"X\"}"));
    return t;
}

static void an_offer_that_nobody_made_is_refused(void **state)
{
    (void)state;
    load_truth t = won();
    assert_refused(
        &t, HEAD("offer-made", "10") ",\"offer\":\"rematch\",\"by\":\"X\"}",
        "nobody has offered");
    t.offer = 0;
    assert_refused(
        &t, HEAD("offer-made", "10") ",\"offer\":\"rematch\",\"by\":\"O\"}",
        "\"by\" must be \"X\"");
}

static void a_new_game_needs_both_and_swaps_the_marks(void **state)
{
    (void)state;
    load_truth t = offered();
    assert_refused(&t, NEXT_START("1", "0"), "nobody agreed on a new game");
    t.agreed = true;
    assert_refused(&t, NEXT_START("0", "1"), "\"seat\" must be 1");
    assert_true(follows(&t, NEXT_START("1", "0")));
    assert_int_equal(t.game, 2);
    assert_int_equal(t.x_seat, 1);
    assert_int_equal(load_truth_turn(&t), 1);
    assert_int_equal(t.ply, 0);
}

/* ---- Whole states ------------------------------------------------------- */

#define STATE(seq, game, moves, position, turn)                               \
    STATE_IN("active", seq, game, moves, position, turn)
#define STATE_IN(life, seq, game, moves, position, turn)                      \
    HEAD("game-state", seq)                                                   \
    ",\"life\":\"" life                                                       \
    "\",\"players\":{\"X\":{\"seat\":0},\"O\":{\"seat\":1}},\"game\":" game   \
    ",\"position\":\"" position "\",\"turn\":" turn ",\"moves\":[" moves      \
    "],\"offer\":null}"

static void a_state_that_says_what_was_heard_fits(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_true(fits(&t, STATE("7", "1", "\"a\",\"d\",\"b\",\"e\"",
                               "xx1/oo1/3 x", "\"X\"")));
    assert_int_equal(t.ply, 4);
}

static void a_state_may_have_the_move_that_was_sent_last(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_true(fits(&t, STATE_IN("finished", "9", "1",
                                  "\"a\",\"d\",\"b\",\"e\",\"c\"",
                                  "xxx/oo1/3 o", "null")));
    assert_int_equal(t.ply, 5);
    assert_int_equal(t.seq, 9);
    assert_int_equal(t.played, 5);
    assert_null(load_truth_sent(&t));
}

static void a_state_that_lacks_a_move_is_lost(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_state_refused(
        &t, STATE("7", "1", "\"a\",\"d\",\"b\"", "xx1/o2/3 o", "\"O\""),
        "LOST: 3 moves of 4");
    assert_state_refused(
        &t, STATE("7", "1", "\"a\",\"d\",\"b\",\"f\"", "xx1/o1o/3 x", "\"X\""),
        "LOST: move 3 is a different one");
    assert_state_refused(
        &t, STATE("6", "1", "\"a\",\"d\",\"b\"", "xx1/o2/3 o", "\"O\""),
        "LOST: seq 7");
}

static void a_state_with_a_move_too_many_is_doubled(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    t.sent[t.played % 2].waits = false;
    assert_state_refused(&t,
                         STATE("8", "1", "\"a\",\"d\",\"b\",\"e\",\"c\"",
                               "xxx/oo1/3 o", "null"),
                         "DOUBLED: 5 moves, not 4");
    t.sent[t.played % 2].waits = true;
    assert_state_refused(&t,
                         STATE("8", "1", "\"a\",\"d\",\"b\",\"e\",\"g\"",
                               "xx1/oo1/x2 o", "\"O\""),
                         "not the one that was sent");
}

static void a_state_with_another_position_is_refused(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_state_refused(
        &t, STATE("7", "1", "\"a\",\"d\",\"b\",\"e\"", "xx1/o1o/3 x", "\"X\""),
        "\"position\" must be");
    assert_state_refused(
        &t, STATE("7", "2", "\"a\",\"d\",\"b\",\"e\"", "xx1/oo1/3 x", "\"X\""),
        "LOST or DOUBLED: game 2, not 1");
}

static void a_game_that_moves_did_not_end_is_active(void **state)
{
    (void)state;
    load_truth t = nearly_won();
    assert_state_refused(&t,
                         STATE_IN("finished", "7", "1",
                                  "\"a\",\"d\",\"b\",\"e\"", "xx1/oo1/3 x",
                                  "\"X\""),
                         "\"life\" must be \"active\"");
}

static void a_seat_has_a_code_and_a_token(void **state)
{
    (void)state;
    load_truth t;
    load_truth_init(&t, OXO_CLASSIC);
    const load_message *m = read_message(
        &t, HEAD("seat", "1") ",\"seat\":0,\"mark\":\"X\",\"token\":"
                              "\"AAAAAAAAAAAAAAAAAAAAAA\"}");
    assert_non_null(m);
    assert_false(load_check_seat(&t, m, 1, fault));
    assert_true(load_check_seat(&t, m, 0, fault));
    assert_string_equal(t.code, "K7Q2MX");
    assert_string_equal(t.tokens[0], "AAAAAAAAAAAAAAAAAAAAAA");
    m = read_message(&t, HEAD("seat", "1") ",\"seat\":0,\"mark\":\"X\"}");
    assert_false(load_check_seat(&t, m, 0, fault));
    assert_string_equal(fault, "no code and token");
}

TEST_GROUP("load-checker")
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_message_is_refused),
        cmocka_unit_test(equal_texts_have_equal_hashes_only),
        cmocka_unit_test(a_game_is_believed_to_its_end),
        cmocka_unit_test(every_wrong_word_of_a_move_is_refused),
        cmocka_unit_test(a_move_that_nobody_sent_is_refused),
        cmocka_unit_test(the_end_comes_when_it_is_due_and_not_before),
        cmocka_unit_test(a_wrong_end_is_refused),
        cmocka_unit_test(no_event_comes_without_a_cause),
        cmocka_unit_test(an_absence_has_a_length),
        cmocka_unit_test(boards_are_won_when_they_are),
        cmocka_unit_test(an_offer_that_nobody_made_is_refused),
        cmocka_unit_test(a_new_game_needs_both_and_swaps_the_marks),
        cmocka_unit_test(a_state_that_says_what_was_heard_fits),
        cmocka_unit_test(a_state_may_have_the_move_that_was_sent_last),
        cmocka_unit_test(a_state_that_lacks_a_move_is_lost),
        cmocka_unit_test(a_state_with_a_move_too_many_is_doubled),
        cmocka_unit_test(a_state_with_another_position_is_refused),
        cmocka_unit_test(a_game_that_moves_did_not_end_is_active),
        cmocka_unit_test(a_seat_has_a_code_and_a_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
