/* load_process.h - servers as child processes: on a core of their own, with
 * what they cost. */
#ifndef LOAD_LOAD_PROCESS_H
#define LOAD_LOAD_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- Cores -------------------------------------------------------------- */

/* The cores for client and server: two different ones if this process may use
 * as many, else -1: wherever the system likes. */
typedef struct load_cores {
    int client, server;
} load_cores;

load_cores load_cores_choose(void);
void load_pin(int core); /* this process; -1: does nothing */

/* Lets this process open as many files as it may. Returns how many. */
int load_raise_files(void);

/* ---- Children ----------------------------------------------------------- */

/* A child that dies with this process. */
typedef struct load_child {
    pid_t pid;
    int port;
} load_child;

/* Runs a function in a child on a core of its own; its result is the exit
 * status. `listener` is a socket that listens on a free port of 127.0.0.1. */
int load_child_fork(int core, int (*run)(int listener), load_child *ret);

/* Runs a program, whose output goes to the file `log`, and waits until a line
 * of it tells the port: "listening on http://127.0.0.1:PORT". -ETIMEDOUT, or
 * -ECHILD if it ends instead. */
int load_child_exec(int core, char *const argv[], const char *log,
                    double seconds, load_child *ret);

/* This process ends when its parent, which is `parent`, does. */
void load_die_with(pid_t parent);

/* Ends it with a signal (0: it has ended by itself) and waits for it.
 * Returns its status as waitpid() tells it. */
int load_child_end(load_child *c, int signal);

/* ---- What a process costs ----------------------------------------------- */

typedef struct load_usage {
    double cpu;    /* seconds, of all its threads but those that follow */
    double spare;  /* seconds of threads that only run when nobody else wants
                    * to: SCHED_IDLE */
    double memory; /* bytes of its own, not shared with files */
    int threads;
} load_usage;

bool load_usage_read(pid_t pid, load_usage *ret);

#endif /* LOAD_LOAD_PROCESS_H */
