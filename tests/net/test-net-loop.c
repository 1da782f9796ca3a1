/* The loop: descriptors, moments, signals, other threads, turns. */
#include "net_loop.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static net_loop *loop;
static char story[256]; /* what happened, a letter each */

static void note(char what)
{
    const size_t length = strlen(story);
    assert_true(length + 1 < sizeof story);
    story[length] = what;
}

static int set_up(void **state)
{
    (void)state;
    memset(story, 0, sizeof story);
    return net_loop_create(&loop);
}

static int tear_down(void **state)
{
    (void)state;
    net_loop_destroy(loop);
    return 0;
}

/* ---- Descriptors -------------------------------------------------------- */

typedef struct end {
    net_watch watch; /* first */
    char name;
    struct end *other;
} end;

static void open_pair(end ends[2])
{
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    for (int i = 0; i < 2; i++)
        ends[i] = (end){.watch = {.fd = fds[i]},
                        .name = (char)('a' + i),
                        .other = &ends[1 - i]};
}

static void close_pair(const end ends[2])
{
    (void)close(ends[0].watch.fd);
    (void)close(ends[1].watch.fd);
}

static void say(const end *e)
{
    assert_int_equal(write(e->watch.fd, "x", 1), 1);
}

static void note_events_and_stop(net_watch *watch, int events)
{
    note(((end *)watch)->name);
    note((char)('0' + events));
    net_loop_stop(loop);
}

static void a_descriptor_is_told_what_it_asked_for(void **state)
{
    (void)state;
    end ends[2];
    open_pair(ends);
    ends[0].watch.ready = ends[1].watch.ready = note_events_and_stop;
    assert_int_equal(net_watch_add(loop, &ends[0].watch, NET_READABLE), 0);
    assert_int_equal(net_watch_add(loop, &ends[1].watch, 0), 0);
    say(&ends[1]);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "a1");
    /* Not read, so it is told again: and more, if it asks for more. */
    assert_int_equal(
        net_watch_change(loop, &ends[0].watch, NET_READABLE | NET_WRITABLE),
        0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "a1a3");
    net_watch_remove(loop, &ends[0].watch);
    net_watch_remove(loop, &ends[1].watch);
    close_pair(ends);
}

static void who_asks_is_told_when_the_peer_has_finished(void **state)
{
    (void)state;
    end ends[2];
    open_pair(ends);
    ends[0].watch.ready = note_events_and_stop;
    assert_int_equal(net_watch_add(loop, &ends[0].watch, NET_GONE), 0);
    assert_int_equal(shutdown(ends[1].watch.fd, SHUT_WR), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "a4");
    net_watch_remove(loop, &ends[0].watch);
    close_pair(ends);
}

static void who_asks_nothing_is_told_when_the_peer_is_gone(void **state)
{
    (void)state;
    end ends[2];
    open_pair(ends);
    ends[0].watch.ready = note_events_and_stop;
    assert_int_equal(net_watch_add(loop, &ends[0].watch, 0), 0);
    (void)close(ends[1].watch.fd);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "a4");
    net_watch_remove(loop, &ends[0].watch);
    (void)close(ends[0].watch.fd);
}

static void note_once(net_watch *watch, int events)
{
    (void)events;
    note(((end *)watch)->name);
}

static void stop_now(net_timer *timer)
{
    (void)timer;
    note('t');
    net_loop_stop(loop);
}

/* One turn with what is ready, and another for what comes again. */
static void run_two_turns(void)
{
    net_timer timer = {.fire = stop_now};
    assert_int_equal(net_timer_set(loop, &timer, net_loop_now(loop)), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_int_equal(net_timer_set(loop, &timer, net_loop_now(loop)), 0);
    assert_int_equal(net_loop_run(loop), 0);
}

static void news_are_told_once_unless_asked_for(void **state)
{
    (void)state;
    end ends[2];
    open_pair(ends);
    ends[0].watch.ready = note_once;
    assert_int_equal(
        net_watch_add(loop, &ends[0].watch, NET_READABLE | NET_EDGE), 0);
    say(&ends[1]);
    run_two_turns();
    assert_string_equal(story, "att");
    assert_int_equal(net_watch_again(loop, &ends[0].watch), 0);
    run_two_turns();
    assert_string_equal(story, "attatt");
    say(&ends[1]);
    run_two_turns();
    assert_string_equal(story, "attattatt");
    net_watch_remove(loop, &ends[0].watch);
    close_pair(ends);
}

static void note_and_remove_both(net_watch *watch, int events)
{
    end *e = (end *)watch;
    (void)events;
    note(e->name);
    net_watch_remove(loop, &e->watch);
    net_watch_remove(loop, &e->other->watch);
    net_loop_stop(loop);
}

static void who_is_removed_is_told_nothing_even_in_that_turn(void **state)
{
    (void)state;
    end ends[2];
    open_pair(ends);
    ends[0].watch.ready = ends[1].watch.ready = note_and_remove_both;
    say(&ends[0]);
    say(&ends[1]);
    assert_int_equal(net_watch_add(loop, &ends[0].watch, NET_READABLE), 0);
    assert_int_equal(net_watch_add(loop, &ends[1].watch, NET_READABLE), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_int_equal(strlen(story), 1);
    close_pair(ends);
}

static void a_bad_descriptor_is_an_error(void **state)
{
    (void)state;
    net_watch bad = {.fd = -1, .ready = note_events_and_stop};
    assert_int_equal(net_watch_add(loop, &bad, NET_READABLE), -EBADF);
}

/* ---- Moments ------------------------------------------------------------ */

enum { TIMERS = 300 };

typedef struct moment {
    net_timer timer; /* first */
    int number;
} moment;

static moment moments[TIMERS];
static int64_t fired_at[TIMERS];
static int fired[TIMERS], fired_count, fire_until;

static void note_moment(net_timer *timer)
{
    assert_true(timer->at <= net_loop_now(loop));
    fired_at[fired_count] = timer->at;
    fired[fired_count++] = ((moment *)timer)->number;
    if (fired_count == fire_until)
        net_loop_stop(loop);
}

static void set_moments(void)
{
    fired_count = 0;
    for (int i = 0; i < TIMERS; i++) {
        moments[i] = (moment){.timer.fire = note_moment, .number = i};
        /* Of 0 to 18 ms from now, in no order. */
        assert_int_equal(net_timer_set(loop, &moments[i].timer,
                                       net_loop_now(loop) + i * 37 % 19),
                         0);
    }
}

static void timers_fire_in_the_order_of_their_moments(void **state)
{
    (void)state;
    set_moments();
    fire_until = TIMERS;
    assert_int_equal(net_loop_run(loop), 0);
    for (int i = 1; i < TIMERS; i++)
        assert_true(fired_at[i - 1] <= fired_at[i]);
    for (int i = 0; i < TIMERS; i++)
        assert_int_equal(moments[i].timer.place, 0);
}

static void a_timer_that_was_cleared_or_moved_keeps_to_it(void **state)
{
    (void)state;
    set_moments();
    int64_t last = 0;
    for (int i = 0; i < TIMERS; i++) {
        if (i % 3 == 0)
            net_timer_clear(loop, &moments[i].timer);
        if (i % 3 == 0)
            net_timer_clear(loop, &moments[i].timer); /* does no harm */
        if (i % 3 == 1)
            assert_int_equal(net_timer_set(loop, &moments[i].timer,
                                           net_loop_now(loop) + i % 7),
                             0);
        if (i % 3 != 0 && moments[i].timer.at > last)
            last = moments[i].timer.at;
    }
    fire_until = TIMERS - TIMERS / 3;
    assert_int_equal(net_loop_run(loop), 0);
    for (int i = 1; i < fired_count; i++)
        assert_true(fired_at[i - 1] <= fired_at[i]);
    for (int i = 0; i < fired_count; i++)
        assert_int_not_equal(fired[i] % 3, 0);
    assert_int_equal(fired_at[fired_count - 1], last);
}

static void set_again(net_timer *timer)
{
    note('t');
    if (strlen(story) == 5)
        net_loop_stop(loop);
    assert_int_equal(net_timer_set(loop, timer, net_loop_now(loop)), 0);
}

static void note_turn(void *context)
{
    note(*(const char *)context);
}

/* Else a timer that is always due would let nobody else run. */
static void a_timer_set_for_now_waits_for_the_next_turn(void **state)
{
    (void)state;
    net_timer timer = {.fire = set_again};
    assert_int_equal(net_loop_on_turn(loop, note_turn, "."), 0);
    assert_int_equal(net_timer_set(loop, &timer, net_loop_now(loop)), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "t.t.t.");
    net_timer_clear(loop, &timer);
}

static void who_waited_long_may_look_at_the_clocks(void **state)
{
    (void)state;
    const int64_t before = net_loop_now(loop);
    const int64_t date = net_loop_calendar(loop);
    const struct timespec two_ms = {.tv_nsec = 2000000};
    nanosleep(&two_ms, NULL);
    assert_int_equal(net_loop_now(loop), before);
    net_loop_look_at_clocks(loop);
    assert_true(net_loop_now(loop) > before);
    assert_true(net_loop_calendar(loop) > date);
}

/* Not time(), which is some milliseconds behind this clock, and so a whole
 * second at times. */
static int64_t milliseconds_of_date(void)
{
    struct timespec t;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &t), 0);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void the_calendar_is_that_of_the_system(void **state)
{
    (void)state;
    const int64_t before = milliseconds_of_date();
    net_loop *fresh = NULL;
    assert_int_equal(net_loop_create(&fresh), 0);
    const int64_t now = net_loop_calendar(fresh);
    assert_true(before <= now && now <= milliseconds_of_date());
    net_loop_destroy(fresh);
}

/* ---- Turns -------------------------------------------------------------- */

static void turns_end_in_the_order_of_their_hooks(void **state)
{
    (void)state;
    net_timer timer = {.fire = stop_now};
    assert_int_equal(net_loop_on_turn_end(loop, note_turn, "4"), 0);
    assert_int_equal(net_loop_on_turn(loop, note_turn, "1"), 0);
    assert_int_equal(net_loop_on_turn_end(loop, note_turn, "5"), 0);
    assert_int_equal(net_loop_on_turn(loop, note_turn, "2"), 0);
    assert_int_equal(net_loop_on_turn(loop, note_turn, "3"), 0);
    assert_int_equal(net_timer_set(loop, &timer, net_loop_now(loop)), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "t12345");
    net_loop_off_turn_end(loop, note_turn, "4");
    assert_int_equal(net_timer_set(loop, &timer, net_loop_now(loop)), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "t12345t1235");
}

static void there_is_no_place_for_endless_hooks(void **state)
{
    (void)state;
    int error = 0;
    for (int i = 0; i < 100 && error == 0; i++)
        error = net_loop_on_turn(loop, note_turn, ".");
    assert_int_equal(error, -ENOSPC);
}

/* ---- Other threads and signals ------------------------------------------ */

enum { THREADS = 4, NEWS = 2000 };

static struct {
    pthread_mutex_t lock;
    int posted, seen;
} mailbox = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *post(void *context)
{
    (void)context;
    for (int i = 0; i < NEWS; i++) {
        (void)pthread_mutex_lock(&mailbox.lock);
        mailbox.posted++;
        (void)pthread_mutex_unlock(&mailbox.lock);
        net_loop_wake(loop);
    }
    return NULL;
}

static void collect(void *context)
{
    (void)context;
    (void)pthread_mutex_lock(&mailbox.lock);
    mailbox.seen = mailbox.posted;
    (void)pthread_mutex_unlock(&mailbox.lock);
    if (mailbox.seen == THREADS * NEWS)
        net_loop_stop(loop);
}

/* If one got lost the loop would wait for ever. */
static void no_news_from_other_threads_is_lost(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    net_loop_on_wake(loop, collect, NULL);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, post, NULL), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_int_equal(mailbox.seen, THREADS * NEWS);
    for (int i = 0; i < THREADS; i++)
        (void)pthread_join(threads[i], NULL);
}

static void note_signal(int number, void *context)
{
    assert_int_equal(number, *(const int *)context);
    note(number == SIGUSR1 ? '1' : '2');
    if (strlen(story) == 2)
        net_loop_stop(loop);
}

static void a_signal_becomes_a_callback(void **state)
{
    (void)state;
    static int first = SIGUSR1, second = SIGUSR2;
    assert_int_equal(net_loop_on_signal(loop, SIGUSR1, note_signal, &first),
                     0);
    assert_int_equal(net_loop_on_signal(loop, SIGUSR2, note_signal, &second),
                     0);
    assert_int_equal(net_loop_on_signal(loop, SIGUSR1, note_signal, NULL),
                     -EBUSY);
    assert_int_equal(raise(SIGUSR2), 0);
    assert_int_equal(raise(SIGUSR1), 0);
    assert_int_equal(net_loop_run(loop), 0);
    assert_string_equal(story, "12");
}

static volatile sig_atomic_t old_handler_calls;

static void old_handler(int number)
{
    (void)number;
    old_handler_calls++;
}

static void a_signal_goes_back_to_whom_it_belonged(void **state)
{
    (void)state;
    net_loop *brief = NULL;
    struct sigaction action = {.sa_handler = old_handler};
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(net_loop_create(&brief), 0);
    assert_int_equal(net_loop_on_signal(brief, SIGUSR1, note_signal, NULL), 0);
    net_loop_destroy(brief);
    assert_int_equal(raise(SIGUSR1), 0);
    assert_int_equal(old_handler_calls, 1);
}

static void *send_signal(void *context)
{
    (void)context;
    (void)kill(getpid(), SIGUSR1);
    return NULL;
}

static void stop_on_signal(int number, void *context)
{
    (void)number;
    (void)context;
    net_loop_stop(loop);
}

/* Whichever of the threads it interrupts. */
static void a_signal_wakes_a_loop_that_waits(void **state)
{
    (void)state;
    pthread_t thread;
    assert_int_equal(net_loop_on_signal(loop, SIGUSR1, stop_on_signal, NULL),
                     0);
    assert_int_equal(pthread_create(&thread, NULL, send_signal, NULL), 0);
    assert_int_equal(net_loop_run(loop), 0);
    (void)pthread_join(thread, NULL);
}

TEST_GROUP("net-loop")
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        CASE(a_descriptor_is_told_what_it_asked_for),
        CASE(who_asks_is_told_when_the_peer_has_finished),
        CASE(who_asks_nothing_is_told_when_the_peer_is_gone),
        CASE(news_are_told_once_unless_asked_for),
        CASE(who_is_removed_is_told_nothing_even_in_that_turn),
        CASE(a_bad_descriptor_is_an_error),
        CASE(timers_fire_in_the_order_of_their_moments),
        CASE(a_timer_that_was_cleared_or_moved_keeps_to_it),
        CASE(a_timer_set_for_now_waits_for_the_next_turn),
        CASE(the_calendar_is_that_of_the_system),
        CASE(who_waited_long_may_look_at_the_clocks),
        CASE(turns_end_in_the_order_of_their_hooks),
        CASE(there_is_no_place_for_endless_hooks),
        CASE(no_news_from_other_threads_is_lost),
        CASE(a_signal_becomes_a_callback),
        CASE(a_signal_goes_back_to_whom_it_belonged),
        CASE(a_signal_wakes_a_loop_that_waits),
#undef CASE
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
