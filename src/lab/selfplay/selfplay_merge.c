/* selfplay_merge.c - merges and surveys files of games; see selfplay.h. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "keymap.h"
#include "selfplay_file.h"

/* Called for each game of a file. A negative errno, explained by the visitor,
 * ends the reading. */
typedef int visitor(const selfplay_game *game, void *context);

static int visit_games(selfplay_reader *r, const char *path,
                       visitor *visit_game, void *context,
                       char why[SELFPLAY_WHY])
{
    selfplay_game game;
    while (selfplay_reader_next(r, &game)) {
        const int error = visit_game(&game, context);
        if (error)
            return error;
    }
    if (selfplay_reader_is_whole(r))
        return 0;
    char what[64];
    snprintf(what, sizeof what, "incomplete or damaged at byte %lld", r->good);
    return selfplay_explain(why, -EBADMSG, path, what);
}

/* Opens a file of games; the caller closes `reader->file`. */
static int open_games(const char *path, selfplay_reader *reader,
                      char why[SELFPLAY_WHY])
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return selfplay_explain(why, selfplay_file_error(), path, NULL);
    const int error = selfplay_reader_init(reader, file);
    if (error == 0)
        return 0;
    fclose(file);
    return selfplay_explain(why, error, path, "is not a file of games");
}

/* ---- Counting ----------------------------------------------------------- */

static int count_game(const selfplay_game *game, void *context)
{
    selfplay_count_game(context, game);
    return 0;
}

static uint32_t neural_of(const selfplay_reader *reader)
{
    const uint8_t *at = reader->header + SELFPLAY_NEURAL_AT;
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
                               .neural = neural_of(&reader)};
    error = visit_games(&reader, path, count_game, &found.count, why);
    fclose(reader.file);
    if (error == 0)
        *ret = found;
    return error;
}

/* ---- Merging ------------------------------------------------------------ */

typedef struct merger {
    const char *path;
    FILE *out;
    oxo_variant variant; /* of the first file; OXO_CLASSIC: none yet */
    keymap seen;         /* digests of the games written */
    selfplay_merged told;
    char *why; /* SELFPLAY_WHY bytes */
} merger;

static int write_bytes(const merger *m, const uint8_t *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, m->out) == size)
        return 0;
    return selfplay_explain(m->why, selfplay_file_error(), m->path, NULL);
}

static int copy_game(const selfplay_game *game, void *context)
{
    merger *m = context;
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    const size_t size = selfplay_game_pack(game, bytes);
    /* The dice alone do not identify a game: they follow from the seed and
     * the game's number, and other settings make another game of them. */
    const uint64_t identity = bytes_digest(0, bytes, size);
    if (keymap_has(&m->seen, identity)) {
        m->told.copies++;
        return 0;
    }
    const int error = keymap_set(&m->seen, identity, 0);
    if (error)
        return selfplay_explain(m->why, error, m->path, NULL);
    m->told.games++;
    return write_bytes(m, bytes, size);
}

static int write_header(const merger *m)
{
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_header_pack(&(selfplay_settings){.variant = m->variant}, header);
    return write_bytes(m, header, sizeof header);
}

/* Adds a file. The first one determines the variant. */
static int merge_file(merger *m, const char *path)
{
    selfplay_reader reader = {.file = NULL};
    int error = open_games(path, &reader, m->why);
    if (error)
        return error;
    if (m->variant == OXO_CLASSIC) {
        m->variant = reader.settings.variant;
        error = write_header(m);
    }
    if (error == 0 && reader.settings.variant != m->variant)
        error = selfplay_explain(m->why, -EINVAL, path,
                                 "has another variant than the first file");
    if (error == 0)
        error = visit_games(&reader, path, copy_game, m, m->why);
    fclose(reader.file);
    return error;
}

int selfplay_merge(const char *path, char *const *inputs, int count,
                   selfplay_merged *ret, char why[SELFPLAY_WHY])
{
    merger m = {.path = path, .variant = OXO_CLASSIC, .why = why};
    int error = 0;
    m.out = fopen(path, "wbx");
    if (!m.out)
        return selfplay_explain(why, -errno, path, NULL);
    for (int i = 0; i < count && error == 0; i++)
        error = merge_file(&m, inputs[i]);
    if (fclose(m.out) != 0 && error == 0)
        error = selfplay_explain(why, selfplay_file_error(), path, NULL);
    if (error)
        unlink(path);
    else
        *ret = m.told;
    keymap_clear(&m.seen);
    return error;
}
