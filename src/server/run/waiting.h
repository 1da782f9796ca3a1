/* waiting.h - while the store is being opened.
 *
 * That may take as long as a database is away, or does not answer, so it
 * happens on another thread; this one has a loop and a server of its own
 * meanwhile. Signals are heard at once. Who comes in the first second is
 * served when the store is open; who comes later is told that the process is
 * well and that nobody should be sent here yet. */
#ifndef SERVER_WAITING_H
#define SERVER_WAITING_H

#include "net_server.h"

typedef struct waiting waiting;

/* Answers where `doors` listens, whose loop must not run meanwhile. From now
 * on SIGTERM and SIGINT reach neither this thread nor any that it starts. */
int waiting_create(const net_limits *limits, const net_server *doors,
                   waiting **ret);

/* Until waiting_end(): 0; or until a signal: its number; or a negative errno
 * if waiting itself failed. */
int waiting_run(waiting *w);
void waiting_end(waiting *w); /* from any thread, before or while it runs */

/* Signals that came meanwhile, or come, go to who has asked for them. */
void waiting_destroy(waiting *w);

#endif /* SERVER_WAITING_H */
