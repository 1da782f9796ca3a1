/* load_disk.h - how long the disk itself takes to be sure of something. */
#ifndef LOAD_LOAD_DISK_H
#define LOAD_LOAD_DISK_H

#include "load_hist.h"

/* Writes 4 KiB and calls fdatasync(), again and again for so many seconds,
 * into a file of its own in `folder`, which is gone afterwards. The file is
 * gone over from its beginning once it has 4 MiB, as a write-ahead log is. A
 * negative errno. */
int load_disk_measure(const char *folder, double seconds, load_hist *ret);

#endif /* LOAD_LOAD_DISK_H */
