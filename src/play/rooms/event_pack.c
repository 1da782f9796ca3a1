/* event_pack.c - the pieces of stored records.
 *
 *   byte      as it is
 *   number    seven bits a byte, the low bits first; the high bit is set in
 *             every byte but the last; as short as possible
 *   text      a byte with the length, then UTF-8
 *   hash      16 bytes, not all of them zero
 *   setup     variant, series, a byte of flags (1: seat 1 plays X first,
 *             2: public, 4: has days), numbers initial and increment, a byte
 *             with the days if the setup has days
 *   player    a byte of flags (1: has a token, 2: has a key), the level, the
 *             hashes that exist, texts name and avatar */
#include "event_pack.h"
#include "utf8.h"

#include <assert.h>
#include <string.h>

enum { FLAG_X_IS_ONE = 1, FLAG_PUBLIC = 2, FLAG_DAYS = 4, SETUP_FLAGS = 7 };
enum { FLAG_TOKEN = 1, FLAG_KEY = 2, PLAYER_FLAGS = 3 };

/* ---- Writing ------------------------------------------------------------ */

void event_put_byte(event_writer *w, unsigned value)
{
    assert(value <= UINT8_MAX);
    *w->at++ = (uint8_t)value;
}

void event_put_number(event_writer *w, uint64_t value)
{
    while (value >= 0x80) {
        *w->at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *w->at++ = (uint8_t)value;
}

void event_put_bytes(event_writer *w, const uint8_t *bytes, size_t length)
{
    memcpy(w->at, bytes, length);
    w->at += length;
}

static void put_text(event_writer *w, const char *text, size_t most)
{
    const char *end = memchr(text, '\0', most + 1);
    assert(end);
    const size_t length = (size_t)(end - text);
    event_put_byte(w, (unsigned)length);
    event_put_bytes(w, (const uint8_t *)text, length);
}

static void put_hash(event_writer *w, const event_hash *hash)
{
    if (!event_hash_is_none(hash))
        event_put_bytes(w, hash->bytes, sizeof(hash->bytes));
}

void event_put_setup(event_writer *w, const event_setup *setup)
{
    event_put_byte(w, setup->variant);
    event_put_byte(w, setup->series);
    event_put_byte(w, (setup->first_x ? FLAG_X_IS_ONE : 0U) |
                          (setup->is_public ? FLAG_PUBLIC : 0U) |
                          (setup->days ? FLAG_DAYS : 0U));
    event_put_number(w, setup->initial);
    event_put_number(w, setup->increment);
    if (setup->days)
        event_put_byte(w, setup->days);
}

void event_put_player(event_writer *w, const event_player *player)
{
    event_put_byte(w, (event_hash_is_none(&player->token) ? 0U : FLAG_TOKEN) |
                          (event_hash_is_none(&player->key) ? 0U : FLAG_KEY));
    event_put_byte(w, player->level);
    put_hash(w, &player->token);
    put_hash(w, &player->key);
    put_text(w, player->name, EVENT_NAME_BYTES);
    put_text(w, player->avatar, EVENT_AVATAR_BYTES);
}

/* ---- Reading ------------------------------------------------------------ */

bool event_reader_is_done(const event_reader *in)
{
    return !in->failed && in->at == in->end;
}

uint8_t event_get_byte(event_reader *in, unsigned most)
{
    if (in->failed || in->at == in->end || *in->at > most) {
        in->failed = true;
        return 0;
    }
    return *in->at++;
}

uint64_t event_get_number(event_reader *in, uint64_t most)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = event_get_byte(in, UINT8_MAX);
        const uint64_t bits = byte & 0x7FU;
        /* The last byte must have bits, or the number is too long. The tenth
         * byte has one bit. */
        if (in->failed || (byte == 0 && shift > 0) ||
            (shift == 63 && byte > 1))
            break;
        value |= bits << shift;
        if (byte < 0x80) {
            in->failed = value > most;
            return in->failed ? 0 : value;
        }
    }
    in->failed = true;
    return 0;
}

void event_get_bytes(event_reader *in, uint8_t *out, size_t length)
{
    if (in->failed || (size_t)(in->end - in->at) < length) {
        in->failed = true;
        memset(out, 0, length);
        return;
    }
    memcpy(out, in->at, length);
    in->at += length;
}

/* `out` is all zero, and one byte longer than the longest text. */
static void get_text(event_reader *in, char *out, size_t most)
{
    const size_t length = event_get_byte(in, (unsigned)most);
    event_get_bytes(in, (uint8_t *)out, length);
    in->failed |= !utf8_is_safe(out, length);
}

static void get_hash(event_reader *in, bool there, event_hash *ret)
{
    if (!there)
        return;
    event_get_bytes(in, ret->bytes, sizeof(ret->bytes));
    in->failed |= event_hash_is_none(ret);
}

void event_get_setup(event_reader *in, event_setup *ret)
{
    ret->variant = event_get_byte(in, OXO_VARIANTS - 1);
    ret->series = event_get_byte(in, EVENT_MAX_SERIES);
    const unsigned flags = event_get_byte(in, SETUP_FLAGS);
    ret->first_x = (flags & FLAG_X_IS_ONE) != 0;
    ret->is_public = (flags & FLAG_PUBLIC) != 0;
    ret->initial = (uint32_t)event_get_number(in, EVENT_MAX_INITIAL);
    ret->increment = (uint32_t)event_get_number(in, EVENT_MAX_INCREMENT);
    ret->days = flags & FLAG_DAYS ? event_get_byte(in, EVENT_MAX_DAYS) : 0;
    in->failed |=
        (flags & FLAG_DAYS && ret->days == 0) || !event_setup_is_valid(ret);
}

void event_get_player(event_reader *in, event_player *ret)
{
    memset(ret, 0, sizeof(*ret));
    const unsigned flags = event_get_byte(in, PLAYER_FLAGS);
    ret->level = event_get_byte(in, EVENT_MAX_LEVEL);
    get_hash(in, (flags & FLAG_TOKEN) != 0, &ret->token);
    get_hash(in, (flags & FLAG_KEY) != 0, &ret->key);
    get_text(in, ret->name, EVENT_NAME_BYTES);
    get_text(in, ret->avatar, EVENT_AVATAR_BYTES);
}
