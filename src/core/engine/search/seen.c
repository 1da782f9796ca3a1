/* seen.c - see seen.h; part of builds for tuning only. */
#include "seen.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"

/* Threads share the file, and other processes may append to it, too. The
 * buffer holds whole records, so every write ends between two records. */
static FILE *file;
static char buffer[4096 * SEEN_BYTES];

static _Noreturn void exit_with_error(void)
{
    perror("OXO_SEEN");
    exit(EXIT_FAILURE);
}

static void open_file(void)
{
    const char *path = getenv("OXO_SEEN");
    if (!path)
        return;
    file = fopen(path, "ab");
    if (!file || setvbuf(file, buffer, _IOFBF, sizeof buffer) != 0)
        exit_with_error();
}

void seen_note(const spot *s)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static _Thread_local unsigned count;
    if (++count % SEEN_EVERY != 0)
        return;
    pthread_once(&once, open_file);
    if (!file)
        return;
    uint8_t record[SEEN_BYTES], *at = record;
    for (int i = 0; i < 10; i++)
        bytes_put(&at, s->eval.pattern[i], 2);
    bytes_put(&at, s->p.forced, 1);
    bytes_put(&at, s->p.turn, 1);
    if (fwrite(record, sizeof record, 1, file) != 1)
        exit_with_error();
}
