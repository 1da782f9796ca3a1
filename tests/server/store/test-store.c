/* test-store.c - the log: what is appended is there, and nothing else. */
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "play.h"
#include "store_kit.h"

enum { ROOM = 0x2a2a2a };

typedef struct memory {
    store *s;
    story t;
} memory;

static int set_up(void **state)
{
    memory *m = calloc(1, sizeof(*m));
    m->s = store_at(fresh_place(":memory:"));
    *state = m;
    return 0;
}

static int tear_down(void **state)
{
    memory *m = *state;
    store_close(m->s);
    story_clear(&m->t);
    free(m);
    return 0;
}

/* Appends some events of the story, and says which were refused. */
static unsigned refused(memory *m, int from, int to)
{
    const int count = to - from;
    bool conflict[32];
    unsigned mask = 0;
    assert_true(count <= 32);
    assert_int_equal(
        store_append(m->s, count ? m->t.list + from : NULL, count, conflict),
        0);
    for (int i = 0; i < count; i++)
        mask |= (unsigned)conflict[i] << i;
    return mask;
}

static bool collect(const event *e, void *context)
{
    story *t = context;
    event *list = realloc(t->list, (size_t)(t->count + 1) * sizeof(*list));
    assert_non_null(list);
    list[t->count++] = *e;
    t->list = list;
    return true;
}

static int events_of(store *s, event_room room, uint32_t from)
{
    story t = {0};
    const int error = store_load(s, room, from, collect, &t);
    for (int i = 0; i < t.count; i++) {
        assert_int_equal(t.list[i].room, room);
        assert_int_equal(t.list[i].seq, from + (uint32_t)i);
    }
    const int count = t.count;
    story_clear(&t);
    return error ? error : count;
}

/* ---- Appending ---------------------------------------------------------- */

static void what_is_appended_is_the_log(void **state)
{
    memory *m = *state;
    story_of_rooms(&m->t, ROOM, 12, 30, 1);
    append_all(m->s, &m->t, 50);
    assert_log_is(m->s, &m->t);
    assert_sound(m->s);
}

static void an_empty_batch_changes_nothing(void **state)
{
    memory *m = *state;
    assert_int_equal(refused(m, 0, 0), 0);
    assert_log_is(m->s, &m->t);
}

static void a_ping_changes_nothing(void **state)
{
    memory *m = *state;
    story_of_rooms(&m->t, ROOM, 2, 3, 1);
    append_all(m->s, &m->t, 50);
    assert_int_equal(ping(m->s), 0);
    assert_log_is(m->s, &m->t);
    assert_sound(m->s);
    assert_int_equal(ping(m->s), 0);
}

/* A database that refuses updates; test-store-faults.c has disks that fail. */
static void a_ping_needs_a_store_that_can_be_written(void **state)
{
    memory *m = *state;
    const char *place = getenv("OXO_TEST_POSTGRES");
    if (!place)
        return;
    change_behind(place, "ALTER TABLE oxo.store ADD CONSTRAINT never"
                         " CHECK (position < 0) NOT VALID");
    assert_true(ping(m->s) < 0);
    change_behind(place, "ALTER TABLE oxo.store DROP CONSTRAINT never");
    assert_int_equal(ping(m->s), 0);
}

static void a_seq_that_is_taken_is_a_conflict(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_start(&a, &m->t);
    assert_int_equal(refused(m, 0, 3), 0);
    assert_int_equal(refused(m, 2, 3), 1);
    assert_log_is(m->s, &m->t);
}

static void a_seq_too_far_is_a_conflict(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_start(&a, &m->t);
    assert_int_equal(refused(m, 0, 1), 0);
    assert_int_equal(refused(m, 2, 3), 1);
    assert_int_equal(events_of(m->s, ROOM, 1), 1);
}

static void an_unknown_room_is_a_conflict(void **state)
{
    memory *m = *state;
    actor_open(&m->t, ROOM, OXO_CLASSIC);
    assert_int_equal(refused(m, 1, 2), 1);
    assert_int_equal(events_of(m->s, ROOM, 1), -ENOENT);
}

static void a_room_with_one_conflict_is_left_out_whole(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_start(&a, &m->t);
    actor_offer(&a, &m->t);
    m->t.list[3].seq++;
    assert_int_equal(refused(m, 0, 4), 0xf);
    assert_int_equal(events_of(m->s, ROOM, 1), -ENOENT);
    m->t.list[3].seq--;
    assert_int_equal(refused(m, 0, 4), 0);
    assert_log_is(m->s, &m->t);
}

static void a_conflict_is_no_matter_of_other_rooms(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_open(&m->t, ROOM + 1, OXO_CLASSIC);
    actor_start(&a, &m->t);
    assert_int_equal(refused(m, 0, 2), 0);
    m->t.list[4].seq++;
    assert_int_equal(refused(m, 2, 5), 1 << 2);
    assert_int_equal(events_of(m->s, ROOM, 1), 2);
    assert_int_equal(events_of(m->s, ROOM + 1, 1), 2);
    assert_sound(m->s);
}

static void a_live_rooms_number_is_in_use(void **state)
{
    memory *m = *state;
    actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_open(&m->t, ROOM, OXO_ULTIMATE);
    assert_int_equal(refused(m, 0, 2), 0);
    assert_int_equal(refused(m, 2, 4), 3);
}

static void a_closed_rooms_number_stays_in_use(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_close(&a, &m->t);
    actor_open(&m->t, ROOM, OXO_ULTIMATE);
    assert_int_equal(refused(m, 0, 3), 0);
    assert_int_equal(refused(m, 3, 5), 3);
    assert_int_equal(events_of(m->s, ROOM, 1), 3);
}

static void nothing_happens_in_a_closed_room(void **state)
{
    memory *m = *state;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_close(&a, &m->t);
    actor_offer(&a, &m->t);
    assert_int_equal(refused(m, 0, 3), 0);
    assert_int_equal(refused(m, 3, 4), 1);
    /* Nor within one batch. */
    actor b = actor_open(&m->t, ROOM + 1, OXO_CLASSIC);
    actor_close(&b, &m->t);
    actor_offer(&b, &m->t);
    assert_int_equal(refused(m, 4, 8), 0xf);
}

/* ---- Several changes at once -------------------------------------------- */

static void a_later_change_that_conflicts_leaves_the_earlier(void **state)
{
    memory *m = *state;
    bool conflict[2][2];
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_start(&a, &m->t);
    m->t.list[2].seq = 2;
    store_bundle bundles[2] = {bundle_of(&m->t, 0, 2), bundle_of(&m->t, 2, 3)};
    const store_change changes[] = {
        {.batch = store_bundle_batch(&bundles[0]),
         .ret_conflict = conflict[0]},
        {.batch = store_bundle_batch(&bundles[1]),
         .ret_conflict = conflict[1]},
    };
    assert_int_equal(store_commit(m->s, changes, 2), 0);
    store_bundle_free(&bundles[0]);
    store_bundle_free(&bundles[1]);
    assert_false(conflict[0][0] || conflict[0][1]);
    assert_true(conflict[1][0]);
    assert_int_equal(events_of(m->s, ROOM, 1), 2);
}

static void a_change_goes_on_where_the_one_before_ended(void **state)
{
    memory *m = *state;
    bool conflict[8];
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_start(&a, &m->t);
    actor_close(&a, &m->t);
    static const int begins[] = {0, 1, 3, 4};
    store_bundle bundles[3];
    store_change changes[3];
    for (int i = 0; i < 3; i++) {
        bundles[i] = bundle_of(&m->t, begins[i], begins[i + 1]);
        changes[i] = (store_change){.batch = store_bundle_batch(&bundles[i]),
                                    .ret_conflict = conflict + begins[i]};
    }
    assert_int_equal(store_commit(m->s, changes, 3), 0);
    for (int i = 0; i < 3; i++)
        store_bundle_free(&bundles[i]);
    for (int i = 0; i < 4; i++)
        assert_false(conflict[i]);
    assert_log_is(m->s, &m->t);
    assert_sound(m->s);
}

/* ---- Reading ------------------------------------------------------------ */

static void a_room_is_loaded_from_a_seq_on(void **state)
{
    memory *m = *state;
    story_of_rooms(&m->t, ROOM, 20, 40, 2);
    append_all(m->s, &m->t, 100);
    uint32_t last = 0;
    for (int i = 0; i < m->t.count; i++)
        if (m->t.list[i].room == ROOM)
            last = m->t.list[i].seq;
    assert_true(last > 4);
    assert_int_equal(events_of(m->s, ROOM, 1), last);
    assert_int_equal(events_of(m->s, ROOM, 4), last - 3);
    assert_int_equal(events_of(m->s, ROOM, last), 1);
    assert_int_equal(events_of(m->s, ROOM, last + 1), 0);
    assert_int_equal(events_of(m->s, ROOM + 1, 1), -ENOENT);
}

static bool stop_at_third(const event *e, void *context)
{
    (void)e;
    return ++*(int *)context < 3;
}

static void loading_stops_when_told(void **state)
{
    memory *m = *state;
    int seen = 0;
    actor a = actor_open(&m->t, ROOM, OXO_CLASSIC);
    actor_play(&a, &m->t, "a b c");
    append_all(m->s, &m->t, 100);
    assert_int_equal(store_load(m->s, ROOM, 1, stop_at_third, &seen), 0);
    assert_int_equal(seen, 3);
}

static bool count_one(const event *e, void *context)
{
    (void)e;
    ++*(int *)context;
    return true;
}

static void the_tail_goes_on_where_it_stopped(void **state)
{
    memory *m = *state;
    story_of_rooms(&m->t, ROOM, 5, 5, 3);
    append_all(m->s, &m->t, 100);
    uint64_t position = 0;
    story seen = {0};
    for (int before = -1; before != seen.count;) {
        before = seen.count;
        assert_int_equal(store_tail(m->s, &position, 7, collect, &seen), 0);
        assert_true(seen.count - before <= 7);
    }
    assert_int_equal(seen.count, m->t.count);
    assert_memory_equal(seen.list, m->t.list,
                        (size_t)seen.count * sizeof(*seen.list));
    story_clear(&seen);

    int stopped = 0, rest = 0;
    position = 0;
    assert_int_equal(store_tail(m->s, &position, 0, stop_at_third, &stopped),
                     0);
    assert_int_equal(store_tail(m->s, &position, 0, count_one, &rest), 0);
    assert_int_equal(stopped + rest, m->t.count);
}

/* ---- Boards ------------------------------------------------------------- */

static void a_board_is_saved_changed_and_deleted(void **state)
{
    memory *m = *state;
    const store_uuid id = {{1, 2, 3}}, other = {{1, 2, 4}};
    const oxo_classic one = classic_after("e"), two = classic_after("e a b");
    oxo_classic got = oxo_classic_start();
    assert_int_equal(store_board_get(m->s, &id, &got), -ENOENT);
    assert_int_equal(store_board_exists(m->s, &id), 0);
    assert_int_equal(store_board_delete(m->s, &id), -ENOENT);
    assert_int_equal(store_board_save(m->s, &id, &one), 0);
    assert_int_equal(store_board_save(m->s, &id, &two), 0);
    assert_int_equal(store_board_get(m->s, &id, &got), 0);
    assert_same(got, two);
    assert_int_equal(store_board_exists(m->s, &id), 1);
    assert_int_equal(store_board_exists(m->s, &other), 0);
    assert_int_equal(store_board_delete(m->s, &id), 0);
    assert_int_equal(store_board_exists(m->s, &id), 0);
}

TEST_GROUP("store")
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(what_is_appended_is_the_log),
        CASE(an_empty_batch_changes_nothing),
        CASE(a_ping_changes_nothing),
        CASE(a_ping_needs_a_store_that_can_be_written),
        CASE(a_seq_that_is_taken_is_a_conflict),
        CASE(a_seq_too_far_is_a_conflict),
        CASE(an_unknown_room_is_a_conflict),
        CASE(a_room_with_one_conflict_is_left_out_whole),
        CASE(a_conflict_is_no_matter_of_other_rooms),
        CASE(a_live_rooms_number_is_in_use),
        CASE(a_closed_rooms_number_stays_in_use),
        CASE(nothing_happens_in_a_closed_room),
        CASE(a_later_change_that_conflicts_leaves_the_earlier),
        CASE(a_change_goes_on_where_the_one_before_ended),
        CASE(a_room_is_loaded_from_a_seq_on),
        CASE(loading_stops_when_told),
        CASE(the_tail_goes_on_where_it_stopped),
        CASE(a_board_is_saved_changed_and_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
