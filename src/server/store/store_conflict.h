/* store_conflict.h - which events of a commit are the expected ones.
 *
 * What a commit does to the rooms is kept apart, in `pending`, until it is
 * durable: a commit that fails leaves no trace. */
#ifndef STORE_STORE_CONFLICT_H
#define STORE_STORE_CONFLICT_H

#include "store.h"
#include "store_heads.h"

/* Looks for a room that is not alive. 0, -ENOENT, or what went wrong. */
typedef int store_find_closed(void *context, event_room room, store_head *ret);

typedef struct store_conflicts {
    store_heads pending; /* rooms of the commit that is being made */
    uint32_t change;     /* number of the change in it */
    store_find_closed *find;
    void *context;
} store_conflicts;

/* Begins a commit: there is space afterwards for all rooms of it, in `pending`
 * and in `rooms`. 0 or -ENOMEM. */
int store_conflicts_begin(store_conflicts *j, store_heads *rooms,
                          const store_change *changes, int count);

/* Judges the next change: `refused` is set in the pending heads of rooms that
 * are to be left out. 0, or what `find` says. */
int store_conflicts_check(store_conflicts *j, const store_heads *rooms,
                          const store_batch *batch);

/* Notes that an event, which was not refused, is part of the commit, at this
 * position of the log. */
void store_conflicts_note_append(store_head *head, const store_entry *e,
                                 uint64_t id);

/* The head of a live room that a snapshot is of, or NULL. */
const store_head *store_conflicts_snapshot_head(const store_conflicts *j,
                                                const store_heads *rooms,
                                                const store_snapshot *shot);

/* Makes what was pending what is. */
void store_conflicts_apply(const store_conflicts *j, store_heads *rooms);

#endif /* STORE_STORE_CONFLICT_H */
