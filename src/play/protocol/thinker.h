/* thinker.h - a player at work on a thread of its own.
 *
 * While it thinks, the thread that reads stays free to answer. One task at a
 * time; every search ends in exactly one call of `answer`. */
#ifndef PROTOCOL_THINKER_H
#define PROTOCOL_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "player.h"

/* Called on the thinker's thread. */
typedef struct thinker_listener {
    oxo_search_report *report;
    void (*answer)(void *context, const player_choice *choice);
    /* The player failed: a negative errno. If it was in a search, an answer
     * follows all the same. */
    void (*failed)(void *context, int error);
    /* The benchmark's nodes and microseconds. */
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
    oxo_stop stop; /* of the task */

    pthread_mutex_t lock; /* for all of the following */
    pthread_cond_t changed;
    thinker_task task;
    oxo_position position;
    oxo_limits limits;
    bool hold;   /* keep the answer until told to stop */
    bool ponder; /* think without limits until the other side has moved */
    bool hit;    /* it has: think again, with the limits */
    bool ending; /* told to stop, or about to answer */
    bool quit;
} thinker;

/* 0, or a negative errno and nothing to finish. */
int thinker_start(thinker *t, const player *p, thinker_listener listener);

/* Waits for the end of what is going on, unless it would not end without
 * another word, or until `*quit` is true; `quit` may be NULL. */
void thinker_wait(thinker *t, const atomic_bool *quit);

/* Stops what is going on, lets it answer, and ends the thread. */
void thinker_finish(thinker *t);

/* True while a task runs that nobody has told to stop. One that is about to
 * end is waited for, since whoever saw its answer may ask for the next. */
bool thinker_is_busy(thinker *t);

/* Starts a search or the benchmark; the thinker is not busy. */
void thinker_search(thinker *t, const oxo_position *p,
                    const oxo_limits *limits, bool hold, bool ponder);
void thinker_bench(thinker *t, oxo_variant variant);

/* Ends the task soon; without a task, nothing. */
void thinker_stop(thinker *t);

/* The move that was pondered on has been played: from now on the limits
 * hold. Without pondering, nothing. */
void thinker_ponder_hit(thinker *t);

#endif /* PROTOCOL_THINKER_H */
