/* hub_follow.c - what other nodes have stored: rooms follow the log.
 *
 * An event from the log is durable, so it is applied and sent at once. A room
 * with an event of ours that is not stored yet cannot apply it: the event is
 * held until the commit is done. If ours was a conflict, ours is undone, and
 * then the other node's event is applied. While this node cannot commit, it
 * sends nothing from the log either: only a successful commit proves that
 * everything before it is durable. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hub_private.h"

/* Does the room have events in a batch that is not stored yet? */
static bool is_undecided(const hub *h, const lobby_room *r)
{
    return r->batch == h->turn || (h->committing && r->batch + 1 == h->turn);
}

static void leave_behind(hub *h, lobby_room *r)
{
    r->behind = true;
    h->some_behind = true;
}

static void follow_all(hub *h, const store_bundle *events);

/* ---- Reading a room's log ----------------------------------------------- */

/* A task for the journal's reading thread. It either reads the events
 * that a room lacks, to be applied here, or rebuilds the room from all its
 * events: if the room is not loaded, or contradicts the log. */
typedef struct room_reading {
    journal_task task;
    event_room id;
    uint64_t address;    /* for which the look-up counts, or 0 */
    uint32_t from;       /* the first event to read */
    uint32_t seq;        /* of the room when the task was submitted */
    bool is_new;         /* the room is not loaded */
    bool anew;           /* rebuild the room from all its events */
    bool is_followed;    /* the follower will deliver what it lacks */
    bool has_lost;       /* an answer was stored too late: a conflict */
    bool broken;         /* an event does not follow from the others */
    int error;           /* -ENOMEM */
    store_bundle events; /* that were read, unless `anew` */
    room room;           /* that was rebuilt, if `anew` */
    hub_answer *answer;  /* to the question that waits for this, or NULL */
    origin who;
    wire_message message;
} room_reading;

static bool read_one(const event *e, void *context)
{
    room_reading *q = context;
    if (q->anew)
        q->broken = !room_apply(&q->room, e);
    else
        q->error = store_bundle_add(&q->events, e);
    return !q->broken && !q->error;
}

static int read_room(store *s, journal_task *task)
{
    room_reading *q = (room_reading *)task;
    const int live = q->is_new ? store_is_live(s, q->id) : 1;
    if (live <= 0)
        return live < 0 ? live : -ENOENT;
    const int error = store_load(s, q->id, q->from, read_one, q);
    return error ? error : q->broken ? -EUCLEAN : q->error;
}

static room_reading *begin_reading(hub *h, event_room id)
{
    lobby_room *r = lobby_find(&h->lobby, id);
    room_reading *q = calloc(1, sizeof *q);
    if (r)
        r->behind = false;
    if (!q && r)
        leave_behind(h, r);
    if (!q)
        return NULL;
    q->task = (journal_task){.kind = JOURNAL_QUERY, .run = read_room};
    q->id = id;
    q->is_new = q->anew = !r;
    q->seq = r ? r->room.seq : 0;
    q->from = q->seq + 1;
    room_init(&q->room, id);
    return q;
}

static void submit_reading(hub *h, room_reading *q)
{
    lobby_room *r = lobby_find(&h->lobby, q->id);
    if (r && !q->anew)
        r->reading = true;
    h->metrics.look_ups++;
    hub_ask_store(h, &q->task);
}

bool hub_read_room(hub *h, event_room id)
{
    room_reading *q = begin_reading(h, id);
    if (q)
        submit_reading(h, q);
    return q;
}

static void reload_room(hub *h, event_room id, bool is_followed)
{
    room_reading *q = begin_reading(h, id);
    if (!q)
        return;
    q->anew = true;
    q->is_followed = is_followed;
    q->from = 1;
    submit_reading(h, q);
}

/* A room that is being read need not be read twice. */
void hub_reload(hub *h, event_room id)
{
    const lobby_room *r = lobby_find(&h->lobby, id);
    if (r && !r->reading)
        reload_room(h, id, h->options.follower != NULL);
}

/* ---- Questions ---------------------------------------------------------- */

uint64_t hub_begin_look_up(hub *h, const origin *who)
{
    const uint64_t address = hub_address(h, who->id);
    const bool has_too_many =
        tally_of(&h->lookers, address) >= (uint32_t)h->options.look_ups;
    if (!has_too_many && tally_up(&h->lookers, address) == 0)
        return address;
    hub_refuse(h, who, OXO_RATE_LIMITED, NULL);
    return 0;
}

void hub_end_look_up(hub *h, uint64_t address)
{
    if (address)
        tally_down(&h->lookers, address);
}

/* Includes nodes that this one has not heard of: a new node creates rooms
 * before its lease is known here. */
static bool may_others_know(const hub *h)
{
    return h->options.follower != NULL;
}

bool hub_look_up(hub *h)
{
    const hub_question *asked = h->question;
    if (!asked || asked->looked_up || asked->about == 0 ||
        !may_others_know(h) || !hub_hears(h) || !h->ready)
        return false;
    const uint64_t address = hub_begin_look_up(h, asked->who);
    if (!address)
        return true;
    room_reading *q = begin_reading(h, asked->about);
    if (!q) {
        hub_end_look_up(h, address);
        return false;
    }
    h->question = NULL;
    q->address = address;
    q->answer = asked->answer;
    q->who = *asked->who;
    q->message = *asked->message;
    hub_hold_messages(h, &q->who);
    submit_reading(h, q);
    return true;
}

void hub_keep_question(hub *h, batch_asker *asker)
{
    const hub_question *asked = h->question;
    if (!asked || !may_others_know(h) || asker->who.kind == ORIGIN_NOBODY)
        return;
    asker->again = malloc(sizeof *asker->again);
    if (asker->again)
        *asker->again = *asked->message;
    asker->answer = asked->answer;
}

bool hub_ask_again(hub *h, const batch_asker *asker)
{
    room_reading *q = asker->again ? begin_reading(h, asker->room) : NULL;
    if (!q)
        return false;
    q->has_lost = true;
    q->answer = asker->answer;
    q->who = asker->who;
    q->message = *asker->again;
    hub_hold_messages(h, &q->who);
    submit_reading(h, q);
    return true;
}

/* Takes over a room from the log. Presence is not in the log, so it stays. */
static void adopt_room(hub *h, lobby_room *r, const room *from_log)
{
    room_seat now[EVENT_SEATS];
    memcpy(now, r->room.seats, sizeof now);
    room_copy(&r->room, from_log);
    hub_leave_out_lost(h, &r->room);
    r->recent = RECENT_NOWHERE;
    r->retry = 0;
    for (int i = 0; i < EVENT_SEATS; i++)
        r->room.seats[i].away_since = 0;
    hub_turn_out(r);
    for (int i = 0; i < EVENT_SEATS; i++)
        hub_count_connections(h, r, i, &now[i]); /* the state tells it */
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

static void take_room(hub *h, const room_reading *q)
{
    const room *from_log = &q->room;
    lobby_room *r = lobby_find(&h->lobby, q->id);
    if (!r || is_as_it_was(r, from_log))
        return;
    const bool goes_on = is_undecided(h, r) || q->seq != r->room.seq;
    if (q->is_followed && (goes_on || r->room.seq < from_log->seq))
        return; /* the follower brings its events, or there is a conflict */
    if (is_undecided(h, r))
        leave_behind(h, r);
    else if (goes_on)
        reload_room(h, q->id, q->is_followed);
    else
        adopt_room(h, r, from_log);
}

/* A closed room is not loaded. */
static void take_new(hub *h, const room *from_log)
{
    const bool is_wanted =
        from_log->life != ROOM_CLOSED && !lobby_find(&h->lobby, from_log->id);
    lobby_room *r = is_wanted ? lobby_add(&h->lobby, from_log->id) : NULL;
    if (!r)
        return;
    room_copy(&r->room, from_log);
    hub_wake_room(h, r);
}

/* The follower brought a new room during the look-up, but not all its events:
 * reads the rest before the question is answered. */
static bool read_rest(hub *h, room_reading *q)
{
    const lobby_room *r = lobby_find(&h->lobby, q->id);
    if (!q->is_new || !r || r->room.seq >= q->room.seq)
        return false;
    q->is_new = q->anew = false;
    q->seq = r->room.seq;
    q->from = q->seq + 1;
    submit_reading(h, q);
    return true;
}

static bool is_damaged(const hub *h, event_room id)
{
    return tally_of(&h->damaged, id) > 0;
}

/* Logs the damage of a room once, although each event of the room and each
 * question about it meets the damage again. */
static void note_damage(hub *h, event_room id, bool damaged)
{
    if (damaged == is_damaged(h, id))
        return;
    if (!damaged) {
        tally_down(&h->damaged, id);
        return;
    }
    char code[EVENT_CODE_TEXT];
    event_code_format(id, code);
    log_error(h->options.log, "the log of a room is damaged",
              {LOG_STATUS("room", code)});
    (void)tally_up(&h->damaged, id); /* no memory: it is logged again */
}

/* Tries again later what may succeed then. */
static void reading_failed(hub *h, const room_reading *q)
{
    lobby_room *r = lobby_find(&h->lobby, q->id);
    const int error = q->task.error;
    if (error == -EUCLEAN)
        note_damage(h, q->id, true);
    else if (r && error != -ENOENT)
        leave_behind(h, r);
}

/* If a conflict was lost but the log has no newer event, the log is damaged.
 * The answer may be lost again, but then there is no further attempt. */
static void answer_now(hub *h, const room_reading *q)
{
    const hub_question asked = {.who = &q->who,
                                .about = q->id,
                                .message = &q->message,
                                .answer = q->answer,
                                .looked_up = true,
                                .is_certain = q->task.error == 0};
    const lobby_room *r = lobby_find(&h->lobby, q->id);
    const bool is_stuck = q->has_lost && r && r->room.seq == q->seq;
    h->question = is_stuck ? NULL : &asked;
    q->answer(h, &q->who, &q->message);
    h->question = NULL;
    hub_let_messages(h, &q->who);
}

bool hub_reading_done(hub *h, journal_task *task)
{
    if (task->run != read_room)
        return false;
    room_reading *q = (room_reading *)task;
    lobby_room *r = lobby_find(&h->lobby, q->id);
    if (r && !q->anew)
        r->reading = false;
    if (task->error == 0 && read_rest(h, q))
        return true;
    hub_end_look_up(h, q->address);
    if (task->error < 0)
        reading_failed(h, q);
    else if (q->is_new)
        take_new(h, &q->room);
    else if (q->anew)
        take_room(h, q);
    else
        follow_all(h, &q->events);
    if (task->error == 0)
        note_damage(h, q->id, false);
    if (!q->anew)
        hub_follow_held(h);
    hub_room_was_read(h, q->id, task->error == 0 || task->error == -ENOENT);
    if (q->answer)
        answer_now(h, q);
    store_bundle_free(&q->events);
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
            reload_room(h, r->room.id, false);
}

/* ---- One event ---------------------------------------------------------- */

static void tell_followed(hub *h, lobby_room *r, const event *e)
{
    h->telling_durable = true;
    hub_publish_one(h, r, e);
    h->telling_durable = false;
    h->metrics.followed++;
    if (e->kind == EVENT_MOVE_MADE && r->members)
        hub_ask_for_intensity(h, r);
    if (e->kind == EVENT_ROOM_CLOSED)
        batch_add_gone(hub_batch(h), r->room.id);
    if (e->kind == EVENT_SEAT_TAKEN)
        hub_seat_was_taken(r);
    hub_settle(h, r);
}

/* The room of an entry that it does not have yet, or NULL. */
static lobby_room *room_of(hub *h, const store_entry *entry)
{
    lobby_room *r = lobby_find(&h->lobby, entry->room);
    if (!r && entry->kind == EVENT_ROOM_CREATED)
        return lobby_add(&h->lobby, entry->room);
    return r && entry->seq > r->room.seq ? r : NULL;
}

/* Do more events of the same room follow in what was read? */
static bool has_more(const store_batch *read, const store_entry *entry)
{
    for (const store_entry *e = entry + 1; e < read->entries + read->count;
         e++)
        if (e->room == entry->room)
            return true;
    return false;
}

static bool is_gap(const lobby_room *r, const store_entry *entry)
{
    return entry->seq > r->room.seq + 1;
}

/* Events before this one that the room lacks are read first, and all events if
 * the room is not loaded. If the next event does not follow from the room, the
 * room contradicts the log and is rebuilt. */
static void follow_event(hub *h, const event *e, const store_batch *read,
                         const store_entry *entry)
{
    const bool is_known = lobby_find(&h->lobby, entry->room);
    const bool is_hopeless = is_damaged(h, entry->room);
    lobby_room *r = room_of(h, entry);
    if (!r && !is_known && entry->kind != EVENT_ROOM_CLOSED &&
        !has_more(read, entry) && !is_hopeless)
        hub_read_room(h, entry->room);
    if (!r || r->behind)
        return;
    if (room_apply(&r->room, e))
        tell_followed(h, r, e);
    else if (is_hopeless)
        return;
    else if (is_gap(r, entry))
        hub_read_room(h, entry->room);
    else
        reload_room(h, entry->room, false);
}

static void hold_event(hub *h, lobby_room *r, const event *e)
{
    if (store_bundle_add(&h->held, e) < 0 && r)
        leave_behind(h, r);
}

/* Also while the events before this one are being read. */
static bool must_be_held(const hub *h, const lobby_room *r,
                         const store_entry *entry)
{
    return !h->ready || (r && is_undecided(h, r)) ||
           (r && r->reading && is_gap(r, entry));
}

static void follow_one(hub *h, const store_batch *read,
                       const store_entry *entry)
{
    event e;
    lobby_room *r = lobby_find(&h->lobby, entry->room);
    const bool must_wait = must_be_held(h, r, entry);
    if (!must_wait && r && entry->seq <= r->room.seq)
        return;
    if (!store_entry_read(read, entry, &e))
        log_error(h->options.log, "an event cannot be read",
                  {LOG_NUMBER("seq", entry->seq)});
    else if (must_wait)
        hold_event(h, r, &e);
    else
        follow_event(h, &e, read, entry);
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
    if (held.count == 0 || !h->ready)
        return;
    h->held = (store_bundle){0};
    follow_all(h, &held);
    store_bundle_free(&held);
    hub_place_sights(h);
}

int64_t hub_follow_age(const hub *h)
{
    const int64_t looked = follower_progress_of(h->options.follower).looked;
    const int64_t now = net_loop_now(h->options.loop);
    return now > looked ? now - looked : 0;
}

int64_t hub_follow_behind(const hub *h)
{
    return (int64_t)follower_progress_of(h->options.follower).behind +
           h->held.count;
}

/* Logs at once, and on every node: there may be few moves that would show it.
 */
static void log_failure(hub *h, const follower_news *news)
{
    if (news->error != 0 && h->follow_error == 0)
        log_error(h->options.log, "the log cannot be followed",
                  {LOG_TEXT("reason", news->why)});
    else if (news->error == 0 && h->follow_error != 0)
        log_info(h->options.log, "the log is followed again");
    h->follow_error = news->error;
    if (news->damaged > 0)
        log_error(h->options.log, "the log is damaged",
                  {LOG_TEXT("reason", news->why)});
}

void hub_news(hub *h)
{
    follower *f = h->options.follower;
    follower_news *news = f ? follower_take(f) : NULL;
    if (!news)
        return;
    const bool was_deaf = h->deaf;
    log_failure(h, news);
    h->deaf = news->more || news->error != 0;
    hub_take_view(h, &news->view, news->fresh);
    follow_all(h, &news->events);
    for (int i = 0; i < news->sight_count; i++)
        hub_see(h, &news->sights[i]);
    hub_place_sights(h);
    h->show_again = h->show_again || news->again;
    if (h->show_again && h->ready)
        hub_show_more(h);
    if (h->down_until > 0 && h->ready && !h->deaf)
        hub_give_back(h);
    else if (was_deaf && !h->deaf)
        hub_settle_all(h);
    follower_give_back(f, news);
}
