/* follower.h - follows what other nodes on the same store do.
 *
 * A thread with its own connection reads the events that other nodes append to
 * the log, in order, and their sights, and renews this node's lease. It hands
 * over what it reads as news, one piece at a time. Nothing is missed, even if
 * the connection breaks, because reading always continues where the last news
 * ended. */
#ifndef STORE_FOLLOWER_H
#define STORE_FOLLOWER_H

#include "store.h"

typedef struct follower follower;

/* A node that has not read the whole log for this time, about a lease, gives
 * up looking after rooms; others take over. */
enum { FOLLOWER_DEAF_MS = 6000 };

typedef struct follower_news {
    store_bundle events; /* of other nodes; may include our own */
    store_sight *sights; /* of other nodes, in rooms that these or earlier
                          * events have created */
    int sight_count;
    size_t sight_room;
    store_view view; /* the nodes that are alive */
    bool fresh;      /* the view was read just now */
    bool more;       /* the log goes on: more news follows at once */
    bool again;      /* sights may have been lost: write ours again */
    int damaged;     /* number of events that are unreadable for good */
    int error;       /* why reading failed, or 0 */
    const char *why; /* a sentence about it */
} follower_news;

typedef void follower_wake(void *context);

/* Joins the nodes on the store. Load rooms after this call: everything that
 * happens later will be news. -ENOTSUP: there can be no other nodes. */
int follower_create(store *s, follower_wake *wake, void *context,
                    follower **ret);

/* The nodes that are alive; only before follower_start(). */
const store_view *follower_view(const follower *f);

/* Starts the thread, which calls `wake` when there is news. */
int follower_start(follower *f);

/* Gives up the lease, and ends the thread. */
void follower_destroy(follower *f);

/* The news, or NULL. There is no more news until it is given back. */
follower_news *follower_take(follower *f);
void follower_give_back(follower *f, follower_news *news);

/* `looked` is when the whole log had last been read and taken over by the
 * loop, by the monotonic clock; `behind` is the number of announced events
 * that are not read yet. */
typedef struct follower_progress {
    int64_t looked;
    uint64_t behind;
} follower_progress;
follower_progress follower_progress_of(follower *f);

/* Report our own commits. After a successful one the log ends at `position`,
 * and our own events need not be read. A failed commit may be in the log all
 * the same; while commits fail, the lease is not renewed. */
void follower_committed(follower *f, uint64_t position);
void follower_failed(follower *f);

/* The caller lost sights: reads all of them again. */
void follower_see_again(follower *f);

#endif /* STORE_FOLLOWER_H */
