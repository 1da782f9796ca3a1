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

/* stdio does not always say why. */
static int file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* What is to be replaced: the end of a link, and otherwise the name itself.
 * NULL, and errno, for what no file can replace: a link that leads nowhere, a
 * folder, no name at all. */
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

/* The name under which it is written, beside the target; NULL: no memory. */
static char *name_part(const char *target)
{
    const size_t size = strlen(target) + 32;
    char *part = malloc(size);
    if (part)
        (void)snprintf(part, size, "%s.%ld", target, (long)getpid());
    return part;
}

static int fill(FILE *out, void (*write)(FILE *out, const void *what),
                const void *what)
{
    errno = 0;
    write(out, what);
    return fflush(out) != 0 || ferror(out) ? file_error() : 0;
}

/* A file of ours alone: what stands there, perhaps a link that somebody else
 * has put there, is not followed. */
static int open_new(const char *part)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    const int fd = open(part, flags, 0666);
    if (fd >= 0 || errno != EEXIST || remove(part) != 0)
        return fd;
    return open(part, flags, 0666);
}

static FILE *open_beside(const char *target, const char *part)
{
    struct stat old;
    const int fd = open_new(part);
    if (fd < 0)
        return NULL;
    if (stat(target, &old) == 0)
        (void)fchmod(fd, old.st_mode & 07777);
    FILE *out = fdopen(fd, "w");
    if (!out)
        close(fd);
    return out;
}

/* The new name has to survive a power cut as well. Cuts it off. */
static void keep_folder(char *target)
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

static int replace(char *target, const char *part,
                   void (*write)(FILE *out, const void *what),
                   const void *what)
{
    FILE *out = open_beside(target, part);
    if (!out)
        return -errno;
    int error = fill(out, write, what);
    if (error == 0 && fsync(fileno(out)) != 0)
        error = file_error();
    if (fclose(out) != 0 && error == 0)
        error = file_error();
    if (error == 0 && rename(part, target) != 0)
        error = -errno;
    if (error < 0)
        (void)remove(part);
    else
        keep_folder(target);
    return error;
}

/* Begins as replace() does, and leaves it at that. */
static int try_to_replace(const char *target, const char *part)
{
    FILE *out = open_beside(target, part);
    if (!out)
        return -errno;
    (void)fclose(out);
    return remove(part) == 0 ? 0 : -errno;
}

/* A pipe or a device is written to, and stays what it is. */
static bool is_no_file(const char *path)
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
    int error = fill(out, write, what);
    if (fclose(out) != 0 && error == 0)
        error = file_error();
    return error;
}

int whole_file_write(const char *path,
                     void (*write)(FILE *out, const void *what),
                     const void *what)
{
    if (is_no_file(path))
        return write_into(path, write, what);
    char *target = find_target(path);
    if (!target)
        return -errno;
    char *part = name_part(target);
    const int error = part ? replace(target, part, write, what) : -ENOMEM;
    free(part);
    free(target);
    return error;
}

int whole_file_check(const char *path)
{
    if (is_no_file(path))
        return access(path, W_OK) == 0 ? 0 : -errno;
    char *target = find_target(path);
    if (!target)
        return -errno;
    char *part = name_part(target);
    const int error = part ? try_to_replace(target, part) : -ENOMEM;
    free(part);
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
