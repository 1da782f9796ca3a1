/* array.c - see array.h. */
#include "array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

void *array_grow(void *array, size_t *room, size_t need, size_t size)
{
    if (array && need <= *room)
        return array;
    size_t more = *room ? *room : FIRST_ROOM / 2;
    more = more <= SIZE_MAX / 2 ? 2 * more : SIZE_MAX;
    if (more < need)
        more = need;
    if (more > SIZE_MAX / size)
        return NULL;
    void *grown = realloc(array, more * size);
    if (grown)
        *room = more;
    return grown;
}
