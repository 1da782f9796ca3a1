/* event_bytes.c - an event's data as bytes, format 1.
 *
 * A byte with the number of the format, then by kind the pieces of
 * event_pack.c. Every field is a byte unless the table says otherwise:
 *
 *   room-created    setup, player
 *   seat-taken      seat, player
 *   game-start      number of the game; seat of X
 *   move-made       ply, move; numbers intensity, clock of X, clock of O
 *   board-won       board, mark, three cells
 *   board-drawn     board
 *   game-over       number of the game; variant, outcome, reason, seat of X
 *                   (plus 2 for a public room), score of seat 0, of seat 1;
 *                   numbers started, initial, increment, clock of X, clock of
 *                   O; player X, player O; length; the moves; as many numbers,
 *                   milliseconds since the previous move
 *   offer-made,
 *   offer-declined  seat, offer
 *   taken-back      length; numbers clock of X, clock of O
 *   player-left     seat
 *   room-closed     why
 *   game-aborted    reason, seat
 *
 * The mark of a move is not written: X makes the moves with even plies. Room,
 * seq, time and kind are columns of the store. Every event has exactly one
 * form, so decoding and encoding give the same bytes. */
#include <assert.h>
#include <string.h>

#include "event_pack.h"

enum { FORMAT = 1, PUBLIC = 2, LAST_CELL = OXO_CELLS - 1, NUMBER_BYTES = 10 };

/* The longest event is a game-over: two players, numbers of up to 10 bytes,
 * and for each move a byte and up to 5 bytes for the time. */
enum {
    PLAYER_BYTES = 2 + 2 * 16 + 1 + EVENT_NAME_BYTES + 1 + EVENT_AVATAR_BYTES,
    LONGEST = 8 + 6 * NUMBER_BYTES + 2 * PLAYER_BYTES + 6 * OXO_MAX_MOVES
};
_Static_assert((int)LONGEST <= EVENT_MAX_BYTES,
               "the longest event has to fit");

/* ---- Writing ------------------------------------------------------------ */

static void put_clocks(event_writer *w, const uint32_t clock[2])
{
    event_put_number(w, clock[OXO_X]);
    event_put_number(w, clock[OXO_O]);
}

static void put_game(event_writer *w, const event_game *g)
{
    assert(g->length <= OXO_MAX_MOVES);
    event_put_number(w, g->number);
    event_put_byte(w, g->variant);
    event_put_byte(w, g->outcome);
    event_put_byte(w, g->reason);
    event_put_byte(w, (uint8_t)(g->x_seat | g->is_public * PUBLIC));
    event_put_bytes(w, g->score, sizeof(g->score));
    event_put_number(w, (uint64_t)g->started);
    event_put_number(w, g->initial);
    event_put_number(w, g->increment);
    put_clocks(w, g->clock);
    event_put_player(w, &g->players[OXO_X]);
    event_put_player(w, &g->players[OXO_O]);
    event_put_byte(w, g->length);
    event_put_bytes(w, g->moves, g->length);
    for (int i = 0; i < g->length; i++)
        event_put_number(w, g->took[i]);
}

static void put_move(event_writer *w, const event *e)
{
    assert(e->as.moved.mark == e->as.moved.ply % 2);
    event_put_byte(w, e->as.moved.ply);
    event_put_byte(w, e->as.moved.move);
    event_put_number(w, e->as.moved.intensity);
    put_clocks(w, e->as.moved.clock);
}

static void put_data(event_writer *w, const event *e)
{
    switch (e->kind) {
    case EVENT_ROOM_CREATED:
        event_put_setup(w, &e->as.created.setup);
        event_put_player(w, &e->as.created.player);
        break;
    case EVENT_SEAT_TAKEN:
        event_put_byte(w, e->as.taken.seat);
        event_put_player(w, &e->as.taken.player);
        break;
    case EVENT_GAME_STARTED:
        event_put_number(w, e->as.started.number);
        event_put_byte(w, e->as.started.x_seat);
        break;
    case EVENT_MOVE_MADE:
        put_move(w, e);
        break;
    case EVENT_BOARD_WON:
        event_put_byte(w, e->as.board.board);
        event_put_byte(w, e->as.board.mark);
        event_put_bytes(w, e->as.board.line, sizeof(e->as.board.line));
        break;
    case EVENT_BOARD_DRAWN:
        event_put_byte(w, e->as.board.board);
        break;
    case EVENT_GAME_OVER:
        put_game(w, &e->as.over);
        break;
    case EVENT_GAME_ABORTED:
        event_put_byte(w, e->as.aborted.reason);
        event_put_byte(w, e->as.aborted.seat);
        break;
    case EVENT_OFFER_MADE:
    case EVENT_OFFER_DECLINED:
        event_put_byte(w, e->as.offer.seat);
        event_put_byte(w, e->as.offer.offer);
        break;
    case EVENT_TAKEN_BACK:
        event_put_byte(w, e->as.back.length);
        put_clocks(w, e->as.back.clock);
        break;
    case EVENT_SEAT_LEFT:
        event_put_byte(w, e->as.left.seat);
        break;
    case EVENT_ROOM_CLOSED:
        event_put_byte(w, e->as.closed.why);
        break;
    }
}

size_t event_encode(const event *e, uint8_t out[EVENT_MAX_BYTES])
{
    event_writer w = {.at = out};
    event_put_byte(&w, FORMAT);
    put_data(&w, e);
    return (size_t)(w.at - out);
}

/* ---- Reading ------------------------------------------------------------ */

static void get_clocks(event_reader *in, uint32_t ret[2])
{
    ret[OXO_X] = (uint32_t)event_get_number(in, UINT32_MAX);
    ret[OXO_O] = (uint32_t)event_get_number(in, UINT32_MAX);
}

/* Games are numbered from 1. */
static uint16_t get_game_number(event_reader *in)
{
    const uint16_t number = (uint16_t)event_get_number(in, UINT16_MAX);
    in->failed |= number == 0;
    return number;
}

static void get_moves(event_reader *in, event_game *ret)
{
    const unsigned cells =
        ret->variant == OXO_CLASSIC ? OXO_CELLS : OXO_MAX_MOVES;
    ret->length = event_get_byte(in, cells);
    for (int i = 0; i < ret->length; i++)
        ret->moves[i] = event_get_byte(in, cells - 1);
    for (int i = 0; i < ret->length; i++)
        ret->took[i] = (uint32_t)event_get_number(in, UINT32_MAX);
}

static void get_game(event_reader *in, event_game *ret)
{
    ret->number = get_game_number(in);
    ret->variant = event_get_byte(in, OXO_VARIANTS - 1);
    ret->outcome = event_get_byte(in, OXO_DRAW);
    in->failed |= ret->outcome == OXO_ONGOING;
    ret->reason = event_get_byte(in, EVENT_BY_ABORT - 1);
    const uint8_t seat = event_get_byte(in, PUBLIC | (EVENT_SEATS - 1));
    ret->x_seat = seat & (EVENT_SEATS - 1);
    ret->is_public = seat & PUBLIC;
    ret->score[0] = event_get_byte(in, 2 * EVENT_MAX_SERIES);
    ret->score[1] = event_get_byte(in, 2 * EVENT_MAX_SERIES);
    ret->started = (int64_t)event_get_number(in, INT64_MAX);
    ret->initial = (uint32_t)event_get_number(in, EVENT_MAX_INITIAL);
    ret->increment = (uint32_t)event_get_number(in, EVENT_MAX_INCREMENT);
    get_clocks(in, ret->clock);
    event_get_player(in, &ret->players[OXO_X]);
    event_get_player(in, &ret->players[OXO_O]);
    get_moves(in, ret);
}

static void get_move(event_reader *in, event *e)
{
    e->as.moved.ply = event_get_byte(in, OXO_MAX_MOVES - 1);
    e->as.moved.mark = e->as.moved.ply % 2;
    e->as.moved.move = event_get_byte(in, OXO_MAX_MOVES - 1);
    e->as.moved.intensity =
        (oxo_intensity)event_get_number(in, OXO_INTENSITY_ONE);
    get_clocks(in, e->as.moved.clock);
}

static void get_board_won(event_reader *in, event *e)
{
    e->as.board.board = event_get_byte(in, LAST_CELL);
    e->as.board.mark = event_get_byte(in, OXO_O);
    for (int i = 0; i < 3; i++)
        e->as.board.line[i] = event_get_byte(in, LAST_CELL);
}

static void get_offer(event_reader *in, event *e)
{
    e->as.offer.seat = event_get_byte(in, EVENT_SEATS - 1);
    e->as.offer.offer = event_get_byte(in, EVENT_OFFER_COUNT - 1);
    in->failed |= e->as.offer.offer == EVENT_OFFER_NONE;
}

/* A stored kind may be any number. */
static void get_data(event_reader *in, event *e)
{
    switch ((int)e->kind) {
    case EVENT_ROOM_CREATED:
        event_get_setup(in, &e->as.created.setup);
        event_get_player(in, &e->as.created.player);
        break;
    case EVENT_SEAT_TAKEN:
        e->as.taken.seat = event_get_byte(in, EVENT_SEATS - 1);
        event_get_player(in, &e->as.taken.player);
        break;
    case EVENT_GAME_STARTED:
        e->as.started.number = get_game_number(in);
        e->as.started.x_seat = event_get_byte(in, EVENT_SEATS - 1);
        break;
    case EVENT_MOVE_MADE:
        get_move(in, e);
        break;
    case EVENT_BOARD_WON:
        get_board_won(in, e);
        break;
    case EVENT_BOARD_DRAWN:
        e->as.board.board = event_get_byte(in, LAST_CELL);
        e->as.board.mark = OXO_NONE;
        break;
    case EVENT_GAME_OVER:
        get_game(in, &e->as.over);
        break;
    case EVENT_GAME_ABORTED:
        e->as.aborted.reason = event_get_byte(in, EVENT_REASON_COUNT - 1);
        in->failed |= e->as.aborted.reason < EVENT_BY_ABORT;
        e->as.aborted.seat = event_get_byte(in, EVENT_SEATS - 1);
        break;
    case EVENT_OFFER_MADE:
    case EVENT_OFFER_DECLINED:
        get_offer(in, e);
        break;
    case EVENT_TAKEN_BACK:
        e->as.back.length = event_get_byte(in, OXO_MAX_MOVES - 1);
        get_clocks(in, e->as.back.clock);
        break;
    case EVENT_SEAT_LEFT:
        e->as.left.seat = event_get_byte(in, EVENT_SEATS - 1);
        break;
    case EVENT_ROOM_CLOSED:
        e->as.closed.why = event_get_byte(in, EVENT_CLOSING_COUNT - 1);
        break;
    default:
        in->failed = true;
    }
}

bool event_decode(const uint8_t *bytes, size_t length, event *ret)
{
    event_reader in = {.at = bytes, .end = bytes + length};
    in.failed = event_get_byte(&in, FORMAT) != FORMAT;
    event e;
    memset(&e, 0, sizeof(e));
    e.room = ret->room;
    e.seq = ret->seq;
    e.at = ret->at;
    e.kind = ret->kind;
    get_data(&in, &e);
    if (!event_reader_is_done(&in))
        return false;
    *ret = e;
    return true;
}
