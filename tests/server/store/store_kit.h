/* store_kit.h - rooms that play by themselves, and stores to keep them
 * in. */
#ifndef TESTS_STORE_KIT_H
#define TESTS_STORE_KIT_H

#include "store.h"

/* ---- Events ------------------------------------------------------------- */

/* Events, in the order in which they happened. */
typedef struct story {
    event *list;
    int count, allocated;
} story;

void story_clear(story *s);

/* A room that adds its events to a story. */
typedef struct actor {
    event_room room;
    uint32_t seq;
    int64_t at;
    uint16_t games;
    oxo_variant variant;
    event_player players[EVENT_SEATS];
} actor;

/* A person of that name, with a key if `key` is not 0. */
event_player person(const char *name, uint8_t key);
event_player computer(int level);
event_hash key_of(uint8_t key);

/* Makes the room, seats taken by "ann" (key 1) and "bob" (key 2). */
actor actor_open(story *s, event_room room, oxo_variant variant);

/* The same for two players. */
actor actor_open_for(story *s, event_room room, oxo_variant variant,
                     const event_player *x, const event_player *o);

/* A game whose moves are written as in play.h; seat 0 is X. If they don't end
 * it, the side to move resigns. */
void actor_play(actor *a, story *s, const char *moves);

/* A game of random moves, sometimes resigned or with a move taken back. */
void actor_play_random(actor *a, story *s, uint64_t *seed);

/* A move that does not end anything, in a game that was started: event only,
 * not by any rules. */
void actor_start(actor *a, story *s);
void actor_offer(actor *a, story *s);
void actor_close(actor *a, story *s);

/* Never to be changed: files in tests/data were made with it.
 * Many rooms at once, their events mixed, `games` random games in all; about
 * half of the rooms are closed at the end. */
void story_of_rooms(story *s, event_room first, int rooms, int games,
                    uint64_t seed);

/* ---- Stores ------------------------------------------------------------- */

/* A new temporary folder; the folder and what is in it are removed. */
char *scratch_make(void);
void scratch_remove(char *folder);

/* FOLDER/NAME, in a static buffer of its own for each of a few calls. */
const char *scratch_path(const char *folder, const char *name);

/* Where a test keeps a store: in this file, or, if tests/support/postgres.py
 * runs the test, in its database, from which what was there is removed. */
const char *fresh_place(const char *file);
bool on_postgres(void);

/* Changes the store behind its back; bytes are written as x'ff'. */
void change_behind(const char *place, const char *sql);
void change_database(const char *url, const char *sql);

/* Runs the tests that hold for every store and, unless it is PostgreSQL's,
 * those of files. */
struct CMUnitTest;
int run_for_store(const struct CMUnitTest *tests, size_t count,
                  const struct CMUnitTest *of_files, size_t file_count);

/* Opens, and fails the test if it cannot. */
store *store_at(const char *place);
store *store_to_read(const char *place);

/* Appends events `from`..`to` - 1 in one batch, none of which may conflict. */
void append_some(store *s, const story *t, int from, int to);

/* The same, for a commit of one's own; store_bundle_free() it. */
store_bundle bundle_of(const story *t, int from, int to);

/* All of them, in batches of this size. */
void append_all(store *s, const story *t, int batch);

/* Commits a snapshot alone. 0, or why it failed. */
int write_snapshot(store *s, const store_snapshot *shot);

/* Commits a ping alone. 0, or why it failed. */
int ping(store *s);

/* Does all that was left for later. */
void work_off(store *s);

/* Are the store's events those of the story, no more, no less? */
void assert_log_is(store *s, const story *t);

/* Everything in order, and nothing to complain about. */
void assert_sound(store *s);

#endif /* TESTS_STORE_KIT_H */
