/* neural_builtin.c - the nets that are part of the library. */
#include <stdatomic.h>

#include "neural.h"

/* In a browser the page decides what it loads: it has none. */
#ifdef __wasm__

const oxo_neural *oxo_neural_builtin(oxo_variant variant)
{
    (void)variant;
    return NULL;
}

#else

/* Made by embed, from the folder nets. */
extern const uint8_t neural_net_ultimate[], neural_net_ultimate_end[];
extern const uint8_t neural_net_ultimate_cg[], neural_net_ultimate_cg_end[];

static const struct {
    const uint8_t *begin, *end;
} files[OXO_VARIANTS] = {
    [OXO_ULTIMATE] = {neural_net_ultimate, neural_net_ultimate_end},
    [OXO_ULTIMATE_CG] = {neural_net_ultimate_cg, neural_net_ultimate_cg_end},
};

const oxo_neural *oxo_neural_builtin(oxo_variant variant)
{
    static _Atomic(oxo_neural *) nets[OXO_VARIANTS];
    oxo_neural *net = atomic_load(&nets[variant]), *first = NULL;
    if (net || !files[variant].begin)
        return net;
    const size_t size = (size_t)(files[variant].end - files[variant].begin);
    if (oxo_neural_create(files[variant].begin, size, &net) < 0)
        return NULL;
    /* Another thread may have been faster: one net is enough. */
    if (atomic_compare_exchange_strong(&nets[variant], &first, net))
        return net;
    oxo_neural_destroy(net);
    return first;
}

#endif
