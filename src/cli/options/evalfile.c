/* evalfile.c - loads neural networks and opening books from files. */
#include "evalfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

enum { MOST = 16 << 20 }; /* bytes, many times the size of any such file */

bool evalfile_none(const cli_args *args)
{
    const char *path = cli_args_value(args, "net");
    return path && strcmp(path, "none") == 0;
}

/* Reads the whole file, for the caller to free. Returns 0 or a negative
 * errno. */
static int read_bytes(const char *path, char **ret, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return -errno;
    const int error = whole_file_read(file, MOST, ret, ret_size);
    fclose(file);
    return error;
}

/* Reports a failure to load `kind` of file. */
static int check_loaded(const cli_args *args, const char *path, int error,
                        const char *kind)
{
    if (error == -EINVAL || error == -EFBIG)
        return cli_fail(args->command,
                        "%s: no %s, or damaged, or of another version", path,
                        kind);
    if (error)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

int evalfile_load(const cli_args *args, oxo_neural **ret)
{
    const char *path = cli_args_value(args, "net");
    char *bytes = NULL;
    size_t size = 0;
    *ret = NULL;
    if (!path || evalfile_none(args))
        return CLI_OK;
    int error = read_bytes(path, &bytes, &size);
    if (error == 0)
        error = oxo_neural_create(bytes, size, ret);
    free(bytes);
    return check_loaded(args, path, error, "neural network");
}

int evalfile_load_book(const cli_args *args, const char *path, oxo_book **ret)
{
    char *bytes = NULL;
    size_t size = 0;
    *ret = NULL;
    int error = read_bytes(path, &bytes, &size);
    if (error == 0)
        error = oxo_book_create(bytes, size, ret);
    free(bytes);
    return check_loaded(args, path, error, "opening book");
}
