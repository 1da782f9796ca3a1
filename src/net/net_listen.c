/* net_listen.c - listening, accepting and refusing connections. */
#include "net_conn.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "number.h"

enum {
    BACKLOG = 4096,
    ACCEPT_BATCH = 64, /* connections accepted per turn */
    PAUSE_MS = 50,     /* pause in accepting without descriptors or memory */
    MOST_REFUSED = 64, /* refusals answered at a time; others are just cut */
    SEND_BUFFER = 128 * 1024
};

/* ---- New connections ---------------------------------------------------- */

/* Answers why the connection is refused. If many are refused at a time, cuts
 * it. */
static void refuse_connection(net_conn *c, int status, const char *detail)
{
    net_server *s = c->server;
    if (s->refused_count >= MOST_REFUSED) {
        net_conn_cut(c, "too-many-connections");
        return;
    }
    c->is_refused = true;
    s->refused_count++;
    net_http_refuse(c, status, "too-many-connections", detail);
}

static void add_connection(net_server *s, int fd,
                           const struct sockaddr *address)
{
    const net_peer peer = net_peer_of(address);
    const int others = s->stats.connections - s->refused_count;
    s->stats.accepted++;
    net_conn *c = net_conn_open(s, fd, &peer);
    if (!c) {
        (void)close(fd);
        return;
    }
    c->is_proxied = net_server_trusts(s, &peer);
    if (others >= s->stats.capacity)
        refuse_connection(c, 503, "too many connections");
    else if (!c->is_proxied && !net_server_count(c, &peer))
        refuse_connection(c, 429, "too many connections from this address");
    else
        net_conn_deadline(c, net_loop_now(s->loop) + s->limits.header_ms);
}

/* ---- Without descriptors or memory -------------------------------------- */

static void pause_accepting(net_server *s, bool pause)
{
    for (int i = 0; i < s->listener_count; i++)
        (void)net_watch_change(s->loop, &s->listeners[i].watch,
                               pause ? 0 : NET_READABLE);
}

static void on_accept_timer(net_timer *timer)
{
    pause_accepting((net_server *)((char *)timer -
                                   offsetof(struct net_server, accept_timer)),
                    false);
}

/* No descriptor is left. Closes the spare one to accept and close the first
 * connection in the queue, which would otherwise hang. Then pauses, because
 * the queue stays ready and the loop would spin. */
static void refuse_unaccepted(net_server *s, int listener)
{
    net_server_refuse(s, "too-many-connections");
    if (s->spare_fd >= 0) {
        (void)close(s->spare_fd);
        const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd >= 0)
            (void)close(fd);
        s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    s->accept_timer.fire = on_accept_timer;
    if (net_timer_set(s->loop, &s->accept_timer,
                      net_loop_now(s->loop) + PAUSE_MS) == 0)
        pause_accepting(s, true);
}

static void on_listener(net_watch *watch, int events)
{
    net_server *s = ((net_listener *)watch)->server;
    (void)events;
    for (int i = 0; i < ACCEPT_BATCH; i++) {
        struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
        socklen_t length = sizeof address;
        const int fd = accept4(watch->fd, (struct sockaddr *)&address, &length,
                               SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            add_connection(s, fd, (const struct sockaddr *)&address);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
                   errno == ENOMEM) {
            refuse_unaccepted(s, watch->fd);
            break;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            break;
        }
    }
    net_server_attend(s);
}

/* ---- Listening ---------------------------------------------------------- */

static int add_listener(net_server *s, int fd, const char *path)
{
    if (s->listener_count == NET_MAX_LISTENERS)
        return -ENOSPC;
    net_listener *l = &s->listeners[s->listener_count];
    *l = (net_listener){.server = s};
    l->watch = (net_watch){.fd = fd, .ready = on_listener};
    (void)snprintf(l->path, sizeof l->path, "%s", path);
    const int error = net_watch_add(s->loop, &l->watch, NET_READABLE);
    if (error == 0)
        s->listener_count++;
    return error;
}

/* Accepted connections inherit these options, which saves calls for each of
 * them. SO_SNDBUF bounds the kernel's memory for a peer that does not read;
 * keepalive finds peers that are gone. */
static void set_options(int fd, int family)
{
    static const struct {
        int level, name, value;
    } options[] = {
        {SOL_SOCKET, SO_REUSEADDR, 1},   {SOL_SOCKET, SO_SNDBUF, SEND_BUFFER},
        {SOL_SOCKET, SO_KEEPALIVE, 1},   {IPPROTO_TCP, TCP_NODELAY, 1},
        {IPPROTO_TCP, TCP_KEEPIDLE, 60}, {IPPROTO_TCP, TCP_KEEPINTVL, 15},
        {IPPROTO_TCP, TCP_KEEPCNT, 4},   {IPPROTO_IPV6, IPV6_V6ONLY, 1},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].level != IPPROTO_IPV6 || family == AF_INET6)
            (void)setsockopt(fd, options[i].level, options[i].name,
                             &options[i].value, sizeof options[i].value);
}

static int listen_on(net_server *s, int fd, const struct sockaddr *address,
                     socklen_t length, const char *path)
{
    if (bind(fd, address, length) < 0 || listen(fd, BACKLOG) < 0)
        return -errno;
    return add_listener(s, fd, path);
}

static int port_of(int fd)
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    char port[8] = "0";
    if (getsockname(fd, (struct sockaddr *)&address, &length) == 0)
        (void)getnameinfo((const struct sockaddr *)&address, length, NULL, 0,
                          port, sizeof port, NI_NUMERICSERV);
    return (int)strtol(port, NULL, 10);
}

/* Splits "HOST:PORT" or "[HOST]:PORT"; false if it is neither. */
static bool split_address(const char *address, char host[NET_PEER_TEXT],
                          const char **ret_port)
{
    const char *colon = strrchr(address, ':');
    int port;
    if (!colon || strlen(colon + 1) > 5 ||
        !number_read_int(colon + 1, 0, UINT16_MAX, &port))
        return false;
    const bool bracketed = address[0] == '[';
    const char *from = address + bracketed, *to = colon - bracketed;
    if (to <= from || (bracketed && *to != ']') ||
        to - from >= NET_PEER_TEXT ||
        (memchr(from, ':', (size_t)(to - from)) != NULL) != bracketed)
        return false;
    memcpy(host, from, (size_t)(to - from));
    host[to - from] = '\0';
    *ret_port = colon + 1;
    return true;
}

static int listen_inet(net_server *s, const char *address, int *ret_port)
{
    const struct addrinfo hints = {
        .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
        .ai_socktype = SOCK_STREAM,
    };
    struct addrinfo *found = NULL;
    char host[NET_PEER_TEXT];
    const char *port = NULL;
    if (!split_address(address, host, &port) ||
        getaddrinfo(host, port, &hints, &found) != 0)
        return -EINVAL;
    const int fd = socket(found->ai_family,
                          SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int error = fd < 0 ? -errno : 0;
    if (error == 0) {
        set_options(fd, found->ai_family);
        error = listen_on(s, fd, found->ai_addr, found->ai_addrlen, "");
    }
    freeaddrinfo(found);
    if (error == 0 && ret_port)
        *ret_port = port_of(fd);
    else if (error < 0 && fd >= 0)
        (void)close(fd);
    return error;
}

/* Removes a socket that nobody listens on: a dead process has left it. */
static void remove_stale(const struct sockaddr_un *address)
{
    struct stat st;
    if (lstat(address->sun_path, &st) < 0 || !S_ISSOCK(st.st_mode))
        return;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    if (connect(fd, (const struct sockaddr *)address, sizeof *address) < 0 &&
        errno == ECONNREFUSED)
        (void)unlink(address->sun_path);
    (void)close(fd);
}

static int listen_unix(net_server *s, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) == 0 || strlen(path) >= sizeof address.sun_path)
        return -EINVAL;
    memcpy(address.sun_path, path, strlen(path) + 1);
    remove_stale(&address);
    const int fd =
        socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    const int error = listen_on(s, fd, (const struct sockaddr *)&address,
                                sizeof address, path);
    /* A proxy that runs as another user must be able to connect, whatever our
     * umask. The folder's permissions decide who can reach the socket. */
    if (error == 0)
        (void)chmod(path, 0666);
    else
        (void)close(fd);
    return error;
}

int net_server_listen(net_server *s, const char *address, int *ret_port)
{
    if (strncmp(address, "unix:", 5) != 0)
        return listen_inet(s, address, ret_port);
    const int error = listen_unix(s, address + 5);
    if (error == 0 && ret_port)
        *ret_port = 0;
    return error;
}

/* The other server removes the path of a Unix socket. */
int net_server_listen_where(net_server *s, const net_server *other)
{
    int error = 0;
    for (int i = 0; error == 0 && i < other->listener_count; i++) {
        const int fd = fcntl(other->listeners[i].watch.fd, F_DUPFD_CLOEXEC, 0);
        error = fd < 0 ? -errno : add_listener(s, fd, "");
        if (error < 0 && fd >= 0)
            (void)close(fd);
    }
    return error;
}

void net_server_stop_listening(net_server *s)
{
    while (s->listener_count > 0) {
        net_listener *l = &s->listeners[--s->listener_count];
        net_watch_remove(s->loop, &l->watch);
        (void)close(l->watch.fd);
        if (l->path[0])
            (void)unlink(l->path);
    }
}
