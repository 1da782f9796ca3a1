/* clock.h - all readings of clocks.
 *
 * Durations and deadlines use the monotonic clock, which never goes back, not
 * even when somebody sets the calendar. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* The monotonic clock, in several units. */
int64_t clock_ns(void);
int64_t clock_us(void);
int64_t clock_ms(void);
double clock_seconds(void);

/* The moment `ms` milliseconds from now, on the monotonic clock, for
 * pthread_cond_timedwait(). */
void clock_deadline(int64_t ms, struct timespec *ret);

/* Milliseconds since 1970. The calendar may jump in both directions. */
int64_t clock_calendar_ms(void);

/* Processor time used by this process or by this thread, in seconds. */
double clock_process_seconds(void);
double clock_thread_seconds(void);

#endif /* BASE_CLOCK_H */
