/* journal.c - see journal.h.
 *
 * One lock protects the queues of commits, queries and finished tasks. The
 * threads hold it only to move tasks, never while the store works. */
#include "journal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"
#include "store_engine.h"

/* At most so many tasks become one transaction, so that no task waits for a
 * very long one. */
enum { GROUP = 64 };

/* After so many urgent queries comes one that is not, so that those make
 * progress too. */
enum { URGENT_RUN = 8 };

enum {
    QUIET_MS = 10, /* time without a commit before store_work() */
    CATCH_UP = 8   /* calls of store_work() after a commit, if it is urgent */
};

typedef struct queue {
    journal_task *first, *last;
} queue;

struct journal {
    store *writer;
    store *reader; /* NULL: the committing thread answers queries */
    journal_wake *wake;
    void *context;
    pthread_t committing, reading;
    bool stopped; /* both threads have ended */

    pthread_mutex_t lock; /* of the following */
    pthread_cond_t work;  /* for the committing thread */
    pthread_cond_t ask;   /* for the reading thread */
    queue commits, urgent, queries, done;
    int urgent_run; /* urgent queries since one that was not */
    bool failed;    /* commits are refused until journal_resume() */
    bool untidy;    /* the reading thread shall call store_tidy() */
    bool closing;   /* no more tasks will come */
    char error[STORE_ERROR_TEXT];
};

/* ---- Queues ------------------------------------------------------------- */

static void queue_push(queue *q, journal_task *task)
{
    task->next = NULL;
    if (q->last)
        q->last->next = task;
    else
        q->first = task;
    q->last = task;
}

static journal_task *queue_pop(queue *q)
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

static void finish_task(journal *j, journal_task *task, int error)
{
    task->error = error;
    queue_push(&j->done, task);
}

/* Takes waiting commits, at most a group. The lock is held. */
static int take_group(journal *j, journal_task *group[GROUP])
{
    int count = 0;
    while (count < GROUP && j->commits.first)
        group[count++] = queue_pop(&j->commits);
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

/* Commits a group. The lock is held at the begin and the end. If the commit
 * fails, no task of the group is stored. */
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
        finish_task(j, group[i], error);
}

static void wake_owner(journal *j)
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
    return queue_pop(is_urgent ? &j->urgent : &j->queries);
}

static void run_query(journal *j, store *s)
{
    journal_task *task = next_query(j);
    pthread_mutex_unlock(&j->lock);
    const int error = task->run(s, task);
    pthread_mutex_lock(&j->lock);
    finish_task(j, task, error);
}

/* Does a part of the deferred work; true if there is more. A failure here is
 * no failure of a task: the next commit tries again. */
static bool work_on(journal *j)
{
    pthread_mutex_unlock(&j->lock);
    const bool more = store_work(j->writer) > 0;
    pthread_mutex_lock(&j->lock);
    return more;
}

/* Deferred work must not pile up, but commits come first. */
static void catch_up(journal *j)
{
    for (int i = 0; i < CATCH_UP && store_is_behind(j->writer); i++)
        work_on(j);
}

/* Waits for a task. True if none came for so long that deferred work will
 * probably not delay one. */
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

static void *run_committing(void *context)
{
    journal *j = context;
    bool more = true;   /* perhaps work that an earlier process has left */
    bool quiet = false; /* no task came for a while */
    pthread_mutex_lock(&j->lock);
    for (;;) {
        if (j->commits.first) {
            run_commits(j);
            wake_owner(j);
            catch_up(j);
            more = true;
            quiet = false;
        } else if (!j->reader && has_query(j)) {
            run_query(j, j->writer);
            wake_owner(j);
        } else if (j->closing) {
            break; /* deferred work stays in the store */
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
    store_tidy(j->reader); /* after a failure the next commit asks again */
    pthread_mutex_lock(&j->lock);
}

static void *run_reading(void *context)
{
    journal *j = context;
    pthread_mutex_lock(&j->lock);
    for (;;) {
        if (has_query(j)) {
            run_query(j, j->reader);
            wake_owner(j);
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

/* ---- Interface ---------------------------------------------------------- */

static void free_journal(journal *j)
{
    store_close(j->reader);
    pthread_cond_destroy(&j->work);
    pthread_cond_destroy(&j->ask);
    pthread_mutex_destroy(&j->lock);
    free(j);
}

static void begin_closing(journal *j)
{
    pthread_mutex_lock(&j->lock);
    j->closing = true;
    pthread_cond_signal(&j->work);
    pthread_cond_signal(&j->ask);
    pthread_mutex_unlock(&j->lock);
}

static int start_threads(journal *j)
{
    int error = pthread_create(&j->committing, NULL, run_committing, j);
    if (error)
        return -error;
    error = j->reader ? pthread_create(&j->reading, NULL, run_reading, j) : 0;
    if (!error)
        return 0;
    begin_closing(j);
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
    begin_closing(j);
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
        finish_task(j, task, -ECANCELED);
    else
        queue_push(commits        ? &j->commits
                   : task->urgent ? &j->urgent
                                  : &j->queries,
                   task);
    pthread_cond_signal(commits || !j->reader ? &j->work : &j->ask);
    pthread_mutex_unlock(&j->lock);
}

journal_task *journal_take(journal *j)
{
    pthread_mutex_lock(&j->lock);
    journal_task *task = queue_pop(&j->done);
    pthread_mutex_unlock(&j->lock);
    return task;
}

/* Waiting commits were decided before the failure was known. */
void journal_resume(journal *j)
{
    pthread_mutex_lock(&j->lock);
    const bool failed = j->failed;
    bool cancelled = false;
    if (failed)
        for (journal_task *task; (task = queue_pop(&j->commits));) {
            finish_task(j, task, -ECANCELED);
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
