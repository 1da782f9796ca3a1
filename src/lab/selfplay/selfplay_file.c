/* selfplay_file.c - see selfplay_file.h. */
#include "selfplay_file.h"

#include <errno.h>
#include <string.h>

#include "bytes.h"

enum { VERSION = 1, CHANCE = 128, FIXED_BYTES = 10, SUM_BYTES = 4 };

static const char magic[] = "oxogames";

static bool sum_matches(const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes + size;
    return bytes_get(&at, SUM_BYTES) == bytes_checksum(bytes, size);
}

/* ---- Headers ------------------------------------------------------------ */

static uint32_t sum_of_book(const selfplay_settings *s)
{
    uint32_t sum = 0;
    for (int i = 0; i < s->opening_count; i++) {
        const selfplay_opening *o = &s->openings[i];
        /* Rotate, because the order matters: an opening is chosen by its
         * number. */
        sum = (sum << 1 | sum >> 31) ^ bytes_checksum(o->moves, o->length);
    }
    return sum;
}

void selfplay_header_pack(const selfplay_settings *s,
                          uint8_t ret[SELFPLAY_HEADER_BYTES])
{
    uint8_t *at = ret;
    memcpy(at, magic, sizeof magic - 1);
    at += sizeof magic - 1;
    bytes_put(&at, VERSION, 1);
    bytes_put(&at, s->variant, 1);
    bytes_put(&at, s->noise, 2);
    bytes_put(&at, s->nodes, 4);
    bytes_put(&at, s->seed, 8);
    bytes_put(&at, s->least, 1);
    bytes_put(&at, s->most, 1);
    bytes_put(&at, s->solve, 1);
    bytes_put(&at, 0, 1);
    bytes_put(&at, sum_of_book(s), 4);
    bytes_put(&at, s->neural ? oxo_neural_checksum(s->neural) : 0, 4);
    bytes_put(&at, bytes_checksum(ret, (size_t)(at - ret)), SUM_BYTES);
}

bool selfplay_header_parse(const uint8_t header[SELFPLAY_HEADER_BYTES],
                           selfplay_settings *ret)
{
    const uint8_t *at = header + sizeof magic - 1;
    if (memcmp(header, magic, sizeof magic - 1) != 0 ||
        !sum_matches(header, SELFPLAY_HEADER_BYTES - SUM_BYTES) ||
        bytes_get(&at, 1) != VERSION)
        return false;
    selfplay_settings s = {.variant = (oxo_variant)bytes_get(&at, 1)};
    s.noise = (uint16_t)bytes_get(&at, 2);
    s.nodes = (uint32_t)bytes_get(&at, 4);
    s.seed = bytes_get(&at, 8);
    s.least = (uint8_t)bytes_get(&at, 1);
    s.most = (uint8_t)bytes_get(&at, 1);
    s.solve = (uint8_t)bytes_get(&at, 1);
    if (s.variant <= OXO_CLASSIC || (int)s.variant >= OXO_VARIANTS)
        return false;
    *ret = s;
    return true;
}

/* ---- Games -------------------------------------------------------------- */

size_t selfplay_game_pack(const selfplay_game *game,
                          uint8_t ret[SELFPLAY_GAME_BYTES])
{
    uint8_t *at = ret;
    bytes_put(&at, game->dice, 8);
    bytes_put(&at, game->outcome, 1);
    bytes_put(&at, game->length, 1);
    for (int i = 0; i < game->length; i++)
        bytes_put(&at, game->moves[i] + (game->by_chance[i] ? CHANCE : 0U), 1);
    for (int i = 0; i < game->length; i++)
        bytes_put(&at, (uint16_t)game->scores[i], 2);
    bytes_put(&at, bytes_checksum(ret, (size_t)(at - ret)), SUM_BYTES);
    return (size_t)(at - ret);
}

/* True if the moves are legal and lead to the outcome. */
static bool is_sound(const selfplay_game *game, oxo_variant variant)
{
    oxo_position p = oxo_position_start(variant);
    for (int i = 0; i < game->length; i++) {
        if (oxo_position_check(&p, game->moves[i]) != OXO_OK)
            return false;
        p = oxo_position_play(&p, game->moves[i]);
    }
    const oxo_outcome outcome = oxo_position_outcome(&p);
    return outcome != OXO_ONGOING && outcome == (oxo_outcome)game->outcome;
}

size_t selfplay_game_parse(const uint8_t *bytes, size_t size,
                           oxo_variant variant, selfplay_game *ret)
{
    if (size < FIXED_BYTES)
        return 0;
    const size_t length = bytes[FIXED_BYTES - 1];
    const size_t body = FIXED_BYTES + 3 * length;
    if (length > OXO_MAX_MOVES || size < body + SUM_BYTES ||
        !sum_matches(bytes, body))
        return 0;
    const uint8_t *at = bytes;
    selfplay_game game = {.dice = bytes_get(&at, 8)};
    game.outcome = (uint8_t)bytes_get(&at, 1);
    game.length = (uint8_t)bytes_get(&at, 1);
    for (size_t i = 0; i < length; i++) {
        const uint64_t byte = bytes_get(&at, 1);
        game.moves[i] = (oxo_move)(byte % CHANCE);
        game.by_chance[i] = byte >= CHANCE;
    }
    for (size_t i = 0; i < length; i++)
        game.scores[i] = (int16_t)(uint16_t)bytes_get(&at, 2);
    if (!is_sound(&game, variant))
        return 0;
    *ret = game;
    return body + SUM_BYTES;
}

/* ---- Reading ------------------------------------------------------------ */

int selfplay_reader_init(selfplay_reader *r, FILE *file)
{
    *r = (selfplay_reader){.file = file};
    if (fread(r->header, 1, sizeof r->header, file) != sizeof r->header ||
        !selfplay_header_parse(r->header, &r->settings))
        return -EBADMSG;
    r->good = SELFPLAY_HEADER_BYTES;
    return 0;
}

bool selfplay_reader_next(selfplay_reader *r, selfplay_game *ret)
{
    r->held +=
        fread(r->buffer + r->held, 1, sizeof r->buffer - r->held, r->file);
    const size_t size =
        selfplay_game_parse(r->buffer, r->held, r->settings.variant, ret);
    if (size == 0)
        return false;
    r->held -= size;
    memmove(r->buffer, r->buffer + size, r->held);
    r->good += (long long)size;
    return true;
}

bool selfplay_reader_is_whole(const selfplay_reader *r)
{
    return r->held == 0 && !ferror(r->file);
}

int selfplay_file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

int selfplay_explain(char why[SELFPLAY_WHY], int error, const char *path,
                     const char *what)
{
    snprintf(why, SELFPLAY_WHY, "%.150s: %s", path,
             what ? what : strerror(-error));
    return error;
}
