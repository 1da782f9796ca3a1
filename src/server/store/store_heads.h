/* store_heads.h - how far each room is: a hash table of rooms. */
#ifndef STORE_STORE_HEADS_H
#define STORE_STORE_HEADS_H

#include "event.h"

/* A room and its last event. */
typedef struct store_head {
    uint64_t first, last; /* positions of its events in the log */
    event_room room;
    uint32_t seq;
    /* While a commit is being made: */
    uint32_t change; /* the last change that has events of it */
    uint32_t next;   /* the seq that is expected in that change */
    bool refused;    /* in that change */
    bool closing;    /* by it */
    bool closed;
    bool used; /* the slot has a room */
} store_head;

typedef struct store_heads {
    store_head *slots;
    size_t allocated; /* slots */
    size_t capacity;  /* slots in use, a power of two, or 0 */
    size_t count;
} store_heads;

void store_heads_clear(store_heads *h);

/* Makes it empty, with space for so many rooms. 0 or -ENOMEM. */
int store_heads_reset(store_heads *h, size_t rooms);

/* Space for so many rooms more: adding them cannot fail and moves nothing. */
int store_heads_reserve(store_heads *h, size_t more);

/* The room, or NULL. */
store_head *store_heads_find(const store_heads *h, event_room room);

/* Adds or replaces; there must be space for it. Returns where it is. */
store_head *store_heads_put(store_heads *h, const store_head *head);

void store_heads_remove(store_heads *h, event_room room);

/* What an event does to the table: `head` says its room, seq, position (last)
 * and whether it closes the room; where the room began is filled in. 0 or
 * -ENOMEM. */
int store_heads_follow(store_heads *h, store_head *head);

/* ---- As bytes ----------------------------------------------------------- */

/* 24 bytes a room, little-endian: room and seq of four bytes each, first and
 * last of eight. */
enum { STORE_HEAD_BYTES = 24 };

void store_heads_write(const store_heads *h, uint8_t *out);

/* Adds the rooms of such bytes. 0, -ENOMEM, or -EUCLEAN for bytes that are
 * none. */
int store_heads_read(store_heads *h, const uint8_t *bytes, size_t length);

#endif /* STORE_STORE_HEADS_H */
