/* Every transition of a room's life: what each verb brings about in each
 * state, for who has a seat and for who has none. */
#include "check.h"

#include "room_table.h"

/* ---- States ------------------------------------------------------------- */

static event_setup plain(void)
{
    return setup_of(OXO_CLASSIC);
}

static void waiting(table *t)
{
    const event_setup setup = plain();
    table_wait(t, &setup);
}

/* X, person 1, has moved. */
static void active(table *t)
{
    const event_setup setup = plain();
    table_start(t, &setup);
    table_play(t, "e");
}

static void against_computer(table *t)
{
    const event_setup setup = plain();
    table_start_computer(t, &setup, 4);
    table_play(t, "e");
}

static void finished(table *t)
{
    active(t);
    assert_int_equal(table_do(t, 2, ROOM_RESIGN), OXO_OK);
}

/* Person 2 is gone, person 1 still there. */
static void half_empty(table *t)
{
    finished(t);
    assert_int_equal(table_do(t, 2, ROOM_LEAVE), OXO_OK);
}

static void beaten_by_computer(table *t)
{
    against_computer(t);
    assert_int_equal(table_do(t, 1, ROOM_RESIGN), OXO_OK);
}

/* Both seats are still held by their tokens. */
static void closed(table *t)
{
    finished(t);
    t->now += t->rules.idle;
    assert_int_equal(table_tick(t), OXO_OK);
}

/* Offers that wait, made by person 1. */
static void draw_offered(table *t)
{
    active(t);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_DRAW), OXO_OK);
}

static void takeback_offered(table *t)
{
    active(t);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
}

static void rematch_offered(table *t)
{
    finished(t);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_REMATCH), OXO_OK);
}

/* ---- The table ---------------------------------------------------------- */

typedef struct row {
    void (*state)(table *t);
    int who;
    room_verb verb;
    int offer; /* ROOM_OFFER; moves go to the cell beside X's */
    oxo_status status;
    const char *events;
    room_life life;
} row;

enum {
    DRAW = EVENT_OFFER_DRAW,
    BACK = EVENT_OFFER_TAKEBACK,
    AGAIN = EVENT_OFFER_REMATCH
};

static const row rows[] = {
    /* waiting: 1 made it, 3 is nobody */
    {waiting, 3, ROOM_JOIN, 0, OXO_OK, "seat-taken game-start", ROOM_ACTIVE},
    {waiting, 1, ROOM_JOIN, 0, OXO_CONFLICT, "", ROOM_WAITING},
    {waiting, 1, ROOM_MOVE, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 3, ROOM_MOVE, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 1, ROOM_RESIGN, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 3, ROOM_RESIGN, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 1, ROOM_OFFER, DRAW, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 1, ROOM_OFFER, BACK, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 1, ROOM_OFFER, AGAIN, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 3, ROOM_OFFER, AGAIN, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
    {waiting, 1, ROOM_ACCEPT, 0, OXO_NO_OFFER, "", ROOM_WAITING},
    {waiting, 3, ROOM_ACCEPT, 0, OXO_NOT_IN_ROOM, "", ROOM_WAITING},
    {waiting, 1, ROOM_DECLINE, 0, OXO_NO_OFFER, "", ROOM_WAITING},
    {waiting, 3, ROOM_DECLINE, 0, OXO_NOT_IN_ROOM, "", ROOM_WAITING},
    {waiting, 1, ROOM_LEAVE, 0, OXO_OK, "room-closed", ROOM_CLOSED},
    {waiting, 3, ROOM_LEAVE, 0, OXO_NOT_IN_ROOM, "", ROOM_WAITING},
    {waiting, 3, ROOM_TICK, 0, OXO_OK, "", ROOM_WAITING},

    /* active: 2 is to move */
    {active, 3, ROOM_JOIN, 0, OXO_ROOM_FULL, "", ROOM_ACTIVE},
    {active, 2, ROOM_MOVE, 0, OXO_OK, "move-made", ROOM_ACTIVE},
    {active, 1, ROOM_MOVE, 0, OXO_NOT_YOUR_TURN, "", ROOM_ACTIVE},
    {active, 3, ROOM_MOVE, 0, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 1, ROOM_RESIGN, 0, OXO_OK, "game-over", ROOM_FINISHED},
    {active, 2, ROOM_RESIGN, 0, OXO_OK, "game-over", ROOM_FINISHED},
    {active, 3, ROOM_RESIGN, 0, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 1, ROOM_OFFER, DRAW, OXO_OK, "offer-made", ROOM_ACTIVE},
    {active, 2, ROOM_OFFER, DRAW, OXO_OK, "offer-made", ROOM_ACTIVE},
    {active, 3, ROOM_OFFER, DRAW, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 1, ROOM_OFFER, BACK, OXO_OK, "offer-made", ROOM_ACTIVE},
    {active, 2, ROOM_OFFER, BACK, OXO_NOTHING_TO_UNDO, "", ROOM_ACTIVE},
    {active, 3, ROOM_OFFER, BACK, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 1, ROOM_OFFER, AGAIN, OXO_CONFLICT, "", ROOM_ACTIVE},
    {active, 3, ROOM_OFFER, AGAIN, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 1, ROOM_OFFER, EVENT_OFFER_NONE, OXO_INVALID_MESSAGE, "",
     ROOM_ACTIVE},
    {active, 1, ROOM_OFFER, EVENT_OFFER_COUNT, OXO_INVALID_MESSAGE, "",
     ROOM_ACTIVE},
    {active, 1, ROOM_ACCEPT, 0, OXO_NO_OFFER, "", ROOM_ACTIVE},
    {active, 1, ROOM_DECLINE, 0, OXO_NO_OFFER, "", ROOM_ACTIVE},
    {active, 1, ROOM_LEAVE, 0, OXO_OK, "game-over player-left", ROOM_FINISHED},
    {active, 2, ROOM_LEAVE, 0, OXO_OK, "game-over player-left", ROOM_FINISHED},
    {active, 3, ROOM_LEAVE, 0, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {active, 3, ROOM_TICK, 0, OXO_OK, "", ROOM_ACTIVE},

    /* active, and 1 has offered something */
    {draw_offered, 1, ROOM_OFFER, DRAW, OXO_OK, "", ROOM_ACTIVE},
    {draw_offered, 1, ROOM_OFFER, BACK, OXO_OK, "offer-declined offer-made",
     ROOM_ACTIVE},
    {draw_offered, 2, ROOM_OFFER, DRAW, OXO_OK, "game-over", ROOM_FINISHED},
    {draw_offered, 2, ROOM_OFFER, BACK, OXO_NOTHING_TO_UNDO, "", ROOM_ACTIVE},
    {draw_offered, 1, ROOM_ACCEPT, 0, OXO_NO_OFFER, "", ROOM_ACTIVE},
    {draw_offered, 2, ROOM_ACCEPT, 0, OXO_OK, "game-over", ROOM_FINISHED},
    {draw_offered, 3, ROOM_ACCEPT, 0, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {draw_offered, 1, ROOM_DECLINE, 0, OXO_OK, "offer-declined", ROOM_ACTIVE},
    {draw_offered, 2, ROOM_DECLINE, 0, OXO_OK, "offer-declined", ROOM_ACTIVE},
    {draw_offered, 3, ROOM_DECLINE, 0, OXO_NOT_IN_ROOM, "", ROOM_ACTIVE},
    {draw_offered, 1, ROOM_RESIGN, 0, OXO_OK, "game-over", ROOM_FINISHED},
    {draw_offered, 2, ROOM_MOVE, 0, OXO_OK, "move-made", ROOM_ACTIVE},
    {takeback_offered, 2, ROOM_ACCEPT, 0, OXO_OK, "taken-back", ROOM_ACTIVE},
    {takeback_offered, 2, ROOM_OFFER, DRAW, OXO_CONFLICT, "", ROOM_ACTIVE},
    {takeback_offered, 1, ROOM_OFFER, BACK, OXO_OK, "", ROOM_ACTIVE},
    {takeback_offered, 1, ROOM_OFFER, DRAW, OXO_OK,
     "offer-declined offer-made", ROOM_ACTIVE},
    {takeback_offered, 2, ROOM_DECLINE, 0, OXO_OK, "offer-declined",
     ROOM_ACTIVE},

    /* active, and the computer is to move */
    {against_computer, 1, ROOM_OFFER, DRAW, OXO_OK,
     "offer-made offer-declined", ROOM_ACTIVE},
    {against_computer, 1, ROOM_OFFER, BACK, OXO_OK, "taken-back", ROOM_ACTIVE},
    {against_computer, 1, ROOM_RESIGN, 0, OXO_OK, "game-over", ROOM_FINISHED},
    {against_computer, 1, ROOM_LEAVE, 0, OXO_OK,
     "game-over player-left room-closed", ROOM_CLOSED},
    {against_computer, 2, ROOM_JOIN, 0, OXO_ROOM_FULL, "", ROOM_ACTIVE},

    /* finished */
    {finished, 3, ROOM_JOIN, 0, OXO_ROOM_FULL, "", ROOM_FINISHED},
    {finished, 2, ROOM_MOVE, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {finished, 3, ROOM_MOVE, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {finished, 1, ROOM_RESIGN, 0, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {finished, 1, ROOM_OFFER, DRAW, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {finished, 1, ROOM_OFFER, BACK, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {finished, 1, ROOM_OFFER, AGAIN, OXO_OK, "offer-made", ROOM_FINISHED},
    {finished, 2, ROOM_OFFER, AGAIN, OXO_OK, "offer-made", ROOM_FINISHED},
    {finished, 3, ROOM_OFFER, AGAIN, OXO_NOT_IN_ROOM, "", ROOM_FINISHED},
    {finished, 1, ROOM_ACCEPT, 0, OXO_NO_OFFER, "", ROOM_FINISHED},
    {finished, 1, ROOM_DECLINE, 0, OXO_NO_OFFER, "", ROOM_FINISHED},
    {finished, 1, ROOM_LEAVE, 0, OXO_OK, "player-left", ROOM_FINISHED},
    {finished, 3, ROOM_LEAVE, 0, OXO_NOT_IN_ROOM, "", ROOM_FINISHED},
    {finished, 3, ROOM_TICK, 0, OXO_OK, "", ROOM_FINISHED},
    {rematch_offered, 1, ROOM_OFFER, AGAIN, OXO_OK, "", ROOM_FINISHED},
    {rematch_offered, 2, ROOM_OFFER, AGAIN, OXO_OK, "game-start", ROOM_ACTIVE},
    {rematch_offered, 2, ROOM_ACCEPT, 0, OXO_OK, "game-start", ROOM_ACTIVE},
    {rematch_offered, 1, ROOM_ACCEPT, 0, OXO_NO_OFFER, "", ROOM_FINISHED},
    {rematch_offered, 1, ROOM_DECLINE, 0, OXO_OK, "offer-declined",
     ROOM_FINISHED},
    {rematch_offered, 2, ROOM_DECLINE, 0, OXO_OK, "offer-declined",
     ROOM_FINISHED},
    {rematch_offered, 1, ROOM_LEAVE, 0, OXO_OK, "player-left", ROOM_FINISHED},

    /* finished, and 2 has left */
    {half_empty, 1, ROOM_OFFER, AGAIN, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {half_empty, 2, ROOM_OFFER, AGAIN, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
    {half_empty, 2, ROOM_LEAVE, 0, OXO_NOT_IN_ROOM, "", ROOM_FINISHED},
    {half_empty, 3, ROOM_JOIN, 0, OXO_ROOM_FULL, "", ROOM_FINISHED},
    {half_empty, 1, ROOM_LEAVE, 0, OXO_OK, "player-left room-closed",
     ROOM_CLOSED},

    /* finished, against the computer */
    {beaten_by_computer, 1, ROOM_OFFER, AGAIN, OXO_OK, "game-start",
     ROOM_ACTIVE},
    {beaten_by_computer, 1, ROOM_LEAVE, 0, OXO_OK, "player-left room-closed",
     ROOM_CLOSED},

    /* closed */
    {closed, 1, ROOM_MOVE, 0, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_MOVE, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 1, ROOM_RESIGN, 0, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_RESIGN, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 2, ROOM_OFFER, AGAIN, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_OFFER, AGAIN, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 1, ROOM_ACCEPT, 0, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_ACCEPT, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 1, ROOM_DECLINE, 0, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_DECLINE, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 1, ROOM_LEAVE, 0, OXO_RECONNECT_EXPIRED, "", ROOM_CLOSED},
    {closed, 3, ROOM_LEAVE, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 1, ROOM_JOIN, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 3, ROOM_JOIN, 0, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
    {closed, 3, ROOM_TICK, 0, OXO_OK, "", ROOM_CLOSED},
};

static void every_verb_has_its_answer_in_every_state(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const row *want = &rows[i];
        table t;
        want->state(&t);
        const room_command c = {.verb = want->verb,
                                .seat = ROOM_BY_TOKEN,
                                .token = token_of(want->who),
                                .player = person(want->who),
                                .offer = (event_offer)want->offer,
                                .ply = t.room.length,
                                .move = 0};
        const oxo_status got = table_ask(&t, &c);
        if (got != want->status)
            fail_msg("row %zu: %s", i, oxo_status_word(got));
        assert_string_equal(table_kinds(&t), want->events);
        assert_int_equal(t.room.life, want->life);
    }
}

/* ---- What the events say ------------------------------------------------ */

static void who_comes_second_gets_seat_1_and_the_game_begins(void **state)
{
    (void)state;
    table t;
    waiting(&t);
    t.now += 77;
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_int_equal(t.last.list[0].as.taken.seat, 1);
    assert_string_equal(t.room.seats[1].player.name, "Person 2");
    assert_int_equal(t.last.list[1].as.started.number, 1);
    assert_int_equal(t.last.list[1].as.started.x_seat, 0);
    assert_int_equal(t.room.started, TABLE_BEGIN + 77);
    assert_int_equal(t.last.list[1].seq, 3);
}

static void who_comes_with_a_bad_name_stays_outside(void **state)
{
    (void)state;
    table t;
    waiting(&t);
    room_command c = {.verb = ROOM_JOIN, .player = person(2)};
    c.player.name[0] = '\t';
    assert_int_equal(table_ask(&t, &c), OXO_INVALID_MESSAGE);
    assert_int_equal(t.last.count, 0);
}

static void only_one_wins_the_race_for_the_last_seat(void **state)
{
    (void)state;
    table t;
    waiting(&t);
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_int_equal(table_do(&t, 3, ROOM_JOIN), OXO_ROOM_FULL);
    const event_hash late = token_of(3);
    assert_int_equal(room_find_seat(&t.room, &late), -1);
}

static void who_gives_up_has_lost(void **state)
{
    (void)state;
    static const struct {
        room_verb verb;
        event_reason reason;
    } ways[] = {{ROOM_RESIGN, EVENT_BY_RESIGNATION},
                {ROOM_LEAVE, EVENT_BY_LEAVING}};
    for (int who = 1; who <= 2; who++) {
        for (size_t i = 0; i < 2; i++) {
            table t;
            active(&t);
            assert_int_equal(table_do(&t, who, ways[i].verb), OXO_OK);
            const event_game *g = &t.last.list[0].as.over;
            assert_int_equal(g->outcome, who == 1 ? OXO_O_WINS : OXO_X_WINS);
            assert_int_equal(g->reason, ways[i].reason);
            assert_int_equal(t.room.outcome, g->outcome);
            assert_int_equal(t.room.score[who - 1], 0);
            assert_int_equal(t.room.score[2 - who], 2);
        }
    }
}

static void everybody_left_is_why_the_room_closed(void **state)
{
    (void)state;
    table t;
    half_empty(&t);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_int_equal(t.last.list[1].as.closed.why, EVENT_CLOSED_LEFT);
}

static void there_is_no_room_to_ask(void **state)
{
    (void)state;
    const room_rules rules = room_default_rules();
    for (int verb = ROOM_JOIN; verb <= ROOM_TICK; verb++) {
        const room_command c = {.verb = (room_verb)verb};
        room_events out = {.count = 2};
        assert_int_equal(room_decide(NULL, &rules, &c, 5, &out),
                         OXO_ROOM_NOT_FOUND);
        assert_int_equal(out.count, 0);
    }
}

static void events_are_numbered_without_a_gap(void **state)
{
    (void)state;
    table t;
    half_empty(&t);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    for (int i = 0; i < t.count; i++)
        assert_int_equal(t.log[i].seq, i + 1);
    assert_int_equal(t.room.seq, t.count);
}

/* A wall clock may be set back; what happened later stays later. */
static void time_never_goes_back_in_a_room(void **state)
{
    (void)state;
    table t;
    active(&t);
    t.now -= 5000;
    table_play(&t, "a");
    assert_int_equal(t.last.list[0].at, TABLE_BEGIN);
    assert_int_equal(t.room.touched, TABLE_BEGIN);
}

TEST_GROUP("room-life")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verb_has_its_answer_in_every_state),
        cmocka_unit_test(who_comes_second_gets_seat_1_and_the_game_begins),
        cmocka_unit_test(who_comes_with_a_bad_name_stays_outside),
        cmocka_unit_test(only_one_wins_the_race_for_the_last_seat),
        cmocka_unit_test(who_gives_up_has_lost),
        cmocka_unit_test(everybody_left_is_why_the_room_closed),
        cmocka_unit_test(there_is_no_room_to_ask),
        cmocka_unit_test(events_are_numbered_without_a_gap),
        cmocka_unit_test(time_never_goes_back_in_a_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
