/* net_loop.h - an event loop: one thread waits for sockets, timers, signals
 * and other threads.
 *
 * All callbacks run on the thread that runs the loop. Other threads may only
 * call net_loop_wake(). Functions that return int return 0 or a negative
 * errno. */
#ifndef NET_NET_LOOP_H
#define NET_NET_LOOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct net_loop net_loop;

int net_loop_create(net_loop **ret);
void net_loop_destroy(net_loop *loop);

/* Runs until net_loop_stop(); a negative errno if waiting fails. */
int net_loop_run(net_loop *loop);
void net_loop_stop(net_loop *loop);

/* The time in milliseconds, monotonic and since 1970. The loop reads the
 * clocks once per turn, so that everything in a turn happens at the same time.
 */
int64_t net_loop_now(const net_loop *loop);
int64_t net_loop_calendar(const net_loop *loop);

/* Reads the clocks now: for a loop that is not running. */
void net_loop_look_at_clocks(net_loop *loop);

/* ---- Descriptors -------------------------------------------------------- */

/* NET_GONE is always reported when the connection is broken. A watch that asks
 * for NET_GONE is also told when the peer has finished sending.
 *
 * With NET_EDGE the callback runs only when new data arrives. It must read
 * until it gets less than it asked for, or call net_watch_again(). In return
 * the kernel need not check the descriptor in every turn. */
enum { NET_READABLE = 1, NET_WRITABLE = 2, NET_GONE = 4, NET_EDGE = 8 };

/* Embedded in the object that owns the descriptor. */
typedef struct net_watch {
    int fd;
    uint32_t events;
    void (*ready)(struct net_watch *watch, int events);
} net_watch;

int net_watch_add(net_loop *loop, net_watch *watch, int events);
int net_watch_change(net_loop *loop, net_watch *watch, int events);
/* Reports the present state in the next turn, even if nothing new arrives. */
int net_watch_again(net_loop *loop, net_watch *watch);
/* Safe in every callback: `watch->ready` is not called again. */
void net_watch_remove(net_loop *loop, net_watch *watch);

/* ---- Timers ------------------------------------------------------------- */

/* Embedded in its owner; fires once, at the time `at` of net_loop_now().
 * Setting it again moves it. All zero but `fire` at first. */
typedef struct net_timer {
    int64_t at;
    int place; /* in the heap; 0 if it is not set */
    void (*fire)(struct net_timer *timer);
} net_timer;

int net_timer_set(net_loop *loop, net_timer *timer, int64_t at);
void net_timer_clear(net_loop *loop, net_timer *timer);

/* ---- Wakes, turns, signals ---------------------------------------------- */

/* net_loop_wake() makes the loop's thread call `woken`. Any thread and any
 * signal handler may call it. Several wakes may cause one call. */
typedef void net_woken(void *context);
void net_loop_on_wake(net_loop *loop, net_woken *woken, void *context);
void net_loop_wake(net_loop *loop);

/* Adds a function that is called after all other callbacks of each turn,
 * before the loop waits again. They are called in the order in which they were
 * added. */
int net_loop_on_turn(net_loop *loop, net_woken *turn, void *context);

/* The same, after those functions: net_server sends the turn's output here. */
int net_loop_on_turn_end(net_loop *loop, net_woken *end, void *context);
void net_loop_off_turn_end(net_loop *loop, net_woken *end, void *context);

/* Calls `handler` on the loop's thread when the process gets the signal, on
 * whatever thread. Only one loop may handle a signal; net_loop_destroy()
 * restores the previous action. */
typedef void net_signalled(int number, void *context);
int net_loop_on_signal(net_loop *loop, int number, net_signalled *handler,
                       void *context);

#endif /* NET_NET_LOOP_H */
