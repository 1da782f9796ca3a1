/* store_conflict.h - finds the events of a commit that conflict with the log.
 *
 * `pending` holds how far a commit brings its rooms, until the commit is
 * durable. A commit that fails leaves no trace. */
#ifndef STORE_STORE_CONFLICT_H
#define STORE_STORE_CONFLICT_H

#include "store.h"
#include "store_heads.h"

/* Finds a room that is not live. 0, -ENOENT, or another negative errno. */
typedef int store_find_closed(void *context, event_room room, store_head *ret);

typedef struct store_conflicts {
    store_heads pending; /* the rooms of the current commit */
    uint32_t change;     /* number of the current change in it */
    store_find_closed *find;
    void *context;
} store_conflicts;

/* Begins a commit: reserves memory for all its rooms, in `pending` and in
 * `rooms`. 0 or -ENOMEM. */
int store_conflicts_begin(store_conflicts *c, store_heads *rooms,
                          const store_change *changes, int count);

/* Checks the next change: sets `refused` in the pending heads of rooms that
 * conflict. 0, or the errno of `find`. */
int store_conflicts_check(store_conflicts *c, const store_heads *rooms,
                          const store_batch *batch);

/* Notes that an event is part of the commit, at this position of the log. */
void store_conflicts_note_append(store_head *head, const store_entry *e,
                                 uint64_t id);

/* The head of the live room that a snapshot belongs to; NULL: ignore the
 * snapshot. */
const store_head *store_conflicts_snapshot_head(const store_conflicts *c,
                                                const store_heads *rooms,
                                                const store_snapshot *shot);

/* Applies the pending heads to `rooms`, after the commit. */
void store_conflicts_apply(const store_conflicts *c, store_heads *rooms);

#endif /* STORE_STORE_CONFLICT_H */
