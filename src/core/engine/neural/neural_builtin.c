/* neural_builtin.c - the networks that are part of the library. */
#include <stdatomic.h>

#include "neural.h"

/* WebAssembly has none: the page decides what it loads. */
#ifdef __wasm__

const oxo_neural *oxo_neural_builtin(oxo_variant variant)
{
    (void)variant;
    return NULL;
}

#else

/* Made by tools/embed from the folder nets. */
extern const uint8_t neural_file_ultimate[], neural_file_ultimate_end[];
extern const uint8_t neural_file_ultimate_cg[], neural_file_ultimate_cg_end[];

static const struct {
    const uint8_t *begin, *end;
} files[OXO_VARIANTS] = {
    [OXO_ULTIMATE] = {neural_file_ultimate, neural_file_ultimate_end},
    [OXO_ULTIMATE_CG] = {neural_file_ultimate_cg, neural_file_ultimate_cg_end},
};

const oxo_neural *oxo_neural_builtin(oxo_variant variant)
{
    static _Atomic(oxo_neural *) made[OXO_VARIANTS];
    oxo_neural *neural = atomic_load(&made[variant]), *first = NULL;
    if (neural || !files[variant].begin)
        return neural;
    const size_t size = (size_t)(files[variant].end - files[variant].begin);
    if (oxo_neural_create(files[variant].begin, size, &neural) < 0)
        return NULL;
    /* Another thread may have been faster: keep its network. */
    if (atomic_compare_exchange_strong(&made[variant], &first, neural))
        return neural;
    oxo_neural_destroy(neural);
    return first;
}

#endif
