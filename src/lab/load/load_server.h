/* load_server.h - `oxo serve` as a child process with its own folder and core.
 */
#ifndef LOAD_LOAD_SERVER_H
#define LOAD_LOAD_SERVER_H

#include "net_client.h"
#include "load_process.h"

enum { LOAD_FILE_TEXT = 256, LOAD_MOST_FLAGS = 24 };

typedef struct load_server {
    load_child child;
    int core;
    char folder[LOAD_FILE_TEXT]; /* temporary: holds the store and the log */
    char store[LOAD_FILE_TEXT];
    char log[LOAD_FILE_TEXT];
    const char *flags[LOAD_MOST_FLAGS]; /* of `oxo serve`; NULL ends them */
} load_server;

/* Flags with limits high enough for thousands of players on one machine. */
extern const char *const load_server_open_doors[];

/* Starts this program as a server, with a new store in a new folder below
 * `parent`. 0 or a negative errno. */
int load_server_start(load_server *s, const char *parent, int core,
                      const char *const *flags);

/* Kills it, like a power cut; and starts it again on the same store, perhaps
 * on another port. */
void load_server_kill(load_server *s);
int load_server_restart(load_server *s);

/* Stops it and removes its folder. */
void load_server_end(load_server *s);

void load_server_address(const load_server *s, net_remote *ret);

#endif /* LOAD_LOAD_SERVER_H */
