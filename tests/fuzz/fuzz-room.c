/* fuzz-room.c - reads bytes as a room's snapshot, and lives on in it.
 *
 * The first byte says how many bytes of commands there are; they stand at the
 * end. What is restored must be written as the very same bytes, and is a room
 * like any other: whatever is asked of it, the events apply, and asking
 * changes nothing. */
#include "fuzz.h"
#include "room.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_saved(const room *r, const uint8_t *bytes, size_t length)
{
    uint8_t again[ROOM_MAX_BYTES];
    check(room_save(r, again) == length);
    check(memcmp(again, bytes, length) == 0);
}

static void check_survives(const room *r)
{
    uint8_t bytes[ROOM_MAX_BYTES];
    const size_t length = room_save(r, bytes);
    room back;
    check(room_restore(bytes, length, &back));
    check_saved(&back, bytes, length);
}

/* The computer has moves only, and a stranger brings a name of his own. */
static void ask(room *r, uint8_t what, uint8_t detail, int64_t now)
{
    const room_rules rules = room_default_rules();
    room_command c = {.verb = (room_verb)(what % (ROOM_TICK + 1)),
                      .seat = what >> 6,
                      .ply = detail & 0x80 ? ROOM_ANY_PLY : r->length,
                      .move = detail & 0x7F,
                      .offer = (event_offer)(detail % EVENT_OFFER_COUNT),
                      .player = {.token = {{1}}, .name = "stranger"}};
    if (c.seat < EVENT_SEATS && r->seats[c.seat].player.level > 0 &&
        c.verb != ROOM_MOVE)
        c.verb = ROOM_RESIGN;
    const room before = *r;
    room_events out;
    const oxo_status status = room_decide(r, &rules, &c, now, &out);
    check(status < OXO_STATUS_COUNT);
    check(memcmp(&before, r, sizeof(before)) == 0);
    for (int i = 0; i < out.count; i++)
        check(room_apply(r, &out.list[i]));
}

FUZZ_TARGET("fuzz-room", data, size)
{
    room r;
    if (size == 0 || size - 1 < data[0])
        return 0;
    const size_t length = size - 1 - data[0];
    if (!room_restore(data + 1, length, &r))
        return 0;
    check_saved(&r, data + 1, length);
    int64_t now = r.touched;
    if (r.seq > UINT32_MAX / 2 || now > INT64_MAX / 2)
        return 0; /* nobody gets there */
    room_wake(&r, now);
    const uint8_t *commands = data + 1 + length;
    for (size_t i = 0; i + 2 < data[0]; i += 3) {
        room_connect(&r, commands[i] & 1, now);
        now += commands[i + 2] * INT64_C(64);
        ask(&r, commands[i], commands[i + 1], now);
    }
    check_survives(&r);
    return 0;
}
