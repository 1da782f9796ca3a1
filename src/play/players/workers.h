/* workers.h - thinking, beside the loop.
 *
 * A job is handed over by value and comes back by value. Three kinds wait in
 * lines of their own and have threads of their own: moves of the computer,
 * analyses people asked for, and the refined intensity, which nobody waits
 * for, by a thread that only takes time that is left over. A line that is full
 * refuses: the caller says so, or does without. First come is first served,
 * and a room has at most one job of a kind (the hub sees to its moves, a newer
 * intensity takes the place of an older one), so no room can crowd out
 * another. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include <stdint.h>

#include "oxo/engine.h"
#include "oxo/insight.h"

typedef enum job_kind { JOB_MOVE, JOB_ANALYSIS, JOB_INTENSITY } job_kind;
enum { JOB_KINDS = 3 };

typedef struct job {
    job_kind kind;
    oxo_position position;

    /* JOB_MOVE, JOB_INTENSITY: of which room, and at which event; the answer
     * to a question that has been overtaken is thrown away. */
    uint32_t room, seq;
    int level;     /* JOB_MOVE */
    uint64_t seed; /* JOB_MOVE: of the level's dice */

    /* JOB_ANALYSIS */
    uint64_t asker;
    int64_t owner; /* whatever the caller counts its jobs by */
    int64_t milliseconds;
    int wanted; /* lines */

    /* Answers. */
    oxo_move move;
    oxo_intensity intensity;
    oxo_intensity_source source;
    int depth;
    uint64_t nodes;
    int64_t took; /* microseconds */
    int line_count;
    oxo_line *lines; /* JOB_ANALYSIS: the taker frees them */
} job;

typedef struct workers workers;

typedef struct workers_options {
    int threads;       /* that choose moves; one more analyses */
    int moves;         /* most moves that wait: one a room, so never refused
                        * where it is the number of rooms */
    int queue;         /* most analyses that wait */
    size_t hash_bytes; /* of an analysis */
    bool intensity;    /* refine it at all? */
} workers_options;

typedef void workers_wake(void *context);

/* `wake` is called on a worker's thread when an answer is there. */
int workers_create(const workers_options *options, workers_wake *wake,
                   void *context, workers **ret);

/* Stops what is being thought about; jobs that wait are dropped. */
void workers_destroy(workers *w);

/* False if the line is full. */
bool workers_submit(workers *w, const job *j);

/* Nobody waits for this asker's analyses any more. One that is being made ends
 * at once and comes back with what was found so far; one that still waits
 * comes back without lines. */
void workers_cancel(workers *w, uint64_t asker);

/* The next answer; false if there is none. */
bool workers_take(workers *w, job *ret);

/* How many wait, of each kind. */
void workers_waiting(workers *w, int out[JOB_KINDS]);

#endif /* SERVER_WORKERS_H */
