/* oxo/neural.h - trained evaluations for the engine.
 *
 * A network is a file that tools/train wrote; two are part of the library. It
 * is good for one variant; of other positions the engine thinks as it would
 * without. Nothing changes a network once it is there: any number of engines
 * and threads may share it. */
#ifndef OXO_NEURAL_H
#define OXO_NEURAL_H

#include "oxo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_neural oxo_neural;

/* Makes a network of a file's bytes, which are not needed any more then: 0,
 * -EINVAL if they are no network, or damaged, or of another shape, or -ENOMEM.
 */
OXO_API int oxo_neural_create(const void *data, size_t size, oxo_neural **ret);

/* The library's own for that variant, or NULL: there is none, or no memory for
 * it. It is made when it is first asked for, which takes some hundredths of a
 * second and up to 80 MB, and stays. Not in WebAssembly. */
OXO_API const oxo_neural *oxo_neural_builtin(oxo_variant variant);

/* Not of the library's own. No engine that uses it may be left. */
OXO_API void oxo_neural_destroy(oxo_neural *neural);

/* What it was trained for. */
OXO_API oxo_variant oxo_neural_variant(const oxo_neural *neural);

/* Of the file that it came from: the CRC-32 at its end. */
OXO_API uint32_t oxo_neural_checksum(const oxo_neural *neural);

#ifdef __cplusplus
}
#endif
#endif /* OXO_NEURAL_H */
