/* hub_publish.c - events: applied, added to the batch, sent; then the room's
 * timer and the computer's move. */
#include "hub_private.h"

#include <assert.h>
#include <string.h>

/* Before the next attempt, if the store or the engine was busy. */
enum { RETRY_MS = 1000 };

/* ---- Publishing --------------------------------------------------------- */

static void remember_room(hub *h, lobby_room *r)
{
    if (r->batch == h->turn)
        return;
    r->batch = h->turn;
    batch_remember(hub_batch(h), &r->room, r->recent);
}

static void count_event(hub *h, const event *e)
{
    h->metrics.events++;
    h->metrics.rooms_made += e->kind == EVENT_ROOM_CREATED;
    h->metrics.moves += e->kind == EVENT_MOVE_MADE;
    h->metrics.games += e->kind == EVENT_GAME_OVER;
}

/* The new player gets its seat before any other message of the room. */
static void admit_player(hub *h, lobby_room *r, const newcomer *new)
{
    if (!new->member)
        return;
    hub_bind(h, r, new->member, new->seat);
    const size_t length =
        wire_seat(&r->room, new->seat, new->token, new->who->has_ref,
                  new->who->ref, h->text, sizeof h->text);
    hub_tell(h, new->member, r->room.id, length, 0);
}

void hub_publish_one(hub *h, lobby_room *r, const event *e)
{
    const size_t length = wire_event(&r->room, e, h->text, sizeof h->text);
    r->recent = length > 0 ? recent_add(&h->recent, r->recent, r->room.id,
                                        e->seq, h->text, length)
                           : RECENT_NOWHERE;
    hub_tell_all(h, r, length, e->seq, NULL);
}

void hub_ask_for_intensity(hub *h, const lobby_room *r)
{
    const job j = {.kind = JOB_INTENSITY,
                   .position = r->room.now,
                   .room = r->room.id,
                   .seq = r->room.seq};
    workers_submit(h->options.workers, &j);
}

void hub_publish(hub *h, lobby_room *r, const room_events *events,
                 const newcomer *new)
{
    if (events->count > 0)
        remember_room(h, r);
    for (int i = 0; i < events->count; i++) {
        const event *e = &events->list[i];
        const bool applied = room_apply(&r->room, e);
        assert(applied);
        (void)applied;
        count_event(h, e);
        batch_add_event(hub_batch(h), e);
        if (i == 0 && new)
            admit_player(h, r, new);
        hub_publish_one(h, r, e);
        if (e->kind == EVENT_SEAT_LEFT && r->room.life == ROOM_WAITING)
            hub_free_seat(r, e->as.left.seat);
    }
    if (events->count > 0 && events->list[0].kind == EVENT_MOVE_MADE)
        hub_ask_for_intensity(h, r);
    hub_settle(h, r);
}

/* Ends the streams of a closed room. */
static void finish_streams(hub *h, lobby_room *r)
{
    for (member *m = r->members, *next; m; m = next) {
        next = m->next;
        if (m->form == MEMBER_SOCKET)
            continue;
        net_set_user(h->options.net, m->id, NULL);
        net_finish(h->options.net, m->id);
        hub_forget(h, m);
    }
}

static void remove_if_closed(hub *h, event_room id)
{
    lobby_room *r = lobby_find(&h->lobby, id);
    if (!r || r->room.life != ROOM_CLOSED)
        return;
    finish_streams(h, r);
    hub_remove_room(h, r);
}

void hub_sweep(hub *h, const batch *b)
{
    for (int i = 0; i < b->events.count; i++)
        if (b->events.entries[i].kind == EVENT_ROOM_CLOSED)
            remove_if_closed(h, b->events.entries[i].room);
    for (int i = 0; i < b->gone_count; i++)
        remove_if_closed(h, b->gone[i]);
}

/* ---- The computer ------------------------------------------------------- */

static bool is_computers_turn(const room *r)
{
    const int seat = room_turn(r);
    return seat >= 0 && r->seats[seat].player.level > 0;
}

static void ask_for_move(hub *h, lobby_room *r)
{
    const room *now = &r->room;
    const job j = {.kind = JOB_MOVE,
                   .position = now->now,
                   .room = now->id,
                   .seq = now->seq,
                   .level = now->seats[room_turn(now)].player.level,
                   /* A level errs differently in each game. */
                   .seed = (uint64_t)now->id << 16 | now->games};
    r->thinking = workers_submit(h->options.workers, &j);
    r->retry = r->thinking ? 0 : hub_now(h) + RETRY_MS;
}

static void play_for_computer(hub *h, lobby_room *r, oxo_move move)
{
    room_events events;
    const room_command command = {.verb = ROOM_MOVE,
                                  .seat = (uint8_t)room_turn(&r->room),
                                  .ply = r->room.length,
                                  .move = move};
    hub_decide(h, r, &command, &events);
    h->metrics.computer_moves++;
    hub_publish(h, r, &events, NULL);
}

/* False if the game has moved on since the job was submitted. */
static bool is_current(const lobby_room *r, const job *j)
{
    return memcmp(&r->room.now, &j->position, sizeof j->position) == 0;
}

static void take_intensity(hub *h, lobby_room *r, const job *j)
{
    if (!is_current(r, j) || j->source != OXO_BY_ENGINE)
        return;
    const size_t length = wire_intensity(&r->room, j->intensity,
                                         oxo_intensity_source_word(j->source),
                                         h->text, sizeof h->text);
    h->metrics.intensities++;
    hub_tell_all(h, r, length, 0, NULL);
}

void hub_job_done(hub *h, const job *j)
{
    lobby_room *r = lobby_find(&h->lobby, j->room);
    if (!r)
        return;
    if (j->kind == JOB_INTENSITY) {
        take_intensity(h, r, j);
        return;
    }
    r->thinking = false;
    if (j->move == OXO_NO_MOVE) /* no memory for a search: try later */
        r->retry = hub_now(h) + RETRY_MS;
    if (is_computers_turn(&r->room) && is_current(r, j) &&
        j->move != OXO_NO_MOVE && hub_keeps(h, j->room))
        play_for_computer(h, r, j->move);
    else
        hub_settle(h, r);
}

/* ---- Time --------------------------------------------------------------- */

/* When to look at the room again: after a failed commit the room waits before
 * it tries again; a player who has just come may be the one for whom a game
 * has waited. */
static int64_t next_time(const hub *h, const lobby_room *r)
{
    if (r->retry > 0)
        return r->retry;
    if (room_is_ready(&r->room, hub_now(h)))
        return hub_now(h);
    int64_t at = room_deadline(&r->room, &h->options.rules);
    for (int seat = 0; seat < EVENT_SEATS; seat++) {
        const int64_t until = r->room.seats[seat].away_since;
        if (r->by_request[seat] && until > 0 && until < at)
            at = until;
    }
    return at;
}

/* Tells of players who have sent no request for a while. */
static void tell_lapsed_requests(hub *h, lobby_room *r)
{
    for (int seat = 0; seat < EVENT_SEATS; seat++) {
        const bool is_here = room_is_here(&r->room, seat, hub_now(h));
        if (!r->by_request[seat] ||
            (is_here && r->room.seats[seat].connections == 0))
            continue;
        r->by_request[seat] = false;
        if (!is_here && r->room.life <= ROOM_ACTIVE)
            hub_tell_presence(h, r, seat, NULL);
    }
}

static void set_timer(hub *h, lobby_room *r)
{
    const int64_t at = next_time(h, r);
    if (at == INT64_MAX || r->room.life == ROOM_CLOSED ||
        !hub_keeps(h, r->room.id)) {
        net_timer_clear(h->options.loop, &r->timer);
        return;
    }
    const int64_t wait = at - hub_now(h);
    r->hub = h;
    r->timer.fire = hub_room_timer;
    net_timer_set(h->options.loop, &r->timer,
                  net_loop_now(h->options.loop) + (wait > 0 ? wait : 0));
}

void hub_settle(hub *h, lobby_room *r)
{
    lobby_sort(&h->lobby, r);
    if (!r->thinking && r->retry == 0 && is_computers_turn(&r->room) &&
        hub_keeps(h, r->room.id))
        ask_for_move(h, r);
    set_timer(h, r);
}

void hub_tick(hub *h, lobby_room *r)
{
    const room_command tick = {.verb = ROOM_TICK};
    room_events events;
    if (!hub_keeps(h, r->room.id))
        return; /* another node looks after the room */
    if (r->retry <= hub_now(h))
        r->retry = 0;
    tell_lapsed_requests(h, r);
    hub_decide(h, r, &tick, &events);
    hub_publish(h, r, &events, NULL);
}

void hub_room_timer(net_timer *timer)
{
    lobby_room *r =
        (lobby_room *)((char *)timer - offsetof(lobby_room, timer));
    hub_tick(r->hub, r);
}
