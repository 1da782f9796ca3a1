/* Presence and absence: when the first game starts, claims, games without a
 * result, and restarts. */
#include "check.h"

#include "room_table.h"

#define SECONDS(n) ((n)*1000)
#define MINUTES(n) SECONDS((n)*60)
#define HOURS(n) MINUTES(INT64_C(60) * (n))
#define DAYS(n) HOURS(INT64_C(24) * (n))

enum { CLOCK = MINUTES(60) };

static void start(table *t, uint32_t initial, const char *moves)
{
    const event_setup setup = setup_with_clock(initial, 0);
    table_start(t, &setup);
    table_play(t, moves);
}

static void fill(table *t, uint32_t initial)
{
    const event_setup setup = setup_with_clock(initial, 0);
    table_fill(t, &setup);
}

/* A tick starts the game now, and is needed for that. */
static void assert_starts(table *t)
{
    assert_true(room_is_ready(&t->room, t->now));
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), "game-start");
    assert_int_equal(t->room.started, t->now);
    assert_int_equal(room_clock(&t->room, OXO_X, t->now),
                     t->room.setup.initial);
}

static void assert_waits(table *t)
{
    assert_false(room_is_ready(&t->room, t->now));
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), "");
    assert_int_equal(t->room.life, ROOM_WAITING);
}

/* The game has ended without a result, by this seat, for this reason. */
static void assert_aborted(const table *t, event_reason reason, int seat)
{
    const event *e = &t->last.list[0];
    assert_string_equal(event_kind_word(e->kind), "game-aborted");
    assert_int_equal(e->as.aborted.reason, reason);
    assert_int_equal(e->as.aborted.seat, seat);
    assert_int_equal(t->room.life, ROOM_FINISHED);
    assert_int_equal(t->room.outcome, OXO_ONGOING);
    assert_int_equal(t->room.reason, reason);
    assert_int_equal(t->room.score[0] + t->room.score[1], 0);
    assert_int_equal(t->room.offer, EVENT_OFFER_NONE);
}

/* ---- The start of the first game ---------------------------------------- */

static void game_without_a_clock_starts_when_the_seat_is_taken(void **state)
{
    (void)state;
    const event_setup setups[] = {setup_of(OXO_CLASSIC), setup_with_days(3)};
    for (int i = 0; i < 2; i++) {
        table t;
        table_wait(&t, &setups[i]);
        assert_true(room_disconnect(&t.room, 0, t.now));
        assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
        assert_string_equal(table_kinds(&t), "seat-taken game-start");
    }
}

static void game_with_a_clock_starts_when_both_players_are_here(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_waits(&t);
    t.now += MINUTES(5);
    room_connect(&t.room, 1, t.now);
    assert_starts(&t);
    assert_int_equal(t.room.turned, t.now);
}

/* Both have been here, but not at the same time. */
static void game_with_a_clock_waits_for_both_at_once(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += 10;
    room_connect(&t.room, 1, t.now);
    assert_waits(&t);
    assert_true(room_disconnect(&t.room, 1, t.now));
    room_connect(&t.room, 0, t.now);
    assert_waits(&t);
    room_connect(&t.room, 1, t.now);
    assert_starts(&t);
}

static void maker_who_returns_starts_the_game(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(CLOCK, 0);
    table t;
    table_wait(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_string_equal(table_kinds(&t), "seat-taken");
    room_connect(&t.room, 1, t.now);
    assert_waits(&t);
    t.now += HOURS(3);
    room_connect(&t.room, 0, t.now);
    assert_starts(&t);
}

static void restart_does_not_lose_a_game_that_waits(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    t.now += 1000;
    room_wake(&t.room, t.now);
    assert_waits(&t);
    room_connect(&t.room, 0, t.now);
    assert_waits(&t);
    room_connect(&t.room, 1, t.now);
    assert_starts(&t);
}

/* Any command starts a game that can start. */
static void first_move_may_come_before_the_tick(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    room_connect(&t.room, 1, t.now);
    assert_int_equal(table_move(&t, 1, 0, 4), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-start move-made");
}

static void request_counts_as_presence_until_its_time(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        table t;
        fill(&t, CLOCK);
        room_be_here_until(&t.room, 1, t.now + SECONDS(30));
        assert_true(room_is_here(&t.room, 1, t.now + SECONDS(30) - 1));
        assert_false(room_is_here(&t.room, 1, t.now + SECONDS(30)));
        t.now += SECONDS(30) - !late;
        if (late)
            assert_waits(&t);
        else
            assert_starts(&t);
    }
}

static void two_players_with_requests_start_a_game(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_true(room_disconnect(&t.room, 0, t.now));
    room_be_here_until(&t.room, 0, t.now + SECONDS(30));
    t.now += SECONDS(29);
    room_be_here_until(&t.room, 1, t.now + SECONDS(30));
    assert_starts(&t);
}

/* The computer is always here, and the maker has just asked for the game. */
static void game_against_the_computer_starts_at_once(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(CLOCK, 0);
    table t;
    table_start_computer(&t, &setup, 3);
    assert_string_equal(table_kinds(&t), "room-created seat-taken game-start");
    assert_true(room_is_here(&t.room, 1, t.now));
}

/* ---- Leaving before the start ------------------------------------------- */

static void second_player_gives_the_seat_back_before_the_start(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "player-left");
    const room_seat free_seat = {.taken = false};
    assert_same(t.room.seats[1], free_seat);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_NOT_IN_ROOM);
    assert_int_equal(table_do(&t, 3, ROOM_JOIN), OXO_OK);
    room_connect(&t.room, 1, t.now);
    assert_starts(&t);
    assert_string_equal(t.room.seats[1].player.name, "Person 3");
}

static void player_who_gave_the_seat_back_may_return(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    room_connect(&t.room, 1, t.now);
    assert_starts(&t);
}

static void maker_closes_the_room_before_the_start(void **state)
{
    (void)state;
    table t;
    fill(&t, CLOCK);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "room-closed");
    assert_int_equal(t.last.list[0].as.closed.why, EVENT_CLOSED_LEFT);
}

/* ---- Claims ------------------------------------------------------------- */

/* Each condition, just met and just missed. Seat 1 asks. */
static void claim_needs_every_condition(void **state)
{
    (void)state;
    static const struct {
        uint32_t initial;
        const char *moves;
        int away, extra; /* seat that goes; time beyond the minute */
        oxo_status status;
    } rows[] = {
        {CLOCK, "e a", 0, 0, OXO_OK},
        {CLOCK, "e a", 0, 1000, OXO_OK},
        {CLOCK, "e a", 0, -1, OXO_CANNOT_CLAIM},  /* not long enough */
        {CLOCK, "e a b", 0, 0, OXO_CANNOT_CLAIM}, /* own turn */
        {CLOCK, "e a b d", 0, 0, OXO_OK},         /* the other's again */
        {CLOCK, "e a", 1, 0, OXO_CANNOT_CLAIM},   /* the other is here */
        {CLOCK, "", 0, 0, OXO_CANNOT_CLAIM},      /* nobody has moved */
        {0, "e a", 0, 0, OXO_CANNOT_CLAIM},       /* no clock */
        {MINUTES(1), "e a", 0, -1, OXO_CANNOT_CLAIM},
        {MINUTES(1), "e a", 0, 0, OXO_GAME_NOT_ACTIVE}, /* time ran out */
        {MINUTES(1) + 1, "e a", 0, 0, OXO_OK},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, rows[i].initial, rows[i].moves);
        assert_true(room_disconnect(&t.room, rows[i].away, t.now));
        t.now += SECONDS(60) + rows[i].extra;
        const oxo_status status = table_claim(&t, 2, false);
        if (status != rows[i].status)
            fail_msg("row %zu: %s", i, oxo_status_word(status));
        if (status != OXO_OK)
            continue;
        assert_string_equal(table_kinds(&t), "game-over");
        assert_int_equal(t.room.outcome, OXO_O_WINS);
        assert_int_equal(t.room.reason, EVENT_BY_CLAIM);
        assert_int_equal(t.room.score[0], 0);
        assert_int_equal(t.room.score[1], 2);
    }
}

/* The first player has moved, the second has not. Seat 0 asks. */
static void claim_needs_a_move_of_both(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e");
    assert_true(room_disconnect(&t.room, 1, t.now));
    t.now += MINUTES(2);
    assert_int_equal(table_claim(&t, 1, false), OXO_CANNOT_CLAIM);
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);

    start(&t, CLOCK, "e a b");
    assert_true(room_disconnect(&t.room, 1, t.now));
    t.now += MINUTES(2);
    assert_int_equal(table_claim(&t, 1, false), OXO_OK);
    assert_int_equal(t.room.outcome, OXO_X_WINS);
}

static void claim_may_be_for_a_draw(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += SECONDS(59);
    assert_int_equal(table_claim(&t, 2, true), OXO_CANNOT_CLAIM);
    t.now += SECONDS(1);
    assert_int_equal(table_claim(&t, 2, true), OXO_OK);
    assert_int_equal(t.room.outcome, OXO_DRAW);
    assert_int_equal(t.room.reason, EVENT_BY_CLAIM);
    assert_int_equal(t.room.score[0], 1);
    assert_int_equal(t.room.score[1], 1);
}

static void claim_time_says_when_a_claim_is_possible(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_claim_time(&t.room, &t.rules, 1) == INT64_MAX);
    assert_true(room_disconnect(&t.room, 0, t.now + 70));
    assert_int_equal(room_claim_time(&t.room, &t.rules, 1),
                     t.now + 70 + SECONDS(60));
    assert_true(room_claim_time(&t.room, &t.rules, 0) == INT64_MAX);
    t.rules.claim_after = 5;
    assert_int_equal(room_claim_time(&t.room, &t.rules, 1), t.now + 75);
    t.rules.claim_after = INT64_MAX;
    assert_true(room_claim_time(&t.room, &t.rules, 1) == INT64_MAX);
}

static void player_who_comes_back_cannot_be_claimed(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += MINUTES(2);
    assert_true(room_connect(&t.room, 0, t.now));
    assert_int_equal(table_claim(&t, 2, false), OXO_CANNOT_CLAIM);
    /* The next absence counts from its own start. */
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += SECONDS(59);
    assert_int_equal(table_claim(&t, 2, false), OXO_CANNOT_CLAIM);
    t.now += SECONDS(1);
    assert_int_equal(table_claim(&t, 2, false), OXO_OK);
}

/* A player without a connection is absent from the end of the last request. */
static void requests_put_claims_off(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += SECONDS(50);
    room_be_here_until(&t.room, 0, t.now + SECONDS(30));
    t.now += SECONDS(89);
    assert_int_equal(table_claim(&t, 2, false), OXO_CANNOT_CLAIM);
    t.now += SECONDS(1);
    assert_int_equal(table_claim(&t, 2, false), OXO_OK);
}

static void computer_cannot_be_claimed(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(CLOCK, 0);
    table t;
    table_start_computer(&t, &setup, 3);
    table_play(&t, "e a b");
    t.now += MINUTES(5);
    assert_int_equal(table_claim(&t, 1, false), OXO_CANNOT_CLAIM);
    assert_true(room_claim_time(&t.room, &t.rules, 0) == INT64_MAX);
}

/* Absence gives a choice, and nothing else: the game goes on until the clock
 * has run out. */
static void absence_ends_no_game_with_a_clock(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    assert_true(room_disconnect(&t.room, 1, t.now));
    for (int minute = 1; minute < 60; minute++) {
        t.now = TABLE_BEGIN + MINUTES(minute);
        assert_int_equal(table_tick(&t), OXO_OK);
        assert_int_equal(t.last.count, 0);
    }
    table_play(&t, "b");
}

/* The rematch begins without the player who offered it. */
static void absence_counts_from_the_start_of_the_game(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e");
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += SECONDS(59);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    table_play(&t, "e a b"); /* person 2 is X now; person 1 is to move */
    t.now += SECONDS(59);
    assert_int_equal(table_claim(&t, 2, false), OXO_CANNOT_CLAIM);
    t.now += SECONDS(1);
    assert_int_equal(table_claim(&t, 2, false), OXO_OK);
}

/* A server that stopped took both connections with it. */
static void restart_begins_every_absence_again(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e a");
    assert_true(room_disconnect(&t.room, 0, t.now));
    t.now += HOURS(10);
    room_wake(&t.room, t.now);
    assert_int_equal(room_claim_time(&t.room, &t.rules, 1),
                     t.now + SECONDS(60));
    t.now += SECONDS(59);
    assert_int_equal(table_claim(&t, 2, false), OXO_CANNOT_CLAIM);
    t.now += SECONDS(1);
    assert_int_equal(table_claim(&t, 2, false), OXO_OK);
}

/* ---- Games without a result --------------------------------------------- */

static void either_player_may_abort_until_both_have_moved(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        oxo_status status;
    } rows[] = {{"", OXO_OK},
                {"e", OXO_OK},
                {"e a", OXO_CANNOT_ABORT},
                {"e a b", OXO_CANNOT_ABORT}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const event_setup setups[] = {setup_with_clock(CLOCK, 0),
                                      setup_with_days(1),
                                      setup_of(OXO_CLASSIC)};
        for (int who = 1; who <= 6; who++) {
            table t;
            table_start(&t, &setups[who % 3]);
            table_play(&t, rows[i].moves);
            const int seat = who % 2;
            assert_int_equal(room_can_abort(&t.room, &t.rules, seat, t.now),
                             rows[i].status == OXO_OK);
            assert_int_equal(table_do(&t, seat + 1, ROOM_ABORT),
                             rows[i].status);
            if (rows[i].status == OXO_OK)
                assert_aborted(&t, EVENT_BY_ABORT, seat);
        }
    }
}

static void game_whose_moves_were_taken_back_can_be_aborted(void **state)
{
    (void)state;
    table t;
    start(&t, 0, "e a");
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_CANNOT_ABORT);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
    assert_aborted(&t, EVENT_BY_ABORT, 0);
}

/* Each condition, just met and just missed. */
static void waiting_player_may_close_a_game_after_a_day(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int who, extra; /* time beyond the day */
        oxo_status status;
    } rows[] = {
        {"e a", 2, 0, OXO_OK},
        {"e a", 2, -1, OXO_CANNOT_ABORT},
        {"e a b", 1, 0, OXO_OK},
        {"e a b", 1, -1, OXO_CANNOT_ABORT},
        {"e a", 1, 0, OXO_CANNOT_ABORT}, /* own turn */
        {"e a b", 2, 0, OXO_CANNOT_ABORT},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t;
        start(&t, 0, rows[i].moves);
        t.now += DAYS(1) + rows[i].extra;
        assert_int_equal(table_do(&t, rows[i].who, ROOM_ABORT),
                         rows[i].status);
        if (rows[i].status == OXO_OK)
            assert_aborted(&t, EVENT_BY_CLOSING, rows[i].who - 1);
    }
}

/* A clock or days end the game by themselves. */
static void game_with_a_limit_cannot_be_closed(void **state)
{
    (void)state;
    const event_setup setups[] = {setup_with_days(3),
                                  setup_with_clock(EVENT_MAX_INITIAL, 0)};
    for (int i = 0; i < 2; i++) {
        table t;
        table_start(&t, &setups[i]);
        table_play(&t, "e a");
        t.now += DAYS(1) - (i == 1);
        assert_int_equal(table_do(&t, 2, ROOM_ABORT), OXO_CANNOT_ABORT);
    }
}

static void any_move_puts_the_closing_off(void **state)
{
    (void)state;
    table t;
    start(&t, 0, "e a");
    t.now += HOURS(23);
    table_play(&t, "b");
    t.now += HOURS(2);
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_CANNOT_ABORT);
    t.now += HOURS(22);
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
}

static void restart_does_not_put_the_closing_off(void **state)
{
    (void)state;
    table t;
    start(&t, 0, "e a");
    t.now += DAYS(1);
    room_wake(&t.room, t.now);
    assert_int_equal(table_do(&t, 2, ROOM_ABORT), OXO_OK);
}

/* The player who may close the game loses nothing by leaving. */
static void leaving_aborts_a_game_that_can_be_aborted(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e");
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-aborted player-left");
    assert_aborted(&t, EVENT_BY_ABORT, 0);

    start(&t, 0, "e a");
    t.now += DAYS(1);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-aborted player-left");
    assert_aborted(&t, EVENT_BY_CLOSING, 1);
}

static void abort_leaves_the_score_of_the_series(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.series = 3;
    table t;
    table_start(&t, &setup);
    assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
        assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
        assert_int_equal(t.room.reason, 0);
        assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
        assert_int_equal(t.room.score[0], 2);
        assert_int_equal(t.room.score[1], 0);
        assert_false(room_series_is_over(&t.room));
    }
    assert_int_equal(t.room.games, 4);
    assert_int_equal(t.room.outcome, OXO_ONGOING);
}

static void rematch_is_possible_after_an_abort(void **state)
{
    (void)state;
    table t;
    start(&t, CLOCK, "e");
    assert_int_equal(table_do(&t, 2, ROOM_ABORT), OXO_OK);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_REMATCH), OXO_OK);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-start");
    assert_int_equal(t.last.list[0].as.started.number, 2);
    assert_int_equal(t.last.list[0].as.started.x_seat, 1);
    assert_int_equal(t.room.length, 0);
    assert_int_equal(room_clock(&t.room, OXO_X, t.now), CLOCK);
    table_play(&t, "a d b e c");
    assert_int_equal(t.room.score[1], 2);
}

static void rematch_is_possible_after_a_game_expired(void **state)
{
    (void)state;
    table t;
    start(&t, 0, "e a");
    assert_due_at(&t, t.now + DAYS(30), "game-aborted");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_int_equal(t.room.life, ROOM_ACTIVE);
}

TEST_GROUP("room-absence")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_without_a_clock_starts_when_the_seat_is_taken),
        cmocka_unit_test(game_with_a_clock_starts_when_both_players_are_here),
        cmocka_unit_test(game_with_a_clock_waits_for_both_at_once),
        cmocka_unit_test(maker_who_returns_starts_the_game),
        cmocka_unit_test(restart_does_not_lose_a_game_that_waits),
        cmocka_unit_test(first_move_may_come_before_the_tick),
        cmocka_unit_test(request_counts_as_presence_until_its_time),
        cmocka_unit_test(two_players_with_requests_start_a_game),
        cmocka_unit_test(game_against_the_computer_starts_at_once),
        cmocka_unit_test(second_player_gives_the_seat_back_before_the_start),
        cmocka_unit_test(player_who_gave_the_seat_back_may_return),
        cmocka_unit_test(maker_closes_the_room_before_the_start),
        cmocka_unit_test(claim_needs_every_condition),
        cmocka_unit_test(claim_needs_a_move_of_both),
        cmocka_unit_test(claim_may_be_for_a_draw),
        cmocka_unit_test(claim_time_says_when_a_claim_is_possible),
        cmocka_unit_test(player_who_comes_back_cannot_be_claimed),
        cmocka_unit_test(requests_put_claims_off),
        cmocka_unit_test(computer_cannot_be_claimed),
        cmocka_unit_test(absence_ends_no_game_with_a_clock),
        cmocka_unit_test(absence_counts_from_the_start_of_the_game),
        cmocka_unit_test(restart_begins_every_absence_again),
        cmocka_unit_test(either_player_may_abort_until_both_have_moved),
        cmocka_unit_test(game_whose_moves_were_taken_back_can_be_aborted),
        cmocka_unit_test(waiting_player_may_close_a_game_after_a_day),
        cmocka_unit_test(game_with_a_limit_cannot_be_closed),
        cmocka_unit_test(any_move_puts_the_closing_off),
        cmocka_unit_test(restart_does_not_put_the_closing_off),
        cmocka_unit_test(leaving_aborts_a_game_that_can_be_aborted),
        cmocka_unit_test(abort_leaves_the_score_of_the_series),
        cmocka_unit_test(rematch_is_possible_after_an_abort),
        cmocka_unit_test(rematch_is_possible_after_a_game_expired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
