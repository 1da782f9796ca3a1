/* net_client.h - one WebSocket, seen from the client's side.
 *
 * Never waits. Input is read into a buffer that all connections share; only
 * the rest of an unfinished frame is kept, and output only if the socket was
 * full. Descriptors are for edge-triggered epoll with EPOLLIN | EPOLLOUT |
 * EPOLLRDHUP: read after each event until the socket is dry. */
#ifndef NET_NET_CLIENT_H
#define NET_NET_CLIENT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- Where to ----------------------------------------------------------- */

enum { NET_PATH_TEXT = 128, NET_HOST_TEXT = 80, NET_REMOTE_OTHERS = 3 };

typedef struct net_remote {
    struct sockaddr_storage socket;
    socklen_t length;
    int others; /* further sockets of the same host, */
    struct sockaddr_storage other[NET_REMOTE_OTHERS];
    socklen_t other_length[NET_REMOTE_OTHERS];
    char host[NET_HOST_TEXT]; /* as the Host header says it */
    char path[NET_PATH_TEXT]; /* "/ws" */
} net_remote;

/* Reads "ws://127.0.0.1:8080/ws", "http://[::1]:8080", "localhost:8080"; the
 * path is "/ws" unless given, the port 8080. Returns NULL, or what is wrong
 * with it, in words. */
const char *net_remote_parse(const char *url, net_remote *ret);

/* Puts the host's next socket in the place of the one that did not answer;
 * false if there is none left. */
bool net_remote_next(net_remote *a);

/* ---- Connections -------------------------------------------------------- */

typedef enum net_client_state {
    NET_CLIENT_CLOSED,
    NET_CLIENT_OPENING, /* connecting, or its handshake is under way */
    NET_CLIENT_OPEN
} net_client_state;

enum { NET_CLIENT_KEY_TEXT = 25 };

/* What stands between a connection and its socket, such as TLS. Both are like
 * send() and recv() that never wait, and set errno as they do. */
typedef struct net_tube {
    ssize_t (*send)(void *context, int fd, const void *bytes, size_t length);
    ssize_t (*receive)(void *context, int fd, void *bytes, size_t length);
    void *context;
} net_tube;

typedef struct net_client {
    int fd;
    const net_tube *tube; /* NULL: nothing does */
    uint8_t state;        /* a net_client_state */
    char key[NET_CLIENT_KEY_TEXT];
    uint32_t kept, unsent;
    uint8_t *rest;   /* input of an unfinished frame */
    uint8_t *output; /* what the socket did not take yet */
} net_client;

/* Starts to connect and to shake hands: a negative errno. `fd` can then be
 * watched; the connection is open when net_client_read() says so. `path`, if
 * not NULL, replaces that of the address. */
int net_client_open(net_client *c, const net_remote *a, const char *path,
                    uint64_t *random);

/* The same through a tube, which must outlive the connection. */
int net_client_open_through(net_client *c, const net_remote *a,
                            const net_tube *tube, uint64_t *random);

/* Closes at once, without a word, and leaves nothing behind in the system. */
void net_client_cut(net_client *c);

/* What a connection tells while it is read. */
typedef enum net_client_news {
    NET_CLIENT_NEWS_OPEN,   /* the handshake is done */
    NET_CLIENT_NEWS_TEXT,   /* a whole message */
    NET_CLIENT_NEWS_CLOSED, /* the peer is gone; `code` as in RFC 6455, or 1006
                             */
    NET_CLIENT_NEWS_BROKEN  /* it broke the protocol: `text` says how */
} net_client_news;

typedef void net_client_hear(void *context, net_client *c,
                             net_client_news news, const char *text,
                             size_t length, int code);

/* Reads what there is. `ends`: the peer has closed it, so that behind the last
 * bytes there is the end, of which nobody will be told again.
 * NET_CLIENT_NEWS_CLOSED and NET_CLIENT_NEWS_BROKEN are told last,
 * when the connection has been cut. `hear` must not cut it itself. */
void net_client_read(net_client *c, bool ends, net_client_hear *hear,
                     void *context);

/* Sends a text message under a mask of its own. False: it is not open, or
 * its peer has not read for too long. */
bool net_client_send(net_client *c, const char *text, size_t length,
                     uint64_t *random);

/* Says goodbye with this code; the peer answers and closes. */
void net_client_close(net_client *c, int code, uint64_t *random);

/* Bytes as they are, for clients that do not keep to the protocol. */
bool net_client_send_raw(net_client *c, const void *bytes, size_t length);

/* The socket may take what is left. */
void net_client_flush(net_client *c);

#endif /* NET_NET_CLIENT_H */
