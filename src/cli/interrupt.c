/* interrupt.c - see interrupt.h. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t came;
static void (*on_interrupt)(void);

static void handle(int number)
{
    (void)number;
    came = 1;
    if (on_interrupt)
        on_interrupt();
}

void interrupt_take(void (*stop)(void))
{
    struct sigaction action = {.sa_handler = handle};
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    came = 0;
    on_interrupt = stop;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void interrupt_leave(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    on_interrupt = NULL;
}

bool interrupt_came(void)
{
    return came != 0;
}
