/* test-store-file.c - a store in a file: whose it is, what it survives. */
#include "store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "play.h"
#include "store_kit.h"

enum { ROOM = 0x123456 };

typedef struct place {
    char *folder;
    char *file;
    story t;
} place;

static int set_up(void **state)
{
    place *p = calloc(1, sizeof(*p));
    p->folder = scratch_make();
    p->file = strdup(fresh_place(scratch_path(p->folder, "oxo.db")));
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    place *p = *state;
    scratch_remove(p->folder);
    story_clear(&p->t);
    free(p->file);
    free(p);
    return 0;
}

/* Tries to open; returns the error, and fails the test if there is none. */
static int refusal(const char *file, bool create, const char *says)
{
    const store_options options = {.place = file, .create = create};
    store *s = NULL;
    const int error = store_open(&options, &s);
    assert_null(s);
    assert_non_null(strstr(store_error(NULL), file));
    if (!strstr(store_error(NULL), says))
        fail_msg("'%s' does not say '%s'", store_error(NULL), says);
    return error;
}

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    char buffer[65536];
    assert_non_null(in);
    assert_non_null(out);
    for (size_t n; (n = fread(buffer, 1, sizeof(buffer), in)) > 0;)
        assert_int_equal(fwrite(buffer, 1, n, out), n);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* What a power cut would leave: the files as they are now. */
static const char *crashed_copy(const place *p)
{
    char wal[700];
    const char *copy = scratch_path(p->folder, "crashed.db");
    copy_file(p->file, copy);
    snprintf(wal, sizeof(wal), "%s-wal", p->file);
    copy_file(wal, scratch_path(p->folder, "crashed.db-wal"));
    return copy;
}

static void write_text(const char *file, const char *text)
{
    FILE *out = fopen(file, "wb");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static size_t read_file(const char *file, char *out, size_t size)
{
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    const size_t length = fread(out, 1, size, in);
    fclose(in);
    return length;
}

/* ---- Opening ------------------------------------------------------------ */

static void what_was_appended_is_there_afterwards(void **state)
{
    place *p = *state;
    story_of_rooms(&p->t, ROOM, 10, 20, 1);
    const int half = p->t.count / 2;
    store *s = store_at(p->file);
    append_some(s, &p->t, 0, half);
    store_close(s);
    s = store_at(p->file);
    append_some(s, &p->t, half, p->t.count);
    store_close(s);
    s = store_at(p->file);
    assert_log_is(s, &p->t);
    assert_sound(s);
    store_close(s);
}

static void a_crash_loses_nothing(void **state)
{
    place *p = *state;
    story_of_rooms(&p->t, ROOM, 10, 20, 2);
    const int half = p->t.count / 2;
    store *s = store_at(p->file);
    append_some(s, &p->t, 0, half / 2);
    store_close(s); /* the rooms are in the file, as of here */
    s = store_at(p->file);
    append_some(s, &p->t, half / 2, half);

    store *after = store_at(crashed_copy(p));
    append_some(after, &p->t, half, p->t.count);
    assert_log_is(after, &p->t);
    assert_sound(after);
    store_close(after);
    store_close(s);
}

static void a_second_writer_is_refused(void **state)
{
    place *p = *state;
    store *s = store_at(p->file);
    assert_int_equal(refusal(p->file, true, "in use by another oxo"), -EBUSY);
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    append_all(s, &p->t, 2);
    store_close(s);
    s = store_at(p->file);
    store_close(s);
}

static void another_name_leads_to_the_same_lock(void **state)
{
    place *p = *state;
    const char *name = scratch_path(p->folder, "alias.db");
    store *s = store_at(p->file);
    assert_int_equal(symlink(p->file, name), 0);
    assert_int_equal(refusal(name, true, "in use"), -EBUSY);
    store_close(s);
}

static void a_missing_file_is_made_only_if_asked(void **state)
{
    place *p = *state;
    struct stat file;
    assert_int_equal(refusal(p->file, false, "No such file"), -ENOENT);
    assert_int_equal(stat(p->file, &file), -1);
    const store_options look = {.place = p->file, .read_only = true};
    store *s = NULL;
    assert_int_equal(store_open(&look, &s), -ENOENT);
    assert_int_equal(stat(p->file, &file), -1);
}

static void a_file_is_its_owners_alone(void **state)
{
    place *p = *state;
    char wal[700];
    struct stat file;
    store *s = store_at(p->file);
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    append_all(s, &p->t, 2);
    assert_int_equal(stat(p->file, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    snprintf(wal, sizeof(wal), "%s-wal", p->file);
    assert_int_equal(stat(wal, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    store_close(s);
}

static void nothing_is_left_beside_a_closed_store(void **state)
{
    place *p = *state;
    store_close(store_at(p->file));
    struct stat file;
    static const char *const names[] = {"oxo.db-wal", "oxo.db-shm",
                                        "oxo.db.lock"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(stat(scratch_path(p->folder, names[i]), &file), -1);
}

/* ---- Files of others ---------------------------------------------------- */

static void garbage_is_refused(void **state)
{
    place *p = *state;
    write_text(p->file, "This is a text, and nobody's database at all. But it "
                        "is longer than a header, which has 100 bytes.");
    assert_int_equal(refusal(p->file, true, "not a store of oxo"), -EUCLEAN);
    assert_int_equal(refusal(p->file, false, "not a store of oxo"), -EUCLEAN);
}

static void another_programs_database_is_refused_unchanged(void **state)
{
    place *p = *state;
    char before[8192], after[8192];
    change_behind(p->file, "CREATE TABLE theirs(x)");
    const size_t length = read_file(p->file, before, sizeof(before));
    assert_int_equal(refusal(p->file, true, "not a store of oxo"), -EUCLEAN);
    assert_int_equal(read_file(p->file, after, sizeof(after)), length);
    assert_memory_equal(before, after, length);
}

static void an_empty_file_becomes_a_store_only_if_asked(void **state)
{
    place *p = *state;
    write_text(p->file, "");
    assert_int_equal(refusal(p->file, false, "not a store of oxo"), -EUCLEAN);
    store_close(store_at(p->file));
}

static void a_newer_version_is_refused_with_both_numbers(void **state)
{
    place *p = *state;
    store_close(store_at(p->file));
    change_behind(p->file, on_postgres() ? "UPDATE store SET version = 99"
                                         : "PRAGMA user_version = 99");
    assert_int_equal(refusal(p->file, true, "version 99"), -EPROTO);
    assert_non_null(strstr(store_error(NULL),
                           on_postgres() ? "for version 2" : "for version 1"));
    assert_non_null(strstr(store_error(NULL), "newer oxo"));
}

/* ---- Beside a server ---------------------------------------------------- */

static bool count_one(const event *e, void *context)
{
    (void)e;
    ++*(int *)context;
    return true;
}

static void a_reader_follows_the_writer(void **state)
{
    place *p = *state;
    int seen = 0;
    store *s = store_at(p->file);
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    append_all(s, &p->t, 2);
    store *reader = store_to_read(p->file);
    assert_int_equal(store_load(reader, ROOM, 1, count_one, &seen), 0);
    assert_int_equal(seen, 2);
    const int before = p->t.count;
    actor_play(&a, &p->t, "a b c");
    actor_close(&a, &p->t);
    append_some(s, &p->t, before, p->t.count);
    seen = 0;
    assert_int_equal(store_load(reader, ROOM, 1, count_one, &seen), 0);
    assert_int_equal(seen, p->t.count);
    assert_log_is(reader, &p->t);
    assert_sound(reader);
    store_close(reader);
    store_close(s);
}

static void a_reader_changes_nothing(void **state)
{
    place *p = *state;
    bool conflict[2];
    store_close(store_at(p->file));
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    store *reader = store_to_read(p->file);
    assert_int_equal(store_append(reader, p->t.list, p->t.count, conflict),
                     -EROFS);
    assert_int_equal(store_rebuild(reader, NULL, NULL), -EROFS);
    assert_int_equal(store_work(reader), 0);
    store_close(reader);
}

/* Somebody with a tool of their own holds SQLite's write lock. */
static void a_file_locked_by_another_program_is_busy(void **state)
{
    place *p = *state;
    bool conflict[2];
    sqlite3 *db;
    store *s = store_at(p->file);
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    assert_int_equal(sqlite3_open(p->file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", 0, 0, 0), SQLITE_OK);
    assert_int_equal(store_append(s, p->t.list, p->t.count, conflict), -EBUSY);
    assert_non_null(strstr(store_error(s), "locked"));
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    append_all(s, &p->t, 2);
    assert_log_is(s, &p->t);
    store_close(s);
}

/* ---- Live rooms --------------------------------------------------------- */

/* What store_load_live() said of a few rooms. */
typedef struct woken {
    event_room room;
    uint32_t snapshot; /* its seq, as its bytes say; 0: none */
    uint32_t first, last;
} woken;

typedef struct waking {
    woken list[64];
    int count;
    int stop_after;
} waking;

static woken *woken_room(waking *w, event_room room)
{
    for (int i = 0; i < w->count; i++)
        if (w->list[i].room == room)
            return &w->list[i];
    assert_true(w->count < 64);
    w->list[w->count] = (woken){.room = room};
    return &w->list[w->count++];
}

static bool wake(event_room room, const uint8_t *snapshot, size_t length,
                 const event *e, void *context)
{
    waking *w = context;
    woken *r = woken_room(w, room);
    if (snapshot) {
        assert_null(e);
        assert_int_equal(length, sizeof(uint32_t));
        assert_int_equal(r->last, 0);
        memcpy(&r->snapshot, snapshot, length);
        return true;
    }
    assert_int_equal(e->room, room);
    assert_int_equal(e->seq, (r->last ? r->last : r->snapshot) + 1);
    if (!r->first)
        r->first = e->seq;
    r->last = e->seq;
    return --w->stop_after != 0;
}

/* All live rooms of the story, and none besides, wake up. */
static void assert_wakes(store *s, const story *t)
{
    waking w = {.count = 0};
    assert_int_equal(store_load_live(s, wake, &w), 0);
    for (int i = 0; i < t->count; i++) {
        uint32_t last = t->list[i].seq;
        bool closed = false;
        for (int k = i; k < t->count; k++)
            if (t->list[k].room == t->list[i].room) {
                last = t->list[k].seq;
                closed = t->list[k].kind == EVENT_ROOM_CLOSED;
            }
        if (closed)
            continue;
        woken *r = woken_room(&w, t->list[i].room);
        assert_int_equal(r->last ? r->last : r->snapshot, last);
    }
    for (int i = 0; i < w.count; i++)
        assert_true(w.list[i].last || w.list[i].snapshot);
}

static void live_rooms_wake_with_all_their_events(void **state)
{
    place *p = *state;
    story_of_rooms(&p->t, ROOM, 30, 40, 3);
    store *s = store_at(p->file);
    assert_wakes(s, &(story){0});
    append_all(s, &p->t, 100);
    assert_wakes(s, &p->t);
    store_close(s);
    s = store_at(p->file);
    assert_wakes(s, &p->t);
    store *reader = store_to_read(p->file);
    assert_wakes(reader, &p->t);
    store_close(reader);
    store_close(s);
}

/* It is found from its end, not by reading all that came after it. */
static void a_room_that_slept_long_wakes_like_the_others(void **state)
{
    place *p = *state;
    actor a = actor_open(&p->t, 1, OXO_CLASSIC);
    actor_start(&a, &p->t);
    story_of_rooms(&p->t, ROOM, 5, 150, 4);
    actor_offer(&a, &p->t);
    story_of_rooms(&p->t, ROOM + 1, 5, 20, 5);
    store *s = store_at(p->file);
    append_all(s, &p->t, 500);
    assert_wakes(s, &p->t);
    assert_log_is(s, &p->t);
    store_close(s);
}

static void waking_stops_when_told(void **state)
{
    place *p = *state;
    waking w = {.stop_after = 5};
    story_of_rooms(&p->t, ROOM, 4, 8, 6);
    store *s = store_at(p->file);
    append_all(s, &p->t, 100);
    assert_int_equal(store_load_live(s, wake, &w), 0);
    uint32_t seen = 0;
    for (int i = 0; i < w.count; i++)
        seen += w.list[i].last;
    assert_int_equal(seen, 5);
    store_close(s);
}

/* ---- Snapshots ---------------------------------------------------------- */

static void keep(store *s, event_room room, uint32_t seq)
{
    const store_snapshot shot = {.room = room,
                                 .seq = seq,
                                 .bytes = (const uint8_t *)&seq,
                                 .length = sizeof(seq)};
    assert_int_equal(write_snapshot(s, &shot), 0);
}

static woken wake_one(store *s)
{
    waking w = {.count = 0};
    assert_int_equal(store_load_live(s, wake, &w), 0);
    assert_int_equal(w.count, 1);
    return w.list[0];
}

static void a_room_wakes_from_its_newest_snapshot(void **state)
{
    place *p = *state;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 8; i++)
        actor_offer(&a, &p->t);
    store *s = store_at(p->file);
    append_some(s, &p->t, 0, 6);
    keep(s, ROOM, 6);
    woken r = wake_one(s);
    assert_int_equal(r.snapshot, 6);
    assert_int_equal(r.first, 0);
    append_some(s, &p->t, 6, 10);
    keep(s, ROOM, 4); /* older: it does not count */
    r = wake_one(s);
    assert_int_equal(r.snapshot, 6);
    assert_int_equal(r.first, 7);
    assert_int_equal(r.last, 10);
    keep(s, ROOM, 8); /* not of the last event */
    r = wake_one(s);
    assert_int_equal(r.snapshot, 8);
    assert_int_equal(r.first, 9);
    assert_int_equal(r.last, 10);
    assert_sound(s);
    store_close(s);
    s = store_at(p->file);
    assert_int_equal(wake_one(s).snapshot, 8);
    store_close(s);
}

static void a_snapshot_of_what_is_not_stored_is_passed_over(void **state)
{
    place *p = *state;
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    store *s = store_at(p->file);
    append_all(s, &p->t, 2);
    keep(s, ROOM, 3);
    keep(s, ROOM, 0);
    keep(s, ROOM + 1, 1);
    const woken r = wake_one(s);
    assert_int_equal(r.room, ROOM);
    assert_int_equal(r.snapshot, 0);
    assert_sound(s);
    store_close(s);
}

/* The room that it was taken of has decided something that another one was
 * faster in. */
static void a_snapshot_of_what_was_refused_is_passed_over(void **state)
{
    place *p = *state;
    bool conflict = false;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&a, &p->t);
    store *s = store_at(p->file);
    append_all(s, &p->t, 3);
    store_bundle late = bundle_of(&p->t, 2, 3);
    const store_snapshot shot = {
        .room = ROOM, .seq = 3, .bytes = (const uint8_t *)"late", .length = 4};
    const store_change change = {.batch = store_bundle_batch(&late),
                                 .ret_conflict = &conflict,
                                 .snapshots = &shot,
                                 .snapshot_count = 1};
    assert_int_equal(store_commit(s, &change, 1), 0);
    assert_true(conflict);
    assert_int_equal(wake_one(s).snapshot, 0);
    keep(s, ROOM, 3); /* the room itself can have one */
    assert_int_equal(wake_one(s).snapshot, 3);
    store_bundle_free(&late);
    store_close(s);
}

static void a_closed_room_has_no_snapshot(void **state)
{
    place *p = *state;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_close(&a, &p->t);
    store *s = store_at(p->file);
    append_some(s, &p->t, 0, 2);
    keep(s, ROOM, 2);
    append_some(s, &p->t, 2, 3);
    keep(s, ROOM, 3);
    waking w = {.count = 0};
    assert_int_equal(store_load_live(s, wake, &w), 0);
    assert_int_equal(w.count, 0);
    assert_sound(s);
    store_close(s);
}

/* ---- Copies ------------------------------------------------------------- */

static void a_backup_beside_the_writer_is_the_store(void **state)
{
    place *p = *state;
    const char *copy = scratch_path(p->folder, "copy.db");
    story_of_rooms(&p->t, ROOM, 10, 20, 7);
    const int half = p->t.count / 2;
    struct stat file;
    store *s = store_at(p->file);
    append_some(s, &p->t, 0, half);
    store *reader = store_to_read(p->file);
    assert_int_equal(store_backup(reader, copy, NULL, NULL), 0);
    store_close(reader);
    assert_int_equal(stat(copy, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    append_some(s, &p->t, half, p->t.count);
    store_close(s);

    s = store_at(copy);
    append_some(s, &p->t, half, p->t.count);
    assert_log_is(s, &p->t);
    assert_sound(s);
    store_close(s);
}

static bool give_up(double done, void *context)
{
    (void)context;
    assert_true(done >= 0 && done <= 1);
    return false;
}

static void a_backup_never_overwrites(void **state)
{
    place *p = *state;
    const char *copy = scratch_path(p->folder, "copy.db");
    write_text(copy, "precious");
    store *s = store_at(p->file);
    assert_int_equal(store_backup(s, copy, NULL, NULL), -EEXIST);
    char text[16] = "";
    assert_int_equal(read_file(copy, text, sizeof(text)), 8);
    assert_string_equal(text, "precious");
    store_close(s);
}

static void a_backup_that_is_given_up_leaves_nothing(void **state)
{
    place *p = *state;
    struct stat file;
    const char *copy = scratch_path(p->folder, "copy.db");
    story_of_rooms(&p->t, ROOM, 40, 2000, 8);
    store *s = store_at(p->file);
    append_all(s, &p->t, 10000);
    work_off(s);
    assert_int_equal(store_backup(s, copy, give_up, NULL), -EINTR);
    assert_int_equal(stat(copy, &file), -1);
    store_close(s);
}

TEST_GROUP("store-file")
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(what_was_appended_is_there_afterwards),
        CASE(a_second_writer_is_refused),
        CASE(a_newer_version_is_refused_with_both_numbers),
        CASE(a_reader_follows_the_writer),
        CASE(a_reader_changes_nothing),
        CASE(live_rooms_wake_with_all_their_events),
        CASE(a_room_that_slept_long_wakes_like_the_others),
        CASE(waking_stops_when_told),
        CASE(a_room_wakes_from_its_newest_snapshot),
        CASE(a_snapshot_of_what_is_not_stored_is_passed_over),
        CASE(a_snapshot_of_what_was_refused_is_passed_over),
        CASE(a_closed_room_has_no_snapshot),
        CASE(a_backup_beside_the_writer_is_the_store),
        CASE(a_backup_never_overwrites),
        CASE(a_backup_that_is_given_up_leaves_nothing),
    };
    const struct CMUnitTest of_files[] = {
        CASE(a_crash_loses_nothing),
        CASE(another_name_leads_to_the_same_lock),
        CASE(a_missing_file_is_made_only_if_asked),
        CASE(a_file_is_its_owners_alone),
        CASE(nothing_is_left_beside_a_closed_store),
        CASE(garbage_is_refused),
        CASE(another_programs_database_is_refused_unchanged),
        CASE(an_empty_file_becomes_a_store_only_if_asked),
        CASE(a_file_locked_by_another_program_is_busy),
    };
    return run_for_store(tests, sizeof(tests) / sizeof(*tests), of_files,
                         sizeof(of_files) / sizeof(*of_files));
}
