/* hub.c - creating the hub, and its turn: gather, commit, deliver. */
#include "hub.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub_private.h"

enum {
    KEEPER_MS = 1000,
    HEARTBEAT_SECONDS = 15,
    VISITS = BATCH_SNAPSHOTS /* rooms that each look for snapshots visits */
};

/* Mail and held messages that may wait while the disk does not answer. */
enum { MOST_BYTES = 32 << 20 };

const int64_t hub_bucket_ends[HUB_BUCKETS - 1] = {
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 1000000,
};

/* ---- Committing --------------------------------------------------------- */

static void submit_batch(hub *h)
{
    journal_task *task = batch_task(hub_batch(h));
    h->gathering = (h->gathering + 1) % HUB_BATCHES;
    h->turn++;
    h->committing = true;
    h->submitted = hub_now(h);
    journal_submit(h->journal, task);
}

void hub_turn(hub *h)
{
    batch *b = hub_batch(h);
    if (h->committing || batch_is_empty(b))
        return;
    if (!batch_is_mail_only(b)) {
        submit_batch(h);
        return;
    }
    /* Delivery may close connections. What follows goes to the next batch. */
    h->gathering = (h->gathering + 1) % HUB_BATCHES;
    h->turn++;
    batch_deliver(b, h->options.net);
    hub_sweep(h, b);
    batch_clear(b);
}

static void count_commit(hub *h, const journal_task *task)
{
    int bucket = 0;
    while (bucket < HUB_BUCKETS - 1 && task->took > hub_bucket_ends[bucket])
        bucket++;
    h->metrics.commits++;
    h->metrics.commit_buckets[bucket]++;
    h->metrics.commit_sum += task->took;
}

/* While nothing can be stored nobody can move, so that time counts against
 * nobody. With other nodes, hub_take_view() first finds out whether they could
 * store. */
static void give_time_back(hub *h)
{
    const int64_t now = hub_now(h);
    if (h->options.follower)
        return;
    hub_shift(h, h->down_since, now);
    h->down_since = h->ready ? 0 : now;
}

static void commit_failed(hub *h, batch *b)
{
    char sentence[256];
    journal_error(h->journal, sentence, sizeof sentence);
    if (h->ready)
        log_error(h->options.log, "the store cannot be written",
                  {sentence[0] ? LOG_TEXT("reason", sentence)
                               : LOG_ERRNO("error", b->task.error)});
    if (h->ready && h->down_since == 0)
        h->down_since = h->submitted;
    h->down_until = 0; /* the outage goes on */
    h->ready = false;
    h->show_again = true;
    if (h->options.follower)
        follower_failed(h->options.follower);
    h->metrics.failed_commits++;
    journal_resume(h->journal);
    hub_void_batch(h, b, OXO_STORE_UNAVAILABLE);
}

/* A snapshot counts once it is on disk. */
static void note_snapshots(hub *h, const batch *b)
{
    for (int i = 0; i < b->snapshot_count; i++) {
        lobby_room *r = lobby_find(&h->lobby, b->snapshots[i].room);
        if (r)
            r->snapped = b->snapshots[i].seq;
    }
}

static void commit_succeeded(hub *h, batch *b)
{
    const bool was_down = !h->ready;
    h->ready = true;
    if (was_down) {
        log_info(h->options.log, "the store can be written again");
        give_time_back(h);
    }
    if (h->options.follower)
        follower_committed(h->options.follower, b->task.position);
    count_commit(h, &b->task);
    hub_void_conflicts(h, b);
    note_snapshots(h, b);
    hub_show_more(h);
}

bool hub_task_done(hub *h, journal_task *task)
{
    if (task->kind == JOURNAL_QUERY) {
        const bool ours =
            hub_question_done(h, task) || hub_reading_done(h, task);
        h->questions -= ours;
        return ours;
    }
    batch *b = (batch *)task;
    h->committing = false;
    if (task->error < 0)
        commit_failed(h, b);
    else
        commit_succeeded(h, b);
    hub_follow_held(h);
    /* The disk works on the next batch while this one is delivered. */
    if (!batch_is_mail_only(hub_batch(h)))
        submit_batch(h);
    batch_deliver(b, h->options.net);
    hub_sweep(h, b);
    batch_clear(b);
    return true;
}

/* ---- Keeping house ------------------------------------------------------ */

static const lobby_room *behind_cursor(const hub *h)
{
    const lobby_room *r = lobby_find(&h->lobby, h->cursor);
    return r && r->next ? r->next : h->lobby.first;
}

/* Visits all rooms in turn. A room that has changed since its last snapshot
 * gets a new one. */
static void take_snapshots(hub *h)
{
    for (int i = 0; i < VISITS && i < h->lobby.count; i++) {
        lobby_room *r = lobby_find(&h->lobby, behind_cursor(h)->room.id);
        h->cursor = r->room.id;
        if (r->room.seq == r->snapped || r->room.life == ROOM_CLOSED ||
            !hub_keeps(h, r->room.id))
            continue;
        if (!batch_add_snapshot(hub_batch(h), &r->room))
            return;
    }
}

/* Proxies cut streams that are silent for long. */
static void keep_streams_open(hub *h)
{
    if (++h->seconds % HEARTBEAT_SECONDS != 0)
        return;
    for (const member *m = h->members; m; m = m->later)
        if (m->form == MEMBER_SSE)
            net_write(h->options.net, m->id, ":\n\n", 3);
        else if (m->form == MEMBER_NDJSON)
            net_write(h->options.net, m->id, "\n", 1);
}

static void keep_house(net_timer *timer)
{
    hub *h = (hub *)((char *)timer - offsetof(hub, keeper));
    keep_streams_open(h);
    if (h->ready) {
        take_snapshots(h);
        hub_catch_up(h);
    } else {
        give_time_back(h);
        batch_add_ping(hub_batch(h)); /* notices when the store is back */
    }
    net_timer_set(h->options.loop, timer,
                  net_loop_now(h->options.loop) + KEEPER_MS);
}

/* ---- Life --------------------------------------------------------------- */

static int init_hub(hub *h)
{
    if (sodium_init() < 0)
        return -EIO;
    randombytes_buf(h->salt, sizeof h->salt);
    for (int i = 0; i < HUB_BATCHES; i++) {
        h->batches[i] = calloc(1, sizeof(batch));
        if (!h->batches[i])
            return -ENOMEM;
    }
    int error = lobby_init(&h->lobby);
    if (error == 0)
        error = recent_init(&h->recent, h->options.recent_bytes);
    if (error == 0)
        error = net_timer_set(h->options.loop, &h->keeper,
                              net_loop_now(h->options.loop) + KEEPER_MS);
    return error;
}

int hub_create(const hub_options *options, hub **ret)
{
    hub *h = calloc(1, sizeof *h);
    if (!h)
        return -ENOMEM;
    h->options = *options;
    if (options->follower)
        h->view = *follower_view(options->follower);
    h->turn = 1;
    h->ready = true;
    h->keeper.fire = keep_house;
    const int error = init_hub(h);
    if (error < 0) {
        hub_destroy(h);
        return error;
    }
    *ret = h;
    return 0;
}

void hub_destroy(hub *h)
{
    if (!h)
        return;
    net_timer_clear(h->options.loop, &h->keeper);
    while (h->members)
        hub_forget(h, h->members);
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        net_timer_clear(h->options.loop, &r->timer);
    lobby_clear(&h->lobby);
    tally_clear(&h->owners);
    tally_clear(&h->lookers);
    tally_clear(&h->damaged);
    recent_clear(&h->recent);
    store_bundle_free(&h->held);
    free(h->unplaced);
    for (int i = 0; i < HUB_BATCHES; i++) {
        if (h->batches[i])
            batch_free(h->batches[i]);
        free(h->batches[i]);
    }
    free(h);
}

/* ---- Loading rooms ------------------------------------------------------ */

typedef struct waking {
    hub *hub;
    int damaged;  /* events that do not follow from their room */
    int refused;  /* unreadable snapshots */
    bool is_full; /* not enough memory for all rooms */
} waking;

/* Stands for the seq of an unreadable snapshot: the room is rebuilt from its
 * events. */
#define UNREADABLE UINT32_MAX

static lobby_room *waking_room(waking *w, event_room id)
{
    lobby *l = &w->hub->lobby;
    lobby_room *r = lobby_find(l, id);
    if (!r)
        r = lobby_add(l, id);
    w->is_full = !r;
    return r;
}

static bool wake_event(event_room id, const uint8_t *snapshot, size_t length,
                       const event *e, void *context)
{
    waking *w = context;
    lobby_room *r = waking_room(w, id);
    if (!r)
        return false;
    if (snapshot && room_restore(snapshot, length, &r->room)) {
        r->snapped = r->room.seq;
    } else if (snapshot) {
        r->snapped = UNREADABLE;
        w->refused++;
    }
    if (e && r->snapped != UNREADABLE && e->seq > r->room.seq &&
        !room_apply(&r->room, e))
        w->damaged++;
    return true;
}

static bool replay_event(const event *e, void *context)
{
    waking *w = context;
    lobby_room *r = lobby_find(&w->hub->lobby, e->room);
    w->damaged += !room_apply(&r->room, e);
    return true;
}

/* Rebuilds a room from its events, without a snapshot. */
static int replay_room(waking *w, store *s, lobby_room *r)
{
    const event_room id = r->room.id;
    room_init(&r->room, id);
    r->snapped = 0;
    return store_load(s, id, 1, replay_event, w);
}

static int wake_rooms(waking *w, store *s)
{
    hub *h = w->hub;
    for (lobby_room *r = h->lobby.first, *next; r; r = next) {
        next = r->next;
        const int error = r->snapped == UNREADABLE ? replay_room(w, s, r) : 0;
        if (error < 0)
            return error;
        if (r->room.life == ROOM_CLOSED || r->room.seq == 0) {
            lobby_remove(&h->lobby, r);
            continue;
        }
        hub_wake_room(h, r);
    }
    return 0;
}

int hub_restore(hub *h, store *s)
{
    waking w = {.hub = h};
    int error = store_load_live(s, wake_event, &w);
    if (error == 0 && w.is_full)
        error = -ENOMEM;
    if (error == 0)
        error = wake_rooms(&w, s);
    if (w.refused > 0)
        log_warning(h->options.log, "some snapshots cannot be read",
                    {LOG_NUMBER("rooms", w.refused)});
    if (w.damaged > 0)
        log_error(h->options.log, "some events do not follow from their rooms",
                  {LOG_NUMBER("events", w.damaged)});
    return error;
}

void hub_attach(hub *h, journal *j)
{
    h->journal = j;
}

/* ---- Questions ---------------------------------------------------------- */

void hub_ask_store(hub *h, journal_task *task)
{
    h->questions++;
    task->urgent = true;
    journal_submit(h->journal, task);
}

void hub_drain(hub *h)
{
    h->draining = true;
}

bool hub_is_quiet(const hub *h)
{
    return !h->committing && h->questions == 0 &&
           batch_is_empty(h->batches[h->gathering]);
}

bool hub_is_overloaded(const hub *h)
{
    return h->batches[h->gathering]->byte_count + h->said_bytes > MOST_BYTES;
}

bool hub_can_store(const hub *h)
{
    return h->ready;
}

bool hub_is_ready(const hub *h)
{
    const bool is_deaf =
        h->options.follower && hub_follow_age(h) > FOLLOWER_DEAF_MS;
    return h->ready && hub_hears(h) && !is_deaf && !h->draining;
}

const hub_metrics *hub_metrics_of(const hub *h)
{
    return &h->metrics;
}

int hub_room_count(const hub *h, room_life life)
{
    return h->lobby.lives[life];
}

const lobby_shelf *hub_shelf(const hub *h, room_life life, oxo_variant variant)
{
    return &h->lobby.shelves[life][variant];
}
