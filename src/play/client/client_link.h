/* client_link.h - a member of a room of a server, with a connection that is
 * restored when it is lost.
 *
 * Nothing here blocks, except client_link_close(). */
#ifndef CLIENT_CLIENT_LINK_H
#define CLIENT_CLIENT_LINK_H

#include <poll.h>

#include "client_room.h"
#include "client_seats.h"
#include "net_tls.h"
#include "oxo/playout.h"

/* What the member wants. */
typedef struct client_wish {
    const char *name;    /* or NULL */
    oxo_variant variant; /* this and the next four: of a room to create */
    oxo_mark mark;       /* the creator's; OXO_NONE: random */
    bool is_public;      /* listed in the lobby */
    int64_t initial;     /* milliseconds; 0: no clock */
    int64_t increment;   /* milliseconds */
    bool watch;          /* watch, even if a seat is free */
    bool never_watch;    /* fail if no seat is free */
    const char *seats;   /* the file of client_seats.h; NULL: keep no seats */
} client_wish;

typedef enum client_greeting {
    GREETING_NONE, /* no request to enter is waiting for an answer */
    GREETING_CREATE,
    GREETING_JOIN,
    GREETING_REJOIN,
    GREETING_SPECTATE
} client_greeting;

typedef struct client_link {
    client_place place;
    client_wish wish;
    client_room room;
    net_client conn;
    net_tls *tls; /* of this connection or the last; NULL: none */
    oxo_random random;
    client_greeting greeting; /* the request to enter, not answered yet */
    bool entered;             /* has been in the room */
    bool watching;
    bool ended;   /* no further attempts */
    bool put_off; /* the request was refused for the moment */
    bool asked;   /* for the whole state, to learn the limits */
    client_seats seats;
    bool kept;         /* our seat is in the user's file */
    int attempts;      /* to connect or enter since the last success */
    int64_t retry_at;  /* microseconds, monotonic */
    int64_t opened_at; /* microseconds, monotonic */
} client_link;

typedef void client_hear(void *context, client_news news,
                         const client_detail *detail);

/* Call client_link_tend() to connect. Returns NULL, or what is wrong with the
 * address, in words. */
const char *client_link_init(client_link *l, const char *url,
                             const client_wish *wish);

/* The descriptor to poll() for; returns how many there are: 0 or 1. */
int client_link_watch(const client_link *l, struct pollfd *fd);

/* Connects, reads messages and reports their news to `hear`, and reconnects
 * after a loss. Call it when poll() says so, and also from time to time. */
void client_link_tend(client_link *l, client_hear *hear, void *context);

/* True if a request that was refused with this code may succeed a little
 * later. */
bool client_is_passing(const char *code);

/* These send something; false if there is no connection at the moment. */
bool client_link_move(client_link *l, oxo_move m);
bool client_link_say(client_link *l, const char *word); /* "resign", ... */
bool client_link_offer(client_link *l, client_offer offer);
bool client_link_claim(client_link *l, bool draw);

/* Ends the connection, after leaving the room for good if `leave`. Waits up to
 * a second for the server to read that. Without `leave` the seat stays ours,
 * and in the user's file if `kept`. */
void client_link_close(client_link *l, bool leave);

#endif /* CLIENT_CLIENT_LINK_H */
