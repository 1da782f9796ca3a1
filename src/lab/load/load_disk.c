/* load_disk.c - see load_disk.h. */
#include "load_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "load_process.h"

enum { PAGE = 4096, LOG_BYTES = 4 << 20 };

static int sync_page(int fd, off_t at)
{
    static uint8_t page[PAGE];
    page[0]++;
    if (pwrite(fd, page, sizeof page, at) != (ssize_t)sizeof page)
        return errno ? -errno : -ENOSPC;
    return fdatasync(fd) < 0 ? -errno : 0;
}

int load_disk_measure(const char *folder, double seconds, load_histogram *ret)
{
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    memset(ret, 0, sizeof *ret);
    const int64_t until = clock_ns() + (int64_t)(seconds * 1e9);
    int error = 0;
    off_t at = 0;
    for (int64_t now = clock_ns(); now < until && !error;) {
        error = sync_page(fd, at);
        const int64_t then = clock_ns();
        load_histogram_add(ret, then - now);
        at = (at + PAGE) % LOG_BYTES;
        now = then;
    }
    close(fd);
    return error;
}
