/* label.c - scores positions that searches evaluated, as training data.
 *
 *     label SEEN VARIANT NODES THREADS SECONDS > LABELLED
 *
 * SEEN is a file of src/core/engine/search/seen.h. Each of its records is
 * written with two more bytes: the score of a search of NODES nodes with the
 * built-in network, or the solver's result, as selfplay.h defines them. The
 * order is arbitrary; the program ends after SECONDS. tools/train/train.py
 * --labelled reads the output. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bytes.h"
#include "number.h"
#include "seen.h"
#include "selfplay_scorer.h"

enum { AT_ONCE = 256 }; /* records that a thread reads and writes at a time */

typedef struct labelling {
    selfplay_settings settings;
    time_t end;
    pthread_mutex_t lock; /* of input and output */
    FILE *seen;
} labelling;

static _Noreturn void exit_with(const char *why)
{
    fprintf(stderr, "label: %s\n", why);
    exit(EXIT_FAILURE);
}

/* ---- Records ------------------------------------------------------------ */

/* The cells of X and O in a board's pattern. False if it is not a pattern. */
static bool read_cells(uint16_t cells[2], unsigned pattern)
{
    for (unsigned cell = 0; cell < OXO_CELLS; cell++, pattern /= 3) {
        if (pattern % 3 != 0)
            set_bit(&cells[pattern % 3 - 1], cell);
    }
    return pattern == 0;
}

static bool read_position(const uint8_t *record, oxo_variant variant,
                          oxo_position *ret)
{
    *ret = oxo_position_start(variant);
    oxo_ultimate *p = &ret->as.ultimate;
    for (unsigned board = 0; board < 10; board++) {
        uint16_t cells[2] = {0, 0};
        if (!read_cells(cells, (unsigned)bytes_get(&record, 2)))
            return false;
        for (int side = 0; side < 2; side++)
            *(board < 9 ? &p->cells[side][board] : &p->won[side]) =
                cells[side];
    }
    for (unsigned board = 0; board < 9; board++) {
        if (empty_in(p, board) == 0 && !has_bit(decided_boards(p), board))
            set_bit(&p->drawn, board);
    }
    p->forced = (uint8_t)bytes_get(&record, 1);
    p->turn = (uint8_t)bytes_get(&record, 1);
    return oxo_ultimate_validate(p, NULL) == OXO_OK &&
           oxo_ultimate_outcome(p) == OXO_ONGOING;
}

/* ---- Threads ------------------------------------------------------------ */

static size_t read_batch(labelling *j, uint8_t (*ret)[SEEN_BYTES])
{
    pthread_mutex_lock(&j->lock);
    const size_t count =
        time(NULL) < j->end ? fread(ret, SEEN_BYTES, AT_ONCE, j->seen) : 0;
    if (ferror(j->seen))
        exit_with("cannot read the positions");
    pthread_mutex_unlock(&j->lock);
    return count;
}

static void write_batch(labelling *j, const uint8_t *bytes, size_t count)
{
    pthread_mutex_lock(&j->lock);
    if (fwrite(bytes, 1, count, stdout) != count)
        exit_with("cannot write");
    pthread_mutex_unlock(&j->lock);
}

static int score_of(selfplay_scorer *scorer, const oxo_position *p)
{
    int score = selfplay_scorer_solve(scorer, p);
    if (score == SELFPLAY_UNKNOWN)
        selfplay_scorer_search(scorer, p, &score);
    return score;
}

static void *label_batches(void *context)
{
    labelling *j = context;
    selfplay_scorer scorer;
    uint8_t records[AT_ONCE][SEEN_BYTES];
    uint8_t labelled[AT_ONCE * (SEEN_BYTES + 2)];
    if (selfplay_scorer_init(&scorer, &j->settings) != 0)
        exit_with("out of memory");
    for (size_t count; (count = read_batch(j, records)) != 0;) {
        uint8_t *at = labelled;
        for (size_t i = 0; i < count; i++) {
            oxo_position p;
            if (!read_position(records[i], j->settings.variant, &p))
                exit_with("no positions of searches");
            memcpy(at, records[i], SEEN_BYTES);
            at += SEEN_BYTES;
            bytes_put(&at, (uint64_t)score_of(&scorer, &p), 2);
        }
        write_batch(j, labelled, (size_t)(at - labelled));
    }
    selfplay_scorer_clear(&scorer);
    return NULL;
}

/* A number from `least` to `most`. */
static uint32_t read_argument(const char *text, uint32_t least, uint32_t most)
{
    int64_t number;
    if (!number_read(text, least, most, &number))
        exit_with("a number is too small, too large or none");
    return (uint32_t)number;
}

int main(int argc, char **argv)
{
    labelling j = {.lock = PTHREAD_MUTEX_INITIALIZER,
                   .settings = selfplay_defaults()};
    if (argc != 6 || !oxo_variant_find(argv[2], &j.settings.variant) ||
        !(j.settings.neural = oxo_neural_builtin(j.settings.variant)))
        exit_with(
            "usage: label SEEN ultimate|ultimate-cg NODES THREADS SECONDS");
    j.settings.nodes = read_argument(argv[3], 1, UINT32_MAX);
    const uint32_t threads = read_argument(argv[4], 1, SELFPLAY_MAX_THREADS);
    j.end = time(NULL) + read_argument(argv[5], 0, INT32_MAX);
    j.seen = fopen(argv[1], "rb");
    if (!j.seen)
        exit_with("cannot read the positions");
    pthread_t started[SELFPLAY_MAX_THREADS];
    for (uint32_t i = 0; i < threads; i++) {
        if (pthread_create(&started[i], NULL, label_batches, &j) != 0)
            exit_with("cannot start a thread");
    }
    for (uint32_t i = 0; i < threads; i++)
        pthread_join(started[i], NULL);
    fclose(j.seen);
    if (fflush(stdout) != 0)
        exit_with("cannot write");
    return EXIT_SUCCESS;
}
