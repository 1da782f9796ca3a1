/* neural_maker.c - see neural_maker.h. */
#define _POSIX_C_SOURCE 200809L /* pthread_condattr_setclock() */
#include "neural_maker.h"

#include <errno.h>
#include <string.h>

#include "clock.h"
#include "oxo/neural.h"

void neural_maker_init(neural_maker *m)
{
    pthread_condattr_t attributes;
    memset(m, 0, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&m->ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

void neural_maker_clear(neural_maker *m)
{
    for (int i = 0; i < OXO_VARIANTS; i++) {
        if (m->list[i].started)
            pthread_join(m->list[i].thread, NULL);
    }
    pthread_cond_destroy(&m->ended);
    pthread_mutex_destroy(&m->lock);
}

static void *make_network(void *argument)
{
    neural_making *making = argument;
    neural_maker *m = making->maker;
    const bool made = oxo_neural_builtin(making->variant) != NULL;
    pthread_mutex_lock(&m->lock);
    making->made = made;
    making->ended = true;
    pthread_cond_broadcast(&m->ended);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* If no thread can be started now, the next call tries again. */
static void start_making(neural_maker *m, oxo_variant variant)
{
    neural_making *making = &m->list[variant];
    making->maker = m;
    making->variant = variant;
    making->started =
        pthread_create(&making->thread, NULL, make_network, making) == 0;
}

bool neural_maker_wait(neural_maker *m, oxo_variant variant, int64_t ms)
{
    neural_making *making = &m->list[variant];
    struct timespec end;
    int error = 0;
    clock_deadline(ms, &end);
    pthread_mutex_lock(&m->lock);
    if (!making->started)
        start_making(m, variant);
    while (making->started && !making->ended && error == 0)
        error = pthread_cond_timedwait(&m->ended, &m->lock, &end);
    const bool made = making->made;
    pthread_mutex_unlock(&m->lock);
    return made;
}
