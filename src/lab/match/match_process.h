/* program_process.h - a child process with pipes to its input and output. */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "match.h"

enum {
    MATCH_LINE = 8192,       /* longer lines are dropped */
    MATCH_MAX_LEAVERS = 1024
};

typedef struct match_process {
    pid_t pid;     /* also its process group; 0: there is none */
    int in, out;   /* our ends of its stdin and stdout, or -1 */
    bool dropping; /* the current line is too long or contains a NUL */
    size_t used;
    char line[MATCH_LINE];
} match_process;

void match_process_init(match_process *p);

/* Starts the program in a process group of its own. 0, or a negative errno. */
int match_process_start(match_process *p, const match_engine *engine);

/* Finds which part of the description caused match_process_start() to fail
 * with `status`. Returns "stderr=" or "dir=" if that path has the same fault,
 * else "" for the command; writes the path or the command to `ret`. */
const char *match_process_culprit(const match_engine *engine, int status,
                                  char ret[MATCH_COMMAND]);

/* Writes without waiting. -EAGAIN if the process does not read and the pipe is
 * full, -EPIPE if the process has gone. */
int match_process_write(match_process *p, const char *text);

/* Reads the available output without waiting. Returns the number of bytes, 0
 * at the end of the output, or a negative errno. */
ssize_t match_process_read(match_process *p, char *bytes, size_t size);

typedef void match_line_handler(const char *line, void *context);

/* Splits output into lines: calls `handler` for each line that is complete,
 * without its line end. Drops lines that are too long or contain a NUL. */
void match_process_take(match_process *p, const char *bytes, size_t size,
                        match_line_handler *handler, void *context);

/* Describes for people how a process that has closed its output ended. Waits
 * up to 100 ms for its end. */
void match_process_describe_end(const match_process *p, char *out,
                                size_t room);

/* ---- Ending ------------------------------------------------------------- */

/* Processes that were asked to exit and are not reaped yet. */
typedef struct match_leavers {
    int count;
    struct {
        pid_t pid;
        int64_t deadline;
    } of[MATCH_MAX_LEAVERS];
} match_leavers;

/* Closes the pipes. The process may run until `deadline`, as clock_us(); a
 * deadline in the past kills it at once. */
void match_process_dismiss(match_process *p, match_leavers *leavers,
                           int64_t deadline);

/* Reaps processes that have ended, and kills those whose deadline has passed,
 * each with its whole process group. */
void match_leavers_tend(match_leavers *leavers, int64_t now);

#endif /* MATCH_PROCESS_H */
