/* bytes.h - numbers as bytes, checksums and digests. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* The CRC-32 of zlib and PNG: detects damage, not malice. */
uint32_t bytes_checksum(const void *data, size_t size);

/* Numbers in our files are little-endian. Both functions handle the `count`
 * lowest bytes of a number and move `*at` behind them. */
static inline void bytes_put(uint8_t **at, uint64_t value, int count)
{
    for (int i = 0; i < count; i++)
        *(*at)++ = (uint8_t)(value >> (8 * i));
}

static inline uint64_t bytes_get(const uint8_t **at, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t) * (*at)++ << (8 * i);
    return value;
}

/* The number in `count` bytes in network order: highest byte first. */
static inline uint64_t bytes_get_network(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Continues a 64-bit digest (FNV-1a) with `size` bytes: different data, or the
 * same in another order, gives another digest. `before` is 0 at first. */
uint64_t bytes_digest(uint64_t before, const void *data, size_t size);

#endif /* BASE_BYTES_H */
