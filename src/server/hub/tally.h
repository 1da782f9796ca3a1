/* tally.h - a counter for each of many keys.
 *
 * A key whose count is 0 takes no memory. An all-zero tally is empty. */
#ifndef HUB_TALLY_H
#define HUB_TALLY_H

#include "keymap.h"

typedef struct tally {
    keymap counts;
} tally;

void tally_clear(tally *t);
uint32_t tally_of(const tally *t, uint64_t key);

/* Adds one to a count. 0, or -ENOMEM and the count stays. */
int tally_up(tally *t, uint64_t key);

/* Subtracts one from a count, which must not be 0. */
void tally_down(tally *t, uint64_t key);

#endif /* HUB_TALLY_H */
