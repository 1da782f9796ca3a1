/* interrupt.h - Ctrl-C as a limit like any other.
 *
 * While work is under way, the first SIGINT, SIGTERM or SIGHUP asks it to come
 * to an end with what there is; the second of a kind ends the program, as if
 * nobody had taken the first. What was ignored when the program began, as
 * nohup and the shell have it for what runs behind, stays ignored. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* `stop` is called by the signal handler; it may be NULL. */
void interrupt_take(void (*stop)(void));
void interrupt_leave(void);

/* Has one come since the last interrupt_take()? */
bool interrupt_came(void);

#endif /* CLI_INTERRUPT_H */
