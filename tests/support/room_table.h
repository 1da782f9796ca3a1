/* room_table.h - a room to play in, with its log and a clock that the test
 * sets.
 *
 * Everything goes through room_decide() and room_apply(). `last` has the
 * events of the last decision, `log` has all events. */
#ifndef TESTS_ROOM_TABLE_H
#define TESTS_ROOM_TABLE_H

#include "room.h"

enum { TABLE_ID = 12345, TABLE_LOG = 400, TABLE_BEGIN = 1000000 };

typedef struct table {
    room room;
    room_rules rules;
    int64_t now;
    room_events last;
    int count;
    event log[TABLE_LOG];
} table;

/* A person with a token and a key of this number. Person 1 holds seat 0,
 * person 2 holds seat 1, and nobody else has a seat. */
event_player person(int number);
event_hash token_of(int number);

/* Setups are best of one and private; seat 0 is X. The last two are classic.
 */
event_setup setup_of(oxo_variant variant);
event_setup setup_with_clock(uint32_t initial, uint32_t increment);
event_setup setup_with_days(uint8_t days);

/* A new room whose maker is connected; the same with both seats taken, and the
 * second player not connected yet; with both connected and the game started;
 * with the computer on seat 1. */
void table_wait(table *t, const event_setup *setup);
void table_fill(table *t, const event_setup *setup);
void table_start(table *t, const event_setup *setup);
void table_start_computer(table *t, const event_setup *setup, int level);

/* Decides and applies the events. Fails the test if an event does not follow,
 * or if the decision changed the room. */
oxo_status table_ask(table *t, const room_command *c);

/* The same for a person's number. */
oxo_status table_do(table *t, int who, room_verb verb);
oxo_status table_offer(table *t, int who, event_offer offer);
oxo_status table_claim(table *t, int who, bool draw);
oxo_status table_move(table *t, int who, int ply, int move);
oxo_status table_tick(table *t);

/* Plays moves such as "e a" or "ee ea" in turn. Each must be accepted. */
void table_play(table *t, const char *moves);

/* The next event of a kind, with the right room, seq and time. */
event table_next(const table *t, event_kind kind);

/* The event follows from the room, or does not. The room stays as it is. */
void assert_follows(const table *t, const event *e);
void assert_does_not_follow(const table *t, const event *e);

/* Nothing is due a millisecond before `when`; then a tick gives these events.
 * room_deadline() must say so. */
void assert_due_at(table *t, int64_t when, const char *kinds);

/* No tick is ever needed, as things are. */
void assert_nothing_due(const table *t);

/* The kinds of the last decision in words: "move-made game-over". */
const char *table_kinds(const table *t);

#endif /* TESTS_ROOM_TABLE_H */
