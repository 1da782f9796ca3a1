/* merge.c - files of games read as a whole: joined, or counted. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bits.h"
#include "bytes.h"
#include "selfplay_file.h"
#include "selfplay_names.h"

static int fail(char why[SELFPLAY_WHY], int error, const char *path,
                const char *what)
{
    snprintf(why, SELFPLAY_WHY, "%.150s: %s", path,
             what ? what : strerror(-error));
    return error;
}

/* Why a file could not be opened or written. */
static int file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

/* What is done with each game of a file; a negative errno ends the reading. */
typedef int visitor(const selfplay_game *game, void *context);

static int visit(selfplay_reader *r, const char *path, visitor *visit_game,
                 void *context, char why[SELFPLAY_WHY])
{
    selfplay_game game;
    while (selfplay_reader_next(r, &game)) {
        const int error = visit_game(&game, context);
        if (error)
            return fail(why, error, path, NULL);
    }
    if (selfplay_reader_is_whole(r))
        return 0;
    char what[64];
    snprintf(what, sizeof what, "torn or damaged at byte %lld", r->good);
    return fail(why, -EBADMSG, path, what);
}

/* Opens a file for its games; the caller closes `reader->file`. */
static int open_games(const char *path, selfplay_reader *reader,
                      char why[SELFPLAY_WHY])
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(why, file_error(), path, NULL);
    const int error = selfplay_reader_init(reader, file);
    if (error == 0)
        return 0;
    fclose(file);
    return fail(why, error, path, "is no file of games");
}

/* ---- Counting ----------------------------------------------------------- */

static int count_game(const selfplay_game *game, void *context)
{
    selfplay_count_game(context, game);
    return 0;
}

static uint32_t sum_at(const selfplay_reader *reader, int offset)
{
    const uint8_t *at = reader->header + offset;
    return (uint32_t)bytes_get(&at, 4);
}

int selfplay_survey(const char *path, selfplay_contents *ret,
                    char why[SELFPLAY_WHY])
{
    selfplay_reader reader = {.file = NULL};
    int error = open_games(path, &reader, why);
    if (error)
        return error;
    selfplay_contents found = {.settings = reader.settings,
                               .book = sum_at(&reader, SELFPLAY_BOOK_AT),
                               .net = sum_at(&reader, SELFPLAY_NET_AT)};
    error = visit(&reader, path, count_game, &found.count, why);
    fclose(reader.file);
    if (error == 0)
        *ret = found;
    return error;
}

/* ---- Merging ------------------------------------------------------------ */

typedef struct merger {
    FILE *out;
    const selfplay_names *seen; /* in the files before; sorted */
    selfplay_names fresh;       /* in this file */
    selfplay_merged *told;
} merger;

/* What tells a game from all others. Its own name does not: that follows from
 * the seed and its number, and other settings make another game of them. */
static uint64_t identity_of(const uint8_t *bytes, size_t size)
{
    uint64_t identity = size;
    for (size_t i = 0; i < size; i++)
        identity = mix_bits(identity + bytes[i]);
    return identity;
}

/* No game is twice in one file: selfplay_run() and we see to that. */
static int copy_game(const selfplay_game *game, void *context)
{
    merger *m = context;
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    const size_t size = selfplay_game_pack(game, bytes);
    const uint64_t identity = identity_of(bytes, size);
    if (selfplay_names_hold(m->seen, identity)) {
        m->told->copies++;
        return 0;
    }
    if (fwrite(bytes, 1, size, m->out) != size)
        return file_error();
    m->told->games++;
    return selfplay_names_add(&m->fresh, identity);
}

static int write_header(FILE *out, oxo_variant variant)
{
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_header_pack(&(selfplay_settings){.variant = variant}, header);
    return fwrite(header, 1, sizeof header, out) == sizeof header
               ? 0
               : file_error();
}

static int remember(selfplay_names *seen, const selfplay_names *fresh)
{
    int error = 0;
    for (size_t i = 0; i < fresh->count && error == 0; i++)
        error = selfplay_names_add(seen, fresh->names[i]);
    selfplay_names_sort(seen);
    return error;
}

/* Adds one file. The first decides the variant. */
static int merge_file(FILE *out, const char *path, oxo_variant *variant,
                      selfplay_names *seen, selfplay_merged *told,
                      char why[SELFPLAY_WHY])
{
    selfplay_reader reader = {.file = NULL};
    merger m = {.out = out, .seen = seen, .told = told};
    int error = open_games(path, &reader, why);
    if (error)
        return error;
    if (*variant == OXO_CLASSIC) {
        *variant = reader.settings.variant;
        error = write_header(out, *variant);
    }
    if (error)
        fail(why, error, path, NULL);
    else if (reader.settings.variant != *variant)
        error = fail(why, -EINVAL, path, "of another variant than the first");
    else
        error = visit(&reader, path, copy_game, &m, why);
    if (error == 0)
        error = remember(seen, &m.fresh);
    selfplay_names_clear(&m.fresh);
    fclose(reader.file);
    return error;
}

int selfplay_merge(const char *path, char *const *inputs, int count,
                   selfplay_merged *ret, char why[SELFPLAY_WHY])
{
    FILE *out = fopen(path, "wbx");
    if (!out)
        return fail(why, -errno, path, NULL);
    oxo_variant variant = OXO_CLASSIC; /* none yet */
    selfplay_names seen = {.names = NULL};
    selfplay_merged told = {.games = 0};
    int error = 0;
    for (int i = 0; i < count && error == 0; i++)
        error = merge_file(out, inputs[i], &variant, &seen, &told, why);
    if (fclose(out) != 0 && error == 0)
        error = fail(why, file_error(), path, NULL);
    if (error)
        unlink(path);
    else
        *ret = told;
    selfplay_names_clear(&seen);
    return error;
}
