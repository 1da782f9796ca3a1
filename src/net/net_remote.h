/* net_remote.h - the address of a server that a client connects to. */
#ifndef NET_NET_REMOTE_H
#define NET_NET_REMOTE_H

#include <stdbool.h>
#include <sys/socket.h>

enum { NET_PATH_TEXT = 128, NET_HOST_TEXT = 80, NET_REMOTE_OTHERS = 3 };

typedef struct net_remote {
    struct sockaddr_storage socket;
    socklen_t length;
    int others; /* further addresses of the same host: */
    struct sockaddr_storage other[NET_REMOTE_OTHERS];
    socklen_t other_length[NET_REMOTE_OTHERS];
    char host[NET_HOST_TEXT]; /* the value of the Host header */
    char path[NET_PATH_TEXT]; /* "/ws" */
} net_remote;

/* Reads "ws://127.0.0.1:8080/ws", "http://[::1]:8080" or "localhost:8080" and
 * looks the host up, which may take time. The default path is "/ws", the
 * default port 8080. Returns NULL, or what is wrong, in words. */
const char *net_remote_parse(const char *url, net_remote *ret);

/* Replaces the address, which did not answer, by the host's next one; false if
 * there is none. */
bool net_remote_next(net_remote *a);

#endif /* NET_NET_REMOTE_H */
