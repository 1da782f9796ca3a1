/* clock.c - see clock.h. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime(), wherever compiled */
#include "clock.h"

static int64_t read_clock(clockid_t clock)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_us(void)
{
    return clock_ns() / 1000;
}

int64_t clock_ms(void)
{
    return clock_ns() / 1000000;
}

double clock_seconds(void)
{
    return 1e-9 * (double)clock_ns();
}

void clock_deadline(int64_t ms, struct timespec *ret)
{
    const int64_t end = clock_ns() + ms * 1000000;
    ret->tv_sec = end / 1000000000;
    ret->tv_nsec = end % 1000000000;
}

int64_t clock_calendar_ms(void)
{
    return read_clock(CLOCK_REALTIME) / 1000000;
}

double clock_process_seconds(void)
{
    return 1e-9 * (double)read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_thread_seconds(void)
{
    return 1e-9 * (double)read_clock(CLOCK_THREAD_CPUTIME_ID);
}
