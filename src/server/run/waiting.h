/* waiting.h - answers clients while another thread opens the store.
 *
 * Opening a database may take as long as the database is away. Meanwhile this
 * thread runs a loop and a server of its own, so signals are handled at once.
 * Clients that connect in the first second wait until the store is open. Later
 * ones get an answer: /healthz says ok, everything else is 503. */
#ifndef RUN_WAITING_H
#define RUN_WAITING_H

#include "net_server.h"

typedef struct waiting waiting;

/* Answers on the addresses where `doors` listens; the loop of `doors` must not
 * run meanwhile. From now on SIGTERM and SIGINT are blocked in this thread and
 * in threads that it starts. */
int waiting_create(const net_limits *limits, const net_server *doors,
                   waiting **ret);

/* Runs until waiting_end() (returns 0) or a signal (returns its number). A
 * negative errno if the loop fails. */
int waiting_run(waiting *w);
void waiting_end(waiting *w); /* from any thread, before or during the run */

/* Unblocks the signals; pending ones are delivered then. */
void waiting_destroy(waiting *w);

#endif /* RUN_WAITING_H */
