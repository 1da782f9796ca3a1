/* Rooms under random commands of players and strangers, at random times, with
 * connections that come and go: no law is ever broken.
 *
 * OXO_PROPERTY_GAMES says how many rooms are tried, OXO_PROPERTY_SEED where
 * chance begins; both are printed, so that a failure can be repeated. */
#include "check.h"

#include "play.h"
#include "room_table.h"

#include <stdio.h>
#include <string.h>

enum { ROOMS = TEST_IS_FAST ? 3000 : 250, STEPS = 400, PEOPLE = 5 };

/* A room, the log of all its events, and the room as a server sees it that
 * was started anew in between. */
typedef struct house {
    room room;
    room_rules rules;
    int64_t now;
    uint64_t chance;
    uint32_t seen[EVENT_ROOM_CLOSED + 1]; /* [kind]: how often */
    uint32_t answered[OXO_STATUS_COUNT];
    int count;
    event log[STEPS * ROOM_MAX_EVENTS + ROOM_MAX_EVENTS];
} house;

static unsigned pick(house *h, unsigned bound)
{
    return next_random(&h->chance, bound);
}

/* ---- Laws --------------------------------------------------------------- */

static void check_seats(const room *r)
{
    assert_true(r->seats[0].taken);
    assert_true(r->life == ROOM_WAITING || r->life == ROOM_CLOSED ||
                r->seats[1].taken);
    for (int i = 0; i < EVENT_SEATS; i++) {
        const room_seat *s = &r->seats[i];
        const bool sits = s->taken && !s->left && s->player.level == 0;
        assert_int_equal(sits, !event_hash_is_none(&s->player.token));
        assert_true(sits || s->connections == 0);
        assert_true(sits || s->away_since == 0);
        if (sits)
            assert_int_equal(s->away_since == 0, s->connections > 0);
        assert_false(s->left && r->life == ROOM_ACTIVE);
    }
}

static void check_game(const room *r)
{
    oxo_game g;
    room_game(r, &g);
    oxo_position p = oxo_position_start((oxo_variant)r->setup.variant);
    for (int i = 0; i < r->length; i++) {
        assert_int_equal(oxo_position_check(&p, r->moves[i]), OXO_OK);
        assert_true(i == 0 || r->at[i] >= r->at[i - 1]);
        p = oxo_position_play(&p, r->moves[i]);
    }
    assert_same(p, r->now);
    assert_same(p, g.now);
    const oxo_outcome on_board = oxo_position_outcome(&p);
    if (r->life == ROOM_ACTIVE || r->games == 0) {
        assert_int_equal(r->outcome, OXO_ONGOING);
        assert_int_equal(on_board, OXO_ONGOING);
    } else {
        assert_int_not_equal(r->outcome, OXO_ONGOING);
        assert_true(on_board == OXO_ONGOING || on_board == r->outcome);
    }
}

static void check_score(const room *r)
{
    const int both = r->score[0] + r->score[1];
    assert_int_equal(both % 2, 0);
    assert_true(both <= 2 * r->setup.series);
    assert_true(r->life != ROOM_ACTIVE || !room_series_is_over(r));
    assert_int_equal(room_seat_of(r, OXO_X),
                     (r->setup.first_x + (r->games > 0 ? r->games - 1 : 0)) %
                         2);
}

static void check_clocks(const room *r, int64_t now)
{
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const uint32_t clock = room_clock(r, (oxo_mark)mark, now);
        const uint32_t added = (uint32_t)(r->length + 1) / 2;
        assert_true(clock <= r->setup.initial + added * r->setup.increment);
        assert_true(r->setup.initial > 0 || clock == 0);
    }
}

static void check_offer(const room *r)
{
    if (r->offer == EVENT_OFFER_NONE)
        return;
    assert_int_equal(r->life, r->offer == EVENT_OFFER_REMATCH ? ROOM_FINISHED
                                                              : ROOM_ACTIVE);
    assert_true(r->offer_seat < EVENT_SEATS);
    assert_false(r->seats[0].left || r->seats[1].left);
}

static void check_room(const house *h)
{
    const room *r = &h->room;
    check_seats(r);
    check_game(r);
    check_score(r);
    check_clocks(r, h->now);
    check_offer(r);
    assert_int_equal(r->seq, h->count);
    assert_int_equal(room_turn(r) >= 0, r->life == ROOM_ACTIVE);
    assert_true(r->life != ROOM_CLOSED ||
                room_deadline(r, &h->rules) == INT64_MAX);
}

/* The room as it is to somebody who knows its events only. */
static void assert_same_woken(const room *a, const room *b)
{
    room x = *a, y = *b;
    const int64_t later = a->touched + 1000;
    room_wake(&x, later);
    room_wake(&y, later);
    /* Without a game it does not matter when the last turn began. */
    if (x.life != ROOM_ACTIVE)
        x.turned = y.turned = 0;
    assert_same(x, y);
}

/* All events through their bytes and into a new room give the same room. */
static void check_replay(const house *h)
{
    room again;
    room_init(&again, h->room.id);
    for (int i = 0; i < h->count; i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const size_t length = event_encode(&h->log[i], bytes);
        event e = {.room = h->log[i].room,
                   .seq = h->log[i].seq,
                   .at = h->log[i].at,
                   .kind = h->log[i].kind};
        assert_true(event_decode(bytes, length, &e));
        assert_true(room_apply(&again, &e));
    }
    assert_same_woken(&again, &h->room);
}

static void check_snapshot(const house *h)
{
    uint8_t bytes[ROOM_MAX_BYTES];
    room again;
    assert_true(room_restore(bytes, room_save(&h->room, bytes), &again));
    assert_same_woken(&again, &h->room);
}

/* What is in use is all there is: kept and copied, the room is the same to
 * the last byte. */
static void check_copies(const house *h)
{
    uint8_t kept[sizeof(room)];
    room again;
    assert_true(room_keep(&h->room, kept) <= sizeof kept);
    room_recall(kept, &again);
    assert_memory_equal(&again, &h->room, sizeof again);
    memset(&again, 0, sizeof again);
    room_copy(&again, &h->room);
    assert_memory_equal(&again, &h->room, sizeof again);
}

/* ---- Chance ------------------------------------------------------------- */

static event_setup random_setup(house *h)
{
    event_setup setup = {.variant = (uint8_t)pick(h, OXO_VARIANTS),
                         .series = (uint8_t)(2 * pick(h, 3) + 1),
                         .first_x = (uint8_t)pick(h, 2),
                         .is_public = pick(h, 2) == 0};
    if (pick(h, 2) == 0) {
        setup.initial = 1 + pick(h, 100000);
        setup.increment = pick(h, 2) * pick(h, 3000);
    }
    return setup;
}

/* Mostly a legal move of the side to move, so that games come to an end;
 * sometimes anything, from anybody, at any ply. */
static void random_move(house *h, room_command *c)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&h->room.now, moves);
    const int turn = room_turn(&h->room);
    c->move = (int)pick(h, 100) - 10;
    c->ply = (uint8_t)(h->room.length + pick(h, 3) - 1);
    if (turn < 0 || count == 0 || pick(h, 10) == 0)
        return;
    c->seat = (uint8_t)turn;
    c->move = moves[pick(h, (unsigned)count)];
    c->ply = pick(h, 8) == 0 ? ROOM_ANY_PLY : h->room.length;
}

static room_command random_command(house *h)
{
    const int who = 1 + (int)pick(h, PEOPLE);
    room_command c = {.seat = ROOM_BY_TOKEN,
                      .token = token_of(who),
                      .player = person(who),
                      .offer = (event_offer)pick(h, EVENT_OFFER_COUNT + 1)};
    const unsigned kind = pick(h, 100);
    if (kind < 70) {
        c.verb = ROOM_MOVE;
        random_move(h, &c);
    } else if (kind < 80) {
        c.verb = ROOM_OFFER;
    } else if (kind < 87) {
        c.verb = ROOM_ACCEPT;
    } else if (kind < 90) {
        c.verb = ROOM_DECLINE;
    } else if (kind < 94) {
        c.verb = ROOM_TICK;
    } else if (kind < 98) {
        c.verb = ROOM_JOIN;
    } else {
        c.verb = pick(h, 4) == 0 ? ROOM_LEAVE : ROOM_RESIGN;
    }
    return c;
}

static void pass_time(house *h)
{
    static const unsigned steps[] = {1, 100, 3000, 40000};
    h->now += pick(h, steps[pick(h, 4)] + 1);
    if (pick(h, 300) == 0)
        h->now += h->rules.idle;
    if (pick(h, 50) == 0)
        h->now -= pick(h, 5000); /* somebody set the clock back */
}

static void come_and_go(house *h)
{
    const int seat = (int)pick(h, EVENT_SEATS);
    if (pick(h, 3) > 0)
        room_connect(&h->room, seat, h->now);
    else
        room_disconnect(&h->room, seat, h->now);
    if (pick(h, 200) == 0)
        room_wake(&h->room, h->now);
}

/* ---- Playing ------------------------------------------------------------ */

static void keep(house *h, const room_events *events)
{
    for (int i = 0; i < events->count; i++) {
        h->seen[events->list[i].kind]++;
        h->log[h->count++] = events->list[i];
        assert_true(room_apply(&h->room, &events->list[i]));
    }
}

static void ask(house *h)
{
    const room before = h->room;
    const room_command c = random_command(h);
    const bool due = h->now >= room_deadline(&before, &h->rules);
    room_events out;
    const oxo_status status =
        room_decide(&h->room, &h->rules, &c, h->now, &out);
    h->answered[status]++;
    assert_same(before, h->room);
    /* Only time brings something about without being asked. */
    assert_true(status == OXO_OK || out.count == 0 || due);
    assert_true(!due || out.count > 0);
    keep(h, &out);
    if (out.count == 0)
        assert_same(before, h->room);
    assert_true(room_deadline(&h->room, &h->rules) > h->now ||
                h->room.touched > h->now);
}

static void begin(house *h)
{
    const event_setup setup = random_setup(h);
    const event_player maker = person(1);
    room_events out;
    h->rules = room_default_rules();
    h->now = TABLE_BEGIN + pick(h, 1000);
    h->count = 0;
    room_init(&h->room, TABLE_ID);
    const int computer = pick(h, 3) == 0 ? 1 + (int)pick(h, 10) : 0;
    assert_int_equal(
        room_create(TABLE_ID, &setup, &maker, computer, h->now, &out), OXO_OK);
    keep(h, &out);
    room_connect(&h->room, 0, h->now);
}

static void live(house *h)
{
    begin(h);
    for (int i = 0; i < STEPS && h->room.life != ROOM_CLOSED; i++) {
        ask(h);
        check_room(h);
        check_copies(h);
        pass_time(h);
        if (pick(h, 4) == 0)
            come_and_go(h);
        if (pick(h, 20) == 0)
            check_snapshot(h);
    }
    ask(h); /* perhaps of a closed room */
    check_snapshot(h);
    check_replay(h);
}

static void no_law_is_broken_by_random_commands(void **state)
{
    (void)state;
    static house h;
    const long rooms = number_from_env("OXO_PROPERTY_GAMES", ROOMS);
    const long seed = number_from_env("OXO_PROPERTY_SEED", 1);
    print_message("# rooms %ld, seed %ld\n", rooms, seed);
    h.chance = (uint64_t)seed;
    for (long i = 0; i < rooms; i++)
        live(&h);
    for (int kind = EVENT_ROOM_CREATED; kind <= EVENT_ROOM_CLOSED; kind++)
        if (h.seen[kind] == 0)
            fail_msg("%s never happened", event_kind_word((event_kind)kind));
    static const oxo_status wanted[] = {
        OXO_OK,           OXO_GAME_NOT_ACTIVE, OXO_NOT_IN_ROOM,
        OXO_CONFLICT,     OXO_NOT_YOUR_TURN,   OXO_INVALID_POSITION,
        OXO_WRONG_BOARD,  OXO_CELL_OCCUPIED,   OXO_ROOM_FULL,
        OXO_NO_OFFER,     OXO_NOTHING_TO_UNDO, OXO_INVALID_MESSAGE,
        OXO_BOARD_CLOSED, OXO_ROOM_NOT_FOUND,  OXO_RECONNECT_EXPIRED};
    for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
        if (h.answered[wanted[i]] == 0)
            fail_msg("%s was never answered", oxo_status_word(wanted[i]));
}

TEST_GROUP("random-rooms")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_law_is_broken_by_random_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
