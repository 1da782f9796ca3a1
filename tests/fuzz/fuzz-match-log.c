/* fuzz-match-log.c - reads bytes as a match log. If the first byte is odd,
 * writes the rest to a new log instead, as several games.
 *
 * A log that is accepted reads the same again; a game that was added is found
 * again; a file that is refused is not changed. */
#define _GNU_SOURCE /* memfd_create() */
#include "fuzz.h"
#include "match_log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DIGEST = 42 };

static void check(bool law)
{
    if (!law)
        abort();
}

/* What was found: how much, and a sum over all of it. */
typedef struct found {
    long games;
    uint64_t sum;
} found;

static void count(found *f, const match_entry *e)
{
    f->games++;
    f->sum = f->sum * 31 + (uint64_t)e->game * 7 + (uint64_t)e->ending * 3 +
             (uint64_t)e->outcome;
    for (const char *c = e->record; *c; c++)
        f->sum = f->sum * 31 + (unsigned char)*c;
}

static int on_entry(const match_entry *e, void *context)
{
    check(e->game >= 0 && e->outcome != OXO_ONGOING);
    check(e->ending < MATCH_ENDING_COUNT);
    count(context, e);
    return 0;
}

static int open_log(int fd, found *f, FILE **ret)
{
    char path[32], why[MATCH_WHY] = "";
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    *f = (found){0, 0};
    const int status = match_log_open(path, DIGEST, on_entry, f, ret, why);
    check(status == 0 || strlen(why) > 0);
    return status;
}

static void check_untouched(int fd, const uint8_t *data, size_t size)
{
    uint8_t *now = malloc(size + 1);
    check(now != NULL);
    check(pread(fd, now, size + 1, 0) == (ssize_t)size);
    check(memcmp(now, data, size) == 0);
    free(now);
}

static void read_log(int fd, const uint8_t *data, size_t size)
{
    found first, second;
    FILE *log;
    check(pwrite(fd, data, size, 0) == (ssize_t)size);
    if (open_log(fd, &first, &log) < 0) {
        check_untouched(fd, data, size);
        return;
    }
    const match_entry e = {7, OXO_DRAW, MATCH_NORMAL, "a\nb\\n"};
    check(match_log_add(log, &e) == 0);
    fclose(log);
    count(&first, &e);
    check(open_log(fd, &second, &log) == 0);
    fclose(log);
    check(first.games == second.games && first.sum == second.sum);
}

static void write_log(int fd, char *text)
{
    found noted = {0, 0}, again;
    FILE *log;
    check(open_log(fd, &again, &log) == 0);
    /* Each record is what is left of the text, line ends and all. */
    for (char *at = text; at && noted.games < 100; at = strchr(at, '\n')) {
        at += noted.games > 0;
        const match_entry e = {
            noted.games, (oxo_outcome)(1 + noted.games % 3),
            (match_ending)(noted.games % MATCH_ENDING_COUNT), at};
        check(match_log_add(log, &e) == 0);
        count(&noted, &e);
    }
    fclose(log);
    check(open_log(fd, &again, &log) == 0);
    fclose(log);
    check(noted.games == again.games && noted.sum == again.sum);
}

FUZZ_TARGET("fuzz-match-log", data, size)
{
    if (size == 0 || size > OXO_RECORD_TEXT / 16)
        return 0;
    const int fd = memfd_create("match-log", MFD_CLOEXEC);
    check(fd >= 0);
    if (data[0] % 2 == 0) {
        read_log(fd, data + 1, size - 1);
    } else {
        char *text = calloc(1, size);
        check(text != NULL);
        memcpy(text, data + 1, size - 1);
        write_log(fd, text);
        free(text);
    }
    close(fd);
    return 0;
}
