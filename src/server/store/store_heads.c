/* store_heads.c - see store_heads.h: open addressing, linear probing, no
 * tombstones. */
#include "store_heads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of rooms are random, but this does not rely on it. */
static size_t slot_of(const store_heads *h, event_room room)
{
    const uint64_t mixed = room * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (h->capacity - 1);
}

static size_t next_slot(const store_heads *h, size_t i)
{
    return (i + 1) & (h->capacity - 1);
}

void store_heads_clear(store_heads *h)
{
    free(h->slots);
    *h = (store_heads){0};
}

static size_t capacity_for(size_t rooms)
{
    size_t capacity = 16;
    while (capacity < 2 * rooms)
        capacity *= 2;
    return capacity;
}

/* Uses no more slots than needed, even if more are allocated, so that a table
 * that is emptied often is emptied quickly. */
int store_heads_reset(store_heads *h, size_t rooms)
{
    const size_t capacity = capacity_for(rooms);
    if (!h->slots || capacity > h->allocated) {
        store_head *slots = calloc(capacity, sizeof(*slots));
        if (!slots)
            return -ENOMEM;
        free(h->slots);
        h->slots = slots;
        h->allocated = capacity;
    } else {
        memset(h->slots, 0, capacity * sizeof(*h->slots));
    }
    h->capacity = capacity;
    h->count = 0;
    return 0;
}

int store_heads_reserve(store_heads *h, size_t more)
{
    if (h->capacity >= 2 * (h->count + more) && h->capacity > 0)
        return 0;
    store_heads larger = {0};
    const int error = store_heads_reset(&larger, 2 * (h->count + more));
    if (error)
        return error;
    for (size_t i = 0; i < h->capacity; i++)
        if (h->slots[i].used)
            store_heads_put(&larger, &h->slots[i]);
    free(h->slots);
    *h = larger;
    return 0;
}

store_head *store_heads_find(const store_heads *h, event_room room)
{
    if (h->capacity == 0)
        return NULL;
    for (size_t i = slot_of(h, room); h->slots[i].used; i = next_slot(h, i))
        if (h->slots[i].room == room)
            return &h->slots[i];
    return NULL;
}

store_head *store_heads_put(store_heads *h, const store_head *head)
{
    size_t i = slot_of(h, head->room);
    while (h->slots[i].used && h->slots[i].room != head->room)
        i = next_slot(h, i);
    if (!h->slots[i].used)
        h->count++;
    h->slots[i] = *head;
    h->slots[i].used = true;
    return &h->slots[i];
}

/* Heads after the gap move into it, unless that is before their home slots. */
void store_heads_remove(store_heads *h, event_room room)
{
    store_head *head = store_heads_find(h, room);
    if (!head)
        return;
    size_t gap = (size_t)(head - h->slots);
    for (size_t i = next_slot(h, gap); h->slots[i].used; i = next_slot(h, i)) {
        const size_t home = slot_of(h, h->slots[i].room);
        const size_t mask = h->capacity - 1;
        if (((i - home) & mask) < ((i - gap) & mask))
            continue;
        h->slots[gap] = h->slots[i];
        gap = i;
    }
    h->slots[gap].used = false;
    h->count--;
}

int store_heads_follow(store_heads *h, store_head *head)
{
    const store_head *before = store_heads_find(h, head->room);
    head->first = before ? before->first : head->last;
    if (!before && store_heads_reserve(h, 1) != 0)
        return -ENOMEM;
    if (head->closed)
        store_heads_remove(h, head->room);
    else
        store_heads_put(h, head);
    return 0;
}

/* ---- As bytes ----------------------------------------------------------- */

static void put_number(uint8_t *out, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(n >> (8 * i));
}

static uint64_t get_number(const uint8_t *in, int bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)in[i] << (8 * i);
    return n;
}

void store_heads_write(const store_heads *h, uint8_t *out)
{
    for (size_t i = 0; i < h->capacity; i++) {
        const store_head *head = &h->slots[i];
        if (!head->used)
            continue;
        put_number(out, head->room, 4);
        put_number(out + 4, head->seq, 4);
        put_number(out + 8, head->first, 8);
        put_number(out + 16, head->last, 8);
        out += STORE_HEAD_BYTES;
    }
}

int store_heads_read(store_heads *h, const uint8_t *bytes, size_t length)
{
    if (length % STORE_HEAD_BYTES != 0)
        return -EUCLEAN;
    const int error = store_heads_reserve(h, length / STORE_HEAD_BYTES);
    if (error)
        return error;
    for (size_t at = 0; at < length; at += STORE_HEAD_BYTES) {
        const store_head head = {
            .room = (event_room)get_number(bytes + at, 4),
            .seq = (uint32_t)get_number(bytes + at + 4, 4),
            .first = get_number(bytes + at + 8, 8),
            .last = get_number(bytes + at + 16, 8),
        };
        store_heads_put(h, &head);
    }
    return 0;
}
