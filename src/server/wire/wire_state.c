/* wire_state.c - game-state: all that there is to know of a room. */
#include "oxo/notation.h"
#include "wire_put.h"

/* The computer is always here. */
static bool is_here(const room_seat *seat)
{
    return !seat->left && (seat->connections > 0 || seat->player.level > 0);
}

static char *put_player(char *at, const room *r, oxo_mark mark, int64_t now)
{
    const int seat = room_seat_of(r, mark);
    const room_seat *s = &r->seats[seat];
    if (!s->taken)
        return WIRE_PUT(at, "null");
    at = WIRE_PUT(at, "{");
    at = wire_put_player(at, seat, &s->player);
    at = WIRE_PUT(at, ",\"connected\":");
    at = wire_put_word(at, is_here(s) ? "true" : "false");
    if (s->left)
        at = WIRE_PUT(at, ",\"left\":true");
    else if (s->away_since > 0 && now >= s->away_since) {
        at = WIRE_PUT(at, ",\"away\":");
        at = wire_put_uint(at, (uint64_t)(now - s->away_since));
    }
    return WIRE_PUT(at, "}");
}

/* ---- The game ----------------------------------------------------------- */

static char *put_moves(char *at, const room *r)
{
    at = WIRE_PUT(at, ",\"moves\":[");
    for (int i = 0; i < r->length; i++) {
        at = i > 0 ? WIRE_PUT(at, ",\"") : WIRE_PUT(at, "\"");
        at += oxo_move_format(OXO_NATIVE, (oxo_variant)r->setup.variant,
                              r->moves[i], at);
        at = WIRE_PUT(at, "\"");
    }
    return WIRE_PUT(at, "]");
}

static char *put_intensities(char *at, const room *r)
{
    at = WIRE_PUT(at, ",\"intensities\":[");
    for (int i = 0; i < r->length; i++) {
        if (i > 0)
            at = WIRE_PUT(at, ",");
        at = wire_put_intensity(at, r->intensity[i]);
    }
    return WIRE_PUT(at, "]");
}

static char *put_times(char *at, const room *r)
{
    at = WIRE_PUT(at, ",\"times\":[");
    for (int i = 0; i < r->length; i++) {
        if (i > 0)
            at = WIRE_PUT(at, ",");
        at = wire_put_uint(at, r->at[i]);
    }
    return WIRE_PUT(at, "]");
}

static char *put_offer(char *at, const room *r)
{
    at = WIRE_PUT(at, ",\"offer\":");
    if (r->offer == EVENT_OFFER_NONE)
        return WIRE_PUT(at, "null");
    at = WIRE_PUT(at, "{\"offer\":");
    at = wire_put_quoted(at, event_offer_word((event_offer)r->offer));
    at = WIRE_PUT(at, ",\"by\":");
    at = wire_put_mark(at, room_mark_of(r, r->offer_seat));
    return WIRE_PUT(at, "}");
}

/* Before the first game the clocks stand at what they will begin with. */
static char *put_clocks(char *at, const room *r, int64_t now)
{
    if (r->games == 0)
        return wire_put_clocks(at, r, r->setup.initial, r->setup.initial);
    return wire_put_clocks(at, r, room_clock(r, OXO_X, now),
                           room_clock(r, OXO_O, now));
}

static char *put_game(char *at, const room *r, int64_t now)
{
    const int turn = room_turn(r);
    at = WIRE_PUT(at, ",\"game\":");
    at = wire_put_uint(at, r->games);
    if (r->games > 0) {
        at = WIRE_PUT(at, ",\"started\":");
        at = wire_put_uint(at, (uint64_t)r->started);
    }
    at = wire_put_position(at, r);
    at = WIRE_PUT(at, ",\"turn\":");
    at = wire_put_mark(at, turn < 0 ? OXO_NONE : room_mark_of(r, turn));
    at = put_moves(at, r);
    at = put_intensities(at, r);
    at = put_times(at, r);
    at = put_clocks(at, r, now);
    at = WIRE_PUT(at, ",\"over\":");
    if (r->outcome == OXO_ONGOING)
        return WIRE_PUT(at, "null");
    at = WIRE_PUT(at, "{");
    at = wire_put_result(at, r);
    return WIRE_PUT(at, "}");
}

/* ---- The room ----------------------------------------------------------- */

char *wire_put_state(char *at, const room *r, int64_t now)
{
    at = wire_put_head(at, "game-state", r->id, r->seq);
    at = WIRE_PUT(at, ",\"at\":");
    at = wire_put_uint(at, (uint64_t)now);
    at = WIRE_PUT(at, ",\"life\":");
    at = wire_put_quoted(at, room_life_word((room_life)r->life));
    at = wire_put_setup(at, &r->setup);
    at = WIRE_PUT(at, ",\"players\":{\"X\":");
    at = put_player(at, r, OXO_X, now);
    at = WIRE_PUT(at, ",\"O\":");
    at = put_player(at, r, OXO_O, now);
    at = WIRE_PUT(at, "}");
    at = put_game(at, r, now);
    at = put_offer(at, r);
    return wire_put_series(at, r);
}

size_t wire_state(const room *r, int64_t now, int you, int spectators,
                  char *out)
{
    char *at = wire_put_state(out, r, now);
    at = WIRE_PUT(at, ",\"spectators\":");
    at = wire_put_uint(at, spectators > 0 ? (unsigned)spectators : 0);
    at = WIRE_PUT(at, ",\"you\":");
    at = wire_put_mark(at, you < 0 ? OXO_NONE : room_mark_of(r, you));
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}
