/* harden.h - giving up what the server does not need.
 *
 * In this order, as the server starts:
 *
 *   harden_process()  before anything is opened: masks and limits
 *   harden_user()     once the ports are open, before the store is: what is
 *                     written then belongs to the user
 *   harden_sandbox()  behind that, before the first byte of a client or of a
 *                     database is read; it holds for all threads, those that
 *                     run already too
 *
 * There is no way back from any of them. */
#ifndef SERVER_HARDEN_H
#define SERVER_HARDEN_H

#include <stdbool.h>

enum { HARDEN_SENTENCE = 256 };

/* Files are for their owner only, there are no core dumps, which would have
 * tokens in them, and as many descriptors may be open as `connections` need.
 * Returns how many connections there is room for if that is less, else
 * `connections`. */
int harden_process(int connections);

/* Becomes the user, and the group if one is named, for good. "" is nobody in
 * particular: nothing changes. 0, or a negative errno with a sentence, and
 * the process should end. */
int harden_user(const char *user, const char *group,
                char sentence[HARDEN_SENTENCE]);

/* True if the process still is root. */
bool harden_is_root(void);

/* From now on system calls that no server needs fail with EPERM: starting
 * programs, looking into others, new kinds of sockets, memory that is code.
 * With `connects` it may still connect to others: to the store's database.
 * -ENOSYS if this build or this system cannot do that; the server then runs
 * as well, and less safely. */
int harden_sandbox(bool connects);

#endif /* SERVER_HARDEN_H */
