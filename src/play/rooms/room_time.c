/* room_time.c - clocks, and the deadlines of a room. */
#include "room_parts.h"

#include <assert.h>

/* Limits are configurable and may be very long: the sum stays in range. */
static int64_t add_time(int64_t time, int64_t by)
{
    assert(by >= 0);
    return time > INT64_MAX - by ? INT64_MAX : time + by;
}

static int64_t earlier(int64_t a, int64_t b)
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

/* When the side to move has used up its clock or its days, or when a game
 * without a limit expires. */
static int64_t turn_deadline(const room *r, const room_rules *rules)
{
    const int64_t day = INT64_C(24) * 60 * 60 * 1000;
    if (r->setup.initial > 0)
        return add_time(r->turned, r->seats[room_turn(r)].clock);
    if (r->setup.days > 0)
        return add_time(r->turned, r->setup.days * day);
    /* Nobody waits for the player who left the computer. */
    const bool is_alone = r->seats[1].player.level > 0;
    return add_time(r->turned,
                    is_alone ? rules->close_after : rules->keep_open);
}

/* ---- Claims and aborts -------------------------------------------------- */

int64_t room_claim_time(const room *r, const room_rules *rules, int seat)
{
    const room_seat *other = &r->seats[!seat];
    if (room_turn(r) != !seat || r->setup.initial == 0 ||
        !room_both_moved(r) || !room_seat_is_person(other) ||
        other->away_since == 0)
        return INT64_MAX;
    return add_time(other->away_since, rules->claim_after);
}

bool room_can_abort(const room *r, const room_rules *rules, int seat,
                    int64_t now)
{
    if (r->life != ROOM_ACTIVE)
        return false;
    return !room_both_moved(r) ||
           (!room_has_limit(r) && room_turn(r) != seat &&
            now >= add_time(r->turned, rules->close_after));
}

/* ---- Closing ------------------------------------------------------------ */

/* The end of the grace after the last player went. The computer does not keep
 * a room open. */
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
    return add_time(last, grace);
}

/* A player was away at the last event, and has not been here since: the player
 * does not know how the game ended. */
static bool has_missed_the_end(const room *r)
{
    for (int i = 0; i < EVENT_SEATS; i++) {
        const room_seat *s = &r->seats[i];
        if (room_seat_is_person(s) && s->away_since > 0 &&
            s->away_since <= r->touched)
            return true;
    }
    return false;
}

int64_t room_grace_deadline(const room *r, const room_rules *rules)
{
    /* The maker of a private room leaves the page to send the link. */
    const bool waits_for_anybody =
        r->life == ROOM_WAITING && r->setup.is_public && !r->seats[1].taken;
    if (waits_for_anybody ||
        (r->life == ROOM_FINISHED && !has_missed_the_end(r)))
        return abandoned_deadline(r, rules->grace);
    return INT64_MAX;
}

int64_t room_deadline(const room *r, const room_rules *rules)
{
    const int64_t grace = room_grace_deadline(r, rules);
    switch ((room_life)r->life) {
    case ROOM_WAITING:
        return earlier(grace, add_time(r->touched, rules->waiting));
    case ROOM_ACTIVE:
        return turn_deadline(r, rules);
    case ROOM_FINISHED:
        return earlier(grace, add_time(r->touched, rules->idle));
    case ROOM_CLOSED:
        break;
    }
    return INT64_MAX;
}
