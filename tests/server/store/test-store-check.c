/* test-store-check.c - every fault is found, and what is derived is mended. */
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "store_kit.h"

enum { ROOM = 4711 };

typedef struct place {
    char *folder;
    char *file;
    story t;
} place;

static void keep_snapshot(store *s)
{
    const store_snapshot shot = {.room = ROOM + 1,
                                 .seq = 3,
                                 .bytes = (const uint8_t *)"x",
                                 .length = 1};
    assert_int_equal(write_snapshot(s, &shot), 0);
}

/* A small store: one closed room with three games (so many moves that the
 * events have known places), one live room, and random ones. */
static int set_up(void **state)
{
    place *p = calloc(1, sizeof(*p));
    p->folder = scratch_make();
    p->file = strdup(fresh_place(scratch_path(p->folder, "oxo.db")));
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_play(&a, &p->t, "a d b e c"); /* events 3 to 9 */
    actor_play(&a, &p->t, "e a");       /* 10 to 13 */
    actor_close(&a, &p->t);             /* 14 */
    actor b = actor_open(&p->t, ROOM + 1, OXO_CLASSIC);
    actor_start(&b, &p->t);
    story_of_rooms(&p->t, 100000, 8, 16, 12);
    store *s = store_at(p->file);
    append_all(s, &p->t, 40);
    const store_snapshot shot = {.room = ROOM + 1,
                                 .seq = 3,
                                 .bytes = (const uint8_t *)"x",
                                 .length = 1};
    assert_int_equal(write_snapshot(s, &shot), 0);
    store_close(s);
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

typedef struct looking {
    const char *phrase;
    int found;
} looking;

static void look_for(const char *sentence, void *context)
{
    looking *l = context;
    if (strstr(sentence, l->phrase))
        l->found++;
    else
        print_message("# also: %s\n", sentence);
}

/* Checks; returns how many faults, one of which must have the phrase. */
static int faults(const place *p, const char *phrase)
{
    looking l = {.phrase = phrase};
    store *s = store_to_read(p->file);
    const int count = store_check(s, look_for, NULL, &l);
    if (count < 0)
        fail_msg("%s", store_error(s));
    store_close(s);
    if (l.found == 0)
        fail_msg("no fault says '%s'", phrase);
    return count;
}

static void rebuild(const place *p)
{
    store *s = store_at(p->file);
    assert_int_equal(store_rebuild(s, NULL, NULL), 0);
    assert_sound(s);
    assert_log_is(s, &p->t);
    store_close(s);
    s = store_at(p->file);
    keep_snapshot(s); /* a rebuilt store has none */
    assert_sound(s);
    store_close(s);
}

/* ---- Sound -------------------------------------------------------------- */

static void a_sound_store_has_no_faults(void **state)
{
    const place *p = *state;
    store *s = store_to_read(p->file);
    assert_sound(s);
    assert_sound(s); /* the first left nothing behind */
    store_close(s);
}

static bool give_up(double done, void *context)
{
    (void)done;
    (void)context;
    return false;
}

static void ignore(const char *sentence, void *context)
{
    (void)sentence;
    (void)context;
}

static void who_gives_up_changes_nothing(void **state)
{
    place *p = *state;
    story many = {0};
    story_of_rooms(&many, 500000, 8, 200, 13);
    store *s = store_at(p->file);
    append_all(s, &many, 1000);
    work_off(s);
    assert_true(store_check(s, ignore, give_up, NULL) < 0);
    assert_true(store_rebuild(s, give_up, NULL) < 0);
    assert_sound(s);
    store_close(s);
    story_clear(&many);
}

/* ---- The log ------------------------------------------------------------ */

static void a_missing_event_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file, "DELETE FROM events WHERE id = 5");
    faults(p, "earlier events are missing");
}

static void a_missing_beginning_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file, "DELETE FROM events WHERE id = 1");
    faults(p, "there is no such room");
}

static void a_second_beginning_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET room = 4712, back = 0, seq = 1, kind = 1,"
                  " data = (SELECT data FROM events WHERE id = 1)"
                  " WHERE id = 17");
    faults(p, "the room exists already");
}

static void an_event_that_cannot_be_read_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file, "UPDATE events SET data = x'ff' WHERE id = 4");
    faults(p, "event 4 cannot be read");
}

static void an_event_that_leads_astray_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file, "UPDATE events SET back = back + 1 WHERE id = 8");
    assert_int_equal(faults(p, "event 8 does not lead back"), 1);
}

static void a_time_that_goes_back_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file, "UPDATE events SET at = at + 259200000"
                           " WHERE id = 5");
    assert_int_equal(faults(p, "it is older than the previous event"), 1);
    change_behind(p->file, "UPDATE events SET at = at - 2 * 259200000"
                           " WHERE id = 5");
    assert_int_equal(faults(p, "it is older than the previous event"), 1);
}

static void an_illegal_move_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET data ="
                  " (SELECT data FROM events WHERE id = 4) WHERE id = 5");
    faults(p, "the move is illegal");
}

static void a_move_outside_a_game_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET kind = 8, data = x'010001' WHERE id = 3");
    faults(p, "no game is being played");
}

static void a_game_with_other_moves_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET data ="
                  " (SELECT data FROM events WHERE id = 9) WHERE id = 13");
    faults(p, "another game ended");
}

static void games_not_counted_one_by_one_are_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET data ="
                  " (SELECT data FROM events WHERE id = 3) WHERE id = 10");
    faults(p, "the number of the game is not the next one");
}

static void a_game_that_does_not_end_is_found(void **state)
{
    const place *p = *state;
    change_behind(p->file,
                  "UPDATE events SET kind = 8, data = x'010001' WHERE id = 9");
    faults(p, "the previous game has not ended");
}

/* ---- What is derived ---------------------------------------------------- */

typedef struct damage {
    const char *sql, *phrase;
} damage;

static void find_and_mend(const place *p, const damage *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        change_behind(p->file, list[i].sql);
        faults(p, list[i].phrase);
        rebuild(p);
    }
}

static void damage_to_what_is_derived_is_found_and_mended(void **state)
{
    static const damage list[] = {
        {"UPDATE totals SET draws = draws + 1", "table totals"},
        {"DELETE FROM players", "table players"},
        {"UPDATE explorer SET x_wins = 99 WHERE move = 4", "table explorer"},
        {"UPDATE games SET outcome = 4 - outcome WHERE room = 4711",
         "table games"},
        {"DELETE FROM games WHERE id = 9", "table games"},
        {"UPDATE snapshots SET room = 1", "belongs to no event"},
        {"UPDATE snapshots SET seq = 99", "belongs to no event"},
    };
    find_and_mend(*state, list, sizeof(list) / sizeof(*list));
}

static void damage_to_the_table_of_rooms_is_found_and_mended(void **state)
{
    static const damage file[] = {
        {"DELETE FROM rooms", "table rooms"},
        {"UPDATE rooms SET last = last - 1", "table rooms"},
        {"UPDATE heads SET data = zeroblob(24)", "table of live rooms"},
        {"UPDATE heads SET data = x'00'", "table of live rooms is damaged"},
        {"UPDATE heads SET mark = 1000000", "table of live rooms is damaged"},
        {"DROP INDEX games_by_end; CREATE INDEX games_by_end ON games(id);"
         "DELETE FROM totals",
         "table totals"},
    };
    static const damage database[] = {
        {"DELETE FROM live", "table live"},
        {"INSERT INTO live VALUES(99)", "table live"},
    };
    if (on_postgres())
        find_and_mend(*state, database, sizeof(database) / sizeof(*database));
    else
        find_and_mend(*state, file, sizeof(file) / sizeof(*file));
}

static void a_rebuilt_store_goes_on(void **state)
{
    place *p = *state;
    actor b = {.room = ROOM + 1, .seq = 3, .at = 1800000000000};
    store *s = store_at(p->file);
    assert_int_equal(store_rebuild(s, NULL, NULL), 0);
    const int before = p->t.count;
    actor_offer(&b, &p->t);
    append_some(s, &p->t, before, p->t.count);
    assert_log_is(s, &p->t);
    assert_sound(s);
    store_close(s);
}

/* ---- The file ----------------------------------------------------------- */

static void a_damaged_page_is_found(void **state)
{
    const place *p = *state;
    FILE *file = fopen(p->file, "r+b");
    assert_non_null(file);
    /* The pages behind the first hold the tables' roots. */
    assert_int_equal(fseek(file, 4096 + 8, SEEK_SET), 0);
    for (int i = 0; i < 1500; i++)
        fputc(0x5a, file);
    assert_int_equal(fclose(file), 0);
    const store_options options = {.place = p->file, .read_only = true};
    store *s = NULL;
    if (store_open(&options, &s) != 0)
        return; /* that is found even sooner */
    assert_true(store_check(s, ignore, NULL, NULL) != 0);
    store_close(s);
}

TEST_GROUP("store-check")
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_sound_store_has_no_faults),
        CASE(who_gives_up_changes_nothing),
        CASE(a_missing_event_is_found),
        CASE(a_missing_beginning_is_found),
        CASE(an_event_that_cannot_be_read_is_found),
        CASE(a_time_that_goes_back_is_found),
        CASE(an_illegal_move_is_found),
        CASE(a_move_outside_a_game_is_found),
        CASE(a_game_with_other_moves_is_found),
        CASE(games_not_counted_one_by_one_are_found),
        CASE(a_game_that_does_not_end_is_found),
        CASE(damage_to_what_is_derived_is_found_and_mended),
        CASE(damage_to_the_table_of_rooms_is_found_and_mended),
        CASE(a_rebuilt_store_goes_on),
    };
    const struct CMUnitTest of_files[] = {
        CASE(a_second_beginning_is_found),
        CASE(an_event_that_leads_astray_is_found),
        CASE(a_damaged_page_is_found),
    };
    return run_for_store(tests, sizeof(tests) / sizeof(*tests), of_files,
                         sizeof(of_files) / sizeof(*of_files));
}
