/* recent.c - see recent.h.
 *
 * A message in the ring, which never wraps around:
 *
 *     head { place of the previous message, room, seq, length }  text ... */
#include "recent.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct head {
    uint64_t before;
    uint32_t room, seq, length;
} head;

/* More messages than this are longer than the whole state. */
enum { MOST_MESSAGES = 256 };

int recent_init(recent *r, size_t size)
{
    *r = (recent){.size = size, .end = 1}; /* 0 is nowhere */
    r->bytes = calloc(1, size);
    return r->bytes ? 0 : -ENOMEM;
}

void recent_clear(recent *r)
{
    free(r->bytes);
    *r = (recent){0};
}

uint64_t recent_add(recent *r, uint64_t before, uint32_t room, uint32_t seq,
                    const char *text, size_t length)
{
    const size_t whole = sizeof(head) + length;
    assert(whole < r->size);
    if (r->end % r->size + whole > r->size)
        r->end += r->size - r->end % r->size;
    const uint64_t place = r->end;
    uint8_t *to = r->bytes + place % r->size;
    const head h = {before, room, seq, (uint32_t)length};
    memcpy(to, &h, sizeof h);
    memcpy(to + sizeof h, text, length);
    r->end += whole;
    return place;
}

/* Reads the head at a place. False if the place has been overwritten for sure;
 * otherwise the caller checks room and seq. */
static bool read_head(const recent *r, uint64_t place, head *ret)
{
    if (place == RECENT_NOWHERE || place >= r->end || r->end - place > r->size)
        return false;
    memcpy(ret, r->bytes + place % r->size, sizeof *ret);
    return true;
}

bool recent_replay(const recent *r, uint64_t place, uint32_t room,
                   uint32_t seq, recent_sink *sink, void *context)
{
    uint64_t places[MOST_MESSAGES];
    head h;
    int count = 0;
    for (;; place = h.before) {
        if (!read_head(r, place, &h) || h.room != room)
            return false;
        if (h.seq <= seq)
            break;
        if (count == MOST_MESSAGES)
            return false;
        places[count++] = place;
        if (h.seq == seq + 1)
            break;
    }
    while (count-- > 0) {
        const uint8_t *at = r->bytes + places[count] % r->size;
        memcpy(&h, at, sizeof h);
        sink((const char *)at + sizeof h, h.length, h.seq, context);
    }
    return true;
}
