/* neural_maker.h - makes the built-in neural networks when they are needed.
 *
 * A network takes about 80 MB of memory and some hundredths of a second to
 * make (a second with sanitizers). A thread of its own makes each of them on
 * first use, so that a search with a time limit can start without one. */
#ifndef PLAYERS_NEURAL_MAKER_H
#define PLAYERS_NEURAL_MAKER_H

#include <pthread.h>

#include "oxo/base.h"

typedef struct neural_maker neural_maker;

/* One network. */
typedef struct neural_making {
    neural_maker *maker;
    oxo_variant variant;
    pthread_t thread;
    bool started;
    bool ended;
    bool made; /* false after the end: there is none, or no memory for it */
} neural_making;

struct neural_maker {
    pthread_mutex_t lock; /* for all fields of the list but `thread` */
    pthread_cond_t ended;
    neural_making list[OXO_VARIANTS];
};

void neural_maker_init(neural_maker *m);

/* Waits for the networks that are being made. */
void neural_maker_clear(neural_maker *m);

/* Starts to make the built-in network of a variant unless an earlier call
 * did, and waits for it, but no longer than `ms` milliseconds. True if the
 * network is ready: oxo_neural_builtin() returns it at once. Any thread may
 * call it. */
bool neural_maker_wait(neural_maker *m, oxo_variant variant, int64_t ms);

#endif /* PLAYERS_NEURAL_MAKER_H */
