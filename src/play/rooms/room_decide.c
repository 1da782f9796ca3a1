/* room_decide.c - what a command brings about.
 *
 * Decisions are drafted on a copy of the room: each event is applied to it as
 * soon as it is written, so the next one is judged by the room behind it, and
 * no event can be decided that a restart would not accept. */
#include "room.h"

#include <assert.h>
#include <string.h>

#include "oxo/intensity.h"
#include "room_parts.h"

/* ---- Drafts ------------------------------------------------------------- */

typedef struct draft {
    room now;
    int64_t at; /* never before the last event */
    room_events *out;
} draft;

/* The next event, for the caller to fill in and put on record. */
static event *next_event(draft *d, event_kind kind)
{
    assert(d->out->count < ROOM_MAX_EVENTS);
    event *e = &d->out->list[d->out->count];
    memset(e, 0, sizeof(*e));
    e->room = d->now.id;
    e->seq = d->now.seq + 1;
    e->at = d->at;
    e->kind = kind;
    return e;
}

static void put_on_record(draft *d, const event *e)
{
    const bool follows = room_apply(&d->now, e);
    assert(follows);
    (void)follows;
    d->out->count++;
}

/* ---- What can happen ---------------------------------------------------- */

static void take_seat(draft *d, const event_player *player)
{
    event *e = next_event(d, EVENT_SEAT_TAKEN);
    e->as.taken.seat = 1;
    e->as.taken.player = *player;
    put_on_record(d, e);
}

static void start_game(draft *d)
{
    event *e = next_event(d, EVENT_GAME_STARTED);
    const bool first = d->now.games == 0;
    e->as.started.number = (uint16_t)(d->now.games + 1);
    e->as.started.x_seat = (uint8_t)(d->now.x_seat ^ (first ? 0 : 1));
    put_on_record(d, e);
}

static void end_game(draft *d, oxo_outcome outcome, event_reason reason)
{
    uint32_t clock[2];
    event *e = next_event(d, EVENT_GAME_OVER);
    room_clocks(&d->now, d->at, clock);
    room_record(&d->now, outcome, reason, clock, &e->as.over);
    put_on_record(d, e);
}

static void abort_game(draft *d, int seat, event_reason reason)
{
    event *e = next_event(d, EVENT_GAME_ABORTED);
    e->as.aborted.reason = (uint8_t)reason;
    e->as.aborted.seat = (uint8_t)seat;
    put_on_record(d, e);
}

static void lose_game(draft *d, int seat, event_reason reason)
{
    const oxo_mark other = oxo_mark_other(room_mark_of(&d->now, seat));
    end_game(d, oxo_outcome_won_by(other), reason);
}

static void put_offer(draft *d, event_kind kind, int seat, event_offer offer)
{
    event *e = next_event(d, kind);
    e->as.offer.seat = (uint8_t)seat;
    e->as.offer.offer = (uint8_t)offer;
    put_on_record(d, e);
}

static void close_room(draft *d, event_closing why)
{
    event *e = next_event(d, EVENT_ROOM_CLOSED);
    e->as.closed.why = (uint8_t)why;
    put_on_record(d, e);
}

static void leave_seat(draft *d, int seat)
{
    event *e = next_event(d, EVENT_SEAT_LEFT);
    e->as.left.seat = (uint8_t)seat;
    put_on_record(d, e);
    if (d->now.life != ROOM_WAITING &&
        !room_seat_is_person(&d->now.seats[!seat]))
        close_room(d, EVENT_CLOSED_LEFT);
}

static void cut_clocks(const room *r, int length, uint32_t clock[2])
{
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const uint32_t most = room_clock_most(r, (oxo_mark)mark, length);
        if (clock[mark] > most)
            clock[mark] = most;
    }
}

/* Time that was used stays used, but what the undone moves had added goes. */
static void take_back(draft *d, int seat)
{
    event *e = next_event(d, EVENT_TAKEN_BACK);
    e->as.back.length =
        (uint8_t)(d->now.length - room_moves_to_undo(&d->now, seat));
    room_clocks(&d->now, d->at, e->as.back.clock);
    cut_clocks(&d->now, e->as.back.length, e->as.back.clock);
    put_on_record(d, e);
}

static void play_move(draft *d, oxo_move move)
{
    event *e = next_event(d, EVENT_MOVE_MADE);
    const oxo_mark mark = oxo_position_turn(&d->now.now);
    const oxo_position after = oxo_position_play(&d->now.now, move);
    e->as.moved.ply = d->now.length;
    e->as.moved.move = move;
    e->as.moved.mark = (uint8_t)mark;
    e->as.moved.intensity = oxo_intensity_of(&after);
    room_clocks(&d->now, d->at, e->as.moved.clock);
    e->as.moved.clock[mark] += d->now.setup.increment;
    cut_clocks(&d->now, d->now.length + 1, e->as.moved.clock);
    put_on_record(d, e);
}

/* The last move decided a board of Ultimate that was open `before`. */
static void decide_board(draft *d, const oxo_ultimate *before, int board)
{
    const oxo_outcome outcome =
        oxo_ultimate_board_outcome(&d->now.now.as.ultimate, board);
    if (outcome == OXO_ONGOING ||
        oxo_ultimate_board_outcome(before, board) != OXO_ONGOING)
        return;
    event *e = next_event(d, outcome == OXO_DRAW ? EVENT_BOARD_DRAWN
                                                 : EVENT_BOARD_WON);
    e->as.board.board = (uint8_t)board;
    e->as.board.mark = (uint8_t)oxo_outcome_winner(outcome);
    if (outcome != OXO_DRAW)
        room_board_line(&d->now.now, board, e->as.board.line);
    put_on_record(d, e);
}

/* ---- What time brings about --------------------------------------------- */

/* The side to move has used up its time, or there was no limit, and nobody
 * has come for weeks. */
static void end_by_time(draft *d)
{
    const int turn = room_turn(&d->now);
    if (d->now.setup.initial == 0 && d->now.setup.days == 0)
        abort_game(d, turn, EVENT_BY_EXPIRY);
    else if (!room_counts(&d->now))
        abort_game(d, turn, EVENT_BY_NO_SHOW);
    else
        lose_game(d, turn, EVENT_BY_TIME);
}

static void pass_time(draft *d, const room_rules *rules)
{
    while (d->at >= room_deadline(&d->now, rules)) {
        if (d->now.life == ROOM_ACTIVE)
            end_by_time(d);
        else if (d->at >= room_grace_deadline(&d->now, rules))
            close_room(d, EVENT_CLOSED_ABANDONED);
        else
            close_room(d, EVENT_CLOSED_IDLE);
    }
    if (room_is_ready(&d->now, d->at))
        start_game(d);
}

/* ---- Who asks ----------------------------------------------------------- */

/* The seat that acts, or -1 for somebody without one. */
static int acting_seat(const room *r, const room_command *c)
{
    if (c->seat == ROOM_BY_TOKEN)
        return room_find_seat(r, &c->token);
    const bool sits = c->seat < EVENT_SEATS && r->seats[c->seat].taken &&
                      !r->seats[c->seat].left;
    return sits ? c->seat : -1;
}

/* A copy without whatever stands behind the ends of its texts; false if they
 * are no texts. */
static bool read_person(const event_player *given, event_player *ret)
{
    assert(given->level == 0 && !event_hash_is_none(&given->token));
    if (!room_text_is_valid(given->name, sizeof(given->name)) ||
        !room_text_is_valid(given->avatar, sizeof(given->avatar)))
        return false;
    memset(ret, 0, sizeof(*ret));
    ret->token = given->token;
    ret->key = given->key;
    memcpy(ret->name, given->name, strlen(given->name));
    memcpy(ret->avatar, given->avatar, strlen(given->avatar));
    return true;
}

static bool is_computer(const room *r, int seat)
{
    return r->seats[seat].player.level > 0;
}

/* ---- Commands ----------------------------------------------------------- */

static oxo_status join(draft *d, const room_command *c)
{
    event_player player;
    if (d->now.life != ROOM_WAITING || d->now.seats[1].taken)
        return OXO_ROOM_FULL;
    if (!read_person(&c->player, &player))
        return OXO_INVALID_MESSAGE;
    if (event_hash_equal(&player.token, &d->now.seats[0].player.token))
        return OXO_CONFLICT;
    take_seat(d, &player);
    return OXO_OK;
}

/* The move just made, once more. */
static bool is_repeated(const room *r, const room_command *c, int seat)
{
    return seat >= 0 && r->length > 0 && c->ply == r->length - 1 &&
           c->move == r->moves[c->ply] &&
           (int)room_mark_of(r, seat) == c->ply % 2;
}

static oxo_status check_move(const room *r, const room_command *c, int seat)
{
    if (r->life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (c->ply != r->length && c->ply != ROOM_ANY_PLY)
        return OXO_CONFLICT;
    if (seat != room_turn(r))
        return OXO_NOT_YOUR_TURN;
    const bool is_byte = c->move >= 0 && c->move < OXO_MAX_MOVES;
    return oxo_position_check(&r->now,
                              is_byte ? (oxo_move)c->move : OXO_NO_MOVE);
}

static oxo_status move(draft *d, const room_command *c, int seat)
{
    if (is_repeated(&d->now, c, seat))
        return OXO_OK;
    const oxo_status status = check_move(&d->now, c, seat);
    if (status != OXO_OK)
        return status;
    const oxo_position before = d->now.now;
    play_move(d, (oxo_move)c->move);
    if (before.variant != OXO_CLASSIC)
        decide_board(d, &before.as.ultimate, c->move / OXO_CELLS);
    const oxo_outcome outcome = oxo_position_outcome(&d->now.now);
    if (outcome != OXO_ONGOING)
        end_game(d, outcome, room_position_reason(&d->now.now));
    return OXO_OK;
}

static oxo_status resign(draft *d, int seat)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    lose_game(d, seat, EVENT_BY_RESIGNATION);
    return OXO_OK;
}

static oxo_status abort_or_close(draft *d, const room_rules *rules, int seat)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!room_can_abort(&d->now, rules, seat, d->at))
        return OXO_CANNOT_ABORT;
    abort_game(d, seat,
               room_counts(&d->now) ? EVENT_BY_CLOSING : EVENT_BY_ABORT);
    return OXO_OK;
}

static oxo_status claim(draft *d, const room_rules *rules, int seat, bool draw)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (d->at < room_claim_time(&d->now, rules, seat))
        return OXO_CANNOT_CLAIM;
    if (draw)
        end_game(d, OXO_DRAW, EVENT_BY_CLAIM);
    else
        lose_game(d, !seat, EVENT_BY_CLAIM);
    return OXO_OK;
}

static oxo_status leave(draft *d, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (d->now.life == ROOM_WAITING && seat == 0) {
        close_room(d, EVENT_CLOSED_LEFT);
        return OXO_OK;
    }
    if (d->now.life == ROOM_ACTIVE) {
        if (room_counts(&d->now))
            lose_game(d, seat, EVENT_BY_LEAVING);
        else
            abort_game(d, seat, EVENT_BY_ABORT);
    }
    leave_seat(d, seat);
    return OXO_OK;
}

/* ---- Offers ------------------------------------------------------------- */

/* Does the offer in the room come about now: the other side agrees. */
static void agree(draft *d, event_offer offer, int offerer)
{
    if (offer == EVENT_OFFER_DRAW)
        end_game(d, OXO_DRAW, EVENT_BY_AGREEMENT);
    else if (offer == EVENT_OFFER_TAKEBACK)
        take_back(d, offerer);
    else
        start_game(d);
}

static oxo_status check_life_for_offer(const room *r, event_offer offer)
{
    if (offer != EVENT_OFFER_REMATCH)
        return r->life == ROOM_ACTIVE ? OXO_OK : OXO_GAME_NOT_ACTIVE;
    if (r->life == ROOM_ACTIVE)
        return OXO_CONFLICT;
    return room_can_go_on(r) ? OXO_OK : OXO_GAME_NOT_ACTIVE;
}

static oxo_status check_offer(const room *r, event_offer offer, int seat)
{
    if (offer <= EVENT_OFFER_NONE || offer >= EVENT_OFFER_COUNT)
        return OXO_INVALID_MESSAGE;
    const oxo_status status = check_life_for_offer(r, offer);
    /* That the next game has begun is said to those who play it only. */
    if (seat < 0)
        return status == OXO_GAME_NOT_ACTIVE ? status : OXO_NOT_IN_ROOM;
    if (status == OXO_OK && offer == EVENT_OFFER_TAKEBACK &&
        r->length < room_moves_to_undo(r, seat))
        return OXO_NOTHING_TO_UNDO;
    return status;
}

static void offer_to_computer(draft *d, event_offer offer, int seat)
{
    if (offer != EVENT_OFFER_DRAW) {
        agree(d, offer, seat);
        return;
    }
    put_offer(d, EVENT_OFFER_MADE, seat, offer);
    put_offer(d, EVENT_OFFER_DECLINED, !seat, offer);
}

/* The other's offer waits already. */
static oxo_status offer_in_return(draft *d, event_offer offer)
{
    if (d->now.offer != offer || offer == EVENT_OFFER_TAKEBACK)
        return OXO_CONFLICT;
    agree(d, offer, d->now.offer_seat);
    return OXO_OK;
}

static oxo_status offer(draft *d, event_offer kind, int seat)
{
    const oxo_status status = check_offer(&d->now, kind, seat);
    if (status != OXO_OK)
        return status;
    const event_offer waiting = (event_offer)d->now.offer;
    if (waiting != EVENT_OFFER_NONE && d->now.offer_seat != seat)
        return offer_in_return(d, kind);
    if (waiting == kind)
        return OXO_OK;
    if (d->now.offered[seat] >> kind & 1)
        return OXO_ALREADY_OFFERED;
    if (is_computer(&d->now, !seat)) {
        offer_to_computer(d, kind, seat);
        return OXO_OK;
    }
    if (waiting != EVENT_OFFER_NONE)
        put_offer(d, EVENT_OFFER_DECLINED, seat, waiting);
    put_offer(d, EVENT_OFFER_MADE, seat, kind);
    return OXO_OK;
}

/* Is an offer waiting, and is it the one that the answer means? */
static bool is_answer(const draft *d, event_offer meant)
{
    return d->now.offer != EVENT_OFFER_NONE &&
           (meant == EVENT_OFFER_NONE || meant == d->now.offer);
}

static oxo_status accept(draft *d, event_offer meant, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!is_answer(d, meant) || d->now.offer_seat == seat)
        return OXO_NO_OFFER;
    agree(d, (event_offer)d->now.offer, d->now.offer_seat);
    return OXO_OK;
}

static oxo_status decline(draft *d, event_offer meant, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!is_answer(d, meant))
        return OXO_NO_OFFER;
    put_offer(d, EVENT_OFFER_DECLINED, seat, (event_offer)d->now.offer);
    return OXO_OK;
}

/* ---- All of them -------------------------------------------------------- */

static oxo_status obey(draft *d, const room_rules *rules,
                       const room_command *c)
{
    if (c->verb == ROOM_TICK)
        return OXO_OK;
    const int seat = c->verb == ROOM_JOIN ? -1 : acting_seat(&d->now, c);
    if (d->now.life == ROOM_CLOSED)
        return seat < 0 ? OXO_ROOM_NOT_FOUND : OXO_RECONNECT_EXPIRED;
    /* The computer is served by the caller, who only has moves for it. */
    assert(seat < 0 || !is_computer(&d->now, seat) || c->verb == ROOM_MOVE ||
           c->verb == ROOM_RESIGN);
    switch (c->verb) {
    case ROOM_JOIN:
        return join(d, c);
    case ROOM_MOVE:
        return move(d, c, seat);
    case ROOM_RESIGN:
        return resign(d, seat);
    case ROOM_OFFER:
        return offer(d, c->offer, seat);
    case ROOM_ACCEPT:
        return accept(d, c->offer, seat);
    case ROOM_DECLINE:
        return decline(d, c->offer, seat);
    case ROOM_ABORT:
        return abort_or_close(d, rules, seat);
    case ROOM_CLAIM:
        return claim(d, rules, seat, c->draw);
    case ROOM_LEAVE:
        return leave(d, seat);
    case ROOM_TICK:
        break;
    }
    assert(false);
    return OXO_UNKNOWN_MESSAGE;
}

oxo_status room_decide(const room *r, const room_rules *rules,
                       const room_command *command, int64_t now,
                       room_events *ret)
{
    ret->count = 0;
    if (!r)
        return OXO_ROOM_NOT_FOUND;
    assert(r->seq > 0);
    draft d;
    room_copy(&d.now, r);
    d.at = now > r->touched ? now : r->touched;
    d.out = ret;
    pass_time(&d, rules);
    const oxo_status status = obey(&d, rules, command);
    /* A seat that was taken may start a game, one that was left may leave
     * behind a player who has been away for long. */
    pass_time(&d, rules);
    return status;
}

oxo_status room_create(event_room id, const event_setup *setup,
                       const event_player *maker, int computer, int64_t now,
                       room_events *ret)
{
    draft d = {.at = now > 0 ? now : 0, .out = ret};
    event_player player;
    if (!event_setup_is_valid(setup) || computer < 0 ||
        computer > EVENT_MAX_LEVEL)
        return OXO_INVALID_SETUP;
    if (!read_person(maker, &player))
        return OXO_INVALID_MESSAGE;
    ret->count = 0;
    room_init(&d.now, id);
    event *e = next_event(&d, EVENT_ROOM_CREATED);
    e->as.created.setup = *setup;
    e->as.created.player = player;
    put_on_record(&d, e);
    if (computer > 0) {
        const event_player opponent = {.level = (uint8_t)computer};
        take_seat(&d, &opponent);
        start_game(&d);
    }
    return OXO_OK;
}
