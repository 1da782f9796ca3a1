/* What the hub makes of other servers: who is alive, who is connected where,
 * whose time it was. The follower is scripted, and so is the time; the store
 * is a real one. tests/support/postgres.py runs it. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "hub_private.h"
#include "test-nodes-kit.h"

enum { SELF = 5, OTHER = 7, ROOM = 4711, FOREVER = 1 << 30 };

/* ---- A follower that says what it is told to ---------------------------- */

struct follower {
    follower_news news;
    bool there;
    bool sees_again;
    follower_progress progress;
};

const store_view *follower_view(const follower *f)
{
    return &f->news.view;
}

follower_news *follower_take(follower *f)
{
    return f->there ? &f->news : NULL;
}

void follower_give_back(follower *f, follower_news *news)
{
    f->there = false;
    store_bundle_clear(&news->events);
    news->sight_count = 0;
    news->fresh = news->more = news->again = false;
    news->damaged = 0;
}

void follower_committed(follower *f, uint64_t position)
{
    (void)f;
    (void)position;
}

void follower_failed(follower *f)
{
    (void)f;
}

follower_progress follower_progress_of(follower *f)
{
    return f->progress;
}

void follower_see_again(follower *f)
{
    f->sees_again = true;
}

/* ---- Memory that is there or not ---------------------------------------- */

static atomic_bool memory_is_full;

/* The linker puts these between (--wrap), under names that C reserves. */
void *real_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *real_realloc(void *old, size_t size) __asm__("__real_realloc");
void *short_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *short_realloc(void *old, size_t size) __asm__("__wrap_realloc");

void *short_calloc(size_t count, size_t size)
{
    return memory_is_full ? NULL : real_calloc(count, size);
}

void *short_realloc(void *old, size_t size)
{
    return memory_is_full ? NULL : real_realloc(old, size);
}

/* ---- A hub beside another server ---------------------------------------- */

typedef struct scene {
    follower f;
    net_loop *loop;
    net_server *net;
    workers *workers;
    log_sink log;
    journal *journal;
    store *other; /* what the other server writes with */
    hub *h;
    room_events made; /* of the last room */
    member here;
} scene;

static void no_wake(void *context)
{
    (void)context;
}

static void on_request(void *context, const net_request *r)
{
    (void)context;
    (void)r;
}

/* Both are there, and have been for long. */
static void meet_other(scene *s)
{
    store_view *v = &s->f.news.view;
    v->nodes[0] = (store_node){.id = SELF, .acts = true, .begins = 1};
    v->nodes[1] = (store_node){.id = OTHER, .acts = true, .begins = 1};
    v->count = 2;
    v->self = SELF;
    v->lease = net_loop_now(s->loop) + FOREVER;
    v->ahead = INT64_C(1700000000000);
    v->renewed = v->ahead + net_loop_now(s->loop);
}

static hub *make_hub(scene *s)
{
    const hub_options options = {.loop = s->loop,
                                 .net = s->net,
                                 .workers = s->workers,
                                 .log = &s->log,
                                 .follower = &s->f,
                                 .rules = room_default_rules(),
                                 .rooms = 10000,
                                 .look_ups = 8,
                                 .messages_held = 8,
                                 .recent_bytes = 1 << 16};
    hub *h = NULL;
    assert_int_equal(hub_create(&options, &h), 0);
    return h;
}

static int set_up(void **state)
{
    static scene s;
    static const net_handlers handlers = {.request = on_request};
    const net_limits limits = net_default_limits();
    const workers_options thinkers = {.threads = 1, .moves = 1, .queue = 1};
    const char *url = fresh_place(NULL);
    s = (scene){.loop = NULL};
    log_init(&s.log, STDERR_FILENO, LOG_ERROR, LOG_LOGFMT, NULL);
    assert_int_equal(net_loop_create(&s.loop), 0);
    assert_int_equal(
        net_server_create(s.loop, &limits, &handlers, NULL, &s.net), 0);
    assert_int_equal(workers_create(&thinkers, no_wake, NULL, &s.workers), 0);
    meet_other(&s);
    s.h = make_hub(&s);
    store *own = store_beside(url);
    assert_int_equal(hub_restore(s.h, own), 0);
    assert_int_equal(journal_create(own, no_wake, NULL, &s.journal), 0);
    hub_attach(s.h, s.journal);
    s.other = store_beside(url);
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    scene *s = *state;
    journal_task *task;
    journal_stop(s->journal);
    while ((task = journal_take(s->journal)))
        hub_task_done(s->h, task);
    workers_destroy(s->workers);
    journal_destroy(s->journal);
    net_server_destroy(s->net);
    hub_destroy(s->h);
    net_loop_destroy(s->loop);
    store_close(s->other);
    store_bundle_free(&s->f.news.events);
    free(s->f.news.sights);
    log_clear(&s->log);
    return 0;
}

/* ---- What happens ------------------------------------------------------- */

static void hear(scene *s)
{
    s->f.there = true;
    hub_news(s->h);
}

/* The lease was renewed, and this is who is alive. */
static void hear_view(scene *s)
{
    s->f.news.fresh = true;
    s->f.news.view.renewed = hub_now(s->h);
    hear(s);
}

/* All of the log was read just now. */
static void be_up_to_date(scene *s)
{
    s->f.progress.looked = net_loop_now(s->loop);
}

static void say_sight(scene *s, event_room id, int seat, int64_t since)
{
    follower_news *n = &s->f.news;
    n->sights = realloc(n->sights, sizeof *n->sights * 8);
    n->sights[n->sight_count++] = (store_sight){
        .room = id, .seat = (uint8_t)seat, .node = OTHER, .since = since};
}

static void say_events(scene *s, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_int_equal(store_bundle_add(&s->f.news.events, &s->made.list[i]),
                         0);
}

static event_player player(const char *name, uint8_t token)
{
    event_player p = person(name, token);
    p.token = key_of(token);
    return p;
}

/* The other server makes a room for two, whose game begins: it is stored, and
 * we have not heard of it. Each has a minute. */
static void make_room(scene *s, event_room id)
{
    const event_setup setup = {
        .variant = OXO_CLASSIC, .series = 1, .initial = 60000};
    const event_player ann = player("ann", 1);
    const room_command join_it = {
        .verb = ROOM_JOIN, .seat = ROOM_BY_TOKEN, .player = player("bob", 2)};
    const room_rules rules = room_default_rules();
    const int64_t now = hub_now(s->h);
    room_events more;
    room r;
    room_init(&r, id);
    assert_int_equal(room_create(id, &setup, &ann, 0, now, &s->made), OXO_OK);
    assert_true(room_apply(&r, &s->made.list[0]));
    assert_int_equal(room_decide(&r, &rules, &join_it, now, &more), OXO_OK);
    for (int i = 0; i < more.count; i++)
        s->made.list[s->made.count++] = more.list[i];
    bool conflict[ROOM_MAX_EVENTS];
    assert_int_equal(
        store_append(s->other, s->made.list, s->made.count, conflict), 0);
}

static const lobby_room *hear_room(scene *s)
{
    make_room(s, ROOM);
    say_events(s, 0, s->made.count);
    hear(s);
    return hub_find_room(s->h, ROOM);
}

/* Until the store has nothing more to say. */
static void work_off_all(scene *s)
{
    hub_turn(s->h);
    while (!hub_is_quiet(s->h)) {
        journal_task *task = journal_take(s->journal);
        if (task)
            assert_true(hub_task_done(s->h, task));
        else
            usleep(1000);
        hub_turn(s->h);
    }
}

static void wait_ms(scene *s, int64_t milliseconds)
{
    s->h->view.ahead += milliseconds;
    s->f.news.view.ahead = s->h->view.ahead;
}

static void assert_here(const lobby_room *r, int seat, bool here)
{
    assert_non_null(r);
    assert_int_equal(r->room.seats[seat].connections, here);
    assert_int_equal(r->room.seats[seat].away_since == 0, here);
}

/* A room, and that X is connected elsewhere. */
static const lobby_room *hear_seated(scene *s)
{
    const lobby_room *r = hear_room(s);
    say_sight(s, ROOM, 0, 0);
    hear(s);
    return r;
}

/* ---- Who is alive ------------------------------------------------------- */

static void a_view_that_is_not_fresh_forgets_nobody(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    assert_here(r, 0, true);
    s->f.news.view.count = 1;
    hear(s);
    assert_here(r, 0, true);
    assert_true(hub_has_others(s->h));
    hear_view(s);
    assert_here(r, 0, false);
}

/* Its lease had ended and nobody looked meanwhile; or the other way round. */
static void a_lapsed_lease_of_ours_forgets_nobody_either(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->view.lease = 0;
    s->f.news.view.lease = 0;
    s->f.news.view.count = 1;
    hear(s);
    assert_here(r, 0, true);
}

static int sights_told(const scene *s)
{
    return s->h->batches[s->h->gathering]->sight_count;
}

/* A player of a room comes to us. */
static lobby_room *connect_one(scene *s)
{
    hear_room(s);
    lobby_room *r = lobby_find(&s->h->lobby, ROOM);
    lobby_enter(r, &s->here, 0);
    hub_show(s->h, r, 0);
    return r;
}

/* It comes back a moment later, like us. */
static void who_had_no_lease_takes_nobody_for_gone(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->view.lease = 0;
    s->f.news.view.count = 1;
    hear_view(s);
    assert_here(r, 0, true);
    assert_true(hub_has_others(s->h));
    assert_true(hub_keeps(s->h, ROOM)); /* it looks after nothing meanwhile */
    s->f.news.view.count = 2;
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, true);
}

static void who_does_not_come_back_is_gone(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->ready = false; /* its commits may fail as ours do */
    s->f.news.view.count = 1;
    hear_view(s);
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, true);
    s->h->ready = true;
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, false);
    assert_false(hub_has_others(s->h));
}

/* A load balancer sends its clients elsewhere. */
static void who_does_not_hear_of_all_for_long_is_not_ready(void **state)
{
    scene *s = *state;
    be_up_to_date(s);
    assert_true(hub_is_ready(s->h));
    s->f.progress.looked -= FOLLOWER_DEAF_MS / 2;
    assert_true(hub_is_ready(s->h));
    s->f.progress.looked -= FOLLOWER_DEAF_MS;
    assert_false(hub_is_ready(s->h));
    be_up_to_date(s);
    assert_true(hub_is_ready(s->h));
}

static void who_was_given_up_tells_all_again(void **state)
{
    scene *s = *state;
    connect_one(s);
    assert_int_equal(sights_told(s), 1);
    work_off_all(s);
    /* Somebody else comes, which changes nothing... */
    s->f.news.view.nodes[2] = (store_node){.id = 9, .begins = 1};
    s->f.news.view.count = 3;
    hear_view(s);
    assert_int_equal(sights_told(s), 0);
    /* ...and our lease is a new one: others have forgotten us. */
    s->f.news.view.nodes[0].begins = 2;
    hear_view(s);
    assert_int_equal(sights_told(s), 1);
}

/* Its players are still there, for all. */
static void who_rests_was_not_given_up(void **state)
{
    scene *s = *state;
    connect_one(s);
    work_off_all(s);
    for (int i = 2; i < 5; i++) {
        s->f.news.view.nodes[0] = (store_node){.id = SELF, .begins = i};
        s->f.news.view.rests = true;
        hear_view(s);
        assert_false(hub_keeps(s->h, ROOM));
    }
    s->f.news.view.rests = false;
    s->f.news.view.nodes[0].acts = true;
    hear_view(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(sights_told(s), 0);
}

/* A database that lost who was connected has lost who went, too. */
static void who_went_is_told_again_as_well(void **state)
{
    scene *s = *state;
    lobby_room *r = connect_one(s);
    lobby_leave(r, &s->here);
    hub_show(s->h, r, 0);
    work_off_all(s);
    s->f.news.again = true;
    hear(s);
    assert_int_equal(sights_told(s), 1);
    assert_true(hub_batch(s->h)->sights[0].since > 0);
}

static void all_are_told_again_some_at_a_time(void **state)
{
    enum { ROOMS = 1200, MOST = 600 };
    static member here[ROOMS];
    scene *s = *state;
    int told = 0;
    for (int i = 0; i < ROOMS; i++) {
        lobby_room *r = lobby_add(&s->h->lobby, (event_room)i + 1);
        here[i] = (member){.seat = -1};
        lobby_enter(r, &here[i], 0);
    }
    s->h->show_again = true;
    hub_show_more(s->h);
    for (int commits = 0; told < ROOMS && commits < ROOMS; commits++) {
        assert_true(sights_told(s) <= MOST);
        told += sights_told(s);
        batch_clear(hub_batch(s->h));
        hub_show_more(s->h);
    }
    assert_int_equal(told, ROOMS);
    assert_int_equal(sights_told(s), 0);
    for (int i = 0; i < ROOMS; i++)
        lobby_leave(lobby_find(&s->h->lobby, (event_room)i + 1), &here[i]);
}

/* ---- Who is connected --------------------------------------------------- */

static void a_sight_waits_until_its_room_is_known(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    say_sight(s, ROOM + 1, 0, 0); /* there is none */
    hear(s);
    assert_null(hub_find_room(s->h, ROOM));
    work_off_all(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    assert_here(r, 0, true);
    assert_here(r, 1, true);
    assert_int_equal(s->h->unplaced_count, 0);
}

static void a_sight_waits_with_the_events_that_are_held(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    s->h->ready = false;
    say_events(s, 0, s->made.count);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_null(hub_find_room(s->h, ROOM));
    s->h->ready = true;
    hub_follow_held(s->h);
    assert_here(hub_find_room(s->h, ROOM), 1, true);
}

static void a_sight_waits_for_memory(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 1, 0);
    s->h->ready = false; /* nothing is read yet */
    hear(s);
    s->h->ready = true;
    memory_is_full = true;
    hear(s);
    memory_is_full = false;
    work_off_all(s);
    assert_null(hub_find_room(s->h, ROOM));
    hear(s);
    work_off_all(s);
    assert_here(hub_find_room(s->h, ROOM), 1, true);
}

static void a_sight_that_could_not_be_kept_is_read_again(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 1, 0);
    memory_is_full = true;
    hear(s);
    memory_is_full = false;
    assert_true(s->f.sees_again);
}

static void who_was_seen_before_the_seat_was_taken_is_here(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 0, 1);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    say_events(s, 1, s->made.count);
    hear(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    assert_here(r, 1, true);
    say_sight(s, ROOM, 1, hub_now(s->h));
    hear(s);
    assert_here(r, 1, false);
}

static void sights_of_who_is_gone_wait_for_nothing(void **state)
{
    scene *s = *state;
    s->h->ready = false;
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_int_equal(s->h->unplaced_count, 1);
    s->h->ready = true;
    s->f.news.view.count = 1;
    hear_view(s);
    assert_int_equal(s->h->unplaced_count, 0);
}

static void an_event_of_an_unknown_room_brings_all_of_it(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 1, s->made.count);
    hear(s);
    work_off_all(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    assert_non_null(r);
    assert_int_equal(r->room.seq, s->made.count);
    assert_int_equal(r->room.life, ROOM_ACTIVE);
    /* However old it is: who is not here has just gone. */
    assert_true(r->room.seats[0].away_since >= hub_now(s->h) - 1000);
}

/* Who is away gets no other grace by a server that comes. */
static void others_know_since_when_somebody_is_away(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 1, s->made.count);
    hear(s);
    work_off_all(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    const int64_t away = r->room.seats[0].away_since - 9000;
    say_sight(s, ROOM, 0, away);
    hear(s);
    assert_int_equal(r->room.seats[0].away_since, away);
    say_sight(s, ROOM, 0, away + 5000); /* by another */
    say_sight(s, ROOM, 0, away + 3000);
    hear(s);
    assert_int_equal(r->room.seats[0].away_since, away + 5000);
}

static int tick(const scene *s, const lobby_room *r)
{
    const room_command command = {.verb = ROOM_TICK};
    room_events events;
    hub_decide(s->h, r, &command, &events);
    return events.count;
}

/* It hears of rooms whose players it has not heard of yet. */
static void who_is_behind_ends_no_games(void **state)
{
    scene *s = *state;
    assert_true(hub_keeps(s->h, ROOM));
    make_room(s, ROOM);
    wait_ms(s, 50000); /* longer than the grace */
    say_events(s, 0, s->made.count);
    s->f.news.more = true;
    hear(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
}

static void who_cannot_listen_ends_no_games(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_room(s);
    s->f.news.error = -EAGAIN;
    hear(s);
    wait_ms(s, 50000);
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    s->f.news.error = 0;
    hear(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_true(tick(s, r) > 0);
}

/* ---- Whose time it was -------------------------------------------------- */

/* Both are at the other server, and the clock runs. */
static const lobby_room *hear_players(scene *s)
{
    const lobby_room *r = hear_room(s);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    return r;
}

/* Our commits fail for so long; then one succeeds. */
static void be_cut_off(scene *s, int64_t milliseconds)
{
    s->h->ready = false;
    s->h->down_since = hub_now(s->h);
    wait_ms(s, milliseconds);
    s->h->ready = true;
}

static void who_was_cut_off_alone_gives_nothing_back(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    assert_true(hub_keeps(s->h, ROOM));
    be_cut_off(s, 70000);
    /* It is not known yet who could store something. */
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    hear_view(s);
    assert_int_equal(r->room.turned, turned);
    assert_int_equal(tick(s, r), 1);
}

static void time_in_which_nobody_could_store_is_nobodys(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    be_cut_off(s, 70000);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    assert_true(r->room.turned >= turned + 69000);
    assert_true(r->room.turned <= hub_now(s->h));
    assert_int_equal(tick(s, r), 0);
}

/* Nothing of ours failed, but nobody had a lease. */
static void a_server_without_commits_gives_it_back_too(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    s->h->view.lease = 0;
    wait_ms(s, 70000);
    assert_int_equal(tick(s, r), 0);
    s->f.news.view.nodes[1].begins = hub_now(s->h) - 20000;
    hear_view(s);
    assert_true(r->room.turned >= turned + 49000);
    assert_true(r->room.turned < turned + 60000);
}

/* It was stored just before, and we hear of it now. */
static void a_turn_that_we_had_not_heard_of_gets_it_back_too(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    make_room(s, ROOM + 1);
    wait_ms(s, 1000);
    be_cut_off(s, 70000);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    say_events(s, 0, 1);
    s->f.news.more = true;
    hear_view(s);
    say_events(s, 1, s->made.count);
    hear(s);
    assert_int_equal(tick(s, hub_find_room(s->h, ROOM + 1)), 0);
    hub_read_room(s->h, ROOM); /* later still */
    work_off_all(s);
    assert_int_equal(tick(s, hub_find_room(s->h, ROOM)), 0);
}

/* A commit of ours fails, as it is. */
static void fail_to_commit(scene *s)
{
    s->h->submitted = hub_now(s->h);
    journal_task *task = batch_task(hub_batch(s->h));
    task->error = -EAGAIN;
    assert_true(hub_task_done(s->h, task));
}

/* It is behind, and so the first is not given back yet. */
static void a_second_outage_loses_nothing_of_either(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    fail_to_commit(s);
    wait_ms(s, 70000);
    s->h->ready = true;
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    s->f.news.more = true;
    hear_view(s);
    fail_to_commit(s);
    wait_ms(s, 70000);
    s->h->ready = true;
    hear(s); /* all was read, but the lease is not renewed yet */
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
}

/* It is read from the log again when both are over. */
static void a_long_turn_gets_all_that_was_lost_back(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    for (int i = 0; i < 3; i++) {
        wait_ms(s, 1000);
        be_cut_off(s, 70000);
        s->f.news.view.nodes[1].begins = hub_now(s->h);
        hear_view(s);
    }
    hub_read_room(s->h, ROOM);
    work_off_all(s);
    const lobby_room *r = hub_find_room(s->h, ROOM);
    assert_true(hub_now(s->h) - r->room.turned < 10000);
}

/* What others did meanwhile is not moved. */
static void a_turn_that_began_afterwards_stays_where_it_is(void **state)
{
    scene *s = *state;
    be_cut_off(s, 70000);
    wait_ms(s, 10);
    const lobby_room *r = hear_room(s);
    const int64_t turned = r->room.turned;
    s->f.news.view.nodes[1].begins = turned - 5;
    wait_ms(s, 1000);
    hear_view(s);
    assert_int_equal(r->room.turned, turned);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        TEST(a_view_that_is_not_fresh_forgets_nobody),
        TEST(a_lapsed_lease_of_ours_forgets_nobody_either),
        TEST(who_had_no_lease_takes_nobody_for_gone),
        TEST(who_does_not_come_back_is_gone),
        TEST(who_does_not_hear_of_all_for_long_is_not_ready),
        TEST(who_was_given_up_tells_all_again),
        TEST(who_rests_was_not_given_up),
        TEST(who_went_is_told_again_as_well),
        TEST(all_are_told_again_some_at_a_time),
        TEST(a_sight_waits_until_its_room_is_known),
        TEST(a_sight_waits_with_the_events_that_are_held),
        TEST(a_sight_waits_for_memory),
        TEST(a_sight_that_could_not_be_kept_is_read_again),
        TEST(who_was_seen_before_the_seat_was_taken_is_here),
        TEST(sights_of_who_is_gone_wait_for_nothing),
        TEST(an_event_of_an_unknown_room_brings_all_of_it),
        TEST(others_know_since_when_somebody_is_away),
        TEST(who_is_behind_ends_no_games),
        TEST(who_cannot_listen_ends_no_games),
        TEST(who_was_cut_off_alone_gives_nothing_back),
        TEST(time_in_which_nobody_could_store_is_nobodys),
        TEST(a_server_without_commits_gives_it_back_too),
        TEST(a_turn_that_we_had_not_heard_of_gets_it_back_too),
        TEST(a_second_outage_loses_nothing_of_either),
        TEST(a_long_turn_gets_all_that_was_lost_back),
        TEST(a_turn_that_began_afterwards_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
