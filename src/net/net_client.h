/* net_client.h - the client's side of a WebSocket.
 *
 * Never blocks. All connections receive into one buffer; a connection keeps
 * only the start of an incomplete frame, and output that the socket has not
 * taken. Watch `fd` with edge-triggered epoll and EPOLLIN | EPOLLOUT |
 * EPOLLRDHUP, and call net_client_read() after each event. */
#ifndef NET_NET_CLIENT_H
#define NET_NET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "net_remote.h"

/* ---- Connections -------------------------------------------------------- */

typedef enum net_client_state {
    NET_CLIENT_CLOSED,
    NET_CLIENT_OPENING, /* connecting, or waiting for the handshake's answer */
    NET_CLIENT_OPEN
} net_client_state;

enum { NET_CLIENT_KEY_TEXT = 25 };

/* A layer between a connection and its socket, such as TLS. Both functions are
 * like non-blocking send() and recv(), and set errno like them. */
typedef struct net_tube {
    ssize_t (*send)(void *context, int fd, const void *bytes, size_t length);
    ssize_t (*receive)(void *context, int fd, void *bytes, size_t length);
    void *context;
} net_tube;

typedef struct net_client {
    int fd;
    const net_tube *tube; /* NULL: none */
    uint8_t state;        /* a net_client_state */
    char key[NET_CLIENT_KEY_TEXT];
    uint32_t kept, unsent; /* bytes in `rest` and `output` */
    uint8_t *rest;         /* the start of an incomplete frame */
    uint8_t *output;       /* what the socket has not taken yet */
} net_client;

/* Starts to connect; then `fd` can be watched. The connection is open when
 * net_client_read() reports NET_CLIENT_NEWS_OPEN. `path`, if not NULL,
 * replaces the path of the address. `random` is the state of a generator of
 * random numbers, which the caller seeds. 0 or a negative errno. */
int net_client_open(net_client *c, const net_remote *a, const char *path,
                    uint64_t *random);

/* The same through a tube, which must live as long as the connection. */
int net_client_open_through(net_client *c, const net_remote *a,
                            const net_tube *tube, uint64_t *random);

/* Closes at once, without a close frame and without TIME_WAIT. */
void net_client_cut(net_client *c);

/* What net_client_read() reports. */
typedef enum net_client_news {
    NET_CLIENT_NEWS_OPEN,   /* the handshake is done */
    NET_CLIENT_NEWS_TEXT,   /* a complete message */
    NET_CLIENT_NEWS_CLOSED, /* the end: `code` of RFC 6455, 1006 without one */
    NET_CLIENT_NEWS_BROKEN  /* the peer broke the protocol: `text` says how */
} net_client_news;

typedef void net_client_hear(void *context, net_client *c,
                             net_client_news news, const char *text,
                             size_t length, int code);

/* Reads all input and reports it to `hear`. Set `ends` if the event says that
 * the peer has closed the connection: then read up to the end, because no
 * further event will come. The connection is already cut when
 * NET_CLIENT_NEWS_CLOSED or NET_CLIENT_NEWS_BROKEN is reported. `hear` must
 * not cut it. */
void net_client_read(net_client *c, bool ends, net_client_hear *hear,
                     void *context);

/* Sends a text message. False if the connection is not open, or if the peer
 * has left too much output unread. */
bool net_client_send(net_client *c, const char *text, size_t length,
                     uint64_t *random);

/* Sends a close frame with this code; the peer answers it and closes. */
void net_client_close(net_client *c, int code, uint64_t *random);

/* Sends bytes without framing, for clients that break the protocol. */
bool net_client_send_raw(net_client *c, const void *bytes, size_t length);

/* Sends output that was left; for when the socket is writable again. */
void net_client_flush(net_client *c);

#endif /* NET_NET_CLIENT_H */
