/* journal.c - the two threads before a store.
 *
 * One lock over three queues: commits, queries, what is done. The threads
 * hold it only to move tasks between them, never while the store works. */
#include "journal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"
#include "store_engine.h"

/* At most so many tasks become one transaction, so that the first of them
 * does not wait for ever longer ones. */
enum { GROUP = 64 };

/* So many urgent questions, then one of those who wait for them: whoever only
 * reads waits longer, but not for ever. */
enum { URGENT_RUN = 8 };

enum {
    QUIET_MS = 10, /* without a commit, and other work may be done */
    CATCH_UP = 8   /* pieces of it behind a commit, if it piles up */
};

typedef struct queue {
    journal_task *first, *last;
} queue;

struct journal {
    store *writer;
    store *reader; /* or NULL: the committing thread answers queries */
    journal_wake *wake;
    void *context;
    pthread_t committing, reading;
    bool stopped; /* they have ended */

    pthread_mutex_t lock; /* over all that follows */
    pthread_cond_t work;  /* for the committing thread */
    pthread_cond_t ask;   /* for the reading thread */
    queue commits, urgent, queries, done;
    int urgent_run; /* urgent questions since one that was not */
    bool failed;    /* commits are refused until journal_resume() */
    bool untidy;    /* the reading thread is asked to tidy up */
    bool closing;   /* no more tasks come */
    char error[STORE_ERROR_TEXT];
};

/* ---- Queues ------------------------------------------------------------- */

static void push(queue *q, journal_task *task)
{
    task->next = NULL;
    if (q->last)
        q->last->next = task;
    else
        q->first = task;
    q->last = task;
}

static journal_task *pop(queue *q)
{
    journal_task *task = q->first;
    if (!task)
        return NULL;
    q->first = task->next;
    if (!q->first)
        q->last = NULL;
    return task;
}

/* ---- Committing --------------------------------------------------------- */

static void finish(journal *j, journal_task *task, int error)
{
    task->error = error;
    push(&j->done, task);
}

/* Takes what waits, up to a group; the lock is held. */
static int take_group(journal *j, journal_task *group[GROUP])
{
    int count = 0;
    while (count < GROUP && j->commits.first)
        group[count++] = pop(&j->commits);
    return count;
}

static int commit_group(journal *j, journal_task *group[GROUP], int count)
{
    store_change changes[GROUP];
    for (int i = 0; i < count; i++)
        changes[i] = (store_change){
            .batch = group[i]->batch,
            .ret_conflict = group[i]->conflict,
            .snapshots = group[i]->snapshots,
            .snapshot_count = group[i]->snapshot_count,
            .boards = group[i]->boards,
            .board_count = group[i]->board_count,
            .sights = group[i]->sights,
            .sight_count = group[i]->sight_count,
            .ping = group[i]->ping,
        };
    const int64_t begun = clock_us();
    const int error = store_commit(j->writer, changes, count);
    const int64_t took = clock_us() - begun;
    for (int i = 0; i < count; i++) {
        group[i]->took = took;
        group[i]->position = store_position(j->writer);
    }
    return error;
}

/* Commits a group; called and left with the lock held. All of a group that
 * failed have failed alike: none of it is stored. */
static void run_commits(journal *j)
{
    journal_task *group[GROUP];
    const int count = take_group(j, group);
    int error = -ECANCELED;
    if (!j->failed) {
        pthread_mutex_unlock(&j->lock);
        error = commit_group(j, group, count);
        const bool untidy = store_is_untidy(j->writer);
        pthread_mutex_lock(&j->lock);
        if (error) {
            j->failed = true;
            snprintf(j->error, sizeof(j->error), "%s", store_error(j->writer));
        }
        if (untidy && !j->untidy) {
            j->untidy = true;
            pthread_cond_signal(&j->ask);
        }
    }
    for (int i = 0; i < count; i++)
        finish(j, group[i], error);
}

static void tell(journal *j)
{
    pthread_mutex_unlock(&j->lock);
    j->wake(j->context);
    pthread_mutex_lock(&j->lock);
}

static journal_task *next_query(journal *j)
{
    const bool is_urgent =
        j->urgent.first && (!j->queries.first || j->urgent_run < URGENT_RUN);
    j->urgent_run = is_urgent ? j->urgent_run + 1 : 0;
    return pop(is_urgent ? &j->urgent : &j->queries);
}

static void run_query(journal *j, store *s)
{
    journal_task *task = next_query(j);
    pthread_mutex_unlock(&j->lock);
    const int error = task->run(s, task);
    pthread_mutex_lock(&j->lock);
    finish(j, task, error);
}

/* Work that can wait; true if there is more. What fails is tried again
 * behind the next commit, and is no failure of any task. */
static bool work_on(journal *j)
{
    pthread_mutex_unlock(&j->lock);
    const bool more = store_work(j->writer) > 0;
    pthread_mutex_lock(&j->lock);
    return more;
}

/* It must not pile up for ever, but commits come first. */
static void catch_up(journal *j)
{
    for (int i = 0; i < CATCH_UP && store_is_behind(j->writer); i++)
        work_on(j);
}

/* Waits for a task, or for so long that more work cannot be in the way of
 * one. True if it was so long. */
static bool wait_for_quiet(journal *j)
{
    struct timespec end;
    clock_deadline(QUIET_MS, &end);
    return pthread_cond_timedwait(&j->work, &j->lock, &end) == ETIMEDOUT;
}

static bool has_query(const journal *j)
{
    return j->urgent.first || j->queries.first;
}

static void *committing(void *context)
{
    journal *j = context;
    bool more = true;   /* work of a former run, perhaps */
    bool quiet = false; /* nobody has wanted anything for a while */
    pthread_mutex_lock(&j->lock);
    for (;;) {
        if (j->commits.first) {
            run_commits(j);
            tell(j);
            catch_up(j);
            more = true;
            quiet = false;
        } else if (!j->reader && has_query(j)) {
            run_query(j, j->writer);
            tell(j);
        } else if (j->closing) {
            break; /* what is left waits in the store */
        } else if (!more || j->failed) {
            pthread_cond_wait(&j->work, &j->lock);
        } else if (quiet) {
            more = work_on(j);
        } else {
            quiet = wait_for_quiet(j);
        }
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

/* ---- Reading ------------------------------------------------------------ */

static void tidy_up(journal *j)
{
    j->untidy = false;
    pthread_mutex_unlock(&j->lock);
    store_tidy(j->reader); /* if it fails: the next commit asks again */
    pthread_mutex_lock(&j->lock);
}

static void *reading(void *context)
{
    journal *j = context;
    pthread_mutex_lock(&j->lock);
    for (;;) {
        if (has_query(j)) {
            run_query(j, j->reader);
            tell(j);
        } else if (j->untidy) {
            tidy_up(j);
        } else if (j->closing) {
            break;
        } else {
            pthread_cond_wait(&j->ask, &j->lock);
        }
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

/* ---- From outside ------------------------------------------------------- */

static void free_journal(journal *j)
{
    store_close(j->reader);
    pthread_cond_destroy(&j->work);
    pthread_cond_destroy(&j->ask);
    pthread_mutex_destroy(&j->lock);
    free(j);
}

static void stop(journal *j)
{
    pthread_mutex_lock(&j->lock);
    j->closing = true;
    pthread_cond_signal(&j->work);
    pthread_cond_signal(&j->ask);
    pthread_mutex_unlock(&j->lock);
}

static int start_threads(journal *j)
{
    int error = pthread_create(&j->committing, NULL, committing, j);
    if (error)
        return -error;
    error = j->reader ? pthread_create(&j->reading, NULL, reading, j) : 0;
    if (!error)
        return 0;
    stop(j);
    pthread_join(j->committing, NULL);
    return -error;
}

int journal_create(store *s, journal_wake *wake, void *context, journal **ret)
{
    journal *j = calloc(1, sizeof(*j));
    if (!j)
        return -ENOMEM;
    j->writer = s;
    j->wake = wake;
    j->context = context;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&j->ask, NULL);
    int error = store_open_reader(s, &j->reader);
    if (!error || error == -ENOTSUP)
        error = start_threads(j);
    if (error) {
        free_journal(j);
        return error;
    }
    *ret = j;
    return 0;
}

void journal_stop(journal *j)
{
    if (j->stopped)
        return;
    stop(j);
    pthread_join(j->committing, NULL);
    if (j->reader)
        pthread_join(j->reading, NULL);
    j->stopped = true;
}

void journal_destroy(journal *j)
{
    if (!j)
        return;
    journal_stop(j);
    store *writer = j->writer;
    free_journal(j);
    store_close(writer);
}

void journal_submit(journal *j, journal_task *task)
{
    const bool commits = task->kind == JOURNAL_COMMIT;
    pthread_mutex_lock(&j->lock);
    if (j->stopped && !commits)
        finish(j, task, -ECANCELED);
    else
        push(commits        ? &j->commits
             : task->urgent ? &j->urgent
                            : &j->queries,
             task);
    pthread_cond_signal(commits || !j->reader ? &j->work : &j->ask);
    pthread_mutex_unlock(&j->lock);
}

journal_task *journal_take(journal *j)
{
    pthread_mutex_lock(&j->lock);
    journal_task *task = pop(&j->done);
    pthread_mutex_unlock(&j->lock);
    return task;
}

/* What waits was decided before the failure was known. */
void journal_resume(journal *j)
{
    pthread_mutex_lock(&j->lock);
    const bool failed = j->failed;
    bool cancelled = false;
    if (failed)
        for (journal_task *task; (task = pop(&j->commits));) {
            finish(j, task, -ECANCELED);
            cancelled = true;
        }
    j->failed = false;
    pthread_mutex_unlock(&j->lock);
    if (cancelled)
        j->wake(j->context);
}

void journal_error(journal *j, char *out, size_t size)
{
    pthread_mutex_lock(&j->lock);
    snprintf(out, size, "%s", j->error);
    pthread_mutex_unlock(&j->lock);
}
