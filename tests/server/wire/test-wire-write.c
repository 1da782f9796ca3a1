/* test-wire-write.c - what clients hear. */
#include <string.h>

#include "json_read.h"
#include "oxo/notation.h"
#include "wire.h"

#include "check.h"

static const room_rules rules = {.grace = 30000,
                                 .idle = 600000,
                                 .waiting = 86400000,
                                 .claim_after = 60000,
                                 .close_after = 86400000,
                                 .keep_open = 30LL * 86400000};

static const event_room some_room = 0x3FFFFFFF; /* ZZZZZZ */
static char message[WIRE_MAX_MESSAGE];
static json_token tokens[1024];

/* Reads back what was written. */
static json_doc parsed(size_t length)
{
    json_doc doc = {0};
    json_error error = {0};
    assert_true(length < WIRE_MAX_MESSAGE);
    if (!json_read(message, length, tokens, 1024, &doc, &error))
        fail_msg("%.*s: %s", (int)length, message, error.reason);
    return doc;
}

static void says(size_t length, const char *expected)
{
    parsed(length);
    message[length] = '\0';
    assert_string_equal(message, expected);
}

static room new_room(oxo_variant variant, uint32_t initial)
{
    room r;
    room_events events;
    const event_setup setup = {
        .variant = (uint8_t)variant, .series = 3, .initial = initial};
    const event_player maker = {.token = {{1}}, .name = "Ada"};
    room_init(&r, some_room);
    assert_int_equal(room_create(some_room, &setup, &maker, 0, 1000, &events),
                     OXO_OK);
    for (int i = 0; i < events.count; i++)
        assert_true(room_apply(&r, &events.list[i]));
    room_connect(&r, 0, 1000);
    return r;
}

/* Carries a command out; the message of event `wanted` is left in `message`.
 * Returns its length. */
static size_t carry_out(room *r, room_command command, int64_t now,
                        event_kind wanted)
{
    room_events events;
    size_t length = 0;
    assert_int_equal(room_decide(r, &rules, &command, now, &events), OXO_OK);
    for (int i = 0; i < events.count; i++) {
        assert_true(room_apply(r, &events.list[i]));
        if (events.list[i].kind == wanted)
            length = wire_event(r, &events.list[i], message, sizeof message);
    }
    assert_true(length > 0);
    return length;
}

static room playing(oxo_variant variant, uint32_t initial)
{
    room r = new_room(variant, initial);
    const room_command join = {.verb = ROOM_JOIN,
                               .seat = ROOM_BY_TOKEN,
                               .player = {.token = {{2}},
                                          .name = "Bo <3",
                                          .avatar = "\xF0\x9F\xA6\x8A"}};
    carry_out(&r, join, 2000, EVENT_SEAT_TAKEN);
    room_connect(&r, 1, 2000);
    if (r.life == ROOM_WAITING)
        carry_out(&r, (room_command){.verb = ROOM_TICK}, 2000,
                  EVENT_GAME_STARTED);
    return r;
}

static size_t play(room *r, int move, event_kind wanted)
{
    const room_command command = {.verb = ROOM_MOVE,
                                  .seat = (uint8_t)room_turn(r),
                                  .ply = r->length,
                                  .move = move};
    return carry_out(r, command, 3000 + 500 * (int64_t)r->length, wanted);
}

static void a_move_made_is_all_that_a_page_needs(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    says(play(&r, 4, EVENT_MOVE_MADE),
         "{\"type\":\"move-made\",\"room\":\"ZZZZZZ\",\"seq\":4,\"at\":3000,"
         "\"ply\":0,\"mark\":\"X\",\"move\":\"e\","
         "\"position\":\"3/1x1/3 o\",\"turn\":\"O\",\"intensity\":0.1167}");
    r = playing(OXO_ULTIMATE, 60000);
    says(play(&r, 4, EVENT_MOVE_MADE),
         "{\"type\":\"move-made\",\"room\":\"ZZZZZZ\",\"seq\":4,\"at\":3000,"
         "\"ply\":0,\"mark\":\"X\",\"move\":\"ae\","
         "\"position\":\"4x4/9/9/9/9/9/9/9/9 o e\",\"turn\":\"O\","
         "\"intensity\":0.0058,\"clocks\":{\"X\":59000,\"O\":60000}}");
}

static void a_game_ends_behind_its_last_move(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    static const int moves[] = {0, 3, 1, 4};
    for (int i = 0; i < 4; i++)
        play(&r, moves[i], EVENT_MOVE_MADE);
    room last = r;
    const json_doc doc = parsed(play(&last, 2, EVENT_MOVE_MADE));
    assert_int_equal(json_kind_of(&doc, json_member(&doc, 0, "turn")),
                     JSON_NULL);
    says(play(&r, 2, EVENT_GAME_OVER),
         "{\"type\":\"game-over\",\"room\":\"ZZZZZZ\",\"seq\":9,\"at\":5000,"
         "\"game\":1,\"winner\":\"X\",\"result\":\"1-0\",\"reason\":\"line\","
         "\"line\":[\"a\",\"b\",\"c\"],"
         "\"position\":\"xxx/oo1/3 o\",\"series\":{\"games\":3,\"target\":2,"
         "\"score\":[1,0],\"over\":false,\"winner\":null}}");
}

static void half_points_are_points(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    static const int moves[] = {0, 1, 2, 4, 3, 5, 7, 6};
    for (int i = 0; i < 8; i++)
        play(&r, moves[i], EVENT_MOVE_MADE);
    says(play(&r, 8, EVENT_GAME_OVER),
         "{\"type\":\"game-over\",\"room\":\"ZZZZZZ\",\"seq\":13,\"at\":7000,"
         "\"game\":1,\"winner\":null,\"result\":\"1/2-1/2\","
         "\"reason\":\"full-board\",\"line\":null,"
         "\"position\":\"xox/xoo/oxx o\",\"series\":{\"games\":3,"
         "\"target\":2,\"score\":[0.5,0.5],\"over\":false,\"winner\":null}}");
}

static void boards_are_letters(void **state)
{
    (void)state;
    room r = new_room(OXO_ULTIMATE, 0);
    event e = {.room = some_room, .seq = 9, .at = 7, .kind = EVENT_BOARD_WON};
    e.as.board.board = 8;
    e.as.board.mark = OXO_O;
    e.as.board.line[0] = 2;
    e.as.board.line[1] = 4;
    e.as.board.line[2] = 6;
    says(wire_event(&r, &e, message, sizeof message),
         "{\"type\":\"board-won\",\"room\":\"ZZZZZZ\",\"seq\":9,\"at\":7,"
         "\"board\":\"i\",\"mark\":\"O\",\"line\":[\"c\",\"e\",\"g\"]}");
    e.kind = EVENT_BOARD_DRAWN;
    says(wire_event(&r, &e, message, sizeof message),
         "{\"type\":\"board-drawn\",\"room\":\"ZZZZZZ\",\"seq\":9,\"at\":7,"
         "\"board\":\"i\"}");
}

static void a_player_has_a_name_and_an_avatar(void **state)
{
    (void)state;
    const room r = playing(OXO_CLASSIC, 0);
    const json_doc doc =
        parsed(wire_state(&r, &rules, 5000, -1, 0, message, sizeof message));
    const int players = json_member(&doc, 0, "players");
    const int x = json_member(&doc, players, "X");
    const int o = json_member(&doc, players, "O");
    assert_true(json_is(&doc, json_member(&doc, x, "name"), "Ada"));
    assert_true(json_is(&doc, json_member(&doc, o, "name"), "Bo <3"));
    assert_true(
        json_is(&doc, json_member(&doc, o, "avatar"), "\xF0\x9F\xA6\x8A"));
}

static void a_players_name_cannot_leave_its_string(void **state)
{
    (void)state;
    room r = new_room(OXO_CLASSIC, 0);
    const char *name = "</script>\"\\&\xE2\x80\xA8";
    room_command join = {.verb = ROOM_JOIN, .seat = ROOM_BY_TOKEN};
    join.player.token.bytes[0] = 2;
    strcpy(join.player.name, "</script>\"\\&");
    size_t length = carry_out(&r, join, 2000, EVENT_SEAT_TAKEN);
    says(length, "{\"type\":\"seat-taken\",\"room\":\"ZZZZZZ\",\"seq\":2,"
                 "\"at\":2000,\"seat\":1,\"mark\":\"O\",\"player\":{"
                 "\"seat\":1,\"name\":\"\\u003c/script\\u003e\\\"\\\\\\u0026\""
                 ",\"avatar\":\"\",\"level\":null}}");
    /* even what should never have come in */
    strcpy(r.seats[1].player.name, name);
    length = wire_state(&r, &rules, 5000, -1, 0, message, sizeof message);
    assert_null(memchr(message, '<', length));
    const json_doc doc = parsed(length);
    const int players = json_member(&doc, 0, "players");
    const int o = json_member(&doc, players, "O");
    assert_true(json_is(&doc, json_member(&doc, o, "name"), name));
}

static void tokens_are_told_once_and_in_private(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    wire_secret token = {{0}};
    for (int i = 0; i < 16; i++)
        token.bytes[i] = (uint8_t)i;
    says(wire_seat(&r, 1, &token, true, 5, message, sizeof message),
         "{\"type\":\"seat\",\"room\":\"ZZZZZZ\",\"seq\":3,\"seat\":1,"
         "\"mark\":\"O\",\"token\":\"AAECAwQFBgcICQoLDA0ODw\",\"ref\":5}");
    const size_t length =
        wire_state(&r, &rules, 5000, 1, 0, message, sizeof message);
    message[length] = '\0';
    assert_null(strstr(message, "token"));
}

static void errors_are_words_and_sentences(void **state)
{
    (void)state;
    says(
        wire_error(OXO_CELL_OCCUPIED, NULL, false, 0, message, sizeof message),
        "{\"type\":\"error\",\"code\":\"cell-occupied\","
        "\"message\":\"that cell is already taken\"}");
    says(wire_error(OXO_INVALID_MESSAGE, "a \"<\"", true, 0, message,
                    sizeof message),
         "{\"type\":\"error\",\"code\":\"invalid-message\","
         "\"message\":\"a \\\"\\u003c\\\"\",\"ref\":0}");
}

static void passing_news_has_the_seq_of_the_room(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    says(wire_presence(&r, 1, true, 30000, message, sizeof message),
         "{\"type\":\"player-disconnected\",\"room\":\"ZZZZZZ\",\"seq\":3,"
         "\"seat\":1,\"mark\":\"O\",\"away\":30000}");
    says(wire_presence(&r, 0, false, 30000, message, sizeof message),
         "{\"type\":\"player-reconnected\",\"room\":\"ZZZZZZ\",\"seq\":3,"
         "\"seat\":0,\"mark\":\"X\"}");
    play(&r, 4, EVENT_MOVE_MADE);
    says(wire_intensity(&r, OXO_INTENSITY_ONE, "engine", message,
                        sizeof message),
         "{\"type\":\"intensity-update\",\"room\":\"ZZZZZZ\",\"seq\":4,"
         "\"ply\":0,\"intensity\":1.0000,\"source\":\"engine\"}");
    says(wire_ok(&r, true, 12, message, sizeof message),
         "{\"type\":\"ok\",\"room\":\"ZZZZZZ\",\"seq\":4,\"ref\":12}");
}

static void a_takeback_is_told_as_the_state_behind_it(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    play(&r, 4, EVENT_MOVE_MADE);
    room_command c = {.verb = ROOM_OFFER, .offer = EVENT_OFFER_TAKEBACK};
    carry_out(&r, c, 9000, EVENT_OFFER_MADE);
    c = (room_command){.verb = ROOM_ACCEPT, .seat = 1};
    const json_doc doc = parsed(carry_out(&r, c, 9001, EVENT_TAKEN_BACK));
    int64_t seq = 0;
    assert_true(json_is(&doc, json_member(&doc, 0, "type"), "game-state"));
    assert_true(json_to_int(&doc, json_member(&doc, 0, "seq"), 0, 99, &seq));
    assert_int_equal(seq, r.seq);
    assert_true(json_is(&doc, json_member(&doc, 0, "position"), "3/3/3 x"));
    /* It goes to all, so it speaks to nobody. */
    assert_int_equal(json_member(&doc, 0, "you"), JSON_NONE);
}

static void the_state_says_who_asks_and_who_is_there(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    room_disconnect(&r, 1, 4000);
    json_doc doc =
        parsed(wire_state(&r, &rules, 4700, 0, 2, message, sizeof message));
    int players = json_member(&doc, 0, "players");
    int o = json_member(&doc, players, "O");
    int64_t n = 0;
    bool connected = true;
    assert_true(json_is(&doc, json_member(&doc, 0, "you"), "X"));
    assert_true(json_is(&doc, json_member(&doc, 0, "life"), "active"));
    assert_true(
        json_to_bool(&doc, json_member(&doc, o, "connected"), &connected));
    assert_false(connected);
    assert_true(json_to_int(&doc, json_member(&doc, o, "away"), 0, 999, &n));
    assert_int_equal(n, 700);
    assert_true(
        json_to_int(&doc, json_member(&doc, 0, "spectators"), 0, 9, &n));
    assert_int_equal(n, 2);
    r = new_room(OXO_CLASSIC, 0);
    doc = parsed(wire_state(&r, &rules, 4700, -1, 0, message, sizeof message));
    players = json_member(&doc, 0, "players");
    o = json_member(&doc, players, "O");
    assert_int_equal(json_kind_of(&doc, o), JSON_NULL);
    assert_int_equal(json_kind_of(&doc, json_member(&doc, 0, "you")),
                     JSON_NULL);
    assert_int_equal(json_member(&doc, 0, "clocks"), JSON_NONE);
}

static void an_aborted_game_has_no_result(void **state)
{
    (void)state;
    room r = playing(OXO_CLASSIC, 0);
    play(&r, 4, EVENT_MOVE_MADE);
    const size_t length =
        carry_out(&r, (room_command){.verb = ROOM_ABORT, .seat = 1}, 4000,
                  EVENT_GAME_ABORTED);
    says(length, "{\"type\":\"game-aborted\",\"room\":\"ZZZZZZ\",\"seq\":5,"
                 "\"at\":4000,\"game\":1,\"winner\":null,\"result\":\"*\","
                 "\"reason\":\"aborted\",\"line\":null,\"by\":\"O\","
                 "\"position\":\"3/1x1/3 o\",\"series\":{\"games\":3,"
                 "\"target\":2,\"score\":[0,0],\"over\":false,"
                 "\"winner\":null}}");
}

static void the_longest_message_fits(void **state)
{
    (void)state;
    room r = playing(OXO_ULTIMATE_CONTINUE, 1000);
    for (int i = 0; i < EVENT_SEATS; i++) {
        room_seat *s = &r.seats[i];
        memset(s->player.name, '<', EVENT_NAME_BYTES);
        memset(s->player.avatar, '<', EVENT_AVATAR_BYTES);
        s->away_since = 1;
        s->clock = UINT32_MAX;
        r.score[i] = 199;
    }
    r.length = OXO_MAX_MOVES;
    memset(r.moves, 80, sizeof r.moves);
    memset(r.at, 0xFF, sizeof r.at);
    for (int i = 0; i < OXO_MAX_MOVES; i++)
        r.intensity[i] = OXO_INTENSITY_ONE;
    r.seq = UINT32_MAX;
    r.games = UINT16_MAX;
    r.outcome = OXO_DRAW;
    r.reason = EVENT_BY_RESIGNATION;
    r.offer = EVENT_OFFER_TAKEBACK;
    r.setup.initial = r.setup.increment = UINT32_MAX;
    const size_t length = wire_state(&r, &rules, INT64_MAX, 0, INT32_MAX,
                                     message, sizeof message);
    parsed(length);
    assert_true(length > 3000);
    assert_true(length + OXO_POSITION_TEXT < WIRE_MAX_MESSAGE);
}

/* Does a message that needs `length` bytes stay within each smaller buffer,
 * and is it then no message at all? */
#define ASSERT_BOUNDED(length, call)                                          \
    do {                                                                      \
        char small[WIRE_MAX_MESSAGE + 1];                                     \
        for (size_t size = 0; size <= (length); size++) {                     \
            memset(small, '#', sizeof small);                                 \
            assert_int_equal((call), size < (length) ? 0 : (length));         \
            assert_int_equal(small[size], '#');                               \
        }                                                                     \
    } while (0)

static void a_message_that_does_not_fit_is_none(void **state)
{
    (void)state;
    room r = playing(OXO_ULTIMATE, 60000);
    const wire_secret token = {{1}};
    play(&r, 4, EVENT_MOVE_MADE);
    event e = {.room = some_room, .seq = r.seq, .at = 3000};
    e.kind = EVENT_MOVE_MADE;
    e.as.moved.move = 4;
    e.as.moved.mark = OXO_X;
    size_t length = wire_event(&r, &e, message, sizeof message);
    ASSERT_BOUNDED(length, wire_event(&r, &e, small, size));
    e.kind = EVENT_TAKEN_BACK;
    length = wire_event(&r, &e, message, sizeof message);
    ASSERT_BOUNDED(length, wire_event(&r, &e, small, size));
    e.kind = EVENT_BOARD_WON;
    length = wire_event(&r, &e, message, sizeof message);
    ASSERT_BOUNDED(length, wire_event(&r, &e, small, size));
    length = wire_state(&r, &rules, 5000, 1, 2, message, sizeof message);
    ASSERT_BOUNDED(length, wire_state(&r, &rules, 5000, 1, 2, small, size));
    length = wire_seat(&r, 1, &token, true, 7, message, sizeof message);
    ASSERT_BOUNDED(length, wire_seat(&r, 1, &token, true, 7, small, size));
    length =
        wire_welcome(&r, &rules, 5000, 1, 2, &token, message, sizeof message);
    ASSERT_BOUNDED(length,
                   wire_welcome(&r, &rules, 5000, 1, 2, &token, small, size));
    length = wire_presence(&r, 1, true, 30000, message, sizeof message);
    ASSERT_BOUNDED(length, wire_presence(&r, 1, true, 30000, small, size));
    length = wire_intensity(&r, 10000, "engine", message, sizeof message);
    ASSERT_BOUNDED(length, wire_intensity(&r, 10000, "engine", small, size));
    length = wire_error(OXO_CONFLICT, "<\xF0\x9F\xA6\x8A\xFF>", true, 1,
                        message, sizeof message);
    ASSERT_BOUNDED(length, wire_error(OXO_CONFLICT, "<\xF0\x9F\xA6\x8A\xFF>",
                                      true, 1, small, size));
    length = wire_ok(&r, true, 1, message, sizeof message);
    ASSERT_BOUNDED(length, wire_ok(&r, true, 1, small, size));
}

static void a_welcome_is_the_seat_and_the_state(void **state)
{
    (void)state;
    const room r = playing(OXO_CLASSIC, 0);
    const wire_secret token = {{1}};
    const json_doc doc = parsed(
        wire_welcome(&r, &rules, 5000, 1, 0, &token, message, sizeof message));
    const int seat = json_member(&doc, 0, "seat");
    const int whole = json_member(&doc, 0, "state");
    assert_true(json_is(&doc, json_member(&doc, seat, "type"), "seat"));
    assert_true(json_is(&doc, json_member(&doc, seat, "mark"), "O"));
    assert_true(json_is(&doc, json_member(&doc, whole, "type"), "game-state"));
    assert_true(json_is(&doc, json_member(&doc, whole, "you"), "O"));
}

TEST_GROUP("wire-write")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_made_is_all_that_a_page_needs),
        cmocka_unit_test(a_game_ends_behind_its_last_move),
        cmocka_unit_test(half_points_are_points),
        cmocka_unit_test(boards_are_letters),
        cmocka_unit_test(a_player_has_a_name_and_an_avatar),
        cmocka_unit_test(a_players_name_cannot_leave_its_string),
        cmocka_unit_test(tokens_are_told_once_and_in_private),
        cmocka_unit_test(errors_are_words_and_sentences),
        cmocka_unit_test(passing_news_has_the_seq_of_the_room),
        cmocka_unit_test(a_takeback_is_told_as_the_state_behind_it),
        cmocka_unit_test(the_state_says_who_asks_and_who_is_there),
        cmocka_unit_test(an_aborted_game_has_no_result),
        cmocka_unit_test(the_longest_message_fits),
        cmocka_unit_test(a_message_that_does_not_fit_is_none),
        cmocka_unit_test(a_welcome_is_the_seat_and_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
