/* pace.c - pauses, so that people can follow. */
#include "pace.h"

#include <errno.h>
#include <time.h>

#include "interrupt.h"

void pace_wait(double seconds)
{
    const time_t whole = (time_t)seconds;
    struct timespec left = {whole, (long)((seconds - (double)whole) * 1e9)};
    while (!interrupt_came() && nanosleep(&left, &left) != 0 &&
           errno == EINTR) {
    }
}
