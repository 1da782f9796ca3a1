/* evalfile.c - see evalfile.h. */
#include "evalfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 << 20 }; /* bytes: far more than any net has */

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

int evalfile_load(const cli_args *args, oxo_net **ret)
{
    const char *path = cli_args_value(args, "net");
    *ret = NULL;
    if (!path || evalfile_none(args))
        return CLI_OK;
    size_t size = 0;
    uint8_t *bytes = read_bytes(path, &size);
    if (!bytes)
        return cli_fail(args->command, "%s: %s", path, strerror(errno));
    const int error = oxo_net_create(bytes, size, ret);
    free(bytes);
    if (error == -EINVAL)
        return cli_fail(args->command, "%s: no net of this version", path);
    if (error)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}
