/* room_table.h - a room with its log and a clock that the test sets.
 *
 * All commands go through room_decide() and room_apply(). `last` holds the
 * last decision, `log` holds all decisions. */
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

/* A person whose token and key are made of the number. Person 1 holds seat 0,
 * person 2 holds seat 1; nobody else has a seat. */
event_player person(int number);
event_hash token_of(int number);

/* Setups are best of one and private; seat 0 is X. The last two are classic.
 */
event_setup setup_of(oxo_variant variant);
event_setup setup_with_clock(uint32_t initial, uint32_t increment);
event_setup setup_with_days(uint8_t days);

/* Three ways to begin: a new room with its maker connected; a room with both
 * players, and the game begun; the same with the computer as the second
 * player. */
void table_wait(table *t, const event_setup *setup);
void table_fill(table *t, const event_setup *setup);
void table_start(table *t, const event_setup *setup);
void table_start_computer(table *t, const event_setup *setup, int level);

/* Decides a command and applies the decision. Fails the test if the decision
 * does not apply, or if deciding changed the room. */
oxo_status table_ask(table *t, const room_command *c);

/* A shorter table_ask(). `who` is a person's number. */
oxo_status table_do(table *t, int who, room_verb verb);
oxo_status table_offer(table *t, int who, event_offer offer);
oxo_status table_claim(table *t, int who, bool draw);
oxo_status table_move(table *t, int who, int ply, int move);
oxo_status table_tick(table *t);

/* Plays moves such as "e a" or "ee ea" in turn. Each move must be accepted. */
void table_play(table *t, const char *moves);

/* The kinds of the last decision's events in words: "move-made game-over". */
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
