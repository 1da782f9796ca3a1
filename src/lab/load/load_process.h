/* load_process.h - child processes on a core of their own, and their cost. */
#ifndef LOAD_LOAD_PROCESS_H
#define LOAD_LOAD_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- Cores -------------------------------------------------------------- */

/* A core each for client and server if this process may use two; otherwise -1:
 * the system chooses. */
typedef struct load_cores {
    int client, server;
} load_cores;

load_cores load_cores_choose(void);

/* Binds this process to a core; -1: does nothing. */
void load_pin(int core);

/* Raises the limit on open files as far as possible; returns the new limit. */
int load_raise_files(void);

/* ---- Children ----------------------------------------------------------- */

/* A child process that dies with this process. */
typedef struct load_child {
    pid_t pid;
    int port;
} load_child;

/* Calls `run` in a child on that core. `listener` is a socket that listens on
 * a free port of 127.0.0.1. The child exits with 1 if the result is negative.
 */
int load_child_fork(int core, int (*run)(int listener), load_child *ret);

/* Runs a program whose output goes to the file `log`, and waits for the line
 * "listening on http://127.0.0.1:PORT". -ETIMEDOUT if it does not come,
 * -ECHILD if the program ends. */
int load_child_exec(int core, char *const argv[], const char *log,
                    double seconds, load_child *ret);

/* Makes this process end when its parent, with the id `parent`, ends. */
void load_die_with(pid_t parent);

/* Sends a signal (0: none) and waits for the child to end. Returns its status
 * as waitpid() reports it. */
int load_child_end(load_child *c, int signal);

/* ---- The cost of a process ---------------------------------------------- */

typedef struct load_usage {
    double cpu;    /* processor seconds of all threads except idle ones */
    double spare;  /* processor seconds of idle threads (SCHED_IDLE), which run
                    * only when nothing else wants to */
    double memory; /* resident bytes that are not mapped from files */
    int threads;
} load_usage;

bool load_usage_read(pid_t pid, load_usage *ret);

#endif /* LOAD_LOAD_PROCESS_H */
