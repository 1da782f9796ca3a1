/* net_loop.h - one thread that waits for many things.
 *
 * Sockets that are ready, moments that have come, signals, and news from
 * other threads: each is told to a callback on the thread that runs the loop.
 * Nothing here is for other threads, except net_loop_wake(). */
#ifndef NET_NET_LOOP_H
#define NET_NET_LOOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct net_loop net_loop;

int net_loop_create(net_loop **ret); /* negative errno */
void net_loop_destroy(net_loop *loop);

/* Runs until net_loop_stop(); a negative errno if waiting itself failed. */
int net_loop_run(net_loop *loop);
void net_loop_stop(net_loop *loop);

/* Time: once a turn, so that all that happens in a turn happens at once.
 * Monotonic, in milliseconds; and of the calendar, since 1970. */
int64_t net_loop_now(const net_loop *loop);
int64_t net_loop_calendar(const net_loop *loop);

/* The time of a loop that has not run yet, or not for long. */
void net_loop_look_at_clocks(net_loop *loop);

/* ---- Descriptors -------------------------------------------------------- */

/* NET_GONE is told always, when nothing can be read or written any more; who
 * asks for it is told already when the peer has finished sending.
 *
 * Who asks for NET_EDGE is told of news only: not again before something has
 * come, and so must read until it gets less than it asked for, or ask to be
 * told again. The kernel then need not look at it in the next turn. */
enum { NET_READABLE = 1, NET_WRITABLE = 2, NET_GONE = 4, NET_EDGE = 8 };

/* Embedded by whoever owns the descriptor. */
typedef struct net_watch {
    int fd;
    uint32_t events;
    void (*ready)(struct net_watch *watch, int events);
} net_watch;

int net_watch_add(net_loop *loop, net_watch *watch, int events);
int net_watch_change(net_loop *loop, net_watch *watch, int events);
/* What is so now is told in the next turn, news or not. */
int net_watch_again(net_loop *loop, net_watch *watch);
/* Safe inside any callback: `watch` is not told of anything any more. */
void net_watch_remove(net_loop *loop, net_watch *watch);

/* ---- Moments ------------------------------------------------------------ */

/* Embedded; fires once. Setting it again moves it; a fired or cleared one
 * costs nothing. */
typedef struct net_timer {
    int64_t at;
    int place; /* in the heap; 0: not set */
    void (*fire)(struct net_timer *timer);
} net_timer;

int net_timer_set(net_loop *loop, net_timer *timer, int64_t at);
void net_timer_clear(net_loop *loop, net_timer *timer);

/* ---- Everything else ---------------------------------------------------- */

/* From any thread and from signal handlers: `woken` runs on the loop's. Many
 * wakes may become one. */
typedef void net_woken(void *context);
void net_loop_on_wake(net_loop *loop, net_woken *woken, void *context);
void net_loop_wake(net_loop *loop);

/* Called behind all callbacks of a turn, before the loop waits again. Several
 * may be there; they run in the order of their adding. */
int net_loop_on_turn(net_loop *loop, net_woken *turn, void *context);

/* The same, behind all of those: net_server sends here what they wrote. */
int net_loop_on_turn_end(net_loop *loop, net_woken *end, void *context);
void net_loop_off_turn_end(net_loop *loop, net_woken *end, void *context);

/* `handler` runs on the loop's thread; which thread the signal reached does
 * not matter. One loop a signal; net_loop_destroy() gives it back. */
typedef void net_signalled(int number, void *context);
int net_loop_on_signal(net_loop *loop, int number, net_signalled *handler,
                       void *context);

#endif /* NET_NET_LOOP_H */
