/* hub_nodes.c - other servers on the same store: which of them looks after a
 * room, and who is connected to them.
 *
 * Nobody is told to look after a room: of all servers that are alive it is the
 * one whose number gives the highest hash together with the room's. All come
 * to the same answer, and when a server goes only its own rooms move. Should
 * two think that it is them, as may be for a moment, both decide, and the
 * store lets one of them be the first. */
#include <assert.h>
#include <string.h>

#include "hub_private.h"

enum { REQUEST_MS = 1000 }; /* of one player, told to others so often */

/* ---- Who is alive ------------------------------------------------------- */

const store_view *hub_view(const hub *h)
{
    return h->options.follower ? &h->view : NULL;
}

bool hub_hears(const hub *h)
{
    return !h->options.follower ||
           net_loop_now(h->options.loop) < h->view.lease;
}

static const store_node *find_node(const store_view *v, uint32_t id)
{
    for (int i = 0; i < v->count; i++)
        if (v->nodes[i].id == id)
            return &v->nodes[i];
    return NULL;
}

/* We may have been too slow to be among them ourselves. */
bool hub_has_others(const hub *h)
{
    const store_view *v = &h->view;
    return v->count > 1 || (v->count == 1 && v->nodes[0].id != v->self);
}

/* splitmix64's last step: every bit of both depends on every bit. */
static uint64_t weight(uint32_t node, event_room id)
{
    uint64_t x = (uint64_t)node << 32 | id;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

bool hub_keeps(const hub *h, event_room id)
{
    const store_view *v = &h->view;
    uint32_t best = 0;
    uint64_t most = 0;
    if (!h->options.follower)
        return true;
    if (!hub_hears(h))
        return false;
    for (int i = 0; i < v->count; i++) {
        const uint64_t w = weight(v->nodes[i].id, id);
        if (v->nodes[i].acts && (w >= most || best == 0)) {
            best = v->nodes[i].id;
            most = w;
        }
    }
    return best == v->self;
}

/* ---- Sights ------------------------------------------------------------- */

static bool is_person(const room_seat *s)
{
    return s->taken && !s->left && s->player.level == 0;
}

uint32_t hub_connections(const lobby_room *r, int seat)
{
    uint32_t count = 0;
    for (const member *m = r->members; m; m = m->next)
        count += m->seat == seat;
    return count;
}

static void show(hub *h, const lobby_room *r, int seat, int64_t since)
{
    const store_sight sight = {
        .room = r->room.id, .seat = (uint8_t)seat, .since = since};
    batch_add_sight(hub_batch(h), &sight);
}

void hub_show(hub *h, lobby_room *r, int seat)
{
    if (!hub_has_others(h))
        return;
    const bool here = hub_connections(r, seat) > 0;
    if (here == r->shown[seat])
        return;
    r->shown[seat] = here;
    show(h, r, seat, here ? 0 : hub_now(h));
}

void hub_show_request(hub *h, lobby_room *r, int seat)
{
    const int64_t now = hub_now(h);
    if (!hub_has_others(h) || now < r->asked[seat] + REQUEST_MS)
        return;
    r->asked[seat] = now;
    show(h, r, seat, now);
}

/* Who was here when others were told last and is not now is among them. */
void hub_show_all(hub *h)
{
    h->show_again = false;
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        for (int seat = 0; seat < EVENT_SEATS; seat++) {
            const bool here = hub_connections(r, seat) > 0;
            if (here == r->shown[seat] && !here)
                continue;
            r->shown[seat] = !here;
            hub_show(h, r, seat);
        }
}

/* A server's bit, or 0 if there are too many. */
static uint64_t bit_of(hub *h, uint32_t node)
{
    int free_slot = -1;
    for (int i = 0; i < STORE_MAX_NODES; i++) {
        if (h->slots[i] == node)
            return UINT64_C(1) << i;
        if (h->slots[i] == 0 && free_slot < 0)
            free_slot = i;
    }
    if (free_slot < 0)
        return 0;
    h->slots[free_slot] = node;
    return UINT64_C(1) << free_slot;
}

static void see_come(hub *h, lobby_room *r, int seat, uint64_t bit)
{
    if (r->elsewhere[seat] & bit)
        return;
    r->elsewhere[seat] |= bit;
    if (room_connect(&r->room, seat, hub_now(h)) &&
        r->room.life != ROOM_WAITING)
        hub_tell_presence(h, r, seat, NULL);
}

/* Who was not there either has asked something. */
static void see_go(hub *h, lobby_room *r, int seat, uint64_t bit,
                   int64_t since)
{
    room_seat *s = &r->room.seats[seat];
    if (r->elsewhere[seat] & bit) {
        r->elsewhere[seat] &= ~bit;
        if (room_disconnect(&r->room, seat, since))
            hub_tell_presence(h, r, seat, NULL);
    } else if (s->connections == 0 && is_person(s) && since > s->away_since) {
        s->away_since = since;
        s->fresh = false;
    }
}

void hub_see(hub *h, const store_sight *sight)
{
    lobby_room *r = lobby_find(&h->lobby, sight->room);
    const uint64_t bit = r ? bit_of(h, sight->node) : 0;
    if (bit == 0 || sight->seat >= EVENT_SEATS)
        return;
    if (sight->since == 0)
        see_come(h, r, sight->seat, bit);
    else
        see_go(h, r, sight->seat, bit, sight->since);
    hub_settle(h, r);
}

/* ---- Coming and going --------------------------------------------------- */

/* A server that is gone has taken its connections with it. */
static void forget_node(hub *h, int slot)
{
    const uint64_t bit = UINT64_C(1) << slot;
    h->slots[slot] = 0;
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        for (int seat = 0; seat < EVENT_SEATS; seat++)
            if (r->elsewhere[seat] & bit) {
                see_go(h, r, seat, bit, hub_now(h));
                hub_settle(h, r);
            }
}

static void log_changes(hub *h, const store_view *before,
                        const store_view *now)
{
    for (int i = 0; i < now->count; i++)
        if (!find_node(before, now->nodes[i].id))
            log_info(h->options.log, "a server came",
                     {LOG_NUMBER("node", now->nodes[i].id),
                      LOG_NUMBER("servers", now->count)});
    for (int i = 0; i < before->count; i++)
        if (!find_node(now, before->nodes[i].id))
            log_info(h->options.log, "a server went",
                     {LOG_NUMBER("node", before->nodes[i].id),
                      LOG_NUMBER("servers", now->count)});
}

static bool is_same(const store_view *a, const store_view *b)
{
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = a->nodes[i].id == b->nodes[i].id &&
               a->nodes[i].acts == b->nodes[i].acts;
    return same;
}

void hub_take_view(hub *h, const store_view *view)
{
    const store_view before = h->view;
    const bool had_others = hub_has_others(h);
    const bool lapsed = !hub_hears(h);
    h->floor = hub_now(h);
    h->view = *view;
    /* The same view comes with every piece of news. What others have shown
     * since it was made is newer. */
    if (is_same(&before, view) && !lapsed)
        return;
    for (int i = 0; i < STORE_MAX_NODES; i++)
        if (h->slots[i] && !find_node(view, h->slots[i]))
            forget_node(h, i);
    log_changes(h, &before, view);
    if (hub_has_others(h) && (!had_others || lapsed))
        hub_show_all(h);
    /* Other rooms are ours now. */
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        hub_settle(h, r);
}
