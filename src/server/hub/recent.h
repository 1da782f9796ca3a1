/* recent.h - the newest messages, for clients that come back.
 *
 * One ring of bytes holds the newest messages of all rooms. A room knows the
 * place of its last message, and each message the place of the previous one of
 * the same room. A client that was away briefly gets exactly what it missed.
 * If the ring no longer has that, the client gets the whole state. Memory is
 * the size of the ring, however many rooms there are. */
#ifndef HUB_RECENT_H
#define HUB_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct recent {
    uint8_t *bytes;
    size_t size;
    uint64_t end; /* bytes ever written; places count in the same way */
} recent;

enum { RECENT_NOWHERE = 0 };

int recent_init(recent *r, size_t size); /* -ENOMEM */
void recent_clear(recent *r);

/* Adds a message of a room whose previous message is at `before`. Returns its
 * place. */
uint64_t recent_add(recent *r, uint64_t before, uint32_t room, uint32_t seq,
                    const char *text, size_t length);

/* Calls `sink` with each message of a room after `seq`, in order; the last one
 * is at `place`. False, without any call, if some are missing. */
typedef void recent_sink(const char *text, size_t length, uint32_t seq,
                         void *context);
bool recent_replay(const recent *r, uint64_t place, uint32_t room,
                   uint32_t seq, recent_sink *sink, void *context);

#endif /* HUB_RECENT_H */
