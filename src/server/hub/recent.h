/* recent.h - what was said last, so that it can be said again.
 *
 * One ring of bytes for all rooms holds the newest messages. A room knows the
 * place of its last one, and each message the place of the one before it in
 * the same room. A client that was away for a moment gets just what it
 * missed; one that was away too long finds its place overwritten and gets the
 * whole state instead. The cost is the ring's size, whatever the number of
 * rooms. */
#ifndef SERVER_RECENT_H
#define SERVER_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct recent {
    uint8_t *bytes;
    size_t size;
    uint64_t end; /* bytes ever written; a place is such a number */
} recent;

enum { RECENT_NOWHERE = 0 };

int recent_init(recent *r, size_t size); /* -ENOMEM */
void recent_clear(recent *r);

/* Keeps a room's message behind the one at `before`; returns its place. */
uint64_t recent_add(recent *r, uint64_t before, uint32_t room, uint32_t seq,
                    const char *text, size_t length);

/* Tells the messages of a room behind `seq` in order, the last of them at
 * `place`. False, and nothing told, if not all of them are there. */
typedef void recent_sink(const char *text, size_t length, uint32_t seq,
                         void *context);
bool recent_replay(const recent *r, uint64_t place, uint32_t room,
                   uint32_t seq, recent_sink *sink, void *context);

#endif /* SERVER_RECENT_H */
