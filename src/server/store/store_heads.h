/* store_heads.h - the last event of each room, in a hash table. */
#ifndef STORE_STORE_HEADS_H
#define STORE_STORE_HEADS_H

#include "event.h"

/* A room and its last event. */
typedef struct store_head {
    uint64_t first, last; /* positions of its first and last event */
    event_room room;
    uint32_t seq;
    /* During a commit: */
    uint32_t change; /* the last change that has events of the room */
    uint32_t next;   /* the next seq in that change */
    bool refused;    /* that change conflicts */
    bool closing;    /* that change closes the room */
    bool closed;
    bool used; /* the slot is in use */
} store_head;

typedef struct store_heads {
    store_head *slots;
    size_t allocated; /* slots in memory */
    size_t capacity;  /* slots of the table, a power of two, or 0 */
    size_t count;
} store_heads;

void store_heads_clear(store_heads *h);

/* Empties the table, with space for so many rooms. 0 or -ENOMEM. */
int store_heads_reset(store_heads *h, size_t rooms);

/* Reserves space for so many more rooms: adding them cannot fail, and moves
 * nothing. 0 or -ENOMEM. */
int store_heads_reserve(store_heads *h, size_t more);

/* The room, or NULL. */
store_head *store_heads_find(const store_heads *h, event_room room);

/* Adds or replaces a head; there must be space. Returns its place. */
store_head *store_heads_put(store_heads *h, const store_head *head);

void store_heads_remove(store_heads *h, event_room room);

/* Applies an event to the table. `head` has its room, its seq, its position
 * (as `last`) and `closed`; `first` is filled in. 0 or -ENOMEM. */
int store_heads_follow(store_heads *h, store_head *head);

/* ---- As bytes ----------------------------------------------------------- */

/* 24 bytes per room, little-endian: room and seq of four bytes each, first and
 * last of eight bytes each. */
enum { STORE_HEAD_BYTES = 24 };

void store_heads_write(const store_heads *h, uint8_t *out);

/* Adds the rooms in such bytes. 0, -ENOMEM, or -EUCLEAN for a wrong length. */
int store_heads_read(store_heads *h, const uint8_t *bytes, size_t length);

#endif /* STORE_STORE_HEADS_H */
