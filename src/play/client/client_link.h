/* client_link.h - a member of a room, and the connection that comes back.
 *
 * Nothing here waits, except for saying goodbye. */
#ifndef CLIENT_CLIENT_LINK_H
#define CLIENT_CLIENT_LINK_H

#include <poll.h>

#include "client_room.h"
#include "net_tls.h"
#include "oxo/playout.h"

/* What is wanted of the server. */
typedef struct client_wish {
    const char *name;    /* or NULL */
    oxo_variant variant; /* of a room to be made; so are all below */
    oxo_mark mark;       /* the maker's; OXO_NONE: by lot */
    bool is_public;      /* anybody may find it */
    int64_t initial;     /* milliseconds, 0: no clock */
    int64_t increment;
    bool watch;       /* only look on */
    bool never_watch; /* who finds no seat goes */
} client_wish;

typedef enum client_greeting {
    GREETING_NONE, /* we are in */
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
    net_tls *tls; /* of this connection or the last; NULL: there is none */
    oxo_random random;
    client_greeting greeting; /* that was not answered yet */
    bool entered;             /* we have been in the room */
    bool watching;
    bool ended;   /* for good */
    bool put_off; /* the greeting was refused for the time being */
    int attempts;
    int64_t retry_at;  /* microseconds on a clock that only goes forward */
    int64_t opened_at; /* likewise */
} client_link;

typedef void client_hear(void *context, client_news news,
                         const client_detail *detail);

/* Starts to connect. NULL, or what is wrong with the address, in words. */
const char *client_link_init(client_link *l, const char *url,
                             const client_wish *wish);

/* What to watch; returns how many: 0 or 1. */
int client_link_watch(const client_link *l, struct pollfd *fd);

/* Looks what there is to hear, and comes back if the connection was lost. To
 * be called now and then also if there is nothing to hear. */
void client_link_tend(client_link *l, client_hear *hear, void *context);

/* Does a refusal's code mean that the same may go through a little later? */
bool client_is_passing(const char *code);

/* Says something; false if there is no connection at the moment. */
bool client_link_move(client_link *l, oxo_move m);
bool client_link_say(client_link *l, const char *word); /* "resign", ... */
bool client_link_offer(client_link *l, client_offer offer);

/* Leaves the room for good, if `leave`, and ends the connection. */
void client_link_close(client_link *l, bool leave);

#endif /* CLIENT_CLIENT_LINK_H */
