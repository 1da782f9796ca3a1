/* room_decide.c - from commands to events.
 *
 * A decision works on a copy of the room and applies each event to the copy as
 * soon as the event is complete. So the next event is judged by the room after
 * the previous event, and every event of a decision passes the same checks as
 * the events of a stored log. */
#include "room.h"

#include <assert.h>
#include <string.h>

#include "oxo/intensity.h"
#include "room_parts.h"

/* ---- Drafts ------------------------------------------------------------- */

typedef struct draft {
    room now;   /* the copy, after the events decided so far */
    int64_t at; /* the time of the events: never before the last event */
    room_events *out;
} draft;

/* The next event. The caller fills it in and passes it to add_event(). */
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

static void add_event(draft *d, const event *e)
{
    const bool follows = room_apply(&d->now, e);
    assert(follows);
    (void)follows;
    d->out->count++;
}

/* ---- Events ------------------------------------------------------------- */

static void add_seat_taken(draft *d, const event_player *player)
{
    event *e = next_event(d, EVENT_SEAT_TAKEN);
    e->as.taken.seat = 1;
    e->as.taken.player = *player;
    add_event(d, e);
}

static void add_game_start(draft *d)
{
    event *e = next_event(d, EVENT_GAME_STARTED);
    const bool first = d->now.games == 0;
    e->as.started.number = (uint16_t)(d->now.games + 1);
    e->as.started.x_seat = (uint8_t)(d->now.x_seat ^ (first ? 0 : 1));
    add_event(d, e);
}

static void add_game_over(draft *d, oxo_outcome outcome, event_reason reason)
{
    uint32_t clock[2];
    event *e = next_event(d, EVENT_GAME_OVER);
    room_clocks(&d->now, d->at, clock);
    room_record(&d->now, outcome, reason, clock, &e->as.over);
    add_event(d, e);
}

static void add_game_aborted(draft *d, int seat, event_reason reason)
{
    event *e = next_event(d, EVENT_GAME_ABORTED);
    e->as.aborted.reason = (uint8_t)reason;
    e->as.aborted.seat = (uint8_t)seat;
    add_event(d, e);
}

static void add_loss(draft *d, int seat, event_reason reason)
{
    const oxo_mark other = oxo_mark_other(room_mark_of(&d->now, seat));
    add_game_over(d, oxo_outcome_won_by(other), reason);
}

static void add_offer(draft *d, event_kind kind, int seat, event_offer offer)
{
    event *e = next_event(d, kind);
    e->as.offer.seat = (uint8_t)seat;
    e->as.offer.offer = (uint8_t)offer;
    add_event(d, e);
}

static void add_room_closed(draft *d, event_closing why)
{
    event *e = next_event(d, EVENT_ROOM_CLOSED);
    e->as.closed.why = (uint8_t)why;
    add_event(d, e);
}

static void add_seat_left(draft *d, int seat)
{
    event *e = next_event(d, EVENT_SEAT_LEFT);
    e->as.left.seat = (uint8_t)seat;
    add_event(d, e);
    if (d->now.life != ROOM_WAITING &&
        !room_seat_is_person(&d->now.seats[!seat]))
        add_room_closed(d, EVENT_CLOSED_LEFT);
}

static void cut_clocks(const room *r, int length, uint32_t clock[2])
{
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const uint32_t most = room_clock_most(r, (oxo_mark)mark, length);
        if (clock[mark] > most)
            clock[mark] = most;
    }
}

/* A takeback returns no time. The increments of the undone moves go. */
static void add_takeback(draft *d, int seat)
{
    event *e = next_event(d, EVENT_TAKEN_BACK);
    e->as.back.length =
        (uint8_t)(d->now.length - room_moves_to_undo(&d->now, seat));
    room_clocks(&d->now, d->at, e->as.back.clock);
    cut_clocks(&d->now, e->as.back.length, e->as.back.clock);
    add_event(d, e);
}

static void add_move(draft *d, oxo_move move)
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
    add_event(d, e);
}

/* Adds an event if the last move decided its board, which was open `before`.
 */
static void add_board_decided(draft *d, const oxo_ultimate *before, int board)
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
    add_event(d, e);
}

/* Ends the game if the position is decided. */
static void end_decided_game(draft *d)
{
    const oxo_outcome outcome = oxo_position_outcome(&d->now.now);
    if (d->now.life == ROOM_ACTIVE && outcome != OXO_ONGOING)
        add_game_over(d, outcome, room_position_reason(&d->now.now));
}

/* ---- Deadlines ---------------------------------------------------------- */

/* The time for the move is over. */
static void end_by_time(draft *d)
{
    const int turn = room_turn(&d->now);
    if (!room_has_limit(&d->now))
        add_game_aborted(d, turn, EVENT_BY_EXPIRY);
    else if (!room_both_moved(&d->now))
        add_game_aborted(d, turn, EVENT_BY_NO_SHOW);
    else
        add_loss(d, turn, EVENT_BY_TIME);
}

/* Adds what is due by now, and starts the first game once it can start. A log
 * may be cut off after a winning move: then the end of the game is due. */
static void apply_deadlines(draft *d, const room_rules *rules)
{
    end_decided_game(d);
    while (d->at >= room_deadline(&d->now, rules)) {
        if (d->now.life == ROOM_ACTIVE)
            end_by_time(d);
        else if (d->at >= room_grace_deadline(&d->now, rules))
            add_room_closed(d, EVENT_CLOSED_ABANDONED);
        else
            add_room_closed(d, EVENT_CLOSED_IDLE);
    }
    if (room_is_ready(&d->now, d->at))
        add_game_start(d);
}

/* ---- Players ------------------------------------------------------------ */

/* The seat that the command comes from, or -1 for somebody without a seat. */
static int acting_seat(const room *r, const room_command *c)
{
    if (c->seat == ROOM_BY_TOKEN)
        return room_find_seat(r, &c->token);
    const bool sits = c->seat < EVENT_SEATS && r->seats[c->seat].taken &&
                      !r->seats[c->seat].left;
    return sits ? c->seat : -1;
}

/* Copies a person, without the bytes behind the ends of name and avatar. False
 * if one of them is not a valid text. */
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

static oxo_status decide_join(draft *d, const room_command *c)
{
    event_player player;
    if (d->now.life != ROOM_WAITING || d->now.seats[1].taken)
        return OXO_ROOM_FULL;
    if (!read_person(&c->player, &player))
        return OXO_INVALID_MESSAGE;
    if (event_hash_equal(&player.token, &d->now.seats[0].player.token))
        return OXO_CONFLICT;
    add_seat_taken(d, &player);
    return OXO_OK;
}

/* The player sends the move just made again. */
static bool is_repeated_move(const room *r, const room_command *c, int seat)
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

static oxo_status decide_move(draft *d, const room_command *c, int seat)
{
    if (is_repeated_move(&d->now, c, seat))
        return OXO_OK;
    const oxo_status status = check_move(&d->now, c, seat);
    if (status != OXO_OK)
        return status;
    const oxo_position before = d->now.now;
    add_move(d, (oxo_move)c->move);
    if (before.variant != OXO_CLASSIC)
        add_board_decided(d, &before.as.ultimate, c->move / OXO_CELLS);
    end_decided_game(d);
    return OXO_OK;
}

static oxo_status decide_resignation(draft *d, int seat)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    add_loss(d, seat, EVENT_BY_RESIGNATION);
    return OXO_OK;
}

/* Until both sides have moved the game is aborted, later it is closed. */
static void end_without_result(draft *d, int seat)
{
    add_game_aborted(
        d, seat, room_both_moved(&d->now) ? EVENT_BY_CLOSING : EVENT_BY_ABORT);
}

static oxo_status decide_abort(draft *d, const room_rules *rules, int seat)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!room_can_abort(&d->now, rules, seat, d->at))
        return OXO_CANNOT_ABORT;
    end_without_result(d, seat);
    return OXO_OK;
}

static oxo_status decide_claim(draft *d, const room_rules *rules, int seat,
                               bool draw)
{
    if (d->now.life != ROOM_ACTIVE)
        return OXO_GAME_NOT_ACTIVE;
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (d->at < room_claim_time(&d->now, rules, seat))
        return OXO_CANNOT_CLAIM;
    if (draw)
        add_game_over(d, OXO_DRAW, EVENT_BY_CLAIM);
    else
        add_loss(d, !seat, EVENT_BY_CLAIM);
    return OXO_OK;
}

static oxo_status decide_leave(draft *d, const room_rules *rules, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (d->now.life == ROOM_WAITING && seat == 0) {
        add_room_closed(d, EVENT_CLOSED_LEFT);
        return OXO_OK;
    }
    if (room_can_abort(&d->now, rules, seat, d->at))
        end_without_result(d, seat);
    else if (d->now.life == ROOM_ACTIVE)
        add_loss(d, seat, EVENT_BY_LEAVING);
    add_seat_left(d, seat);
    return OXO_OK;
}

/* ---- Offers ------------------------------------------------------------- */

/* The other side agrees to the offer. */
static void carry_out_offer(draft *d, event_offer offer, int offerer)
{
    if (offer == EVENT_OFFER_DRAW)
        add_game_over(d, OXO_DRAW, EVENT_BY_AGREEMENT);
    else if (offer == EVENT_OFFER_TAKEBACK)
        add_takeback(d, offerer);
    else
        add_game_start(d);
}

static oxo_status check_life_for_offer(const room *r, event_offer offer)
{
    if (offer != EVENT_OFFER_REMATCH)
        return r->life == ROOM_ACTIVE ? OXO_OK : OXO_GAME_NOT_ACTIVE;
    if (r->life == ROOM_ACTIVE)
        return OXO_CONFLICT;
    return room_can_rematch(r) ? OXO_OK : OXO_GAME_NOT_ACTIVE;
}

static oxo_status check_offer(const room *r, event_offer offer, int seat)
{
    if (offer <= EVENT_OFFER_NONE || offer >= EVENT_OFFER_COUNT)
        return OXO_INVALID_MESSAGE;
    const oxo_status status = check_life_for_offer(r, offer);
    /* Only players learn that the next game has begun. */
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
        carry_out_offer(d, offer, seat);
        return;
    }
    add_offer(d, EVENT_OFFER_MADE, seat, offer);
    add_offer(d, EVENT_OFFER_DECLINED, !seat, offer);
}

/* The other side's offer waits: the same offer accepts it. */
static oxo_status decide_counter_offer(draft *d, event_offer offer)
{
    if (d->now.offer != offer || offer == EVENT_OFFER_TAKEBACK)
        return OXO_CONFLICT;
    carry_out_offer(d, offer, d->now.offer_seat);
    return OXO_OK;
}

static oxo_status decide_offer(draft *d, event_offer kind, int seat)
{
    const oxo_status status = check_offer(&d->now, kind, seat);
    if (status != OXO_OK)
        return status;
    const event_offer waiting = (event_offer)d->now.offer;
    if (waiting != EVENT_OFFER_NONE && d->now.offer_seat != seat)
        return decide_counter_offer(d, kind);
    if (waiting == kind)
        return OXO_OK;
    if (d->now.offered[seat] >> kind & 1)
        return OXO_ALREADY_OFFERED;
    if (waiting != EVENT_OFFER_NONE)
        add_offer(d, EVENT_OFFER_DECLINED, seat, waiting);
    if (is_computer(&d->now, !seat))
        offer_to_computer(d, kind, seat);
    else
        add_offer(d, EVENT_OFFER_MADE, seat, kind);
    return OXO_OK;
}

/* An offer waits, and the answer means that offer. */
static bool answers_offer(const draft *d, event_offer meant)
{
    return d->now.offer != EVENT_OFFER_NONE &&
           (meant == EVENT_OFFER_NONE || meant == d->now.offer);
}

static oxo_status decide_acceptance(draft *d, event_offer meant, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!answers_offer(d, meant) || d->now.offer_seat == seat)
        return OXO_NO_OFFER;
    carry_out_offer(d, (event_offer)d->now.offer, d->now.offer_seat);
    return OXO_OK;
}

static oxo_status decide_decline(draft *d, event_offer meant, int seat)
{
    if (seat < 0)
        return OXO_NOT_IN_ROOM;
    if (!answers_offer(d, meant))
        return OXO_NO_OFFER;
    add_offer(d, EVENT_OFFER_DECLINED, seat, (event_offer)d->now.offer);
    return OXO_OK;
}

/* ---- All commands ------------------------------------------------------- */

static oxo_status decide_command(draft *d, const room_rules *rules,
                                 const room_command *c)
{
    if (c->verb == ROOM_TICK)
        return OXO_OK;
    const int seat = c->verb == ROOM_JOIN ? -1 : acting_seat(&d->now, c);
    if (d->now.life == ROOM_CLOSED)
        return seat < 0 ? OXO_ROOM_NOT_FOUND : OXO_RECONNECT_EXPIRED;
    /* The caller acts for the computer, which only moves or resigns. */
    assert(seat < 0 || !is_computer(&d->now, seat) || c->verb == ROOM_MOVE ||
           c->verb == ROOM_RESIGN);
    switch (c->verb) {
    case ROOM_JOIN:
        return decide_join(d, c);
    case ROOM_MOVE:
        return decide_move(d, c, seat);
    case ROOM_RESIGN:
        return decide_resignation(d, seat);
    case ROOM_OFFER:
        return decide_offer(d, c->offer, seat);
    case ROOM_ACCEPT:
        return decide_acceptance(d, c->offer, seat);
    case ROOM_DECLINE:
        return decide_decline(d, c->offer, seat);
    case ROOM_ABORT:
        return decide_abort(d, rules, seat);
    case ROOM_CLAIM:
        return decide_claim(d, rules, seat, c->draw);
    case ROOM_LEAVE:
        return decide_leave(d, rules, seat);
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
    apply_deadlines(&d, rules);
    const oxo_status status = decide_command(&d, rules, command);
    /* The command may have made something due: a player who joined starts the
     * game, and a player who left may leave nobody behind. */
    apply_deadlines(&d, rules);
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
    add_event(&d, e);
    if (computer > 0) {
        const event_player opponent = {.level = (uint8_t)computer};
        add_seat_taken(&d, &opponent);
        add_game_start(&d);
    }
    return OXO_OK;
}
