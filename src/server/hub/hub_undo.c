/* hub_undo.c - undoes a batch whose commit failed.
 *
 * Rooms are restored, connections return to their former rooms and seats,
 * those who asked for changes are refused, and those who asked for the state
 * get it again. */
#include "hub_private.h"

#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 1000 }; /* before the timer and the computer go on */

/* ---- Rooms -------------------------------------------------------------- */

static member *member_of(const hub *h, net_id id)
{
    return net_user(h->options.net, id);
}

/* Unbinds connections from seats that are no longer taken. */
void hub_turn_out(lobby_room *r)
{
    for (member *m = r->members, *next; m; m = next) {
        next = m->next;
        if (m->seat >= 0 && !r->room.seats[m->seat].taken)
            lobby_leave(r, m);
    }
}

void hub_free_seat(lobby_room *r, int seat)
{
    hub_turn_out(r);
    r->elsewhere[seat] = 0;
    r->asked[seat] = 0;
    r->by_request[seat] = false;
    r->shown[seat] = LOBBY_UNTOLD;
}

/* Binds the connections again that had left by what is undone. */
static void bind_again(const hub *h, lobby_room *r, const batch *b)
{
    for (int i = 0; i < b->asker_count; i++) {
        const batch_asker *asker = &b->askers[i];
        if (asker->room != r->room.id || asker->room_before != r->room.id ||
            asker->who.kind != ORIGIN_SOCKET)
            continue;
        member *m = member_of(h, asker->who.id);
        if (m && !m->room)
            lobby_enter(r, m, asker->seat_before);
    }
}

/* Presence messages and sights were lost with the batch: true, or a new sight,
 * makes them go out again. */
bool hub_count_connections(hub *h, lobby_room *r, int seat,
                           const room_seat *now)
{
    room_seat *s = &r->room.seats[seat];
    const bool was_here = s->connections > 0;
    /* Sent with the batch that failed, or with the one after it. */
    const bool was_lost = r->presence + 1 >= h->turn;
    if (!room_seat_is_person(s))
        return false;
    s->connections = hub_all_connections(r, seat);
    hub_show_again(h, r, seat);
    s->fresh = s->fresh && now->fresh;
    if (s->connections > 0)
        s->away_since = 0;
    else if (now->away_since > 0)
        s->away_since = now->away_since;
    else if (s->away_since == 0)
        s->away_since = hub_now(h);
    return was_here != (s->connections > 0) || was_lost;
}

static void restore_room(hub *h, lobby_room *r, const batch_undo *undo,
                         const batch *failed)
{
    room_seat now[EVENT_SEATS];
    memcpy(now, r->room.seats, sizeof now);
    batch_recall(failed, undo, &r->room);
    r->recent = undo->recent;
    r->batch = 0;
    hub_turn_out(r);
    bind_again(h, r, failed);
    bind_again(h, r, hub_batch(h));
    for (int i = 0; i < EVENT_SEATS; i++)
        if (hub_count_connections(h, r, i, &now[i]))
            hub_tell_presence(h, r, i, NULL);
    r->retry = hub_now(h) + RETRY_MS;
    hub_settle(h, r);
}

void hub_remove_room(hub *h, lobby_room *r)
{
    if (r->owner)
        tally_down(&h->owners, r->owner);
    net_timer_clear(h->options.loop, &r->timer);
    lobby_remove(&h->lobby, r);
}

static void undo_room(hub *h, const batch_undo *undo, const batch *failed)
{
    lobby_room *r = lobby_find(&h->lobby, undo->room);
    if (!r)
        return;
    if (undo->is_new)
        hub_remove_room(h, r);
    else
        restore_room(h, r, undo, failed);
}

/* ---- Those who asked ---------------------------------------------------- */

/* A request may be an asker more than once, but gets one answer. */
static void silence_request(batch *b, const origin *who)
{
    for (int i = 0; i < b->asker_count; i++)
        if (b->askers[i].who.id == who->id &&
            b->askers[i].who.kind == ORIGIN_HTTP)
            b->askers[i].who.kind = ORIGIN_NOBODY;
}

/* Sends the restored state to an asker who saw the one that is undone. */
static void show_again(hub *h, const lobby_room *r, const origin *who)
{
    const member *m = member_of(h, who->id);
    if (!m)
        return;
    if (m->form == MEMBER_SOCKET)
        hub_tell_ok(h, r, who);
    if (m->room == r->room.id)
        hub_tell_state(h, r, m);
}

/* Binds the connection to its former room, unless it has another one now. */
static void return_member(hub *h, const batch_asker *asker)
{
    lobby_room *r = lobby_find(&h->lobby, asker->room_before);
    member *m = r ? member_of(h, asker->who.id) : NULL;
    const int seat = asker->seat_before;
    if (m && !m->room && r->room.life != ROOM_CLOSED &&
        (seat < 0 || r->room.seats[seat].taken))
        hub_bind(h, r, m, seat);
}

static void refuse_asker(hub *h, const batch_asker *asker, oxo_status status)
{
    const lobby_room *r = lobby_find(&h->lobby, asker->room);
    if (asker->looks && r) {
        show_again(h, r, &asker->who);
        return;
    }
    if (asker->room_before && asker->room_before != asker->room)
        return_member(h, asker);
    if (status != OXO_CONFLICT || !hub_ask_again(h, asker))
        hub_refuse(h, &asker->who, status, NULL);
}

/* Refuses the askers of `b` who asked about the rooms. */
static void refuse_askers(hub *h, batch *b, const event_room *ids, int count,
                          oxo_status status)
{
    for (int i = 0; i < b->asker_count; i++) {
        const batch_asker asker = b->askers[i];
        if (asker.who.kind == ORIGIN_NOBODY ||
            !batch_has_room(ids, count, asker.room))
            continue;
        b->askers[i].who.kind = ORIGIN_NOBODY;
        if (asker.who.kind == ORIGIN_HTTP)
            silence_request(b, &asker.who);
        refuse_asker(h, &asker, status);
    }
}

/* ---- Batches ------------------------------------------------------------ */

/* Undoes what both batches decided about these rooms, which are sorted. */
static void void_rooms(hub *h, batch *failed, const event_room *ids, int count,
                       oxo_status status)
{
    batch *gathering = hub_batch(h);
    batch_purge(failed, ids, count);
    batch_purge(gathering, ids, count);
    batch_forget_undo(gathering, ids, count);
    for (int i = 0; i < failed->undo_count; i++)
        if (batch_has_room(ids, count, failed->undo[i].room))
            undo_room(h, &failed->undo[i], failed);
    batch_forget_undo(failed, ids, count);
    refuse_askers(h, failed, ids, count, status);
    refuse_askers(h, gathering, ids, count, status);
}

/* Without memory for the list, rooms are undone one by one, which is slower.
 */
static void void_all_rooms(hub *h, batch *failed, oxo_status status)
{
    const int count = failed->undo_count;
    event_room *ids = malloc((size_t)count * sizeof *ids);
    for (int i = 0; ids && i < count; i++)
        ids[i] = failed->undo[i].room;
    if (ids) {
        batch_sort_rooms(ids, count);
        void_rooms(h, failed, ids, count, status);
    }
    free(ids);
    while (failed->undo_count > 0) {
        const event_room id = failed->undo[0].room;
        void_rooms(h, failed, &id, 1, status);
    }
}

void hub_void_batch(hub *h, batch *failed, oxo_status status)
{
    const event_room boards = HUB_BOARDS;
    if (failed->undo_count > 0)
        void_all_rooms(h, failed, status);
    if (failed->board_count > 0) {
        batch_purge(failed, &boards, 1);
        refuse_askers(h, failed, &boards, 1, status);
    }
}

/* ---- Numbers that are in use -------------------------------------------- */

/* The message that created a room whose number is in use, or NULL. The caller
 * frees it. */
static wire_message *take_creation(batch *b, event_room id, origin *ret_who)
{
    for (int i = 0; i < b->asker_count; i++) {
        batch_asker *asker = &b->askers[i];
        if (asker->room != id || !asker->create)
            continue;
        wire_message *message = asker->create;
        *ret_who = asker->who;
        asker->create = NULL;
        asker->who.kind = ORIGIN_NOBODY;
        silence_request(b, ret_who);
        return message;
    }
    return NULL;
}

/* The member of the room that asked for it, or NULL. */
static member *find_member(const hub *h, event_room id, net_id who)
{
    const lobby_room *r = lobby_find(&h->lobby, id);
    member *m = r ? r->members : NULL;
    while (m && m->id != who)
        m = m->next;
    return m;
}

/* ---- Conflicts ---------------------------------------------------------- */

/* The first event that conflicts, or -1. */
static int first_conflict(const batch *b)
{
    for (int i = 0; i < b->events.count; i++)
        if (b->conflict[i])
            return i;
    return -1;
}

/* Creates a room again whose number was in use; reloads one that is behind the
 * log. */
static void void_conflict(hub *h, batch *b, int i)
{
    origin who = {0};
    const event_room id = b->events.entries[i].room;
    wire_message *creation = take_creation(b, id, &who);
    member *m = find_member(h, id, who.id);
    h->metrics.conflicts++;
    void_rooms(h, b, &id, 1, OXO_CONFLICT);
    hub_reload(h, id);
    if (creation && (m || who.kind == ORIGIN_HTTP))
        hub_make_room(h, &who, m, creation);
    free(creation);
}

void hub_void_conflicts(hub *h, batch *b)
{
    for (int i; (i = first_conflict(b)) >= 0;)
        void_conflict(h, b, i);
}
