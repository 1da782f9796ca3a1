/* array.h - arrays on the heap that grow as items are added. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* Makes room for at least `need` items of `size` bytes each. `*room` is the
 * number of items the array has room for, 0 and NULL at first; it at least
 * doubles, so that adding items one by one takes linear time.
 *
 * Returns the array, perhaps at a new address. Returns NULL if there is no
 * memory: the old array, and `*room`, are then still valid and unchanged. New
 * items are not initialised. */
void *array_grow(void *array, size_t *room, size_t need, size_t size);

#endif /* BASE_ARRAY_H */
