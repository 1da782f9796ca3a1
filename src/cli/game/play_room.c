/* play_room.c - `oxo play` in a room of a server. */
#include <string.h>

#include "clock.h"
#include "play_game.h"
#include "safe.h"

static int64_t milliseconds_now(void)
{
    return clock_us() / 1000;
}

/* ---- From the room to the screen ---------------------------------------- */

static void name_player(const client_room *r, oxo_mark mark,
                        screen_player *ret)
{
    const client_player *player = &r->players[mark];
    if (!player->seated)
        (void)snprintf(ret->name, sizeof ret->name, "nobody yet");
    else if (player->level > 0)
        (void)snprintf(ret->name, sizeof ret->name, "Computer, level %d",
                       player->level);
    else if (player->name[0])
        safe_copy(ret->name, sizeof ret->name, player->name);
    else
        (void)snprintf(ret->name, sizeof ret->name, "%s",
                       r->you == mark ? "You" : "Guest");
}

/* Why the game ended, where the board does not show the reason. A `%c` is the
 * player who lost, or who ended a game without a result. */
static void explain_end(const client_room *r, tell_end *ret)
{
    static const struct {
        const char *word, *says;
    } reasons[] = {
        {"resignation", "%c resigned"},
        {"agreement", "by agreement"},
        {"time", "%c ran out of time"},
        {"forfeit", "%c was away for too long"},
        {"left", "%c left"},
        {"claim", "%c was away, and the opponent claimed it"},
        {"aborted", "%c ended the game before both had moved"},
        {"no-show", "%c did not make the first move in time"},
        {"closed", "%c closed the game after a long pause"},
        {"expired", "nobody moved for too long"},
    };
    const oxo_mark winner = oxo_outcome_winner(r->result);
    const oxo_mark about = r->result == OXO_ONGOING ? r->ended_by
                           : winner == OXO_NONE     ? OXO_NONE
                                                    : oxo_mark_other(winner);
    const char *const who = about == OXO_X   ? "X"
                            : about == OXO_O ? "O"
                                             : "a player";
    *ret = (tell_end){.over = r->life == CLIENT_FINISHED ||
                              r->life == CLIENT_CLOSED,
                      .outcome = r->result};
    (void)snprintf(ret->why, sizeof ret->why, "%s",
                   r->reason[0] ? r->reason : "the room was closed");
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(r->reason, reasons[i].word) == 0) {
            const char *sign = strstr(reasons[i].says, "%c");
            (void)snprintf(ret->why, sizeof ret->why, "%s%s", sign ? who : "",
                           sign ? sign + 2 : reasons[i].says);
        }
}

/* The clock of the side to move keeps running between messages. */
static void set_clocks(play *p)
{
    const client_room *r = &p->link->room;
    const int64_t passed = milliseconds_now() - p->clocks_at;
    for (int mark = 0; mark < 2; mark++) {
        const bool runs = r->life == CLIENT_ACTIVE &&
                          oxo_game_turn(&r->game) == (oxo_mark)mark &&
                          oxo_game_outcome(&r->game) == OXO_ONGOING;
        const int64_t full =
            r->life == CLIENT_WAITING ? r->initial : r->clocks[mark];
        const int64_t left = full - (runs ? passed : 0);
        p->s.players[mark].clock = !r->clocked ? -1 : left > 0 ? left : 0;
    }
}

/* Says that the wait has become long enough to do something about it. */
static void tell_choice(play *p)
{
    const screen *s = &p->s;
    const screen_player *other = &s->players[oxo_mark_other(s->mine)];
    char span[TELL_CLOCK];
    tell_span(other->away_for, span);
    if (!p->out) { /* then the screen shows it as long as it lasts */
        if (s->mode != SCREEN_ASKS)
            screen_tell(&p->s, "%s", "");
    } else if (s->may_claim) {
        play_say(p,
                 "%s has been away for %s. Type 'claim win' or 'claim draw', "
                 "or keep waiting.",
                 other->name, span);
    } else {
        play_say(p,
                 "%s has not moved for long. 'abort' closes the game without "
                 "a result; or keep waiting.",
                 other->name);
    }
}

/* What depends on the time: who is away for how long, and what that allows. */
static void set_choices(play *p)
{
    const client_room *r = &p->link->room;
    const int64_t now = milliseconds_now();
    screen *s = &p->s;
    const bool had_choice = s->may_claim || s->may_close;
    for (int mark = 0; mark < 2; mark++)
        s->players[mark].away_for = now - r->players[mark].away_since;
    s->may_abort = client_room_may_abort(r);
    s->may_claim = client_room_may_claim(r, now);
    s->may_close = client_room_may_close(r, now);
    if (!had_choice && (s->may_claim || s->may_close))
        tell_choice(p);
}

/* Copies everything except the game. */
static void show_room(play *p)
{
    const client_room *r = &p->link->room;
    screen *s = &p->s;
    for (int mark = 0; mark < 2; mark++) {
        screen_player *player = &s->players[mark];
        name_player(r, (oxo_mark)mark, player);
        player->here = r->life == CLIENT_ACTIVE && r->you == (oxo_mark)mark;
        player->away = r->players[mark].away;
        s->series_halves[mark] = r->halves[r->players[mark].seat];
    }
    s->mine = r->you;
    s->series_best = r->best_of > 1 ? r->best_of : 0;
    s->offer = (screen_offer)r->offer;
    s->offer_by = r->offer_by;
    s->intensity = r->intensity;
    s->thinking = r->life == CLIENT_ACTIVE && r->you != OXO_NONE &&
                  oxo_game_turn(&r->game) != r->you;
    s->waiting = r->life <= CLIENT_WAITING;
    s->expecting = client_room_expects(r);
    s->returns = p->link->kept;
    s->deserted =
        r->you != OXO_NONE && r->players[oxo_mark_other(r->you)].left;
    explain_end(r, &s->end);
    s->judging = r->you == OXO_NONE || screen_is_over(s);
    if (r->code[0])
        client_place_url(&p->link->place, r->code, s->place);
    set_clocks(p);
}

/* Copies everything, the game included. */
static void show_game(play *p)
{
    p->sent = false;
    p->clocks_at = milliseconds_now();
    p->s.game = p->link->room.game;
    show_room(p);
}

/* ---- News --------------------------------------------------------------- */

static const char *name_of(const play *p, oxo_mark mark)
{
    return mark == OXO_NONE ? "Somebody" : p->s.players[mark].name;
}

static void tell_start(play *p)
{
    const oxo_mark you = p->s.mine;
    if (you == OXO_NONE)
        play_say(p, "The game begins. %s is X, %s is O.", name_of(p, OXO_X),
                 name_of(p, OXO_O));
    else
        play_say(p, "The game begins. You are %c, %s is %c.", "XO"[you],
                 name_of(p, oxo_mark_other(you)), "OX"[you]);
    play_changed(p);
}

/* The game has not begun. */
static void tell_waiting(play *p)
{
    if (!p->s.expecting)
        play_say(p, "The room is %s. Waiting for an opponent.", p->s.place);
    else if (p->s.mine == OXO_NONE)
        play_say(p, "The game begins when both players are here.");
    else
        play_say(p, "The game begins when %s is here.",
                 name_of(p, oxo_mark_other(p->s.mine)));
}

static void tell_whole_state(play *p)
{
    const int length = p->s.game.length;
    const char *plural = length == 1 ? "" : "s";
    if (p->s.waiting)
        tell_waiting(p);
    else if (p->s.mine == OXO_NONE)
        play_say(p, "Watching %s (X) and %s (O), after %d move%s.",
                 name_of(p, OXO_X), name_of(p, OXO_O), length, plural);
    else
        play_say(p, "You are %c, after %d move%s.", "XO"[p->s.mine], length,
                 plural);
    play_changed(p);
}

static void tell_offer(play *p)
{
    static const char *const offers[] = {"", "a draw", "to take a move back",
                                         "another game"};
    if (p->s.offer_by == p->s.mine)
        play_say(p, "You offer: %s.", offers[p->s.offer]);
    else if (p->s.mine == OXO_NONE)
        play_say(p, "%s offers: %s.", name_of(p, p->s.offer_by),
                 offers[p->s.offer]);
    else
        play_say(p, "%s offers: %s. Accept or decline?",
                 name_of(p, p->s.offer_by), offers[p->s.offer]);
}

static void tell_over(play *p)
{
    if (oxo_game_outcome(&p->s.game) == OXO_ONGOING)
        play_ended(p);
    else
        play_think_about(p); /* evaluations are allowed from now on */
}

/* News that change the game; false if `news` does not. */
static bool take_game_news(play *p, client_news news)
{
    if (news != NEWS_START && news != NEWS_MOVE && news != NEWS_STATE &&
        news != NEWS_OVER && news != NEWS_ABORTED)
        return false;
    show_game(p);
    if (news == NEWS_START)
        tell_start(p);
    else if (news == NEWS_MOVE)
        play_moved(p);
    else if (news == NEWS_STATE)
        tell_whole_state(p);
    else
        tell_over(p);
    return true;
}

/* Who comes and goes, except for the user. */
static void tell_presence(play *p, client_news news, oxo_mark who)
{
    if (who == OXO_NONE || who == p->s.mine)
        return;
    if (news == NEWS_COMER)
        play_say(p, "%s has joined.", name_of(p, who));
    else if (news == NEWS_AWAY)
        play_say(p, "%s has disconnected.", name_of(p, who));
    else if (news == NEWS_BACK)
        play_say(p, "%s is back.", name_of(p, who));
    else if (news == NEWS_LEFT)
        play_say(p, "%s has left.", name_of(p, who));
}

/* News that do not change the game. */
static void take_room_news(play *p, client_news news, const client_detail *d)
{
    show_room(p);
    if (news == NEWS_ROOM)
        tell_waiting(p);
    else if (news == NEWS_OFFER)
        tell_offer(p);
    else if (news == NEWS_DECLINED)
        play_say(p, d->who == p->s.mine ? "You have declined."
                                        : "The offer is declined.");
    else if (news == NEWS_CLOSED)
        play_say(p, "The room is closed.");
    else
        tell_presence(p, news, d->who);
}

static void fail_room(play *p, const char *why)
{
    char url[CLIENT_URL];
    client_place_url(&p->link->place, p->link->place.code, url);
    (void)snprintf(p->fault, sizeof p->fault, "%.110s: %.140s", url, why);
    p->status = CLI_FAILURE;
    p->done = true;
}

/* Refusals, and news of the connection. */
static void take_link_news(play *p, client_news news, const client_detail *d)
{
    p->sent = false;
    if (news == NEWS_REFUSED)
        play_refuse(p, "Not possible: %s.", d->text);
    else if (news == NEWS_CONNECTED)
        play_say(p, "Connected again.");
    else if (news == NEWS_LOST)
        play_refuse(p, "The connection is lost (%s). Reconnecting...",
                    d->text);
    else if (news == NEWS_PUT_OFF)
        play_refuse(p, "Not yet: %s. Trying again...", d->text);
    if (news != NEWS_FAILED && news != NEWS_BROKEN)
        return;
    fail_room(p, d->text);
}

static void on_news(void *context, client_news news, const client_detail *d)
{
    play *p = context;
    if (take_game_news(p, news))
        return;
    if (news >= NEWS_REFUSED)
        take_link_news(p, news, d);
    else
        take_room_news(p, news, d);
}

void play_room_tend(play *p)
{
    client_link_tend(p->link, on_news, p);
    set_clocks(p);
    set_choices(p);
}

/* ---- Wishes ------------------------------------------------------------- */

static bool send_wish(play *p, screen_wish wish)
{
    client_link *l = p->link;
    switch (wish) {
    case WISH_MOVE:
        p->sent = client_link_move(l, p->s.wished);
        return p->sent;
    case WISH_UNDO:
        return client_link_offer(l, CLIENT_TAKEBACK);
    case WISH_DRAW:
        return client_link_offer(l, CLIENT_DRAW);
    case WISH_RESIGN:
        return client_link_say(l, "resign");
    case WISH_ABORT:
        return client_link_say(l, "abort");
    case WISH_CLAIM_WIN:
    case WISH_CLAIM_DRAW:
        return client_link_claim(l, wish == WISH_CLAIM_DRAW);
    case WISH_NEW:
        return client_link_say(l, "rematch");
    case WISH_ACCEPT:
        return client_link_say(l, "accept");
    case WISH_DECLINE:
        return client_link_say(l, "decline");
    default:
        return true;
    }
}

void play_room_wish(play *p, screen_wish wish)
{
    if (wish == WISH_NOTHING || wish == WISH_REDRAW)
        return;
    if (p->s.mine == OXO_NONE)
        play_refuse(p, "You are watching this room.");
    else if (wish == WISH_NEW && p->s.deserted)
        play_refuse(p, "%s has left: there is no opponent for a rematch.",
                    name_of(p, oxo_mark_other(p->s.mine)));
    else if (wish == WISH_REDO)
        play_refuse(p, "In a room a move cannot be replayed.");
    else if (wish == WISH_MOVE && p->sent)
        play_refuse(p, "Your move is on its way.");
    else if (!send_wish(p, wish))
        play_refuse(p, "There is no connection at the moment.");
}

/* Whoever quits keeps the seat in a game, and in a room whose address may be
 * on its way to a friend. Nobody shall meet a public room without its maker,
 * nor wait for a rematch. */
static bool keeps_seat(const play *p)
{
    const client_room *r = &p->link->room;
    if (p->leaves || !r->token[0])
        return false;
    return client_room_holds_game(r) ||
           (r->life <= CLIENT_WAITING && p->link->kept &&
            !p->link->wish.is_public);
}

void play_room_leave(play *p)
{
    const bool has_seat = p->link->room.token[0] != '\0';
    p->stays = keeps_seat(p);
    client_link_close(p->link, has_seat && !p->stays);
}

void play_room_tell_return(const play *p, FILE *out)
{
    const client_link *l = p->link;
    char url[CLIENT_URL];
    if (!l || !p->stays || !l->kept)
        return;
    client_place_url(&l->place, l->room.code[0] ? l->room.code : l->place.code,
                     url);
    (void)fprintf(out, "%s To come back: oxo play --room %s\n",
                  l->room.life == CLIENT_ACTIVE ? "The game goes on."
                                                : "Your seat is kept.",
                  url);
}
