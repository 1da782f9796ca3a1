/* whole_file.c - see whole_file.h. */
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is to be replaced: the end of a link, and otherwise the name itself.
 * NULL for a link that leads nowhere. */
static char *find_target(const char *path)
{
    struct stat link;
    char *target = realpath(path, NULL);
    if (!target && errno == ENOENT && lstat(path, &link) < 0)
        target = strdup(path);
    return target;
}

static int errno_or(int error)
{
    return errno ? -errno : -error;
}

static int fill(FILE *out, void (*write)(FILE *out, const void *what),
                const void *what)
{
    errno = 0;
    write(out, what);
    return fflush(out) != 0 || ferror(out) ? errno_or(EIO) : 0;
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

/* Cuts the last name off. */
static const char *folder_of(char *target)
{
    char *slash = strrchr(target, '/');
    if (slash)
        slash[slash == target] = '\0';
    return slash ? target : ".";
}

/* The new name has to survive a power cut as well. */
static void keep_folder(char *target)
{
    const int fd = open(folder_of(target), O_RDONLY | O_CLOEXEC);
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
        error = errno_or(EIO);
    if (fclose(out) != 0 && error == 0)
        error = errno_or(EIO);
    if (error == 0 && rename(part, target) != 0)
        error = -errno;
    if (error < 0)
        (void)remove(part);
    else
        keep_folder(target);
    return error;
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
        error = errno_or(EIO);
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
    const size_t size = strlen(target) + 32;
    char *part = malloc(size);
    int error = -ENOMEM;
    if (part) {
        (void)snprintf(part, size, "%s.%ld", target, (long)getpid());
        error = replace(target, part, write, what);
    }
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
    const int error = access(folder_of(target), W_OK | X_OK) == 0 ? 0 : -errno;
    free(target);
    return error;
}
