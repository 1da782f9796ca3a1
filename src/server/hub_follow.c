/* hub_follow.c - what other servers have stored: rooms follow the log.
 *
 * An event that comes from the log is durable: it is applied and told, and
 * that is all. A room of which we have decided something that is not stored
 * yet cannot follow: the event is held until that is known. If ours was a
 * conflict it is taken back, and the event of who was first follows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hub_private.h"

/* Has it events in a batch that is not stored yet? */
static bool is_undecided(const hub *h, const lobby_room *r)
{
    return r->batch == h->turn || (h->committing && r->batch + 1 == h->turn);
}

static void leave_behind(hub *h, lobby_room *r)
{
    r->behind = true;
    h->some_behind = true;
}

/* ---- Loading a room again ----------------------------------------------- */

typedef struct reloading {
    journal_task task;
    uint32_t seq;      /* that it had when this was asked */
    bool may_be_short; /* what is missing will come by itself */
    bool broken;
    room room;
    hub_answer *answer; /* of a question that waits for it, or NULL */
    origin who;
    wire_message message;
} reloading;

static bool replay_one(const event *e, void *context)
{
    reloading *q = context;
    q->broken = !room_apply(&q->room, e);
    return !q->broken;
}

static int load_room(store *s, journal_task *task)
{
    reloading *q = (reloading *)task;
    const int error = store_load(s, q->room.id, 1, replay_one, q);
    return error ? error : q->broken ? -EUCLEAN : 0;
}

static void reload(hub *h, event_room id, bool may_be_short)
{
    lobby_room *r = lobby_find(&h->lobby, id);
    reloading *q = calloc(1, sizeof *q);
    if (!q) {
        if (r)
            leave_behind(h, r);
        return;
    }
    q->task = (journal_task){.kind = JOURNAL_QUERY, .run = load_room};
    q->seq = r ? r->room.seq : 0;
    q->may_be_short = may_be_short;
    room_init(&q->room, id);
    if (r)
        r->behind = false;
    journal_submit(h->journal, &q->task);
}

void hub_reload_lost(hub *h, event_room id)
{
    reload(h, id, h->options.follower != NULL);
}

/* Who is connected is not in the log. */
static void adopt(hub *h, lobby_room *r, const room *from_log)
{
    room_seat now[EVENT_SEATS];
    memcpy(now, r->room.seats, sizeof now);
    room_copy(&r->room, from_log);
    r->recent = RECENT_NOWHERE;
    r->retry = 0;
    for (int i = 0; i < EVENT_SEATS; i++)
        r->room.seats[i].away_since = 0;
    hub_turn_out(r);
    for (int i = 0; i < EVENT_SEATS; i++)
        hub_count_connections(h, r, i, &now[i]); /* the state says who */
    h->telling_durable = true;
    for (const member *m = r->members; m; m = m->next)
        hub_tell_state(h, r, m);
    h->telling_durable = false;
    if (r->room.life == ROOM_CLOSED)
        batch_add_gone(hub_batch(h), r->room.id);
    hub_settle(h, r);
}

static bool is_as_it_was(const lobby_room *r, const room *from_log)
{
    return r->room.seq == from_log->seq &&
           r->room.touched == from_log->touched;
}

static void take_reloaded(hub *h, const reloading *q)
{
    const room *from_log = &q->room;
    lobby_room *r = lobby_find(&h->lobby, from_log->id);
    if (!r && from_log->life != ROOM_CLOSED)
        r = lobby_add(&h->lobby, from_log->id);
    if (!r || is_as_it_was(r, from_log) ||
        (q->may_be_short && r->room.seq < from_log->seq))
        return;
    if (is_undecided(h, r))
        leave_behind(h, r);
    else if (from_log->seq < r->room.seq && q->seq != r->room.seq)
        reload(h, from_log->id,
               q->may_be_short); /* it went on while this was read */
    else
        adopt(h, r, from_log);
}

bool hub_reload_done(hub *h, journal_task *task)
{
    if (task->run != load_room)
        return false;
    reloading *q = (reloading *)task;
    lobby_room *r = lobby_find(&h->lobby, q->room.id);
    if (task->error == 0)
        take_reloaded(h, q);
    else if (r && task->error != -ENOENT)
        leave_behind(h, r);
    if (task->error == -EUCLEAN)
        log_error(h->options.log, "events do not follow from their room",
                  {LOG_NUMBER("seq", q->room.seq + 1)});
    if (q->answer)
        q->answer(h, &q->who, &q->message);
    free(q);
    return true;
}

void hub_catch_up(hub *h)
{
    if (!h->some_behind)
        return;
    h->some_behind = false;
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        if (r->behind && is_undecided(h, r))
            h->some_behind = true;
        else if (r->behind)
            reload(h, r->room.id, false);
}

/* ---- One event ---------------------------------------------------------- */

static void tell_followed(hub *h, lobby_room *r, const event *e)
{
    h->telling_durable = true;
    hub_publish_one(h, r, e);
    h->telling_durable = false;
    h->metrics.followed++;
    h->metrics.lag = hub_now(h) > e->at ? hub_now(h) - e->at : 0;
    if (e->kind == EVENT_MOVE_MADE && r->members)
        hub_ask_for_intensity(h, r);
    if (e->kind == EVENT_ROOM_CLOSED)
        batch_add_gone(hub_batch(h), r->room.id);
    hub_settle(h, r);
}

/* The room of an entry that is news, or NULL. */
static lobby_room *room_of(hub *h, const store_entry *entry)
{
    lobby_room *r = lobby_find(&h->lobby, entry->room);
    if (!r && entry->kind == EVENT_ROOM_CREATED)
        return lobby_add(&h->lobby, entry->room);
    return r && entry->seq > r->room.seq ? r : NULL;
}

static void follow_event(hub *h, const event *e, const store_entry *entry)
{
    lobby_room *r = room_of(h, entry);
    if (r && room_apply(&r->room, e))
        tell_followed(h, r, e);
    else if (r && !r->behind)
        reload(h, entry->room, false);
}

static void hold(hub *h, lobby_room *r, const event *e)
{
    if (store_bundle_add(&h->held, e) < 0)
        leave_behind(h, r);
}

static void follow_one(hub *h, const store_batch *read,
                       const store_entry *entry)
{
    event e;
    lobby_room *r = lobby_find(&h->lobby, entry->room);
    const bool must_wait = r && is_undecided(h, r);
    if (!must_wait && r && entry->seq <= r->room.seq)
        return;
    if (!store_entry_read(read, entry, &e))
        log_error(h->options.log, "an event cannot be read",
                  {LOG_NUMBER("seq", entry->seq)});
    else if (must_wait)
        hold(h, r, &e);
    else
        follow_event(h, &e, entry);
}

static void follow_all(hub *h, const store_bundle *events)
{
    const store_batch read = store_bundle_batch(events);
    for (int i = 0; i < read.count; i++)
        follow_one(h, &read, &read.entries[i]);
}

void hub_follow_held(hub *h)
{
    store_bundle held = h->held;
    if (held.count == 0)
        return;
    h->held = (store_bundle){0};
    follow_all(h, &held);
    store_bundle_free(&held);
}

void hub_news(hub *h)
{
    follower *f = h->options.follower;
    follower_news *news = f ? follower_take(f) : NULL;
    if (!news)
        return;
    hub_take_view(h, &news->view);
    follow_all(h, &news->events);
    for (int i = 0; i < news->sight_count; i++)
        hub_see(h, &news->sights[i]);
    if (news->again && hub_has_others(h))
        hub_show_all(h);
    follower_give_back(f, news);
}
