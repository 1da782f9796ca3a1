/* store_conflict.c - see store_conflict.h. */
#include "store_conflict.h"

#include <assert.h>
#include <errno.h>

int store_conflicts_begin(store_conflicts *c, store_heads *rooms,
                          const store_change *changes, int count)
{
    size_t events = 0, created = 0;
    for (int i = 0; i < count; i++) {
        const store_batch *batch = &changes[i].batch;
        events += (size_t)batch->count;
        for (int k = 0; k < batch->count; k++)
            created += batch->entries[k].kind == EVENT_ROOM_CREATED;
    }
    c->change = 0;
    const int error = store_heads_reset(&c->pending, events);
    return error ? error : store_heads_reserve(rooms, created);
}

/* Cannot fail for lack of memory: there are no more rooms than events. */
static int pend_room(store_conflicts *c, const store_heads *rooms,
                     const store_entry *e, store_head **ret)
{
    const store_head *live = store_heads_find(rooms, e->room);
    store_head head = {.room = e->room};
    if (live)
        head = *live;
    else if (e->seq == 1) {
        const int error = c->find(c->context, e->room, &head);
        if (error && error != -ENOENT)
            return error;
    }
    head.change = 0;
    *ret = store_heads_put(&c->pending, &head);
    return 0;
}

static int check_event(store_conflicts *c, const store_heads *rooms,
                       const store_entry *e)
{
    assert((e->seq == 1) == (e->kind == EVENT_ROOM_CREATED));
    store_head *head = store_heads_find(&c->pending, e->room);
    if (!head) {
        const int error = pend_room(c, rooms, e, &head);
        if (error)
            return error;
    }
    if (head->change != c->change) {
        head->change = c->change;
        head->next = head->seq + 1;
        head->refused = false;
        head->closing = head->closed;
    }
    if (e->seq != head->next || head->closing)
        head->refused = true;
    head->next++;
    head->closing |= e->kind == EVENT_ROOM_CLOSED;
    return 0;
}

int store_conflicts_check(store_conflicts *c, const store_heads *rooms,
                          const store_batch *batch)
{
    int error = 0;
    c->change++;
    for (int i = 0; i < batch->count && !error; i++)
        error = check_event(c, rooms, &batch->entries[i]);
    return error;
}

void store_conflicts_note_append(store_head *head, const store_entry *e,
                                 uint64_t id)
{
    if (e->seq == 1)
        head->first = id;
    head->last = id;
    head->seq = e->seq;
    head->closed = e->kind == EVENT_ROOM_CLOSED;
}

const store_head *store_conflicts_snapshot_head(const store_conflicts *c,
                                                const store_heads *rooms,
                                                const store_snapshot *shot)
{
    const store_head *head = store_heads_find(&c->pending, shot->room);
    if (head && head->refused)
        return NULL; /* it may include events that are not stored */
    if (!head)
        head = store_heads_find(rooms, shot->room);
    if (!head || head->closed || shot->seq < 1 || shot->seq > head->seq)
        return NULL;
    return head;
}

void store_conflicts_apply(const store_conflicts *c, store_heads *rooms)
{
    for (size_t i = 0; i < c->pending.capacity; i++) {
        const store_head *head = &c->pending.slots[i];
        if (!head->used || head->seq == 0)
            continue;
        if (head->closed)
            store_heads_remove(rooms, head->room);
        else
            store_heads_put(rooms, head);
    }
}
