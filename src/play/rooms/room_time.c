/* room_time.c - clocks, and when time brings something about. */
#include "room_parts.h"

#include <assert.h>

/* Limits are configured, and may be as long as somebody likes. */
static int64_t later(int64_t time, int64_t by)
{
    assert(by >= 0);
    return time > INT64_MAX - by ? INT64_MAX : time + by;
}

static int64_t earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- Clocks ------------------------------------------------------------- */

uint32_t room_clock(const room *r, oxo_mark mark, int64_t now)
{
    const int seat = room_seat_of(r, mark);
    const uint32_t left = r->seats[seat].clock;
    if (seat != room_turn(r) || now <= r->turned)
        return left;
    const int64_t used = now - r->turned;
    return used < left ? (uint32_t)(left - used) : 0;
}

void room_clocks(const room *r, int64_t now, uint32_t ret[2])
{
    ret[OXO_X] = room_clock(r, OXO_X, now);
    ret[OXO_O] = room_clock(r, OXO_O, now);
}

uint32_t room_clock_most(const room *r, oxo_mark mark, int length)
{
    const uint32_t moves = (uint32_t)(length + (mark == OXO_X)) / 2;
    return r->setup.initial + moves * r->setup.increment;
}

int64_t room_clock_deadline(const room *r)
{
    const int turn = room_turn(r);
    if (turn < 0 || r->setup.initial == 0)
        return INT64_MAX;
    return later(r->turned, r->seats[turn].clock);
}

/* ---- Grace -------------------------------------------------------------- */

/* A game has an end when one waits for the other in vain. The computer never
 * goes away and waits like anybody else. */
static int64_t forfeit_deadline(const room *r, int64_t grace)
{
    int64_t last = 0;
    for (int i = 0; i < EVENT_SEATS; i++)
        if (r->seats[i].away_since > last)
            last = r->seats[i].away_since;
    return last == 0 ? INT64_MAX : later(last, grace);
}

/* A room without a game has an end when nobody is there, and the computer is
 * nobody. */
static int64_t abandoned_deadline(const room *r, int64_t grace)
{
    int64_t last = 0;
    for (int i = 0; i < EVENT_SEATS; i++) {
        const room_seat *s = &r->seats[i];
        if (room_seat_is_person(s) && s->away_since == 0)
            return INT64_MAX;
        if (room_seat_is_person(s) && s->away_since > last)
            last = s->away_since;
    }
    return later(last, grace);
}

int64_t room_grace_deadline(const room *r, const room_rules *rules)
{
    switch ((room_life)r->life) {
    case ROOM_ACTIVE:
        return forfeit_deadline(r, rules->grace);
    case ROOM_WAITING:
        /* Who made it has to leave the page to send the link. */
        return abandoned_deadline(r, r->setup.is_public ? rules->grace
                                                        : rules->idle);
    case ROOM_FINISHED:
        return abandoned_deadline(r, rules->grace);
    case ROOM_CLOSED:
        break;
    }
    return INT64_MAX;
}

int64_t room_deadline(const room *r, const room_rules *rules)
{
    const int64_t grace = room_grace_deadline(r, rules);
    switch ((room_life)r->life) {
    case ROOM_WAITING:
        return earliest(grace, later(r->created, rules->waiting));
    case ROOM_ACTIVE:
        return earliest(grace, room_clock_deadline(r));
    case ROOM_FINISHED:
        return earliest(grace, later(r->touched, rules->idle));
    case ROOM_CLOSED:
        break;
    }
    return INT64_MAX;
}
