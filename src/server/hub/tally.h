/* tally.h - how many of something each of many keys has.
 *
 * A key with none costs nothing: what is counted down to zero is gone. */
#ifndef SERVER_TALLY_H
#define SERVER_TALLY_H

#include <stddef.h>
#include <stdint.h>

typedef struct tally_slot {
    uint64_t key;
    uint32_t count; /* 0: free */
} tally_slot;

typedef struct tally {
    tally_slot *slots;
    size_t size; /* 0, or a power of two */
    size_t used;
} tally;

void tally_clear(tally *t);
uint32_t tally_of(const tally *t, uint64_t key);

/* 0, or -ENOMEM with nothing counted. */
int tally_up(tally *t, uint64_t key);

/* `key` has at least one. */
void tally_down(tally *t, uint64_t key);

#endif /* SERVER_TALLY_H */
