/* compact.h - networks small enough for a source file.
 *
 * tools/train/compact.py makes them, compactfile.py has the format. A
 * pattern's features come from a small encoder instead of a table; all the
 * rest of a network is there with fewer bits. */
#ifndef EXPORT_COMPACT_H
#define EXPORT_COMPACT_H

#include <stddef.h>
#include <stdint.h>

enum { COMPACT_FILE = 836736 }; /* bytes of the file that it stands for */

/* Makes the file that oxo_neural_create() reads. Any bytes are a compact
 * network, though not all of them make a network that can be used. */
void compact_expand(const uint8_t *compact, size_t size,
                    uint8_t ret_file[COMPACT_FILE]);

#endif /* EXPORT_COMPACT_H */
