/* journal.h - the store, without waiting for it.
 *
 * Two threads: one commits batches in the order in which they were handed in,
 * one answers questions beside it on a connection of its own (a store in
 * memory has only one connection: there the first does both). Commits that
 * wait while another is under way become one transaction, so nobody gains by
 * holding them back. Whoever asks goes on at once and is told by `wake`, which
 * is called on the journal's threads (an eventfd's write, say); journal_take()
 * then hands out what is done, in the order of its submission for commits. */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "store.h"

typedef struct journal journal;

/* What is asked for. The caller allocates it, embeds it in something of its
 * own if it likes, and must not touch it until it is handed back. */
typedef struct journal_task journal_task;

typedef store_board journal_board;

typedef enum journal_kind {
    JOURNAL_COMMIT, /* batch -> conflict flags; then snapshots, if any */
    JOURNAL_QUERY   /* run(store, task) on the reading thread; reads only */
} journal_kind;

struct journal_task {
    journal_kind kind;
    int error; /* 0, or the negative errno with which it failed */

    /* JOURNAL_COMMIT */
    store_batch batch;
    bool *conflict; /* one an event, room for them by the caller */
    const store_snapshot *snapshots;
    int snapshot_count;
    const store_sight *sights;
    int sight_count;
    int64_t took;      /* microseconds the commit took */
    uint64_t position; /* where the log ended behind it */
    /* A commit may also write boards of 001's games: */
    const journal_board *boards;
    int board_count;
    bool ping; /* write to the disk even if there is nothing else to write */

    /* JOURNAL_QUERY: its result is the error */
    int (*run)(store *s, journal_task *task);
    bool urgent; /* somebody plays meanwhile: it goes before those who read */

    journal_task *next; /* the journal's own */
};

typedef void journal_wake(void *context);

/* Takes the open store over (if it fails, it is still the caller's). After a
 * commit failed, the ones behind it fail too (-ECANCELED) until
 * journal_resume() is called: what was decided after something that did not
 * happen must not happen either. */
int journal_create(store *s, journal_wake *wake, void *context, journal **ret);

/* Waits until all that was submitted is done, and ends the threads: what is
 * done can still be taken. A question that is submitted from now on is handed
 * back as it is (-ECANCELED); a commit never is. */
void journal_stop(journal *j);

/* Stops it, if that has not been done, and closes the store. */
void journal_destroy(journal *j);

void journal_submit(journal *j, journal_task *task);

/* The next task that is done, or NULL. */
journal_task *journal_take(journal *j);

/* Commits may go on. Those that were submitted before and are still waiting
 * fail with -ECANCELED. Without a failure it does nothing. */
void journal_resume(journal *j);

/* The sentence of the last failure; for logs. */
void journal_error(journal *j, char *out, size_t size);

#endif /* STORE_JOURNAL_H */
