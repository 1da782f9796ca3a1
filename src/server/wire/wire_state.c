/* wire_state.c - game-state: everything about a room in one message. */
#include "wire_put.h"

static void put_player(wire_writer *w, const room *r, oxo_mark mark,
                       int64_t now)
{
    const int seat = room_seat_of(r, mark);
    const room_seat *s = &r->seats[seat];
    if (!s->taken) {
        WIRE_PUT(w, "null");
        return;
    }
    WIRE_PUT(w, "{");
    wire_put_player(w, seat, &s->player);
    WIRE_PUT(w, ",\"connected\":");
    wire_put_bool(w, room_is_here(r, seat, now));
    if (s->left)
        WIRE_PUT(w, ",\"left\":true");
    else if (!room_is_here(r, seat, now) && now >= s->away_since) {
        WIRE_PUT(w, ",\"away\":");
        wire_put_uint(w, (uint64_t)(now - s->away_since));
    }
    WIRE_PUT(w, "}");
}

/* ---- The game ----------------------------------------------------------- */

static void put_moves(wire_writer *w, const room *r)
{
    WIRE_PUT(w, ",\"moves\":[");
    for (int i = 0; i < r->length; i++) {
        if (i > 0)
            WIRE_PUT(w, ",");
        wire_put_move(w, (oxo_variant)r->setup.variant, r->moves[i]);
    }
    WIRE_PUT(w, "]");
}

static void put_intensities(wire_writer *w, const room *r)
{
    WIRE_PUT(w, ",\"intensities\":[");
    for (int i = 0; i < r->length; i++) {
        if (i > 0)
            WIRE_PUT(w, ",");
        wire_put_intensity(w, r->intensity[i]);
    }
    WIRE_PUT(w, "]");
}

static void put_times(wire_writer *w, const room *r)
{
    WIRE_PUT(w, ",\"times\":[");
    for (int i = 0; i < r->length; i++) {
        if (i > 0)
            WIRE_PUT(w, ",");
        wire_put_uint(w, r->at[i]);
    }
    WIRE_PUT(w, "]");
}

static void put_offer(wire_writer *w, const room *r)
{
    WIRE_PUT(w, ",\"offer\":");
    if (r->offer == EVENT_OFFER_NONE) {
        WIRE_PUT(w, "null");
        return;
    }
    WIRE_PUT(w, "{\"offer\":");
    wire_put_quoted(w, event_offer_word((event_offer)r->offer));
    WIRE_PUT(w, ",\"by\":");
    wire_put_mark(w, room_mark_of(r, r->offer_seat));
    WIRE_PUT(w, "}");
}

/* Before the first game the clocks show their initial time. */
static void put_clocks(wire_writer *w, const room *r, int64_t now)
{
    if (r->games == 0)
        wire_put_clocks(w, r, r->setup.initial, r->setup.initial);
    else
        wire_put_clocks(w, r, room_clock(r, OXO_X, now),
                        room_clock(r, OXO_O, now));
}

static void put_game(wire_writer *w, const room *r, int64_t now)
{
    const int turn = room_turn(r);
    WIRE_PUT(w, ",\"game\":");
    wire_put_uint(w, r->games);
    if (r->games > 0) {
        WIRE_PUT(w, ",\"started\":");
        wire_put_uint(w, (uint64_t)r->started);
    }
    wire_put_position(w, r);
    WIRE_PUT(w, ",\"turn\":");
    wire_put_mark(w, turn < 0 ? OXO_NONE : room_mark_of(r, turn));
    put_moves(w, r);
    put_intensities(w, r);
    put_times(w, r);
    put_clocks(w, r, now);
    WIRE_PUT(w, ",\"over\":");
    if (r->games == 0 || r->life == ROOM_ACTIVE) {
        WIRE_PUT(w, "null");
        return;
    }
    WIRE_PUT(w, "{");
    wire_put_result(w, r);
    WIRE_PUT(w, "}");
}

/* ---- The room ----------------------------------------------------------- */

void wire_put_state(wire_writer *w, const room *r, int64_t now)
{
    wire_put_head(w, "game-state", r->id, r->seq);
    WIRE_PUT(w, ",\"at\":");
    wire_put_uint(w, (uint64_t)now);
    WIRE_PUT(w, ",\"life\":");
    wire_put_quoted(w, room_life_word((room_life)r->life));
    wire_put_setup(w, &r->setup);
    WIRE_PUT(w, ",\"players\":{\"X\":");
    put_player(w, r, OXO_X, now);
    WIRE_PUT(w, ",\"O\":");
    put_player(w, r, OXO_O, now);
    WIRE_PUT(w, "}");
    put_game(w, r, now);
    put_offer(w, r);
    wire_put_series(w, r);
}

/* What a player may do because the opponent is away, or does not move. */
static void put_limits(wire_writer *w, const room_rules *rules)
{
    WIRE_PUT(w, ",\"limits\":{\"claim\":");
    wire_put_uint(w, (uint64_t)rules->claim_after);
    WIRE_PUT(w, ",\"close\":");
    wire_put_uint(w, (uint64_t)rules->close_after);
    WIRE_PUT(w, "}");
}

void wire_put_state_for(wire_writer *w, const room *r, const room_rules *rules,
                        int64_t now, int you, int spectators)
{
    wire_put_state(w, r, now);
    put_limits(w, rules);
    WIRE_PUT(w, ",\"spectators\":");
    wire_put_uint(w, spectators > 0 ? (unsigned)spectators : 0);
    WIRE_PUT(w, ",\"you\":");
    wire_put_mark(w, you < 0 ? OXO_NONE : room_mark_of(r, you));
    WIRE_PUT(w, "}");
}

size_t wire_state(const room *r, const room_rules *rules, int64_t now, int you,
                  int spectators, char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    wire_put_state_for(&w, r, rules, now, you, spectators);
    return wire_writer_end(&w);
}
