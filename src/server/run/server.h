/* server.h - the whole server, from its settings to its end. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "config.h"

/* Serves until SIGTERM or SIGINT. When it serves, each address is written to
 * standard output, "listening on http://127.0.0.1:8080", a line each; the log
 * goes to standard error. Returns 0 behind a drain, or the negative errno
 * because of which it could not start or go on, which it has logged. A signal
 * before it serves ends the process: see waiting.h. */
int server_run(const server_config *config);

#endif /* SERVER_SERVER_H */
