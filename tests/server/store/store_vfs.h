/* store_vfs.h - a disk that fails when told to, between SQLite and the
 * real one, and that knows what would be left after a power cut. */
#ifndef TESTS_STORE_VFS_H
#define TESTS_STORE_VFS_H

#include <stdbool.h>

typedef enum vfs_fault {
    VFS_NONE,
    VFS_WRITE_ERROR, /* EIO, nothing is written */
    VFS_WRITE_FULL,  /* ENOSPC, nothing is written */
    VFS_WRITE_SHORT, /* ENOSPC after half of it */
    VFS_WRITE_NEVER, /* EROFS: the disk has become read-only */
    VFS_SYNC_ERROR,  /* EIO: written, but nobody knows what is on the disk */
    VFS_SYNC_FULL,   /* ENOSPC, likewise */
    VFS_READ_ERROR,
    VFS_OPEN_ERROR,
    VFS_SIZE_ERROR,  /* truncating, and asking for the size */
    VFS_SHARE_ERROR, /* the memory that connections share */
    VFS_FAULTS
} vfs_fault;

const char *vfs_fault_word(vfs_fault fault);

/* Puts itself before SQLite's default; once a program. */
void vfs_install(void);

/* The n-th operation that the fault is about fails, counted from now on; if
 * `stays`, all behind it do, too, until vfs_heal(). */
void vfs_break(vfs_fault fault, int n, bool stays);
void vfs_heal(void);

/* Has it come to that? */
bool vfs_has_failed(void);

/* Forgets what is known of files. */
void vfs_forget(void);

/* Writes the file and its write-ahead log as they would be after a power cut:
 * as they were last synced. */
void vfs_power_cut(const char *file, const char *copy);

#endif /* TESTS_STORE_VFS_H */
