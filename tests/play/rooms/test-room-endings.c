/* The end of a game in the log: which events follow, and which logs of older
 * versions and which incomplete logs still load. */
#include "check.h"

#include "room_table.h"

#include <string.h>

static void start(table *t, const char *moves)
{
    event_setup setup = setup_of(OXO_ULTIMATE);
    setup.initial = 60000;
    setup.increment = 1000;
    table_start(t, &setup);
    table_play(t, moves);
}

/* ---- Games with a result ------------------------------------------------ */

/* The event that resigning would bring. */
static event resignation(const table *t)
{
    const room_command c = {
        .verb = ROOM_RESIGN, .seat = ROOM_BY_TOKEN, .token = token_of(2)};
    room_events out;
    assert_int_equal(room_decide(&t->room, &t->rules, &c, t->now, &out),
                     OXO_OK);
    return out.list[0];
}

static void record_says_what_was_played(void **state)
{
    (void)state;
    table t;
    start(&t, "ee ea");
    const event good = resignation(&t);
    assert_follows(&t, &good);
    event bad[21];
    for (int i = 0; i < 21; i++)
        bad[i] = good;
    bad[0].as.over.number++;
    bad[1].as.over.variant = OXO_ULTIMATE_CG;
    bad[2].as.over.outcome = OXO_ONGOING;
    bad[3].as.over.outcome = OXO_DRAW;
    bad[4].as.over.outcome = OXO_O_WINS; /* but the score says X */
    bad[5].as.over.reason = EVENT_BY_LINE;
    bad[6].as.over.reason = EVENT_BY_AGREEMENT;
    bad[7].as.over.reason = EVENT_BY_TIME; /* O is not to move */
    bad[8].as.over.x_seat = 1;
    bad[9].as.over.score[0] = 1;
    bad[10].as.over.started++;
    bad[11].as.over.initial++;
    bad[12].as.over.increment++;
    bad[13].as.over.clock[OXO_X]++;
    bad[14].as.over.clock[OXO_O]--;
    bad[15].as.over.players[0].name[0] = 'Q';
    bad[16].as.over.players[1].token = token_of(2);
    bad[17].as.over.length--;
    bad[18].as.over.moves[1]++;
    bad[19].as.over.took[0]++;
    bad[20].as.over.reason = EVENT_REASON_COUNT;
    for (int i = 0; i < 21; i++)
        assert_does_not_follow(&t, &bad[i]);
    assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
    event again = good;
    again.seq = t.room.seq + 1;
    assert_does_not_follow(&t, &again);
}

/* The event that ends the game like this, with the right score. Seat 0 is X.
 */
static event ending(const table *t, oxo_outcome outcome, event_reason reason)
{
    event e = resignation(t);
    e.as.over.outcome = (uint8_t)outcome;
    e.as.over.reason = (uint8_t)reason;
    const int first = outcome == OXO_X_WINS ? 2 : outcome == OXO_DRAW;
    e.as.over.score[0] = (uint8_t)first;
    e.as.over.score[1] = (uint8_t)(2 - first);
    return e;
}

/* What each reason allows: X or O is to move, with or without a limit. */
static void reasons_have_their_results(void **state)
{
    (void)state;
    enum { NO_LIMIT, WITH_DAYS, WITH_CLOCK };
    static const struct {
        int limit;
        const char *moves;
        event_reason reason;
        bool x, o, draw; /* may win */
    } rows[] = {
        {NO_LIMIT, "e a", EVENT_BY_RESIGNATION, true, true, false},
        {NO_LIMIT, "", EVENT_BY_RESIGNATION, true, true, false},
        {NO_LIMIT, "e a", EVENT_BY_LEAVING, true, true, false},
        {NO_LIMIT, "e a", EVENT_BY_AGREEMENT, false, false, true},
        {NO_LIMIT, "e a", EVENT_BY_LINE, false, false, false},
        {NO_LIMIT, "e a", EVENT_BY_BOARDS, false, false, false},
        {NO_LIMIT, "e a", EVENT_BY_FULL_BOARD, false, false, false},
        {NO_LIMIT, "e a", EVENT_BY_TIME, false, false, false},
        {WITH_DAYS, "e a", EVENT_BY_TIME, false, true, false},
        {WITH_DAYS, "e a b", EVENT_BY_TIME, true, false, false},
        {WITH_CLOCK, "e a", EVENT_BY_TIME, false, true, false},
        {WITH_CLOCK, "e a b", EVENT_BY_TIME, true, false, false},
        {NO_LIMIT, "e a", EVENT_BY_CLAIM, false, false, false},
        {WITH_DAYS, "e a", EVENT_BY_CLAIM, false, false, false},
        {WITH_CLOCK, "e a", EVENT_BY_CLAIM, false, true, true},
        {WITH_CLOCK, "e a b", EVENT_BY_CLAIM, true, false, true},
        {WITH_CLOCK, "e", EVENT_BY_CLAIM, false, false, false},
        {WITH_CLOCK, "", EVENT_BY_CLAIM, false, false, false},
        /* of older versions */
        {NO_LIMIT, "e", EVENT_BY_FORFEIT, true, true, true},
        {WITH_CLOCK, "", EVENT_BY_TIME, false, true, false},
        {WITH_CLOCK, "e", EVENT_BY_TIME, true, false, false},
        {NO_LIMIT, "e", EVENT_BY_LEAVING, true, true, false},
    };
    const event_setup setups[] = {setup_of(OXO_CLASSIC), setup_with_days(1),
                                  setup_with_clock(60000, 0)};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bool wanted[] = {[OXO_X_WINS] = rows[i].x,
                               [OXO_O_WINS] = rows[i].o,
                               [OXO_DRAW] = rows[i].draw};
        for (int outcome = OXO_X_WINS; outcome <= OXO_DRAW; outcome++) {
            table t;
            table_start(&t, &setups[rows[i].limit]);
            table_play(&t, rows[i].moves);
            const event e = ending(&t, (oxo_outcome)outcome, rows[i].reason);
            if (room_apply(&t.room, &e) != wanted[outcome])
                fail_msg("row %zu, outcome %d", i, outcome);
        }
    }
}

static void computer_is_never_claimed(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(60000, 0);
    table t;
    table_start_computer(&t, &setup, 5);
    table_play(&t, "e a b");
    const room_command c = {.verb = ROOM_RESIGN, .seat = 1};
    room_events out;
    assert_int_equal(room_decide(&t.room, &t.rules, &c, t.now, &out), OXO_OK);
    event e = out.list[0];
    assert_follows(&t, &e);
    e.as.over.reason = EVENT_BY_CLAIM;
    assert_does_not_follow(&t, &e);
    e.as.over.reason = EVENT_BY_TIME;
    assert_follows(&t, &e);
}

static void loss_by_time_needs_a_clock(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    table_play(&t, "e"); /* O is to move, and resigns */
    event e = resignation(&t);
    assert_follows(&t, &e);
    e.as.over.reason = EVENT_BY_TIME;
    assert_does_not_follow(&t, &e);
    start(&t, "ee");
    e = resignation(&t);
    e.as.over.reason = EVENT_BY_TIME;
    e.as.over.clock[OXO_O] = 0;
    assert_follows(&t, &e);
}

/* A game that has its end on the board ends in no other way. */
static void decided_position_ends_the_game_as_it_stands(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    table_play(&t, "a d b e c");
    assert_string_equal(table_kinds(&t), "move-made game-over");
    table before = {.now = t.now};
    room_init(&before.room, TABLE_ID);
    for (int i = 0; i < t.count - 1; i++)
        assert_true(room_apply(&before.room, &t.log[i]));
    event e = t.log[t.count - 1];
    assert_follows(&before, &e);
    e.as.over.reason = EVENT_BY_RESIGNATION;
    assert_does_not_follow(&before, &e);
    e.as.over.reason = EVENT_BY_FORFEIT;
    assert_does_not_follow(&before, &e);
    e.as.over.reason = EVENT_BY_BOARDS;
    assert_does_not_follow(&before, &e);
}

/* A game-over has a result, and its reason is one of those before `aborted`.
 */
static void game_over_is_not_an_abort(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    for (int reason = EVENT_BY_ABORT; reason < EVENT_REASON_COUNT; reason++) {
        for (int outcome = OXO_ONGOING; outcome <= OXO_DRAW; outcome++) {
            const event e =
                ending(&t, (oxo_outcome)outcome, (event_reason)reason);
            assert_does_not_follow(&t, &e);
        }
    }
}

/* ---- Games without a result --------------------------------------------- */

/* Each reason for an abort, with its seats. X is to move after an even number
 * of moves. */
static void aborts_have_their_conditions(void **state)
{
    (void)state;
    enum { NO_LIMIT, WITH_DAYS, WITH_CLOCK };
    static const struct {
        int limit;
        const char *moves;
        event_reason reason;
        bool mover, other;
    } rows[] = {
        {NO_LIMIT, "", EVENT_BY_ABORT, true, true},
        {WITH_CLOCK, "e", EVENT_BY_ABORT, true, true},
        {NO_LIMIT, "e a", EVENT_BY_ABORT, false, false},
        {NO_LIMIT, "", EVENT_BY_NO_SHOW, false, false},
        {WITH_DAYS, "", EVENT_BY_NO_SHOW, true, false},
        {WITH_CLOCK, "e", EVENT_BY_NO_SHOW, true, false},
        {WITH_CLOCK, "e a", EVENT_BY_NO_SHOW, false, false},
        {NO_LIMIT, "e", EVENT_BY_CLOSING, false, false},
        {NO_LIMIT, "e a", EVENT_BY_CLOSING, false, true},
        {NO_LIMIT, "e a b", EVENT_BY_CLOSING, false, true},
        {WITH_DAYS, "e a", EVENT_BY_CLOSING, false, false},
        {WITH_CLOCK, "e a", EVENT_BY_CLOSING, false, false},
        {NO_LIMIT, "", EVENT_BY_EXPIRY, true, false},
        {NO_LIMIT, "e a", EVENT_BY_EXPIRY, true, false},
        {WITH_DAYS, "e a", EVENT_BY_EXPIRY, false, false},
        {WITH_CLOCK, "", EVENT_BY_EXPIRY, false, false},
        {WITH_CLOCK, "", EVENT_BY_CLAIM, false, false},
        {WITH_CLOCK, "", EVENT_BY_RESIGNATION, false, false},
        {WITH_CLOCK, "", EVENT_REASON_COUNT, false, false},
    };
    const event_setup setups[] = {setup_of(OXO_CLASSIC), setup_with_days(1),
                                  setup_with_clock(60000, 0)};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        table_start(&t, &setups[rows[i].limit]);
        table_play(&t, rows[i].moves);
        event e = table_next(&t, EVENT_GAME_ABORTED);
        e.as.aborted.reason = (uint8_t)rows[i].reason;
        for (uint8_t seat = 0; seat < 3; seat++) {
            const bool wanted = seat == 2                    ? false
                                : seat == room_turn(&t.room) ? rows[i].mover
                                                             : rows[i].other;
            room r = t.room;
            e.as.aborted.seat = seat;
            if (room_apply(&r, &e) != wanted)
                fail_msg("row %zu, seat %d", i, seat);
        }
    }
}

static void computer_aborts_nothing(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 5);
    event e = table_next(&t, EVENT_GAME_ABORTED);
    e.as.aborted.reason = EVENT_BY_ABORT;
    assert_follows(&t, &e);
    e.as.aborted.seat = 1;
    assert_does_not_follow(&t, &e);
    table_play(&t, "e a");
    e = table_next(&t, EVENT_GAME_ABORTED);
    e.as.aborted.reason = EVENT_BY_CLOSING;
    e.as.aborted.seat = 1;
    assert_does_not_follow(&t, &e);
}

static void only_a_game_can_be_aborted(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    event e = table_next(&t, EVENT_GAME_ABORTED);
    e.as.aborted.reason = EVENT_BY_ABORT;
    assert_does_not_follow(&t, &e);
    table_start(&t, &setup);
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
    e.seq = t.room.seq + 1;
    assert_does_not_follow(&t, &e);
}

static void decided_position_cannot_be_aborted(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    table_play(&t, "a d b e c");
    table before = {.now = t.now};
    room_init(&before.room, TABLE_ID);
    for (int i = 0; i < t.count - 1; i++)
        assert_true(room_apply(&before.room, &t.log[i]));
    event e = table_next(&before, EVENT_GAME_ABORTED);
    e.as.aborted.reason = EVENT_BY_EXPIRY;
    e.as.aborted.seat = 1;
    assert_does_not_follow(&before, &e);
}

/* ---- Old and incomplete logs -------------------------------------------- */

/* Older versions allowed repeated offers. Their logs must still follow. */
static void repeated_offer_follows(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW),
                     OXO_ALREADY_OFFERED);
    event e = table_next(&t, EVENT_OFFER_MADE);
    e.as.offer.offer = EVENT_OFFER_DRAW;
    assert_follows(&t, &e);
}

/* A game of an older version, from its stored bytes: the second player was
 * away for too long before moving, and lost. The rematch goes on as usual. */
static void log_with_a_forfeit_still_loads(void **state)
{
    (void)state;
    static const uint8_t game_over[] = {
        1, 1, OXO_CLASSIC, OXO_X_WINS, 6, 0, 2, 0, 0, 0, 0, 0,
        0, 0, 0,           0,          0, 0, 0, 0, 0, 1, 4, 0};
    const event_setup setup = setup_of(OXO_CLASSIC);
    const event_player players[] = {{.token = token_of(1)},
                                    {.token = token_of(2)}};
    event log[5] = {{.kind = EVENT_ROOM_CREATED,
                     .as.created = {.setup = setup, .player = players[0]}},
                    {.kind = EVENT_SEAT_TAKEN,
                     .as.taken = {.seat = 1, .player = players[1]}},
                    {.kind = EVENT_GAME_STARTED, .as.started = {.number = 1}},
                    {.kind = EVENT_MOVE_MADE, .as.moved = {.move = 4}},
                    {.kind = EVENT_GAME_OVER}};
    table t = {.rules = room_default_rules(), .now = 1000};
    room_init(&t.room, TABLE_ID);
    assert_true(event_decode(game_over, sizeof(game_over), &log[4]));
    for (int i = 0; i < 5; i++) {
        log[i].room = TABLE_ID;
        log[i].seq = (uint32_t)i + 1;
        assert_true(room_apply(&t.room, &log[i]));
    }
    assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
    assert_int_equal(t.room.outcome, OXO_X_WINS);
    assert_int_equal(t.room.score[0], 2);
    room_wake(&t.room, t.now);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_REMATCH), OXO_OK);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
    table_play(&t, "e a");
}

/* A log that ends in the middle of a decision: the rest of the decision is
 * due.
 */
static void log_without_its_last_events_goes_on(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static const struct {
        const char *moves;
        int lost; /* events at the end of the log */
        const char *kinds;
    } rows[] = {{"a d b e c", 1, "game-over"}, {"", 1, "game-start"}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t, again = {.rules = room_default_rules(), .now = TABLE_BEGIN};
        table_start(&t, &setup);
        table_play(&t, rows[i].moves);
        room_init(&again.room, TABLE_ID);
        for (int k = 0; k < t.count - rows[i].lost; k++)
            assert_true(room_apply(&again.room, &t.log[k]));
        room_wake(&again.room, again.now);
        assert_int_equal(table_tick(&again), OXO_OK);
        assert_string_equal(table_kinds(&again), rows[i].kinds);
        assert_int_equal(again.room.life, t.room.life);
    }
}

/* The answer of the computer is missing. */
static void offer_that_waits_for_the_computer_can_be_replaced(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    for (int offer = EVENT_OFFER_DRAW; offer <= EVENT_OFFER_TAKEBACK;
         offer++) {
        table t;
        table_start_computer(&t, &setup, 5);
        table_play(&t, "e a");
        event e = table_next(&t, EVENT_OFFER_MADE);
        e.as.offer.offer =
            (uint8_t)(EVENT_OFFER_DRAW + EVENT_OFFER_TAKEBACK - offer);
        assert_true(room_apply(&t.room, &e));
        assert_int_equal(table_offer(&t, 1, (event_offer)offer), OXO_OK);
        assert_string_equal(table_kinds(&t),
                            offer == EVENT_OFFER_DRAW
                                ? "offer-declined offer-made offer-declined"
                                : "offer-declined taken-back");
        assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    }
}

TEST_GROUP("room-endings")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_says_what_was_played),
        cmocka_unit_test(reasons_have_their_results),
        cmocka_unit_test(computer_is_never_claimed),
        cmocka_unit_test(loss_by_time_needs_a_clock),
        cmocka_unit_test(decided_position_ends_the_game_as_it_stands),
        cmocka_unit_test(game_over_is_not_an_abort),
        cmocka_unit_test(aborts_have_their_conditions),
        cmocka_unit_test(computer_aborts_nothing),
        cmocka_unit_test(only_a_game_can_be_aborted),
        cmocka_unit_test(decided_position_cannot_be_aborted),
        cmocka_unit_test(repeated_offer_follows),
        cmocka_unit_test(log_with_a_forfeit_still_loads),
        cmocka_unit_test(log_without_its_last_events_goes_on),
        cmocka_unit_test(offer_that_waits_for_the_computer_can_be_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
