/* client_room.c - see client_room.h. */
#include "client_room.h"

#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

enum { TOKENS = 1024 };

void client_room_init(client_room *r)
{
    memset(r, 0, sizeof *r);
    r->game = oxo_game_start(OXO_CLASSIC);
    r->you = r->offer_by = r->ended_by = OXO_NONE;
}

/* ---- What we may do ----------------------------------------------------- */

/* Servers tell their limits in `game-state` only; these are the usual ones. */
enum { CLAIM_AFTER = 60 * 1000, CLOSE_AFTER = 24 * 3600 * 1000 };

bool client_room_is_turn(const client_room *r)
{
    return r->life == CLIENT_ACTIVE && r->you != OXO_NONE &&
           oxo_game_turn(&r->game) == r->you &&
           oxo_game_outcome(&r->game) == OXO_ONGOING;
}

const client_player *client_room_opponent(const client_room *r)
{
    return r->you == OXO_NONE ? NULL : &r->players[oxo_mark_other(r->you)];
}

bool client_room_expects(const client_room *r)
{
    return r->life == CLIENT_WAITING && r->players[OXO_X].seated &&
           r->players[OXO_O].seated;
}

bool client_room_holds_game(const client_room *r)
{
    return r->token[0] && (r->life == CLIENT_ACTIVE || client_room_expects(r));
}

/* Have both players moved, so that the game counts? */
static bool has_begun(const client_room *r)
{
    return r->game.length >= 2;
}

/* True if we have a seat and the other player is to move. */
static bool is_waiting_side(const client_room *r)
{
    return r->life == CLIENT_ACTIVE && r->you != OXO_NONE &&
           oxo_game_turn(&r->game) != r->you &&
           oxo_game_outcome(&r->game) == OXO_ONGOING;
}

bool client_room_may_abort(const client_room *r)
{
    return r->life == CLIENT_ACTIVE && r->you != OXO_NONE && !has_begun(r);
}

bool client_room_may_claim(const client_room *r, int64_t now)
{
    const int64_t least = r->claim_after > 0 ? r->claim_after : CLAIM_AFTER;
    const client_player *other = client_room_opponent(r);
    return is_waiting_side(r) && has_begun(r) && r->clocked && other->away &&
           other->level == 0 && now - other->away_since >= least;
}

bool client_room_may_close(const client_room *r, int64_t now)
{
    const int64_t least = r->close_after > 0 ? r->close_after : CLOSE_AFTER;
    return is_waiting_side(r) && has_begun(r) && !r->clocked && r->days == 0 &&
           now - r->moved_at >= least;
}

static client_news refuse_message(client_detail *d, const char *what)
{
    (void)snprintf(d->text, sizeof d->text,
                   "the server sent an invalid message (%s)", what);
    return NEWS_BROKEN;
}

/* ---- Events ------------------------------------------------------------- */

/* Each of these applies an event. take_in_order() checks the seq. */
typedef client_news take_event(client_room *r, client_values v, int64_t now,
                               client_detail *d);

static client_news take_created(client_room *r, client_values v, int64_t now,
                                client_detail *d)
{
    oxo_mark mark;
    const client_values player = client_inside(v, "player");
    if (!client_read_room(v, r) || !client_read_mark(v, "mark", &mark) ||
        !client_read_player(player, now, &r->players[mark]))
        return refuse_message(d, "room-created");
    r->game = oxo_game_start(r->variant);
    r->life = CLIENT_WAITING;
    return NEWS_ROOM;
}

static client_news take_comer(client_room *r, client_values v, int64_t now,
                              client_detail *d)
{
    const client_values player = client_inside(v, "player");
    if (!client_read_mark(v, "mark", &d->who) ||
        !client_read_player(player, now, &r->players[d->who]))
        return refuse_message(d, "seat-taken");
    return NEWS_COMER;
}

/* `game-start` does not say who is away. Marks belong to games, so the player
 * is found by the seat. */
static void keep_absence(client_player *p, const client_room *before)
{
    for (int mark = 0; mark < 2; mark++) {
        const client_player *old = &before->players[mark];
        if (old->seated && old->seat == p->seat) {
            p->away = old->away;
            p->away_since = old->away_since;
        }
    }
}

static client_news take_start(client_room *r, client_values v, int64_t now,
                              client_detail *d)
{
    static const char *const names[] = {"X", "O"};
    const client_values players = client_inside(v, "players");
    const client_room before = *r;
    if (!client_read_room(v, r))
        return refuse_message(d, "game-start");
    for (int mark = 0; mark < 2; mark++) {
        if (!client_read_player(client_inside(players, names[mark]), now,
                                &r->players[mark]))
            return refuse_message(d, "game-start");
        keep_absence(&r->players[mark], &before);
        if (r->token[0] && r->players[mark].seat == r->seat)
            r->you = (oxo_mark)mark;
    }
    client_read_clocks(v, r);
    (void)client_read_int(v, "game", 1, INT32_MAX, &r->number);
    r->game = oxo_game_start(r->variant);
    r->life = CLIENT_ACTIVE;
    r->moved_at = now;
    r->offer = CLIENT_NO_OFFER;
    r->result = OXO_ONGOING;
    r->reason[0] = '\0';
    r->ended_by = OXO_NONE;
    r->intensity = 0;
    return NEWS_START;
}

static client_news take_move(client_room *r, client_values v, int64_t now,
                             client_detail *d)
{
    char text[OXO_MOVE_TEXT];
    oxo_turn turn = {0};
    int64_t ply;
    if (!client_read_int(v, "ply", r->game.length, r->game.length, &ply) ||
        !client_read_text(v, "move", text, sizeof text) ||
        oxo_move_parse(OXO_NATIVE, r->variant, text, &turn.move, NULL) !=
            OXO_OK)
        return refuse_message(d, "move-made");
    (void)client_read_int(v, "at", 0, INT64_MAX, &turn.time);
    (void)client_read_intensity(v.doc, json_member(v.doc, 0, "intensity"),
                                &turn.intensity);
    d->who = oxo_game_turn(&r->game);
    if (oxo_game_play(&r->game, &turn, &r->game) != OXO_OK)
        return refuse_message(d, "a move that is not legal");
    r->intensity = turn.intensity;
    r->moved_at = now;
    client_read_clocks(v, r);
    /* A move by the other side ends a draw offer; any move ends a takeback
     * offer. */
    if (r->offer == CLIENT_TAKEBACK || d->who != r->offer_by)
        r->offer = CLIENT_NO_OFFER;
    return NEWS_MOVE;
}

static client_news take_over(client_room *r, client_values v, int64_t now,
                             client_detail *d)
{
    (void)now;
    if (!client_read_over(v, r))
        return refuse_message(d, "game-over");
    r->life = CLIENT_FINISHED;
    r->offer = CLIENT_NO_OFFER;
    client_read_clocks(v, r);
    client_read_series(v, r);
    return NEWS_OVER;
}

static client_news take_aborted(client_room *r, client_values v, int64_t now,
                                client_detail *d)
{
    if (take_over(r, v, now, d) == NEWS_BROKEN)
        return NEWS_BROKEN;
    (void)client_read_mark(v, "by", &r->ended_by);
    d->who = r->ended_by;
    return NEWS_ABORTED;
}

static client_news take_offer(client_room *r, client_values v, int64_t now,
                              client_detail *d)
{
    (void)now;
    return client_read_offer(v, r) ? NEWS_OFFER
                                   : refuse_message(d, "offer-made");
}

static client_news take_declined(client_room *r, client_values v, int64_t now,
                                 client_detail *d)
{
    (void)now;
    if (!client_read_mark(v, "by", &d->who))
        return refuse_message(d, "offer-declined");
    r->offer = CLIENT_NO_OFFER;
    return NEWS_DECLINED;
}

static client_news take_left(client_room *r, client_values v, int64_t now,
                             client_detail *d)
{
    if (!client_read_mark(v, "mark", &d->who))
        return refuse_message(d, "player-left");
    if (r->life == CLIENT_WAITING) { /* the seat is free again */
        r->players[d->who] = (client_player){.seated = false};
        return NEWS_LEFT;
    }
    if (!r->players[d->who].away)
        r->players[d->who].away_since = now;
    r->players[d->who].away = r->players[d->who].left = true;
    r->offer = CLIENT_NO_OFFER; /* leaving withdraws offers */
    return NEWS_LEFT;
}

static client_news take_closed(client_room *r, client_values v, int64_t now,
                               client_detail *d)
{
    (void)now;
    (void)client_read_text(v, "why", d->code, sizeof d->code);
    r->life = CLIENT_CLOSED;
    return NEWS_CLOSED;
}

/* The moves already say which boards are won. */
static client_news take_board(client_room *r, client_values v, int64_t now,
                              client_detail *d)
{
    (void)r;
    (void)v;
    (void)now;
    (void)d;
    return NEWS_NONE;
}

/* ---- Messages without a seq --------------------------------------------- */

/* The room's code. It will be shown, so a malformed one must not be accepted.
 */
static bool read_code(client_values v, char out[CLIENT_CODE])
{
    char text[CLIENT_CODE];
    return client_read_text(v, "room", text, sizeof text) &&
           client_code_parse(text, out);
}

static client_news take_seat(client_room *r, client_values v, client_detail *d)
{
    client_room next;
    int64_t seat;
    client_room_init(&next);
    if (!read_code(v, next.code) ||
        !client_read_text(v, "token", next.token, sizeof next.token) ||
        !client_read_int(v, "seat", 0, 1, &seat) ||
        !client_read_mark(v, "mark", &next.you))
        return refuse_message(d, "seat");
    next.seat = (int)seat;
    *r = next;
    return NEWS_SEAT;
}

static client_news take_presence(client_room *r, client_values v, int64_t now,
                                 client_detail *d, bool away)
{
    int64_t since = 0;
    if (!client_read_mark(v, "mark", &d->who))
        return refuse_message(d, "presence");
    client_player *p = &r->players[d->who];
    const bool known = p->away == away;
    (void)client_read_int(v, "away", 0, CLIENT_LONGEST, &since);
    p->away = away;
    p->away_since = away ? now - since : 0;
    if (known)
        return NEWS_NONE;
    return away ? NEWS_AWAY : NEWS_BACK;
}

static client_news take_intensity(client_room *r, client_values v)
{
    int64_t ply;
    if (!client_read_int(v, "ply", r->game.length - 1, r->game.length - 1,
                         &ply) ||
        !client_read_intensity(v.doc, json_member(v.doc, 0, "intensity"),
                               &r->intensity))
        return NEWS_NONE;
    return NEWS_INTENSITY;
}

static client_news take_error(client_values v, client_detail *d)
{
    if (!client_read_text(v, "code", d->code, sizeof d->code))
        return refuse_message(d, "error");
    if (!client_read_text(v, "message", d->text, sizeof d->text))
        (void)snprintf(d->text, sizeof d->text, "%s", d->code);
    return NEWS_REFUSED;
}

static client_news take_unnumbered(client_room *r, client_values v,
                                   int64_t now, client_detail *d)
{
    const int type = json_member(v.doc, 0, "type");
    if (json_is(v.doc, type, "seat"))
        return take_seat(r, v, d);
    if (json_is(v.doc, type, "error"))
        return take_error(v, d);
    if (json_is(v.doc, type, "intensity-update"))
        return take_intensity(r, v);
    if (json_is(v.doc, type, "player-disconnected"))
        return take_presence(r, v, now, d, true);
    if (json_is(v.doc, type, "player-reconnected"))
        return take_presence(r, v, now, d, false);
    return NEWS_NONE; /* `ok`, and messages of later servers */
}

/* ---- All messages ------------------------------------------------------- */

static take_event *find_event(client_values v)
{
    static const struct {
        const char *word;
        take_event *take;
    } events[] = {
        {"move-made", take_move},       {"board-won", take_board},
        {"board-drawn", take_board},    {"game-over", take_over},
        {"game-aborted", take_aborted}, {"game-start", take_start},
        {"room-created", take_created}, {"seat-taken", take_comer},
        {"offer-made", take_offer},     {"offer-declined", take_declined},
        {"player-left", take_left},     {"room-closed", take_closed},
    };
    const int type = json_member(v.doc, 0, "type");
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (json_is(v.doc, type, events[i].word))
            return events[i].take;
    return NULL;
}

static client_news take_state(client_room *r, client_values v, int64_t now,
                              uint32_t seq, client_detail *d)
{
    if (!client_read_state(v, now, r))
        return refuse_message(d, "game-state");
    (void)read_code(v, r->code);
    r->seq = seq;
    return NEWS_STATE;
}

/* Applies an event if it is the next one or the first of all. */
static client_news take_in_order(client_room *r, client_values v, int64_t now,
                                 uint32_t seq, take_event *take,
                                 client_detail *d)
{
    if (seq <= r->seq)
        return NEWS_NONE;
    if (r->seq > 0 && seq != r->seq + 1)
        return NEWS_GAP;
    client_room next = *r;
    const client_news news = take(&next, v, now, d);
    if (news == NEWS_BROKEN)
        return news;
    *r = next;
    r->seq = seq;
    return news;
}

client_news client_room_hear(client_room *r, int64_t now, const char *text,
                             size_t length, client_detail *ret)
{
    static json_token tokens[TOKENS];
    json_doc doc;
    json_error error;
    int64_t seq = 0;
    *ret = (client_detail){.who = OXO_NONE};
    if (!json_read(text, length, tokens, TOKENS, &doc, &error))
        return refuse_message(ret, error.reason);
    if (json_member(&doc, 0, "type") == JSON_NONE)
        return refuse_message(ret, "no type");
    const client_values v = {&doc, 0};
    take_event *take = find_event(v);
    const bool whole =
        json_is(&doc, json_member(&doc, 0, "type"), "game-state");
    if (!take && !whole)
        return take_unnumbered(r, v, now, ret);
    if (!client_read_int(v, "seq", 1, UINT32_MAX, &seq))
        return refuse_message(ret, "no seq");
    if (whole)
        return take_state(r, v, now, (uint32_t)seq, ret);
    return take_in_order(r, v, now, (uint32_t)seq, take, ret);
}
