/* whole_file.h - files that are there as a whole, or as they were. */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

/* Puts a file in the place of what has this name, if anything has: written
 * beside it, on disk before it takes the name. A link is followed, and the
 * permissions stay. What is no file, a pipe or a device, is just written to.
 * Returns 0 or a negative errno. */
int whole_file_write(const char *path,
                     void (*write)(FILE *out, const void *what),
                     const void *what);

/* Could whole_file_write() put a file there? To be asked before work whose
 * result would be lost. Returns 0 or a negative errno. */
int whole_file_check(const char *path);

/* Reads `in` to its end. Returns 0 and the bytes, with a NUL behind them, for
 * the caller to free; or a negative errno, -EFBIG for more than `most` bytes.
 */
int whole_file_read(FILE *in, size_t most, char **ret, size_t *ret_length);

#endif /* BASE_WHOLE_FILE_H */
