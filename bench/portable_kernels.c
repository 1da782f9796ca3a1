/* portable_kernels.c - in place of the network's kernels for x86: the engine
 * then takes the portable one, as WebAssembly has to. */
#include "neural.h"

const neural_kernel *neural_avx2(void)
{
    return NULL;
}

const neural_kernel *neural_vnni(void)
{
    return NULL;
}
