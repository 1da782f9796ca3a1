/* compact.h - compact networks, small enough for a source file.
 *
 * tools/train/compact.py makes them; compactfile.py specifies the format. A
 * small encoder replaces the table of pattern features; all other numbers have
 * fewer bits. */
#ifndef EXPORT_COMPACT_H
#define EXPORT_COMPACT_H

#include <stddef.h>
#include <stdint.h>

enum { COMPACT_FILE = 836736 }; /* bytes of the expanded file */

/* Expands a compact network to a file for oxo_neural_create(). Accepts any
 * bytes, but not all of them yield a usable network. */
void compact_expand(const uint8_t *compact, size_t size,
                    uint8_t ret_file[COMPACT_FILE]);

#endif /* EXPORT_COMPACT_H */
