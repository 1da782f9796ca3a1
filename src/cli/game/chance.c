/* chance.c - see chance.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* getrandom() */
#endif
#include "chance.h"

#include <sys/random.h>

uint64_t chance_seed(void)
{
    uint64_t seed = 0;
    /* getrandom() cannot fail for 256 bytes or less. */
    const ssize_t size = getrandom(&seed, sizeof seed, 0);
    (void)size;
    return seed;
}
