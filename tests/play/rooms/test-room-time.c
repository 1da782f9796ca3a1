/* Clocks, days and deadlines: what time causes in a room. */
#include "check.h"

#include "room_table.h"

#include <string.h>

#define SECONDS(n) ((n)*1000)
#define MINUTES(n) SECONDS((n)*60)
#define HOURS(n) MINUTES(INT64_C(60) * (n))
#define DAYS(n) HOURS(INT64_C(24) * (n))

/* With a clock, or without if `initial` is 0. */
static void start(table *t, uint32_t initial, uint32_t increment)
{
    const event_setup setup = setup_with_clock(initial, increment);
    table_start(t, &setup);
}

static void start_days(table *t, uint8_t days)
{
    const event_setup setup = setup_with_days(days);
    table_start(t, &setup);
}

static void assert_clocks(const table *t, uint32_t x, uint32_t o)
{
    assert_int_equal(room_clock(&t->room, OXO_X, t->now), x);
    assert_int_equal(room_clock(&t->room, OXO_O, t->now), o);
}

static void assert_lost_by_time(const table *t, oxo_outcome outcome)
{
    assert_int_equal(t->room.outcome, outcome);
    assert_int_equal(t->room.reason, EVENT_BY_TIME);
}

/* The last event aborted the game, and the score has not changed. */
static void assert_aborted(const table *t, event_reason reason, int seat)
{
    const event *e = &t->last.list[0];
    assert_int_equal(e->kind, EVENT_GAME_ABORTED);
    assert_int_equal(e->as.aborted.reason, reason);
    assert_int_equal(e->as.aborted.seat, seat);
    assert_int_equal(t->room.reason, reason);
    assert_int_equal(t->room.outcome, OXO_ONGOING);
    assert_int_equal(t->room.score[0], 0);
    assert_int_equal(t->room.score[1], 0);
}

/* ---- Clocks ------------------------------------------------------------- */

static void clock_runs_for_the_side_to_move_from_the_start(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 2000);
    assert_clocks(&t, 60000, 60000);
    t.now += 10000;
    assert_clocks(&t, 50000, 60000);
    table_play(&t, "e");
    assert_int_equal(t.last.list[0].as.moved.clock[OXO_X], 52000);
    assert_int_equal(t.last.list[0].as.moved.clock[OXO_O], 60000);
    t.now += 1000;
    assert_clocks(&t, 52000, 59000);
    table_play(&t, "a");
    assert_clocks(&t, 52000, 61000);
    t.now += 1;
    assert_clocks(&t, 51999, 61000);
}

static void game_without_a_clock_has_no_time(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.now += 1000000000;
    assert_clocks(&t, 0, 0);
    table_play(&t, "e");
    assert_int_equal(t.last.list[0].as.moved.clock[OXO_X], 0);
}

static void side_whose_clock_runs_out_loses(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    table_play(&t, "e a");
    assert_due_at(&t, t.now + 60000, "game-over");
    const event_game *g = &t.last.list[0].as.over;
    assert_int_equal(g->outcome, OXO_O_WINS);
    assert_int_equal(g->reason, EVENT_BY_TIME);
    assert_int_equal(g->clock[OXO_X], 0);
    assert_int_equal(g->clock[OXO_O], 60000);
    assert_clocks(&t, 0, 60000);

    start(&t, 60000, 0);
    table_play(&t, "e a");
    t.now += 20000;
    table_play(&t, "b");
    assert_due_at(&t, t.now + 60000, "game-over");
    assert_lost_by_time(&t, OXO_X_WINS);
    assert_clocks(&t, 40000, 0);
}

/* Players who are here lose by time like players who are away. */
static void presence_does_not_stop_a_clock(void **state)
{
    (void)state;
    for (unsigned away = 0; away < 4; away++) {
        table t;
        start(&t, 60000, 0);
        table_play(&t, "e a");
        for (int seat = 0; seat < 2; seat++)
            if (away >> seat & 1)
                assert_true(room_disconnect(&t.room, seat, t.now));
        assert_int_equal(room_deadline(&t.room, &t.rules), t.now + 60000);
        t.now += 60000;
        assert_int_equal(table_tick(&t), OXO_OK);
        assert_lost_by_time(&t, OXO_O_WINS);
    }
}

static void clock_that_runs_out_before_both_moved_aborts(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    assert_due_at(&t, t.now + 60000, "game-aborted");
    assert_aborted(&t, EVENT_BY_NO_SHOW, 0);

    start(&t, 60000, 0);
    table_play(&t, "e");
    assert_due_at(&t, t.now + 60000, "game-aborted");
    assert_aborted(&t, EVENT_BY_NO_SHOW, 1);
}

/* The last millisecond may be used. */
static void move_in_time_counts(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 500);
    table_play(&t, "e a");
    t.now += 60499;
    assert_int_equal(table_move(&t, 1, 2, 1), OXO_OK);
    assert_clocks(&t, 501, 60500);
}

static void move_too_late_is_refused_with_the_loss(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 500);
    table_play(&t, "e a");
    t.now += 60500;
    assert_int_equal(table_move(&t, 1, 2, 1), OXO_GAME_NOT_ACTIVE);
    assert_string_equal(table_kinds(&t), "game-over");
    assert_int_equal(t.room.length, 2);
    assert_lost_by_time(&t, OXO_O_WINS);
}

static void other_commands_too_late_find_the_game_lost(void **state)
{
    (void)state;
    static const struct {
        room_verb verb;
        oxo_status status;
        const char *kinds;
    } rows[] = {
        {ROOM_RESIGN, OXO_GAME_NOT_ACTIVE, "game-over"},
        {ROOM_ACCEPT, OXO_NO_OFFER, "game-over"},
        {ROOM_ABORT, OXO_GAME_NOT_ACTIVE, "game-over"},
        {ROOM_CLAIM, OXO_GAME_NOT_ACTIVE, "game-over"},
        {ROOM_LEAVE, OXO_OK, "game-over player-left"},
        {ROOM_JOIN, OXO_ROOM_FULL, "game-over"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, 60000, 0);
        table_play(&t, "e a");
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
        t.now += 60000;
        const oxo_status status = table_do(&t, 2, rows[i].verb);
        assert_int_equal(status, rows[i].status);
        assert_string_equal(table_kinds(&t), rows[i].kinds);
        assert_lost_by_time(&t, OXO_O_WINS);
    }
}

static void end_of_the_game_stops_the_clock(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    t.now += 1000;
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_DRAW), OXO_OK);
    t.now += 1000;
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
    assert_int_equal(t.last.list[0].as.over.clock[OXO_X], 58000);
    t.now += 100000;
    assert_clocks(&t, 58000, 60000);
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_int_equal(t.last.count, 0);
}

static void rematch_begins_with_full_clocks(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    t.now += 1000;
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    t.now += 5000;
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_clocks(&t, 60000, 60000);
    t.now += 10;
    assert_clocks(&t, 59990, 60000);
}

/* X used 5 s, O 7 s and, after X's second move, 3 s more. */
static void takeback_returns_no_time(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 2000);
    t.now += 5000;
    table_play(&t, "e"); /* X 57000 */
    t.now += 7000;
    table_play(&t, "a"); /* O 55000 */
    table_play(&t, "b"); /* X 59000 */
    t.now += 3000;
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_clocks(&t, 59000, 52000);
    t.now += 100;
    assert_clocks(&t, 58900, 52000); /* X is to move */
}

/* Else a player could move and take back for ever, and gain time each time. */
static void takeback_takes_the_increment_of_the_move(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(60000, 2000);
    table t;
    table_start_computer(&t, &setup, 1);
    for (int i = 0; i < 20; i++) {
        table_play(&t, "e");
        assert_clocks(&t, 62000, 60000);
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
        assert_clocks(&t, 60000, 60000);
    }
}

static void computer_has_a_clock_too(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(60000, 0);
    table t;
    table_start_computer(&t, &setup, 10);
    table_play(&t, "e a b");
    assert_due_at(&t, t.now + 60000, "game-over");
    assert_lost_by_time(&t, OXO_X_WINS);
}

/* ---- Days --------------------------------------------------------------- */

static void each_move_has_the_agreed_days(void **state)
{
    (void)state;
    static const uint8_t list[] = {1, 3, 7, 14};
    for (size_t i = 0; i < sizeof(list); i++) {
        table t;
        start_days(&t, list[i]);
        for (const char *moves = "eabhdf"; *moves; moves++) {
            assert_int_equal(room_deadline(&t.room, &t.rules),
                             t.now + DAYS(list[i]));
            t.now += DAYS(list[i]) - 1;
            const char move[] = {*moves, '\0'};
            table_play(&t, move);
        }
        assert_int_equal(t.room.life, ROOM_ACTIVE);
    }
}

static void side_whose_days_run_out_loses(void **state)
{
    (void)state;
    table t;
    start_days(&t, 3);
    table_play(&t, "e a");
    assert_due_at(&t, t.now + DAYS(3), "game-over");
    assert_lost_by_time(&t, OXO_O_WINS);
    assert_int_equal(t.room.score[1], 2);

    start_days(&t, 3);
    table_play(&t, "e a b");
    t.now += DAYS(3);
    assert_int_equal(table_move(&t, 2, 3, 7), OXO_GAME_NOT_ACTIVE);
    assert_lost_by_time(&t, OXO_X_WINS);
}

static void days_that_run_out_before_both_moved_abort(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    assert_due_at(&t, t.now + DAYS(1), "game-aborted");
    assert_aborted(&t, EVENT_BY_NO_SHOW, 0);

    start_days(&t, 1);
    t.now += HOURS(23);
    table_play(&t, "e");
    assert_due_at(&t, t.now + DAYS(1), "game-aborted");
    assert_aborted(&t, EVENT_BY_NO_SHOW, 1);
}

static void takeback_begins_the_days_again(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    table_play(&t, "e a b");
    t.now += HOURS(20);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_due_at(&t, t.now + DAYS(1), "game-over");
    assert_lost_by_time(&t, OXO_O_WINS);
}

/* Only moves count: offers do not extend the days. */
static void offers_do_not_extend_the_days(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    table_play(&t, "e a");
    const int64_t due = t.now + DAYS(1);
    t.now += HOURS(20);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
}

/* ---- Games without a limit ---------------------------------------------- */

static void game_without_a_limit_expires_after_thirty_days(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int seat; /* to move */
    } rows[] = {{"", 0}, {"e", 1}, {"e a", 0}, {"e a b", 1}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, 0, 0);
        table_play(&t, rows[i].moves);
        assert_due_at(&t, t.now + DAYS(30), "game-aborted");
        assert_aborted(&t, EVENT_BY_EXPIRY, rows[i].seat);
        assert_int_equal(t.room.life, ROOM_FINISHED);
    }
}

static void each_move_keeps_a_game_open(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    for (const char *moves = "eabhdf"; *moves; moves++) {
        t.now += DAYS(30) - 1;
        const char move[] = {*moves, '\0'};
        table_play(&t, move);
    }
    assert_int_equal(t.room.life, ROOM_ACTIVE);
}

static void absence_ends_no_game_without_a_clock(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    table_play(&t, "e a");
    for (int seat = 0; seat < 2; seat++)
        assert_true(room_disconnect(&t.room, seat, t.now));
    for (int day = 1; day < 30; day++) {
        t.now = TABLE_BEGIN + DAYS(day);
        assert_int_equal(table_tick(&t), OXO_OK);
        assert_int_equal(t.last.count, 0);
    }
    table_play(&t, "b");
}

static void rules_can_be_configured(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.rules.keep_open = 5;
    assert_due_at(&t, t.now + 5, "game-aborted");
    start(&t, 0, 0);
    t.rules.keep_open = INT64_MAX;
    assert_nothing_due(&t);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    t.rules.idle = 7;
    assert_due_at(&t, t.now + 7, "room-closed");
}

/* Records keep times as far as they fit. */
static void game_may_last_longer_than_its_times_can_tell(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    for (int i = 0; i < 2; i++) {
        t.now += DAYS(29);
        table_play(&t, i == 0 ? "e" : "a");
    }
    assert_int_equal(t.room.at[0], DAYS(29));
    assert_int_equal(t.room.at[1], UINT32_MAX);
    t.now += 1000;
    table_play(&t, "b");
    assert_int_equal(t.room.at[2], UINT32_MAX);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_int_equal(t.last.list[0].as.over.took[1], UINT32_MAX - DAYS(29));
    assert_int_equal(t.last.list[0].as.over.took[2], 0);
}

/* ---- Rooms without a game ----------------------------------------------- */

static void public_room_closes_when_its_maker_is_away(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.is_public = true;
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_due_at(&t, t.now + SECONDS(30), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_ABANDONED);
    assert_nothing_due(&t);
}

/* The maker leaves the page to send the link. */
static void private_room_waits_for_its_maker(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_due_at(&t, t.now + DAYS(1), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

/* Presence starts the game; absence does not close the room. */
static void public_room_with_two_players_waits_for_both(void **state)
{
    (void)state;
    event_setup setup = setup_with_clock(60000, 0);
    setup.is_public = true;
    table t;
    table_fill(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_due_at(&t, t.now + DAYS(1), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

static void private_room_waits_for_a_maker_who_never_came(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    const event_player maker = person(1);
    table t = {.rules = room_default_rules(), .now = TABLE_BEGIN};
    room_init(&t.room, TABLE_ID);
    assert_int_equal(room_create(TABLE_ID, &setup, &maker, 0, t.now, &t.last),
                     OXO_OK);
    assert_true(room_apply(&t.room, &t.last.list[0]));
    assert_due_at(&t, t.now + DAYS(1), "room-closed");
}

static void waiting_room_closes_after_a_day(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    assert_due_at(&t, t.now + DAYS(1), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

static void finished_room_closes_when_nobody_plays_on(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.now += 100;
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    t.now += 100;
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_due_at(&t, t.now + MINUTES(10), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

static void finished_room_closes_when_both_players_have_gone(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        table t;
        start(&t, 0, 0);
        assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
        assert_true(room_disconnect(&t.room, first, t.now + 1));
        assert_int_equal(room_deadline(&t.room, &t.rules),
                         t.now + MINUTES(10));
        assert_true(room_disconnect(&t.room, !first, t.now + 50));
        assert_due_at(&t, t.now + 50 + SECONDS(30), "room-closed");
        assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_ABANDONED);
    }
}

/* Both players are away when the days run out. They must be able to see how
 * the game ended. */
static void
finished_room_stays_open_for_players_who_missed_the_end(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    table_play(&t, "e a");
    for (int seat = 0; seat < 2; seat++)
        assert_true(room_disconnect(&t.room, seat, t.now));
    assert_due_at(&t, t.now + DAYS(1), "game-over");
    assert_due_at(&t, t.now + MINUTES(10), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

/* The other player has gone long ago. */
static void absent_player_may_return_after_the_opponent_left(void **state)
{
    (void)state;
    table t;
    start(&t, 3600000, 0);
    table_play(&t, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += MINUTES(1);
    assert_int_equal(table_claim(&t, 2, false), OXO_OK);
    t.now += 10;
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "player-left");
    const int64_t due = t.now + MINUTES(10);
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
    /* A player who has returned has seen the end. */
    t.now += MINUTES(5);
    assert_true(room_connect(&t.room, 0, t.now));
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
    assert_true(room_disconnect(&t.room, 0, t.now + 1));
    assert_due_at(&t, t.now + 1 + SECONDS(30), "room-closed");
}

/* A rematch offer is such an event too. */
static void
finished_room_stays_open_for_a_player_who_missed_an_offer(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_true(room_disconnect(&t.room, 1, t.now + 1));
    t.now += 20;
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_true(room_disconnect(&t.room, 0, t.now + 1));
    assert_due_at(&t, t.now + MINUTES(10), "room-closed");
}

static void player_who_left_does_not_keep_the_room_open(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_int_equal(room_deadline(&t.room, &t.rules), t.now + MINUTES(10));
    assert_true(room_disconnect(&t.room, 0, t.now + 9));
    assert_due_at(&t, t.now + 9 + SECONDS(30), "room-closed");
}

static void computer_does_not_keep_the_room_open(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 2);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_true(room_disconnect(&t.room, 0, t.now + 9));
    assert_due_at(&t, t.now + 9 + SECONDS(30), "room-closed");
}

static void rematch_too_late_finds_the_room_closed(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    t.now += MINUTES(10);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH),
                     OXO_RECONNECT_EXPIRED);
    assert_string_equal(table_kinds(&t), "room-closed");
}

/* ---- Server without a store or without time ------------------------------
 */

static void restart_gives_the_clock_its_time_back(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    t.now += 10000;
    table_play(&t, "e");
    t.now += HOURS(5);
    room_wake(&t.room, t.now);
    room_connect(&t.room, 0, t.now);
    room_connect(&t.room, 1, t.now);
    assert_clocks(&t, 50000, 60000);
    t.now += 1000;
    table_play(&t, "a");
    assert_clocks(&t, 50000, 59000);
}

static void restart_does_not_stop_the_days(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    table_play(&t, "e a");
    const int64_t due = t.now + DAYS(1);
    t.now += HOURS(10);
    room_wake(&t.room, t.now);
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
    t.now = due;
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_lost_by_time(&t, OXO_O_WINS);
}

static void restart_does_not_keep_a_game_open(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    table_play(&t, "e a");
    const int64_t due = t.now + DAYS(30);
    t.now += DAYS(20);
    room_wake(&t.room, t.now);
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
    t.now = due;
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_aborted(&t, EVENT_BY_EXPIRY, 0);
}

/* The turn began before the gap, within it, and after it. */
static void gap_in_which_nothing_could_be_stored_does_not_count(void **state)
{
    (void)state;
    static const struct {
        int from, to, clock;
    } rows[] = {{10000, 20000, 50000},
                {-5000, 20000, 60000},
                {-9000, -2000, 40000},
                {0, 0, 40000}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, 60000, 0);
        const int64_t turned = t.now;
        t.now += 20000;
        room_shift(&t.room, turned + rows[i].from, turned + rows[i].to);
        assert_clocks(&t, (uint32_t)rows[i].clock, 60000);
    }
}

static void gap_extends_days_and_absences(void **state)
{
    (void)state;
    table t;
    start_days(&t, 1);
    table_play(&t, "e a");
    assert_true(room_disconnect(&t.room, 1, t.now));
    room_shift(&t.room, t.now + 10, t.now + 5010);
    assert_int_equal(t.room.seats[0].away_since, 0);
    assert_int_equal(t.room.seats[1].away_since, t.now + 5000);
    assert_int_equal(room_deadline(&t.room, &t.rules), t.now + DAYS(1) + 5000);
}

TEST_GROUP("room-time")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_runs_for_the_side_to_move_from_the_start),
        cmocka_unit_test(game_without_a_clock_has_no_time),
        cmocka_unit_test(side_whose_clock_runs_out_loses),
        cmocka_unit_test(presence_does_not_stop_a_clock),
        cmocka_unit_test(clock_that_runs_out_before_both_moved_aborts),
        cmocka_unit_test(move_in_time_counts),
        cmocka_unit_test(move_too_late_is_refused_with_the_loss),
        cmocka_unit_test(other_commands_too_late_find_the_game_lost),
        cmocka_unit_test(end_of_the_game_stops_the_clock),
        cmocka_unit_test(rematch_begins_with_full_clocks),
        cmocka_unit_test(takeback_returns_no_time),
        cmocka_unit_test(takeback_takes_the_increment_of_the_move),
        cmocka_unit_test(computer_has_a_clock_too),
        cmocka_unit_test(each_move_has_the_agreed_days),
        cmocka_unit_test(side_whose_days_run_out_loses),
        cmocka_unit_test(days_that_run_out_before_both_moved_abort),
        cmocka_unit_test(takeback_begins_the_days_again),
        cmocka_unit_test(offers_do_not_extend_the_days),
        cmocka_unit_test(game_without_a_limit_expires_after_thirty_days),
        cmocka_unit_test(each_move_keeps_a_game_open),
        cmocka_unit_test(absence_ends_no_game_without_a_clock),
        cmocka_unit_test(rules_can_be_configured),
        cmocka_unit_test(game_may_last_longer_than_its_times_can_tell),
        cmocka_unit_test(public_room_closes_when_its_maker_is_away),
        cmocka_unit_test(private_room_waits_for_its_maker),
        cmocka_unit_test(public_room_with_two_players_waits_for_both),
        cmocka_unit_test(private_room_waits_for_a_maker_who_never_came),
        cmocka_unit_test(waiting_room_closes_after_a_day),
        cmocka_unit_test(finished_room_closes_when_nobody_plays_on),
        cmocka_unit_test(finished_room_closes_when_both_players_have_gone),
        cmocka_unit_test(
            finished_room_stays_open_for_players_who_missed_the_end),
        cmocka_unit_test(absent_player_may_return_after_the_opponent_left),
        cmocka_unit_test(
            finished_room_stays_open_for_a_player_who_missed_an_offer),
        cmocka_unit_test(player_who_left_does_not_keep_the_room_open),
        cmocka_unit_test(computer_does_not_keep_the_room_open),
        cmocka_unit_test(rematch_too_late_finds_the_room_closed),
        cmocka_unit_test(restart_gives_the_clock_its_time_back),
        cmocka_unit_test(restart_does_not_stop_the_days),
        cmocka_unit_test(restart_does_not_keep_a_game_open),
        cmocka_unit_test(gap_in_which_nothing_could_be_stored_does_not_count),
        cmocka_unit_test(gap_extends_days_and_absences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
