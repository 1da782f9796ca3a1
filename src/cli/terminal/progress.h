/* progress.h - the progress of long work, on standard error.
 *
 * On a terminal, one line is overwritten again and again, and erased at the
 * end. Elsewhere nothing is printed, or, on request, a line whenever the time
 * has doubled. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted, terminal, shown;
    int64_t next; /* milliseconds: when to print next */
} progress;

/* Prints nothing before `first` milliseconds. With `off_terminals`, lines are
 * printed also where standard error is not a terminal. */
progress progress_start(bool quiet, bool off_terminals, int64_t first);

/* To be called often, `time` milliseconds after the start; prints if it is
 * time to. */
__attribute__((format(printf, 3, 4))) void
progress_tell(progress *p, int64_t time, const char *format, ...);

/* Erases the line. */
void progress_end(progress *p);

#endif /* CLI_PROGRESS_H */
