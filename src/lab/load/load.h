/* load.h - many players at once, over real sockets, who believe nothing.
 *
 * Opens connections, makes rooms and plays whole random games in them, on one
 * thread. Every answer of the server is compared with what the rules and the
 * protocol say it must be; whatever differs is told as an anomaly. The same
 * players can speak to src/lab/bench/echo.c, which has no rules, to find out
 * what the machine allows. */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include <signal.h>
#include <stdio.h>

#include "net_client.h"
#include "load_hist.h"
#include "oxo/position.h"

typedef void load_tell(void *context, const char *sentence);

enum { LOAD_MOST_NODES = 16 };

typedef struct load_config {
    net_remote nodes[LOAD_MOST_NODES]; /* on one store: the members of a
                                        * room are on different ones */
    int node_count;
    bool echo; /* the other side is src/lab/bench/echo.c */
    oxo_variant variant;
    int rooms;
    int spectators;  /* of each room */
    int idle;        /* connections besides, that do nothing */
    double rate;     /* moves a second, in all; 0: as fast as it goes */
    double patience; /* seconds without any answer, before it gives up */
    uint64_t seed;
    bool spin;     /* never sleep: this side has a core to itself, and waking
                    * it would cost the server's */
    bool survive;  /* come back when a server dies or its store is away, on
                    * any node, and go on */
    FILE *journal; /* what was sent and acknowledged; or NULL */
    FILE *heard;   /* every message to each member; or NULL */
    const volatile sig_atomic_t *stop; /* ends playing when set; or NULL */
    load_tell *anomaly;                /* is told each */
    void *context;
} load_config;

typedef struct load_result {
    double seconds;      /* that were played */
    uint64_t moves;      /* acknowledged meanwhile */
    uint64_t games;      /* finished meanwhile */
    uint64_t messages;   /* from the server */
    uint64_t made;       /* of them move-made, each counted once, */
    uint64_t made_bytes; /* and how long they were together */
    uint64_t anomalies;  /* since the beginning */
    uint64_t reconnects; /* since the beginning */
    double cpu;          /* seconds of the processor, this side, at work */
    load_hist ack;       /* from sending a move until its mover hears of it */
    load_hist news;      /* ... and until the opponent does */
    load_hist late;      /* with a rate: how much behind it moves were sent */
} load_result;

typedef struct load load;

/* A negative errno: no memory, no descriptors. */
int load_create(const load_config *config, load **ret);
void load_destroy(load *l); /* cuts all connections */

/* Opens all connections; `*ret_seconds`, if not NULL, is how long it took.
 * -ECONNREFUSED if one cannot be opened, -ETIMEDOUT if nothing happens for
 * long. The reasons are anomalies. */
int load_connect(load *l, double *ret_seconds);

/* Makes the rooms: both players seated, the spectators there, the first game
 * begun. */
int load_enter(load *l);

/* Plays for so many seconds, and then until every move is answered. */
int load_play(load *l, double seconds);

/* Of the last load_play(). */
const load_result *load_result_of(const load *l);

/* ---- Afterwards --------------------------------------------------------- */

typedef struct load_verified {
    int rooms;
    uint64_t games, moves; /* that were acknowledged, and looked for */
    uint64_t anomalies;
    int line; /* of the journal, where -EBADMSG found it to be none */
} load_verified;

/* Comes back to every room of a journal, with the tokens of both seats, and
 * looks whether all that was acknowledged is there, once, and nothing that
 * nobody sent. Plays nothing. */
int load_verify(const load_config *config, FILE *journal, load_verified *ret);

#endif /* LOAD_LOAD_H */
