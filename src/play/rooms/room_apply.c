/* room_apply.c - applies events to a room.
 *
 * Each kind of event has two functions. follows_...() says whether the event
 * can come next; it checks everything that the room knows, because the log may
 * be damaged. apply_...() changes the room. Where an older version may have
 * decided differently (intensity, time, repeated offers), only the bounds are
 * checked. */
#include "room.h"

#include <string.h>

#include "room_parts.h"

/* ---- Seats -------------------------------------------------------------- */

static void withdraw_offer(room *r)
{
    r->offer = EVENT_OFFER_NONE;
    r->offer_seat = 0;
}

/* Both sides may make every offer again. */
static void allow_offers(room *r)
{
    memset(r->offered, 0, sizeof(r->offered));
}

static void sit_down(room_seat *s, const event_player *player, int64_t at)
{
    s->player = *player;
    s->taken = true;
    if (!room_seat_is_person(s))
        return;
    s->fresh = true;
    s->away_since = at > 0 ? at : 1;
}

static bool follows_created(const room *r, const event *e)
{
    return r->seq == 0 && event_setup_is_valid(&e->as.created.setup) &&
           room_player_is_valid(&e->as.created.player) &&
           e->as.created.player.level == 0;
}

static void apply_created(room *r, const event *e)
{
    r->setup = e->as.created.setup;
    r->created = e->at;
    r->x_seat = r->setup.first_x;
    r->now = oxo_position_start((oxo_variant)r->setup.variant);
    sit_down(&r->seats[0], &e->as.created.player, e->at);
}

static bool follows_taken(const room *r, const event *e)
{
    return r->life == ROOM_WAITING && e->as.taken.seat == 1 &&
           !r->seats[1].taken && room_player_is_valid(&e->as.taken.player) &&
           !event_hash_equal(&r->seats[0].player.token,
                             &e->as.taken.player.token);
}

static void apply_taken(room *r, const event *e)
{
    sit_down(&r->seats[1], &e->as.taken.player, e->at);
}

/* Before the first game only the second player leaves: the seat gets free. */
static bool follows_left(const room *r, const event *e)
{
    return (r->life == ROOM_FINISHED ||
            (r->life == ROOM_WAITING && e->as.left.seat == 1)) &&
           e->as.left.seat < EVENT_SEATS &&
           room_seat_is_person(&r->seats[e->as.left.seat]);
}

static void apply_left(room *r, const event *e)
{
    room_seat *s = &r->seats[e->as.left.seat];
    if (r->life == ROOM_WAITING) {
        memset(s, 0, sizeof(*s));
        return;
    }
    s->left = true;
    s->player.token = (event_hash){{0}};
    s->connections = 0;
    s->away_since = 0;
    s->fresh = false;
    withdraw_offer(r);
}

static bool follows_closed(const room *r, const event *e)
{
    return (r->life == ROOM_WAITING || r->life == ROOM_FINISHED) &&
           e->as.closed.why < EVENT_CLOSING_COUNT;
}

static void apply_closed(room *r, const event *e)
{
    (void)e;
    r->life = ROOM_CLOSED;
    withdraw_offer(r);
}

/* ---- Beginning and end of a game ---------------------------------------- */

static bool follows_started(const room *r, const event *e)
{
    const bool first = r->life == ROOM_WAITING;
    return (first || room_can_rematch(r)) && r->seats[1].taken &&
           e->as.started.number == r->games + 1 &&
           e->as.started.x_seat == (r->x_seat ^ (first ? 0 : 1));
}

static void apply_started(room *r, const event *e)
{
    if (room_series_is_over(r))
        memset(r->score, 0, sizeof(r->score));
    r->life = ROOM_ACTIVE;
    r->games = e->as.started.number;
    r->x_seat = e->as.started.x_seat;
    r->outcome = OXO_ONGOING;
    r->reason = 0;
    r->started = e->at;
    r->turned = e->at;
    r->now = oxo_position_start((oxo_variant)r->setup.variant);
    r->length = 0;
    memset(r->moves, 0, sizeof(r->moves));
    memset(r->intensity, 0, sizeof(r->intensity));
    memset(r->at, 0, sizeof(r->at));
    for (int i = 0; i < EVENT_SEATS; i++) {
        r->seats[i].clock = r->setup.initial;
        /* An absence counts from the start of the game. */
        if (r->seats[i].away_since > 0 && r->seats[i].away_since < e->at)
            r->seats[i].away_since = e->at;
    }
    withdraw_offer(r);
    allow_offers(r);
}

/* The clock of the side to move goes down, and a move adds the increment. How
 * far the clock goes down is unknown, because the time without a server does
 * not count. The other clock stands still. Both clocks lose the increments of
 * undone moves. */
static bool clocks_follow(const room *r, const uint32_t clock[2], int length)
{
    const oxo_mark turn = oxo_position_turn(&r->now);
    for (int i = OXO_X; i <= OXO_O; i++) {
        const uint32_t was = r->seats[room_seat_of(r, (oxo_mark)i)].clock;
        const uint32_t most = room_clock_most(r, (oxo_mark)i, length);
        const uint32_t gain =
            length > r->length && i == (int)turn ? r->setup.increment : 0;
        const uint32_t high = was + gain < most ? was + gain : most;
        if (clock[i] > high || (i != (int)turn && clock[i] < high))
            return false;
    }
    return true;
}

static void set_clocks(room *r, const uint32_t clock[2])
{
    for (int mark = OXO_X; mark <= OXO_O; mark++)
        r->seats[room_seat_of(r, (oxo_mark)mark)].clock = clock[mark];
}

/* The room knows everything in a record except the clocks: with these clocks
 * the room would write exactly this record. */
static bool is_record_of(const room *r, const event *e)
{
    uint8_t given[EVENT_MAX_BYTES], known[EVENT_MAX_BYTES];
    const event_game *g = &e->as.over;
    event here = {.kind = EVENT_GAME_OVER};
    room_record(r, (oxo_outcome)g->outcome, (event_reason)g->reason, g->clock,
                &here.as.over);
    const size_t length = event_encode(e, given);
    return event_encode(&here, known) == length &&
           memcmp(given, known, length) == 0;
}

static bool follows_over(const room *r, const event *e)
{
    const event_game *g = &e->as.over;
    return r->life == ROOM_ACTIVE && g->length == r->length &&
           room_ending_is_possible(r, (oxo_outcome)g->outcome,
                                   (event_reason)g->reason) &&
           clocks_follow(r, g->clock, r->length) && is_record_of(r, e);
}

static void apply_over(room *r, const event *e)
{
    const event_game *g = &e->as.over;
    set_clocks(r, g->clock);
    memcpy(r->score, g->score, sizeof(r->score));
    r->outcome = g->outcome;
    r->reason = g->reason;
    r->life = ROOM_FINISHED;
    withdraw_offer(r);
    allow_offers(r);
}

/* A player aborts in any position, and closes while the other is to move. A
 * deadline belongs to the side to move. */
static bool can_be_aborted_by(const room *r, int seat, event_reason reason)
{
    switch (reason) {
    case EVENT_BY_ABORT:
        return room_seat_is_person(&r->seats[seat]);
    case EVENT_BY_CLOSING:
        return room_seat_is_person(&r->seats[seat]) && seat != room_turn(r);
    default:
        return seat == room_turn(r);
    }
}

static bool follows_aborted(const room *r, const event *e)
{
    const event_reason reason = (event_reason)e->as.aborted.reason;
    return r->life == ROOM_ACTIVE && e->as.aborted.seat < EVENT_SEATS &&
           room_abort_is_possible(r, reason) &&
           can_be_aborted_by(r, e->as.aborted.seat, reason);
}

static void apply_aborted(room *r, const event *e)
{
    r->reason = e->as.aborted.reason;
    r->life = ROOM_FINISHED;
    withdraw_offer(r);
    allow_offers(r);
}

/* ---- Moves -------------------------------------------------------------- */

static bool follows_moved(const room *r, const event *e)
{
    return r->life == ROOM_ACTIVE && e->as.moved.ply == r->length &&
           e->as.moved.mark == oxo_position_turn(&r->now) &&
           e->as.moved.intensity <= OXO_INTENSITY_ONE &&
           oxo_position_check(&r->now, e->as.moved.move) == OXO_OK &&
           clocks_follow(r, e->as.moved.clock, r->length + 1);
}

static uint32_t since_start(const room *r, int64_t at)
{
    const int64_t passed = at - r->started;
    return passed < UINT32_MAX ? (uint32_t)passed : UINT32_MAX;
}

static void apply_moved(room *r, const event *e)
{
    const int seat = room_turn(r);
    r->moves[r->length] = e->as.moved.move;
    r->intensity[r->length] = e->as.moved.intensity;
    r->at[r->length] = since_start(r, e->at);
    r->length++;
    set_clocks(r, e->as.moved.clock);
    r->now = oxo_position_play(&r->now, e->as.moved.move);
    r->turned = e->at;
    allow_offers(r);
    /* A draw offer stands until the other side moves. A takeback offer ends
     * with any move. */
    if (r->offer == EVENT_OFFER_TAKEBACK || r->offer_seat != seat)
        withdraw_offer(r);
}

/* The board of the last move is decided as the event says. */
static bool follows_board(const room *r, const event *e)
{
    if (r->life != ROOM_ACTIVE || r->setup.variant == OXO_CLASSIC ||
        r->length == 0 || e->as.board.board != r->moves[r->length - 1] / 9)
        return false;
    const oxo_outcome outcome =
        oxo_ultimate_board_outcome(&r->now.as.ultimate, e->as.board.board);
    if (e->kind == EVENT_BOARD_DRAWN)
        return outcome == OXO_DRAW && e->as.board.mark == OXO_NONE;
    uint8_t line[3];
    room_board_line(&r->now, e->as.board.board, line);
    return e->as.board.mark <= OXO_O &&
           outcome == oxo_outcome_won_by((oxo_mark)e->as.board.mark) &&
           memcmp(line, e->as.board.line, sizeof(line)) == 0;
}

/* The position has changed with the move already. */
static void apply_board(room *r, const event *e)
{
    (void)r;
    (void)e;
}

static bool follows_back(const room *r, const event *e)
{
    const int undone = r->length - e->as.back.length;
    return r->life == ROOM_ACTIVE && undone >= 1 && undone <= 2 &&
           clocks_follow(r, e->as.back.clock, e->as.back.length);
}

static void apply_back(room *r, const event *e)
{
    set_clocks(r, e->as.back.clock);
    while (r->length > e->as.back.length) {
        r->length--;
        r->moves[r->length] = 0;
        r->intensity[r->length] = 0;
        r->at[r->length] = 0;
    }
    r->now = room_replay(r, r->length);
    r->turned = e->at;
    withdraw_offer(r);
    allow_offers(r);
}

/* ---- Offers ------------------------------------------------------------- */

static bool follows_offered(const room *r, const event *e)
{
    const room_life wanted =
        e->as.offer.offer == EVENT_OFFER_REMATCH ? ROOM_FINISHED : ROOM_ACTIVE;
    return r->life == wanted && !r->seats[0].left && !r->seats[1].left &&
           r->offer == EVENT_OFFER_NONE &&
           e->as.offer.offer > EVENT_OFFER_NONE &&
           e->as.offer.offer < EVENT_OFFER_COUNT &&
           e->as.offer.seat < EVENT_SEATS &&
           room_seat_is_person(&r->seats[e->as.offer.seat]) &&
           (e->as.offer.offer != EVENT_OFFER_TAKEBACK ||
            r->length >= room_moves_to_undo(r, e->as.offer.seat));
}

static void apply_offered(room *r, const event *e)
{
    r->offer = e->as.offer.offer;
    r->offer_seat = e->as.offer.seat;
    r->offered[r->offer_seat] |= (uint8_t)(1U << r->offer);
}

static bool follows_declined(const room *r, const event *e)
{
    return r->offer != EVENT_OFFER_NONE && e->as.offer.offer == r->offer &&
           e->as.offer.seat < EVENT_SEATS;
}

static void apply_declined(room *r, const event *e)
{
    (void)e;
    withdraw_offer(r);
}

/* ---- All kinds ---------------------------------------------------------- */

typedef struct effect {
    bool (*follows)(const room *r, const event *e);
    void (*change)(room *r, const event *e);
} effect;

static const effect effects[] = {
    [EVENT_ROOM_CREATED] = {follows_created, apply_created},
    [EVENT_SEAT_TAKEN] = {follows_taken, apply_taken},
    [EVENT_GAME_STARTED] = {follows_started, apply_started},
    [EVENT_MOVE_MADE] = {follows_moved, apply_moved},
    [EVENT_BOARD_WON] = {follows_board, apply_board},
    [EVENT_BOARD_DRAWN] = {follows_board, apply_board},
    [EVENT_GAME_OVER] = {follows_over, apply_over},
    [EVENT_OFFER_MADE] = {follows_offered, apply_offered},
    [EVENT_OFFER_DECLINED] = {follows_declined, apply_declined},
    [EVENT_TAKEN_BACK] = {follows_back, apply_back},
    [EVENT_SEAT_LEFT] = {follows_left, apply_left},
    [EVENT_ROOM_CLOSED] = {follows_closed, apply_closed},
    [EVENT_GAME_ABORTED] = {follows_aborted, apply_aborted},
};

/* The effect of an event that follows from the room, or NULL. */
static const effect *effect_of(const room *r, const event *e)
{
    const unsigned kind = (unsigned)e->kind;
    if (e->room != r->id || e->seq != r->seq + 1 || e->at < r->touched ||
        kind >= sizeof(effects) / sizeof(*effects) || !effects[kind].follows)
        return NULL;
    /* Exactly the first event makes the room. */
    if ((kind == EVENT_ROOM_CREATED) != (r->seq == 0))
        return NULL;
    return effects[kind].follows(r, e) ? &effects[kind] : NULL;
}

bool room_apply(room *r, const event *e)
{
    const effect *what = effect_of(r, e);
    if (!what)
        return false;
    what->change(r, e);
    r->seq = e->seq;
    r->touched = e->at;
    return true;
}
