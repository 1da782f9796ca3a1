/* net_conn.h - the states of a connection; shared by the parts of the server.
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
 * In CLOSING we have sent a close frame and wait for the peer's. In LINGER we
 * send the remaining output and wait until the peer has read it: closing a
 * socket with unread input would make the kernel discard our output.
 *
 * Only callbacks of the loop call handlers, never a function of net_server.h.
 * So code that finds, deep in a call, that a connection must end calls
 * net_conn_kill(). That closes the socket and puts the connection on the due
 * list; net_server_attend() later calls the handlers. */
#ifndef NET_NET_CONN_H
#define NET_NET_CONN_H

#include "net_buffer.h"
#include "net_http.h"
#include "net_peer.h"
#include "net_reader.h"
#include "net_server.h"

typedef enum net_state {
    NET_FREE, /* an unused slot */
    NET_READ,
    NET_WAIT,
    NET_STREAM,
    NET_SEND,
    NET_OPEN,
    NET_CLOSING,
    NET_LINGER,
    NET_DEAD
} net_state;

/* The state of an incomplete request. */
typedef struct net_progress {
    size_t scanned; /* the head does not end before this offset */
    size_t head;    /* its length, or 0 while unknown */
    size_t needed;  /* length of head and body, or 0 while unknown */
    bool continued; /* "100 Continue" was sent */
} net_progress;

typedef struct net_conn {
    net_watch watch; /* first member: callbacks cast it back */
    net_server *server;
    net_id id; /* in a free slot: the last connection's */
    void *user;
    net_timer timer;
    int64_t deadline; /* the timer may fire earlier, and then checks this */
    int64_t heard;    /* time of the last input */
    int64_t refilled; /* time of the last refill of `tokens` */
    struct net_conn *next_dirty;
    struct net_conn *next_due; /* in a free slot: the next free slot */
    net_buffer *in;            /* an incomplete request, or input read ahead */
    net_buffer *out;
    const char *tail; /* to send after `out`: a body that is not copied */
    size_t tail_length;
    net_peer peer;
    union {
        net_progress progress;           /* READ */
        char accept[NET_WS_ACCEPT_TEXT]; /* WAIT */
        net_reader reader;               /* OPEN, CLOSING */
    } u;
    int tokens; /* thousandths of a message; in LINGER: reads left */
    uint8_t state;
    bool is_websocket;
    bool is_upgrade; /* in WAIT: the request asks for a WebSocket */
    bool is_head;    /* the request is HEAD: no body in the answer */
    bool is_chunked; /* in STREAM: the body is sent in chunks */
    bool keeps;      /* stays open after the answer */
    bool eof;        /* the peer has finished sending */
    bool is_shut;    /* we have finished sending */
    bool unread;     /* the socket may hold more input */
    bool is_counted; /* the census counts it */
    bool borrows;    /* `tokens` are drawn from its address's tokens */
    bool is_refused; /* exceeded a limit on connections */
    bool is_proxied; /* comes from a trusted proxy */
    bool told;       /* the handlers know the id */
    bool ended;      /* the handlers may not use the id any more */
    bool informed;   /* `closed` was called */
    bool left;       /* `left` has to be called */
    bool dirty, due; /* is on the list of that name */
} net_conn;

enum {
    NET_SCRATCH = 64 * 1024,
    NET_CHUNK = 256, /* connections per allocation */
    NET_MAX_LISTENERS = 8,
    NET_MAX_TRUSTED = 8,
    NET_CLOSE_MS = 2000,     /* for the peer to finish a close */
    NET_LINGER_READS = 64,   /* reads of input to discard meanwhile */
    NET_MESSAGE_COST = 1000, /* in tokens */
    NET_FRAGMENT_COST = 1000 / 16
};

#define NET_NEVER INT64_MAX

typedef struct net_listener {
    net_watch watch; /* first member */
    net_server *server;
    char path[108]; /* of a Unix socket, to remove at the end; or empty */
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
    net_conn *dirty; /* list: output to send at the end of the turn */
    net_conn *due;   /* list: for net_server_attend() */
    net_timer due_timer;
    net_pool pool;

    net_listener listeners[NET_MAX_LISTENERS];
    int listener_count;
    net_timer accept_timer; /* ends a pause in accepting */
    int spare_fd;           /* closed to be able to accept and refuse */
    int refused_count;      /* refused connections that still exist */
    net_census census;
    net_peer trusted[NET_MAX_TRUSTED];
    int trusted_count;

    char date[40];
    int64_t date_second;
    net_http http;                /* the request being read */
    uint8_t scratch[NET_SCRATCH]; /* receives the input of all connections */
};

/* ---- net_conn.c --------------------------------------------------------- */

/* A new connection in READ; NULL: no memory. Takes over `fd` if it succeeds.
 */
net_conn *net_conn_open(net_server *s, int fd, const net_peer *peer);
/* The connection with this id; NULL if the handlers may not use it any more.
 */
net_conn *net_conn_find(const net_server *s, net_id id);

/* Takes the connection away from the handlers, which will be told. */
void net_conn_end(net_conn *c);
/* Ends it and goes to LINGER. */
void net_conn_linger(net_conn *c);
/* Ends it and closes the socket at once. */
void net_conn_kill(net_conn *c);
/* Kills it because of a limit, and counts that. */
void net_conn_cut(net_conn *c, const char *why);

/* Sets the time at which the state's timeout happens. */
void net_conn_deadline(net_conn *c, int64_t at);
/* Takes tokens; false, with none taken, if there are too few. */
bool net_conn_charge(net_conn *c, int cost);

/* Queues `head` and `body`. If `bounded`, cuts a connection with too much
 * unread output. */
void net_conn_put(net_conn *c, bool bounded, const void *head,
                  size_t head_length, const void *body, size_t body_length);
void net_conn_mark_dirty(net_conn *c);
/* Sends as much as the socket takes. */
void net_conn_send(net_conn *c);
/* Tells the loop which events the state needs. */
void net_conn_watch(net_conn *c);
/* Puts it on the due list, for net_server_attend(). */
void net_conn_mark_due(net_conn *c);
/* Receives into `room`. Returns the number of bytes, 0 if there is no input
 * now, or -1 if the peer has finished or is gone, which is then dealt with. */
long net_conn_receive(net_conn *c, void *room, size_t size);
/* Frees the slot of a dead connection that is on no list. */
void net_conn_release(net_conn *c);

/* ---- net_conn_http.c ---------------------------------------------------- */

/* Receives input, and serves a request that is complete. */
void net_http_read(net_conn *c);
/* Receives input while a request is being served. */
void net_http_read_ahead(net_conn *c);
/* Continues with input that was read ahead. */
void net_http_resume(net_conn *c);
/* The answer has been sent completely. */
void net_http_sent(net_conn *c);
void net_http_timeout(net_conn *c);
/* Answers with an error, without the handlers, and closes. */
void net_http_refuse(net_conn *c, int status, const char *code,
                     const char *detail);

/* ---- net_conn_ws.c ------------------------------------------------------ */

/* The handshake is done. */
void net_ws_open(net_conn *c);
void net_ws_read(net_conn *c);
/* Handles received bytes, and changes them. */
void net_ws_input(net_conn *c, uint8_t *bytes, size_t length);
void net_ws_timeout(net_conn *c);
/* Sends a close frame and waits for the peer's. */
void net_ws_close(net_conn *c, int code, const char *reason);

/* ---- net_server.c ------------------------------------------------------- */

/* Calls the handlers that connections on the due list are waiting for. */
void net_server_attend(net_server *s);
/* Counts a refusal. */
void net_server_refuse(net_server *s, const char *why);
bool net_server_trusts(const net_server *s, const net_peer *peer);
/* Counts the connection for this address; false if that has too many. */
bool net_server_count(net_conn *c, const net_peer *peer);
void net_server_uncount(net_conn *c);
/* Returns unused tokens to the address. */
void net_server_return_tokens(net_conn *c);
/* The Date header's value. */
const char *net_server_date(net_server *s);

#endif /* NET_NET_CONN_H */
