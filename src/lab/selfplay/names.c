/* names.c - a hash table with linear probing. */
#include "selfplay_names.h"

#include <errno.h>
#include <stdlib.h>

#include "bits.h"

/* The slot that has the name, or the free one where it belongs. */
static size_t find(const uint64_t *slots, size_t room, uint64_t name)
{
    size_t at = mix_bits(name) & (room - 1);
    while (slots[at] && slots[at] != name)
        at = (at + 1) & (room - 1);
    return at;
}

static int grow(selfplay_names *n)
{
    const size_t room = n->room ? 2 * n->room : 64;
    uint64_t *slots = calloc(room, sizeof *slots);
    if (!slots)
        return -ENOMEM;
    for (size_t i = 0; i < n->room; i++)
        if (n->slots[i])
            slots[find(slots, room, n->slots[i])] = n->slots[i];
    free(n->slots);
    n->slots = slots;
    n->room = room;
    return 0;
}

int selfplay_names_add(selfplay_names *n, uint64_t name)
{
    if (name == 0) {
        n->zero = true;
        return 0;
    }
    if (2 * n->count >= n->room) {
        const int error = grow(n);
        if (error)
            return error;
    }
    const size_t at = find(n->slots, n->room, name);
    n->count += n->slots[at] == 0;
    n->slots[at] = name;
    return 0;
}

bool selfplay_names_hold(const selfplay_names *n, uint64_t name)
{
    if (name == 0)
        return n->zero;
    return n->room > 0 && n->slots[find(n->slots, n->room, name)] == name;
}

void selfplay_names_clear(selfplay_names *n)
{
    free(n->slots);
    *n = (selfplay_names){.slots = NULL};
}
