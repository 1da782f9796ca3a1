#include "engine_seat.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "contest.h"
#include "interrupt.h"
#include "safe.h"
#include "words.h"

/* In milliseconds, or where it says so in microseconds. */
enum {
    MOVE_TIME = 1000,
    UNTIMED = 60000, /* for so many nodes or plies */
    MOST_TIME = 24 * 3600 * 1000,
    LATENCY_US = 10 * 1000000, /* beyond its time, then it hangs */
    START_US = 30 * 1000000,
    PATIENCE_US = 1000000, /* then one is told what is waited for */
    QUIT_US = 1000000,
    TICK = 100
};

/* ---- What it is --------------------------------------------------------- */

/* Named after its program. */
static bool set_command(match_engine *e, const char *text)
{
    char word[MATCH_COMMAND];
    const char *rest = text;
    if (words_take_quoted(&rest, word, sizeof word) != 1 ||
        !words_copy(e->command, sizeof e->command, text))
        return false;
    const char *slash = strrchr(word, '/');
    (void)snprintf(e->name, sizeof e->name, "%.60s", slash ? slash + 1 : word);
    return true;
}

/* Those of its description replace the time that all have, as in a match; a
 * clock is the room's business. False if one makes no sense here. */
static bool take_limits(engine_seat *e, int milliseconds, char why[MATCH_WHY])
{
    const match_engine *own = &e->engine;
    const match_limits *l = &own->limits;
    if (l->base > 0 || l->first_time > 0 || own->margin > 0 ||
        own->start_grace > 0) {
        (void)snprintf(why, MATCH_WHY,
                       "tc=, firsttime=, margin= and grace= are for matches "
                       "only");
        return false;
    }
    e->limits = *l;
    if (l->move_time == 0 && l->nodes == 0 && l->depth == 0)
        e->limits.move_time = milliseconds;
    return true;
}

int engine_seat_init(engine_seat *e, const cli_args *args)
{
    const char *text = cli_args_value(args, "engine");
    char why[MATCH_WHY] = "it is no command line";
    int milliseconds = MOVE_TIME;
    memset(e, 0, sizeof *e);
    match_player_init(&e->player);
    const int status =
        cli_read_int(args, "movetime", 1, MOST_TIME, &milliseconds);
    if (status != CLI_OK)
        return status;
    bool fine = contest_is_description(text)
                    ? contest_engine_parse(text, &e->engine, why) == OXO_OK
                    : set_command(&e->engine, text);
    if (fine)
        fine = take_limits(e, milliseconds, why);
    return fine ? CLI_OK
                : cli_usage(args->command, "engine '%s': %s", text, why);
}

void engine_seat_start(engine_seat *e, oxo_variant variant)
{
    const char *unfit = match_engine_unfit(&e->engine, variant);
    e->stale = e->anew = false;
    if (unfit)
        match_player_fail(&e->player, MATCH_NO_START, "%s", unfit);
    else
        match_player_start(&e->player, &e->engine, 0, variant, START_US);
}

static void wait_until_ready(engine_seat *e, const cli_command *command,
                             bool quiet)
{
    const match_player *p = &e->player;
    const int64_t enough = clock_us() + PATIENCE_US;
    bool told = quiet;
    oxo_move none;
    while ((p->state == PLAYER_GREETING || p->state == PLAYER_SYNCING) &&
           !interrupt_came()) {
        struct pollfd fd = {.fd = engine_seat_fd(e), .events = POLLIN};
        (void)poll(&fd, 1, TICK);
        (void)engine_seat_tend(e, &none);
        if (told || clock_us() < enough)
            continue;
        (void)cli_fail(command, "waiting for the engine ...");
        told = true;
    }
}

/* One that the engine does not know is sent all the same. */
static void tell_unknown_options(const match_player *p,
                                 const cli_command *command)
{
    for (int i = 0; p->greeted && i < p->engine->option_count; i++)
        if (!(p->known >> i & 1U))
            (void)cli_fail(command, "the engine announces no option %s",
                           p->engine->options[i].name);
}

int engine_seat_open(engine_seat *e, const cli_command *command,
                     oxo_variant variant, bool quiet)
{
    char why[MATCH_WHY], told[MATCH_WHY];
    (void)signal(SIGPIPE, SIG_IGN); /* engines come and go */
    engine_seat_start(e, variant);
    wait_until_ready(e, command, quiet);
    tell_unknown_options(&e->player, command);
    if (e->player.state != PLAYER_FAILED)
        return CLI_OK;
    /* What the engine said may be quoted there. */
    match_player_tell_start(&e->player, why);
    safe_copy(told, sizeof told, why);
    (void)cli_fail(command, "the engine %s", told);
    engine_seat_end(e);
    return CLI_FAILURE;
}

void engine_seat_end(engine_seat *e)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    match_player_dismiss(&e->player, &e->leavers, QUIT_US);
    while (e->leavers.count > 0) {
        match_leavers_tend(&e->leavers, clock_us());
        if (e->leavers.count > 0)
            (void)nanosleep(&pause, NULL);
    }
}

/* ---- What it does ------------------------------------------------------- */

void engine_seat_forget(engine_seat *e)
{
    e->wanted = false;
    if (e->player.state == PLAYER_THINKING && !e->stale) {
        e->stale = true;
        match_player_stop(&e->player);
    }
}

void engine_seat_ask(engine_seat *e, const oxo_game *game,
                     const int64_t clock[2], int64_t increment)
{
    engine_seat_forget(e);
    e->wanted = true;
    e->game = *game;
    e->increment = increment;
    e->clock[0] = clock ? clock[0] : -1;
    e->clock[1] = clock ? clock[1] : -1;
}

void engine_seat_renew(engine_seat *e)
{
    engine_seat_forget(e);
    e->anew = e->player.used;
}

int engine_seat_fd(const engine_seat *e)
{
    return e->player.state == PLAYER_FAILED ? -1 : e->player.process.out;
}

static void ask_now(engine_seat *e)
{
    const oxo_mark mark = oxo_game_turn(&e->game);
    const bool timed = e->clock[mark] >= 0;
    match_limits limits = e->limits;
    int64_t milliseconds = limits.move_time > 0 ? limits.move_time : UNTIMED;
    if (timed) {
        limits.move_time = 0;
        milliseconds = e->clock[mark];
    }
    const player_question question = {
        .game = &e->game,
        .limits = &limits,
        .clock = {e->clock[0], e->clock[1]},
        .increment = {e->increment, e->increment},
        .first = e->game.length < 2,
        .deadline = milliseconds * 1000 + LATENCY_US};
    match_player_ask(&e->player, &question);
}

static seat_news take_move(engine_seat *e, oxo_move *ret)
{
    e->player.state = PLAYER_READY;
    if (e->stale) {
        e->stale = false;
        return SEAT_QUIET;
    }
    e->wanted = false;
    const oxo_status status = oxo_game_check(&e->game, e->player.move);
    if (status != OXO_OK) {
        match_player_refuse(&e->player, &e->game.now, status);
        return SEAT_FAILED;
    }
    *ret = e->player.move;
    return SEAT_MOVED;
}

/* CodinGame's protocol has no word for another game: as in a match, each is
 * played by a process of its own. */
static void begin_anew(engine_seat *e)
{
    const oxo_variant variant = e->player.variant;
    e->anew = false;
    if (e->engine.protocol == MATCH_UGI) {
        match_player_renew(&e->player);
        return;
    }
    engine_seat_end(e);
    engine_seat_start(e, variant);
}

seat_news engine_seat_tend(engine_seat *e, oxo_move *ret)
{
    match_player *p = &e->player;
    if (p->state == PLAYER_ABSENT)
        return SEAT_QUIET;
    if (p->state != PLAYER_FAILED)
        match_player_hear(p);
    match_player_check_time(p, clock_us());
    seat_news news = SEAT_QUIET;
    if (p->state == PLAYER_MOVED)
        news = take_move(e, ret);
    if (p->state == PLAYER_READY && e->anew)
        begin_anew(e);
    if (p->state == PLAYER_READY && e->wanted)
        ask_now(e);
    return p->state == PLAYER_FAILED ? SEAT_FAILED : news;
}
