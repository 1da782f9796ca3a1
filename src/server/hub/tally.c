/* tally.c - see tally.h. Open addressing; keys are hashes already. */
#include "tally.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

enum { FIRST_SIZE = 64 };

void tally_clear(tally *t)
{
    free(t->slots);
    *t = (tally){0};
}

static size_t place_of(const tally *t, uint64_t key)
{
    size_t i = (size_t)key & (t->size - 1);
    while (t->slots[i].count > 0 && t->slots[i].key != key)
        i = (i + 1) & (t->size - 1);
    return i;
}

uint32_t tally_of(const tally *t, uint64_t key)
{
    return t->size == 0 ? 0 : t->slots[place_of(t, key)].count;
}

static int grow(tally *t)
{
    tally bigger = {.size = t->size == 0 ? FIRST_SIZE : 2 * t->size,
                    .used = t->used};
    bigger.slots = calloc(bigger.size, sizeof *bigger.slots);
    if (!bigger.slots)
        return -ENOMEM;
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i].count > 0)
            bigger.slots[place_of(&bigger, t->slots[i].key)] = t->slots[i];
    free(t->slots);
    *t = bigger;
    return 0;
}

int tally_up(tally *t, uint64_t key)
{
    if (2 * t->used >= t->size && grow(t) < 0)
        return -ENOMEM;
    tally_slot *slot = &t->slots[place_of(t, key)];
    t->used += slot->count == 0;
    slot->key = key;
    slot->count++;
    return 0;
}

/* Moves back whatever the slot that has become free had pushed away. */
static void close_gap(tally *t, size_t gap)
{
    const size_t mask = t->size - 1;
    for (size_t i = (gap + 1) & mask; t->slots[i].count > 0;
         i = (i + 1) & mask) {
        const size_t wanted = (size_t)t->slots[i].key & mask;
        if (((i - wanted) & mask) < ((i - gap) & mask))
            continue;
        t->slots[gap] = t->slots[i];
        t->slots[i].count = 0;
        gap = i;
    }
}

void tally_down(tally *t, uint64_t key)
{
    const size_t i = place_of(t, key);
    assert(t->slots[i].count > 0);
    if (--t->slots[i].count > 0)
        return;
    t->used--;
    close_gap(t, i);
}
