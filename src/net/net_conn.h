/* net_conn.h - what the parts of the server share: a connection's life.
 *
 *                    .--------- next request ---------.
 *                    v                                |
 *     accepted -> READ -- request --> WAIT -- answer --> SEND
 *                    |                 |  '-> STREAM -----^
 *                    |                 '-> OPEN (a WebSocket) -> CLOSING
 *                    v                                              |
 *                  LINGER <------------- (any of them) -------------'
 *                    v
 *                   DEAD
 *
 * In CLOSING we said goodbye and wait for the peer's; in LINGER all that is
 * left is to send the rest and to wait until the peer has read it, for a
 * socket that is closed with input unread takes the output back.
 *
 * Handlers are only called from the loop's callbacks, never from inside a
 * function of net_server.h. So whoever finds, deep down, that a connection
 * must die calls net_conn_kill(), which closes the socket and puts it on the
 * list of those that are due; net_server_attend() does the rest. */
#ifndef NET_NET_CONN_H
#define NET_NET_CONN_H

#include "net_buffer.h"
#include "net_http.h"
#include "net_peer.h"
#include "net_reader.h"
#include "net_server.h"

typedef enum net_state {
    NET_FREE, /* a slot that nobody uses */
    NET_READ,
    NET_WAIT,
    NET_STREAM,
    NET_SEND,
    NET_OPEN,
    NET_CLOSING,
    NET_LINGER,
    NET_DEAD
} net_state;

/* How far a request has come that is not whole yet. */
typedef struct net_progress {
    size_t scanned; /* no end of the head before here */
    size_t head;    /* its length, once known */
    size_t needed;  /* head and body */
    bool continued; /* "100 Continue" was sent */
} net_progress;

typedef struct net_conn {
    net_watch watch; /* first: the loop hands it back */
    net_server *server;
    net_id id; /* in a free slot the last one that it had */
    void *user;
    net_timer timer;
    int64_t deadline; /* the timer may be early, and then looks here */
    int64_t heard;    /* when the peer last sent something */
    int64_t refilled; /* when the tokens were */
    struct net_conn *next_dirty, *next_due; /* or the next free slot */
    net_buffer *in;                         /* of a request; read ahead */
    net_buffer *out;
    const char *tail; /* behind `out`: a body that is not ours to free */
    size_t tail_length;
    net_peer peer;
    union {
        net_progress progress;           /* READ */
        char accept[NET_WS_ACCEPT_TEXT]; /* WAIT */
        net_reader reader;               /* OPEN, CLOSING */
    } u;
    int tokens; /* thousandths of a message; LINGER: reads left */
    uint8_t state;
    bool is_websocket;
    bool is_upgrade; /* WAIT: may become one */
    bool is_head;    /* no body in the answer */
    bool is_chunked; /* STREAM */
    bool keeps;      /* after the answer: another request */
    bool eof;        /* the peer will send no more */
    bool unread;     /* there may be more input than was read */
    bool is_shut;    /* and neither will we */
    bool is_counted; /* in the census */
    bool borrows;    /* its tokens are its address's */
    bool is_refused; /* was one too many */
    bool is_proxied; /* comes from a proxy that is trusted */
    bool told;       /* the handlers know the id */
    bool ended;      /* they may not use it any more */
    bool informed;   /* and know that */
    bool left;       /* they are to hear that the peer has finished */
    bool dirty, due; /* on these lists */
} net_conn;

enum {
    NET_SCRATCH = 64 * 1024,
    NET_CHUNK = 256, /* connections allocated at once */
    NET_MAX_LISTENERS = 8,
    NET_MAX_TRUSTED = 8,
    NET_CLOSE_MS = 2000,     /* for the peer's part of a goodbye */
    NET_LINGER_READS = 64,   /* of what it may still say meanwhile */
    NET_MESSAGE_COST = 1000, /* in tokens */
    NET_FRAGMENT_COST = 1000 / 16
};

#define NET_NEVER INT64_MAX

typedef struct net_listener {
    net_watch watch; /* first */
    net_server *server;
    char path[108]; /* of a Unix socket, to be removed; or empty */
} net_listener;

struct net_server {
    net_loop *loop;
    net_limits limits;
    net_handlers handlers;
    void *context;
    net_stats stats;
    bool draining;

    net_conn **chunks;
    int chunk_count;
    net_conn *free_slots;
    net_conn *dirty, *due;
    net_timer due_timer;
    net_pool pool;

    net_listener listeners[NET_MAX_LISTENERS];
    int listener_count;
    net_timer accept_timer; /* accepting pauses until then */
    int spare_fd;           /* given up to turn somebody away */
    int refused_count;      /* that linger */
    net_census census;
    net_peer trusted[NET_MAX_TRUSTED];
    int trusted_count;

    char date[40];
    int64_t date_second;
    net_http http;                /* the request being read */
    uint8_t scratch[NET_SCRATCH]; /* what was just received */
};

/* ---- net_conn.c --------------------------------------------------------- */

/* A new connection in READ, or NULL without memory. */
net_conn *net_conn_open(net_server *s, int fd, const net_peer *peer);
/* The connection that the handlers mean, or NULL. */
net_conn *net_conn_find(const net_server *s, net_id id);

/* The handlers are done with it, or will be told so. */
void net_conn_end(net_conn *c);
void net_conn_linger(net_conn *c);
void net_conn_kill(net_conn *c);
/* Kills it for a limit, and says so. */
void net_conn_cut(net_conn *c, const char *why);

void net_conn_deadline(net_conn *c, int64_t at);
/* May it take so many tokens? */
bool net_conn_charge(net_conn *c, int cost);

/* Queues output; `bounded` cuts off a peer that does not read. */
void net_conn_put(net_conn *c, bool bounded, const void *head,
                  size_t head_length, const void *body, size_t body_length);
void net_conn_mark_dirty(net_conn *c);
/* Sends what it can. */
void net_conn_send(net_conn *c);
/* Asks the loop for what the state needs. */
void net_conn_watch(net_conn *c);
/* On the list of net_server_attend(). */
void net_conn_mark_due(net_conn *c);
/* Reads into `room`: how much, 0 if there is nothing now, or -1 when the
 * peer has finished or is gone, which net_conn_eof() has dealt with. */
long net_conn_receive(net_conn *c, void *room, size_t size);
/* Frees a slot that nothing points to any more. */
void net_conn_release(net_conn *c);

/* ---- net_conn_http.c ---------------------------------------------------- */

/* Reads and serves a request. */
void net_http_read(net_conn *c);
/* Bytes that come while a request is served. */
void net_http_read_ahead(net_conn *c);
/* Goes on with what was read ahead. */
void net_http_resume(net_conn *c);
/* The answer has left. */
void net_http_sent(net_conn *c);
void net_http_timeout(net_conn *c);
/* Answers by itself, and closes. */
void net_http_refuse(net_conn *c, int status, const char *code,
                     const char *detail);

/* ---- net_conn_ws.c ------------------------------------------------------ */

void net_ws_open(net_conn *c);
void net_ws_read(net_conn *c);
void net_ws_input(net_conn *c, uint8_t *bytes, size_t length);
void net_ws_timeout(net_conn *c);
/* Says goodbye and waits for the peer's. */
void net_ws_close(net_conn *c, int code, const char *reason);

/* ---- net_server.c ------------------------------------------------------- */

void net_server_attend(net_server *s);
void net_server_refuse(net_server *s, const char *why);
bool net_server_trusts(const net_server *s, const net_peer *peer);
/* The connection now counts for this peer; false if those are too many. */
bool net_server_count(net_conn *c, const net_peer *peer);
void net_server_uncount(net_conn *c);
/* Gives the tokens back that it has not used. */
void net_server_settle(net_conn *c);
const char *net_server_date(net_server *s);

#endif /* NET_NET_CONN_H */
