/* net_buffer.c - see net_buffer.h. */
#include "net_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 512, LARGEST_SPARE = SMALLEST << (NET_POOL_SIZES - 1) };

/* The pool keeps half a megabyte of each size, about what one turn of the loop
 * uses. It does not keep the memory of a peak. */
enum { MOST_SPARE_BYTES = 512 * 1024 };

static size_t size_of(const net_buffer *b)
{
    return sizeof *b + b->capacity;
}

static int pool_index(size_t size)
{
    int i = 0;
    while ((size_t)SMALLEST << i < size)
        i++;
    return i;
}

void net_pool_clear(net_pool *pool)
{
    for (int i = 0; i < NET_POOL_SIZES; i++) {
        for (net_buffer *b = pool->spare[i], *next; b; b = next) {
            next = b->next;
            free(b);
        }
        pool->spare[i] = NULL;
        pool->spare_count[i] = 0;
    }
}

/* `size` includes the header, and is a power of two. */
static net_buffer *take_buffer(net_pool *pool, size_t size)
{
    net_buffer *b = NULL;
    const int i = pool_index(size);
    if (i < NET_POOL_SIZES && pool->spare[i]) {
        b = pool->spare[i];
        pool->spare[i] = b->next;
        pool->spare_count[i]--;
    } else {
        b = malloc(size);
        if (!b)
            return NULL;
        b->capacity = (uint32_t)(size - sizeof *b);
    }
    b->next = NULL;
    b->start = b->end = 0;
    return b;
}

static void give_back(net_pool *pool, net_buffer *b)
{
    const size_t size = size_of(b);
    const int i = pool_index(size);
    if (i >= NET_POOL_SIZES ||
        (size_t)pool->spare_count[i] * size >= MOST_SPARE_BYTES) {
        free(b);
        return;
    }
    b->next = pool->spare[i];
    pool->spare[i] = b;
    pool->spare_count[i]++;
}

static size_t size_for(size_t bytes)
{
    size_t size = SMALLEST;
    while (size < sizeof(net_buffer) + bytes)
        size *= 2;
    return size;
}

/* Replaces `*b` by a larger buffer. Sizes double, so that copying takes linear
 * time. */
static bool enlarge(net_pool *pool, net_buffer **b, size_t length)
{
    const size_t there = net_buffer_length(*b);
    if (length > UINT32_MAX / 4 - there)
        return false;
    net_buffer *larger = take_buffer(pool, size_for(there + length));
    if (!larger)
        return false;
    if (*b) {
        memcpy(larger->bytes, net_buffer_bytes(*b), there);
        give_back(pool, *b);
    }
    larger->end = (uint32_t)there;
    *b = larger;
    return true;
}

uint8_t *net_buffer_room(net_pool *pool, net_buffer **b, size_t length)
{
    net_buffer *now = *b;
    if (now && now->capacity - now->end >= length)
        return now->bytes + now->end;
    /* Move the bytes to the front only if that gains at least half the buffer,
     * so that it happens rarely. */
    if (now && now->start >= now->capacity / 2 &&
        now->capacity - net_buffer_length(now) >= length) {
        memmove(now->bytes, net_buffer_bytes(now), net_buffer_length(now));
        now->end -= now->start;
        now->start = 0;
    } else if (!enlarge(pool, b, length)) {
        return NULL;
    }
    return (*b)->bytes + (*b)->end;
}

bool net_buffer_append(net_pool *pool, net_buffer **b, const void *bytes,
                       size_t length)
{
    if (length == 0)
        return true;
    uint8_t *room = net_buffer_room(pool, b, length);
    if (!room)
        return false;
    memcpy(room, bytes, length);
    net_buffer_grow(*b, length);
    return true;
}

void net_buffer_drop(net_pool *pool, net_buffer **b, size_t length)
{
    assert(length <= net_buffer_length(*b));
    if (length == net_buffer_length(*b))
        net_buffer_release(pool, b);
    else
        (*b)->start += (uint32_t)length;
}

void net_buffer_release(net_pool *pool, net_buffer **b)
{
    if (*b)
        give_back(pool, *b);
    *b = NULL;
}
