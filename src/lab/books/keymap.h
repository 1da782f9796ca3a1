/* keymap.h - numbers found by well-mixed keys of 64 bits. */
#ifndef BOOK_KEYMAP_H
#define BOOK_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct keymap_slot {
    uint64_t key;
    uint32_t value;
    bool used;
} keymap_slot;

/* All zero is an empty one. */
typedef struct keymap {
    keymap_slot *slots;
    size_t room; /* a power of two, or 0 */
    size_t count;
} keymap;

bool keymap_find(const keymap *map, uint64_t key, uint32_t *ret);

/* The key is not there yet. 0 or -ENOMEM. */
int keymap_add(keymap *map, uint64_t key, uint32_t value);

void keymap_clear(keymap *map);

#endif /* BOOK_KEYMAP_H */
