/* engine_seat.c - an engine that plays a side in `oxo play` or `oxo bot`. */
#include "engine_seat.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "engine_arg.h"
#include "interrupt.h"
#include "safe.h"
#include "words.h"

/* Times in milliseconds, or in microseconds (_US). */
enum {
    MOVE_TIME = 1000, /* default of '--movetime' */
    UNTIMED = 60000,  /* for a move that only nodes or depth limit */
    MOST_TIME = 24 * 3600 * 1000,
    LATENCY_US = 10 * 1000000, /* beyond the engine's time, before it fails */
    START_US = 30 * 1000000,   /* for each of starting, ugiok and readyok */
    PATIENCE_US = 1000000,     /* before the user is told why we wait */
    QUIT_US = 1000000,
    TICK = 100
};

/* ---- Start and end ------------------------------------------------------ */

/* Takes a command line. The engine's name is that of its program. */
static bool set_command(program_spec *e, const char *text)
{
    char word[PROGRAM_COMMAND];
    const char *rest = text;
    if (words_take_quoted(&rest, word, sizeof word) != 1 ||
        !words_copy(e->command, sizeof e->command, text))
        return false;
    const char *slash = strrchr(word, '/');
    (void)snprintf(e->name, sizeof e->name, "%.60s", slash ? slash + 1 : word);
    return true;
}

/* Limits in the description replace '--movetime', as in a match. A clock comes
 * from the room. False if a limit makes no sense here. */
static bool take_limits(engine_seat *e, int milliseconds,
                        char why[PROGRAM_WHY])
{
    const program_spec *own = &e->spec;
    const program_limits *l = &own->limits;
    if (l->base > 0 || l->first_time > 0 || own->margin > 0 ||
        own->start_grace > 0) {
        (void)snprintf(why, PROGRAM_WHY,
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
    char why[PROGRAM_WHY] = "it is not a command line";
    int milliseconds = MOVE_TIME;
    memset(e, 0, sizeof *e);
    program_init(&e->program);
    const int status =
        cli_read_int(args, "movetime", 1, MOST_TIME, &milliseconds);
    if (status != CLI_OK)
        return status;
    bool fine = engine_arg_is_spec(text)
                    ? engine_arg_parse(text, &e->spec, why) == OXO_OK
                    : set_command(&e->spec, text);
    if (fine)
        fine = take_limits(e, milliseconds, why);
    return fine ? CLI_OK
                : cli_usage(args->command, "engine '%s': %s", text, why);
}

void engine_seat_start(engine_seat *e, oxo_variant variant)
{
    const char *unfit = program_spec_unfit(&e->spec, variant);
    e->stale = e->anew = false;
    if (unfit)
        program_fail(&e->program, PROGRAM_NO_START, "%s", unfit);
    else
        program_start(&e->program, &e->spec, 0, variant, START_US);
}

static void wait_until_ready(engine_seat *e, const cli_command *command,
                             bool quiet)
{
    const program *p = &e->program;
    const int64_t enough = clock_us() + PATIENCE_US;
    bool told = quiet;
    oxo_move none;
    while ((p->state == PROGRAM_GREETING || p->state == PROGRAM_SYNCING) &&
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

/* An option that the engine does not announce was sent to it anyway. */
static void warn_of_unknown_options(const program *p,
                                    const cli_command *command)
{
    for (int i = 0; p->greeted && i < p->spec->option_count; i++)
        if (!(p->known >> i & 1U))
            (void)cli_fail(command, "the engine announces no option %s",
                           p->spec->options[i].name);
}

int engine_seat_open(engine_seat *e, const cli_command *command,
                     oxo_variant variant, bool quiet)
{
    char why[PROGRAM_WHY], told[PROGRAM_WHY];
    (void)signal(SIGPIPE, SIG_IGN); /* write() returns EPIPE instead */
    engine_seat_start(e, variant);
    wait_until_ready(e, command, quiet);
    warn_of_unknown_options(&e->program, command);
    if (e->program.state != PROGRAM_FAILED)
        return CLI_OK;
    /* The text may quote the engine's output. */
    program_explain_start(&e->program, why);
    safe_copy(told, sizeof told, why);
    (void)cli_fail(command, "the engine %s", told);
    engine_seat_end(e);
    return CLI_FAILURE;
}

void engine_seat_end(engine_seat *e)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    program_dismiss(&e->program, &e->leavers, QUIT_US);
    while (e->leavers.count > 0) {
        program_leavers_tend(&e->leavers, clock_us());
        if (e->leavers.count > 0)
            (void)nanosleep(&pause, NULL);
    }
}

/* ---- Moves -------------------------------------------------------------- */

void engine_seat_forget(engine_seat *e)
{
    e->wanted = false;
    if (e->program.state == PROGRAM_THINKING && !e->stale) {
        e->stale = true;
        program_stop(&e->program);
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
    e->anew = e->program.used;
}

int engine_seat_fd(const engine_seat *e)
{
    return e->program.state == PROGRAM_FAILED ? -1 : e->program.process.out;
}

static void ask_now(engine_seat *e)
{
    const oxo_mark mark = oxo_game_turn(&e->game);
    const bool timed = e->clock[mark] >= 0;
    program_limits limits = e->limits;
    int64_t milliseconds = limits.move_time > 0 ? limits.move_time : UNTIMED;
    if (timed) {
        limits.move_time = 0;
        milliseconds = e->clock[mark];
    }
    const program_question question = {
        .game = &e->game,
        .limits = &limits,
        .clock = {e->clock[0], e->clock[1]},
        .increment = {e->increment, e->increment},
        .first = e->game.length < 2,
        .deadline = milliseconds * 1000 + LATENCY_US};
    program_ask(&e->program, &question);
}

static seat_news take_move(engine_seat *e, oxo_move *ret)
{
    e->program.state = PROGRAM_READY;
    if (e->stale) {
        e->stale = false;
        return SEAT_QUIET;
    }
    e->wanted = false;
    const oxo_status status = oxo_game_check(&e->game, e->program.move);
    if (status != OXO_OK) {
        program_refuse(&e->program, &e->game.now, status);
        return SEAT_FAILED;
    }
    *ret = e->program.move;
    return SEAT_MOVED;
}

/* CodinGame's protocol has no command for a new game: as in a match, each game
 * has a process of its own. */
static void begin_new_game(engine_seat *e)
{
    const oxo_variant variant = e->program.variant;
    e->anew = false;
    if (e->spec.protocol == PROTOCOL_UGI) {
        program_renew(&e->program);
        return;
    }
    engine_seat_end(e);
    engine_seat_start(e, variant);
}

seat_news engine_seat_tend(engine_seat *e, oxo_move *ret)
{
    program *p = &e->program;
    if (p->state == PROGRAM_ABSENT)
        return SEAT_QUIET;
    if (p->state != PROGRAM_FAILED)
        program_hear(p);
    program_check_time(p, clock_us());
    seat_news news = SEAT_QUIET;
    if (p->state == PROGRAM_MOVED)
        news = take_move(e, ret);
    if (p->state == PROGRAM_READY && e->anew)
        begin_new_game(e);
    if (p->state == PROGRAM_READY && e->wanted)
        ask_now(e);
    return p->state == PROGRAM_FAILED ? SEAT_FAILED : news;
}
