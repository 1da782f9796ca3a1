/* play_game.c - the game behind `oxo play`, without its interfaces. */
#include "play_game.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "oxo/intensity.h"
#include "safe.h"

/* ---- Messages ----------------------------------------------------------- */

FILE *play_out(play *p)
{
    if (p->prompted)
        (void)fputc('\n', p->out);
    p->prompted = false;
    return p->out;
}

__attribute__((format(printf, 3, 0))) static void
show_message(play *p, bool refused, const char *format, va_list list)
{
    char text[SCREEN_TEXT];
    (void)vsnprintf(text, sizeof text, format, list);
    if (refused)
        screen_refuse(&p->s, "%s", text);
    else
        screen_tell(&p->s, "%s", text);
    if (p->out) {
        safe_print(play_out(p), text);
        (void)fputc('\n', p->out);
    }
}

void play_say(play *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    show_message(p, false, format, list);
    va_end(list);
}

void play_refuse(play *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    show_message(p, true, format, list);
    va_end(list);
}

/* ---- The two sides ------------------------------------------------------ */

static void set_players(play *p, oxo_mark mine)
{
    const play_config *c = p->config;
    screen_player *me = &p->s.players[mine];
    screen_player *other = &p->s.players[oxo_mark_other(mine)];
    const bool alone = c->against != AGAINST_FRIEND;
    (void)snprintf(me->name, sizeof me->name, "%s", alone ? "You" : "Player");
    me->here = true;
    other->here = !alone;
    if (c->against == AGAINST_COMPUTER)
        (void)snprintf(other->name, sizeof other->name, "Computer, level %d",
                       c->level);
    else if (c->against == AGAINST_ENGINE)
        safe_copy(other->name, sizeof other->name, p->seat->spec.name);
    else
        (void)snprintf(other->name, sizeof other->name, "Player");
    p->s.mine = OXO_NONE;
}

/* Requests the opponent's move if it is the opponent's turn. */
static void ask_opponent(play *p)
{
    p->s.thinking = false;
    if (screen_is_over(&p->s) || screen_is_turn(&p->s))
        return;
    if (p->config->against == AGAINST_COMPUTER)
        play_think_choose(p);
    else if (p->config->against == AGAINST_ENGINE)
        engine_seat_ask(p->seat, &p->s.game, NULL, 0);
    p->s.thinking = true;
}

static void continue_game(play *p)
{
    if (!p->link)
        p->s.intensity = oxo_intensity_of(&p->s.game.now);
    screen_follow(&p->s);
    if (p->seat)
        engine_seat_forget(p->seat);
    play_think_about(p);
    if (p->config->against != AGAINST_ROOM)
        ask_opponent(p);
}

static void tell_state(play *p)
{
    char text[TELL_TEXT];
    if (!p->out || p->s.waiting)
        return;
    if (screen_is_over(&p->s))
        tell_result(&p->s.game, &p->s.end, text);
    else
        tell_turn(&p->s.game.now, text);
    /* The text may quote the server or the engine. */
    safe_print(play_out(p), text);
    (void)fputs(".\n", p->out);
}

void play_changed(play *p)
{
    continue_game(p);
    tell_state(p);
}

void play_ended(play *p)
{
    screen_tell(&p->s, "%s", "");
    play_changed(p);
}

/* ---- Moves -------------------------------------------------------------- */

void play_moved(play *p)
{
    char text[TELL_TEXT];
    tell_move(&p->s.game, p->s.game.length - 1, text);
    play_say(p, "%s", text);
    play_changed(p);
    if (screen_is_over(&p->s))
        screen_tell(&p->s, "%s", "");
}

void play_make(play *p, oxo_move m)
{
    const oxo_position after = oxo_position_play(&p->s.game.now, m);
    const oxo_turn turn = {.move = m,
                           .time = clock_calendar_ms(),
                           .intensity = oxo_intensity_of(&after)};
    (void)oxo_game_play(&p->s.game, &turn, &p->s.game);
    play_moved(p);
}

/* Is it the user's turn, and is the move legal? Says why if not. */
static bool may_move(play *p, oxo_move m)
{
    char text[TELL_TEXT];
    const oxo_status status = oxo_game_check(&p->s.game, m);
    if (screen_is_over(&p->s)) {
        play_refuse(p, "The game is over.");
    } else if (p->s.waiting) {
        play_refuse(p, p->s.expecting
                           ? "The game begins when your opponent is here."
                           : "Your opponent has not joined yet.");
    } else if (!screen_is_turn(&p->s)) {
        play_refuse(p, "It is not your turn.");
    } else if (status != OXO_OK) {
        tell_refusal(&p->s.game, m, status, text);
        play_refuse(p, "%s", text);
    } else {
        return true;
    }
    return false;
}

/* ---- Wishes ------------------------------------------------------------- */

/* Takes moves back, or replays them, up to the user's next turn. */
static void step_history(play *p,
                         oxo_status (*by)(const oxo_game *, oxo_game *),
                         const char *done)
{
    oxo_game g = p->s.game;
    oxo_status status;
    if (p->seat && p->seat->spec.protocol == PROTOCOL_CODINGAME) {
        play_refuse(p, "Not possible: the engine speaks CodinGame's "
                       "protocol, which has no takebacks.");
        return;
    }
    do
        status = by(&g, &g);
    while (status == OXO_OK && !p->s.players[oxo_game_turn(&g)].here &&
           oxo_game_outcome(&g) == OXO_ONGOING);
    /* After the last replayed move it may be the opponent's turn. */
    if (status == OXO_NOTHING_TO_REDO && g.length > p->s.game.length)
        status = OXO_OK;
    if (status != OXO_OK) {
        play_refuse(p, "Not possible: %s.", oxo_status_sentence(status));
        return;
    }
    p->s.game = g;
    p->s.end = (tell_end){0};
    play_say(p, "%s", done);
    play_changed(p);
}

static void end_game(play *p, oxo_outcome outcome, const char *why)
{
    p->s.end = (tell_end){.over = true, .outcome = outcome};
    (void)snprintf(p->s.end.why, sizeof p->s.end.why, "%s", why);
    play_ended(p);
}

static void resign_game(play *p)
{
    const oxo_mark turn = oxo_game_turn(&p->s.game);
    const oxo_mark mark =
        p->s.players[turn].here ? turn : oxo_mark_other(turn);
    if (screen_is_over(&p->s))
        play_refuse(p, "The game is over.");
    else
        end_game(p, oxo_outcome_won_by(oxo_mark_other(mark)),
                 mark == OXO_X ? "X resigned" : "O resigned");
}

static void offer_draw(play *p)
{
    if (screen_is_over(&p->s))
        play_refuse(p, "The game is over.");
    else if (p->config->against == AGAINST_FRIEND)
        end_game(p, OXO_DRAW, "by agreement");
    else
        play_refuse(p, "Your opponent declines the draw.");
}

static void begin_next_game(play *p)
{
    const oxo_mark last = p->s.players[OXO_X].here ? OXO_X : OXO_O;
    oxo_game_reset(&p->s.game, &p->s.game);
    p->s.end = (tell_end){0};
    if (p->config->against != AGAINST_FRIEND)
        set_players(p, p->config->fixed ? last : oxo_mark_other(last));
    if (p->seat && p->seat->program.state == PROGRAM_FAILED) {
        engine_seat_end(p->seat);
        engine_seat_start(p->seat, p->config->variant);
    } else if (p->seat) {
        engine_seat_renew(p->seat);
    }
    if (p->config->against == AGAINST_FRIEND)
        play_say(p, "New game.");
    else
        play_say(p, "New game: you are %c.",
                 p->s.players[OXO_X].here ? 'X' : 'O');
    play_changed(p);
}

static void local_wish(play *p, screen_wish wish)
{
    if (wish == WISH_MOVE && may_move(p, p->s.wished))
        play_make(p, p->s.wished);
    else if (wish == WISH_UNDO)
        step_history(p, oxo_game_undo, "Move taken back.");
    else if (wish == WISH_REDO)
        step_history(p, oxo_game_redo, "Move replayed.");
    else if (wish == WISH_RESIGN)
        resign_game(p);
    else if (wish == WISH_DRAW)
        offer_draw(p);
    else if (wish == WISH_NEW)
        begin_next_game(p);
    else if (wish == WISH_ACCEPT || wish == WISH_DECLINE)
        play_refuse(p, "There is no offer to answer.");
    else if (wish == WISH_ABORT || wish == WISH_CLAIM_WIN ||
             wish == WISH_CLAIM_DRAW)
        play_refuse(p, "That is for games in a room of a server.");
}

void play_wish(play *p, screen_wish wish)
{
    if (wish == WISH_QUIT || wish == WISH_LEAVE) {
        p->leaves = wish == WISH_LEAVE;
        p->done = true;
        return;
    }
    if (wish == WISH_HINT)
        play_think_ask(p, THINK_HINT);
    else if (p->config->against != AGAINST_ROOM)
        local_wish(p, wish);
    else if (wish != WISH_MOVE || may_move(p, p->s.wished))
        play_room_wish(p, wish);
}

/* ---- Events ------------------------------------------------------------- */

static void tend_engine(play *p)
{
    oxo_move m;
    const seat_news news = engine_seat_tend(p->seat, &m);
    if (news == SEAT_MOVED)
        play_make(p, m);
    /* An engine may exit once the game is over. */
    if (news != SEAT_FAILED || screen_is_over(&p->s))
        return;
    char why[TELL_WHY];
    (void)snprintf(why, sizeof why, "the engine %.140s",
                   p->seat->program.detail);
    p->status = CLI_FAILURE;
    end_game(p, OXO_ONGOING, why);
}

void play_tend(play *p)
{
    play_think_tend(p);
    if (p->seat)
        tend_engine(p);
    if (p->link)
        play_room_tend(p);
}

int play_watch(const play *p, struct pollfd fds[PLAY_FDS])
{
    int count = 1;
    fds[count++] =
        (struct pollfd){.fd = p->thoughts.wake[0], .events = POLLIN};
    if (p->seat && engine_seat_fd(p->seat) >= 0)
        fds[count++] =
            (struct pollfd){.fd = engine_seat_fd(p->seat), .events = POLLIN};
    if (p->link)
        count += client_link_watch(p->link, &fds[count]);
    return count;
}

/* A clock is shown in tenths of a second; engine and server have deadlines of
 * about a second. The wait always ends, because an interrupt may come just
 * before it. */
int play_patience(const play *p)
{
    const bool clocked = p->s.players[OXO_X].clock >= 0;
    return clocked && !screen_is_over(&p->s) ? 100 : 200;
}

/* ---- Beginning and end -------------------------------------------------- */

int play_open(play *p, const play_config *config, engine_seat *seat,
              client_link *link, FILE *out)
{
    memset(p, 0, sizeof *p);
    p->config = config;
    p->out = out;
    p->seat = seat;
    p->link = link;
    screen_init(&p->s, config->variant);
    (void)signal(SIGPIPE, SIG_IGN); /* write() returns EPIPE instead */
    const int error = play_think_open(p);
    if (error < 0)
        return error;
    if (link) {
        p->s.online = true;
        p->s.judging = false;
        p->s.waiting = true;
        return 0;
    }
    set_players(p, config->mark);
    play_changed(p);
    return 0;
}

void play_close(play *p)
{
    if (p->link)
        play_room_leave(p);
    play_think_close(p);
}
