/* Clocks, grace and sweeping: what time brings about in a room. */
#include "check.h"

#include "room_table.h"

enum { GRACE = 30000, IDLE = 600000, WAIT = 86400000 };

static event_setup clocked(uint32_t initial, uint32_t increment)
{
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.initial = initial;
    setup.increment = increment;
    return setup;
}

static void start(table *t, uint32_t initial, uint32_t increment)
{
    const event_setup setup = clocked(initial, increment);
    table_start(t, &setup);
}

static int64_t deadline(const table *t)
{
    return room_deadline(&t->room, &t->rules);
}

static void assert_clocks(const table *t, uint32_t x, uint32_t o)
{
    assert_int_equal(room_clock(&t->room, OXO_X, t->now), x);
    assert_int_equal(room_clock(&t->room, OXO_O, t->now), o);
}

/* A tick one millisecond before does nothing; then this happens. */
static void assert_happens_at(table *t, int64_t when, const char *kinds)
{
    assert_int_equal(deadline(t), when);
    t->now = when - 1;
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), "");
    t->now = when;
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), kinds);
    for (int i = 0; i < t->last.count; i++)
        assert_int_equal(t->last.list[i].at, when);
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

static void without_a_clock_there_is_no_time(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.now += 1000000000;
    assert_clocks(&t, 0, 0);
    assert_true(deadline(&t) == INT64_MAX);
    table_play(&t, "e");
    assert_int_equal(t.last.list[0].as.moved.clock[OXO_X], 0);
}

static void who_runs_out_of_time_has_lost(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    assert_happens_at(&t, t.now + 60000, "game-over");
    const event_game *g = &t.last.list[0].as.over;
    assert_int_equal(g->outcome, OXO_O_WINS);
    assert_int_equal(g->reason, EVENT_BY_TIME);
    assert_int_equal(g->clock[OXO_X], 0);
    assert_int_equal(g->clock[OXO_O], 60000);
    assert_clocks(&t, 0, 60000);

    start(&t, 60000, 0);
    t.now += 20000;
    table_play(&t, "e");
    assert_happens_at(&t, t.now + 60000, "game-over");
    assert_int_equal(t.room.outcome, OXO_X_WINS);
    assert_clocks(&t, 40000, 0);
}

/* The last millisecond may be used, the next one is too late. */
static void move_in_time_counts(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 500);
    t.now += 59999;
    assert_int_equal(table_move(&t, 1, 0, 4), OXO_OK);
    assert_clocks(&t, 501, 60000);
}

static void move_too_late_is_refused_with_the_loss(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 500);
    t.now += 60000;
    assert_int_equal(table_move(&t, 1, 0, 4), OXO_GAME_NOT_ACTIVE);
    assert_string_equal(table_kinds(&t), "game-over");
    assert_int_equal(t.room.length, 0);
    assert_int_equal(t.room.outcome, OXO_O_WINS);
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
        {ROOM_LEAVE, OXO_OK, "game-over player-left"},
        {ROOM_JOIN, OXO_ROOM_FULL, "game-over"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, 60000, 0);
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
        t.now += 60000;
        const oxo_status status = table_do(&t, 2, rows[i].verb);
        assert_int_equal(status, rows[i].status);
        assert_string_equal(table_kinds(&t), rows[i].kinds);
        assert_int_equal(t.room.outcome, OXO_O_WINS);
        assert_int_equal(t.room.reason, EVENT_BY_TIME);
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
static void takeback_gives_no_time_back(void **state)
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

/* Who moves and takes back again and again would gain by every move. */
static void takeback_takes_what_the_move_added(void **state)
{
    (void)state;
    const event_setup setup = clocked(60000, 2000);
    table t;
    table_start_computer(&t, &setup, 1);
    for (int i = 0; i < 20; i++) {
        table_play(&t, "e");
        assert_clocks(&t, 62000, 60000);
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
        assert_clocks(&t, 60000, 60000);
    }
}

static void time_without_a_server_is_nobodys(void **state)
{
    (void)state;
    table t;
    start(&t, 60000, 0);
    t.now += 10000;
    table_play(&t, "e");
    t.now += 1000000;
    room_wake(&t.room, t.now);
    room_connect(&t.room, 0, t.now);
    room_connect(&t.room, 1, t.now);
    assert_clocks(&t, 50000, 60000);
    t.now += 1000;
    table_play(&t, "a");
    assert_clocks(&t, 50000, 59000);
}

static void computer_has_a_clock_too(void **state)
{
    (void)state;
    const event_setup setup = clocked(60000, 0);
    table t;
    table_start_computer(&t, &setup, 10);
    table_play(&t, "e");
    assert_happens_at(&t, t.now + 60000, "game-over");
    assert_int_equal(t.room.outcome, OXO_X_WINS);
}

/* ---- Grace -------------------------------------------------------------- */

static void who_stays_away_forfeits_the_game(void **state)
{
    (void)state;
    for (int seat = 0; seat < 2; seat++) {
        table t;
        start(&t, 0, 0);
        t.now += 500;
        assert_true(room_disconnect(&t.room, seat, t.now));
        assert_happens_at(&t, t.now + GRACE, "game-over");
        assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
        assert_int_equal(t.room.outcome, seat == 0 ? OXO_O_WINS : OXO_X_WINS);
        assert_int_equal(t.room.life, ROOM_FINISHED);
    }
}

static void who_comes_back_in_time_plays_on(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += GRACE - 1;
    assert_true(room_connect(&t.room, 0, t.now));
    assert_true(deadline(&t) == INT64_MAX);
    t.now += GRACE;
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_int_equal(t.last.count, 0);
    table_play(&t, "e");
}

/* While both are away nobody waits for anybody: perhaps the network is down,
 * and who went first may still come back. */
static void first_to_go_loses_when_both_stay_away(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        table t;
        start(&t, 0, 0);
        assert_true(room_disconnect(&t.room, first, t.now));
        assert_true(room_disconnect(&t.room, !first, t.now + 7000));
        assert_happens_at(&t, t.now + 7000 + GRACE, "game-over room-closed");
        assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
        assert_int_equal(t.room.outcome, first == 0 ? OXO_O_WINS : OXO_X_WINS);
        assert_int_equal(t.last.list[1].as.closed.why, EVENT_CLOSED_ABANDONED);
    }
}

static void second_to_go_wins_by_coming_back(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_true(room_disconnect(&t.room, 1, t.now + 7000));
    t.now += GRACE + 10; /* the first one's is over */
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_int_equal(t.last.count, 0);
    assert_true(room_connect(&t.room, 1, t.now));
    assert_true(deadline(&t) <= t.now);
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-over");
    assert_int_equal(t.room.outcome, OXO_O_WINS);
}

static void first_to_go_may_come_back_first(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_true(room_disconnect(&t.room, 1, t.now + 7000));
    t.now += GRACE + 10;
    assert_true(room_connect(&t.room, 0, t.now));
    assert_happens_at(&t, TABLE_BEGIN + 7000 + GRACE, "game-over");
    assert_int_equal(t.room.outcome, OXO_X_WINS);
}

/* A server that stopped took both with it. */
static void nobody_loses_when_both_went_at_once(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    room_wake(&t.room, t.now + 5);
    assert_happens_at(&t, t.now + 5 + GRACE, "game-over room-closed");
    assert_int_equal(t.room.outcome, OXO_DRAW);
    assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
}

static void computer_wins_and_closes_when_its_person_is_gone(void **state)
{
    (void)state;
    const event_setup setup = clocked(0, 0);
    table t;
    table_start_computer(&t, &setup, 2);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_happens_at(&t, t.now + GRACE, "game-over room-closed");
    assert_int_equal(t.room.outcome, OXO_O_WINS);
}

static void clock_does_not_wait_for_who_is_away(void **state)
{
    (void)state;
    table t;
    start(&t, 10000, 0);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_happens_at(&t, t.now + 10000, "game-over");
    assert_int_equal(t.room.reason, EVENT_BY_TIME);
}

static void what_came_first_counts_however_late_the_tick(void **state)
{
    (void)state;
    table t;
    start(&t, 40000, 0);
    assert_true(room_disconnect(&t.room, 1, t.now + 1000));
    t.now += 100000; /* forfeit at 31 s, time at 40 s */
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
    assert_int_equal(t.room.outcome, OXO_X_WINS);

    start(&t, 20000, 0);
    assert_true(room_disconnect(&t.room, 1, t.now + 1000));
    t.now += 100000;
    assert_int_equal(table_tick(&t), OXO_OK);
    assert_int_equal(t.room.reason, EVENT_BY_TIME);
    assert_int_equal(t.room.outcome, OXO_O_WINS);
}

static void grace_is_a_rule_that_can_be_set(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.rules.grace = 5;
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_int_equal(deadline(&t), t.now + 5);
    t.rules.grace = INT64_MAX;
    assert_true(deadline(&t) == INT64_MAX);
}

/* ---- Sweeping ----------------------------------------------------------- */

static void public_room_closes_when_its_maker_is_gone(void **state)
{
    (void)state;
    event_setup setup = clocked(0, 0);
    setup.is_public = true;
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_happens_at(&t, t.now + GRACE, "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_ABANDONED);
    assert_true(deadline(&t) == INT64_MAX);
}

/* Who made it has to leave the page to send the link. */
static void room_by_link_waits_longer_for_its_maker(void **state)
{
    (void)state;
    const event_setup setup = clocked(0, 0);
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_happens_at(&t, t.now + IDLE, "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_ABANDONED);
}

static void
maker_who_is_away_has_the_whole_grace_when_a_game_begins(void **state)
{
    (void)state;
    const event_setup setup = clocked(0, 0);
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += 5 * GRACE;
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_false(room_connect(&t.room, 1, t.now));
    assert_happens_at(&t, t.now + GRACE, "game-over");
    assert_int_equal(t.room.reason, EVENT_BY_FORFEIT);
}

static void waiting_room_closes_if_its_maker_never_came(void **state)
{
    (void)state;
    const event_setup setup = clocked(0, 0);
    const event_player maker = person(1);
    table t = {.rules = room_default_rules(), .now = TABLE_BEGIN};
    room_init(&t.room, TABLE_ID);
    assert_int_equal(room_create(TABLE_ID, &setup, &maker, 0, t.now, &t.last),
                     OXO_OK);
    assert_true(room_apply(&t.room, &t.last.list[0]));
    assert_happens_at(&t, t.now + IDLE, "room-closed");
}

static void waiting_room_closes_after_a_day(void **state)
{
    (void)state;
    const event_setup setup = clocked(0, 0);
    table t;
    table_wait(&t, &setup);
    assert_happens_at(&t, t.now + WAIT, "room-closed");
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
    assert_happens_at(&t, t.now + IDLE, "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_IDLE);
}

static void finished_room_closes_when_both_are_gone(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        table t;
        start(&t, 0, 0);
        assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
        assert_true(room_disconnect(&t.room, first, t.now));
        assert_int_equal(deadline(&t), t.now + IDLE);
        assert_true(room_disconnect(&t.room, !first, t.now + 50));
        assert_happens_at(&t, t.now + 50 + GRACE, "room-closed");
        assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_ABANDONED);
    }
}

static void who_left_counts_as_gone(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_int_equal(deadline(&t), t.now + IDLE);
    assert_true(room_disconnect(&t.room, 0, t.now + 9));
    assert_happens_at(&t, t.now + 9 + GRACE, "room-closed");
}

static void who_leaves_somebody_long_gone_closes_the_room(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += GRACE;
    assert_int_equal(table_tick(&t), OXO_OK); /* forfeit */
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "player-left room-closed");
    assert_int_equal(t.last.list[1].as.closed.why, EVENT_CLOSED_ABANDONED);
}

static void rematch_too_late_finds_the_room_closed(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    t.now += IDLE;
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH),
                     OXO_RECONNECT_EXPIRED);
    assert_string_equal(table_kinds(&t), "room-closed");
}

/* A game of weeks: times are kept as far as they can be told. */
static void game_may_last_longer_than_its_times_can_tell(void **state)
{
    (void)state;
    table t;
    start(&t, 0, 0);
    t.now += INT64_C(60) * 24 * 60 * 60 * 1000;
    table_play(&t, "e");
    assert_int_equal(t.room.at[0], UINT32_MAX);
    t.now += 1000;
    table_play(&t, "a");
    assert_int_equal(t.room.at[1], UINT32_MAX);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_int_equal(t.last.list[0].as.over.took[0], UINT32_MAX);
    assert_int_equal(t.last.list[0].as.over.took[1], 0);
}

TEST_GROUP("room-time")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_runs_for_the_side_to_move_from_the_start),
        cmocka_unit_test(without_a_clock_there_is_no_time),
        cmocka_unit_test(who_runs_out_of_time_has_lost),
        cmocka_unit_test(move_in_time_counts),
        cmocka_unit_test(move_too_late_is_refused_with_the_loss),
        cmocka_unit_test(other_commands_too_late_find_the_game_lost),
        cmocka_unit_test(end_of_the_game_stops_the_clock),
        cmocka_unit_test(rematch_begins_with_full_clocks),
        cmocka_unit_test(takeback_gives_no_time_back),
        cmocka_unit_test(takeback_takes_what_the_move_added),
        cmocka_unit_test(time_without_a_server_is_nobodys),
        cmocka_unit_test(computer_has_a_clock_too),
        cmocka_unit_test(who_stays_away_forfeits_the_game),
        cmocka_unit_test(who_comes_back_in_time_plays_on),
        cmocka_unit_test(first_to_go_loses_when_both_stay_away),
        cmocka_unit_test(second_to_go_wins_by_coming_back),
        cmocka_unit_test(first_to_go_may_come_back_first),
        cmocka_unit_test(nobody_loses_when_both_went_at_once),
        cmocka_unit_test(computer_wins_and_closes_when_its_person_is_gone),
        cmocka_unit_test(clock_does_not_wait_for_who_is_away),
        cmocka_unit_test(what_came_first_counts_however_late_the_tick),
        cmocka_unit_test(grace_is_a_rule_that_can_be_set),
        cmocka_unit_test(public_room_closes_when_its_maker_is_gone),
        cmocka_unit_test(room_by_link_waits_longer_for_its_maker),
        cmocka_unit_test(
            maker_who_is_away_has_the_whole_grace_when_a_game_begins),
        cmocka_unit_test(waiting_room_closes_if_its_maker_never_came),
        cmocka_unit_test(waiting_room_closes_after_a_day),
        cmocka_unit_test(finished_room_closes_when_nobody_plays_on),
        cmocka_unit_test(finished_room_closes_when_both_are_gone),
        cmocka_unit_test(who_left_counts_as_gone),
        cmocka_unit_test(who_leaves_somebody_long_gone_closes_the_room),
        cmocka_unit_test(rematch_too_late_finds_the_room_closed),
        cmocka_unit_test(game_may_last_longer_than_its_times_can_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
