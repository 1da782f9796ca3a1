/* helper_thread.h - threads that help a search.
 *
 * WebAssembly has no threads: starting one fails, as it does where the system
 * refuses it, and the search continues without helpers. */
#ifndef OXO_ENGINE_HELPER_THREAD_H
#define OXO_ENGINE_HELPER_THREAD_H

#ifdef __wasm__

typedef struct helper_thread {
    char none;
} helper_thread;

static inline int helper_thread_start(helper_thread *thread,
                                      void *(*run)(void *), void *argument)
{
    (void)thread, (void)run, (void)argument;
    return -1;
}

static inline void helper_thread_join(const helper_thread *thread)
{
    (void)thread;
}

#else

#include <pthread.h>

typedef struct helper_thread {
    pthread_t id;
} helper_thread;

/* 0, or another number if no thread could be started. */
static inline int helper_thread_start(helper_thread *thread,
                                      void *(*run)(void *), void *argument)
{
    return pthread_create(&thread->id, NULL, run, argument);
}

static inline void helper_thread_join(const helper_thread *thread)
{
    pthread_join(thread->id, NULL);
}

#endif
#endif /* OXO_ENGINE_HELPER_THREAD_H */
