/* chance.c - see chance.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* getrandom() */
#endif
#include "chance.h"

#include <sys/random.h>

uint64_t chance_seed(void)
{
    uint64_t seed = 0;
    /* So few bytes come whole, and cannot fail. */
    const ssize_t size = getrandom(&seed, sizeof seed, 0);
    (void)size;
    return seed;
}
