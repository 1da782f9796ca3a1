/* lobby.c - see lobby.h. */
#include "lobby.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

enum { FIRST_SIZE = 256 };

int lobby_init(lobby *l)
{
    *l = (lobby){.size = FIRST_SIZE};
    l->slots = calloc(l->size, sizeof(void *));
    return l->slots ? 0 : -ENOMEM;
}

void lobby_clear(lobby *l)
{
    for (lobby_room *r = l->first, *next; r; r = next) {
        next = r->next;
        lobby_remove(l, r);
    }
    free(l->slots);
    *l = (lobby){0};
}

/* Numbers are random, but clients choose which ones they ask for: the
 * multiplication spreads their choices. */
static size_t home_slot(const lobby *l, event_room id)
{
    return (size_t)((id * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (l->size - 1);
}

static size_t slot_of(const lobby *l, event_room id)
{
    size_t i = home_slot(l, id);
    while (l->slots[i] && l->slots[i]->room.id != id)
        i = (i + 1) & (l->size - 1);
    return i;
}

lobby_room *lobby_find(const lobby *l, event_room id)
{
    return l->slots[slot_of(l, id)];
}

static bool grow_slots(lobby *l)
{
    lobby bigger = {.size = 2 * l->size};
    bigger.slots = calloc(bigger.size, sizeof(void *));
    if (!bigger.slots)
        return false;
    for (lobby_room *r = l->first; r; r = r->next)
        bigger.slots[slot_of(&bigger, r->room.id)] = r;
    free(l->slots);
    l->slots = bigger.slots;
    l->size = bigger.size;
    return true;
}

lobby_room *lobby_add(lobby *l, event_room id)
{
    assert(!lobby_find(l, id));
    if (2 * (size_t)l->count >= l->size && !grow_slots(l))
        return NULL;
    lobby_room *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    room_init(&r->room, id);
    r->life = LOBBY_UNCOUNTED;
    r->previous = l->last;
    *(l->last ? &l->last->next : &l->first) = r;
    l->last = r;
    l->slots[slot_of(l, id)] = r;
    l->count++;
    return r;
}

/* ---- Shelves ------------------------------------------------------------ */

static void take_off_shelf(lobby_room *r)
{
    lobby_shelf *s = r->shelf;
    lobby_room *before = r->beside[0], *behind = r->beside[1];
    if (!s)
        return;
    *(before ? &before->beside[1] : &s->first) = behind;
    *(behind ? &behind->beside[0] : &s->last) = before;
    s->count--;
    r->shelf = NULL;
}

static void put_on_shelf(lobby_room *r, lobby_shelf *s)
{
    r->shelf = s;
    r->beside[0] = s->last;
    r->beside[1] = NULL;
    *(s->last ? &s->last->beside[1] : &s->first) = r;
    s->last = r;
    s->count++;
}

static void count_as(lobby *l, lobby_room *r, uint8_t life)
{
    if (r->life != LOBBY_UNCOUNTED)
        l->lives[r->life]--;
    r->life = life;
    if (life != LOBBY_UNCOUNTED)
        l->lives[life]++;
}

void lobby_sort(lobby *l, lobby_room *r)
{
    const room *now = &r->room;
    const bool is_full = now->life == ROOM_WAITING && now->seats[1].taken;
    const bool is_shown =
        now->setup.is_public && now->life <= ROOM_ACTIVE && !is_full;
    lobby_shelf *s =
        is_shown ? &l->shelves[now->life][now->setup.variant] : NULL;
    count_as(l, r, now->life);
    if (s == r->shelf)
        return;
    take_off_shelf(r);
    if (s)
        put_on_shelf(r, s);
}

/* ---- Leaving ------------------------------------------------------------ */

/* Moves rooms that the removed one had displaced back towards their home
 * slots, so that searches need no tombstones. */
static void close_gap(lobby *l, size_t gap)
{
    const size_t mask = l->size - 1;
    for (size_t i = (gap + 1) & mask; l->slots[i]; i = (i + 1) & mask) {
        const size_t wanted = home_slot(l, l->slots[i]->room.id);
        if (((i - wanted) & mask) < ((i - gap) & mask))
            continue;
        l->slots[gap] = l->slots[i];
        l->slots[i] = NULL;
        gap = i;
    }
}

void lobby_remove(lobby *l, lobby_room *r)
{
    while (r->members)
        lobby_leave(r, r->members);
    take_off_shelf(r);
    count_as(l, r, LOBBY_UNCOUNTED);
    const size_t i = slot_of(l, r->room.id);
    l->slots[i] = NULL;
    close_gap(l, i);
    *(r->previous ? &r->previous->next : &l->first) = r->next;
    *(r->next ? &r->next->previous : &l->last) = r->previous;
    l->count--;
    free(r);
}

void lobby_enter(lobby_room *r, member *m, int seat)
{
    assert(m->room == 0);
    m->room = r->room.id;
    m->seat = (int16_t)seat;
    m->previous = NULL;
    m->next = r->members;
    if (r->members)
        r->members->previous = m;
    r->members = m;
    r->spectators += seat < 0;
}

void lobby_leave(lobby_room *r, member *m)
{
    assert(m->room == r->room.id);
    *(m->previous ? &m->previous->next : &r->members) = m->next;
    if (m->next)
        m->next->previous = m->previous;
    r->spectators -= m->seat < 0;
    m->room = 0;
    m->seat = -1;
    m->next = m->previous = NULL;
}
