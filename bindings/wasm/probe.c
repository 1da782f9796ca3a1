/* Compiled and linked by Meson, to see whether the compiler can do that. */
#include <stdlib.h>

void *probe(size_t size);

void *probe(size_t size)
{
    return malloc(size);
}
