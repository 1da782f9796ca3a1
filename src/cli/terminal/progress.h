/* progress.h - how long work goes, told on standard error.
 *
 * On a terminal in one line that is written over and over, and wiped out at
 * the end. Elsewhere nobody is watching: nothing is told, or, where that was
 * asked for, a line whenever the time has doubled. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted, terminal, shown;
    int64_t next; /* milliseconds */
} progress;

/* Nothing is told before `first` milliseconds. */
progress progress_start(bool quiet, bool off_terminals, int64_t first);

/* Tells it when `time` milliseconds have gone by, if it is time again. */
__attribute__((format(printf, 3, 4))) void
progress_tell(progress *p, int64_t time, const char *format, ...);

void progress_end(progress *p);

#endif /* CLI_PROGRESS_H */
