/* keymap.c - see keymap.h. */
#include "keymap.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROOM = 64 };

/* The slot where the search for a key starts. */
static size_t home_of(const keymap *map, uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 32) & (map->room - 1);
}

/* The key's slot, or the free slot where it belongs. At least half of the
 * slots are free, so that the loop ends. */
static keymap_slot *slot_of(const keymap *map, uint64_t key)
{
    size_t i = home_of(map, key);
    while (map->slots[i].used && map->slots[i].key != key)
        i = (i + 1) & (map->room - 1);
    return &map->slots[i];
}

static const keymap_slot *used_slot(const keymap *map, uint64_t key)
{
    const keymap_slot *slot = map->room > 0 ? slot_of(map, key) : NULL;
    return slot && slot->used ? slot : NULL;
}

bool keymap_find(const keymap *map, uint64_t key, uint32_t *ret)
{
    const keymap_slot *slot = used_slot(map, key);
    if (slot)
        *ret = slot->value;
    return slot != NULL;
}

bool keymap_has(const keymap *map, uint64_t key)
{
    return used_slot(map, key) != NULL;
}

static int double_room(keymap *map)
{
    keymap larger = {.room = map->room ? 2 * map->room : FIRST_ROOM,
                     .count = map->count};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return -ENOMEM;
    for (size_t i = 0; i < map->room; i++) {
        if (map->slots[i].used)
            *slot_of(&larger, map->slots[i].key) = map->slots[i];
    }
    free(map->slots);
    *map = larger;
    return 0;
}

int keymap_set(keymap *map, uint64_t key, uint32_t value)
{
    if (!keymap_has(map, key)) {
        if (2 * map->count >= map->room && double_room(map) < 0)
            return -ENOMEM;
        map->count++;
    }
    *slot_of(map, key) = (keymap_slot){key, value, true};
    return 0;
}

void keymap_remove(keymap *map, uint64_t key)
{
    const size_t mask = map->room - 1;
    size_t gap = (size_t)(slot_of(map, key) - map->slots);
    assert(map->slots[gap].used);
    map->count--;
    /* Every key must stay reachable from its home without crossing a free
     * slot: move back the keys behind the gap whose home is not behind it. */
    for (size_t i = (gap + 1) & mask; map->slots[i].used; i = (i + 1) & mask) {
        const size_t from_home = (i - home_of(map, map->slots[i].key)) & mask;
        if (from_home < ((i - gap) & mask))
            continue;
        map->slots[gap] = map->slots[i];
        gap = i;
    }
    map->slots[gap].used = false;
}

void keymap_clear(keymap *map)
{
    free(map->slots);
    *map = (keymap){.slots = NULL};
}
