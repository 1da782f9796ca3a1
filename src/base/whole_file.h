/* whole_file.h - reads and replaces files as a whole. */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

/* Creates or replaces the file `path`. The new content, which `write` writes,
 * goes to a file beside it and is on disk before that file takes the name: a
 * crash leaves the old file or the new one, never a part. Follows links and
 * keeps the permissions. Writes directly to a pipe or a device. Returns 0 or a
 * negative errno. */
int whole_file_write(const char *path,
                     void (*write)(FILE *out, const void *what),
                     const void *what);

/* Checks that whole_file_write() can write there. Call it before long work
 * whose result would be lost otherwise. Returns 0 or a negative errno. */
int whole_file_check(const char *path);

/* Reads `in` to its end. Returns 0 and the bytes, with a NUL behind them, for
 * the caller to free; or a negative errno, -EFBIG for more than `most` bytes.
 */
int whole_file_read(FILE *in, size_t most, char **ret, size_t *ret_length);

#endif /* BASE_WHOLE_FILE_H */
