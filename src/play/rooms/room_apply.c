/* room_apply.c - what an event does to a room.
 *
 * Each kind has two functions: does it follow from the room, and what changes
 * by it. The first looks at everything that can be known, because the log may
 * be damaged; where an older version may have judged otherwise (intensity,
 * time), it looks at bounds only. */
#include "room.h"

#include <string.h>

#include "room_parts.h"

/* ---- Seats -------------------------------------------------------------- */

static void withdraw_offer(room *r)
{
    r->offer = EVENT_OFFER_NONE;
    r->offer_seat = 0;
}

/* Each side may make each offer once more. */
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

static bool created_follows(const room *r, const event *e)
{
    return r->seq == 0 && event_setup_is_valid(&e->as.created.setup) &&
           room_player_is_valid(&e->as.created.player) &&
           e->as.created.player.level == 0;
}

static void created(room *r, const event *e)
{
    r->setup = e->as.created.setup;
    r->created = e->at;
    r->x_seat = r->setup.first_x;
    r->now = oxo_position_start((oxo_variant)r->setup.variant);
    sit_down(&r->seats[0], &e->as.created.player, e->at);
}

static bool taken_follows(const room *r, const event *e)
{
    return r->life == ROOM_WAITING && e->as.taken.seat == 1 &&
           !r->seats[1].taken && room_player_is_valid(&e->as.taken.player) &&
           !event_hash_equal(&r->seats[0].player.token,
                             &e->as.taken.player.token);
}

static void taken(room *r, const event *e)
{
    sit_down(&r->seats[1], &e->as.taken.player, e->at);
}

/* Before the first game the second player may give the seat back. */
static bool left_follows(const room *r, const event *e)
{
    return (r->life == ROOM_FINISHED ||
            (r->life == ROOM_WAITING && e->as.left.seat == 1)) &&
           e->as.left.seat < EVENT_SEATS &&
           room_seat_is_person(&r->seats[e->as.left.seat]);
}

static void left(room *r, const event *e)
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

static bool closed_follows(const room *r, const event *e)
{
    return (r->life == ROOM_WAITING || r->life == ROOM_FINISHED) &&
           e->as.closed.why < EVENT_CLOSING_COUNT;
}

static void closed(room *r, const event *e)
{
    (void)e;
    r->life = ROOM_CLOSED;
    withdraw_offer(r);
}

/* ---- Beginning and end of a game ---------------------------------------- */

static bool started_follows(const room *r, const event *e)
{
    const bool first = r->life == ROOM_WAITING;
    return (first || room_can_go_on(r)) && r->seats[1].taken &&
           e->as.started.number == r->games + 1 &&
           e->as.started.x_seat == (r->x_seat ^ (first ? 0 : 1));
}

static void started(room *r, const event *e)
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
        /* An absence counts from the start of the game on. */
        if (r->seats[i].away_since > 0 && r->seats[i].away_since < e->at)
            r->seats[i].away_since = e->at;
    }
    withdraw_offer(r);
    allow_offers(r);
}

/* The clock of the side to move goes down, by how much cannot be known (the
 * time of a server's absence does not count), and a move adds to it. The
 * other one stands still; both lose what undone moves had added. */
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

/* Everything in a record is known but the time left on the clocks: it has to
 * be the very record that would be made now. */
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

static bool over_follows(const room *r, const event *e)
{
    const event_game *g = &e->as.over;
    return r->life == ROOM_ACTIVE && g->length == r->length &&
           (g->reason != EVENT_BY_TIME || r->setup.initial > 0 ||
            r->setup.days > 0) &&
           (g->reason != EVENT_BY_CLAIM || r->setup.initial > 0) &&
           room_ending_is_possible(&r->now, (oxo_outcome)g->outcome,
                                   (event_reason)g->reason) &&
           clocks_follow(r, g->clock, r->length) && is_record_of(r, e);
}

static void over(room *r, const event *e)
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

static bool aborted_follows(const room *r, const event *e)
{
    const bool has_limit = r->setup.initial > 0 || r->setup.days > 0;
    const unsigned seat = e->as.aborted.seat;
    if (r->life != ROOM_ACTIVE || seat >= EVENT_SEATS ||
        oxo_position_outcome(&r->now) != OXO_ONGOING)
        return false;
    switch ((event_reason)e->as.aborted.reason) {
    case EVENT_BY_ABORT:
        return !room_counts(r) && room_seat_is_person(&r->seats[seat]);
    case EVENT_BY_NO_SHOW:
        return !room_counts(r) && has_limit && (int)seat == room_turn(r);
    case EVENT_BY_CLOSING:
        return !has_limit && (int)seat != room_turn(r) &&
               room_seat_is_person(&r->seats[seat]);
    case EVENT_BY_EXPIRY:
        return !has_limit && (int)seat == room_turn(r);
    default:
        return false;
    }
}

static void aborted(room *r, const event *e)
{
    r->reason = e->as.aborted.reason;
    r->life = ROOM_FINISHED;
    withdraw_offer(r);
    allow_offers(r);
}

/* ---- Moves -------------------------------------------------------------- */

static bool moved_follows(const room *r, const event *e)
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

static void moved(room *r, const event *e)
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
    /* A draw is offered with one's move, a takeback before the next one. */
    if (r->offer == EVENT_OFFER_TAKEBACK || r->offer_seat != seat)
        withdraw_offer(r);
}

/* The board of the last move, and decided as the event says. Nothing changes
 * by it: the position knows already. */
static bool board_follows(const room *r, const event *e)
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

static void board(room *r, const event *e)
{
    (void)r;
    (void)e;
}

static bool back_follows(const room *r, const event *e)
{
    const int undone = r->length - e->as.back.length;
    return r->life == ROOM_ACTIVE && undone >= 1 && undone <= 2 &&
           clocks_follow(r, e->as.back.clock, e->as.back.length);
}

static void back(room *r, const event *e)
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

static bool offered_follows(const room *r, const event *e)
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

static void offered(room *r, const event *e)
{
    r->offer = e->as.offer.offer;
    r->offer_seat = e->as.offer.seat;
    r->offered[r->offer_seat] |= (uint8_t)(1U << r->offer);
}

static bool declined_follows(const room *r, const event *e)
{
    return r->offer != EVENT_OFFER_NONE && e->as.offer.offer == r->offer &&
           e->as.offer.seat < EVENT_SEATS;
}

static void declined(room *r, const event *e)
{
    (void)e;
    withdraw_offer(r);
}

/* ---- All of them -------------------------------------------------------- */

typedef struct effect {
    bool (*follows)(const room *r, const event *e);
    void (*change)(room *r, const event *e);
} effect;

static const effect effects[] = {
    [EVENT_ROOM_CREATED] = {created_follows, created},
    [EVENT_SEAT_TAKEN] = {taken_follows, taken},
    [EVENT_GAME_STARTED] = {started_follows, started},
    [EVENT_MOVE_MADE] = {moved_follows, moved},
    [EVENT_BOARD_WON] = {board_follows, board},
    [EVENT_BOARD_DRAWN] = {board_follows, board},
    [EVENT_GAME_OVER] = {over_follows, over},
    [EVENT_OFFER_MADE] = {offered_follows, offered},
    [EVENT_OFFER_DECLINED] = {declined_follows, declined},
    [EVENT_TAKEN_BACK] = {back_follows, back},
    [EVENT_SEAT_LEFT] = {left_follows, left},
    [EVENT_ROOM_CLOSED] = {closed_follows, closed},
    [EVENT_GAME_ABORTED] = {aborted_follows, aborted},
};

/* The effect of the next event, or NULL if this is not one. */
static const effect *effect_of(const room *r, const event *e)
{
    const unsigned kind = (unsigned)e->kind;
    if (e->room != r->id || e->seq != r->seq + 1 || e->at < r->touched ||
        kind >= sizeof(effects) / sizeof(*effects) || !effects[kind].follows)
        return NULL;
    /* Nothing happens in a room that was not made, nor in a closed one. */
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
