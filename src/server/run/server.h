/* server.h - runs the whole server. */
#ifndef RUN_SERVER_H
#define RUN_SERVER_H

#include "config.h"

/* Serves until SIGTERM or SIGINT. Once it serves, it writes each address to
 * standard output, "listening on http://127.0.0.1:8080", one on each line. The
 * log goes to standard error. Returns 0 after a drain, or a negative errno,
 * already logged, if the server could not start or go on. A signal before the
 * store is open ends the process: see waiting.h. */
int server_run(const server_config *config);

#endif /* RUN_SERVER_H */
