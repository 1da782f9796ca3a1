/* wire_write.c - messages to clients, except for the whole state.
 *
 * move-made is by far the most frequent one; nothing in here formats by a
 * format string. */
#include <assert.h>

#include "oxo/notation.h"
#include "wire_put.h"

/* ---- Events ------------------------------------------------------------- */

static char *put_at(char *at, const event *e)
{
    at = WIRE_PUT(at, ",\"at\":");
    return wire_put_uint(at, (uint64_t)e->at);
}

static char *put_seat(char *at, const room *r, int seat)
{
    at = WIRE_PUT(at, ",\"seat\":");
    at = wire_put_uint(at, (unsigned)seat);
    at = WIRE_PUT(at, ",\"mark\":");
    return wire_put_mark(at, room_mark_of(r, seat));
}

static char *put_created(char *at, const room *r, const event *e)
{
    at = wire_put_setup(at, &e->as.created.setup);
    at = wire_put_series(at, r);
    at = put_seat(at, r, 0);
    at = WIRE_PUT(at, ",\"player\":{");
    at = wire_put_player(at, 0, &e->as.created.player);
    return WIRE_PUT(at, "}");
}

static char *put_taken(char *at, const room *r, const event *e)
{
    const int seat = e->as.taken.seat;
    at = put_seat(at, r, seat);
    at = WIRE_PUT(at, ",\"player\":{");
    at = wire_put_player(at, seat, &e->as.taken.player);
    return WIRE_PUT(at, "}");
}

static char *put_started(char *at, const room *r, const event *e)
{
    const int x = room_seat_of(r, OXO_X), o = room_seat_of(r, OXO_O);
    at = WIRE_PUT(at, ",\"game\":");
    at = wire_put_uint(at, e->as.started.number);
    at = wire_put_setup(at, &r->setup);
    at = WIRE_PUT(at, ",\"players\":{\"X\":{");
    at = wire_put_player(at, x, &r->seats[x].player);
    at = WIRE_PUT(at, "},\"O\":{");
    at = wire_put_player(at, o, &r->seats[o].player);
    at = WIRE_PUT(at, "}}");
    at = wire_put_position(at, r);
    at = WIRE_PUT(at, ",\"turn\":\"X\"");
    at = wire_put_clocks(at, r, r->setup.initial, r->setup.initial);
    return wire_put_series(at, r);
}

static char *put_move(char *at, const room *r, oxo_move move)
{
    at = WIRE_PUT(at, ",\"move\":\"");
    at += oxo_move_format(OXO_NATIVE, (oxo_variant)r->setup.variant, move, at);
    return WIRE_PUT(at, "\"");
}

/* Who is to move; nobody once the position has an end. */
static char *put_turn(char *at, const room *r)
{
    const bool goes_on = oxo_position_outcome(&r->now) == OXO_ONGOING;
    at = WIRE_PUT(at, ",\"turn\":");
    return wire_put_mark(at, goes_on ? oxo_position_turn(&r->now) : OXO_NONE);
}

static char *put_moved(char *at, const room *r, const event *e)
{
    assert(r->length == e->as.moved.ply + 1);
    at = WIRE_PUT(at, ",\"ply\":");
    at = wire_put_uint(at, e->as.moved.ply);
    at = WIRE_PUT(at, ",\"mark\":");
    at = wire_put_mark(at, (oxo_mark)e->as.moved.mark);
    at = put_move(at, r, e->as.moved.move);
    at = wire_put_position(at, r);
    at = put_turn(at, r);
    at = WIRE_PUT(at, ",\"intensity\":");
    at = wire_put_intensity(at, e->as.moved.intensity);
    return wire_put_clocks(at, r, e->as.moved.clock[OXO_X],
                           e->as.moved.clock[OXO_O]);
}

static char *put_board(char *at, const event *e)
{
    char letter[] = {(char)('a' + e->as.board.board), '\0'};
    at = WIRE_PUT(at, ",\"board\":");
    at = wire_put_quoted(at, letter);
    if (e->kind == EVENT_BOARD_DRAWN)
        return at;
    at = WIRE_PUT(at, ",\"mark\":");
    at = wire_put_mark(at, (oxo_mark)e->as.board.mark);
    at = WIRE_PUT(at, ",\"line\":");
    return wire_put_line(at, e->as.board.line);
}

static char *put_over(char *at, const room *r, const event *e)
{
    at = WIRE_PUT(at, ",\"game\":");
    at = wire_put_uint(at, e->as.over.number);
    at = WIRE_PUT(at, ",");
    at = wire_put_result(at, r);
    at = wire_put_clocks(at, r, e->as.over.clock[OXO_X],
                         e->as.over.clock[OXO_O]);
    return wire_put_series(at, r);
}

static char *put_offer(char *at, const room *r, const event *e)
{
    at = WIRE_PUT(at, ",\"offer\":");
    at = wire_put_quoted(at, event_offer_word((event_offer)e->as.offer.offer));
    at = WIRE_PUT(at, ",\"by\":");
    return wire_put_mark(at, room_mark_of(r, e->as.offer.seat));
}

static char *put_closed(char *at, const event *e)
{
    at = WIRE_PUT(at, ",\"why\":");
    return wire_put_quoted(
        at, event_closing_word((event_closing)e->as.closed.why));
}

static char *put_event(char *at, const room *r, const event *e)
{
    switch (e->kind) {
    case EVENT_MOVE_MADE:
        return put_moved(at, r, e);
    case EVENT_ROOM_CREATED:
        return put_created(at, r, e);
    case EVENT_SEAT_TAKEN:
        return put_taken(at, r, e);
    case EVENT_GAME_STARTED:
        return put_started(at, r, e);
    case EVENT_BOARD_WON:
    case EVENT_BOARD_DRAWN:
        return put_board(at, e);
    case EVENT_GAME_OVER:
        return put_over(at, r, e);
    case EVENT_OFFER_MADE:
    case EVENT_OFFER_DECLINED:
        return put_offer(at, r, e);
    case EVENT_SEAT_LEFT:
        return put_seat(at, r, e->as.left.seat);
    case EVENT_ROOM_CLOSED:
        return put_closed(at, e);
    case EVENT_TAKEN_BACK: /* has no message of its own */
        break;
    }
    return at;
}

size_t wire_event(const room *r, const event *e, char *out)
{
    char *at = out;
    if (e->kind == EVENT_TAKEN_BACK) {
        at = wire_put_state(at, r, e->at);
    } else {
        at = wire_put_head(at, event_kind_word(e->kind), e->room, e->seq);
        at = put_at(at, e);
        at = put_event(at, r, e);
    }
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}

/* ---- To one member ------------------------------------------------------ */

size_t wire_seat(const room *r, int seat, const wire_secret *token,
                 bool has_ref, int64_t ref, char *out)
{
    char text[WIRE_SECRET_TEXT];
    char *at = wire_put_head(out, "seat", r->id, r->seq);
    at = put_seat(at, r, seat);
    wire_secret_format(token, text);
    at = WIRE_PUT(at, ",\"token\":");
    at = wire_put_quoted(at, text);
    at = wire_put_ref(at, has_ref, ref);
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}

size_t wire_ok(const room *r, bool has_ref, int64_t ref, char *out)
{
    char *at = wire_put_head(out, "ok", r->id, r->seq);
    at = wire_put_ref(at, has_ref, ref);
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}

size_t wire_error(oxo_status status, const char *sentence, bool has_ref,
                  int64_t ref, char *out)
{
    char *at = WIRE_PUT(out, "{\"type\":\"error\",\"code\":");
    at = wire_put_quoted(at, oxo_status_word(status));
    at = WIRE_PUT(at, ",\"message\":");
    at = wire_put_text(at, sentence ? sentence : oxo_status_sentence(status));
    at = wire_put_ref(at, has_ref, ref);
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}

/* ---- Passing news ------------------------------------------------------- */

size_t wire_presence(const room *r, int seat, bool away, int64_t grace,
                     char *out)
{
    const char *type = away ? "player-disconnected" : "player-reconnected";
    char *at = wire_put_head(out, type, r->id, r->seq);
    at = put_seat(at, r, seat);
    if (away) {
        at = WIRE_PUT(at, ",\"timeout\":");
        at = wire_put_uint(at, grace > 0 ? (uint64_t)grace : 0);
    }
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}

size_t wire_intensity(const room *r, oxo_intensity value, const char *source,
                      char *out)
{
    char *at = wire_put_head(out, "intensity-update", r->id, r->seq);
    assert(r->length > 0);
    at = WIRE_PUT(at, ",\"ply\":");
    at = wire_put_uint(at, r->length - 1U);
    at = WIRE_PUT(at, ",\"intensity\":");
    at = wire_put_intensity(at, value);
    at = WIRE_PUT(at, ",\"source\":");
    at = wire_put_quoted(at, source);
    at = WIRE_PUT(at, "}");
    return (size_t)(at - out);
}
