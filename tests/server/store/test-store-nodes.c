/* Several servers on one database: who is first, and what is derived by
 * whom. tests/support/postgres.py runs it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "nodes_kit.h"

enum { ROOM = 4711, OTHER = 815 };

static void append(store *s, const story *t, int from, int to, bool *conflict)
{
    const int error = store_append(s, t->list + from, to - from, conflict);
    if (error)
        fail_msg("append: %s", store_error(s));
}

/* ---- Who is first ------------------------------------------------------- */

static void positions_are_in_the_order_of_commits_without_gaps(void **state)
{
    place *p = *state;
    bool conflict[8];
    actor one = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor two = actor_open(&p->t, OTHER, OXO_CLASSIC);
    actor_start(&one, &p->t);
    actor_start(&two, &p->t);
    append(p->a, &p->t, 0, 2, conflict);
    append(p->b, &p->t, 2, 4, conflict);
    append(p->b, &p->t, 4, 5, conflict);
    append(p->a, &p->t, 5, 6, conflict);
    assert_log_is(p->a, &p->t);
    assert_int_equal(number(p, "SELECT max(id) FROM oxo.events"), 6);
    assert_int_equal(number(p, "SELECT position FROM oxo.store"), 6);
    assert_int_equal(store_position(p->a), 6);
}

static void of_two_for_one_seq_exactly_one_wins(void **state)
{
    place *p = *state;
    bool first[4], second[4];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    append(p->a, &p->t, 0, 2, first);
    actor_start(&a, &p->t);
    story rival = {0};
    actor_open(&rival, OTHER, OXO_CLASSIC);
    actor r = actor_open(&rival, ROOM, OXO_CLASSIC);
    actor_start(&r, &rival);
    append(p->a, &p->t, 2, 3, first);
    assert_false(first[0]);
    /* What others were faster in is left out, the rest is stored. */
    const event mixed[] = {rival.list[0], rival.list[4], rival.list[1]};
    assert_int_equal(store_append(p->b, mixed, 3, second), 0);
    assert_false(second[0]);
    assert_true(second[1]);
    assert_false(second[2]);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.events"), 5);
    assert_int_equal(number(p, "SELECT max(id) FROM oxo.events"), 5);
    assert_sound(p->a);
    story_clear(&rival);
}

static void a_room_is_gone_on_with_by_either(void **state)
{
    place *p = *state;
    bool conflict[4];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_play(&a, &p->t, "e a b h");
    actor_close(&a, &p->t);
    for (int i = 0; i < p->t.count; i++) {
        append(i % 2 ? p->a : p->b, &p->t, i, i + 1, conflict);
        assert_false(conflict[0]);
    }
    assert_log_is(p->b, &p->t);
    assert_sound(p->a);
}

static void what_does_not_follow_is_a_conflict(void **state)
{
    place *p = *state;
    bool conflict[16];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&a, &p->t);
    actor_offer(&a, &p->t);
    append(p->a, &p->t, 0, 2, conflict);
    append(p->b, &p->t, 3, 4, conflict); /* a gap */
    assert_true(conflict[0]);
    append(p->b, &p->t, 0, 2, conflict); /* a number in use */
    assert_true(conflict[0] && conflict[1]);
    story closed = {0};
    actor b = actor_open(&closed, OTHER, OXO_CLASSIC);
    actor_close(&b, &closed);
    actor_offer(&b, &closed);
    append(p->a, &closed, 0, 3, conflict);
    append(p->b, &closed, 3, 4, conflict); /* behind the end */
    assert_true(conflict[0]);
    append(p->b, &closed, 0, 1, conflict); /* the number of a closed room */
    assert_true(conflict[0]);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.events"), 5);
    story_clear(&closed);
}

static void a_snapshot_of_what_did_not_happen_is_not_kept(void **state)
{
    place *p = *state;
    bool conflict[4];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&a, &p->t);
    append(p->a, &p->t, 0, 3, conflict);
    story late = {0};
    actor b = actor_open(&late, ROOM, OXO_CLASSIC);
    actor_start(&b, &late);
    store_bundle bundle = bundle_of(&late, 2, 3);
    const store_snapshot shot = {.room = ROOM,
                                 .seq = 3,
                                 .bytes = (const uint8_t *)"wrong",
                                 .length = 5};
    const store_change change = {.batch = store_bundle_batch(&bundle),
                                 .ret_conflict = conflict,
                                 .snapshots = &shot,
                                 .snapshot_count = 1};
    assert_int_equal(store_commit(p->b, &change, 1), 0);
    assert_true(conflict[0]);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.snapshots"), 0);
    store_bundle_free(&bundle);
    story_clear(&late);
}

typedef struct racer {
    store *s;
    const story *t;
    int won, lost;
} racer;

static void *race(void *context)
{
    racer *r = context;
    for (int i = 2; i < r->t->count; i++) {
        bool conflict = false;
        if (store_append(r->s, &r->t->list[i], 1, &conflict) == 0) {
            r->won += !conflict;
            r->lost += conflict;
        }
    }
    return NULL;
}

static void a_race_has_one_winner_at_every_step(void **state)
{
    place *p = *state;
    bool conflict[2];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 200; i++)
        actor_offer(&a, &p->t);
    append(p->a, &p->t, 0, 2, conflict);
    racer racers[2] = {{.s = p->a, .t = &p->t}, {.s = p->b, .t = &p->t}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, race, &racers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(racers[0].won + racers[1].won, 200);
    assert_int_equal(racers[0].won + racers[0].lost, 200);
    assert_log_is(p->a, &p->t);
}

static void games_are_counted_once_whoever_ends_them(void **state)
{
    place *p = *state;
    bool conflict[64];
    store_totals totals;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    const int begun = p->t.count;
    actor_play(&a, &p->t, "e a b h");
    append(p->a, &p->t, 0, begun, conflict);
    append(p->a, &p->t, begun, p->t.count, conflict);
    append(p->b, &p->t, begun, p->t.count, conflict);
    assert_true(conflict[0]);
    assert_int_equal(store_totals_of(p->b, OXO_CLASSIC, &totals), 0);
    assert_int_equal(totals.games, 1);
    assert_sound(p->b);
}

/* ---- Whose answer is lost ----------------------------------------------- */

static void cut_writers(const place *p)
{
    number(p, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
              " WHERE pid <> pg_backend_pid() AND application_name = 'oxo'");
}

/* Holds the row that commits go through, as a server does whose network was
 * cut in the middle of one. */
static void hold(place *p)
{
    PQclear(PQexec(p->db, "SET application_name = 'stuck'"));
    PQclear(PQexec(p->db, "BEGIN"));
    PQclear(PQexec(p->db, "UPDATE oxo.store SET before = before"));
}

static void a_cut_connection_costs_nothing(void **state)
{
    place *p = *state;
    bool conflict[4];
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 20; i++)
        actor_offer(&a, &p->t);
    append(p->a, &p->t, 0, 2, conflict);
    for (int i = 2; i < p->t.count; i++) {
        cut_writers(p);
        int error;
        do
            error =
                store_append(i % 2 ? p->a : p->b, &p->t.list[i], 1, conflict);
        while (error == -EAGAIN);
        assert_int_equal(error, 0);
        assert_false(conflict[0]);
    }
    assert_log_is(p->a, &p->t);
}

static void who_is_stuck_in_a_commit_holds_nobody_up(void **state)
{
    place *p = *state;
    bool conflict[4];
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    hold(p);
    append(p->a, &p->t, 0, 2, conflict);
    PQreset(p->db);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.events"), 2);
}

static void a_store_that_is_served_is_not_had_alone(void **state)
{
    place *p = *state;
    const store_options alone = {.place = p->url};
    store *s = NULL;
    assert_int_equal(store_open(&alone, &s), -EBUSY);
    assert_non_null(strstr(store_error(NULL), "in use by another oxo"));
}

/* Half of what is compared would be of another moment. */
static bool cut_in_the_middle(double done, void *context)
{
    (void)done;
    cut_writers(context);
    return true;
}

static void ignore(const char *sentence, void *context)
{
    (void)sentence;
    (void)context;
}

static void a_check_that_lost_its_connection_says_so(void **state)
{
    enum { EVENTS = 5000 }; /* it says how far it is every 4096 */
    place *p = *state;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    while (p->t.count < EVENTS)
        actor_offer(&a, &p->t);
    append_some(p->a, &p->t, 0, p->t.count);
    store *s = store_to_read(p->url);
    assert_int_equal(store_check(s, ignore, cut_in_the_middle, p), -EAGAIN);
    assert_int_equal(store_check(s, ignore, NULL, NULL), 0);
    store_close(s);
}

/* ---- A start beside others ---------------------------------------------- */

typedef struct start {
    place *p;
    uint32_t seq; /* up to which the room is known */
    bool has_gap, is_disturbed;
} start;

/* While the rooms are loaded another server goes on, and keeps a snapshot. */
static void go_on(start *w)
{
    const store_snapshot shot = {
        .room = ROOM, .seq = 4, .bytes = (const uint8_t *)"4", .length = 1};
    w->is_disturbed = true;
    append_some(w->p->b, &w->p->t, 3, 5);
    assert_int_equal(write_snapshot(w->p->b, &shot), 0);
}

static bool wake_one(event_room id, const uint8_t *snapshot, size_t length,
                     const event *e, void *context)
{
    start *w = context;
    (void)id;
    (void)length;
    if (snapshot)
        w->seq = (uint32_t)(snapshot[0] - '0');
    w->has_gap = w->has_gap || (e && e->seq != w->seq + 1);
    w->seq = e ? e->seq : w->seq;
    if (!w->is_disturbed)
        go_on(w);
    return true;
}

static void rooms_are_loaded_as_of_one_moment(void **state)
{
    place *p = *state;
    const store_snapshot shot = {
        .room = ROOM, .seq = 3, .bytes = (const uint8_t *)"3", .length = 1};
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 3; i++)
        actor_offer(&a, &p->t);
    append_some(p->a, &p->t, 0, 3);
    assert_int_equal(write_snapshot(p->a, &shot), 0);
    start w = {.p = p};
    assert_int_equal(store_load_live(p->a, wake_one, &w), 0);
    assert_true(w.is_disturbed);
    assert_false(w.has_gap);
    assert_int_equal(w.seq, 3);
    /* And that moment is over. */
    w = (start){.p = p, .is_disturbed = true};
    assert_int_equal(store_load_live(p->a, wake_one, &w), 0);
    assert_int_equal(w.seq, 5);
}

/* ---- The archive -------------------------------------------------------- */

static void the_archive_has_a_part_for_every_month(void **state)
{
    static const int64_t ends[] = {
        INT64_C(1),                  /* 1970-01-01 */
        INT64_C(1767225599999),      /* 2025-12-31 23:59:59.999 */
        INT64_C(1767225600000),      /* 2026-01-01 */
        INT64_C(1769904000000),      /* 2026-02-01 */
        INT64_C(253402300800000),    /* 10000-01-01 */
        INT64_C(9000000000000000000) /* whenever */
    };
    enum { ENDS = sizeof(ends) / sizeof(*ends) };
    place *p = *state;
    for (int i = 0; i < ENDS; i++) {
        actor a = actor_open(&p->t, (event_room)(ROOM + i), OXO_CLASSIC);
        actor_play(&a, &p->t, "e a b h");
        for (int k = 0; k < p->t.count; k++)
            if (p->t.list[k].room == a.room)
                p->t.list[k].at = ends[i];
    }
    append_some(p->a, &p->t, 0, p->t.count);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games"), ENDS);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games_2025_12"), 1);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games_2026_01"), 1);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games_2026_02"), 1);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games_1970_01"), 1);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.games_later"), 2);
    assert_sound(p->b);
}

static void a_rebuild_makes_the_parts_it_needs(void **state)
{
    place *p = *state;
    actor a = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_play(&a, &p->t, "e a b h");
    append_some(p->a, &p->t, 0, p->t.count);
    store_close(p->a);
    store_close(p->b);
    PQclear(PQexec(p->db, "DROP TABLE oxo.games_1970_01, oxo.games_2026_01"));
    change_behind(p->url, "DELETE FROM games");
    p->a = store_at(p->url);
    p->b = NULL;
    assert_int_equal(store_rebuild(p->a, NULL, NULL), 0);
    assert_sound(p->a);
}

TEST_GROUP("store-nodes")
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        PLACE_TEST(positions_are_in_the_order_of_commits_without_gaps),
        PLACE_TEST(of_two_for_one_seq_exactly_one_wins),
        PLACE_TEST(a_room_is_gone_on_with_by_either),
        PLACE_TEST(what_does_not_follow_is_a_conflict),
        PLACE_TEST(a_snapshot_of_what_did_not_happen_is_not_kept),
        PLACE_TEST(a_race_has_one_winner_at_every_step),
        PLACE_TEST(games_are_counted_once_whoever_ends_them),
        PLACE_TEST(a_cut_connection_costs_nothing),
        PLACE_TEST(who_is_stuck_in_a_commit_holds_nobody_up),
        PLACE_TEST(a_store_that_is_served_is_not_had_alone),
        PLACE_TEST(a_check_that_lost_its_connection_says_so),
        PLACE_TEST(rooms_are_loaded_as_of_one_moment),
        PLACE_TEST(the_archive_has_a_part_for_every_month),
        PLACE_TEST(a_rebuild_makes_the_parts_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
