/* test-store-versions.c FILE... - a store of every released version is brought
 * forward, and has in it what it had. On PostgreSQL a file is what pg_dump
 * wrote of the schema, as INSERTs.
 *
 * `test-store-versions --write FILE` makes such a file of this version: to be
 * done once, when a version is released, and kept in tests/data. */
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "play.h"
#include "store_kit.h"

enum { ROOM = 987654, LIVE = 111, MOST_BYTES = 1 << 20 };

static char **files;
static int file_count;

static const store_uuid board_id = {{0xca, 0xfe, 0xba, 0xbe}};

/* ---- What is in such a file --------------------------------------------- */

/* Every kind of event, and every part of one that may be missing. */
static void tell(story *t)
{
    const event_player ann = person("Ann \xe2\x98\x85", 1), oxo = computer(7);
    story_of_rooms(t, ROOM, 6, 10, 2024);
    actor a = actor_open_for(t, LIVE, OXO_CLASSIC, &ann, &oxo);
    actor_play(&a, t, "e a b h");
    actor_offer(&a, t);
    actor_play(&a, t, "a d b e c");
    actor_start(&a, t);
}

static int write_file(const char *file)
{
    story t = {0};
    tell(&t);
    const oxo_classic board = classic_after("e a b");
    const store_snapshot shot = {.room = LIVE,
                                 .seq = 5,
                                 .bytes = (const uint8_t *)"snapshot",
                                 .length = 8};
    store *s = store_at(file);
    append_all(s, &t, 10);
    assert_int_equal(store_board_save(s, &board_id, &board), 0);
    assert_int_equal(write_snapshot(s, &shot), 0);
    store_close(s);
    story_clear(&t);
    return 0;
}

/* ---- What has to be in it ----------------------------------------------- */

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

static void load_dump(const char *file, const char *url)
{
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    char *sql = calloc(1, MOST_BYTES);
    assert_non_null(sql);
    const size_t length = fread(sql, 1, MOST_BYTES - 1, in);
    assert_true(length > 0 && length < MOST_BYTES - 1);
    fclose(in);
    change_behind(url, sql);
    free(sql);
}

/* A store of that version, to be changed. */
static const char *lay_out(const char *file, const char *folder)
{
    const char *copy = fresh_place(scratch_path(folder, "old.db"));
    if (on_postgres())
        load_dump(file, copy);
    else
        copy_file(file, copy);
    return copy;
}

static bool wake(event_room room, const uint8_t *snapshot, size_t length,
                 const event *e, void *context)
{
    bool *seen = context;
    if (room != LIVE)
        return true;
    if (e) {
        assert_true(*seen && e->seq > 5);
        return true;
    }
    assert_int_equal(length, 8);
    assert_memory_equal(snapshot, "snapshot", 8);
    *seen = true;
    return true;
}

static void check_file(store *s)
{
    story t = {0};
    store_figures f;
    oxo_classic board;
    store_game g;
    bool seen = false;
    tell(&t);
    assert_log_is(s, &t);
    assert_sound(s);
    assert_int_equal(store_info(s, &f), 0);
    assert_int_equal(f.games, 12);
    const oxo_classic expected = classic_after("e a b");
    assert_int_equal(store_board_get(s, &board_id, &board), 0);
    assert_same(board, expected);
    assert_int_equal(store_load_live(s, wake, &seen), 0);
    assert_true(seen);
    assert_int_equal(store_game_find(s, LIVE, 2, &g), 0);
    assert_int_equal(g.game.outcome, OXO_X_WINS);
    assert_int_equal(g.game.players[OXO_O].level, 7);
    story_clear(&t);
}

static void every_released_version_is_brought_forward(void **state)
{
    (void)state;
    assert_true(file_count > 0);
    for (int i = 0; i < file_count; i++) {
        char *folder = scratch_make();
        const char *copy = lay_out(files[i], folder);
        store *s = store_at(copy);
        check_file(s);
        story t = {0};
        actor_open(&t, 5, OXO_ULTIMATE);
        append_all(s, &t, 2);
        story_clear(&t);
        store_close(s);
        s = store_to_read(copy);
        assert_sound(s);
        store_close(s);
        scratch_remove(folder);
    }
}

static void a_released_file_can_be_looked_at(void **state)
{
    (void)state;
    char *folder = scratch_make();
    const char *copy = lay_out(files[file_count - 1], folder);
    store *s = store_to_read(copy);
    check_file(s);
    store_close(s);
    scratch_remove(folder);
}

TEST_GROUP("store-versions")
{
    const test_arguments arguments = test_group_arguments();
    if (arguments.count == 2 && strcmp(arguments.at[0], "--write") == 0)
        return write_file(arguments.at[1]);
    files = arguments.at;
    file_count = arguments.count;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_released_version_is_brought_forward),
    };
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_released_file_can_be_looked_at),
    };
    return run_for_store(tests, 1, of_files, 1);
}
