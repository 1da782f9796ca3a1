/* bytes.c - see bytes.h. */
#include "bytes.h"

uint32_t bytes_checksum(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t table[256], sum = ~0U;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320U : 0);
    }
    for (size_t i = 0; i < size; i++)
        sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 255];
    return ~sum;
}

uint64_t bytes_digest(uint64_t before, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint64_t digest = before ^ UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}
