/* hub_nodes.c - other nodes on the same store: which of them looks after a
 * room, and who is connected to them.
 *
 * Nobody assigns rooms to nodes (rendezvous hashing): of all nodes that are
 * alive, a room's node is the one whose number gives the highest hash together
 * with the room's number. All nodes compute the same answer, and when a node
 * goes only its own rooms move. For a moment two nodes may both claim a room;
 * then both decide, and the store accepts the first commit. */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "hub_private.h"

enum {
    REQUEST_MS = 1000, /* at most one sight of HTTP requests per seat */
    SIGHTS = 500,    /* about as many in one commit, when all are rewritten */
    RETURN_MS = 6000 /* nodes need to come back after an outage */
};

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

/* This node itself may be missing from the list, if it was too slow. */
bool hub_has_others(const hub *h)
{
    const store_view *v = &h->view;
    return v->count > 1 || (v->count == 1 && v->nodes[0].id != v->self);
}

/* The finaliser of splitmix64: each input bit affects all bits. */
static uint64_t node_weight(uint32_t node, event_room id)
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
    if (!hub_hears(h) || h->deaf || h->down_since > 0)
        return false;
    for (int i = 0; i < v->count; i++) {
        const uint64_t w = node_weight(v->nodes[i].id, id);
        if (v->nodes[i].acts && (w >= most || best == 0)) {
            best = v->nodes[i].id;
            most = w;
        }
    }
    return best == v->self;
}

void hub_settle_all(hub *h)
{
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        hub_settle(h, r);
}

/* ---- Outages: time that counts against nobody --------------------------- */

/* Since when this node can store nothing, as far as is known; 0: it can. */
static int64_t lost_since(const hub *h)
{
    const int64_t down = h->down_since, renewed = h->view.renewed;
    if (!h->options.follower || hub_hears(h))
        return h->options.follower ? down : 0;
    return down > 0 && down < renewed ? down : renewed;
}

void hub_shift(hub *h, int64_t from, int64_t to)
{
    for (lobby_room *r = h->lobby.first; from < to && r; r = r->next)
        room_shift(&r->room, from, to);
    hub_settle_all(h);
}

/* Finds out how long no node could store anything: until the first of the
 * others could, or until now. A node whose lease was never broken could store
 * all the time: then only this node was cut off, and the clocks went on. */
static void find_end_of_outage(hub *h, int64_t since)
{
    int64_t until = hub_now(h);
    for (int i = 0; i < h->view.count; i++) {
        const store_node *n = &h->view.nodes[i];
        if (n->id != h->view.self && n->begins < until)
            until = n->begins;
    }
    h->down_since = since;
    h->down_until = until > since ? until : since;
}

void hub_give_back(hub *h)
{
    const hub_gap gap = {h->down_since, h->down_until};
    memmove(h->lost, h->lost + 1, sizeof h->lost - sizeof *h->lost);
    h->lost[HUB_GAPS - 1] = gap;
    h->down_since = h->down_until = 0;
    hub_shift(h, gap.from, gap.to);
}

void hub_leave_out_lost(const hub *h, room *r)
{
    for (int i = 0; i < HUB_GAPS; i++)
        room_shift(r, h->lost[i].from, h->lost[i].to);
}

oxo_status hub_decide(const hub *h, const lobby_room *r,
                      const room_command *command, room_events *ret)
{
    const room_rules *rules = &h->options.rules;
    const int64_t now = hub_now(h), since = lost_since(h);
    if (since == 0 && !h->deaf)
        return room_decide(&r->room, rules, command, now, ret);
    room as_if;
    room_copy(&as_if, &r->room);
    for (int i = 0; i < EVENT_SEATS; i++)
        if (as_if.seats[i].away_since > 0)
            as_if.seats[i].away_since = now;
    if (since > 0 && since < now)
        room_shift(&as_if, since, now);
    return room_decide(&as_if, rules, command, now, ret);
}

/* With other nodes the game went on, and so does the clock. */
void hub_wake_room(hub *h, lobby_room *r)
{
    const int64_t turned = r->room.turned;
    room_wake(&r->room, hub_now(h));
    if (hub_has_others(h)) {
        r->room.turned = turned;
        hub_leave_out_lost(h, &r->room);
        r->woke = hub_now(h);
    }
    hub_settle(h, r);
}

/* ---- Sights ------------------------------------------------------------- */

/* Connections to this server that speak for the seat. */
static uint32_t own_connections(const lobby_room *r, int seat)
{
    uint32_t count = 0;
    for (const member *m = r->members; m; m = m->next)
        count += m->seat == seat;
    return count;
}

static uint32_t count_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

uint32_t hub_all_connections(const lobby_room *r, int seat)
{
    return own_connections(r, seat) + count_bits(r->elsewhere[seat]);
}

static void add_sight(hub *h, const lobby_room *r, int seat, int64_t since)
{
    const store_sight sight = {
        .room = r->room.id, .seat = (uint8_t)seat, .since = since};
    batch_add_sight(hub_batch(h), &sight);
}

static lobby_shown shown_now(const lobby_room *r, int seat)
{
    if (own_connections(r, seat) > 0)
        return LOBBY_HERE;
    return r->shown[seat] == LOBBY_UNTOLD ? LOBBY_UNTOLD : LOBBY_GONE;
}

int hub_show_again(hub *h, lobby_room *r, int seat)
{
    const int64_t away = r->room.seats[seat].away_since;
    const lobby_shown now = shown_now(r, seat);
    if (!hub_has_others(h) || now == LOBBY_UNTOLD)
        return 0;
    r->shown[seat] = (uint8_t)now;
    add_sight(h, r, seat,
              now == LOBBY_HERE ? 0
              : away > 0        ? away
                                : hub_now(h));
    return 1;
}

void hub_show(hub *h, lobby_room *r, int seat)
{
    if (shown_now(r, seat) != r->shown[seat])
        hub_show_again(h, r, seat);
}

void hub_show_request(hub *h, lobby_room *r, int seat)
{
    const int64_t now = hub_now(h);
    if (!hub_has_others(h) || now < r->asked[seat] + REQUEST_MS)
        return;
    r->asked[seat] = now;
    add_sight(h, r, seat, now + HUB_REQUEST_MS);
}

static void show_some(hub *h)
{
    int left = SIGHTS;
    lobby_room *r = h->lobby.first;
    for (; r && left > 0; r = r->next) {
        for (int seat = 0; seat < EVENT_SEATS && r->unshown; seat++)
            left -= hub_show_again(h, r, seat);
        r->unshown = false;
    }
    h->showing = r != NULL;
}

void hub_show_more(hub *h)
{
    if (h->show_again && hub_has_others(h)) {
        for (lobby_room *r = h->lobby.first; r; r = r->next)
            r->unshown = true;
        h->show_again = false;
        h->showing = true;
    }
    if (h->showing)
        show_some(h);
}

/* The bit of a node, or 0 if there are too many. */
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

static void see_arrival(hub *h, lobby_room *r, int seat, uint64_t bit)
{
    if (r->elsewhere[seat] & bit)
        return;
    r->elsewhere[seat] |= bit;
    if (room_connect(&r->room, seat, hub_now(h)) && r->room.seats[1].taken)
        hub_tell_presence(h, r, seat, NULL);
}

/* A departure without an arrival is an HTTP request. */
static void see_departure(hub *h, lobby_room *r, int seat, uint64_t bit,
                          int64_t since)
{
    room_seat *s = &r->room.seats[seat];
    const bool is_news = since > s->away_since || s->away_since == r->woke;
    if (r->elsewhere[seat] & bit) {
        r->elsewhere[seat] &= ~bit;
        if (room_disconnect(&r->room, seat, since))
            hub_tell_presence(h, r, seat, NULL);
    } else if (s->connections == 0 && room_seat_is_person(s) && is_news) {
        s->away_since = since;
        s->fresh = false;
    }
}

static void place_sight(hub *h, lobby_room *r, const store_sight *sight)
{
    const uint64_t bit = bit_of(h, sight->node);
    if (bit == 0 || sight->seat >= EVENT_SEATS)
        return;
    if (sight->since == 0)
        see_arrival(h, r, sight->seat, bit);
    else
        see_departure(h, r, sight->seat, bit, sight->since);
    hub_settle(h, r);
}

void hub_seat_was_taken(lobby_room *r)
{
    for (int i = 0; i < EVENT_SEATS; i++) {
        room_seat *s = &r->room.seats[i];
        if (!room_seat_is_person(s) || s->connections > 0 || !r->elsewhere[i])
            continue;
        s->connections = hub_all_connections(r, i);
        s->away_since = 0;
        s->fresh = false;
    }
}

/* ---- Sights of rooms that are not loaded -------------------------------- */

static void keep_sight(hub *h, const store_sight *sight)
{
    hub_sight *list = array_grow(h->unplaced, &h->unplaced_room,
                                 (size_t)h->unplaced_count + 1, sizeof *list);
    if (!list) {
        follower_see_again(h->options.follower);
        return;
    }
    h->unplaced = list;
    h->unplaced[h->unplaced_count++] = (hub_sight){.sight = *sight};
}

void hub_see(hub *h, const store_sight *sight)
{
    lobby_room *r = lobby_find(&h->lobby, sight->room);
    if (r)
        place_sight(h, r, sight);
    else
        keep_sight(h, sight);
}

static void place_known(hub *h)
{
    int kept = 0;
    for (int i = 0; i < h->unplaced_count; i++) {
        const hub_sight *u = &h->unplaced[i];
        lobby_room *r = lobby_find(&h->lobby, u->sight.room);
        if (r)
            place_sight(h, r, &u->sight);
        else
            h->unplaced[kept++] = *u;
    }
    h->unplaced_count = kept;
}

/* Loads each room once; without memory, again with the next news. */
static void load_room_of_sight(hub *h, event_room id)
{
    const bool asked = hub_read_room(h, id);
    for (int i = 0; i < h->unplaced_count; i++)
        if (h->unplaced[i].sight.room == id)
            h->unplaced[i].asked = asked;
}

/* Held events may create the missing rooms. */
void hub_place_sights(hub *h)
{
    place_known(h);
    for (int i = 0; i < h->unplaced_count; i++)
        if (!h->unplaced[i].asked && h->ready && h->held.count == 0)
            load_room_of_sight(h, h->unplaced[i].sight.room);
}

void hub_room_was_read(hub *h, event_room id, bool certain)
{
    int kept = 0;
    place_known(h);
    for (int i = 0; i < h->unplaced_count; i++) {
        hub_sight *u = &h->unplaced[i];
        if (u->sight.room == id && certain && u->asked)
            continue;
        u->asked = u->asked && u->sight.room != id;
        h->unplaced[kept++] = *u;
    }
    h->unplaced_count = kept;
}

/* ---- Nodes that come and go --------------------------------------------- */

/* The connections of a node are gone with it. */
static void forget_node(hub *h, int slot)
{
    const uint64_t bit = UINT64_C(1) << slot;
    h->slots[slot] = 0;
    for (lobby_room *r = h->lobby.first; r; r = r->next)
        for (int seat = 0; seat < EVENT_SEATS; seat++)
            if (r->elsewhere[seat] & bit) {
                see_departure(h, r, seat, bit, hub_now(h));
                hub_settle(h, r);
            }
}

static void forget_gone_nodes(hub *h)
{
    int kept = 0;
    for (int i = 0; i < STORE_MAX_NODES; i++)
        if (h->slots[i] && !find_node(&h->view, h->slots[i]))
            forget_node(h, i);
    for (int i = 0; i < h->unplaced_count; i++)
        if (find_node(&h->view, h->unplaced[i].sight.node))
            h->unplaced[kept++] = h->unplaced[i];
    h->unplaced_count = kept;
}

/* A node that could not renew its lease, or could not store, cannot know which
 * other nodes are gone: perhaps none of them could. Nodes that were there
 * before stay in the list until they have had time to come back, but look
 * after no rooms. */
static void keep_missing_nodes(hub *h, const store_view *before,
                               bool was_cut_off)
{
    store_view *v = &h->view;
    const int64_t now = hub_now(h);
    if (was_cut_off || !h->ready)
        h->patience = now + RETURN_MS;
    for (int i = 0; i < before->count && now < h->patience; i++) {
        const uint32_t id = before->nodes[i].id;
        if (v->count < STORE_MAX_NODES && id != v->self && !find_node(v, id))
            v->nodes[v->count++] = (store_node){.id = id, .begins = INT64_MAX};
    }
}

/* This node's own entry is not logged. */
static void log_changes(hub *h, const store_view *before)
{
    const store_view *now = &h->view;
    for (int i = 0; i < now->count; i++)
        if (!find_node(before, now->nodes[i].id) &&
            now->nodes[i].id != now->self)
            log_info(h->options.log, "a node joined",
                     {LOG_NUMBER("node", now->nodes[i].id),
                      LOG_NUMBER("nodes", now->count)});
    for (int i = 0; i < before->count; i++)
        if (!find_node(now, before->nodes[i].id) &&
            before->nodes[i].id != now->self)
            log_info(h->options.log, "a node left",
                     {LOG_NUMBER("node", before->nodes[i].id),
                      LOG_NUMBER("nodes", now->count)});
}

static bool is_same_view(const store_view *a, const store_view *b)
{
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = a->nodes[i].id == b->nodes[i].id &&
               a->nodes[i].acts == b->nodes[i].acts;
    return same;
}

/* If this node's lease was broken, others have dropped its sights. */
static bool was_lease_broken(const store_view *before, const store_view *now)
{
    const store_node *then = find_node(before, now->self);
    const store_node *self = find_node(now, now->self);
    return self && !now->rests && (!then || then->begins != self->begins);
}

void hub_take_view(hub *h, const store_view *view, bool fresh)
{
    if (!fresh)
        return;
    const store_view before = h->view;
    const bool had_others = hub_has_others(h);
    const bool was_cut_off = !hub_hears(h);
    const bool is_back = was_cut_off || was_lease_broken(&before, view);
    const int64_t since = lost_since(h);
    const bool is_up = since > 0 && h->ready && view->renewed > before.renewed;
    h->floor = hub_now(h);
    h->view = *view;
    if (is_up)
        find_end_of_outage(h, since);
    keep_missing_nodes(h, &before, was_cut_off);
    forget_gone_nodes(h);
    if (!had_others || is_back)
        h->show_again = true;
    if (is_same_view(&before, &h->view) && !is_back)
        return;
    log_changes(h, &before);
    hub_settle_all(h);
}
