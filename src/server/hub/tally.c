/* tally.c - see tally.h. */
#include "tally.h"

#include <assert.h>

void tally_clear(tally *t)
{
    keymap_clear(&t->counts);
}

uint32_t tally_of(const tally *t, uint64_t key)
{
    uint32_t count = 0;
    (void)keymap_find(&t->counts, key, &count);
    return count;
}

int tally_up(tally *t, uint64_t key)
{
    return keymap_set(&t->counts, key, tally_of(t, key) + 1);
}

void tally_down(tally *t, uint64_t key)
{
    const uint32_t count = tally_of(t, key);
    assert(count > 0);
    if (count > 1)
        (void)keymap_set(&t->counts, key,
                         count - 1); /* cannot fail: the key is there */
    else
        keymap_remove(&t->counts, key);
}
