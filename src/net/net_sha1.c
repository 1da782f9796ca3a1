/* net_sha1.c - see net_sha1.h. */
#include "net_sha1.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 80 };

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t read_word(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static void write_word(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/* The function and the constant of round t, which change every 20 rounds. */
static uint32_t mix_round(int t, uint32_t b, uint32_t c, uint32_t d)
{
    switch (t / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5A827999U;
    case 1:
        return (b ^ c ^ d) + 0x6ED9EBA1U;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCU;
    default:
        return (b ^ c ^ d) + 0xCA62C1D6U;
    }
}

static void add_block(uint32_t hash[5], const uint8_t block[BLOCK])
{
    uint32_t w[ROUNDS], v[5];
    for (int t = 0; t < 16; t++)
        w[t] = read_word(block + 4 * (ptrdiff_t)t);
    for (int t = 16; t < ROUNDS; t++)
        w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    memcpy(v, hash, sizeof v);
    for (int t = 0; t < ROUNDS; t++) {
        const uint32_t a =
            rotate(v[0], 5) + mix_round(t, v[1], v[2], v[3]) + v[4] + w[t];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rotate(v[1], 30);
        v[1] = v[0];
        v[0] = a;
    }
    for (int i = 0; i < 5; i++)
        hash[i] += v[i];
}

void net_sha1(const void *bytes, size_t length, uint8_t out[NET_SHA1_BYTES])
{
    uint32_t hash[5] = {0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U,
                        0xC3D2E1F0U};
    const uint8_t *at = bytes;
    size_t left = length;
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
        add_block(hash, at);

    /* The padding: a 1 bit, zeros, and the length in bits. With the rest of
     * the data it fills one or two blocks. */
    uint8_t end[2 * BLOCK] = {0};
    const size_t size = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    memcpy(end, at, left);
    end[left] = 0x80;
    write_word(end + size - 8, (uint32_t)((uint64_t)length >> 29));
    write_word(end + size - 4, (uint32_t)(length << 3));
    for (size_t i = 0; i < size; i += BLOCK)
        add_block(hash, end + i);
    for (int i = 0; i < 5; i++)
        write_word(out + 4 * (ptrdiff_t)i, hash[i]);
}
