/* net_server.h - the server's side of HTTP/1.1 and WebSocket connections:
 * bytes, limits, backpressure.
 *
 * Handlers get complete requests and complete, checked messages. Output is
 * sent at the end of the loop's turn, with one send() per connection. An id
 * names a connection and is never reused, so that a late answer reaches
 * nobody. Everything runs on the loop's thread.
 *
 * An idle WebSocket takes a few hundred bytes: all connections receive into
 * one buffer, and a connection keeps only the start of an unfinished message
 * and the output that its peer has not read yet. */
#ifndef NET_NET_SERVER_H
#define NET_NET_SERVER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "net_loop.h"

typedef struct net_server net_server;
typedef uint64_t net_id; /* 0 names no connection */

/* ---- Limits ------------------------------------------------------------- */

/* 0 means no limit. */
typedef struct net_limits {
    int connections;             /* in total; fewer if the system's limit */
                                 /* on open files is lower */
    int connections_per_address; /* an IPv6 address counts by its /64 */
    int messages_per_second;     /* of a connection, on average; HTTP */
                                 /* requests and pings count as messages, */
                                 /* a fragment as a sixteenth of one */
    int message_burst;           /* messages at once */
    size_t message_bytes;        /* of a WebSocket message, all fragments */
    size_t header_bytes;         /* of a request's first line and headers */
    size_t body_bytes;
    size_t unsent_bytes; /* a connection with more unread output is cut */
    int64_t header_ms;   /* from connecting to a complete request */
    int64_t idle_ms;     /* HTTP: between two requests */
    int64_t ping_ms;     /* WebSocket: send a ping after this silence, and */
                         /* cut the connection after twice this silence */
} net_limits;

net_limits net_default_limits(void);

/* ---- Requests ----------------------------------------------------------- */

typedef struct net_text {
    const char *bytes; /* without a NUL */
    size_t length;
} net_text;

typedef struct net_header {
    net_text name, value; /* the name is in lower case */
} net_header;

/* Valid until the handler returns. */
typedef struct net_request {
    net_id id;
    net_text method; /* as sent: "GET" */
    net_text path;   /* before the question mark, percent-decoded and safe: */
                     /* UTF-8 without control characters, without "." and */
                     /* ".." segments, escaped slashes, and empty segments */
                     /* other than the last */
    net_text query;  /* after it, as sent; net_query_value() decodes it */
    const net_header *headers;
    int header_count;
    net_text body;
    bool is_upgrade; /* a valid request to become a WebSocket */
} net_request;

/* The header's value; its `bytes` are NULL if there is no such header. `name`
 * is in lower case. */
net_text net_request_header(const net_request *r, const char *name);

/* Decodes the value of a query parameter into `out`, with a NUL. False if the
 * parameter is missing, repeated, malformed or too long. */
bool net_query_value(const net_request *r, const char *name, char *out,
                     size_t size);

/* ---- Headers of every answer -------------------------------------------- */

/* With these headers a browser trusts the declared content type, shows no
 * answer inside another site's page, and does not tell other sites where the
 * reader comes from. The refusals made here have them; all other answers must
 * put them into `headers`. */
#define NET_HEADERS_SAFE                                                      \
    "X-Content-Type-Options: nosniff\r\n"                                     \
    "Referrer-Policy: no-referrer\r\n"                                        \
    "X-Frame-Options: SAMEORIGIN\r\n"                                         \
    "Cross-Origin-Opener-Policy: same-origin\r\n"

/* ---- Handlers ----------------------------------------------------------- */

/* The loop calls handlers; the functions below never do. So a handler may call
 * all these functions, for any connection, while it iterates over lists of its
 * own. */
typedef struct net_handlers {
    /* The handler, or later code, must answer with a function below. */
    void (*request)(void *context, const net_request *r);
    /* A complete text message in valid UTF-8. Binary messages are refused with
     * 1003. */
    void (*message)(void *context, net_id id, void *user, const char *text,
                    size_t length);
    /* The connection is gone; `user` is the argument of net_set_user(). Called
     * once for each id that a request had, also after net_close(). */
    void (*closed)(void *context, net_id id, void *user);
    /* The peer has finished sending while its request waits for an answer.
     * Most likely it is gone, but it may still read the answer. May be
     * NULL. */
    void (*left)(void *context, net_id id);
    /* A limit has refused a connection or a message: for counting. The peer
     * has got a 4xx or 5xx answer or a close code, where that was possible.
     * `why` is the wire word of a status where one fits (too-many-connections,
     * rate-limited, message-too-large, invalid-message), otherwise
     * slow-reader, header-timeout or ping-timeout. May be NULL. */
    void (*refused)(void *context, const char *why);
} net_handlers;

typedef struct net_stats {
    int connections, websockets;
    int capacity; /* the most connections at once */
    uint64_t accepted, bytes_in, bytes_out, messages_in;
    size_t unsent; /* bytes of output that the sockets have not taken yet */
} net_stats;

/* ---- The server --------------------------------------------------------- */

/* Also raises the process's limit on open files as far as the system allows. 0
 * or a negative errno. */
int net_server_create(net_loop *loop, const net_limits *limits,
                      const net_handlers *handlers, void *context,
                      net_server **ret);

/* Closes all connections without calling handlers. */
void net_server_destroy(net_server *s);

/* Listens on "127.0.0.1:8080", "[::]:80" (IPv6 only) or "unix:PATH"; may be
 * called for several addresses. Port 0 means a free port, which `*ret_port`
 * gets; `ret_port` may be NULL. Replaces a socket that a dead process has left
 * at PATH. 0 or a negative errno. */
int net_server_listen(net_server *s, const char *address, int *ret_port);

/* Listens where another server listens, whose loop must not run meanwhile. */
int net_server_listen_where(net_server *s, const net_server *other);
void net_server_stop_listening(net_server *s);

net_stats net_server_stats(const net_server *s);

/* Ends every connection in an orderly way. A WebSocket gets its pending output
 * and a close frame with code 1001 (going away) and the reason; HTTP gets the
 * answer in progress; idle connections end at once. The server still accepts
 * new connections while it listens. */
void net_server_drain(net_server *s, const char *reason);

/* For requests from this address ("127.0.0.1" or "unix"), limits per address
 * count the last entry of X-Forwarded-For instead. At most eight addresses. 0
 * or a negative errno. */
int net_server_trust_proxy(net_server *s, const char *address);

/* ---- Answering ---------------------------------------------------------- */

/* These functions do nothing if the connection is gone. */

void net_set_user(net_server *s, net_id id, void *user);
void *net_user(net_server *s, net_id id); /* NULL if it is gone */

/* The key by which limits per address count: an IPv4 address, or the /64 of an
 * IPv6 address. 0 for Unix sockets, and if the connection is gone. */
uint64_t net_address_key(net_server *s, net_id id);

/* Sends a complete answer. `headers` is zero or more lines "Name: value\r\n",
 * or NULL. Content-Length, Date and Connection are added; the answer to HEAD
 * has no body. */
void net_respond(net_server *s, net_id id, int status, const char *headers,
                 const void *body, size_t length);

/* The same without copying the body, which must live as long as the server:
 * for data that is built into the program. */
void net_respond_static(net_server *s, net_id id, int status,
                        const char *headers, const void *body, size_t length);

/* Starts an answer of unknown length (Server-Sent Events, ndjson): sends the
 * headers; net_write() then sends raw bytes of the body, as chunks, and
 * net_finish() ends it. False if there is no body: for HEAD, or if the client
 * is gone. */
bool net_respond_stream(net_server *s, net_id id, int status,
                        const char *headers);
void net_finish(net_server *s, net_id id);

/* Completes the handshake of a request with `is_upgrade`. `subprotocol` is one
 * that the client offered, or NULL. */
void net_upgrade(net_server *s, net_id id, const char *subprotocol);

/* Writes a text message to a WebSocket, or one chunk to a stream. It is sent
 * at the end of the turn, with everything else written to that connection. */
void net_write(net_server *s, net_id id, const char *text, size_t length);

/* To send the same text to many WebSockets, make the frame once and write it
 * to each. net_frame_text() needs room for `length` + NET_FRAME_HEAD bytes,
 * and returns the frame's length. */
enum { NET_FRAME_HEAD = 10 };
size_t net_frame_text(const char *text, size_t length, char *out);
void net_write_frame(net_server *s, net_id id, const char *frame,
                     size_t length);

/* Ends a connection in an orderly way, after the pending output: a WebSocket
 * with a close frame (a code of RFC 6455 and a reason), HTTP by closing. */
void net_close(net_server *s, net_id id, int code, const char *reason);

/* Sends all pending output now instead of at the end of the turn. */
void net_flush(net_server *s);

#endif /* NET_NET_SERVER_H */
