/* load_disk.h - how long the disk takes to make a write durable. */
#ifndef LOAD_LOAD_DISK_H
#define LOAD_LOAD_DISK_H

#include "load_histogram.h"

/* For so many seconds, repeatedly writes 4 KiB and calls fdatasync(), to a
 * temporary file in `folder`. Like a write-ahead log, it starts again at the
 * beginning of the file after 4 MiB. 0 or a negative errno. */
int load_disk_measure(const char *folder, double seconds, load_histogram *ret);

#endif /* LOAD_LOAD_DISK_H */
