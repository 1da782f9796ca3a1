/* follower.h - what other servers on the same store do.
 *
 * A thread with a connection of its own reads what others append to the log,
 * in the order of the log, and who is connected to them; and it renews this
 * server's lease. All that it finds is handed over as news, one after the
 * other; nothing is missed, whatever became of the connection meanwhile,
 * because it is always read from where the last news ended. */
#ifndef STORE_FOLLOWER_H
#define STORE_FOLLOWER_H

#include "store.h"

typedef struct follower follower;

/* A server that has not heard of all for so long, about a lease, is no longer
 * one that looks after rooms: others do. */
enum { FOLLOWER_DEAF_MS = 6000 };

typedef struct follower_news {
    store_bundle events; /* those of this server may be among them */
    store_sight *sights; /* of other servers, of rooms that are in the log up
                          * to the last of the events */
    int sight_count;
    size_t sight_room;
    store_view view; /* who is alive, as last heard */
    bool fresh;      /* that was just now */
    bool more;       /* the log goes on, and they follow at once */
    bool again;      /* what was said before may have been lost */
    int damaged;     /* so many events more cannot be read, and never will */
    int error;       /* why there may be more that could not be read, or 0 */
    const char *why; /* the same in words */
} follower_news;

typedef void follower_wake(void *context);

/* Joins the servers on the store: from here on nothing is missed, so rooms are
 * loaded behind it. -ENOTSUP: there can be no others. */
int follower_create(store *s, follower_wake *wake, void *context,
                    follower **ret);

/* Who is alive, before it is started. */
const store_view *follower_view(const follower *f);

/* Begins; `wake` is called on the follower's thread when there are news. */
int follower_start(follower *f);

/* Leaves the others, and ends the thread. */
void follower_destroy(follower *f);

/* News, or NULL; they are given back before there can be more. */
follower_news *follower_take(follower *f);
void follower_give_back(follower *f, follower_news *news);

/* How far it has come: when it last had all that the log then had and the
 * loop has taken it (in this machine's monotonic ms), and how many events it
 * has been told of and not read. */
typedef struct follower_progress {
    int64_t looked;
    uint64_t behind;
} follower_progress;
follower_progress follower_progress_of(follower *f);

/* A commit of our own has succeeded, and the log ended there behind it: what
 * we wrote ourselves need not be read. One that failed may be in the log all
 * the same; while commits fail, the lease is not renewed. */
void follower_committed(follower *f, uint64_t position);
void follower_failed(follower *f);

/* Sights were lost here: all of them are read again, with the next look. */
void follower_see_again(follower *f);

#endif /* STORE_FOLLOWER_H */
