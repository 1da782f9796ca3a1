/* fuzz-selfplay.c - reads bytes as a header or a game of `oxo selfplay`. The
 * low two bits of the first byte are the variant of a game, or 0 for a
 * header; the checksum is put right first, or nothing would be accepted.
 *
 * What is read must be written as the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "fuzz.h"
#include "selfplay_file.h"

static void check(bool law)
{
    if (!law)
        abort();
}

static void put_sum(uint8_t *bytes, size_t size)
{
    uint8_t *at = bytes + size;
    bytes_put(&at, bytes_checksum(bytes, size), 4);
}

static void try_header(const uint8_t *data, size_t size)
{
    enum { BODY = SELFPLAY_HEADER_BYTES - 4, OPAQUE = 28 };
    uint8_t header[SELFPLAY_HEADER_BYTES] = {0};
    uint8_t again[SELFPLAY_HEADER_BYTES];
    selfplay_settings settings;
    memcpy(header, data, size < BODY ? size : BODY);
    put_sum(header, BODY);
    if (!selfplay_header_parse(header, &settings))
        return;
    selfplay_header_pack(&settings, again);
    /* Of the book and the network it has the checksums alone. */
    check(memcmp(header, again, OPAQUE - 1) == 0);
}

static void try_game(oxo_variant variant, const uint8_t *data, size_t size)
{
    uint8_t bytes[SELFPLAY_GAME_BYTES] = {0};
    uint8_t again[SELFPLAY_GAME_BYTES];
    selfplay_game game;
    memcpy(bytes, data, size < sizeof bytes - 4 ? size : sizeof bytes - 4);
    const size_t body = 10 + 3 * (size_t)bytes[9];
    if (body + 4 <= sizeof bytes)
        put_sum(bytes, body);
    const size_t used =
        selfplay_game_parse(bytes, sizeof bytes, variant, &game);
    if (used == 0)
        return;
    check(used == body + 4);
    check(selfplay_game_pack(&game, again) == used);
    check(memcmp(bytes, again, used) == 0);
}

FUZZ_TARGET("fuzz-selfplay", data, size)
{
    if (size == 0)
        return 0;
    const oxo_variant variant = (oxo_variant)(data[0] & 3);
    if (variant == OXO_CLASSIC)
        try_header(data + 1, size - 1);
    else
        try_game(variant, data + 1, size - 1);
    return 0;
}
