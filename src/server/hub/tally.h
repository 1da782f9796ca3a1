/* tally.h - a count for each of many keys.
 *
 * A key whose count is 0 takes no memory. A tally that is all zero counts
 * nothing. */
#ifndef SERVER_TALLY_H
#define SERVER_TALLY_H

#include "keymap.h"

typedef struct tally {
    keymap counts;
} tally;

void tally_clear(tally *t);
uint32_t tally_of(const tally *t, uint64_t key);

/* Counts one more; 0, or -ENOMEM with nothing counted. */
int tally_up(tally *t, uint64_t key);

/* Counts one less; the count must not be 0. */
void tally_down(tally *t, uint64_t key);

#endif /* SERVER_TALLY_H */
