/* load.h - many players at once, over real sockets, who check everything.
 *
 * On one thread, opens connections, creates rooms and plays complete random
 * games in them. Compares every answer of the server with what the rules and
 * the protocol require, and reports every difference as an anomaly. The same
 * players can play against src/lab/bench/echo.c, which has no rules: that
 * measures what the machine allows. */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include <signal.h>
#include <stdio.h>

#include "net_client.h"
#include "load_histogram.h"
#include "oxo/position.h"

/* Gets a sentence about an anomaly, or about the progress. */
typedef void load_tell(void *context, const char *sentence);

enum { LOAD_MOST_NODES = 16 };

typedef struct load_config {
    net_remote nodes[LOAD_MOST_NODES]; /* servers on one store; the members
                                        * of a room are on different ones */
    int node_count;
    bool echo; /* the other side is src/lab/bench/echo.c */
    oxo_variant variant;
    int rooms;
    int spectators;  /* per room */
    int idle;        /* further connections that do nothing */
    int churn;       /* percentage of rooms whose players come and go */
    double rate;     /* moves per second in total; 0: as fast as possible */
    double patience; /* seconds without any answer before giving up */
    uint64_t seed;
    bool spin;      /* never sleep: for a client with a core of its own; waking
                     * it would cost the server time */
    bool survive;   /* when a server dies or its store is unavailable,
                     * reconnect, to any node, and continue */
    FILE *history;  /* gets what was sent and acknowledged; or NULL */
    FILE *received; /* gets every message to each member; or NULL */
    const volatile sig_atomic_t *stop; /* ends playing when set; or NULL */
    load_tell *anomaly;                /* called for each anomaly; or NULL */
    void *context;
} load_config;

typedef struct load_result {
    double seconds;      /* of playing */
    uint64_t moves;      /* acknowledged in that time */
    uint64_t games;      /* finished in that time */
    uint64_t messages;   /* from the server */
    uint64_t made;       /* different move-made messages among them */
    uint64_t made_bytes; /* their total length */
    uint64_t anomalies;  /* since load_create() */
    uint64_t reconnects; /* since load_create() */
    uint64_t absences;   /* of players who come and go, in that time */
    double cpu;          /* processor seconds of this side, without spinning */
    load_histogram ack;  /* from sending a move until its mover hears of it */
    load_histogram news; /* from sending it until the opponent hears of it */
    load_histogram late; /* with a rate: how late moves were sent */
} load_result;

typedef struct load load;

/* Functions that return int return 0 or a negative errno. */

int load_create(const load_config *config, load **ret);

/* Also closes all connections, without close frames. */
void load_destroy(load *l);

/* Opens all connections; `*ret_seconds`, if not NULL, is the time it took.
 * -ECONNREFUSED if a connection cannot be opened, -ETIMEDOUT if nothing
 * happens for too long. Anomalies say why. */
int load_connect(load *l, double *ret_seconds);

/* Creates the rooms: both players have their seats, the spectators watch, and
 * the first game has started. */
int load_enter(load *l);

/* Plays for so many seconds, then waits until every move is answered. */
int load_play(load *l, double seconds);

/* The result of the last load_play(). */
const load_result *load_result_of(const load *l);

/* ---- Verifying ---------------------------------------------------------- */

typedef struct load_verified {
    int rooms;
    uint64_t games, moves; /* acknowledged, and looked for */
    uint64_t anomalies;
    int line; /* of the history: where -EBADMSG found a malformed line */
} load_verified;

/* Returns to every room of a history with the tokens of both seats, and checks
 * that the server has everything that was acknowledged, exactly once, and
 * nothing that was not sent. Plays no moves. */
int load_verify(const load_config *config, FILE *history, load_verified *ret);

#endif /* LOAD_LOAD_H */
