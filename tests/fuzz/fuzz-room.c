/* fuzz-room.c - reads bytes as a room's snapshot, and lives on in that room.
 *
 * The first byte is the number of bytes of commands, which stand at the end. A
 * restored snapshot must be written as the very same bytes, and makes a room
 * like any other: every event of every decision applies, and decisions change
 * nothing. A command has four bytes: verb and seat, details, time, and
 * presence. */
#include "fuzz.h"
#include "room.h"

#include <stdlib.h>
#include <string.h>

enum { COMMAND = 4 };

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

/* From a millisecond to half a year. */
static int64_t time_of(uint8_t byte)
{
    return (int64_t)((byte & 7U) + 1) << (byte >> 3);
}

static void come_or_go(room *r, uint8_t how, int64_t now)
{
    const int seat = how & 1;
    switch (how >> 1 & 7) {
    case 0:
    case 1:
        room_connect(r, seat, now);
        break;
    case 2:
    case 3:
        room_disconnect(r, seat, now);
        break;
    case 4:
        room_be_here_until(r, seat, now + time_of(how));
        break;
    case 5:
        room_wake(r, now);
        break;
    case 6:
        room_shift(r, now - time_of(how), now);
        break;
    default:
        break;
    }
}

/* The computer moves or resigns. A stranger joins with a name. */
static room_command command_of(const room *r, uint8_t what, uint8_t detail)
{
    room_command c = {.verb = (room_verb)(what % (ROOM_TICK + 1)),
                      .seat = what >> 6,
                      .ply = detail & 0x80 ? ROOM_ANY_PLY : r->length,
                      .move = detail & 0x7F,
                      .draw = detail & 1,
                      .offer = (event_offer)(detail % EVENT_OFFER_COUNT),
                      .player = {.token = {{1}}, .name = "stranger"}};
    if (c.seat == 3) {
        c.seat = ROOM_BY_TOKEN;
        c.token = r->seats[detail & 1].player.token;
    }
    if (c.seat < EVENT_SEATS && r->seats[c.seat].player.level > 0 &&
        c.verb != ROOM_MOVE)
        c.verb = ROOM_RESIGN;
    return c;
}

static void ask(room *r, const room_command *c, int64_t now)
{
    const room_rules rules = room_default_rules();
    const room before = *r;
    room_events out;
    const oxo_status status = room_decide(r, &rules, c, now, &out);
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
        return 0; /* no room lives that long */
    room_wake(&r, now);
    const uint8_t *commands = data + 1 + length;
    for (size_t i = 0; i + COMMAND <= data[0]; i += COMMAND) {
        const uint8_t *c = commands + i;
        now += time_of(c[2]);
        come_or_go(&r, c[3], now);
        const room_command command = command_of(&r, c[0], c[1]);
        const uint32_t seq = r.seq;
        ask(&r, &command, now);
        if (r.seq != seq)
            check_survives(&r);
    }
    check_survives(&r);
    return 0;
}
