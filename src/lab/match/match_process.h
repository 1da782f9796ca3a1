/* match_process.h - an engine as a process with pipes to it. */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "match.h"

enum {
    MATCH_LINE = 8192,       /* what is longer, or has a NUL, is dropped */
    MATCH_MAX_LEAVERS = 1024 /* told to quit, and not gone yet */
};

typedef struct match_process {
    pid_t pid;     /* and its process group; 0: there is none */
    int in, out;   /* our ends of its stdin and stdout, or -1 */
    bool dropping; /* the line that has begun */
    size_t used;
    char line[MATCH_LINE];
} match_process;

void match_process_init(match_process *p);

/* Starts the engine in a process group of its own. 0, or a negative errno. */
int match_process_start(match_process *p, const match_engine *engine);

/* What kept it from being started with `status`, as it was written: the key of
 * a path in its description that has the same fault, "stderr=" or "dir=", or
 * "" for the program. */
const char *match_process_culprit(const match_engine *engine, int status,
                                  char ret[MATCH_COMMAND]);

/* Writes without waiting: -EAGAIN if the engine has let its input fill up,
 * -EPIPE if it is gone. */
int match_process_write(match_process *p, const char *text);

/* Reads what is there. How many bytes, 0 at the end of the output, or a
 * negative errno. */
ssize_t match_process_read(match_process *p, char *bytes, size_t size);

typedef void match_line_handler(const char *line, void *context);

/* Takes the next bytes of its output, and hands on each line that ends. */
void match_process_take(match_process *p, const char *bytes, size_t size,
                        match_line_handler *handler, void *context);

/* How a process that closed its output ended, for people. It is given a
 * moment to do so. */
void match_process_describe_end(const match_process *p, char *out,
                                size_t room);

/* ---- Ending ------------------------------------------------------------- */

/* Processes that we are done with and that have to be buried. */
typedef struct match_leavers {
    int count;
    struct {
        pid_t pid;
        int64_t deadline;
    } of[MATCH_MAX_LEAVERS];
} match_leavers;

/* Closes the pipes and leaves the process until `deadline`; a deadline in the
 * past kills it at once. */
void match_process_dismiss(match_process *p, match_leavers *leavers,
                           int64_t deadline);

/* Buries those that have ended, and kills those whose time is up, with all
 * that they have started. */
void match_leavers_tend(match_leavers *leavers, int64_t now);

#endif /* MATCH_PROCESS_H */
