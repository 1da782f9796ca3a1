/* room_bytes.c - a room as bytes, format 2.
 *
 * The pieces are those of event_pack.c. Every field is a byte unless the table
 * says otherwise:
 *
 *   head    format (2); numbers id, seq; setup; life, seat of X, outcome,
 *           reason, score of seat 0, score of seat 1, offer, seat of the
 *           offer, offers made by seat 0 since the last move, by seat 1;
 *           numbers games, created, touched, started, turned
 *   seats   for each seat: flags (1: taken, 2: left), the player if the seat
 *           is taken, number clock
 *   game    length; for each move: move, numbers intensity and milliseconds
 *           since the previous move
 *
 * Presence is not written, and neither is the position: the position follows
 * from the moves. Reading refuses every snapshot whose fields contradict each
 * other or describe a room that no events can make. Then the room is made from
 * its events. */
#include "room.h"

#include <string.h>

#include "event_pack.h"
#include "room_parts.h"

enum { FORMAT = 2, FLAG_TAKEN = 1, FLAG_LEFT = 2 };

/* A number of 64 bits has up to 10 bytes, of 32 bits 5, an intensity 2. */
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

/* Plays the moves as they are read. An illegal move is a failure. */
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

/* ---- Do the fields agree? ----------------------------------------------- */

static bool seat_holds(const room *r, const room_seat *s)
{
    const bool may_leave = r->life >= ROOM_FINISHED && r->games > 0;
    if (!s->taken)
        return !s->left;
    /* A player who leaves loses the token and keeps the name. */
    if (s->left)
        return may_leave && s->player.level == 0 &&
               event_hash_is_none(&s->player.token);
    return room_player_is_valid(&s->player);
}

/* The second seat is taken from the first game on. Before that only a game
 * with a clock has to wait, for a person. */
static bool second_seat_holds(const room *r)
{
    const room_seat *s = &r->seats[1];
    if (r->games > 0)
        return s->taken;
    return !s->taken || (r->setup.initial > 0 && s->player.level == 0);
}

static bool seats_hold(const room *r)
{
    const room_seat *a = &r->seats[0], *b = &r->seats[1];
    /* The last player to leave closes the room. */
    const bool is_empty = !room_seat_is_person(a) && !room_seat_is_person(b);
    return seat_holds(r, a) && seat_holds(r, b) && a->taken &&
           a->player.level == 0 && second_seat_holds(r) &&
           (r->life == ROOM_CLOSED || !is_empty) &&
           (event_hash_is_none(&a->player.token) ||
            !event_hash_equal(&a->player.token, &b->player.token));
}

/* The log has at least these events: the room was created, the seat taken,
 * games began and ended, the moves were made, players left, the room closed.
 */
static bool seq_holds(const room *r)
{
    const int games = 2 * r->games - (r->life == ROOM_ACTIVE);
    const int seats = r->seats[1].taken + r->seats[0].left + r->seats[1].left;
    return r->seq >= (uint32_t)(1 + games + seats + r->length +
                                (r->life == ROOM_CLOSED));
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

/* The last game has given its points: two half points to the winner, or one
 * to each side. */
static bool last_points_hold(const room *r)
{
    const oxo_mark winner = oxo_outcome_winner((oxo_outcome)r->outcome);
    if (winner == OXO_NONE)
        return r->score[0] >= 1 && r->score[1] >= 1;
    return r->score[room_seat_of(r, winner)] >= 2;
}

/* A game gives two half points, unless the game is going on or was aborted. A
 * series ends when it is won, and the next game begins another. */
static bool score_holds(const room *r)
{
    const int both = r->score[0] + r->score[1];
    const int most = room_series_target(r) + 1;
    const bool has_result = r->outcome != OXO_ONGOING;
    const int ended = r->games > 0 ? r->games - !has_result : 0;
    return both % 2 == 0 && both <= 2 * r->setup.series && both / 2 <= ended &&
           r->score[0] <= most && r->score[1] <= most &&
           (has_result ? last_points_hold(r) : !room_series_is_over(r));
}

static bool ending_holds(const room *r)
{
    const event_reason reason = (event_reason)r->reason;
    if (r->games == 0 || r->life == ROOM_ACTIVE)
        return r->outcome == OXO_ONGOING && r->reason == 0 &&
               oxo_position_outcome(&r->now) == OXO_ONGOING;
    if (r->outcome == OXO_ONGOING)
        return room_abort_is_possible(r, reason);
    return room_ending_is_possible(r, (oxo_outcome)r->outcome, reason);
}

static bool life_holds(const room *r)
{
    const bool has_game = r->life == ROOM_ACTIVE || r->life == ROOM_FINISHED;
    const int rematches = r->games > 0 ? r->games - 1 : 0;
    return !(r->life == ROOM_WAITING && r->games > 0) &&
           !(has_game && r->games == 0) &&
           r->x_seat == (r->setup.first_x ^ (rematches & 1)) &&
           ending_holds(r);
}

/* The offers that may have been made, as bits. */
static unsigned possible_offers(const room *r)
{
    if (r->games == 0)
        return 0;
    return r->life == ROOM_ACTIVE
               ? 1U << EVENT_OFFER_DRAW | 1U << EVENT_OFFER_TAKEBACK
               : 1U << EVENT_OFFER_REMATCH;
}

static bool offered_holds(const room *r)
{
    for (int i = 0; i < EVENT_SEATS; i++) {
        const unsigned possible =
            r->seats[i].player.level > 0 ? 0 : possible_offers(r);
        if (r->offered[i] & ~possible)
            return false;
    }
    return true;
}

/* A draw offer stands while its player moves. Any other offer was made since
 * the last move. */
static bool offer_is_recent(const room *r)
{
    const bool is_new = r->offered[r->offer_seat] >> r->offer & 1;
    return is_new || (r->offer == EVENT_OFFER_DRAW && r->length > 0 &&
                      room_turn(r) != r->offer_seat);
}

/* An offer waits for a person: the computer answers at once. */
static bool offer_holds(const room *r)
{
    if (r->offer == EVENT_OFFER_NONE)
        return r->offer_seat == 0;
    if (!room_seat_is_person(&r->seats[0]) ||
        !room_seat_is_person(&r->seats[1]) || !offer_is_recent(r))
        return false;
    if (r->offer == EVENT_OFFER_REMATCH)
        return room_can_rematch(r);
    return r->life == ROOM_ACTIVE &&
           (r->offer == EVENT_OFFER_DRAW ||
            r->length >= room_moves_to_undo(r, r->offer_seat));
}

static bool holds_together(const room *r)
{
    return seats_hold(r) && seq_holds(r) && times_hold(r) && life_holds(r) &&
           clocks_hold(r) && score_holds(r) && offered_holds(r) &&
           offer_holds(r);
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
    if (!event_reader_is_done(&in) || !holds_together(&r))
        return false;
    *ret = r;
    return true;
}
