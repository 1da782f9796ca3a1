/* snapshots.h - checks the snapshots in a store against the events. */
#ifndef STORE_SNAPSHOTS_H
#define STORE_SNAPSHOTS_H

#include "store.h"

/* Rebuilds each room that has a snapshot from its events, and reports each
 * snapshot that differs. Returns the number of faults, or a negative errno.
 * Not a part of store_check(), because a store does not know the content of
 * snapshots. */
int snapshots_check(store *s, store_fault *fault, void *context);

#endif /* STORE_SNAPSHOTS_H */
