/* thinker.h - runs a player on a thread of its own.
 *
 * While the player thinks, the session's thread can read and answer commands.
 * A thinker does one task at a time. Every search ends with exactly one call
 * of `answer`. */
#ifndef PROTOCOL_THINKER_H
#define PROTOCOL_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "player.h"

/* The thinker's thread calls these functions. */
typedef struct thinker_listener {
    oxo_search_report *report;
    void (*answer)(void *context, const player_choice *choice);
    /* The player failed with a negative errno. After a search that failed,
     * `answer` is called as well, with some legal move. */
    void (*failed)(void *context, int error);
    /* The benchmark is done: its nodes, and its time in microseconds. */
    void (*benched)(void *context, uint64_t nodes, int64_t time);
    void *context;
} thinker_listener;

typedef enum thinker_task {
    THINKER_IDLE,
    THINKER_SEARCH,
    THINKER_BENCH
} thinker_task;

typedef struct thinker {
    const player *player;
    thinker_listener listener;
    pthread_t thread;
    oxo_stop stop; /* ends the task */

    pthread_mutex_t lock; /* for all of the following */
    pthread_cond_t changed;
    thinker_task task;
    oxo_position position;
    oxo_limits limits;
    bool hold;   /* `go infinite`: keep the answer until thinker_stop() */
    bool ponder; /* search without limits until thinker_ponder_hit() */
    bool hit;    /* ponder hit: search again, with the limits */
    bool ending; /* the task was stopped, or is about to answer */
    bool quit;   /* the thread is to end */
} thinker;

/* 0, or a negative errno; then do not call thinker_finish(). */
int thinker_start(thinker *t, const player *p, thinker_listener listener);

/* Waits for the end of the task, or until `*quit` is true; `quit` may be NULL.
 * Returns at once if only thinker_stop() can end the task. */
void thinker_wait(thinker *t, const atomic_bool *quit);

/* Stops the task, lets it answer, and ends the thread. */
void thinker_finish(thinker *t);

/* True while a task runs that has not been stopped. Waits for a task that is
 * about to end: the other side may send the next `go` as soon as it has seen
 * the answer. */
bool thinker_is_busy(thinker *t);

/* Starts a search or the benchmark. The thinker must not be busy. */
void thinker_search(thinker *t, const oxo_position *p,
                    const oxo_limits *limits, bool hold, bool ponder);
void thinker_bench(thinker *t, oxo_variant variant);

/* Ends the task soon. Without a task it does nothing. */
void thinker_stop(thinker *t);

/* The opponent has played the move that was pondered on: from now on the
 * limits hold. Does nothing unless the thinker ponders. */
void thinker_ponder_hit(thinker *t);

#endif /* PROTOCOL_THINKER_H */
