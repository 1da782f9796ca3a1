/* room_bytes.c - a room as bytes, format 2.
 *
 * In the pieces of event_pack.c; what is not called otherwise is a byte:
 *
 *   format, 2
 *   the numbers id and seq; the setup
 *   life, seat of X, outcome, reason, score of seat 0, of seat 1, offer and
 *   the seat that made it; the offers since the last move of seat 0, of 1
 *   the numbers games, created, touched, started, turned
 *   for each seat: flags (1: taken, 2: left), the player if it is taken, and
 *   the number clock
 *   length of the game; for each move: the move, the numbers intensity and
 *   time since the move before
 *
 * Who is connected is not written, nor what follows from the moves. A
 * snapshot that does not hold together is refused as a whole, and the events
 * are there to make the room from. */
#include "room.h"

#include <string.h>

#include "event_pack.h"
#include "room_parts.h"

enum { FORMAT = 2, FLAG_TAKEN = 1, FLAG_LEFT = 2 };

/* Numbers have 10 bytes at most, of 32 bits 5, an intensity 2. */
enum {
    HEAD_BYTES = 1 + 2 * 10 + (4 + 2 * 5) + 10 + 5 * 10,
    SEAT_BYTES =
        1 + 2 + 2 * 16 + 1 + EVENT_NAME_BYTES + 1 + EVENT_AVATAR_BYTES + 5,
    GAME_BYTES = 1 + OXO_MAX_MOVES * (1 + 2 + 5)
};
_Static_assert(HEAD_BYTES + 2 * SEAT_BYTES + GAME_BYTES <= ROOM_MAX_BYTES,
               "the longest snapshot has to fit");

/* ---- Writing ------------------------------------------------------------ */

static void put_head(event_writer *w, const room *r)
{
    event_put_byte(w, FORMAT);
    event_put_number(w, r->id);
    event_put_number(w, r->seq);
    event_put_setup(w, &r->setup);
    event_put_byte(w, r->life);
    event_put_byte(w, r->x_seat);
    event_put_byte(w, r->outcome);
    event_put_byte(w, r->reason);
    event_put_bytes(w, r->score, sizeof(r->score));
    event_put_byte(w, r->offer);
    event_put_byte(w, r->offer_seat);
    event_put_bytes(w, r->offered, sizeof(r->offered));
    event_put_number(w, r->games);
    event_put_number(w, (uint64_t)r->created);
    event_put_number(w, (uint64_t)r->touched);
    event_put_number(w, (uint64_t)r->started);
    event_put_number(w, (uint64_t)r->turned);
}

static void put_seat(event_writer *w, const room_seat *s)
{
    event_put_byte(w,
                   (s->taken ? FLAG_TAKEN : 0U) | (s->left ? FLAG_LEFT : 0U));
    if (s->taken)
        event_put_player(w, &s->player);
    event_put_number(w, s->clock);
}

size_t room_save(const room *r, uint8_t out[ROOM_MAX_BYTES])
{
    event_writer w = {.at = out};
    put_head(&w, r);
    for (int i = 0; i < EVENT_SEATS; i++)
        put_seat(&w, &r->seats[i]);
    event_put_byte(&w, r->length);
    for (int i = 0; i < r->length; i++) {
        event_put_byte(&w, r->moves[i]);
        event_put_number(&w, r->intensity[i]);
        event_put_number(&w, r->at[i] - (i > 0 ? r->at[i - 1] : 0));
    }
    return (size_t)(w.at - out);
}

/* ---- Reading ------------------------------------------------------------ */

static void get_head(event_reader *in, room *r)
{
    in->failed |= event_get_byte(in, FORMAT) != FORMAT;
    r->id = (event_room)event_get_number(in, (1U << EVENT_ROOM_BITS) - 1);
    r->seq = (uint32_t)event_get_number(in, UINT32_MAX);
    event_get_setup(in, &r->setup);
    r->life = event_get_byte(in, ROOM_CLOSED);
    r->x_seat = event_get_byte(in, EVENT_SEATS - 1);
    r->outcome = event_get_byte(in, OXO_DRAW);
    r->reason = event_get_byte(in, EVENT_REASON_COUNT - 1);
    r->score[0] = event_get_byte(in, 2 * EVENT_MAX_SERIES);
    r->score[1] = event_get_byte(in, 2 * EVENT_MAX_SERIES);
    r->offer = event_get_byte(in, EVENT_OFFER_COUNT - 1);
    r->offer_seat = event_get_byte(in, EVENT_SEATS - 1);
    for (int i = 0; i < EVENT_SEATS; i++)
        r->offered[i] = event_get_byte(in, (1U << EVENT_OFFER_COUNT) - 1);
    r->games = (uint16_t)event_get_number(in, UINT16_MAX);
    r->created = (int64_t)event_get_number(in, INT64_MAX);
    r->touched = (int64_t)event_get_number(in, INT64_MAX);
    r->started = (int64_t)event_get_number(in, INT64_MAX);
    r->turned = (int64_t)event_get_number(in, INT64_MAX);
}

static void get_seat(event_reader *in, room_seat *s)
{
    const unsigned flags = event_get_byte(in, FLAG_TAKEN | FLAG_LEFT);
    s->taken = (flags & FLAG_TAKEN) != 0;
    s->left = (flags & FLAG_LEFT) != 0;
    if (s->taken)
        event_get_player(in, &s->player);
    s->clock = (uint32_t)event_get_number(in, UINT32_MAX);
}

/* Plays the moves as they are read: one that is illegal is a failure. */
static void get_moves(event_reader *in, room *r)
{
    r->now = oxo_position_start((oxo_variant)r->setup.variant);
    const unsigned length = event_get_byte(in, OXO_MAX_MOVES);
    uint32_t before = 0;
    for (unsigned i = 0; i < length && !in->failed; i++) {
        r->moves[i] = event_get_byte(in, OXO_MAX_MOVES - 1);
        r->intensity[i] =
            (oxo_intensity)event_get_number(in, OXO_INTENSITY_ONE);
        before += (uint32_t)event_get_number(in, UINT32_MAX - before);
        r->at[i] = before;
        in->failed |= oxo_position_check(&r->now, r->moves[i]) != OXO_OK;
        if (!in->failed)
            r->now = oxo_position_play(&r->now, r->moves[i]);
    }
    r->length = (uint8_t)length;
}

/* ---- Does it hold together? --------------------------------------------- */

static bool seats_hold(const room *r)
{
    const bool may_leave = r->life >= ROOM_FINISHED && r->games > 0;
    for (int i = 0; i < EVENT_SEATS; i++) {
        const room_seat *s = &r->seats[i];
        event_player player = s->player;
        /* Who left has no token any more; anything else must be in order. */
        if (s->left && (!may_leave || !s->taken || player.level > 0 ||
                        !event_hash_is_none(&player.token)))
            return false;
        if (s->taken && !s->left && !room_player_is_valid(&player))
            return false;
    }
    return r->seats[0].taken && r->seats[0].player.level == 0 &&
           (r->seats[1].taken || r->games == 0) &&
           (event_hash_is_none(&r->seats[0].player.token) ||
            !event_hash_equal(&r->seats[0].player.token,
                              &r->seats[1].player.token));
}

static bool times_hold(const room *r)
{
    if (r->games == 0)
        return r->started == 0 && r->turned == 0 && r->length == 0 &&
               r->created <= r->touched;
    const uint32_t last = r->length > 0 ? r->at[r->length - 1] : 0;
    return r->created <= r->started && r->started <= r->touched &&
           r->started <= r->turned && last <= r->touched - r->started;
}

static bool clocks_hold(const room *r)
{
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const int seat = room_seat_of(r, (oxo_mark)mark);
        const uint32_t most =
            r->games > 0 ? room_clock_most(r, (oxo_mark)mark, r->length) : 0;
        if (r->seats[seat].clock > most)
            return false;
    }
    return true;
}

/* Two half points a game; a series ends when it is won. */
static bool score_holds(const room *r)
{
    const int both = r->score[0] + r->score[1];
    const int most = room_series_target(r) + 1;
    const int ended = r->games - (r->life == ROOM_ACTIVE);
    return both % 2 == 0 && both <= 2 * r->setup.series && both / 2 <= ended &&
           r->score[0] <= most && r->score[1] <= most &&
           (r->life != ROOM_ACTIVE || !room_series_is_over(r));
}

static bool life_holds(const room *r)
{
    const bool played = r->games > 0 && r->life != ROOM_ACTIVE;
    if ((r->life == ROOM_WAITING && r->games > 0) ||
        (r->life == ROOM_ACTIVE && r->games == 0) ||
        (r->life == ROOM_FINISHED && r->games == 0))
        return false;
    const int turns = r->games > 0 ? r->games - 1 : 0;
    if (r->x_seat != (r->setup.first_x ^ (turns & 1)))
        return false;
    if (!played)
        return r->outcome == OXO_ONGOING && r->reason == 0 &&
               oxo_position_outcome(&r->now) == OXO_ONGOING;
    if (r->outcome == OXO_ONGOING)
        return r->reason >= EVENT_BY_ABORT &&
               oxo_position_outcome(&r->now) == OXO_ONGOING;
    return (r->reason != EVENT_BY_TIME || r->setup.initial > 0 ||
            r->setup.days > 0) &&
           room_ending_is_possible(&r->now, (oxo_outcome)r->outcome,
                                   (event_reason)r->reason);
}

static bool offer_holds(const room *r)
{
    if (r->offer == EVENT_OFFER_NONE)
        return r->offer_seat == 0;
    if (!room_seat_is_person(&r->seats[r->offer_seat]))
        return false;
    if (r->offer == EVENT_OFFER_REMATCH)
        return room_can_go_on(r);
    return r->life == ROOM_ACTIVE &&
           (r->offer == EVENT_OFFER_DRAW ||
            r->length >= room_moves_to_undo(r, r->offer_seat));
}

bool room_restore(const uint8_t *bytes, size_t length, room *ret)
{
    event_reader in = {.at = bytes, .end = bytes + length};
    room r;
    memset(&r, 0, sizeof(r));
    get_head(&in, &r);
    for (int i = 0; i < EVENT_SEATS; i++)
        get_seat(&in, &r.seats[i]);
    get_moves(&in, &r);
    if (!event_reader_is_done(&in) || r.seq == 0 || !seats_hold(&r) ||
        !times_hold(&r) || !life_holds(&r) || !clocks_hold(&r) ||
        !score_holds(&r) || !offer_holds(&r))
        return false;
    *ret = r;
    return true;
}
