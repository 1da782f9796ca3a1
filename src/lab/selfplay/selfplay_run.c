/* selfplay_run.c - plays many games on many threads into one file; see
 * selfplay.h. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "keymap.h"
#include "selfplay_file.h"

typedef struct run {
    const selfplay_job *job;
    FILE *file;
    keymap present; /* the dice of games in the file at the start */
    double begun;

    pthread_mutex_t lock; /* guards the members below */
    uint64_t next;        /* number of the next game */
    int error;            /* the first error */
    double told;          /* time of the last report */
    selfplay_progress progress;
} run;

/* ---- The file ----------------------------------------------------------- */

/* Notes which games are in the file. The reader then stands after the last
 * complete game. */
static int read_games(run *r, selfplay_reader *reader)
{
    selfplay_game game;
    while (selfplay_reader_next(reader, &game)) {
        const int error = keymap_set(&r->present, game.dice, 0);
        if (error)
            return error;
        selfplay_count_game(&r->progress.before, &game);
    }
    return 0;
}

/* Describes the first setting that differs; false if none does. */
static bool find_difference(const selfplay_settings *there,
                            const selfplay_settings *here, char *out,
                            size_t size)
{
    const struct {
        const char *name;
        uint64_t there, here;
    } numbers[] = {{"nodes", there->nodes, here->nodes},
                   {"noise", there->noise, here->noise},
                   {"seed", there->seed, here->seed},
                   {"plies", there->most, here->most},
                   {"solve", there->solve, here->solve}};
    if (there->variant != here->variant) {
        snprintf(out, size, "%s there, %s here",
                 oxo_variant_word(there->variant),
                 oxo_variant_word(here->variant));
        return true;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].there == numbers[i].here)
            continue;
        snprintf(out, size, "%s %" PRIu64 " there, %" PRIu64 " here",
                 numbers[i].name, numbers[i].there, numbers[i].here);
        return true;
    }
    return false;
}

/* Explains why the file cannot be continued. */
static int refuse_file(const run *r,
                       const uint8_t header[SELFPLAY_HEADER_BYTES],
                       const selfplay_reader *reader, char why[SELFPLAY_WHY])
{
    char what[64];
    if (reader->settings.nodes == 0)
        return selfplay_explain(why, -EEXIST, r->job->path,
                                "was merged, and cannot be continued");
    /* For book and network the header has only checksums. */
    if (!find_difference(&reader->settings, &r->job->settings, what,
                         sizeof what))
        snprintf(what, sizeof what, "another %s, or none",
                 memcmp(header + SELFPLAY_BOOK_AT,
                        reader->header + SELFPLAY_BOOK_AT, 4) != 0
                     ? "file of openings"
                     : "net");
    snprintf(why, SELFPLAY_WHY, "%.150s: exists, from other settings: %s",
             r->job->path, what);
    return -EEXIST;
}

/* Continues a file that is not empty. */
static int continue_file(run *r, const uint8_t header[SELFPLAY_HEADER_BYTES],
                         char why[SELFPLAY_WHY])
{
    const char *path = r->job->path;
    selfplay_reader reader;
    if (selfplay_reader_init(&reader, r->file) < 0)
        return selfplay_explain(why, -EEXIST, path,
                                "exists and is not a file of games");
    if (memcmp(header, reader.header, sizeof reader.header) != 0)
        return refuse_file(r, header, &reader, why);
    const int error = read_games(r, &reader);
    if (error)
        return selfplay_explain(why, error, path, NULL);
    /* A crash leaves less than a complete game. */
    if (reader.held == sizeof reader.buffer)
        return selfplay_explain(why, -EEXIST, path, "is damaged");
    if (ferror(r->file) || fseeko(r->file, reader.good, SEEK_SET) != 0 ||
        ftruncate(fileno(r->file), reader.good) != 0)
        return selfplay_explain(why, -EIO, path, NULL);
    return 0;
}

static int open_file(run *r, char why[SELFPLAY_WHY])
{
    const char *path = r->job->path;
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_header_pack(&r->job->settings, header);
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return selfplay_explain(why, -errno, path, NULL);
    r->file = fdopen(fd, "r+b");
    if (!r->file) {
        close(fd);
        return selfplay_explain(why, -ENOMEM, path, NULL);
    }
    const off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0 || lseek(fd, 0, SEEK_SET) < 0)
        return selfplay_explain(why, -errno, path, NULL);
    if (size > 0)
        return continue_file(r, header, why);
    if (fwrite(header, 1, sizeof header, r->file) != sizeof header ||
        fflush(r->file) != 0)
        return selfplay_explain(why, selfplay_file_error(), path, NULL);
    return 0;
}

/* ---- The threads -------------------------------------------------------- */

static bool has_time(const run *r)
{
    const double most = r->job->seconds;
    return most <= 0 || clock_seconds() - r->begun < most;
}

/* The next game to play; false if there is none. */
static bool take_game(run *r, uint64_t *ret_dice)
{
    bool found = false;
    pthread_mutex_lock(&r->lock);
    while (!found && r->next < r->job->games && r->error == 0 &&
           !atomic_load(r->job->stop) && has_time(r)) {
        *ret_dice = selfplay_dice(&r->job->settings, r->next++);
        found = !keymap_has(&r->present, *ret_dice);
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

static void report_progress(run *r)
{
    r->progress.seconds = clock_seconds() - r->begun;
    if (r->job->report)
        r->job->report(&r->progress, r->job->context);
}

static void add_game(run *r, const selfplay_game *game)
{
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    const size_t size = selfplay_game_pack(game, bytes);
    pthread_mutex_lock(&r->lock);
    if (fwrite(bytes, 1, size, r->file) != size && r->error == 0)
        r->error = selfplay_file_error();
    selfplay_count_game(&r->progress.now, game);
    if (clock_seconds() - r->told >= 1) {
        /* A crash loses at most the games of a second. */
        if (fflush(r->file) != 0 && r->error == 0)
            r->error = selfplay_file_error();
        r->told = clock_seconds();
        report_progress(r);
    }
    pthread_mutex_unlock(&r->lock);
}

static void *play_games(void *context)
{
    run *r = context;
    uint64_t dice;
    while (take_game(r, &dice)) {
        selfplay_game game;
        const int error =
            selfplay_play(&r->job->settings, dice, r->job->stop, &game);
        if (error == 0) {
            add_game(r, &game);
            continue;
        }
        pthread_mutex_lock(&r->lock);
        if (r->error == 0 && error != -ECANCELED)
            r->error = error;
        pthread_mutex_unlock(&r->lock);
    }
    return NULL;
}

/* The calling thread plays too, so that failing to start others is harmless.
 */
static void run_threads(run *r)
{
    pthread_t threads[SELFPLAY_MAX_THREADS];
    int started = 0;
    for (int i = 1; i < r->job->threads; i++)
        started += pthread_create(&threads[started], NULL, play_games, r) == 0;
    play_games(r);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

int selfplay_run(const selfplay_job *job, char why[SELFPLAY_WHY])
{
    run r = {.job = job,
             .lock = PTHREAD_MUTEX_INITIALIZER,
             .begun = clock_seconds()};
    r.told = r.begun;
    int error = open_file(&r, why);
    if (error == 0) {
        r.progress.now = r.progress.before;
        run_threads(&r);
        report_progress(&r);
        if (r.error)
            error = selfplay_explain(why, r.error, job->path, NULL);
    }
    if (r.file && fclose(r.file) != 0 && error == 0)
        error = selfplay_explain(why, selfplay_file_error(), job->path, NULL);
    keymap_clear(&r.present);
    return error;
}
