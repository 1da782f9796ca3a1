/* fault-preload.c - makes writing fail and chance choose, on command.
 *
 * Loaded into a server with LD_PRELOAD, it stands between SQLite and the
 * disk. Its orders are seven numbers in the file that OXO_FAULTS names, which
 * the test and the server both have mapped: nothing is asked of the system,
 * so it works inside the server's sandbox. */
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
    atomic_int writes; /* the errno of writes; 0: they work */
    atomic_int syncs;  /* the errno of syncs */
    atomic_int skip;   /* of the calls that would fail, so many do not */
    atomic_int most;   /* and then so many do */
    atomic_int failed; /* so many did */
    atomic_int number; /* what the next random numbers are... */
    atomic_int times;  /* ...so many of them */
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

/* Takes one of a number that other threads take from as well. */
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

/* Names of our own, and libc's for the linker: a header that makes one of
 * pwrite() and pwrite64() does not matter then. */
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
