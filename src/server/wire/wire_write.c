/* wire_write.c - messages to clients, except game-state.
 *
 * move-made is by far the most frequent message, so nothing here parses a
 * format string. */
#include <assert.h>

#include "wire_put.h"

/* ---- Events ------------------------------------------------------------- */

static void put_at(wire_writer *w, const event *e)
{
    WIRE_PUT(w, ",\"at\":");
    wire_put_uint(w, (uint64_t)e->at);
}

static void put_seat(wire_writer *w, const room *r, int seat)
{
    WIRE_PUT(w, ",\"seat\":");
    wire_put_uint(w, (unsigned)seat);
    WIRE_PUT(w, ",\"mark\":");
    wire_put_mark(w, room_mark_of(r, seat));
}

static void put_created(wire_writer *w, const room *r, const event *e)
{
    wire_put_setup(w, &e->as.created.setup);
    wire_put_series(w, r);
    put_seat(w, r, 0);
    WIRE_PUT(w, ",\"player\":{");
    wire_put_player(w, 0, &e->as.created.player);
    WIRE_PUT(w, "}");
}

static void put_taken(wire_writer *w, const room *r, const event *e)
{
    const int seat = e->as.taken.seat;
    put_seat(w, r, seat);
    WIRE_PUT(w, ",\"player\":{");
    wire_put_player(w, seat, &e->as.taken.player);
    WIRE_PUT(w, "}");
}

static void put_started(wire_writer *w, const room *r, const event *e)
{
    const int x = room_seat_of(r, OXO_X), o = room_seat_of(r, OXO_O);
    WIRE_PUT(w, ",\"game\":");
    wire_put_uint(w, e->as.started.number);
    wire_put_setup(w, &r->setup);
    WIRE_PUT(w, ",\"players\":{\"X\":{");
    wire_put_player(w, x, &r->seats[x].player);
    WIRE_PUT(w, "},\"O\":{");
    wire_put_player(w, o, &r->seats[o].player);
    WIRE_PUT(w, "}}");
    wire_put_position(w, r);
    WIRE_PUT(w, ",\"turn\":\"X\"");
    wire_put_clocks(w, r, r->setup.initial, r->setup.initial);
    wire_put_series(w, r);
}

/* The side to move, or null once the game is decided on the board. */
static void put_turn(wire_writer *w, const room *r)
{
    const bool goes_on = oxo_position_outcome(&r->now) == OXO_ONGOING;
    WIRE_PUT(w, ",\"turn\":");
    wire_put_mark(w, goes_on ? oxo_position_turn(&r->now) : OXO_NONE);
}

static void put_moved(wire_writer *w, const room *r, const event *e)
{
    assert(r->length == e->as.moved.ply + 1);
    WIRE_PUT(w, ",\"ply\":");
    wire_put_uint(w, e->as.moved.ply);
    WIRE_PUT(w, ",\"mark\":");
    wire_put_mark(w, (oxo_mark)e->as.moved.mark);
    WIRE_PUT(w, ",\"move\":");
    wire_put_move(w, (oxo_variant)r->setup.variant, e->as.moved.move);
    wire_put_position(w, r);
    put_turn(w, r);
    WIRE_PUT(w, ",\"intensity\":");
    wire_put_intensity(w, e->as.moved.intensity);
    wire_put_clocks(w, r, e->as.moved.clock[OXO_X], e->as.moved.clock[OXO_O]);
}

static void put_board(wire_writer *w, const event *e)
{
    char letter[] = {(char)('a' + e->as.board.board), '\0'};
    WIRE_PUT(w, ",\"board\":");
    wire_put_quoted(w, letter);
    if (e->kind == EVENT_BOARD_DRAWN)
        return;
    WIRE_PUT(w, ",\"mark\":");
    wire_put_mark(w, (oxo_mark)e->as.board.mark);
    WIRE_PUT(w, ",\"line\":");
    wire_put_line(w, e->as.board.line);
}

static void put_over(wire_writer *w, const room *r, const event *e)
{
    WIRE_PUT(w, ",\"game\":");
    wire_put_uint(w, e->as.over.number);
    WIRE_PUT(w, ",");
    wire_put_result(w, r);
    wire_put_position(w, r);
    wire_put_clocks(w, r, e->as.over.clock[OXO_X], e->as.over.clock[OXO_O]);
    wire_put_series(w, r);
}

/* The fields of game-over, and who aborted the game. */
static void put_aborted(wire_writer *w, const room *r, const event *e)
{
    WIRE_PUT(w, ",\"game\":");
    wire_put_uint(w, r->games);
    WIRE_PUT(w, ",");
    wire_put_result(w, r);
    WIRE_PUT(w, ",\"by\":");
    wire_put_mark(w, room_mark_of(r, e->as.aborted.seat));
    wire_put_position(w, r);
    wire_put_series(w, r);
}

static void put_offer(wire_writer *w, const room *r, const event *e)
{
    WIRE_PUT(w, ",\"offer\":");
    wire_put_quoted(w, event_offer_word((event_offer)e->as.offer.offer));
    WIRE_PUT(w, ",\"by\":");
    wire_put_mark(w, room_mark_of(r, e->as.offer.seat));
}

static void put_closed(wire_writer *w, const event *e)
{
    WIRE_PUT(w, ",\"why\":");
    wire_put_quoted(w, event_closing_word((event_closing)e->as.closed.why));
}

static void put_event(wire_writer *w, const room *r, const event *e)
{
    switch (e->kind) {
    case EVENT_MOVE_MADE:
        put_moved(w, r, e);
        break;
    case EVENT_ROOM_CREATED:
        put_created(w, r, e);
        break;
    case EVENT_SEAT_TAKEN:
        put_taken(w, r, e);
        break;
    case EVENT_GAME_STARTED:
        put_started(w, r, e);
        break;
    case EVENT_BOARD_WON:
    case EVENT_BOARD_DRAWN:
        put_board(w, e);
        break;
    case EVENT_GAME_OVER:
        put_over(w, r, e);
        break;
    case EVENT_GAME_ABORTED:
        put_aborted(w, r, e);
        break;
    case EVENT_OFFER_MADE:
    case EVENT_OFFER_DECLINED:
        put_offer(w, r, e);
        break;
    case EVENT_SEAT_LEFT:
        put_seat(w, r, e->as.left.seat);
        break;
    case EVENT_ROOM_CLOSED:
        put_closed(w, e);
        break;
    case EVENT_TAKEN_BACK: /* has no message of its own */
        break;
    }
}

size_t wire_event(const room *r, const event *e, char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    if (e->kind == EVENT_TAKEN_BACK) {
        wire_put_state(&w, r, e->at);
    } else {
        wire_put_head(&w, event_kind_word(e->kind), e->room, e->seq);
        put_at(&w, e);
        put_event(&w, r, e);
    }
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

/* ---- To one member ------------------------------------------------------ */

static void put_seat_message(wire_writer *w, const room *r, int seat,
                             const wire_secret *token)
{
    char text[WIRE_SECRET_TEXT];
    wire_secret_format(token, text);
    wire_put_head(w, "seat", r->id, r->seq);
    put_seat(w, r, seat);
    WIRE_PUT(w, ",\"token\":");
    wire_put_quoted(w, text);
}

size_t wire_seat(const room *r, int seat, const wire_secret *token,
                 bool has_ref, int64_t ref, char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    put_seat_message(&w, r, seat, token);
    wire_put_ref(&w, has_ref, ref);
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

size_t wire_welcome(const room *r, const room_rules *rules, int64_t now,
                    int seat, int spectators, const wire_secret *token,
                    char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    WIRE_PUT(&w, "{\"seat\":");
    put_seat_message(&w, r, seat, token);
    WIRE_PUT(&w, "},\"state\":");
    wire_put_state_for(&w, r, rules, now, seat, spectators);
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

size_t wire_ok(const room *r, bool has_ref, int64_t ref, char *out,
               size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    wire_put_head(&w, "ok", r->id, r->seq);
    wire_put_ref(&w, has_ref, ref);
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

size_t wire_error(oxo_status status, const char *sentence, bool has_ref,
                  int64_t ref, char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    WIRE_PUT(&w, "{\"type\":\"error\",\"code\":");
    wire_put_quoted(&w, oxo_status_word(status));
    WIRE_PUT(&w, ",\"message\":");
    wire_put_text(&w, sentence ? sentence : oxo_status_sentence(status));
    wire_put_ref(&w, has_ref, ref);
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

/* ---- Transient messages ------------------------------------------------- */

size_t wire_presence(const room *r, int seat, bool away, int64_t away_for,
                     char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    wire_put_head(&w, away ? "player-disconnected" : "player-reconnected",
                  r->id, r->seq);
    put_seat(&w, r, seat);
    if (away) {
        WIRE_PUT(&w, ",\"away\":");
        wire_put_uint(&w, away_for > 0 ? (uint64_t)away_for : 0);
    }
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}

size_t wire_intensity(const room *r, oxo_intensity value, const char *source,
                      char *out, size_t size)
{
    wire_writer w = wire_writer_begin(out, size);
    assert(r->length > 0);
    wire_put_head(&w, "intensity-update", r->id, r->seq);
    WIRE_PUT(&w, ",\"ply\":");
    wire_put_uint(&w, r->length - 1U);
    WIRE_PUT(&w, ",\"intensity\":");
    wire_put_intensity(&w, value);
    WIRE_PUT(&w, ",\"source\":");
    wire_put_quoted(&w, source);
    WIRE_PUT(&w, "}");
    return wire_writer_end(&w);
}
