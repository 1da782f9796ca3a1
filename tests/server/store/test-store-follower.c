/* Several servers on one database: who hears of what, who is alive, who is
 * connected where. tests/support/postgres.py runs it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "follower.h"
#include "nodes_kit.h"

enum { ROOM = 4711, OTHER = 815, PATIENCE_MS = 60000 };

/* ---- Followers ---------------------------------------------------------- */

typedef struct listener {
    follower *f;
    event heard[256]; /* the first of them */
    int count, sights;
    int most;  /* sights at once */
    int early; /* events that were heard when the first sight was */
    int error; /* the last that was told */
    int damaged;
    bool more;   /* as was last said */
    bool prompt; /* that it is over was news by itself */
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
    for (int i = 0; i < read.count && l->count + i < 256; i++)
        assert_true(store_entry_read(&read, &read.entries[i],
                                     &l->heard[l->count + i]));
    l->count += read.count;
    for (int i = 0; i < news->sight_count; i++)
        l->last = news->sights[i];
    if (l->sights == 0 && news->sight_count > 0)
        l->early = l->count;
    l->sights += news->sight_count;
    l->most = news->sight_count > l->most ? news->sight_count : l->most;
    l->error = news->error ? news->error : l->error;
    l->damaged += news->damaged;
    l->prompt = l->prompt || (l->more && !news->more && !news->fresh);
    l->more = news->more;
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

static void hear_sights(listener *l, int count)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    while (l->sights < count && now_ms() < end)
        hear(l);
    assert_int_equal(l->sights, count);
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

static void break_event(const place *p, int position)
{
    char sql[100];
    snprintf(sql, sizeof(sql), "UPDATE events SET data = '' WHERE id = %d",
             position);
    change_behind(p->url, sql);
}

/* Commits three times, of which the second is called a failure, and may be
 * damaged: before the follower has a reason to read it. */
static void doubt_the_second(place *p, follower *f, bool damaged)
{
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&room, &p->t);
    append_some(p->a, &p->t, 0, 1);
    follower_committed(f, store_position(p->a));
    append_some(p->a, &p->t, 1, 2);
    if (damaged)
        break_event(p, 2);
    follower_failed(f);
    append_some(p->a, &p->t, 2, 3);
}

static void hear_seq(listener *l, uint32_t seq)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    bool heard = false;
    while (!heard && now_ms() < end) {
        hear(l);
        for (int i = 0; i < l->count; i++)
            heard = heard || l->heard[i].seq == seq;
    }
    assert_true(heard);
}

/* A commit that was called a failure was made after all. */
static void what_was_in_doubt_is_read(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    doubt_the_second(p, a.f, false);
    follower_committed(a.f, store_position(p->a));
    hear_seq(&a, 2);
    end_both(&a, &b);
}

/* The first attempt to read it fails, and the connection does not. */
static void what_was_in_doubt_is_read_however_often_that_fails(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    doubt_the_second(p, a.f, false);
    PQclear(PQexec(p->db, "BEGIN; LOCK TABLE oxo.events"));
    a.error = 0;
    follower_committed(a.f, store_position(p->a));
    const int64_t end = now_ms() + PATIENCE_MS;
    while (a.error != -EBUSY && now_ms() < end)
        hear(&a);
    assert_int_equal(a.error, -EBUSY);
    PQclear(PQexec(p->db, "COMMIT"));
    hear_seq(&a, 2);
    end_both(&a, &b);
}

/* All others are heard of, and that they are. */
static void damage_in_doubt_makes_nobody_deaf(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    a.damaged = a.error = 0;
    doubt_the_second(p, a.f, true);
    follower_committed(a.f, store_position(p->a));
    hear_seq(&a, 3);
    assert_true(a.damaged > 0);
    assert_int_equal(a.error, 0);
    /* It is not read again and again. */
    a.count = a.damaged = 0;
    actor_open(&p->t, OTHER, OXO_CLASSIC);
    append_some(p->b, &p->t, 3, 4);
    append_some(p->b, &p->t, 4, 5);
    hear_seq(&a, 2);
    const int64_t end = now_ms() + 1500; /* longer than between two looks */
    while (now_ms() < end)
        hear(&a);
    assert_int_equal(a.damaged, 0);
    assert_int_equal(a.count, 2);
    end_both(&a, &b);
}

/* ---- Who is behind ------------------------------------------------------ */

/* A page that is as long as a page can be may be the last: only the next look,
 * which finds nothing, shows it. That the lease is renewed just then, which is
 * told as well, does not happen every time. */
static void that_all_was_read_is_said_at_once(void **state)
{
    enum { PAGE = 2000, TRIES = 10 };
    place *p = *state;
    listener b;
    begin(&b, p->b);
    actor one = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < TRIES && !b.prompt; i++) {
        const int from = p->t.count == 2 ? 0 : p->t.count;
        while (p->t.count < from + PAGE)
            actor_offer(&one, &p->t);
        append_some(p->a, &p->t, from, p->t.count);
        hear_events(&b, p->t.count);
        while (b.more)
            hear(&b);
    }
    assert_true(b.prompt);
    follower_destroy(b.f);
}

static bool acts(const store_view *v, uint32_t id)
{
    for (int i = 0; i < v->count; i++)
        if (v->nodes[i].id == id)
            return v->nodes[i].acts;
    return false;
}

/* Until b sees that a looks after rooms, or does not. */
static void hear_acts(listener *a, listener *b, bool wanted)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    while (acts(&b->view, a->view.self) != wanted && now_ms() < end) {
        hear(a);
        hear(b);
    }
    assert_int_equal(acts(&b->view, a->view.self), wanted);
}

/* Nobody would look after its rooms; but its players are still connected, so
 * it is not taken for gone. */
static void who_stays_deaf_leaves_its_rooms_to_others(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    hear_acts(&a, &b, true);
    PQclear(PQexec(p->db, "BEGIN; LOCK TABLE oxo.events"));
    hear_acts(&a, &b, false);
    assert_int_equal(b.view.count, 2);
    PQclear(PQexec(p->db, "COMMIT"));
    hear_acts(&a, &b, true);
    end_both(&a, &b);
}

/* ---- What we have written ourselves ------------------------------------- */

/* Listens until something is there to be read, or all of our own is passed
 * over. */
static int listen_to(store *f, uint64_t own, uint64_t *position)
{
    const int64_t end = now_ms() + PATIENCE_MS;
    int news = 0;
    while (news == 0 && (own == 0 || *position < own) && now_ms() < end)
        news = store_listen(f, 100, -1, own, position);
    return news;
}

static store *begin_listening(const place *p, uint64_t *position)
{
    store *f = NULL;
    store_view view = {.count = 0};
    assert_int_equal(store_open_follower(p->a, &f), 0);
    assert_int_equal(store_renew(f, STORE_LEASE_ACTS, &view), 0);
    *position = store_position(p->a);
    assert_true(store_listen(f, 0, -1, 0, position) & STORE_NEWS_AGAIN);
    return f;
}

static void what_we_know_to_be_ours_is_not_read(void **state)
{
    place *p = *state;
    uint64_t position;
    listener b;
    begin(&b, p->b); /* without others nothing is told */
    store *f = begin_listening(p, &position);
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 20; i++)
        actor_offer(&room, &p->t);
    for (int i = 0; i < 20; i++) {
        append_some(p->a, &p->t, i, i + 1);
        const uint64_t own = store_position(p->a);
        assert_int_equal(listen_to(f, own, &position) & STORE_NEWS_EVENTS, 0);
        assert_int_equal(position, own);
    }
    /* What another has written is, and ours behind it. */
    append_some(p->b, &p->t, 20, 21);
    append_some(p->a, &p->t, 21, 22);
    assert_true(listen_to(f, store_position(p->a), &position) &
                STORE_NEWS_EVENTS);
    assert_int_equal(position, 20);
    store_close(f);
    follower_destroy(b.f);
}

/* We hear of a commit of ours before we know that it was one, and are told
 * that it was none. */
static void what_is_in_doubt_is_not_passed_over(void **state)
{
    place *p = *state;
    uint64_t position;
    listener b;
    begin(&b, p->b);
    store *f = begin_listening(p, &position);
    actor room = actor_open(&p->t, ROOM, OXO_CLASSIC);
    actor_offer(&room, &p->t);
    append_some(p->a, &p->t, 0, 1);
    assert_int_equal(listen_to(f, 1, &position) & STORE_NEWS_EVENTS, 0);
    append_some(p->a, &p->t, 1, 2);
    append_some(p->b, &p->t, 2, 3);
    const int64_t end = now_ms() + PATIENCE_MS;
    int news = 0;
    while (!(news & STORE_NEWS_EVENTS) && now_ms() < end)
        news = store_listen(f, 100, -1, 1, &position);
    assert_true(news & STORE_NEWS_EVENTS);
    store_listen(f, 0, -1, 0, &position);
    store_listen(f, 0, -1, 3, &position);
    assert_int_equal(position, 1);
    store_close(f);
    follower_destroy(b.f);
}

/* ---- Connections that are lost ------------------------------------------ */

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

/* Others have taken it for dead, and look only every now and then. */
static void who_comes_back_after_its_lease_says_so(void **state)
{
    place *p = *state;
    listener a, b;
    begin_both(p, &a, &b);
    const uint32_t self = b.view.self;
    char sql[100];
    PQclear(PQexec(p->db, "LISTEN oxo"));
    snprintf(sql, sizeof(sql), "UPDATE nodes SET until = 1 WHERE id = %u",
             self);
    change_behind(p->url, sql);
    const int64_t end = now_ms() + PATIENCE_MS;
    bool heard = false;
    while (!heard && now_ms() < end) {
        PGnotify *note;
        hear(&a);
        hear(&b);
        PQconsumeInput(p->db);
        while ((note = PQnotifies(p->db))) {
            heard = heard || strtoull(note->extra, NULL, 10) == self;
            PQfreemem(note);
        }
    }
    assert_true(heard);
    hear_nodes(&a, 2);
    end_both(&a, &b);
}

/* A replica took the place of a database whose clock was ahead. */
static void a_lease_by_another_clock_is_worth_nothing(void **state)
{
    place *p = *state;
    listener a;
    begin(&a, p->a);
    change_behind(p->url, "UPDATE nodes SET begins = begins + 3600000,"
                          " until = until + 3600000");
    change_behind(p->url, "INSERT INTO nodes SELECT 7, 0, 0,"
                          " extract(epoch FROM clock_timestamp()) * 1000"
                          " + 3600000");
    const int64_t begins = a.view.nodes[0].begins,
                  end = now_ms() + PATIENCE_MS;
    while ((a.view.count != 1 || a.view.nodes[0].begins == begins) &&
           now_ms() < end)
        hear(&a);
    assert_int_equal(a.view.count, 1);
    assert_true(a.view.nodes[0].acts);
    follower_destroy(a.f);
}

static void who_is_one_too_many_does_not_push_anybody_out(void **state)
{
    place *p = *state;
    listener a;
    follower *f = NULL;
    begin(&a, p->a);
    /* Their numbers are higher than any that is given out. */
    change_behind(p->url,
                  "INSERT INTO nodes SELECT 2147483647 - i, 0, 0,"
                  " extract(epoch FROM clock_timestamp()) * 1000 + 11000"
                  " FROM generate_series(0, 62) AS i");
    assert_int_equal(follower_create(p->b, no_wake, NULL, &f), -EUSERS);
    assert_non_null(strstr(store_error(p->b), "64 nodes use it"));
    hear_nodes(&a, STORE_MAX_NODES);
    assert_int_equal(number(p, "SELECT count(*) FROM oxo.nodes"), 64);
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
    const int64_t there =
        number(p, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)"
                  "::bigint");
    const int64_t differs = a.view.ahead + now_ms() - there;
    assert_true(differs > -5000 && differs < 5000);
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

/* It is behind by several pages, and a sight is of a room at their end. */
static void sights_come_when_their_rooms_are_known(void **state)
{
    enum { EVENTS = 5000 };
    place *p = *state;
    listener b = {.f = NULL};
    actor one = actor_open(&p->t, ROOM, OXO_CLASSIC);
    while (p->t.count < EVENTS - 2)
        actor_offer(&one, &p->t);
    actor_open(&p->t, OTHER, OXO_CLASSIC);
    change_behind(p->url, "INSERT INTO nodes SELECT 7, 0, 0,"
                          " extract(epoch FROM clock_timestamp()) * 1000"
                          " + 11000");
    assert_int_equal(follower_create(p->b, no_wake, NULL, &b.f), 0);
    append_some(p->a, &p->t, 0, p->t.count);
    change_behind(p->url, "INSERT INTO presence VALUES(815, 0, 7, 0, 1)");
    assert_int_equal(follower_start(b.f), 0);
    hear_events(&b, EVENTS);
    hear_sights(&b, 1);
    assert_int_equal(b.early, EVENTS);
    follower_destroy(b.f);
}

static void many_sights_come_in_pages(void **state)
{
    enum { SIGHTS = 7000, MOST = 3500 };
    place *p = *state;
    listener b;
    change_behind(p->url, "INSERT INTO nodes SELECT 7, 0, 0,"
                          " extract(epoch FROM clock_timestamp()) * 1000"
                          " + 11000");
    /* Of commits with 500 sights. */
    change_behind(p->url, "INSERT INTO presence SELECT i, 0, 7, 0,"
                          " 1 + i / 500 FROM generate_series(0, 6999) AS i");
    begin(&b, p->b);
    hear_sights(&b, SIGHTS);
    assert_true(b.most < MOST);
    follower_destroy(b.f);
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

TEST_GROUP("store-follower")
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        PLACE_TEST(what_one_appends_the_other_hears_in_order),
        PLACE_TEST(what_was_in_doubt_is_read),
        PLACE_TEST(what_was_in_doubt_is_read_however_often_that_fails),
        PLACE_TEST(damage_in_doubt_makes_nobody_deaf),
        PLACE_TEST(that_all_was_read_is_said_at_once),
        PLACE_TEST(who_stays_deaf_leaves_its_rooms_to_others),
        PLACE_TEST(what_we_know_to_be_ours_is_not_read),
        PLACE_TEST(what_is_in_doubt_is_not_passed_over),
        PLACE_TEST(who_lost_the_connection_misses_nothing),
        PLACE_TEST(servers_see_each_other_come_and_go),
        PLACE_TEST(a_server_that_died_is_gone_when_its_lease_ends),
        PLACE_TEST(who_comes_back_after_its_lease_says_so),
        PLACE_TEST(a_lease_by_another_clock_is_worth_nothing),
        PLACE_TEST(who_is_one_too_many_does_not_push_anybody_out),
        PLACE_TEST(a_lease_runs_out_while_commits_fail),
        PLACE_TEST(the_time_is_the_databases),
        PLACE_TEST(sights_reach_the_others_and_only_them),
        PLACE_TEST(sights_come_when_their_rooms_are_known),
        PLACE_TEST(many_sights_come_in_pages),
        PLACE_TEST(sights_of_the_dead_are_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
