/* net_buffer.h - bytes that wait: input that is not whole yet, output that
 * the peer has not taken yet.
 *
 * No buffer means no bytes, so a connection at rest has none. Small ones come
 * from a pool and go back to it: most live for a turn of the loop. */
#ifndef NET_NET_BUFFER_H
#define NET_NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct net_buffer {
    struct net_buffer *next; /* in the pool */
    uint32_t capacity;
    uint32_t start, end; /* the bytes between are there */
    uint8_t bytes[];
} net_buffer;

/* Of 512 bytes, 1 KB, 2 KB and 4 KB, their headers included. */
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

/* Room for `length` more bytes at the end, or NULL if there is no memory;
 * what was written there is added by net_buffer_grow(). */
uint8_t *net_buffer_room(net_pool *pool, net_buffer **b, size_t length);

static inline void net_buffer_grow(net_buffer *b, size_t length)
{
    b->end += (uint32_t)length;
}

/* False if there is no memory; then nothing has changed. */
bool net_buffer_append(net_pool *pool, net_buffer **b, const void *bytes,
                       size_t length);

/* Takes bytes away from the front; the last one takes the buffer with it. */
void net_buffer_drop(net_pool *pool, net_buffer **b, size_t length);

void net_buffer_release(net_pool *pool, net_buffer **b);

#endif /* NET_NET_BUFFER_H */
