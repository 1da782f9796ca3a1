/* fault-preload.c - makes writes fail and random numbers repeat, on command.
 *
 * LD_PRELOAD puts this library between a server's SQLite and libc. The
 * commands are seven numbers in the file named by OXO_FAULTS, which the test
 * and the server both map: reading a command takes no system call, so commands
 * work inside the server's sandbox. */
#define _GNU_SOURCE /* syscall() */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct orders {
    atomic_int writes; /* errno of failing writes; 0: writes work */
    atomic_int syncs;  /* errno of failing syncs */
    atomic_int skip;   /* calls that work before the first failure */
    atomic_int most;   /* then this many calls fail */
    atomic_int failed; /* calls that failed so far */
    atomic_int number; /* the value of the next random numbers... */
    atomic_int times;  /* ...for this many calls */
} orders;

static orders *orders_now;

__attribute__((constructor)) static void read_orders(void)
{
    const char *path = getenv("OXO_FAULTS");
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof(orders), PROT_READ | PROT_WRITE, MAP_SHARED,
                      file, 0);
    close(file);
    if (page != MAP_FAILED)
        orders_now = page;
}

/* Takes one from a count that other threads share. */
static bool take(atomic_int *number)
{
    int now = atomic_load(number);
    while (now > 0)
        if (atomic_compare_exchange_weak(number, &now, now - 1))
            return true;
    return false;
}

static bool fails(bool is_sync)
{
    orders *o = orders_now;
    const int error = !o ? 0 : atomic_load(is_sync ? &o->syncs : &o->writes);
    if (error == 0 || take(&o->skip) || !take(&o->most))
        return false;
    atomic_fetch_add(&o->failed, 1);
    errno = error;
    return true;
}

/* ---- In libc's place ---------------------------------------------------- */

/* Names of our own in C, and libc's names for the linker: then a header that
 * defines pwrite() as pwrite64(), or the reverse, does no harm. */
ssize_t fault_pwrite(int fd, const void *bytes, size_t length,
                     off_t at) __asm__("pwrite");
ssize_t fault_pwrite64(int fd, const void *bytes, size_t length,
                       off_t at) __asm__("pwrite64");
int fault_fsync(int fd) __asm__("fsync");
int fault_fdatasync(int fd) __asm__("fdatasync");
ssize_t fault_getrandom(void *bytes, size_t length,
                        unsigned flags) __asm__("getrandom");

ssize_t fault_pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    return fails(false) ? -1 : syscall(SYS_pwrite64, fd, bytes, length, at);
}

ssize_t fault_pwrite64(int fd, const void *bytes, size_t length, off_t at)
{
    return fault_pwrite(fd, bytes, length, at);
}

int fault_fsync(int fd)
{
    return fails(true) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fault_fdatasync(int fd)
{
    return fails(true) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

ssize_t fault_getrandom(void *bytes, size_t length, unsigned flags)
{
    orders *o = orders_now;
    if (!o || length != sizeof(int) || !take(&o->times))
        return syscall(SYS_getrandom, bytes, length, flags);
    const int number = atomic_load(&o->number);
    memcpy(bytes, &number, sizeof number);
    return sizeof number;
}
