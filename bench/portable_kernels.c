/* portable_kernels.c - takes the place of the kernels for x86, so that the
 * engine uses vectors of 16 bytes, as it does in WebAssembly. */
#include "neural.h"

const neural_kernel *neural_avx2(void)
{
    return NULL;
}

const neural_kernel *neural_vnni(void)
{
    return NULL;
}
