/* echo.c - see echo.h: a bare epoll server.
 *
 * One thread; one recv() per frame, one send() for each of the two answers.
 * Events are edge-triggered: the kernel need not check a socket again after a
 * recv() that returned less than was asked for. A client is cut off if its
 * socket is full or if it sends anything but a small text frame. */
#define _GNU_SOURCE /* accept4(), memmem() */

#include "echo.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net_ws.h"

enum {
    EVENTS = 1024,
    INPUT = 65536,
    KEPT = 1024, /* the longest incomplete request or frame */
    ANSWER_HEAD = 4
};

/* Indexed by descriptor. */
typedef struct peer {
    int room; /* -1: before its request */
    uint32_t kept;
    uint8_t *rest; /* the start of an incomplete request or frame */
} peer;

typedef struct echo {
    int poll, listener, max_peers;
    peer *peers;
    int rooms[ECHO_MAX_ROOMS][2]; /* descriptors; 0: none */
    uint8_t answer[ANSWER_HEAD + ECHO_ANSWER];
    uint8_t input[KEPT + INPUT];
} echo;

static void cut_peer(echo *e, int fd)
{
    peer *p = &e->peers[fd];
    for (int i = 0; p->room >= 0 && i < 2; i++)
        if (e->rooms[p->room][i] == fd)
            e->rooms[p->room][i] = 0;
    free(p->rest);
    *p = (peer){.room = -1};
    close(fd);
}

/* ---- Frames ------------------------------------------------------------- */

static void send_answers(echo *e, int room, const uint8_t *text, size_t length)
{
    uint8_t *out = e->answer + ANSWER_HEAD;
    memcpy(out, text, length);
    memset(out + length, ' ', ECHO_ANSWER - length);
    for (int i = 0; i < 2; i++) {
        const int fd = e->rooms[room][i];
        if (fd > 0 &&
            send(fd, e->answer, sizeof e->answer,
                 MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)sizeof e->answer)
            shutdown(fd, SHUT_RDWR);
    }
}

/* Returns the number of bytes consumed, 0 if the frame is incomplete, or -1 to
 * cut the client off. */
static int take_frame(echo *e, int fd, uint8_t *bytes, size_t length)
{
    net_ws_frame f;
    const int ok = net_ws_read_head(bytes, length, true, &f);
    if (ok <= 0)
        return ok;
    if (f.opcode != NET_WS_TEXT || !f.fin || f.length > ECHO_MAX_TEXT)
        return -1;
    if (length < f.head + f.length)
        return 0;
    net_ws_mask(bytes + f.head, f.length, f.mask, 0);
    send_answers(e, e->peers[fd].room, bytes + f.head, f.length);
    return (int)(f.head + f.length);
}

/* ---- The handshake ------------------------------------------------------ */

static bool enter_room(echo *e, int fd, long room)
{
    if (room < 0 || room >= ECHO_MAX_ROOMS)
        return false;
    int *seats = e->rooms[room];
    const int seat = seats[0] > 0;
    if (seats[seat] > 0)
        return false;
    seats[seat] = fd;
    e->peers[fd].room = (int)room;
    return true;
}

static bool accept_upgrade(int fd, const char *key)
{
    char accept[NET_WS_ACCEPT_TEXT], out[256];
    key += strspn(key, " ");
    if (!net_ws_accept(key, strcspn(key, "\r"), accept))
        return false;
    const int n = snprintf(out, sizeof out,
                           "HTTP/1.1 101 Switching Protocols\r\n"
                           "Upgrade: websocket\r\n"
                           "Connection: Upgrade\r\n"
                           "Sec-WebSocket-Accept: %s\r\n"
                           "Sec-WebSocket-Protocol: oxo.v1\r\n\r\n",
                           accept);
    return send(fd, out, (size_t)n, MSG_NOSIGNAL) == n;
}

/* Returns like take_frame(). */
static int take_request(echo *e, int fd, uint8_t *bytes, size_t length)
{
    static const char key[] = "\r\nSec-WebSocket-Key:", get[] = "GET /";
    const uint8_t *end = memmem(bytes, length, "\r\n\r\n", 4);
    if (!end)
        return 0;
    bytes[end - bytes + 3] = '\0';
    const char *text = (const char *)bytes, *found = strcasestr(text, key);
    if (!found || strncmp(text, get, strlen(get)) != 0 ||
        !enter_room(e, fd, strtol(text + strlen(get), NULL, 10)) ||
        !accept_upgrade(fd, found + strlen(key)))
        return -1;
    return (int)(end - bytes + 4);
}

/* ---- Bytes -------------------------------------------------------------- */

static bool keep_rest(peer *p, const uint8_t *bytes, size_t length)
{
    if (length > KEPT)
        return false;
    if (length > 0 && !p->rest)
        p->rest = malloc(KEPT);
    if (length > 0 && !p->rest)
        return false;
    if (length > 0)
        memcpy(p->rest, bytes, length);
    p->kept = (uint32_t)length;
    return true;
}

static bool take_all(echo *e, int fd, uint8_t *bytes, size_t length)
{
    peer *p = &e->peers[fd];
    while (length > 0) {
        const int used = p->room < 0 ? take_request(e, fd, bytes, length)
                                     : take_frame(e, fd, bytes, length);
        if (used < 0)
            return false;
        if (used == 0)
            break;
        bytes += used;
        length -= (size_t)used;
    }
    return keep_rest(p, bytes, length);
}

static void read_peer(echo *e, int fd)
{
    peer *p = &e->peers[fd];
    for (;;) {
        const size_t kept = p->kept;
        if (kept > 0)
            memcpy(e->input, p->rest, kept);
        const ssize_t n = recv(fd, e->input + kept, INPUT, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (n <= 0 || !take_all(e, fd, e->input, kept + (size_t)n)) {
            cut_peer(e, fd);
            return;
        }
        if (n < INPUT)
            return;
    }
}

/* ---- The loop ----------------------------------------------------------- */

static void accept_all(echo *e)
{
    for (;;) {
        const int fd = accept4(e->listener, NULL, NULL, SOCK_NONBLOCK);
        if (fd < 0)
            return;
        struct epoll_event event = {EPOLLIN | EPOLLRDHUP | EPOLLET,
                                    {.fd = fd}};
        if (fd >= e->max_peers ||
            epoll_ctl(e->poll, EPOLL_CTL_ADD, fd, &event) < 0) {
            close(fd);
            continue;
        }
        e->peers[fd] = (peer){.room = -1};
    }
}

static int run_loop(echo *e)
{
    struct epoll_event events[EVENTS];
    for (;;) {
        const int n = epoll_wait(e->poll, events, EVENTS, -1);
        if (n < 0 && errno != EINTR)
            return -errno;
        for (int i = 0; i < n; i++) {
            const int fd = events[i].data.fd;
            if (fd == e->listener)
                accept_all(e);
            else if (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
                cut_peer(e, fd);
            else
                read_peer(e, fd);
        }
    }
}

int echo_serve(int listener)
{
    static echo e;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return -errno;
    e.listener = listener;
    e.max_peers = files.rlim_cur < 1U << 20 ? (int)files.rlim_cur : 1 << 20;
    e.peers = calloc((size_t)e.max_peers, sizeof *e.peers);
    e.poll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {EPOLLIN, {.fd = listener}};
    int error = 0;
    if (!e.peers || e.poll < 0 ||
        epoll_ctl(e.poll, EPOLL_CTL_ADD, listener, &event) < 0)
        error = e.peers ? -errno : -ENOMEM;
    net_ws_write_head(NET_WS_TEXT, true, ECHO_ANSWER, NULL, e.answer);
    if (!error)
        error = run_loop(&e);
    free(e.peers);
    if (e.poll >= 0)
        close(e.poll);
    return error;
}
