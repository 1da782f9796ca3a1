/* whole_file.c - see whole_file.h. */
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"

enum { READ_AT_ONCE = 16384 };

/* stdio does not always set errno. */
static int file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The file to replace: the target of a link, otherwise the path itself.
 * Returns NULL and sets errno if no file can replace it: a folder, a link
 * without a target, an empty path. */
static char *find_target(const char *path)
{
    struct stat link;
    if (is_folder(path)) {
        errno = EISDIR;
        return NULL;
    }
    char *target = realpath(path, NULL);
    if (!target && errno == ENOENT && *path && lstat(path, &link) < 0)
        target = strdup(path);
    return target;
}

/* The name of the temporary file beside the target; NULL: no memory. */
static char *name_temporary(const char *target)
{
    const size_t size = strlen(target) + 32;
    char *temporary = malloc(size);
    if (temporary)
        (void)snprintf(temporary, size, "%s.%ld", target, (long)getpid());
    return temporary;
}

static int write_content(FILE *out, void (*write)(FILE *out, const void *what),
                         const void *what)
{
    errno = 0;
    write(out, what);
    return fflush(out) != 0 || ferror(out) ? file_error() : 0;
}

/* Creates a new file, even where one exists: following a link that somebody
 * else put there could overwrite any file. */
static int open_new(const char *temporary)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    const int fd = open(temporary, flags, 0666);
    if (fd >= 0 || errno != EEXIST || remove(temporary) != 0)
        return fd;
    return open(temporary, flags, 0666);
}

static FILE *open_beside(const char *target, const char *temporary)
{
    struct stat old;
    const int fd = open_new(temporary);
    if (fd < 0)
        return NULL;
    if (stat(target, &old) == 0)
        (void)fchmod(fd, old.st_mode & 07777);
    FILE *out = fdopen(fd, "w");
    if (!out)
        close(fd);
    return out;
}

/* Flushes the folder of `target`, so that the new name survives a power cut
 * too. Cuts the file's name off `target`. */
static void sync_folder(char *target)
{
    char *slash = strrchr(target, '/');
    if (slash)
        slash[slash == target] = '\0';
    const int fd = open(slash ? target : ".", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

static int replace_file(char *target, const char *temporary,
                        void (*write)(FILE *out, const void *what),
                        const void *what)
{
    FILE *out = open_beside(target, temporary);
    if (!out)
        return -errno;
    int error = write_content(out, write, what);
    if (error == 0 && fsync(fileno(out)) != 0)
        error = file_error();
    if (fclose(out) != 0 && error == 0)
        error = file_error();
    if (error == 0 && rename(temporary, target) != 0)
        error = -errno;
    if (error < 0)
        (void)remove(temporary);
    else
        sync_folder(target);
    return error;
}

/* Creates the temporary file like replace_file(), then removes it again. */
static int try_to_replace(const char *target, const char *temporary)
{
    FILE *out = open_beside(target, temporary);
    if (!out)
        return -errno;
    (void)fclose(out);
    return remove(temporary) == 0 ? 0 : -errno;
}

/* A pipe or a device, for instance. */
static bool is_special_file(const char *path)
{
    struct stat old;
    return stat(path, &old) == 0 && !S_ISREG(old.st_mode) &&
           !S_ISDIR(old.st_mode);
}

static int write_into(const char *path,
                      void (*write)(FILE *out, const void *what),
                      const void *what)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return -errno;
    int error = write_content(out, write, what);
    if (fclose(out) != 0 && error == 0)
        error = file_error();
    return error;
}

int whole_file_write(const char *path,
                     void (*write)(FILE *out, const void *what),
                     const void *what)
{
    if (is_special_file(path))
        return write_into(path, write, what);
    char *target = find_target(path);
    if (!target)
        return -errno;
    char *temporary = name_temporary(target);
    const int error =
        temporary ? replace_file(target, temporary, write, what) : -ENOMEM;
    free(temporary);
    free(target);
    return error;
}

int whole_file_check(const char *path)
{
    if (is_special_file(path))
        return access(path, W_OK) == 0 ? 0 : -errno;
    char *target = find_target(path);
    if (!target)
        return -errno;
    char *temporary = name_temporary(target);
    const int error = temporary ? try_to_replace(target, temporary) : -ENOMEM;
    free(temporary);
    free(target);
    return error;
}

/* ---- Reading ------------------------------------------------------------ */

static int read_all(FILE *in, size_t most, char **bytes, size_t *length)
{
    size_t room = 0;
    for (;;) {
        char *grown = array_grow(*bytes, &room, *length + READ_AT_ONCE + 1, 1);
        if (!grown)
            return -ENOMEM;
        *bytes = grown;
        errno = 0;
        *length += fread(grown + *length, 1, room - *length - 1, in);
        if (ferror(in))
            return file_error();
        if (*length > most)
            return -EFBIG;
        if (*length < room - 1)
            return 0;
    }
}

int whole_file_read(FILE *in, size_t most, char **ret, size_t *ret_length)
{
    char *bytes = NULL;
    size_t length = 0;
    const int error = read_all(in, most, &bytes, &length);
    if (error < 0) {
        free(bytes);
        return error;
    }
    bytes[length] = '\0';
    *ret = bytes;
    *ret_length = length;
    return 0;
}
