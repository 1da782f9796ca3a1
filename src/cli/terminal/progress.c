/* progress.c - the progress of long work, on standard error. */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 72, AGAIN = 100 /* milliseconds */ };

progress progress_start(bool quiet, bool off_terminals, int64_t first)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;
    return (progress){.wanted = !quiet && (terminal || off_terminals),
                      .terminal = terminal,
                      .next = first};
}

void progress_tell(progress *p, int64_t time, const char *format, ...)
{
    char text[WIDTH + 1];
    va_list list;
    if (!p->wanted || time < p->next)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (p->terminal)
        fprintf(stderr, "\r%-*s", WIDTH, text);
    else
        fprintf(stderr, "%s\n", text);
    p->next = p->terminal ? time + AGAIN : 2 * time;
    p->shown = true;
}

void progress_end(progress *p)
{
    if (p->shown && p->terminal)
        fprintf(stderr, "\r%-*s\r", WIDTH, "");
    p->shown = false;
}
