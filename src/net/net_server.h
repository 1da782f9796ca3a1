/* net_server.h - HTTP/1.1 and WebSocket connections: bytes, limits,
 * back-pressure.
 *
 * Requests come whole, messages come whole and checked; what is written is
 * sent at the end of the loop's turn, in one go. A connection is named by an
 * id that is never used again, so that an answer which comes too late finds
 * nobody. All on the loop's thread.
 *
 * An idle WebSocket costs a few hundred bytes: input is read into one buffer
 * that all share, and only the rest of an unfinished message, or what the
 * peer did not read yet, is kept. */
#ifndef NET_NET_SERVER_H
#define NET_NET_SERVER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "net_loop.h"

typedef struct net_server net_server;
typedef uint64_t net_id; /* 0 is nobody */

/* ---- Limits ------------------------------------------------------------- */

/* A 0 means no limit of that kind. */
typedef struct net_limits {
    int connections;             /* in all; fewer if the system's limit on */
                                 /* open files does not allow them */
    int connections_per_address; /* an IPv6 address counts by its /64 */
    int messages_per_second;     /* a WebSocket's, on average; bursts of */
    int message_burst;           /* this many; HTTP requests count too, */
                                 /* and so do pings, and fragments a bit */
    size_t message_bytes;        /* a WebSocket message, all fragments */
    size_t header_bytes;         /* a request's line and headers */
    size_t body_bytes;
    size_t unsent_bytes; /* a peer that does not read is cut off here */
    int64_t header_ms;   /* from connecting to a whole request */
    int64_t idle_ms;     /* HTTP: between requests */
    int64_t ping_ms;     /* WebSocket: ask a silent peer if it is there, */
                         /* and cut it off when it is silent twice that */
} net_limits;

net_limits net_default_limits(void);

/* ---- Requests ----------------------------------------------------------- */

typedef struct net_text {
    const char *bytes; /* not ended by a NUL */
    size_t length;
} net_text;

typedef struct net_header {
    net_text name, value; /* the name in small letters */
} net_header;

/* Lives until the handler returns. */
typedef struct net_request {
    net_id id;
    net_text method; /* as sent: "GET" */
    net_text path;   /* up to the question mark, percent-decoded, and safe: */
                     /* UTF-8 without control characters, no "." or "..", no */
                     /* empty segment but the last, no escaped slash */
    net_text query;  /* behind it, as sent; net_query_value() reads it */
    const net_header *headers;
    int header_count;
    net_text body;
    bool is_upgrade; /* a valid request to become a WebSocket */
} net_request;

/* NULL bytes if there is no such header. `name` in small letters. */
net_text net_request_header(const net_request *r, const char *name);

/* The value of a query parameter, decoded into `out` with a NUL; false if it
 * is not there, there twice, malformed, or longer. */
bool net_query_value(const net_request *r, const char *name, char *out,
                     size_t size);

/* ---- What every answer has ---------------------------------------------- */

/* No answer is anything but what it says it is, is shown inside another
 * site's page, or tells other sites where the reader came from. Refusals made
 * here have them; whoever answers otherwise puts them into `headers`. */
#define NET_HEADERS_SAFE                                                      \
    "X-Content-Type-Options: nosniff\r\n"                                     \
    "Referrer-Policy: no-referrer\r\n"                                        \
    "X-Frame-Options: SAMEORIGIN\r\n"                                         \
    "Cross-Origin-Opener-Policy: same-origin\r\n"

/* ---- What the server is told -------------------------------------------- */

/* Never called from inside one of the functions below, so a handler may use
 * all of them, on any connection, while it walks through lists of its own. */
typedef struct net_handlers {
    /* Must be answered, now or later, by one of the functions below. */
    void (*request)(void *context, const net_request *r);
    /* A whole text message, valid UTF-8; binary ones are refused (1003). */
    void (*message)(void *context, net_id id, void *user, const char *text,
                    size_t length);
    /* The connection is gone; `user` is what net_set_user() was given. Told
     * once for each id that a request named, also behind net_close(). */
    void (*closed)(void *context, net_id id, void *user);
    /* The peer has finished sending while its request waits for an answer:
     * most likely it is gone, but it may still read one. May be NULL. */
    void (*left)(void *context, net_id id);
    /* A connection was turned away, or a message refused, by a limit: for
     * counting. The peer was told with a 4xx/5xx or a close code, if it could
     * be. `why` is the wire word of a status where one fits
     * (too-many-connections, rate-limited, message-too-large,
     * invalid-message), else slow-reader, header-timeout or ping-timeout. */
    void (*refused)(void *context, const char *why);
} net_handlers;

typedef struct net_stats {
    int connections, websockets;
    int capacity; /* connections that can be held at once */
    uint64_t accepted, bytes_in, bytes_out, messages_in;
    size_t unsent; /* bytes that peers have not read yet */
} net_stats;

/* ---- The server --------------------------------------------------------- */

/* Raises the process's limit on open files as far as it is allowed to. */
int net_server_create(net_loop *loop, const net_limits *limits,
                      const net_handlers *handlers, void *context,
                      net_server **ret);
void net_server_destroy(net_server *s); /* closes everything, tells nobody */

/* Listens on "127.0.0.1:8080", "[::]:80" (IPv6 only) or "unix:PATH"; port 0
 * takes a free one. `*ret_port` may be NULL. Several are possible. A socket
 * that a dead process left at PATH is replaced. */
int net_server_listen(net_server *s, const char *address, int *ret_port);
/* Where another server listens, whose loop does not run meanwhile. */
int net_server_listen_where(net_server *s, const net_server *other);
void net_server_stop_listening(net_server *s);
net_stats net_server_stats(const net_server *s);

/* Ends every connection, politely: WebSockets with code 1001 (going away) and
 * the reason, behind what was written; others behind the answer that is under
 * way, idle ones at once. New ones are still taken where it listens. */
void net_server_drain(net_server *s, const char *reason);

/* Trusts the last X-Forwarded-For of requests that come from this address
 * ("127.0.0.1", or "unix"), for the limits per address and net_address(). Up
 * to eight. */
int net_server_trust_proxy(net_server *s, const char *address);

/* ---- Answering ---------------------------------------------------------- */

/* All of these do nothing when the connection is gone. */

void net_set_user(net_server *s, net_id id, void *user);
void *net_user(net_server *s, net_id id); /* NULL for nobody */

/* The peer's address as text, for limits of the server's own and logs. */
void net_address(net_server *s, net_id id, char *out, size_t size);

/* What limits per address count by: an IPv4 address, or the /64 of an IPv6
 * one; 0 for Unix sockets and for nobody. */
uint64_t net_address_key(net_server *s, net_id id);

/* A whole answer. `headers` is zero or more lines "Name: value\r\n".
 * Content-Length, Date and Connection come by themselves; for HEAD the body
 * is left out. */
void net_respond(net_server *s, net_id id, int status, const char *headers,
                 const void *body, size_t length);

/* The same with a body that is not copied: it must live as long as the
 * server does. For what a program carries inside it. */
void net_respond_static(net_server *s, net_id id, int status,
                        const char *headers, const void *body, size_t length);

/* An answer without end (Server-Sent Events, ndjson): headers now, the body
 * by net_write() as raw bytes, sent as chunks; net_finish() ends it. False if
 * nothing can follow the headers: HEAD asked for them alone, or the client has
 * gone. */
bool net_respond_stream(net_server *s, net_id id, int status,
                        const char *headers);
void net_finish(net_server *s, net_id id);

/* Completes the handshake of a request with `is_upgrade`, with the
 * subprotocol that was agreed on (NULL: none). */
void net_upgrade(net_server *s, net_id id, const char *subprotocol);

/* A text message on a WebSocket; one chunk on a stream. Sent at the end of
 * the turn together with what else was written to that peer. */
void net_write(net_server *s, net_id id, const char *text, size_t length);

/* The same frame to many: frame it once with net_frame_text() (`out` has room
 * for NET_FRAME_HEAD more bytes than the text; returns the frame's length)
 * and hand it to each WebSocket as it is. */
enum { NET_FRAME_HEAD = 10 };
size_t net_frame_text(const char *text, size_t length, char *out);
void net_write_frame(net_server *s, net_id id, const char *frame,
                     size_t length);

/* A polite end, behind what was written: a WebSocket's close frame with a
 * code of RFC 6455 and a reason, or the end of an HTTP connection. */
void net_close(net_server *s, net_id id, int code, const char *reason);

/* Sends what was written now, not at the end of the turn. */
void net_flush(net_server *s);

#endif /* NET_NET_SERVER_H */
