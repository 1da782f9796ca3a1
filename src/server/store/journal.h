/* journal.h - the store without waiting: commits and queries on other threads.
 *
 * There are two threads. One commits, in the order of submission. The other
 * answers queries on its own connection. (A store in memory has only one
 * connection, so the first thread does both.) Commits that wait while another
 * one runs become one transaction, so there is no reason to delay a commit.
 *
 * Submitting never blocks. When a task is done the journal calls `wake` on its
 * own thread, and journal_take() returns the task. Commits come back in the
 * order of submission. */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "store.h"

typedef struct journal journal;

/* A commit or a query. The caller allocates it, usually as the first field of
 * a larger struct, and must not touch it until journal_take() returns it. */
typedef struct journal_task journal_task;

typedef store_board journal_board;

typedef enum journal_kind {
    JOURNAL_COMMIT, /* stores a change */
    JOURNAL_QUERY   /* calls run(store, task), which only reads */
} journal_kind;

struct journal_task {
    journal_kind kind;
    int error; /* the result: 0 or a negative errno */

    /* JOURNAL_COMMIT */
    store_batch batch;
    bool *conflict; /* the caller's memory, one flag per event */
    const store_snapshot *snapshots;
    int snapshot_count;
    const store_sight *sights;
    int sight_count;
    int64_t took;      /* result: duration in microseconds */
    uint64_t position; /* result: the end of the log after it */
    const journal_board *boards;
    int board_count;
    bool ping; /* write to the disk even if there is nothing else to write */

    /* JOURNAL_QUERY: `error` is what it returns */
    int (*run)(store *s, journal_task *task);
    bool urgent; /* a player waits: goes before queries that are not urgent */

    journal_task *next; /* for the journal */
};

typedef void journal_wake(void *context);

/* Takes over the open store; if this fails, the caller keeps it. After a
 * failed commit, later ones fail too (-ECANCELED) until journal_resume(): they
 * depend on events that were not stored. */
int journal_create(store *s, journal_wake *wake, void *context, journal **ret);

/* Waits until all submitted tasks are done, and ends the threads. The tasks
 * can still be taken. A query that is submitted later comes back with
 * -ECANCELED; a commit must not be submitted later. */
void journal_stop(journal *j);

/* Stops the journal unless it is stopped, and closes the store. */
void journal_destroy(journal *j);

void journal_submit(journal *j, journal_task *task);

/* The next task that is done, or NULL. */
journal_task *journal_take(journal *j);

/* Lets commits go on after a failure. Commits that were submitted before this
 * call and still wait fail with -ECANCELED. Does nothing without a failure. */
void journal_resume(journal *j);

/* A sentence about the last failed commit, for logs. */
void journal_error(journal *j, char *out, size_t size);

#endif /* STORE_JOURNAL_H */
