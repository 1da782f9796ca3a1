/* names.c - see selfplay_names.h. */
#include "selfplay_names.h"

#include <errno.h>
#include <stdlib.h>

int selfplay_names_add(selfplay_names *n, uint64_t name)
{
    /* Doubles whenever the count is a power of two. */
    if ((n->count & (n->count - 1)) == 0) {
        const size_t room = n->count ? 2 * n->count : 1;
        uint64_t *grown = realloc(n->names, room * sizeof *grown);
        if (!grown)
            return -ENOMEM;
        n->names = grown;
    }
    n->names[n->count++] = name;
    return 0;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void selfplay_names_sort(selfplay_names *n)
{
    if (n->count > 0)
        qsort(n->names, n->count, sizeof *n->names, compare);
}

bool selfplay_names_hold(const selfplay_names *n, uint64_t name)
{
    return n->count > 0 && bsearch(&name, n->names, n->count, sizeof *n->names,
                                   compare) != NULL;
}

void selfplay_names_clear(selfplay_names *n)
{
    free(n->names);
    *n = (selfplay_names){.names = NULL};
}
