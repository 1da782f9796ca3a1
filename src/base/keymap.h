/* keymap.h - a hash table from 64-bit keys to 32-bit values.
 *
 * Open addressing with linear probing, at most half full. Keys are mixed, so
 * that any keys will do, also those that a client chooses. A table that is
 * all zero is empty and needs no memory. */
#ifndef BASE_KEYMAP_H
#define BASE_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct keymap_slot {
    uint64_t key;
    uint32_t value;
    bool used;
} keymap_slot;

typedef struct keymap {
    keymap_slot *slots;
    size_t room; /* a power of two, or 0 */
    size_t count;
} keymap;

/* True if the key is present; `*ret` is then its value. */
bool keymap_find(const keymap *map, uint64_t key, uint32_t *ret);
bool keymap_has(const keymap *map, uint64_t key);

/* Adds the key or replaces its value. 0, or -ENOMEM with nothing changed; a
 * key that is present never needs memory. */
int keymap_set(keymap *map, uint64_t key, uint32_t value);

/* The key must be present. */
void keymap_remove(keymap *map, uint64_t key);

/* Empties the table and frees its memory. */
void keymap_clear(keymap *map);

#endif /* BASE_KEYMAP_H */
