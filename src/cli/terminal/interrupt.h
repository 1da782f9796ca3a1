/* interrupt.h - Ctrl-C ends long work in an orderly way.
 *
 * Between interrupt_take() and interrupt_leave(), the first SIGINT, SIGTERM or
 * SIGHUP only asks the work to end; a second signal of the same kind kills the
 * program. A signal that was ignored when the program started stays ignored:
 * nohup and shells ignore signals for programs in the background. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* The signal handler calls `stop` unless it is NULL, so `stop` may only do
 * what is safe in a handler. */
void interrupt_take(void (*stop)(void));
void interrupt_leave(void);

/* True if a signal came since the last interrupt_take(), also after
 * interrupt_leave(). */
bool interrupt_came(void);

#endif /* CLI_INTERRUPT_H */
