/* waiting.c - see waiting.h.
 *
 * Signals are read from a descriptor. A signal that was not read before the
 * store is open stays pending, and reaches the server. */
#define _POSIX_C_SOURCE 200809L
#include "waiting.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "http_headers.h"

enum { PATIENCE_MS = 1000 };

struct waiting {
    net_loop *loop;
    net_server *net;
    const net_server *doors;
    net_timer patience;
    net_watch signals;
    int signal; /* the one that was read, or 0 */
    sigset_t before;
};

/* ---- Clients ------------------------------------------------------------ */

static void on_request(void *context, const net_request *r)
{
    static const char headers[] = "Content-Type: text/plain; charset=utf-8\r\n"
                                  "Retry-After: 1\r\n" HEADERS_API;
    static const char health[] = "/healthz";
    waiting *w = context;
    const bool is_health = r->path.length == strlen(health) &&
                           memcmp(r->path.bytes, health, strlen(health)) == 0;
    const char *text = is_health ? "ok\n" : "waiting for the store\n";
    net_respond(w->net, r->id, is_health ? 200 : 503, headers, text,
                strlen(text));
}

/* There are no WebSockets, and no connection has user data. */
static void on_message(void *context, net_id id, void *user, const char *text,
                       size_t length)
{
    (void)context, (void)id, (void)user, (void)text, (void)length;
}

static void on_closed(void *context, net_id id, void *user)
{
    (void)context, (void)id, (void)user;
}

static const net_handlers handlers = {
    .request = on_request, .message = on_message, .closed = on_closed};

/* If this fails, clients simply go on waiting. */
static void start_answering(net_timer *timer)
{
    waiting *w = (waiting *)((char *)timer - offsetof(waiting, patience));
    (void)net_server_listen_where(w->net, w->doors);
}

/* ---- The end ------------------------------------------------------------ */

static void on_signal(net_watch *watch, int events)
{
    waiting *w = (waiting *)((char *)watch - offsetof(waiting, signals));
    struct signalfd_siginfo info;
    (void)events;
    if (read(watch->fd, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    w->signal = (int)info.ssi_signo;
    net_loop_stop(w->loop);
}

static void on_wake(void *context)
{
    waiting *w = context;
    net_loop_stop(w->loop);
}

void waiting_end(waiting *w)
{
    net_loop_wake(w->loop);
}

int waiting_run(waiting *w)
{
    const int error = net_loop_run(w->loop);
    return error < 0 ? error : w->signal;
}

/* ---- Life --------------------------------------------------------------- */

static int watch_signals(waiting *w)
{
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGINT);
    const int error = pthread_sigmask(SIG_BLOCK, &stops, &w->before);
    if (error != 0)
        return -error;
    w->signals.ready = on_signal;
    w->signals.fd = signalfd(-1, &stops, SFD_NONBLOCK | SFD_CLOEXEC);
    if (w->signals.fd < 0)
        return -errno;
    return net_watch_add(w->loop, &w->signals, NET_READABLE);
}

static int init_waiting(waiting *w, const net_limits *limits)
{
    int error = net_loop_create(&w->loop);
    if (error == 0)
        error = net_server_create(w->loop, limits, &handlers, w, &w->net);
    if (error == 0)
        error = watch_signals(w);
    if (error < 0)
        return error;
    net_loop_on_wake(w->loop, on_wake, w);
    w->patience.fire = start_answering;
    return net_timer_set(w->loop, &w->patience,
                         net_loop_now(w->loop) + PATIENCE_MS);
}

int waiting_create(const net_limits *limits, const net_server *doors,
                   waiting **ret)
{
    waiting *w = calloc(1, sizeof *w);
    if (!w)
        return -ENOMEM;
    w->doors = doors;
    w->signals.fd = -1;
    pthread_sigmask(SIG_BLOCK, NULL, &w->before);
    const int error = init_waiting(w, limits);
    if (error < 0) {
        waiting_destroy(w);
        return error;
    }
    *ret = w;
    return 0;
}

void waiting_destroy(waiting *w)
{
    if (!w)
        return;
    net_server_destroy(w->net);
    net_loop_destroy(w->loop);
    if (w->signals.fd >= 0)
        (void)close(w->signals.fd);
    pthread_sigmask(SIG_SETMASK, &w->before, NULL);
    free(w);
}
