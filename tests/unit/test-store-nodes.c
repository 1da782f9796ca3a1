/* Several servers on one database: who is first, who hears of it, who is
 * alive. tests/support/postgres.py runs it. */
#include <errno.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "follower.h"
#include "store.h"
#include "test-store-kit.h"

enum { ROOM = 4711, OTHER = 815, PATIENCE_MS = 60000 };

static store *join(const char *place)
{
    const store_options options = {
        .place = place, .create = true, .shared = true};
    store *s = NULL;
    if (store_open(&options, &s) != 0)
        fail_msg("%s", store_error(NULL));
    return s;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void rest(void)
{
    usleep(5000);
}

/* ---- Two servers, and a connection to look behind them ------------------ */

typedef struct place {
    const char *url;
    store *a, *b;
    PGconn *db;
    story t;
} place;

static int set_up(void **state)
{
    static place p;
    p = (place){.url = fresh_place(NULL)};
    p.a = join(p.url);
    p.b = join(p.url);
    p.db = PQconnectdb(p.url);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    place *p = *state;
    store_close(p->a);
    store_close(p->b);
    PQfinish(p->db);
    story_clear(&p->t);
    return 0;
}

static long long number(const place *p, const char *sql)
{
    PGresult *r = PQexec(p->db, sql);
    if (PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(p->db));
    const long long value =
        PQntuples(r) ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : -1;
    PQclear(r);
    return value;
}

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

/* ---- Followers ---------------------------------------------------------- */

typedef struct listener {
    follower *f;
    event heard[256];
    int count, sights;
    store_sight last;
    store_view view;
    bool again;
} listener;

static void no_wake(void *context)
{
    (void)context;
}

static void begin(listener *l, store *s)
{
    *l = (listener){.f = NULL};
    if (follower_create(s, no_wake, NULL, &l->f) != 0)
        fail_msg("%s", store_error(s));
    l->view = *follower_view(l->f);
    assert_int_equal(follower_start(l->f), 0);
}

static void hear(listener *l)
{
    follower_news *news = follower_take(l->f);
    if (!news) {
        rest();
        return;
    }
    const store_batch read = store_bundle_batch(&news->events);
    for (int i = 0; i < read.count; i++)
        assert_true(
            store_entry_read(&read, &read.entries[i], &l->heard[l->count++]));
    for (int i = 0; i < news->sight_count; i++)
        l->last = news->sights[i];
    l->sights += news->sight_count;
    l->view = news->view;
    l->again = l->again || news->again;
    follower_give_back(l->f, news);
}

static void hear_events(listener *l, int count)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    while (l->count < count && now_ms() < end)
        hear(l);
    assert_int_equal(l->count, count);
}

static void hear_nodes(listener *l, int count)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    while (l->view.count != count && now_ms() < end)
        hear(l);
    assert_int_equal(l->view.count, count);
}

static void begin_both(const place *p, listener *a, listener *b)
{
    begin(a, p->a);
    begin(b, p->b);
    hear_nodes(a, 2);
}

static void end_both(const listener *a, const listener *b)
{
    follower_destroy(a->f);
    follower_destroy(b->f);
}

static void assert_heard(const listener *l, const story *t)
{
    assert_int_equal(l->count, t->count);
    for (int i = 0; i < t->count; i++)
        assert_memory_equal(&l->heard[i], &t->list[i], sizeof(event));
}

static void what_one_appends_the_other_hears_in_order(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_play(&room, &p->t, "e a b h");
    for (int i = 0; i < p->t.count; i++)
        append_some(p->a, &p->t, i, i + 1);
    hear_events(&b, p->t.count);
    assert_heard(&b, &p->t);
    end_both(&a, &b);
}

/* A commit that was called a failure was made after all. */
static void what_was_in_doubt_is_read(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&room, &p->t);
    append_some(p->a, &p->t, 0, 1);
    follower_committed(a.f, store_position(p->a));
    append_some(p->a, &p->t, 1, 2);
    follower_failed(a.f);
    append_some(p->a, &p->t, 2, 3);
    follower_committed(a.f, store_position(p->a));
    bool heard = false;
    const int64_t end = now_ms() + PATIENCE_MS;
    while (!heard && now_ms() < end) {
        hear(&a);
        for (int i = 0; i < a.count; i++)
            heard = heard || a.heard[i].seq == 2;
    }
    assert_true(heard);
    end_both(&a, &b);
}

static void who_lost_the_connection_misses_nothing(void **state)
{
    place *p = *state;
    listener b;
    begin(&b, p->b);
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 30; i++)
        actor_offer(&room, &p->t);
    for (int i = 0; i < p->t.count; i++) {
        if (i % 5 == 0)
            number(p, "SELECT count(pg_terminate_backend(pid)) FROM"
                      " pg_stat_activity WHERE pid <> pg_backend_pid()"
                      " AND (query LIKE 'LISTEN%'"
                      " OR query LIKE '%oxo.nodes%')");
        int error;
        bool conflict;
        do
            error = store_append(p->a, &p->t.list[i], 1, &conflict);
        while (error == -EAGAIN);
        assert_int_equal(error, 0);
        hear(&b);
    }
    hear_events(&b, p->t.count);
    assert_heard(&b, &p->t);
    follower_destroy(b.f);
}

static void servers_see_each_other_come_and_go(void **state)
{
    place *p = *state;
    listener a, b;
    begin(&a, p->a);
    hear_nodes(&a, 1);
    assert_true(a.view.nodes[0].acts);
    assert_int_equal(a.view.nodes[0].id, a.view.self);
    begin(&b, p->b);
    assert_int_equal(b.view.count, 2);
    for (int i = 0; i < 2; i++) /* who came last waits */
        assert_int_equal(b.view.nodes[i].acts,
                         b.view.nodes[i].id != b.view.self);
    hear_nodes(&a, 2);
    follower_destroy(b.f);
    hear_nodes(&a, 1);
    follower_destroy(a.f);
}

static void a_server_that_died_is_gone_when_its_lease_ends(void **state)
{
    place *p = *state;
    listener a;
    begin(&a, p->a);
    change_behind(p->url, "INSERT INTO nodes SELECT 7, 0, 0,"
                          " extract(epoch FROM clock_timestamp()) * 1000"
                          " + 6000");
    hear_nodes(&a, 2);
    hear_nodes(&a, 1);
    follower_destroy(a.f);
}

/* Who cannot write does not look after rooms either. */
static void a_lease_runs_out_while_commits_fail(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    follower_failed(a.f);
    const int64_t end = now_ms() + PATIENCE_MS;
    while (b.view.count == 2 && now_ms() < end) {
        hear(&a);
        hear(&b);
    }
    assert_int_equal(b.view.count, 1);
    follower_committed(a.f, store_position(p->a));
    while (b.view.count == 1 && now_ms() < end) {
        hear(&a);
        hear(&b);
    }
    assert_int_equal(b.view.count, 2);
    end_both(&a, &b);
}

static void the_time_is_the_databases(void **state)
{
    place *p = *state;
    listener a;
    begin(&a, p->a);
    /* Measured by a trip there and back, which may take its time. */
    assert_true(a.view.ahead > -5000 && a.view.ahead < 5000);
    assert_true(a.view.lease > now_ms());
    follower_destroy(a.f);
}

static void sights_reach_the_others_and_only_them(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    append_some(p->a, &p->t, 0, 2);
    const store_sight seen[] = {{.room = ROOM, .seat = 1, .since = 0},
                                {.room = OTHER, .seat = 1, .since = 0}};
    const store_change change = {.sights = seen, .sight_count = 2};
    assert_int_equal(store_commit(p->a, &change, 1), 0);
    const int64_t end = now_ms() + PATIENCE_MS;
    while (b.sights == 0 && now_ms() < end) {
        hear(&a);
        hear(&b);
    }
    assert_int_equal(b.sights, 1); /* there is no other room */
    assert_int_equal(b.last.room, ROOM);
    assert_int_equal(b.last.seat, 1);
    assert_int_equal(b.last.node, a.view.self);
    assert_int_equal(b.last.since, 0);
    assert_int_equal(a.sights, 0);
    end_both(&a, &b);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.presence"), 0);
}

/* What a server that died has said is worth nothing. */
static void sights_of_the_dead_are_not_told(void **state)
{
    place *p = *state;
    listener b;
    actor_open(&p->t, ROOM, OXO_CLASSIC);
    append_some(p->a, &p->t, 0, 2);
    change_behind(p->url, "INSERT INTO nodes VALUES(7, 0, 0, 1)");
    change_behind(p->url, "INSERT INTO presence VALUES(4711, 0, 7, 0, 1)");
    begin(&b, p->b);
    hear_events(&b, 2);
    hear_nodes(&b, 1);
    assert_int_equal(b.sights, 0);
    follower_destroy(b.f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        TEST(positions_are_in_the_order_of_commits_without_gaps),
        TEST(of_two_for_one_seq_exactly_one_wins),
        TEST(a_room_is_gone_on_with_by_either),
        TEST(what_does_not_follow_is_a_conflict),
        TEST(a_snapshot_of_what_did_not_happen_is_not_kept),
        TEST(a_race_has_one_winner_at_every_step),
        TEST(games_are_counted_once_whoever_ends_them),
        TEST(a_cut_connection_costs_nothing),
        TEST(who_is_stuck_in_a_commit_holds_nobody_up),
        TEST(a_store_that_is_served_is_not_had_alone),
        TEST(a_check_that_lost_its_connection_says_so),
        TEST(the_archive_has_a_part_for_every_month),
        TEST(a_rebuild_makes_the_parts_it_needs),
        TEST(what_one_appends_the_other_hears_in_order),
        TEST(what_was_in_doubt_is_read),
        TEST(who_lost_the_connection_misses_nothing),
        TEST(servers_see_each_other_come_and_go),
        TEST(a_server_that_died_is_gone_when_its_lease_ends),
        TEST(a_lease_runs_out_while_commits_fail),
        TEST(the_time_is_the_databases),
        TEST(sights_reach_the_others_and_only_them),
        TEST(sights_of_the_dead_are_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
