/* Every transition of a room: what each command of each player causes in each
 * state. What time and presence cause is in test-room-time.c and
 * test-room-absence.c. */
#include "check.h"

#include "room_table.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE = 60000, DAY = 24 * 60 * MINUTE };

/* ---- States ------------------------------------------------------------- */

/* Person 1 has made the room, and person 2 has not come yet. */
static void waiting(table *t)
{
    const event_setup setup = setup_of(OXO_CLASSIC);
    table_wait(t, &setup);
}

/* The same with a clock. */
static void waiting_with_clock(table *t)
{
    const event_setup setup = setup_with_clock(60 * MINUTE, 0);
    table_wait(t, &setup);
}

/* With a clock: person 2 has joined and is not here yet. */
static void filled(table *t)
{
    const event_setup setup = setup_with_clock(60 * MINUTE, 0);
    table_fill(t, &setup);
}

/* No clock; person 1 is X and to move. */
static void started(table *t)
{
    const event_setup setup = setup_of(OXO_CLASSIC);
    table_start(t, &setup);
}

/* Person 2 is to move. */
static void one_moved(table *t)
{
    started(t);
    table_play(t, "e");
}

/* Person 1 is to move. */
static void both_moved(table *t)
{
    started(t);
    table_play(t, "e a");
}

/* Person 1 has not moved for a day. */
static void stale(table *t)
{
    both_moved(t);
    t->now += DAY;
}

/* The same, with three days for each move. */
static void days(table *t)
{
    const event_setup setup = setup_with_days(3);
    table_start(t, &setup);
    table_play(t, "e a");
    t->now += DAY;
}

/* With a clock: person 1 is to move. */
static void clocked(table *t)
{
    const event_setup setup = setup_with_clock(60 * MINUTE, 0);
    table_start(t, &setup);
    table_play(t, "e a");
}

/* Person 1 has been away for a minute. */
static void absent(table *t)
{
    clocked(t);
    assert_true(room_disconnect(&t->room, 0, t->now));
    t->now += MINUTE;
}

/* Offers of person 1. */
static void draw_offered(table *t)
{
    both_moved(t);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_DRAW), OXO_OK);
}

static void takeback_offered(table *t)
{
    both_moved(t);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
}

static void rematch_offered(table *t)
{
    both_moved(t);
    assert_int_equal(table_do(t, 2, ROOM_RESIGN), OXO_OK);
    assert_int_equal(table_offer(t, 1, EVENT_OFFER_REMATCH), OXO_OK);
}

/* The offers were declined: the seat has made them. */
static void draw_declined(table *t)
{
    draw_offered(t);
    assert_int_equal(table_do(t, 2, ROOM_DECLINE), OXO_OK);
}

static void rematch_declined(table *t)
{
    rematch_offered(t);
    assert_int_equal(table_do(t, 2, ROOM_DECLINE), OXO_OK);
}

/* The computer is O. It is to move; person 1 is to move; the game is over. */
static void computer_to_move(table *t)
{
    const event_setup setup = setup_of(OXO_CLASSIC);
    table_start_computer(t, &setup, 4);
    table_play(t, "e");
}

static void computer_moved(table *t)
{
    computer_to_move(t);
    table_play(t, "a");
}

static void lost_to_computer(table *t)
{
    computer_moved(t);
    assert_int_equal(table_do(t, 1, ROOM_RESIGN), OXO_OK);
}

static void finished(table *t)
{
    both_moved(t);
    assert_int_equal(table_do(t, 2, ROOM_RESIGN), OXO_OK);
}

static void aborted(table *t)
{
    one_moved(t);
    assert_int_equal(table_do(t, 2, ROOM_ABORT), OXO_OK);
}

/* Person 2 has left, person 1 is here. */
static void half_empty(table *t)
{
    finished(t);
    assert_int_equal(table_do(t, 2, ROOM_LEAVE), OXO_OK);
}

/* Both seats are still held by their tokens. */
static void closed(table *t)
{
    finished(t);
    t->now += t->rules.idle;
    assert_int_equal(table_tick(t), OXO_OK);
}

/* ---- The table ---------------------------------------------------------- */

/* Sets of deeds. A move goes to the first free cell, a claim is for a win. */
enum {
    JOIN = 1 << 0,
    MOVE = 1 << 1,
    RESIGN = 1 << 2,
    DRAW = 1 << 3,
    TAKEBACK = 1 << 4,
    REMATCH = 1 << 5,
    ACCEPT = 1 << 6,
    DECLINE = 1 << 7,
    ABORT = 1 << 8,
    CLAIM = 1 << 9,
    LEAVE = 1 << 10,
    TICK = 1 << 11,
    DEEDS = 12,
    ANSWER = ACCEPT | DECLINE,
    /* the deeds that need a game */
    PLAY = MOVE | RESIGN | DRAW | TAKEBACK | ABORT | CLAIM
};

static const char *const deed_words[DEEDS] = {
    "join",   "move",    "resign", "draw",  "takeback", "rematch",
    "accept", "decline", "abort",  "claim", "leave",    "tick"};

/* Sets of roles: the players on seats 0 and 1, and somebody without a seat. */
enum { P0 = 1, P1 = 2, STRANGER = 4, PLAYERS = P0 | P1, ALL = 7 };

/* These deeds of these roles have this answer and these events. */
typedef struct row {
    unsigned deeds, roles;
    oxo_status status;
    const char *events;
    room_life life; /* afterwards */
} row;

/* What holds in every state of a life unless the state says otherwise. */
enum { ROWS = 10 };

static const row general[][ROWS] = {
    [ROOM_WAITING] =
        {
            {JOIN, ALL, OXO_ROOM_FULL, "", ROOM_WAITING},
            {PLAY | REMATCH, ALL, OXO_GAME_NOT_ACTIVE, "", ROOM_WAITING},
            {ANSWER, PLAYERS, OXO_NO_OFFER, "", ROOM_WAITING},
            {LEAVE, P0, OXO_OK, "room-closed", ROOM_CLOSED},
            {LEAVE, P1, OXO_OK, "player-left", ROOM_WAITING},
            {ANSWER | LEAVE, STRANGER, OXO_NOT_IN_ROOM, "", ROOM_WAITING},
            {TICK, ALL, OXO_OK, "", ROOM_WAITING},
        },
    [ROOM_ACTIVE] =
        {
            {JOIN, ALL, OXO_ROOM_FULL, "", ROOM_ACTIVE},
            {RESIGN, PLAYERS, OXO_OK, "game-over", ROOM_FINISHED},
            {DRAW | TAKEBACK, PLAYERS, OXO_OK, "offer-made", ROOM_ACTIVE},
            {REMATCH, PLAYERS, OXO_CONFLICT, "", ROOM_ACTIVE},
            {ANSWER, PLAYERS, OXO_NO_OFFER, "", ROOM_ACTIVE},
            {ABORT, PLAYERS, OXO_CANNOT_ABORT, "", ROOM_ACTIVE},
            {CLAIM, PLAYERS, OXO_CANNOT_CLAIM, "", ROOM_ACTIVE},
            {LEAVE, PLAYERS, OXO_OK, "game-over player-left", ROOM_FINISHED},
            {PLAY | REMATCH | ANSWER | LEAVE, STRANGER, OXO_NOT_IN_ROOM, "",
             ROOM_ACTIVE},
            {TICK, ALL, OXO_OK, "", ROOM_ACTIVE},
        },
    [ROOM_FINISHED] =
        {
            {JOIN, ALL, OXO_ROOM_FULL, "", ROOM_FINISHED},
            {PLAY, ALL, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
            {REMATCH, PLAYERS, OXO_OK, "offer-made", ROOM_FINISHED},
            {ANSWER, PLAYERS, OXO_NO_OFFER, "", ROOM_FINISHED},
            {LEAVE, PLAYERS, OXO_OK, "player-left", ROOM_FINISHED},
            {REMATCH | ANSWER | LEAVE, STRANGER, OXO_NOT_IN_ROOM, "",
             ROOM_FINISHED},
            {TICK, ALL, OXO_OK, "", ROOM_FINISHED},
        },
    [ROOM_CLOSED] =
        {
            {JOIN, ALL, OXO_ROOM_NOT_FOUND, "", ROOM_CLOSED},
            {PLAY | REMATCH | ANSWER | LEAVE, PLAYERS, OXO_RECONNECT_EXPIRED,
             "", ROOM_CLOSED},
            {PLAY | REMATCH | ANSWER | LEAVE, STRANGER, OXO_ROOM_NOT_FOUND, "",
             ROOM_CLOSED},
            {TICK, ALL, OXO_OK, "", ROOM_CLOSED},
        },
};

/* A state, and what is special about it. */
typedef struct scene {
    const char *name;
    void (*make)(table *t);
    room_life life;
    row special[ROWS];
} scene;

#define STATE(name) #name, name

/* In a game: the side to move. */
#define P0_TO_MOVE                                                            \
    {MOVE, P0, OXO_OK, "move-made", ROOM_ACTIVE},                             \
    {                                                                         \
        MOVE, P1, OXO_NOT_YOUR_TURN, "", ROOM_ACTIVE                          \
    }
#define P1_TO_MOVE                                                            \
    {MOVE, P0, OXO_NOT_YOUR_TURN, "", ROOM_ACTIVE},                           \
    {                                                                         \
        MOVE, P1, OXO_OK, "move-made", ROOM_ACTIVE                            \
    }

static const scene scenes[] = {
    {STATE(waiting),
     ROOM_WAITING,
     {{JOIN, STRANGER, OXO_OK, "seat-taken game-start", ROOM_ACTIVE},
      {JOIN, P0, OXO_CONFLICT, "", ROOM_WAITING}}},
    {STATE(waiting_with_clock),
     ROOM_WAITING,
     {{JOIN, STRANGER, OXO_OK, "seat-taken", ROOM_WAITING},
      {JOIN, P0, OXO_CONFLICT, "", ROOM_WAITING}}},
    {STATE(filled), ROOM_WAITING, {{0}}},

    {STATE(started),
     ROOM_ACTIVE,
     {P0_TO_MOVE,
      {TAKEBACK, PLAYERS, OXO_NOTHING_TO_UNDO, "", ROOM_ACTIVE},
      {ABORT, PLAYERS, OXO_OK, "game-aborted", ROOM_FINISHED},
      {LEAVE, PLAYERS, OXO_OK, "game-aborted player-left", ROOM_FINISHED}}},
    {STATE(one_moved),
     ROOM_ACTIVE,
     {P1_TO_MOVE,
      {TAKEBACK, P1, OXO_NOTHING_TO_UNDO, "", ROOM_ACTIVE},
      {ABORT, PLAYERS, OXO_OK, "game-aborted", ROOM_FINISHED},
      {LEAVE, PLAYERS, OXO_OK, "game-aborted player-left", ROOM_FINISHED}}},
    {STATE(both_moved), ROOM_ACTIVE, {P0_TO_MOVE}},
    {STATE(stale),
     ROOM_ACTIVE,
     {P0_TO_MOVE,
      {ABORT, P1, OXO_OK, "game-aborted", ROOM_FINISHED},
      {LEAVE, P1, OXO_OK, "game-aborted player-left", ROOM_FINISHED}}},
    {STATE(days), ROOM_ACTIVE, {P0_TO_MOVE}},
    {STATE(clocked), ROOM_ACTIVE, {P0_TO_MOVE}},
    {STATE(absent),
     ROOM_ACTIVE,
     {P0_TO_MOVE, {CLAIM, P1, OXO_OK, "game-over", ROOM_FINISHED}}},
    {STATE(draw_offered),
     ROOM_ACTIVE,
     {P0_TO_MOVE,
      {DRAW, P0, OXO_OK, "", ROOM_ACTIVE},
      {DRAW | ACCEPT, P1, OXO_OK, "game-over", ROOM_FINISHED},
      {TAKEBACK, P0, OXO_OK, "offer-declined offer-made", ROOM_ACTIVE},
      {TAKEBACK, P1, OXO_CONFLICT, "", ROOM_ACTIVE},
      {DECLINE, PLAYERS, OXO_OK, "offer-declined", ROOM_ACTIVE}}},
    {STATE(draw_declined),
     ROOM_ACTIVE,
     {P0_TO_MOVE, {DRAW, P0, OXO_ALREADY_OFFERED, "", ROOM_ACTIVE}}},
    {STATE(takeback_offered),
     ROOM_ACTIVE,
     {P0_TO_MOVE,
      {TAKEBACK, P0, OXO_OK, "", ROOM_ACTIVE},
      {DRAW, P0, OXO_OK, "offer-declined offer-made", ROOM_ACTIVE},
      {ACCEPT, P1, OXO_OK, "taken-back", ROOM_ACTIVE},
      {DRAW | TAKEBACK, P1, OXO_CONFLICT, "", ROOM_ACTIVE},
      {DECLINE, PLAYERS, OXO_OK, "offer-declined", ROOM_ACTIVE}}},
    {STATE(computer_to_move),
     ROOM_ACTIVE,
     {P1_TO_MOVE,
      {DRAW, P0, OXO_OK, "offer-made offer-declined", ROOM_ACTIVE},
      {TAKEBACK, P0, OXO_OK, "taken-back", ROOM_ACTIVE},
      {ABORT, P0, OXO_OK, "game-aborted", ROOM_FINISHED},
      {LEAVE, P0, OXO_OK, "game-aborted player-left room-closed",
       ROOM_CLOSED}}},
    {STATE(computer_moved),
     ROOM_ACTIVE,
     {P0_TO_MOVE,
      {DRAW, P0, OXO_OK, "offer-made offer-declined", ROOM_ACTIVE},
      {TAKEBACK, P0, OXO_OK, "taken-back", ROOM_ACTIVE},
      {LEAVE, P0, OXO_OK, "game-over player-left room-closed", ROOM_CLOSED}}},

    {STATE(finished), ROOM_FINISHED, {{0}}},
    {STATE(aborted), ROOM_FINISHED, {{0}}},
    {STATE(rematch_offered),
     ROOM_FINISHED,
     {{REMATCH, P0, OXO_OK, "", ROOM_FINISHED},
      {REMATCH | ACCEPT, P1, OXO_OK, "game-start", ROOM_ACTIVE},
      {DECLINE, PLAYERS, OXO_OK, "offer-declined", ROOM_FINISHED}}},
    {STATE(rematch_declined),
     ROOM_FINISHED,
     {{REMATCH, P0, OXO_ALREADY_OFFERED, "", ROOM_FINISHED}}},
    {STATE(half_empty),
     ROOM_FINISHED,
     {{REMATCH, ALL, OXO_GAME_NOT_ACTIVE, "", ROOM_FINISHED},
      {LEAVE, P0, OXO_OK, "player-left room-closed", ROOM_CLOSED}}},
    {STATE(lost_to_computer),
     ROOM_FINISHED,
     {{REMATCH, P0, OXO_OK, "game-start", ROOM_ACTIVE},
      {LEAVE, P0, OXO_OK, "player-left room-closed", ROOM_CLOSED}}},

    {STATE(closed), ROOM_CLOSED, {{0}}},
};

/* ---- Looking it up ------------------------------------------------------ */

static const row *find_row(const row rows[ROWS], unsigned what, unsigned role)
{
    for (int i = 0; i < ROWS; i++)
        if ((rows[i].deeds & what) && (rows[i].roles & role))
            return &rows[i];
    return NULL;
}

static const row *expected_row(const scene *s, unsigned what, unsigned role)
{
    const row *special = find_row(s->special, what, role);
    return special ? special : find_row(general[s->life], what, role);
}

static unsigned role_of(const table *t, int who)
{
    const event_hash token = token_of(who);
    const int seat = room_find_seat(&t->room, &token);
    return seat < 0 ? STRANGER : 1U << seat;
}

/* By token, so that persons without a seat can ask. */
static room_command command_of(const table *t, int what, int who)
{
    static const room_verb verbs[DEEDS] = {
        ROOM_JOIN,  ROOM_MOVE,  ROOM_RESIGN, ROOM_OFFER,
        ROOM_OFFER, ROOM_OFFER, ROOM_ACCEPT, ROOM_DECLINE,
        ROOM_ABORT, ROOM_CLAIM, ROOM_LEAVE,  ROOM_TICK};
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&t->room.now, moves);
    room_command c = {.verb = verbs[what],
                      .seat = ROOM_BY_TOKEN,
                      .token = token_of(who),
                      .player = person(who),
                      .ply = t->room.length,
                      .move = count > 0 ? moves[0] : 0};
    if (c.verb == ROOM_OFFER)
        c.offer = 1U << what == DRAW       ? EVENT_OFFER_DRAW
                  : 1U << what == TAKEBACK ? EVENT_OFFER_TAKEBACK
                                           : EVENT_OFFER_REMATCH;
    return c;
}

enum { ANSWER_TEXT = 120 };

static void write_answer(char out[ANSWER_TEXT], oxo_status status,
                         const char *events, room_life life)
{
    snprintf(out, ANSWER_TEXT, "%s, [%s], %s", oxo_status_word(status), events,
             room_life_word(life));
}

static void check_deed(const scene *s, int what, int who)
{
    table t;
    s->make(&t);
    assert_int_equal(t.room.life, s->life);
    const row *want = expected_row(s, 1U << what, role_of(&t, who));
    assert_non_null(want);
    const room_command c = command_of(&t, what, who);
    const oxo_status got = table_ask(&t, &c);
    char expected[ANSWER_TEXT], actual[ANSWER_TEXT];
    write_answer(expected, want->status, want->events, want->life);
    write_answer(actual, got, table_kinds(&t), (room_life)t.room.life);
    if (strcmp(actual, expected) != 0)
        fail_msg("%s: %s of person %d: %s, not %s", s->name, deed_words[what],
                 who, actual, expected);
}

static void every_deed_has_its_answer_in_every_state(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(scenes) / sizeof(*scenes); i++)
        for (int what = 0; what < DEEDS; what++)
            for (int who = 1; who <= 3; who++)
                check_deed(&scenes[i], what, who);
}

/* ---- What the events say ------------------------------------------------ */

static void second_player_gets_seat_1_and_the_game_starts(void **state)
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

static void player_with_a_bad_name_cannot_join(void **state)
{
    (void)state;
    table t;
    waiting(&t);
    room_command c = {.verb = ROOM_JOIN, .player = person(2)};
    c.player.name[0] = '\t';
    assert_int_equal(table_ask(&t, &c), OXO_INVALID_MESSAGE);
    assert_int_equal(t.last.count, 0);
}

static void only_one_player_gets_the_last_seat(void **state)
{
    (void)state;
    table t;
    waiting(&t);
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_int_equal(table_do(&t, 3, ROOM_JOIN), OXO_ROOM_FULL);
    const event_hash late = token_of(3);
    assert_int_equal(room_find_seat(&t.room, &late), -1);
}

static void player_who_resigns_or_leaves_after_both_moved_loses(void **state)
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
            both_moved(&t);
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

static void room_closes_because_the_last_player_left(void **state)
{
    (void)state;
    table t;
    half_empty(&t);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_int_equal(t.last.list[1].as.closed.why, EVENT_CLOSED_LEFT);
}

static void room_that_does_not_exist_is_not_found(void **state)
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

static void calendar_set_back_does_not_set_back_the_room(void **state)
{
    (void)state;
    table t;
    one_moved(&t);
    t.now -= 5000;
    table_play(&t, "a");
    assert_int_equal(t.last.list[0].at, TABLE_BEGIN);
    assert_int_equal(t.room.touched, TABLE_BEGIN);
}

TEST_GROUP("room-life")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deed_has_its_answer_in_every_state),
        cmocka_unit_test(second_player_gets_seat_1_and_the_game_starts),
        cmocka_unit_test(player_with_a_bad_name_cannot_join),
        cmocka_unit_test(only_one_player_gets_the_last_seat),
        cmocka_unit_test(player_who_resigns_or_leaves_after_both_moved_loses),
        cmocka_unit_test(room_closes_because_the_last_player_left),
        cmocka_unit_test(room_that_does_not_exist_is_not_found),
        cmocka_unit_test(events_are_numbered_without_a_gap),
        cmocka_unit_test(calendar_set_back_does_not_set_back_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
