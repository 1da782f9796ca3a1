/* keymap.c - see keymap.h. */
#include "keymap.h"

#include <errno.h>
#include <stdlib.h>

/* Where the key is, or would be: there is always a free slot. */
static keymap_slot *slot_of(const keymap *map, uint64_t key)
{
    size_t i = key & (map->room - 1);
    while (map->slots[i].used && map->slots[i].key != key)
        i = (i + 1) & (map->room - 1);
    return &map->slots[i];
}

bool keymap_find(const keymap *map, uint64_t key, uint32_t *ret)
{
    if (map->room == 0)
        return false;
    const keymap_slot *slot = slot_of(map, key);
    if (slot->used)
        *ret = slot->value;
    return slot->used;
}

static int grow(keymap *map)
{
    keymap larger = {.room = map->room ? 2 * map->room : 64,
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

int keymap_add(keymap *map, uint64_t key, uint32_t value)
{
    if (2 * map->count >= map->room && grow(map) < 0)
        return -ENOMEM;
    *slot_of(map, key) = (keymap_slot){key, value, true};
    map->count++;
    return 0;
}

void keymap_clear(keymap *map)
{
    free(map->slots);
    *map = (keymap){.slots = NULL};
}
