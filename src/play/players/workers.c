/* workers.c - a pool of threads that think beside an event loop.
 *
 * One lock protects all queues, because a job takes much longer than passing
 * it on. The idle thread never takes that lock: the scheduler may suspend an
 * idle thread for a long time, and the loop would wait for the lock. */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "workers.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "clock.h"
#include "neural_maker.h"

enum {
    MOVE_HASH = 1 << 20, /* enough for the node limit of the highest level */
    INTENSITY_NODES = 2000,
    INTENSITY_QUEUE = 32, /* with more, the last answer would be too late */
    PAUSE_MS = 10         /* of the idle thread when others need its core */
};

/* A ring buffer. */
typedef struct job_queue {
    job *jobs;
    int room, first, count;
} job_queue;

typedef struct worker {
    workers *pool;
    job_kind kind; /* of its jobs */
    pthread_t thread;
    oxo_stop stop;  /* ends its job; set and cleared under the lock */
    uint64_t asker; /* of its current analysis, or 0 */
} worker;

/* Who owns the job that the loop and the idle thread pass to each other. It is
 * one atomic word, so that neither ever waits for the other. */
typedef enum spare_state {
    SPARE_FREE,    /* the loop: for the next job */
    SPARE_ASKED,   /* the idle thread */
    SPARE_ANSWERED /* the loop: there is an answer to take */
} spare_state;

struct workers {
    workers_options options;
    workers_wake *wake;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t work[JOB_KINDS];
    bool stop;
    /* Waiting jobs. Only the loop uses the queue of JOB_INTENSITY, without
     * the lock. */
    job_queue waiting[JOB_KINDS];
    job_queue done;
    neural_maker networks;  /* for analyses */
    job spare;              /* the idle thread's job */
    atomic_int spare_state; /* a spare_state */
    sem_t spare_asked;
    atomic_bool spare_stop;
    int running;  /* threads that were started */
    worker *list; /* the last one refines intensities */
};

/* ---- Queues ------------------------------------------------------------- */

static int queue_init(job_queue *l, int room)
{
    *l = (job_queue){.room = room, .jobs = calloc((size_t)room, sizeof(job))};
    return l->jobs ? 0 : -ENOMEM;
}

static bool queue_push(job_queue *l, const job *j)
{
    if (l->count == l->room)
        return false;
    l->jobs[(l->first + l->count++) % l->room] = *j;
    return true;
}

static bool queue_pop(job_queue *l, job *ret)
{
    if (l->count == 0)
        return false;
    *ret = l->jobs[l->first];
    l->first = (l->first + 1) % l->room;
    l->count--;
    return true;
}

/* ---- Thinking ----------------------------------------------------------- */

static void note_depth(const oxo_search_info *info, void *context)
{
    job *j = context;
    j->depth = info->depth;
    j->nodes = info->nodes;
}

/* Searches with a new engine, so that nothing from another room's game can
 * influence this job. */
static void run_search(job *j, const oxo_engine_options *options,
                       const oxo_limits *limits, oxo_line *lines)
{
    oxo_engine *engine;
    if (oxo_engine_create(options, &engine) < 0)
        return;
    if (!oxo_stop_is_set(limits->stop))
        oxo_engine_search(engine, &j->position, limits, note_depth, j, lines,
                          &j->line_count);
    oxo_engine_destroy(engine);
}

static void choose_move(worker *w, job *j)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = MOVE_HASH;
    options.level = j->level;
    options.seed = j->seed;
    oxo_line line = {0};
    run_search(j, &options, &(oxo_limits){.stop = &w->stop}, &line);
    j->move = j->line_count > 0 ? line.moves[0] : OXO_NO_MOVE;
}

/* The first analysis of a variant waits for the neural network, at most for
 * half of its time; the wait counts as thinking time. An analysis that starts
 * before the network is ready uses the hand-written evaluation. */
static void run_analysis(worker *w, job *j)
{
    const oxo_variant variant = (oxo_variant)j->position.variant;
    const int64_t begun = clock_ms();
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = w->pool->options.hash_bytes;
    options.lines = j->wanted;
    options.hand_written =
        !neural_maker_wait(&w->pool->networks, variant, j->milliseconds / 2);
    const int64_t left = j->milliseconds - (clock_ms() - begun);
    j->lines = calloc((size_t)j->wanted, sizeof *j->lines);
    if (j->lines)
        run_search(
            j, &options,
            &(oxo_limits){.move_time = left > 1 ? left : 1, .stop = &w->stop},
            j->lines);
}

static void run_job(worker *w, job *j)
{
    const int64_t begun = clock_us();
    if (j->kind == JOB_MOVE)
        choose_move(w, j);
    else
        run_analysis(w, j);
    j->took = clock_us() - begun;
}

/* ---- Threads ------------------------------------------------------------ */

/* Called with the lock, which is released during the call of `wake`. */
static void return_job(workers *w, const job *j)
{
    /* The queue has room for all jobs there can be: see has_room(). */
    if (!queue_push(&w->done, j))
        free(j->lines);
    pthread_mutex_unlock(&w->lock);
    w->wake(w->context);
    pthread_mutex_lock(&w->lock);
}

static void *run_worker(void *argument)
{
    worker *w = argument;
    workers *pool = w->pool;
    job j;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop) {
        if (!queue_pop(&pool->waiting[w->kind], &j)) {
            pthread_cond_wait(&pool->work[w->kind], &pool->lock);
            continue;
        }
        w->asker = j.asker;
        oxo_stop_clear(&w->stop);
        pthread_mutex_unlock(&pool->lock);
        run_job(w, &j);
        pthread_mutex_lock(&pool->lock);
        w->asker = 0;
        return_job(pool, &j);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* How often the kernel has given this thread's core to another thread. */
static long times_interrupted(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* SCHED_IDLE only yields to threads of the same control group. To threads
 * outside the group, such as the kernel threads that write commits to the
 * disk, the whole group counts as busy: they waited for 4 to 9 ms. So a thread
 * that had to share its core sleeps for a moment. */
static void yield_core(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
}

/* Waits for a job; false if the pool ends. */
static bool wait_for_spare(workers *w)
{
    while (sem_wait(&w->spare_asked) < 0)
        ;
    return !atomic_load(&w->spare_stop);
}

/* Refines intensities until the pool ends. There is a first job already. */
static void refine_intensities(workers *w, oxo_insight *insight)
{
    do {
        job *j = &w->spare;
        const long before = times_interrupted();
        j->intensity =
            oxo_insight_intensity(insight, &j->position, NULL, &j->source);
        const bool shares = times_interrupted() != before;
        atomic_store(&w->spare_state, SPARE_ANSWERED);
        w->wake(w->context);
        if (shares)
            yield_core();
    } while (wait_for_spare(w));
}

/* From now on the calling thread only runs when no other thread wants to. */
static void become_idle(void)
{
    const struct sched_param parameter = {0};
    pthread_setschedparam(pthread_self(), SCHED_IDLE, &parameter);
}

/* Creates the engine on first use, because it takes memory, and before the
 * thread becomes idle: the kernel can suspend an idle thread while it holds
 * the lock of the process's memory map, and the loop would wait for it.
 * Without an engine nothing is refined, which does no harm. */
static void *run_idle_worker(void *argument)
{
    worker *w = argument;
    if (!wait_for_spare(w->pool))
        return NULL;
    oxo_engine_options options = oxo_insight_engine_options();
    options.hand_written = true; /* the same evaluation as in browsers */
    oxo_engine *engine;
    oxo_insight *insight;
    if (oxo_engine_create(&options, &engine) < 0)
        return NULL;
    if (oxo_insight_create(engine, INTENSITY_NODES, &insight) == 0) {
        become_idle();
        refine_intensities(w->pool, insight);
        oxo_insight_destroy(insight);
    }
    oxo_engine_destroy(engine);
    return NULL;
}

/* ---- The pool ----------------------------------------------------------- */

/* Moves have threads of their own, so that no analysis delays a move. */
static job_kind kind_of(const workers *w, int i)
{
    if (i < w->options.threads)
        return JOB_MOVE;
    return i == w->options.threads ? JOB_ANALYSIS : JOB_INTENSITY;
}

static int start_threads(workers *w)
{
    const int count = w->options.threads + 1 + w->options.intensity;
    w->list = calloc((size_t)count, sizeof *w->list);
    if (!w->list)
        return -ENOMEM;
    while (w->running < count) {
        worker *next = &w->list[w->running];
        next->pool = w;
        next->kind = kind_of(w, w->running);
        const int error = pthread_create(
            &next->thread, NULL,
            next->kind == JOB_INTENSITY ? run_idle_worker : run_worker, next);
        if (error != 0)
            return -error;
        w->running++;
    }
    return 0;
}

int workers_create(const workers_options *options, workers_wake *wake,
                   void *context, workers **ret)
{
    workers *w = calloc(1, sizeof *w);
    if (!w)
        return -ENOMEM;
    *w = (workers){.options = *options, .wake = wake, .context = context};
    pthread_mutex_init(&w->lock, NULL);
    for (int i = 0; i < JOB_KINDS; i++)
        pthread_cond_init(&w->work[i], NULL);
    sem_init(&w->spare_asked, 0, 0);
    neural_maker_init(&w->networks);
    int error = 0;
    const int room[JOB_KINDS] = {[JOB_MOVE] = options->moves,
                                 [JOB_ANALYSIS] = options->queue,
                                 [JOB_INTENSITY] = INTENSITY_QUEUE};
    int all = options->threads + 2;
    for (int i = 0; i < JOB_KINDS && error == 0; i++) {
        error = queue_init(&w->waiting[i], room[i]);
        all += room[i];
    }
    if (error == 0)
        error = queue_init(&w->done, all);
    if (error == 0)
        error = start_threads(w);
    if (error < 0) {
        workers_destroy(w);
        return error;
    }
    *ret = w;
    return 0;
}

static void stop_threads(workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    for (int i = 0; i < w->running; i++)
        oxo_stop_set(&w->list[i].stop);
    for (int i = 0; i < JOB_KINDS; i++)
        pthread_cond_broadcast(&w->work[i]);
    pthread_mutex_unlock(&w->lock);
    atomic_store(&w->spare_stop, true);
    sem_post(&w->spare_asked);
}

static void free_answers(workers *w)
{
    job j;
    while (queue_pop(&w->done, &j))
        free(j.lines);
}

void workers_destroy(workers *w)
{
    if (!w)
        return;
    stop_threads(w);
    for (int i = 0; i < w->running; i++)
        pthread_join(w->list[i].thread, NULL);
    free_answers(w);
    for (int i = 0; i < JOB_KINDS; i++)
        free(w->waiting[i].jobs);
    free(w->done.jobs);
    free(w->list);
    for (int i = 0; i < JOB_KINDS; i++)
        pthread_cond_destroy(&w->work[i]);
    sem_destroy(&w->spare_asked);
    neural_maker_clear(&w->networks);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* If a job of the same room is waiting, its position is outdated: replaces it
 * by the new job, which takes its place in the queue. */
static bool replace_job(job_queue *l, const job *j)
{
    for (int i = 0; i < l->count; i++) {
        job *old = &l->jobs[(l->first + i) % l->room];
        if (old->room == j->room) {
            *old = *j;
            return true;
        }
    }
    return false;
}

/* True if the queue of answers has room for another job, besides those that
 * wait, run, or were answered and not taken yet. */
static bool has_room(const workers *w)
{
    int count = w->done.count + w->options.threads + 2;
    for (int i = 0; i < JOB_KINDS; i++)
        count += w->waiting[i].count;
    return count < w->done.room;
}

/* Gives the idle thread its next job if it has none. */
static void ask_spare(workers *w)
{
    if (atomic_load(&w->spare_state) != SPARE_FREE ||
        !queue_pop(&w->waiting[JOB_INTENSITY], &w->spare))
        return;
    atomic_store(&w->spare_state, SPARE_ASKED);
    sem_post(&w->spare_asked);
}

static bool submit_spare(workers *w, const job *j)
{
    job_queue *waiting = &w->waiting[JOB_INTENSITY];
    if (!w->options.intensity ||
        !(replace_job(waiting, j) || queue_push(waiting, j)))
        return false;
    ask_spare(w);
    return true;
}

static bool take_spare(workers *w, job *ret)
{
    if (atomic_load(&w->spare_state) != SPARE_ANSWERED)
        return false;
    *ret = w->spare;
    atomic_store(&w->spare_state, SPARE_FREE);
    ask_spare(w);
    return true;
}

bool workers_submit(workers *w, const job *j)
{
    if (j->kind == JOB_INTENSITY)
        return submit_spare(w, j);
    pthread_mutex_lock(&w->lock);
    const bool taken = has_room(w) && queue_push(&w->waiting[j->kind], j);
    if (taken)
        pthread_cond_signal(&w->work[j->kind]);
    pthread_mutex_unlock(&w->lock);
    return taken;
}

/* Moves an asker's waiting analyses to the answers; the others keep their
 * order. False if there was none. */
static bool cancel_waiting(workers *w, uint64_t asker)
{
    job_queue *queue = &w->waiting[JOB_ANALYSIS];
    bool found = false;
    job j;
    for (int left = queue->count; left > 0 && queue_pop(queue, &j); left--) {
        const bool theirs = j.asker == asker;
        queue_push(theirs ? &w->done : queue, &j);
        found = found || theirs;
    }
    return found;
}

void workers_cancel(workers *w, uint64_t asker)
{
    pthread_mutex_lock(&w->lock);
    const bool found = cancel_waiting(w, asker);
    for (int i = 0; i < w->running; i++) {
        worker *one = &w->list[i];
        if (one->kind == JOB_ANALYSIS && one->asker == asker)
            oxo_stop_set(&one->stop);
    }
    pthread_mutex_unlock(&w->lock);
    if (found)
        w->wake(w->context);
}

bool workers_take(workers *w, job *ret)
{
    if (take_spare(w, ret))
        return true;
    pthread_mutex_lock(&w->lock);
    const bool found = queue_pop(&w->done, ret);
    pthread_mutex_unlock(&w->lock);
    return found;
}

void workers_waiting(workers *w, int out[JOB_KINDS])
{
    pthread_mutex_lock(&w->lock);
    for (int i = 0; i < JOB_KINDS; i++)
        out[i] = w->waiting[i].count;
    pthread_mutex_unlock(&w->lock);
}
