/* net_loop.c - see net_loop.h: epoll, a heap of timers, an eventfd. */
#include "net_loop.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "array.h"
#include "clock.h"

/* Events per turn. Many, so that they share one commit and one reading of the
 * clock; not too many, because the first event waits for the last. */
enum { BATCH = 512, MOST_HOOKS = 8, MOST_SIGNALS = 64 };

typedef struct hook {
    net_woken *call;
    void *context;
} hook;

typedef struct hooks {
    hook list[MOST_HOOKS];
    int count;
} hooks;

typedef struct signal_hook {
    net_signalled *handler;
    void *context;
    struct sigaction before;
} signal_hook;

struct net_loop {
    int epoll;
    bool stopped;
    int64_t now, calendar;
    struct epoll_event batch[BATCH];
    int batch_next, batch_count; /* events reported so far, and in total */
    net_timer **heap;            /* [1] is the earliest */
    int heap_count;
    size_t heap_room;
    net_watch wake; /* other threads and signals use this and the next two */
    atomic_bool wake_pending;
    atomic_uint_least64_t signals; /* bit i: signal i has arrived */
    hook woken;
    hooks turns, ends;
    signal_hook signal_hooks[MOST_SIGNALS];
};

/* ---- Time --------------------------------------------------------------- */

void net_loop_look_at_clocks(net_loop *loop)
{
    loop->now = clock_ms();
    loop->calendar = clock_calendar_ms();
}

int64_t net_loop_now(const net_loop *loop)
{
    return loop->now;
}

int64_t net_loop_calendar(const net_loop *loop)
{
    return loop->calendar;
}

/* ---- Descriptors -------------------------------------------------------- */

static uint32_t to_epoll(int events)
{
    return ((events & NET_READABLE) ? (uint32_t)EPOLLIN : 0U) |
           ((events & NET_WRITABLE) ? (uint32_t)EPOLLOUT : 0U) |
           ((events & NET_GONE) ? (uint32_t)EPOLLRDHUP : 0U) |
           ((events & NET_EDGE) ? (uint32_t)EPOLLET : 0U);
}

static int from_epoll(uint32_t events)
{
    const uint32_t gone = EPOLLHUP | EPOLLERR | EPOLLRDHUP;
    return ((events & EPOLLIN) ? NET_READABLE : 0) |
           ((events & EPOLLOUT) ? NET_WRITABLE : 0) |
           ((events & gone) ? NET_GONE : 0);
}

static int control_epoll(net_loop *loop, int operation, net_watch *watch,
                         int events)
{
    struct epoll_event e = {.events = to_epoll(events), .data.ptr = watch};
    if (epoll_ctl(loop->epoll, operation, watch->fd, &e) < 0)
        return -errno;
    watch->events = (uint32_t)events;
    return 0;
}

int net_watch_add(net_loop *loop, net_watch *watch, int events)
{
    return control_epoll(loop, EPOLL_CTL_ADD, watch, events);
}

int net_watch_change(net_loop *loop, net_watch *watch, int events)
{
    if (watch->events == (uint32_t)events)
        return 0;
    return control_epoll(loop, EPOLL_CTL_MOD, watch, events);
}

int net_watch_again(net_loop *loop, net_watch *watch)
{
    return control_epoll(loop, EPOLL_CTL_MOD, watch, (int)watch->events);
}

void net_watch_remove(net_loop *loop, net_watch *watch)
{
    (void)control_epoll(loop, EPOLL_CTL_DEL, watch, 0);
    for (int i = loop->batch_next; i < loop->batch_count; i++)
        if (loop->batch[i].data.ptr == watch)
            loop->batch[i].data.ptr = NULL;
}

/* With thousands of watches the next one is in no cache yet. */
static void fetch_ahead(const net_loop *loop)
{
    enum { AHEAD = 2 };
    if (loop->batch_next + AHEAD < loop->batch_count)
        __builtin_prefetch(loop->batch[loop->batch_next + AHEAD].data.ptr);
}

static void call_watches(net_loop *loop)
{
    while (loop->batch_next < loop->batch_count) {
        fetch_ahead(loop);
        const struct epoll_event e = loop->batch[loop->batch_next++];
        net_watch *watch = e.data.ptr;
        if (watch)
            watch->ready(watch, from_epoll(e.events));
    }
}

/* ---- Timers ------------------------------------------------------------- */

static void put_timer(net_loop *loop, int place, net_timer *timer)
{
    loop->heap[place] = timer;
    timer->place = place;
}

static void sift_up(net_loop *loop, int place, net_timer *timer)
{
    for (; place > 1 && loop->heap[place / 2]->at > timer->at; place /= 2)
        put_timer(loop, place, loop->heap[place / 2]);
    put_timer(loop, place, timer);
}

static void sift_down(net_loop *loop, int place, net_timer *timer)
{
    for (int child; (child = 2 * place) <= loop->heap_count; place = child) {
        if (child < loop->heap_count &&
            loop->heap[child + 1]->at < loop->heap[child]->at)
            child++;
        if (loop->heap[child]->at >= timer->at)
            break;
        put_timer(loop, place, loop->heap[child]);
    }
    put_timer(loop, place, timer);
}

/* Puts `timer` where it belongs, given that `place` is free. */
static void place_timer(net_loop *loop, int place, net_timer *timer)
{
    if (place > 1 && loop->heap[place / 2]->at > timer->at)
        sift_up(loop, place, timer);
    else
        sift_down(loop, place, timer);
}

static int make_heap_room(net_loop *loop)
{
    /* Place 0 stays unused, so that a timer's place is never 0. */
    net_timer **heap =
        array_grow(loop->heap, &loop->heap_room, (size_t)loop->heap_count + 2,
                   sizeof(void *));
    if (!heap)
        return -ENOMEM;
    loop->heap = heap;
    return 0;
}

int net_timer_set(net_loop *loop, net_timer *timer, int64_t at)
{
    if (timer->place == 0) {
        const int error = make_heap_room(loop);
        if (error)
            return error;
        timer->place = ++loop->heap_count;
    }
    timer->at = at;
    place_timer(loop, timer->place, timer);
    return 0;
}

void net_timer_clear(net_loop *loop, net_timer *timer)
{
    const int place = timer->place;
    if (place == 0)
        return;
    timer->place = 0;
    net_timer *last = loop->heap[loop->heap_count--];
    if (last != timer)
        place_timer(loop, place, last);
}

/* A timer that its own callback sets for now fires in the next turn. */
static void fire_timers(net_loop *loop)
{
    for (int left = loop->heap_count; left > 0 && loop->heap_count > 0;
         left--) {
        net_timer *first = loop->heap[1];
        if (first->at > loop->now)
            return;
        net_timer_clear(loop, first);
        first->fire(first);
    }
}

static int milliseconds_to_wait(const net_loop *loop)
{
    if (loop->heap_count == 0)
        return -1;
    /* Reads the clock again: the turn may have taken long. */
    const int64_t left = loop->heap[1]->at - clock_ms();
    return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

/* ---- Other threads and signals ------------------------------------------ */

static _Atomic(net_loop *) signal_loops[MOST_SIGNALS];

static void on_signal(int number)
{
    const int before = errno;
    net_loop *loop = atomic_load(&signal_loops[number]);
    if (loop) {
        atomic_fetch_or(&loop->signals, UINT64_C(1) << number);
        net_loop_wake(loop);
    }
    errno = before;
}

static void call_signal_handlers(net_loop *loop)
{
    const uint64_t arrived = atomic_exchange(&loop->signals, 0);
    for (int i = 0; i < MOST_SIGNALS; i++)
        if (arrived >> i & 1U)
            loop->signal_hooks[i].handler(i, loop->signal_hooks[i].context);
}

int net_loop_on_signal(net_loop *loop, int number, net_signalled *handler,
                       void *context)
{
    assert(number > 0 && number < MOST_SIGNALS);
    signal_hook *h = &loop->signal_hooks[number];
    if (atomic_load(&signal_loops[number]) != NULL)
        return -EBUSY;
    *h = (signal_hook){.handler = handler, .context = context};
    atomic_store(&signal_loops[number], loop);
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, &h->before) < 0) {
        atomic_store(&signal_loops[number], NULL);
        return -errno;
    }
    return 0;
}

static void restore_signals(net_loop *loop)
{
    for (int i = 1; i < MOST_SIGNALS; i++) {
        if (atomic_load(&signal_loops[i]) != loop)
            continue;
        (void)sigaction(i, &loop->signal_hooks[i].before, NULL);
        atomic_store(&signal_loops[i], NULL);
    }
}

void net_loop_wake(net_loop *loop)
{
    const uint64_t one = 1;
    if (atomic_exchange(&loop->wake_pending, true))
        return;
    /* Fails only if the counter is full: then the loop wakes up anyway. */
    if (write(loop->wake.fd, &one, sizeof one) < 0)
        return;
}

static void on_wake(net_watch *watch, int events)
{
    net_loop *loop = (net_loop *)((char *)watch - offsetof(net_loop, wake));
    uint64_t count = 0;
    (void)events;
    if (read(watch->fd, &count, sizeof count) < 0)
        return;
    /* Before calling handlers: news from now on must cause another wake. */
    atomic_store(&loop->wake_pending, false);
    call_signal_handlers(loop);
    if (loop->woken.call)
        loop->woken.call(loop->woken.context);
}

void net_loop_on_wake(net_loop *loop, net_woken *woken, void *context)
{
    loop->woken = (hook){woken, context};
}

/* ---- Turns -------------------------------------------------------------- */

static int add_hook(hooks *h, net_woken *call, void *context)
{
    if (h->count == MOST_HOOKS)
        return -ENOSPC;
    h->list[h->count++] = (hook){call, context};
    return 0;
}

static void call_hooks(const hooks *h)
{
    for (int i = 0; i < h->count; i++)
        h->list[i].call(h->list[i].context);
}

int net_loop_on_turn(net_loop *loop, net_woken *turn, void *context)
{
    return add_hook(&loop->turns, turn, context);
}

int net_loop_on_turn_end(net_loop *loop, net_woken *end, void *context)
{
    return add_hook(&loop->ends, end, context);
}

void net_loop_off_turn_end(net_loop *loop, net_woken *end, void *context)
{
    const hook gone = {end, context};
    hooks *h = &loop->ends;
    int kept = 0;
    for (int i = 0; i < h->count; i++)
        if (h->list[i].call != gone.call || h->list[i].context != gone.context)
            h->list[kept++] = h->list[i];
    h->count = kept;
}

int net_loop_run(net_loop *loop)
{
    loop->stopped = false;
    while (!loop->stopped) {
        const int count = epoll_wait(loop->epoll, loop->batch, BATCH,
                                     milliseconds_to_wait(loop));
        if (count < 0 && errno != EINTR)
            return -errno;
        net_loop_look_at_clocks(loop);
        loop->batch_next = 0;
        loop->batch_count = count < 0 ? 0 : count;
        call_watches(loop);
        fire_timers(loop);
        call_hooks(&loop->turns);
        call_hooks(&loop->ends);
    }
    return 0;
}

void net_loop_stop(net_loop *loop)
{
    loop->stopped = true;
}

/* ---- Creating and destroying -------------------------------------------- */

static int open_descriptors(net_loop *loop)
{
    loop->wake.ready = on_wake;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (loop->epoll < 0)
        return -errno;
    loop->wake.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (loop->wake.fd < 0)
        return -errno;
    return net_watch_add(loop, &loop->wake, NET_READABLE);
}

int net_loop_create(net_loop **ret)
{
    net_loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return -ENOMEM;
    loop->wake.fd = -1;
    net_loop_look_at_clocks(loop);
    const int error = open_descriptors(loop);
    if (error) {
        net_loop_destroy(loop);
        return error;
    }
    *ret = loop;
    return 0;
}

void net_loop_destroy(net_loop *loop)
{
    if (!loop)
        return;
    restore_signals(loop);
    if (loop->wake.fd >= 0)
        (void)close(loop->wake.fd);
    if (loop->epoll >= 0)
        (void)close(loop->epoll);
    free(loop->heap);
    free(loop);
}
