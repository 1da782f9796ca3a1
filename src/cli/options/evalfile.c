/* evalfile.c - see evalfile.h. */
#include "evalfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 << 20 }; /* bytes: far more than any of them has */

/* The whole file; the caller frees it. NULL, and errno, if that fails. */
static uint8_t *read_bytes(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *bytes = malloc(MOST);
    if (bytes) {
        errno = 0;
        *ret_size = fread(bytes, 1, MOST, file);
        if (ferror(file)) {
            free(bytes);
            bytes = NULL;
        }
    }
    const int error = errno;
    fclose(file);
    errno = error;
    return bytes;
}

bool evalfile_none(const cli_args *args)
{
    const char *path = cli_args_value(args, "net");
    return path && strcmp(path, "none") == 0;
}

/* The bytes of a file, or NULL after saying why there are none. */
static uint8_t *load_bytes(const cli_args *args, const char *path,
                           size_t *ret_size)
{
    uint8_t *bytes = read_bytes(path, ret_size);
    if (!bytes)
        cli_fail(args->command, "%s: %s", path, strerror(errno));
    return bytes;
}

static int complain(const cli_args *args, const char *path, int error,
                    const char *what)
{
    if (error == -EINVAL)
        return cli_fail(args->command,
                        "%s: no %s, or damaged, or of another version", path,
                        what);
    if (error)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

int evalfile_load(const cli_args *args, oxo_neural **ret)
{
    const char *path = cli_args_value(args, "net");
    size_t size = 0;
    *ret = NULL;
    if (!path || evalfile_none(args))
        return CLI_OK;
    uint8_t *bytes = load_bytes(args, path, &size);
    if (!bytes)
        return CLI_FAILURE;
    const int error = oxo_neural_create(bytes, size, ret);
    free(bytes);
    return complain(args, path, error, "net");
}

int evalfile_load_book(const cli_args *args, const char *path, oxo_book **ret)
{
    size_t size = 0;
    *ret = NULL;
    uint8_t *bytes = load_bytes(args, path, &size);
    if (!bytes)
        return CLI_FAILURE;
    const int error = oxo_book_create(bytes, size, ret);
    free(bytes);
    return complain(args, path, error, "book");
}
