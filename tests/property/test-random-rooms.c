/* Rooms under random commands of players and strangers, with players who are
 * here or away for seconds to weeks.
 *
 * The test keeps its own account of presence, turns and offers, and checks
 * with it that every event was allowed: no game ends by absence, every claim
 * and every abort had its conditions, and no offer was made twice. Replaying
 * the events gives the same room, and so does a snapshot.
 *
 * OXO_PROPERTY_GAMES is the number of rooms, OXO_PROPERTY_SEED the seed of the
 * random numbers. Both are printed, so that a failure can be repeated. */
#include "check.h"

#include "play.h"
#include "room_table.h"

#include <stdio.h>
#include <string.h>

enum { ROOMS = TEST_IS_FAST ? 3000 : 1000, STEPS = 400, PEOPLE = 4 };
enum { KINDS = EVENT_GAME_ABORTED + 1 };

#define SECONDS(n) ((n)*INT64_C(1000))
#define MINUTES(n) SECONDS((n)*60)
#define HOURS(n) MINUTES((n)*60)
#define DAYS(n) HOURS((n)*24)

/* What the test knows about a seat. */
typedef struct watch {
    int connections;
    int64_t away_from; /* the start of the absence; later than now: a player
                        * without a connection, here until then */
    unsigned offered;  /* bits: offers since the last move */
    int64_t clock;     /* milliseconds at the start of the turn */
} watch;

/* A room, the log of all its events, and what the test knows. */
typedef struct house {
    room room;
    room_rules rules;
    int64_t now;
    bool is_slow; /* a step is minutes to weeks; else less */
    uint64_t chance;
    watch seats[EVENT_SEATS];
    int64_t turned; /* the start of the turn */
    long games;
    uint32_t seen[KINDS]; /* [kind]: how often */
    uint32_t ended[EVENT_REASON_COUNT];
    uint32_t answered[OXO_STATUS_COUNT];
    int count;
    event log[STEPS * ROOM_MAX_EVENTS + ROOM_MAX_EVENTS];
} house;

static unsigned pick(house *h, unsigned bound)
{
    return next_random(&h->chance, bound);
}

/* ---- The room holds together -------------------------------------------- */

static void check_seats(const room *r)
{
    assert_true(r->seats[0].taken);
    assert_true(r->life == ROOM_WAITING || r->life == ROOM_CLOSED ||
                r->seats[1].taken);
    for (int i = 0; i < EVENT_SEATS; i++) {
        const room_seat *s = &r->seats[i];
        const bool sits = s->taken && !s->left && s->player.level == 0;
        assert_int_equal(sits, !event_hash_is_none(&s->player.token));
        assert_true(sits || s->connections == 0);
        assert_true(sits || s->away_since == 0);
        if (sits)
            assert_int_equal(s->away_since == 0, s->connections > 0);
        assert_false(s->left && r->life == ROOM_ACTIVE);
    }
}

static void check_outcome(const room *r)
{
    const oxo_outcome on_board = oxo_position_outcome(&r->now);
    const bool is_over = r->life != ROOM_ACTIVE && r->games > 0;
    if (!is_over || r->reason >= EVENT_BY_ABORT) {
        assert_int_equal(r->outcome, OXO_ONGOING);
        assert_int_equal(on_board, OXO_ONGOING);
        assert_true(is_over || r->reason == 0);
    } else {
        assert_int_not_equal(r->outcome, OXO_ONGOING);
        assert_true(on_board == OXO_ONGOING || on_board == r->outcome);
    }
}

static void check_game(const room *r)
{
    oxo_game g;
    room_game(r, &g);
    oxo_position p = oxo_position_start((oxo_variant)r->setup.variant);
    for (int i = 0; i < r->length; i++) {
        assert_int_equal(oxo_position_check(&p, r->moves[i]), OXO_OK);
        assert_true(i == 0 || r->at[i] >= r->at[i - 1]);
        p = oxo_position_play(&p, r->moves[i]);
    }
    assert_same(p, r->now);
    assert_same(p, g.now);
    check_outcome(r);
}

static void check_score(const room *r)
{
    const int both = r->score[0] + r->score[1];
    assert_int_equal(both % 2, 0);
    assert_true(both <= 2 * r->setup.series);
    assert_true(r->life != ROOM_ACTIVE || !room_series_is_over(r));
    assert_int_equal(room_seat_of(r, OXO_X),
                     (r->setup.first_x + (r->games > 0 ? r->games - 1 : 0)) %
                         2);
}

static void check_clocks(const room *r, int64_t now)
{
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const uint32_t clock = room_clock(r, (oxo_mark)mark, now);
        const uint32_t added = (uint32_t)(r->length + 1) / 2;
        assert_true(clock <= r->setup.initial + added * r->setup.increment);
        assert_true(r->setup.initial > 0 || clock == 0);
    }
}

static void check_offer(const room *r)
{
    if (r->offer == EVENT_OFFER_NONE)
        return;
    assert_int_equal(r->life, r->offer == EVENT_OFFER_REMATCH ? ROOM_FINISHED
                                                              : ROOM_ACTIVE);
    assert_true(r->offer_seat < EVENT_SEATS);
    assert_false(r->seats[0].left || r->seats[1].left);
}

static void check_room(const house *h)
{
    const room *r = &h->room;
    check_seats(r);
    check_game(r);
    check_score(r);
    check_clocks(r, h->now);
    check_offer(r);
    assert_int_equal(r->seq, h->count);
    assert_int_equal(room_turn(r) >= 0, r->life == ROOM_ACTIVE);
    assert_true(r->life != ROOM_CLOSED ||
                room_deadline(r, &h->rules) == INT64_MAX);
}

/* ---- The test's own account --------------------------------------------- */

static int64_t decision_time(const house *h)
{
    return h->now > h->room.touched ? h->now : h->room.touched;
}

static bool is_computer(const house *h, int seat)
{
    return h->room.seats[seat].player.level > 0;
}

static bool is_here(const house *h, int seat, int64_t at)
{
    const watch *w = &h->seats[seat];
    return is_computer(h, seat) || w->connections > 0 || w->away_from > at;
}

static bool has_clock(const house *h)
{
    return h->room.setup.initial > 0;
}

static bool has_limit(const house *h)
{
    return has_clock(h) || h->room.setup.days > 0;
}

static bool both_moved(const house *h)
{
    return h->room.length >= 2;
}

/* The side to move has used up its clock or its days. */
static bool is_out_of_time(const house *h, int64_t at)
{
    const int64_t used = at - h->turned;
    if (has_clock(h))
        return used >= h->seats[room_turn(&h->room)].clock;
    return h->room.setup.days > 0 && used >= DAYS(h->room.setup.days);
}

/* The seat of the command, or -1. */
static int asking_seat(const house *h, const room_command *c)
{
    if (c->seat != ROOM_BY_TOKEN)
        return c->seat;
    for (int i = 0; i < EVENT_SEATS; i++)
        if (event_hash_equal(&h->room.seats[i].player.token, &c->token))
            return i;
    return -1;
}

static bool may_abort(const house *h, int seat, int64_t at)
{
    return !both_moved(h) || (!has_limit(h) && seat != room_turn(&h->room) &&
                              at - h->turned >= h->rules.close_after);
}

/* The absence that counts begins with the game at the earliest. */
static bool may_claim(const house *h, int seat, int64_t at)
{
    const watch *other = &h->seats[!seat];
    const int64_t from = other->away_from > h->room.started ? other->away_from
                                                            : h->room.started;
    return has_clock(h) && both_moved(h) && seat != room_turn(&h->room) &&
           !is_here(h, !seat, at) && at - from >= h->rules.claim_after;
}

/* ---- Every end of a game was allowed ------------------------------------ */

static bool is_loss_of(const house *h, const event_game *g, int seat)
{
    return g->outcome ==
           (room_mark_of(&h->room, seat) == OXO_X ? OXO_O_WINS : OXO_X_WINS);
}

/* The game of `h` ends by this event of the command. */
static void check_game_over(const house *h, const room_command *c,
                            const event *e)
{
    const event_game *g = &e->as.over;
    const int seat = asking_seat(h, c), turn = room_turn(&h->room);
    const bool is_decided = oxo_position_outcome(&h->room.now) != OXO_ONGOING;
    switch ((event_reason)g->reason) {
    case EVENT_BY_LINE:
    case EVENT_BY_BOARDS:
    case EVENT_BY_FULL_BOARD:
        assert_true(c->verb == ROOM_MOVE && is_decided);
        break;
    case EVENT_BY_RESIGNATION:
        assert_true(c->verb == ROOM_RESIGN && is_loss_of(h, g, seat));
        break;
    case EVENT_BY_LEAVING:
        assert_true(c->verb == ROOM_LEAVE && is_loss_of(h, g, seat));
        assert_false(may_abort(h, seat, e->at));
        break;
    case EVENT_BY_AGREEMENT:
        assert_true(c->verb == ROOM_ACCEPT || c->verb == ROOM_OFFER);
        assert_int_equal(h->room.offer, EVENT_OFFER_DRAW);
        assert_int_equal(h->room.offer_seat, !seat);
        break;
    case EVENT_BY_CLAIM:
        assert_true(c->verb == ROOM_CLAIM && may_claim(h, seat, e->at));
        assert_true(c->draw ? g->outcome == OXO_DRAW
                            : is_loss_of(h, g, !seat));
        break;
    case EVENT_BY_TIME:
        assert_true(is_out_of_time(h, e->at) && both_moved(h));
        assert_true(is_loss_of(h, g, turn));
        break;
    default:
        fail_msg("a game ended by %s",
                 event_reason_word((event_reason)g->reason));
    }
}

static void check_game_aborted(const house *h, const room_command *c,
                               const event *e)
{
    const bool is_asked = c->verb == ROOM_ABORT || c->verb == ROOM_LEAVE;
    const int seat = asking_seat(h, c), turn = room_turn(&h->room);
    const int by = e->as.aborted.seat;
    switch ((event_reason)e->as.aborted.reason) {
    case EVENT_BY_ABORT:
        assert_true(is_asked && by == seat && !both_moved(h));
        break;
    case EVENT_BY_CLOSING:
        assert_true(is_asked && by == seat && both_moved(h));
        assert_true(may_abort(h, seat, e->at));
        break;
    case EVENT_BY_NO_SHOW:
        assert_true(is_out_of_time(h, e->at) && !both_moved(h));
        assert_int_equal(by, turn);
        break;
    case EVENT_BY_EXPIRY:
        assert_true(!has_limit(h) && by == turn);
        assert_true(
            e->at - h->turned >=
            (is_computer(h, 1) ? h->rules.close_after : h->rules.keep_open));
        break;
    default:
        fail_msg("a game was aborted by %s",
                 event_reason_word((event_reason)e->as.aborted.reason));
    }
}

static void check_start(const house *h, const event *e)
{
    if (h->room.games > 0 || !has_clock(h))
        return;
    for (int i = 0; i < EVENT_SEATS; i++)
        assert_true(is_here(h, i, e->at));
}

static void check_offer_made(const house *h, const event *e)
{
    assert_false(h->seats[e->as.offer.seat].offered >> e->as.offer.offer & 1);
}

/* A room is abandoned when every player has gone for the grace. After a game
 * the players have also been here since the last event. */
static void check_room_closed(const house *h, const event *e)
{
    if (e->as.closed.why != EVENT_CLOSED_ABANDONED)
        return;
    for (int i = 0; i < EVENT_SEATS; i++) {
        const watch *w = &h->seats[i];
        if (!room_seat_is_person(&h->room.seats[i]))
            continue;
        assert_int_equal(w->connections, 0);
        assert_true(e->at - w->away_from >= h->rules.grace);
        assert_true(h->room.life == ROOM_WAITING ||
                    w->away_from > h->room.touched);
    }
}

static void check_event(const house *h, const room_command *c, const event *e)
{
    if (e->kind == EVENT_GAME_OVER)
        check_game_over(h, c, e);
    else if (e->kind == EVENT_GAME_ABORTED)
        check_game_aborted(h, c, e);
    else if (e->kind == EVENT_GAME_STARTED)
        check_start(h, e);
    else if (e->kind == EVENT_OFFER_MADE)
        check_offer_made(h, e);
    else if (e->kind == EVENT_ROOM_CLOSED)
        check_room_closed(h, e);
}

/* ---- Keeping the account ------------------------------------------------ */

static void begin_turn(house *h, const event *e)
{
    h->turned = e->at;
    for (int i = 0; i < EVENT_SEATS; i++)
        h->seats[i].offered = 0;
}

static void set_clocks(house *h, const uint32_t clock[2])
{
    for (int mark = OXO_X; mark <= OXO_O; mark++)
        h->seats[room_seat_of(&h->room, (oxo_mark)mark)].clock = clock[mark];
}

/* The event was applied. */
static void note_event(house *h, const event *e)
{
    h->seen[e->kind]++;
    switch (e->kind) {
    case EVENT_SEAT_TAKEN:
        h->seats[1] = (watch){.away_from = e->at};
        break;
    case EVENT_GAME_STARTED:
        h->games++;
        begin_turn(h, e);
        for (int i = 0; i < EVENT_SEATS; i++)
            h->seats[i].clock = h->room.setup.initial;
        break;
    case EVENT_MOVE_MADE:
        begin_turn(h, e);
        set_clocks(h, e->as.moved.clock);
        break;
    case EVENT_TAKEN_BACK:
        begin_turn(h, e);
        set_clocks(h, e->as.back.clock);
        break;
    case EVENT_GAME_OVER:
        h->ended[e->as.over.reason]++;
        begin_turn(h, e);
        break;
    case EVENT_GAME_ABORTED:
        h->ended[e->as.aborted.reason]++;
        begin_turn(h, e);
        break;
    case EVENT_OFFER_MADE:
        h->seats[e->as.offer.seat].offered |= 1U << e->as.offer.offer;
        break;
    case EVENT_SEAT_LEFT:
        h->seats[e->as.left.seat].connections = 0;
        break;
    default:
        break;
    }
}

static void keep(house *h, const room_command *c, const room_events *events)
{
    for (int i = 0; i < events->count; i++) {
        const event *e = &events->list[i];
        const room before = h->room;
        check_event(h, c, e);
        h->log[h->count++] = *e;
        assert_true(room_apply(&h->room, e));
        if (e->kind == EVENT_GAME_ABORTED)
            assert_memory_equal(before.score, h->room.score, 2);
        note_event(h, e);
    }
}

/* ---- Copies of the room ------------------------------------------------- */

/* The same room for somebody who knows only its events. A gap between restarts
 * is not in the log, and moves the start of a turn with a clock. */
static void assert_same_woken(const room *a, const room *b)
{
    room x = *a, y = *b;
    const int64_t later = a->touched + 1000;
    room_wake(&x, later);
    room_wake(&y, later);
    if (x.life != ROOM_ACTIVE)
        x.turned = y.turned = 0;
    assert_same(x, y);
}

/* Applies the first events of the log, through their bytes, to a new room. */
static void replay(const house *h, int count, room *ret)
{
    room_init(ret, TABLE_ID);
    for (int i = 0; i < count; i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const size_t length = event_encode(&h->log[i], bytes);
        event e = {.room = h->log[i].room,
                   .seq = h->log[i].seq,
                   .at = h->log[i].at,
                   .kind = h->log[i].kind};
        assert_true(event_decode(bytes, length, &e));
        assert_true(room_apply(ret, &e));
    }
}

static void check_replay(const house *h)
{
    room again;
    replay(h, h->count, &again);
    assert_same_woken(&again, &h->room);
}

static void check_snapshot(const house *h)
{
    uint8_t bytes[ROOM_MAX_BYTES];
    room again;
    assert_true(room_restore(bytes, room_save(&h->room, bytes), &again));
    assert_same_woken(&again, &h->room);
}

static void check_copies(const house *h)
{
    uint8_t kept[sizeof(room)];
    room again;
    assert_true(room_keep(&h->room, kept) <= sizeof kept);
    room_recall(kept, &again);
    assert_memory_equal(&again, &h->room, sizeof again);
    memset(&again, 0, sizeof again);
    room_copy(&again, &h->room);
    assert_memory_equal(&again, &h->room, sizeof again);
}

/* ---- Random commands ---------------------------------------------------- */

static event_setup random_setup(house *h)
{
    static const uint8_t days[] = {1, 3, 7, 14};
    static const uint32_t clocks[] = {1000, 100000, 3600000,
                                      EVENT_MAX_INITIAL};
    event_setup setup = {.variant = (uint8_t)pick(h, OXO_VARIANTS),
                         .series = (uint8_t)(2 * pick(h, 3) + 1),
                         .first_x = (uint8_t)pick(h, 2),
                         .is_public = pick(h, 2) == 0};
    switch (pick(h, 4)) {
    case 0:
        setup.days = days[pick(h, 4)];
        break;
    case 1:
    case 2:
        setup.initial = 1 + pick(h, clocks[pick(h, 4)]);
        setup.increment = pick(h, 2) * pick(h, 3000);
        break;
    default:
        break;
    }
    return setup;
}

/* Mostly a legal move of the side to move, so that games come to an end;
 * sometimes anything, from anybody, at any ply. */
static void random_move(house *h, room_command *c)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&h->room.now, moves);
    const int turn = room_turn(&h->room);
    c->move = (int)pick(h, 100) - 10;
    c->ply = (uint8_t)(h->room.length + pick(h, 3) - 1);
    if (turn < 0 || count == 0 || pick(h, 10) == 0)
        return;
    c->seat = (uint8_t)turn;
    c->move = moves[pick(h, (unsigned)count)];
    c->ply = pick(h, 8) == 0 ? ROOM_ANY_PLY : h->room.length;
}

/* How often a verb is chosen, of 1000, in each life. */
static const struct {
    room_verb verb;
    unsigned share[ROOM_CLOSED + 1]; /* waiting, active, finished, closed */
} verbs[] = {
    {ROOM_MOVE, {100, 600, 100, 100}}, {ROOM_OFFER, {50, 90, 300, 100}},
    {ROOM_ACCEPT, {50, 60, 300, 100}}, {ROOM_DECLINE, {50, 40, 50, 100}},
    {ROOM_TICK, {140, 70, 90, 100}},   {ROOM_JOIN, {500, 24, 50, 100}},
    {ROOM_CLAIM, {30, 70, 50, 100}},   {ROOM_ABORT, {30, 40, 20, 100}},
    {ROOM_RESIGN, {30, 3, 30, 100}},   {ROOM_LEAVE, {20, 3, 10, 100}},
};

static room_verb random_verb(house *h)
{
    unsigned left = pick(h, 1000);
    size_t i = 0;
    for (; left >= verbs[i].share[h->room.life]; i++)
        left -= verbs[i].share[h->room.life];
    return verbs[i].verb;
}

static room_command random_command(house *h)
{
    const int who = 1 + (int)pick(h, pick(h, 3) == 0 ? PEOPLE : 2);
    room_command c = {.verb = random_verb(h),
                      .seat = ROOM_BY_TOKEN,
                      .token = token_of(who),
                      .player = person(who),
                      .draw = pick(h, 2) == 0,
                      .offer = (event_offer)pick(h, EVENT_OFFER_COUNT + 1)};
    if (c.verb == ROOM_MOVE)
        random_move(h, &c);
    return c;
}

/* ---- Time and presence -------------------------------------------------- */

static void pass_time(house *h)
{
    static const int64_t quick[] = {1, 100, SECONDS(3), SECONDS(40)};
    static const int64_t slow[] = {MINUTES(2), HOURS(1), DAYS(1), DAYS(7)};
    const int64_t most =
        h->is_slow && pick(h, 3) == 0 ? slow[pick(h, 4)] : quick[pick(h, 4)];
    h->now += pick(h, (unsigned)most + 1);
    if (pick(h, 400) == 0)
        h->now += h->rules.idle;
    if (h->is_slow && pick(h, 100) == 0)
        h->now += pick(h, 40) * DAYS(1);
    if (pick(h, 50) == 0)
        h->now -= pick(h, 5000); /* the calendar is set back */
}

static bool can_come(const house *h, int seat)
{
    return room_seat_is_person(&h->room.seats[seat]);
}

static void connect(house *h, int seat)
{
    room_connect(&h->room, seat, h->now);
    if (can_come(h, seat))
        h->seats[seat].connections++;
}

static void disconnect(house *h, int seat)
{
    watch *w = &h->seats[seat];
    room_disconnect(&h->room, seat, h->now);
    const int64_t touched = h->room.touched;
    if (can_come(h, seat) && w->connections > 0 && --w->connections == 0)
        w->away_from = h->room.life == ROOM_FINISHED && h->now <= touched
                           ? touched + 1 /* the player saw the end */
                           : h->now;
}

static void send_request(house *h, int seat)
{
    watch *w = &h->seats[seat];
    const int64_t until = h->now + SECONDS(30);
    room_be_here_until(&h->room, seat, until);
    if (can_come(h, seat) && w->connections == 0 && w->away_from < until)
        w->away_from = until;
}

static void restart(house *h)
{
    room_wake(&h->room, h->now);
    for (int i = 0; i < EVENT_SEATS; i++) {
        h->seats[i].connections = 0;
        h->seats[i].away_from = h->now;
    }
    if (h->room.life == ROOM_ACTIVE && has_clock(h))
        h->turned = decision_time(h);
}

static void come_and_go(house *h)
{
    const int seat = (int)pick(h, EVENT_SEATS);
    switch (pick(h, 8)) {
    case 0:
    case 1:
    case 2:
        connect(h, seat);
        break;
    case 3:
        send_request(h, seat);
        break;
    default:
        disconnect(h, seat);
        break;
    }
    if (pick(h, 200) == 0)
        restart(h);
}

/* ---- Decisions ---------------------------------------------------------- */

static void decide(const house *h, const room *r, const room_command *c,
                   oxo_status *ret_status, room_events *ret)
{
    const room before = *r;
    memset(ret, 0, sizeof *ret);
    *ret_status = room_decide(r, &h->rules, c, h->now, ret);
    assert_same(before, *r);
}

/* The number of events up to the end of the game. */
static int events_of_game(const room_events *out, bool *ret_is_over)
{
    for (int i = 0; i < out->count; i++) {
        const event_kind kind = out->list[i].kind;
        *ret_is_over = kind == EVENT_GAME_OVER || kind == EVENT_GAME_ABORTED;
        if (*ret_is_over)
            return i + 1;
    }
    *ret_is_over = false;
    return out->count;
}

/* A claim needs an absence. No other command of a game depends on presence,
 * and no deadline does. (After the game presence decides when the room
 * closes.) */
static void check_presence_does_not_matter(const house *h,
                                           const room_command *c,
                                           oxo_status status,
                                           const room_events *out)
{
    if (h->room.life != ROOM_ACTIVE || c->verb == ROOM_CLAIM)
        return;
    bool is_over;
    const int count = events_of_game(out, &is_over);
    for (int here = 0; here < 2; here++) {
        room other = h->room;
        for (int i = 0; i < EVENT_SEATS; i++)
            if (room_seat_is_person(&other.seats[i]))
                other.seats[i].away_since = here ? 0 : 1;
        oxo_status its_status;
        room_events its;
        bool its_is_over;
        decide(h, &other, c, &its_status, &its);
        assert_int_equal(events_of_game(&its, &its_is_over), count);
        assert_memory_equal(its.list, out->list,
                            (size_t)count * sizeof(event));
        assert_int_equal(its_is_over, is_over);
        assert_true(is_over || its_status == status);
    }
}

/* A claim or an abort of a game that goes on is refused exactly if its
 * conditions do not hold. */
static void check_refusal(const house *h, const room_command *c,
                          oxo_status status, const room_events *out)
{
    const int seat = asking_seat(h, c);
    const int64_t at = decision_time(h);
    if (h->room.life != ROOM_ACTIVE || seat < 0 || is_computer(h, seat) ||
        h->now >= room_deadline(&h->room, &h->rules))
        return;
    if (c->verb == ROOM_CLAIM)
        assert_int_equal(status,
                         may_claim(h, seat, at) ? OXO_OK : OXO_CANNOT_CLAIM);
    if (c->verb == ROOM_ABORT)
        assert_int_equal(status,
                         may_abort(h, seat, at) ? OXO_OK : OXO_CANNOT_ABORT);
    assert_true(status == OXO_OK || out->count == 0);
}

static void ask(house *h)
{
    const room_command c = random_command(h);
    const bool due = h->now >= room_deadline(&h->room, &h->rules) ||
                     room_is_ready(&h->room, decision_time(h));
    oxo_status status;
    room_events out;
    decide(h, &h->room, &c, &status, &out);
    h->answered[status]++;
    check_presence_does_not_matter(h, &c, status, &out);
    check_refusal(h, &c, status, &out);
    /* A refusal has events only if they were due. */
    assert_true(status == OXO_OK || out.count == 0 || due);
    assert_true(c.verb != ROOM_TICK || due || out.count == 0);
    assert_true(!due || out.count > 0);
    keep(h, &c, &out);
    assert_true(room_deadline(&h->room, &h->rules) > h->now ||
                h->room.touched > h->now);
    assert_false(room_is_ready(&h->room, decision_time(h)));
}

/* ---- Lives -------------------------------------------------------------- */

static void begin(house *h)
{
    static const room_command none = {.verb = ROOM_TICK};
    const event_setup setup = random_setup(h);
    const event_player maker = person(1);
    room_events out;
    h->rules = room_default_rules();
    h->is_slow = pick(h, 2) == 0;
    h->now = TABLE_BEGIN + pick(h, 1000);
    h->count = 0;
    memset(h->seats, 0, sizeof h->seats);
    h->seats[0].away_from = h->now + 1; /* the maker has just asked */
    room_init(&h->room, TABLE_ID);
    const int computer = pick(h, 4) == 0 ? 1 + (int)pick(h, 10) : 0;
    assert_int_equal(
        room_create(TABLE_ID, &setup, &maker, computer, h->now, &out), OXO_OK);
    keep(h, &none, &out);
    connect(h, 0);
}

/* The log may end anywhere, even within a decision: the room goes on. */
static void go_on_from_a_part(house *h)
{
    const int count = 1 + (int)pick(h, (unsigned)h->count);
    replay(h, count, &h->room);
    room_wake(&h->room, h->now);
    for (int i = 0; i < 20 && h->room.life != ROOM_CLOSED; i++) {
        const room_command c = random_command(h);
        oxo_status status;
        room_events out;
        decide(h, &h->room, &c, &status, &out);
        for (int k = 0; k < out.count; k++)
            assert_true(room_apply(&h->room, &out.list[k]));
        pass_time(h);
    }
}

static void live(house *h)
{
    begin(h);
    for (int i = 0; i < STEPS && h->room.life != ROOM_CLOSED; i++) {
        ask(h);
        check_room(h);
        check_copies(h);
        pass_time(h);
        if (pick(h, 4) == 0)
            come_and_go(h);
        if (pick(h, 20) == 0)
            check_snapshot(h);
    }
    ask(h); /* perhaps in a closed room */
    check_snapshot(h);
    check_replay(h);
    go_on_from_a_part(h);
}

/* ---- Everything has happened -------------------------------------------- */

static void check_coverage(const house *h)
{
    static const oxo_status wanted[] = {
        OXO_OK,           OXO_GAME_NOT_ACTIVE, OXO_NOT_IN_ROOM,
        OXO_CONFLICT,     OXO_NOT_YOUR_TURN,   OXO_INVALID_POSITION,
        OXO_WRONG_BOARD,  OXO_CELL_OCCUPIED,   OXO_ROOM_FULL,
        OXO_NO_OFFER,     OXO_NOTHING_TO_UNDO, OXO_INVALID_MESSAGE,
        OXO_BOARD_CLOSED, OXO_ROOM_NOT_FOUND,  OXO_RECONNECT_EXPIRED,
        OXO_CANNOT_ABORT, OXO_CANNOT_CLAIM,    OXO_ALREADY_OFFERED};
    for (int kind = EVENT_ROOM_CREATED; kind < KINDS; kind++)
        if (h->seen[kind] == 0)
            fail_msg("%s never happened", event_kind_word((event_kind)kind));
    for (int reason = 0; reason < EVENT_REASON_COUNT; reason++)
        if (reason != EVENT_BY_FORFEIT && h->ended[reason] == 0)
            fail_msg("no game ended by %s",
                     event_reason_word((event_reason)reason));
    for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
        if (h->answered[wanted[i]] == 0)
            fail_msg("%s was never answered", oxo_status_word(wanted[i]));
}

static void no_game_ends_by_absence(void **state)
{
    (void)state;
    static house h;
    const long rooms = number_from_env("OXO_PROPERTY_GAMES", ROOMS);
    const long seed = number_from_env("OXO_PROPERTY_SEED", 1);
    print_message("# rooms %ld, seed %ld\n", rooms, seed);
    h.chance = (uint64_t)seed;
    for (long i = 0; i < rooms; i++)
        live(&h);
    print_message("# games %ld:", h.games);
    for (int reason = 0; reason < EVENT_REASON_COUNT; reason++)
        print_message(" %u %s", h.ended[reason],
                      event_reason_word((event_reason)reason));
    print_message("\n");
    check_coverage(&h);
}

TEST_GROUP("random-rooms")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_game_ends_by_absence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
