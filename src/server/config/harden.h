/* harden.h - gives up privileges that the server does not need.
 *
 * The server calls these in this order when it starts:
 *
 *   harden_process()  before anything is opened: file mode, limits
 *   harden_user()     once the ports are open, before the store is opened:
 *                     files of the store belong to the user
 *   harden_sandbox()  after that, before the first byte from a client or a
 *                     database; applies to all threads, running ones too
 *
 * None of them can be undone. */
#ifndef CONFIG_HARDEN_H
#define CONFIG_HARDEN_H

#include <stdbool.h>

enum { HARDEN_SENTENCE = 256 };

/* New files are readable by their owner only. Core dumps are off, because they
 * would contain tokens. Raises the limit of open files as needed for
 * `connections`, and returns how many connections it allows: `connections`, or
 * less. */
int harden_process(int connections);

/* Becomes the user, and the group, permanently; "" changes nothing. 0, or a
 * negative errno with a sentence, and then the process should end. */
int harden_user(const char *user, const char *group,
                char sentence[HARDEN_SENTENCE]);

/* Is the process root? */
bool harden_is_root(void);

/* System calls that the server does not need fail with EPERM from now on:
 * starting programs, tracing other processes, other kinds of sockets,
 * executable memory. With `connects` it may still open connections, for a
 * database. -ENOSYS if this build or this system has no sandbox. */
int harden_sandbox(bool connects);

#endif /* CONFIG_HARDEN_H */
