/* hub_kit.c - see hub_kit.h. */
#include "hub_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "nodes_kit.h"

enum { FOREVER = 1 << 30 };

/* ---- A follower that says what it is told to ---------------------------- */

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

atomic_bool memory_is_full;

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

int scene_set_up(void **state)
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

int scene_tear_down(void **state)
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

void hear(scene *s)
{
    s->f.there = true;
    hub_news(s->h);
}

void hear_view(scene *s)
{
    s->f.news.fresh = true;
    s->f.news.view.renewed = hub_now(s->h);
    hear(s);
}

void say_sight(scene *s, event_room id, int seat, int64_t since)
{
    follower_news *n = &s->f.news;
    n->sights = realloc(n->sights, sizeof *n->sights * 8);
    n->sights[n->sight_count++] = (store_sight){
        .room = id, .seat = (uint8_t)seat, .node = OTHER, .since = since};
}

void say_events(scene *s, int from, int to)
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

/* Adds what the command brings about to the events that were made. */
static void add_events(scene *s, room *r, const room_command *command,
                       int64_t now)
{
    const room_rules rules = room_default_rules();
    room_events more;
    assert_int_equal(room_decide(r, &rules, command, now, &more), OXO_OK);
    for (int i = 0; i < more.count; i++) {
        assert_true(room_apply(r, &more.list[i]));
        s->made.list[s->made.count++] = more.list[i];
    }
}

void make_room(scene *s, event_room id)
{
    const event_setup setup = {
        .variant = OXO_CLASSIC, .series = 1, .initial = 60000};
    const event_player ann = player("ann", 1);
    const room_command join_it = {
        .verb = ROOM_JOIN, .seat = ROOM_BY_TOKEN, .player = player("bob", 2)};
    const int64_t now = hub_now(s->h);
    room r;
    room_init(&r, id);
    assert_int_equal(room_create(id, &setup, &ann, 0, now, &s->made), OXO_OK);
    assert_true(room_apply(&r, &s->made.list[0]));
    room_connect(&r, 0, now);
    add_events(s, &r, &join_it, now);
    room_connect(&r, 1, now); /* the game starts */
    add_events(s, &r, &(room_command){.verb = ROOM_TICK}, now);
    bool conflict[ROOM_MAX_EVENTS];
    assert_int_equal(
        store_append(s->other, s->made.list, s->made.count, conflict), 0);
}

const lobby_room *find_room(const scene *s, event_room id)
{
    return lobby_find(&s->h->lobby, id);
}

const lobby_room *hear_room(scene *s)
{
    make_room(s, ROOM);
    say_events(s, 0, s->made.count);
    hear(s);
    return find_room(s, ROOM);
}

void work_off_all(scene *s)
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

void wait_ms(scene *s, int64_t milliseconds)
{
    s->h->view.ahead += milliseconds;
    s->f.news.view.ahead = s->h->view.ahead;
}

int tick(const scene *s, const lobby_room *r)
{
    const room_command command = {.verb = ROOM_TICK};
    room_events events;
    hub_decide(s->h, r, &command, &events);
    return events.count;
}
