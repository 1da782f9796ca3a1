/* oxo/neural.h - neural networks that evaluate positions for the engine.
 *
 * A network is trained for one variant; positions of other variants are
 * evaluated as if there were no network. The library contains a network for
 * `ultimate` and one for `ultimate-cg`. Networks never change, so any number
 * of engines and threads may share one. */
#ifndef OXO_NEURAL_H
#define OXO_NEURAL_H

#include "oxo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_neural oxo_neural;

/* Makes a network from the bytes of a file, which the caller may free
 * afterwards. 0; -EINVAL if the bytes are not a network, or damaged, or of
 * another architecture; -ENOMEM. */
OXO_API int oxo_neural_create(const void *data, size_t size, oxo_neural **ret);

/* The library's own network for a variant. NULL if there is none or memory is
 * short, and always NULL in WebAssembly. The first call for a variant loads
 * the network, which takes some hundredths of a second and up to 80 MB; it
 * stays loaded. Must not be destroyed. */
OXO_API const oxo_neural *oxo_neural_builtin(oxo_variant variant);

/* For networks from oxo_neural_create(). Destroy the engines that use the
 * network first. */
OXO_API void oxo_neural_destroy(oxo_neural *neural);

/* The variant it was trained for. */
OXO_API oxo_variant oxo_neural_variant(const oxo_neural *neural);

/* The CRC-32 at the end of its file, which identifies the network. */
OXO_API uint32_t oxo_neural_checksum(const oxo_neural *neural);

#ifdef __cplusplus
}
#endif
#endif /* OXO_NEURAL_H */
