/* store_vfs.c - see store_vfs.h. */
#include "store_vfs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* ---- When to fail ------------------------------------------------------- */

static struct {
    vfs_fault fault;
    int count, at;
    bool stays, failed;
} plan;

const char *vfs_fault_word(vfs_fault fault)
{
    static const char *const words[VFS_FAULTS] = {
        "none",        "write error", "write full", "write short",
        "write never", "sync error",  "sync full",  "read error",
        "open error",  "size error",  "share error"};
    return words[fault];
}

void vfs_break(vfs_fault fault, int n, bool stays)
{
    plan.fault = fault;
    plan.count = 0;
    plan.at = n;
    plan.stays = stays;
    plan.failed = false;
}

void vfs_heal(void)
{
    plan.fault = VFS_NONE;
}

bool vfs_has_failed(void)
{
    return plan.failed;
}

/* Counts an operation that `fault` is about; true if it has to fail. */
static bool hits(vfs_fault fault)
{
    if (plan.fault != fault)
        return false;
    plan.count++;
    const bool hit =
        plan.count == plan.at || (plan.stays && plan.count > plan.at);
    plan.failed |= hit;
    return hit;
}

static int fail_with(int system, int code)
{
    errno = system;
    return code;
}

/* ---- What is on the disk ------------------------------------------------ */

typedef struct image {
    char name[600];
    uint8_t *bytes;
    size_t length;
} image;

static image images[16];

static image *find_image(const char *name, bool make)
{
    for (int i = 0; i < 16; i++)
        if (strcmp(images[i].name, name) == 0)
            return &images[i];
    for (int i = 0; make && i < 16; i++)
        if (!images[i].name[0]) {
            snprintf(images[i].name, sizeof(images[i].name), "%s", name);
            return &images[i];
        }
    assert_false(make);
    return NULL;
}

static void drop_image(image *i)
{
    if (i)
        free(i->bytes);
    if (i)
        *i = (image){.length = 0};
}

void vfs_forget(void)
{
    for (int i = 0; i < 16; i++)
        drop_image(&images[i]);
}

static void write_image(const char *name, const char *copy)
{
    const image *i = find_image(name, false);
    FILE *out = fopen(copy, "wb");
    assert_non_null(out);
    if (i && i->length)
        assert_int_equal(fwrite(i->bytes, 1, i->length, out), i->length);
    assert_int_equal(fclose(out), 0);
}

void vfs_power_cut(const char *file, const char *copy)
{
    char from[700], to[700];
    write_image(file, copy);
    snprintf(from, sizeof(from), "%s-wal", file);
    snprintf(to, sizeof(to), "%s-wal", copy);
    write_image(from, to);
}

/* ---- Files -------------------------------------------------------------- */

typedef struct fault_file {
    sqlite3_file base;
    char name[600]; /* "" for temporary ones */
    sqlite3_file *real;
} fault_file;

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((fault_file *)f)->real;
}

static int on_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int on_read(sqlite3_file *f, void *to, int amount, sqlite3_int64 at)
{
    if (hits(VFS_READ_ERROR))
        return fail_with(EIO, SQLITE_IOERR_READ);
    return real_of(f)->pMethods->xRead(real_of(f), to, amount, at);
}

static int on_write(sqlite3_file *f, const void *from, int amount,
                    sqlite3_int64 at)
{
    sqlite3_file *real = real_of(f);
    if (hits(VFS_WRITE_ERROR))
        return fail_with(EIO, SQLITE_IOERR_WRITE);
    if (hits(VFS_WRITE_FULL))
        return fail_with(ENOSPC, SQLITE_FULL);
    if (hits(VFS_WRITE_NEVER))
        return fail_with(EROFS, SQLITE_IOERR_WRITE);
    if (hits(VFS_WRITE_SHORT)) {
        real->pMethods->xWrite(real, from, amount / 2, at);
        return fail_with(ENOSPC, SQLITE_FULL);
    }
    return real->pMethods->xWrite(real, from, amount, at);
}

static int on_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    if (hits(VFS_SIZE_ERROR))
        return fail_with(EIO, SQLITE_IOERR_TRUNCATE);
    return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

/* Nothing is really synced: the test is about order, and has no time. */
static int on_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    fault_file *file = (fault_file *)f;
    if (hits(VFS_SYNC_ERROR))
        return fail_with(EIO, SQLITE_IOERR_FSYNC);
    if (hits(VFS_SYNC_FULL))
        return fail_with(ENOSPC, SQLITE_IOERR_FSYNC);
    sqlite3_int64 size = 0;
    file->real->pMethods->xFileSize(file->real, &size);
    if (!file->name[0])
        return SQLITE_OK;
    image *i = find_image(file->name, true);
    uint8_t *bytes = realloc(i->bytes, (size_t)size + 1);
    assert_non_null(bytes);
    i->bytes = bytes;
    i->length = (size_t)size;
    if (size > 0)
        assert_int_equal(
            file->real->pMethods->xRead(file->real, bytes, (int)size, 0),
            SQLITE_OK);
    return SQLITE_OK;
}

static int on_size(sqlite3_file *f, sqlite3_int64 *ret)
{
    if (hits(VFS_SIZE_ERROR))
        return fail_with(EIO, SQLITE_IOERR_FSTAT);
    return real_of(f)->pMethods->xFileSize(real_of(f), ret);
}

static int on_lock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int on_unlock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int on_check_lock(sqlite3_file *f, int *ret)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), ret);
}

static int on_control(sqlite3_file *f, int op, void *argument)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), op, argument);
}

static int on_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int on_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int on_map(sqlite3_file *f, int page, int size, int extend,
                  void volatile **ret)
{
    if (hits(VFS_SHARE_ERROR))
        return fail_with(EIO, SQLITE_IOERR_SHMMAP);
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, ret);
}

static int on_share(sqlite3_file *f, int offset, int n, int flags)
{
    if (flags & SQLITE_SHM_LOCK && hits(VFS_SHARE_ERROR))
        return fail_with(EIO, SQLITE_IOERR_SHMLOCK);
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}

static void on_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int on_unmap(sqlite3_file *f, int remove)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_device,
    .xShmMap = on_map,
    .xShmLock = on_share,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
};

/* ---- The disk ----------------------------------------------------------- */

static sqlite3_vfs *below;
static sqlite3_vfs ours;

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                   int flags, int *ret_flags)
{
    (void)vfs;
    fault_file *file = (fault_file *)f;
    f->pMethods = NULL;
    if (hits(VFS_OPEN_ERROR))
        return fail_with(EIO, SQLITE_CANTOPEN);
    file->real = (sqlite3_file *)(file + 1);
    snprintf(file->name, sizeof(file->name), "%s", name ? name : "");
    const int code = below->xOpen(below, name, file->real, flags, ret_flags);
    if (code == SQLITE_OK)
        f->pMethods = &methods;
    return code;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    drop_image(find_image(name, false));
    (void)sync;
    return below->xDelete(below, name, 0);
}

void vfs_install(void)
{
    below = sqlite3_vfs_find(NULL);
    ours = *below;
    ours.zName = "faults";
    ours.szOsFile = (int)sizeof(fault_file) + below->szOsFile;
    ours.xOpen = on_open;
    ours.xDelete = on_delete;
    assert_int_equal(sqlite3_vfs_register(&ours, 1), SQLITE_OK);
}
