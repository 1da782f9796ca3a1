/* workers.h - a pool of threads that think beside an event loop.
 *
 * A job is passed by value and comes back by value, with its answers. There
 * are three kinds of jobs, each with a bounded queue and threads of its own:
 *
 *     moves        of the computer
 *     analyses     that users have requested
 *     intensities  refined by the engine; nobody waits for them, so that their
 *                  thread only uses idle time
 *
 * workers_submit() refuses a job if its queue is full. Each queue is first in,
 * first out. No room can crowd out another, because a room has at most one
 * waiting job of a kind: the caller ensures this for moves, and a newer
 * intensity replaces an older one. */
#ifndef PLAYERS_WORKERS_H
#define PLAYERS_WORKERS_H

#include <stdint.h>

#include "oxo/engine.h"
#include "oxo/insight.h"

typedef enum job_kind { JOB_MOVE, JOB_ANALYSIS, JOB_INTENSITY } job_kind;
enum { JOB_KINDS = 3 };

typedef struct job {
    job_kind kind;
    oxo_position position;

    /* JOB_MOVE, JOB_INTENSITY: the room, and its event at the time. The caller
     * drops the answer if the room has newer events. */
    uint32_t room, seq;
    int level;     /* JOB_MOVE */
    uint64_t seed; /* JOB_MOVE: of the level's random choices */

    /* JOB_ANALYSIS */
    uint64_t asker;       /* the caller's number for who asks, or 0 */
    int64_t owner;        /* for the caller's own use */
    int64_t milliseconds; /* time limit */
    int wanted;           /* number of variations */

    /* Answers. */
    oxo_move move; /* JOB_MOVE; OXO_NO_MOVE if there is no engine */
    oxo_intensity intensity;
    oxo_intensity_source source;
    int depth;
    uint64_t nodes;
    int64_t took; /* microseconds */
    int line_count;
    oxo_line *lines; /* JOB_ANALYSIS: the caller of workers_take() frees it */
} job;

typedef struct workers workers;

typedef struct workers_options {
    int threads;       /* that choose moves; one more analyses */
    int moves;         /* capacity of the queue of moves; with one job per room
                        * it is never full if this is the number of rooms */
    int queue;         /* capacity of the queue of analyses */
    size_t hash_bytes; /* of an analysis */
    bool intensity;    /* are there jobs of kind JOB_INTENSITY? */
} workers_options;

typedef void workers_wake(void *context);

/* 0 or a negative errno. A worker's thread calls `wake` when there is an
 * answer to take. */
int workers_create(const workers_options *options, workers_wake *wake,
                   void *context, workers **ret);

/* Stops running jobs, drops waiting ones, and waits for the threads. */
void workers_destroy(workers *w);

/* False if the queue is full. */
bool workers_submit(workers *w, const job *j);

/* Cancels an asker's analyses. A running one ends at once and comes back with
 * the variations found so far; a waiting one comes back without any. */
void workers_cancel(workers *w, uint64_t asker);

/* Takes the next answer; false if there is none. */
bool workers_take(workers *w, job *ret);

/* Writes how many jobs of each kind are waiting. */
void workers_waiting(workers *w, int out[JOB_KINDS]);

#endif /* PLAYERS_WORKERS_H */
