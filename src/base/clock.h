/* clock.h - what time it is.
 *
 * The monotonic clock only goes forward, whatever is done to the calendar:
 * durations and deadlines use it. Each function reads the same clock in
 * another unit. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* The monotonic clock. */
int64_t clock_ns(void);
int64_t clock_us(void);
int64_t clock_ms(void);
double clock_seconds(void);

/* A moment of the monotonic clock, so many milliseconds from now: for
 * pthread_cond_timedwait(). */
void clock_deadline(int64_t ms, struct timespec *ret);

/* Milliseconds since 1970, as the calendar has them: it may jump. */
int64_t clock_calendar_ms(void);

/* Processor seconds that this process, or this thread, has used. */
double clock_process_seconds(void);
double clock_thread_seconds(void);

#endif /* BASE_CLOCK_H */
