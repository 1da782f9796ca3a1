/* room_table.h - a room to play in, with its log and a clock of the test's.
 *
 * Everything goes through room_decide() and room_apply(); what was decided is
 * kept in `last`, and all of it in `log`. */
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

/* A person whose token and key are made of the number. Seat 0 is held by
 * person 1, seat 1 by person 2; nobody else has a seat. */
event_player person(int number);
event_hash token_of(int number);

/* Best of one, no clock, seat 0 is X, by link. */
event_setup setup_of(oxo_variant variant);

/* A room just made, its maker connected; the second one there too, and the
 * game begun; or the computer there instead. */
void table_wait(table *t, const event_setup *setup);
void table_start(table *t, const event_setup *setup);
void table_start_computer(table *t, const event_setup *setup, int level);

/* Asks, and applies what was decided: fails the test if it does not apply, or
 * if the room changed by being asked. */
oxo_status table_ask(table *t, const room_command *c);

/* The same in short. `who` is a person's number. */
oxo_status table_do(table *t, int who, room_verb verb);
oxo_status table_offer(table *t, int who, event_offer offer);
oxo_status table_move(table *t, int who, int ply, int move);
oxo_status table_tick(table *t);

/* Plays moves such as "e a" or "ee ea" in turn, each of which must be fine. */
void table_play(table *t, const char *moves);

/* The kinds of the last decision in words: "move-made game-over". */
const char *table_kinds(const table *t);

#endif /* TESTS_ROOM_TABLE_H */
