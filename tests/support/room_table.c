#include "room_table.h"

#include "check.h"
#include "play.h"

#include <stdio.h>
#include <string.h>

event_hash token_of(int number)
{
    event_hash hash = {{0}};
    for (size_t i = 0; i < sizeof(hash.bytes); i++)
        hash.bytes[i] = (uint8_t)(number * 16 + (int)i);
    return hash;
}

event_player person(int number)
{
    event_player p;
    memset(&p, 0, sizeof(p));
    p.token = token_of(number);
    p.key = token_of(number + 8);
    snprintf(p.name, sizeof(p.name), "Person %d", number);
    snprintf(p.avatar, sizeof(p.avatar), "%d", number);
    return p;
}

event_setup setup_of(oxo_variant variant)
{
    return (event_setup){.variant = (uint8_t)variant, .series = 1};
}

event_setup setup_with_clock(uint32_t initial, uint32_t increment)
{
    return (event_setup){.variant = OXO_CLASSIC,
                         .series = 1,
                         .initial = initial,
                         .increment = increment};
}

event_setup setup_with_days(uint8_t days)
{
    return (event_setup){.variant = OXO_CLASSIC, .series = 1, .days = days};
}

/* ---- Asking ------------------------------------------------------------- */

static void apply_last(table *t)
{
    for (int i = 0; i < t->last.count; i++) {
        assert_true(t->count < TABLE_LOG);
        t->log[t->count++] = t->last.list[i];
        assert_true(room_apply(&t->room, &t->last.list[i]));
    }
}

oxo_status table_ask(table *t, const room_command *c)
{
    const room before = t->room;
    const oxo_status status =
        room_decide(&t->room, &t->rules, c, t->now, &t->last);
    assert_same(before, t->room);
    apply_last(t);
    return status;
}

oxo_status table_do(table *t, int who, room_verb verb)
{
    const room_command c = {.verb = verb,
                            .seat = ROOM_BY_TOKEN,
                            .token = token_of(who),
                            .player = person(who)};
    return table_ask(t, &c);
}

oxo_status table_offer(table *t, int who, event_offer offer)
{
    const room_command c = {.verb = ROOM_OFFER,
                            .seat = ROOM_BY_TOKEN,
                            .token = token_of(who),
                            .offer = offer};
    return table_ask(t, &c);
}

oxo_status table_claim(table *t, int who, bool draw)
{
    const room_command c = {.verb = ROOM_CLAIM,
                            .seat = ROOM_BY_TOKEN,
                            .token = token_of(who),
                            .draw = draw};
    return table_ask(t, &c);
}

oxo_status table_move(table *t, int who, int ply, int move)
{
    const room_command c = {.verb = ROOM_MOVE,
                            .seat = ROOM_BY_TOKEN,
                            .token = token_of(who),
                            .ply = (uint8_t)ply,
                            .move = move};
    return table_ask(t, &c);
}

oxo_status table_tick(table *t)
{
    return table_do(t, 0, ROOM_TICK);
}

void table_play(table *t, const char *moves)
{
    while (*moves) {
        const room_command c = {.verb = ROOM_MOVE,
                                .seat = (uint8_t)room_turn(&t->room),
                                .ply = t->room.length,
                                .move = move_named(moves)};
        assert_int_equal(table_ask(t, &c), OXO_OK);
        moves += strcspn(moves, " ");
        moves += strspn(moves, " ");
    }
}

const char *table_kinds(const table *t)
{
    static char text[ROOM_MAX_EVENTS * 20];
    text[0] = '\0';
    for (int i = 0; i < t->last.count; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s%s", i > 0 ? " " : "",
                 event_kind_word(t->last.list[i].kind));
    }
    return text;
}

/* ---- Events ------------------------------------------------------------- */

event table_next(const table *t, event_kind kind)
{
    event e;
    memset(&e, 0, sizeof(e));
    e.room = t->room.id;
    e.seq = t->room.seq + 1;
    e.at = t->now;
    e.kind = kind;
    return e;
}

void assert_follows(const table *t, const event *e)
{
    room r = t->room;
    assert_true(room_apply(&r, e));
    assert_int_equal(r.seq, t->room.seq + 1);
}

void assert_does_not_follow(const table *t, const event *e)
{
    room r = t->room;
    assert_false(room_apply(&r, e));
    assert_same(r, t->room);
}

/* ---- Deadlines ---------------------------------------------------------- */

void assert_due_at(table *t, int64_t when, const char *kinds)
{
    assert_int_equal(room_deadline(&t->room, &t->rules), when);
    t->now = when - 1;
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), "");
    t->now = when;
    assert_int_equal(table_tick(t), OXO_OK);
    assert_string_equal(table_kinds(t), kinds);
    for (int i = 0; i < t->last.count; i++)
        assert_int_equal(t->last.list[i].at, when);
}

void assert_nothing_due(const table *t)
{
    assert_true(room_deadline(&t->room, &t->rules) == INT64_MAX);
    assert_false(room_is_ready(&t->room, t->now));
}

/* ---- New rooms ---------------------------------------------------------- */

static void make_room(table *t, const event_setup *setup, int computer)
{
    const event_player maker = person(1);
    memset(t, 0, sizeof(*t));
    t->rules = room_default_rules();
    t->now = TABLE_BEGIN;
    room_init(&t->room, TABLE_ID);
    assert_int_equal(
        room_create(TABLE_ID, setup, &maker, computer, t->now, &t->last),
        OXO_OK);
    apply_last(t);
    assert_false(room_connect(&t->room, 0, t->now));
}

void table_wait(table *t, const event_setup *setup)
{
    make_room(t, setup, 0);
}

void table_fill(table *t, const event_setup *setup)
{
    make_room(t, setup, 0);
    assert_int_equal(table_do(t, 2, ROOM_JOIN), OXO_OK);
}

void table_start(table *t, const event_setup *setup)
{
    table_fill(t, setup);
    assert_false(room_connect(&t->room, 1, t->now));
    assert_int_equal(room_is_ready(&t->room, t->now), setup->initial > 0);
    if (setup->initial > 0)
        assert_int_equal(table_tick(t), OXO_OK);
    assert_int_equal(t->room.life, ROOM_ACTIVE);
}

void table_start_computer(table *t, const event_setup *setup, int level)
{
    make_room(t, setup, level);
}
