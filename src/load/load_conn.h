/* load_conn.h - one WebSocket, seen from the client's side.
 *
 * Never waits. Input is read into a buffer that all connections share; only
 * the rest of an unfinished frame is kept, and output only if the socket was
 * full. Descriptors are for edge-triggered epoll with EPOLLIN | EPOLLOUT |
 * EPOLLRDHUP: read after each event until the socket is dry. */
#ifndef LOAD_LOAD_CONN_H
#define LOAD_LOAD_CONN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "oxo/playout.h"

/* ---- Where to ----------------------------------------------------------- */

enum { LOAD_PATH_TEXT = 128, LOAD_HOST_TEXT = 80, LOAD_OTHERS = 3 };

typedef struct load_address {
    struct sockaddr_storage socket;
    socklen_t length;
    int others; /* further sockets of the same host, */
    struct sockaddr_storage other[LOAD_OTHERS];
    socklen_t other_length[LOAD_OTHERS];
    char host[LOAD_HOST_TEXT]; /* as the Host header says it */
    char path[LOAD_PATH_TEXT]; /* "/ws" */
} load_address;

/* Reads "ws://127.0.0.1:8080/ws", "http://[::1]:8080", "localhost:8080"; the
 * path is "/ws" unless given, the port 8080. Returns NULL, or what is wrong
 * with it, in words. */
const char *load_address_parse(const char *url, load_address *ret);

/* Puts the host's next socket in the place of the one that did not answer;
 * false if there is none left. */
bool load_address_next(load_address *a);

/* ---- Connections -------------------------------------------------------- */

typedef enum load_state {
    LOAD_CLOSED,
    LOAD_OPENING, /* connecting, or its handshake is under way */
    LOAD_OPEN
} load_state;

enum { LOAD_KEY_TEXT = 25 };

/* What stands between a connection and its socket, such as TLS. Both are like
 * send() and recv() that never wait, and set errno as they do. */
typedef struct load_tube {
    ssize_t (*send)(void *context, int fd, const void *bytes, size_t length);
    ssize_t (*receive)(void *context, int fd, void *bytes, size_t length);
    void *context;
} load_tube;

typedef struct load_conn {
    int fd;
    const load_tube *tube; /* NULL: nothing does */
    uint8_t state;         /* a load_state */
    char key[LOAD_KEY_TEXT];
    uint32_t kept, unsent;
    uint8_t *rest;   /* input of an unfinished frame */
    uint8_t *output; /* what the socket did not take yet */
} load_conn;

/* Starts to connect and to shake hands: a negative errno. `fd` can then be
 * watched; the connection is open when load_conn_read() says so. `path`, if
 * not NULL, replaces that of the address. */
int load_conn_open(load_conn *c, const load_address *a, const char *path,
                   oxo_random *random);

/* The same through a tube, which must outlive the connection. */
int load_conn_open_through(load_conn *c, const load_address *a,
                           const load_tube *tube, oxo_random *random);

/* Closes at once, without a word, and leaves nothing behind in the system. */
void load_conn_cut(load_conn *c);

/* What a connection tells while it is read. */
typedef enum load_news {
    LOAD_NEWS_OPEN,   /* the handshake is done */
    LOAD_NEWS_TEXT,   /* a whole message */
    LOAD_NEWS_CLOSED, /* the peer is gone; `code` as in RFC 6455, or 1006 */
    LOAD_NEWS_BROKEN  /* it broke the protocol: `text` says how */
} load_news;

typedef void load_hear(void *context, load_conn *c, load_news news,
                       const char *text, size_t length, int code);

/* Reads what there is. `ends`: the peer has closed it, so that behind the last
 * bytes there is the end, of which nobody will be told again.
 * LOAD_NEWS_CLOSED and LOAD_NEWS_BROKEN are told last,
 * when the connection has been cut. `hear` must not cut it itself. */
void load_conn_read(load_conn *c, bool ends, load_hear *hear, void *context);

/* Sends a text message under a mask of its own. False: it is not open, or
 * its peer has not read for too long. */
bool load_conn_send(load_conn *c, const char *text, size_t length,
                    oxo_random *random);

/* Says goodbye with this code; the peer answers and closes. */
void load_conn_close(load_conn *c, int code, oxo_random *random);

/* Bytes as they are, for clients that do not keep to the protocol. */
bool load_conn_send_raw(load_conn *c, const void *bytes, size_t length);

/* The socket may take what is left. */
void load_conn_flush(load_conn *c);

#endif /* LOAD_LOAD_CONN_H */
