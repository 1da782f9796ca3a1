/* snapshots.h - are the snapshots in a store what the events say? */
#ifndef SERVER_SNAPSHOTS_H
#define SERVER_SNAPSHOTS_H

#include "store.h"

/* Makes every room that has a snapshot once more, from its events, and tells
 * each one that is another room. Returns how many there are, or a negative
 * errno. A store knows nothing of rooms, so this is no part of store_check().
 */
int snapshots_check(store *s, store_fault *fault, void *context);

#endif /* SERVER_SNAPSHOTS_H */
