/* net_buffer.h - buffers for incomplete input and for output that the peer has
 * not taken yet.
 *
 * A NULL buffer has no bytes, so that an idle connection needs no buffer.
 * Small buffers come from a pool and return to it: most live for one turn of
 * the loop. */
#ifndef NET_NET_BUFFER_H
#define NET_NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct net_buffer {
    struct net_buffer *next; /* the next spare one in the pool */
    uint32_t capacity;
    uint32_t start, end; /* the bytes between these are used */
    uint8_t bytes[];
} net_buffer;

/* 512 bytes, 1 KB, 2 KB and 4 KB, including the buffer's header. */
enum { NET_POOL_SIZES = 4 };

typedef struct net_pool {
    net_buffer *spare[NET_POOL_SIZES];
    int spare_count[NET_POOL_SIZES];
} net_pool;

void net_pool_clear(net_pool *pool);

static inline size_t net_buffer_length(const net_buffer *b)
{
    return b ? b->end - b->start : 0;
}

static inline uint8_t *net_buffer_bytes(net_buffer *b)
{
    return b->bytes + b->start;
}

/* Makes room for `length` more bytes and returns where to write them; NULL: no
 * memory. net_buffer_grow() then adds the bytes written there. */
uint8_t *net_buffer_room(net_pool *pool, net_buffer **b, size_t length);

static inline void net_buffer_grow(net_buffer *b, size_t length)
{
    b->end += (uint32_t)length;
}

/* False, with nothing changed, if there is no memory. */
bool net_buffer_append(net_pool *pool, net_buffer **b, const void *bytes,
                       size_t length);

/* Removes bytes at the front. Releases the buffer when it becomes empty. */
void net_buffer_drop(net_pool *pool, net_buffer **b, size_t length);

/* Returns the buffer to the pool and sets `*b` to NULL. */
void net_buffer_release(net_pool *pool, net_buffer **b);

#endif /* NET_NET_BUFFER_H */
