/* interrupt.c - Ctrl-C ends long work in an orderly way. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static volatile sig_atomic_t came;
static void (*on_interrupt)(void);
static struct sigaction before[NUMBERS];

static void handle(int number)
{
    came = number;
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
    for (int i = 0; i < NUMBERS; i++) {
        sigaction(numbers[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void interrupt_leave(void)
{
    for (int i = 0; i < NUMBERS; i++)
        sigaction(numbers[i], &before[i], NULL);
    on_interrupt = NULL;
}

bool interrupt_came(void)
{
    return came != 0;
}
