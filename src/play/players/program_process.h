/* program_process.h - a child process with pipes to its input and output. */
#ifndef PLAYERS_PROGRAM_PROCESS_H
#define PLAYERS_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "program_spec.h"

enum {
    PROGRAM_LINE = 8192, /* longer lines are dropped */
    PROGRAM_MAX_LEAVERS = 1024
};

typedef struct program_process {
    pid_t pid;     /* also its process group; 0: there is none */
    int in, out;   /* our ends of its stdin and stdout, or -1 */
    bool dropping; /* the current line is too long or contains a NUL */
    size_t used;
    char line[PROGRAM_LINE];
} program_process;

void program_process_init(program_process *p);

/* Starts the program in a process group of its own. 0, or a negative errno. */
int program_process_start(program_process *p, const program_spec *spec);

/* Finds which part of the description caused program_process_start() to fail
 * with `status`. Returns "stderr=" or "dir=" if that path has the same fault,
 * else "" for the command; writes the path or the command to `ret`. */
const char *program_process_culprit(const program_spec *spec, int status,
                                    char ret[PROGRAM_COMMAND]);

/* Writes without waiting. -EAGAIN if the process does not read and the pipe is
 * full, -EPIPE if the process has gone. */
int program_process_write(program_process *p, const char *text);

/* Reads the available output without waiting. Returns the number of bytes, 0
 * at the end of the output, or a negative errno. */
ssize_t program_process_read(program_process *p, char *bytes, size_t size);

typedef void program_line_handler(const char *line, void *context);

/* Splits output into lines: calls `handler` for each line that is complete,
 * without its line end. Drops lines that are too long or contain a NUL. */
void program_process_take(program_process *p, const char *bytes, size_t size,
                          program_line_handler *handler, void *context);

/* Describes for people how a process that has closed its output ended. Waits
 * up to 100 ms for its end. */
void program_process_describe_end(const program_process *p, char *out,
                                  size_t room);

/* ---- Ending ------------------------------------------------------------- */

/* Processes that were asked to exit and are not reaped yet. */
typedef struct program_leavers {
    int count;
    struct {
        pid_t pid;
        int64_t deadline;
    } of[PROGRAM_MAX_LEAVERS];
} program_leavers;

/* Closes the pipes. The process may run until `deadline`, as clock_us(); a
 * deadline in the past kills it at once. */
void program_process_dismiss(program_process *p, program_leavers *leavers,
                             int64_t deadline);

/* Reaps processes that have ended, and kills those whose deadline has passed,
 * each with its whole process group. */
void program_leavers_tend(program_leavers *leavers, int64_t now);

#endif /* PLAYERS_PROGRAM_PROCESS_H */
