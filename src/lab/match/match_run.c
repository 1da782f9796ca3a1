/* match_run.c - a whole match: one thread, one poll loop. */
#define _GNU_SOURCE /* ppoll() */
#include "match.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "match_log.h"
#include "match_schedule.h"
#include "match_referee.h"

/* How often to look for processes that have ended. */
enum { TEND_US = 20000 };

typedef struct match_runner {
    const match_config *config;
    match_report *report;
    void *context;
    match_summary *summary;
    match_schedule schedule;
    long next;  /* the next game to begin; all before it have begun */
    int status; /* 0, or the negative errno that ends the match */
    int referee_count, busy;
    match_referee *referees;
    struct pollfd *waits; /* two per referee */
    program_leavers leavers;
    FILE *log, *games;
    bool truncated; /* the old contents of `games` are gone */
    int start_failures[MATCH_MAX_ENGINES]; /* in a row */
    bool started[MATCH_MAX_ENGINES];       /* at least once */
    bool warned[MATCH_MAX_ENGINES];        /* about unknown options */
    oxo_record scratch;
    char text[OXO_RECORD_TEXT];
} match_runner;

/* ---- Signals ------------------------------------------------------------ */

static volatile sig_atomic_t stop_requested;

static void on_signal(int number)
{
    (void)number;
    stop_requested = 1;
}

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof ending / sizeof ending[0] };

typedef struct saved_signals {
    struct sigaction ending[ENDINGS], broken_pipe;
    sigset_t mask;
} saved_signals;

/* The signals that end a match are blocked except inside ppoll(), so that no
 * signal is lost between the check of `stop_requested` and the wait. A signal
 * that is ignored, as with nohup, stays ignored. */
static void take_signals(saved_signals *saved)
{
    struct sigaction stop = {.sa_handler = on_signal};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t held;
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&held);
    stop_requested = 0;
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&held, ending[i]);
    (void)sigprocmask(SIG_BLOCK, &held, &saved->mask);
    for (int i = 0; i < ENDINGS; i++) {
        (void)sigaction(ending[i], NULL, &saved->ending[i]);
        if (saved->ending[i].sa_handler != SIG_IGN)
            (void)sigaction(ending[i], &stop, NULL);
    }
    (void)sigaction(SIGPIPE, &ignore, &saved->broken_pipe);
}

static void restore_signals(const saved_signals *saved)
{
    for (int i = 0; i < ENDINGS; i++)
        (void)sigaction(ending[i], &saved->ending[i], NULL);
    (void)sigaction(SIGPIPE, &saved->broken_pipe, NULL);
    (void)sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}

/* ---- Reports ------------------------------------------------------------ */

static void report_event(match_runner *r, match_event e)
{
    e.summary = r->summary;
    if (r->report)
        r->report(&e, r->context);
}

static void report_note(match_runner *r, const char *text)
{
    report_event(r, (match_event){.kind = MATCH_NOTE, .text = text});
}

static int fail_match(match_runner *r, int status, const char *what)
{
    if (r->status == 0) {
        r->status = status;
        report_note(r, what);
    }
    return status;
}

static void report_game(match_runner *r, match_referee *ref,
                        match_event_kind kind)
{
    report_event(
        r, (match_event){.kind = kind,
                         .game = ref->game,
                         .x = match_referee_program(ref, OXO_X)->spec->name,
                         .o = match_referee_program(ref, OXO_O)->spec->name,
                         .outcome = ref->outcome,
                         .ending = ref->ending,
                         .text = ref->detail});
}

/* ---- Counting ----------------------------------------------------------- */

static match_pairing *pairing_of(match_runner *r, long game)
{
    return &r->summary->pairings[game / 2 % r->summary->pairing_count];
}

static int round_of(const match_runner *r, long game)
{
    return (int)(game / 2 / r->summary->pairing_count);
}

/* The engine that has X, or O, in a game. */
static int engine_of(match_runner *r, long game, oxo_mark side)
{
    const match_pairing *p = pairing_of(r, game);
    return (game % 2 == 0) == (side == OXO_X) ? p->a : p->b;
}

/* Half points scored by the pairing's first engine. */
static int points_of(long game, oxo_outcome outcome)
{
    if (outcome == OXO_DRAW)
        return 1;
    return (game % 2 == 0) == (outcome == OXO_X_WINS) ? 2 : 0;
}

static void count_fault(match_runner *r, const match_entry *e)
{
    for (int side = 0; side < 2; side++)
        if (oxo_outcome_winner(e->outcome) != (oxo_mark)side)
            r->summary
                ->faults[engine_of(r, e->game, (oxo_mark)side)][e->ending]++;
}

static void update_sprt(match_runner *r)
{
    match_summary *s = r->summary;
    if (s->sprt.on)
        s->sprt_state = match_sprt_test(&s->sprt, &s->pairings[0].tally);
}

static void count_game(match_runner *r, const match_entry *e)
{
    int8_t *points = r->schedule.points;
    match_tally *t = &pairing_of(r, e->game)->tally;
    points[e->game] = (int8_t)points_of(e->game, e->outcome);
    match_tally_add_game(t, points[e->game]);
    if (points[e->game ^ 1] >= 0)
        match_tally_add_pair(t, points[e->game] + points[e->game ^ 1]);
    if (match_ending_is_fault(e->ending))
        count_fault(r, e);
    r->summary->played++;
    update_sprt(r);
}

/* ---- Files -------------------------------------------------------------- */

/* Removes the old contents of the games' file, just before the first game is
 * written: a match that never starts must not delete an older file. A pipe
 * cannot be truncated (EINVAL) and need not be. */
static bool truncate_once(match_runner *r)
{
    if (r->truncated)
        return true;
    r->truncated = true;
    return ftruncate(fileno(r->games), 0) == 0 || errno == EINVAL;
}

static int fail_file(match_runner *r, int status, const char *path)
{
    char why[MATCH_WHY];
    (void)snprintf(why, sizeof why, "%.150s: %s", path, strerror(-status));
    return fail_match(r, status, why);
}

static int write_game(match_runner *r, const char *record)
{
    if (!r->games)
        return 0;
    /* The record ends with one line end; a blank line separates games. */
    if (!truncate_once(r) || fprintf(r->games, "%s\n", record) < 0 ||
        fflush(r->games) != 0)
        return fail_file(r, match_file_error(), r->config->games);
    return 0;
}

/* Counts a game that an earlier run has finished. A game beyond the rounds of
 * this run does not count, but stays in the log. */
static int resume_game(const match_entry *e, void *context)
{
    match_runner *r = context;
    if (e->game >= r->schedule.games || r->schedule.points[e->game] >= 0)
        return 0;
    count_game(r, e);
    return write_game(r, e->record);
}

static int open_games(match_runner *r)
{
    if (!r->config->games)
        return 0;
    const int fd =
        open(r->config->games, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    r->games = fd < 0 ? NULL : fdopen(fd, "w");
    if (r->games)
        return 0;
    const int status = -errno;
    if (fd >= 0)
        (void)close(fd);
    return fail_file(r, status, r->config->games);
}

static int open_log(match_runner *r)
{
    char why[MATCH_WHY] = "";
    if (!r->config->log)
        return 0;
    const int status =
        match_log_open(r->config->log, match_schedule_digest(&r->schedule),
                       resume_game, r, &r->log, why);
    return status < 0 ? fail_match(r, status, why) : 0;
}

static void record_game(match_runner *r, match_referee *ref)
{
    const match_entry e = {ref->game, ref->outcome, ref->ending, r->text};
    match_referee_write(ref, &r->scratch, r->text);
    const int status = r->log ? match_log_add(r->log, &e) : 0;
    if (status < 0)
        (void)fail_file(r, status, r->config->log);
    (void)write_game(r, r->text);
    count_game(r, &e);
}

/* ---- Games -------------------------------------------------------------- */

static void warn_of_options(match_runner *r, const program *p)
{
    char text[MATCH_WHY];
    if (!p->greeted || r->warned[p->number])
        return;
    r->warned[p->number] = true;
    for (int i = 0; i < p->spec->option_count; i++) {
        if (p->known >> i & 1U)
            continue;
        (void)snprintf(text, sizeof text, "%s announces no option %s",
                       p->spec->name, p->spec->options[i].name);
        report_note(r, text);
    }
}

static bool failed_to_start(const program *p)
{
    return p->state == PROGRAM_FAILED &&
           (p->fault == PROGRAM_NO_START || p->fault == PROGRAM_NOT_READY);
}

static void give_up_engine(match_runner *r, const program *p)
{
    char text[PROGRAM_NAME + MATCH_WHY], why[MATCH_WHY];
    program_explain_start(p, why);
    (void)snprintf(text, sizeof text, "%s %s", p->spec->name, why);
    (void)fail_match(r, -ECHILD, text);
}

static void count_start(match_runner *r, const program *p)
{
    int *count = &r->start_failures[p->number];
    *count = failed_to_start(p) ? *count + 1 : 0;
    if (*count == 0)
        r->started[p->number] = true;
    else if (*count == r->config->start_failures)
        give_up_engine(r, p);
}

/* A game against an engine that has never started says nothing about the
 * strength of either: ends the match instead of counting that game. */
static bool is_void(match_runner *r, const match_referee *ref)
{
    for (int i = 0; i < 2 && r->config->start_failures > 0; i++) {
        const program *p = &ref->seats[i];
        if (!failed_to_start(p) || r->started[p->number])
            continue;
        give_up_engine(r, p);
        return true;
    }
    return false;
}

static void end_game(match_runner *r, match_referee *ref)
{
    record_game(r, ref);
    report_game(r, ref, MATCH_GAME_ENDED);
    for (int i = 0; i < 2; i++)
        count_start(r, &ref->seats[i]);
    match_referee_end(ref, &r->leavers);
    r->busy--;
}

static void begin_game(match_runner *r, match_referee *ref, long game)
{
    match_referee_begin(
        ref, game, match_suite_at(&r->schedule.suite, round_of(r, game)),
        engine_of(r, game, OXO_X), engine_of(r, game, OXO_O), &r->leavers);
    r->busy++;
    report_game(r, ref, MATCH_GAME_BEGUN);
}

static bool is_decided(const match_runner *r)
{
    return stop_requested || r->status < 0 ||
           (r->summary->sprt.on &&
            r->summary->sprt_state.verdict != MATCH_UNDECIDED);
}

static void begin_games(match_runner *r)
{
    for (int i = 0; i < r->referee_count; i++) {
        while (r->next < r->schedule.games && r->schedule.points[r->next] >= 0)
            r->next++;
        if (r->next == r->schedule.games || is_decided(r))
            return;
        if (r->referees[i].game < 0)
            begin_game(r, &r->referees[i], r->next++);
    }
}

/* Advances every game; true if one of them ended, so that the next can
 * begin. */
static bool step_games(match_runner *r)
{
    bool ended = false;
    for (int i = 0; i < r->referee_count && !is_decided(r); i++) {
        match_referee *ref = &r->referees[i];
        if (ref->game < 0)
            continue;
        match_referee_step(ref);
        for (int seat = 0; seat < 2; seat++)
            warn_of_options(r, &ref->seats[seat]);
        if (ref->over && !is_void(r, ref)) {
            end_game(r, ref);
            ended = true;
        }
    }
    return ended;
}

/* ---- Waiting ------------------------------------------------------------ */

static program *program_at(match_runner *r, int i)
{
    return &r->referees[i / 2].seats[i % 2];
}

static bool is_awaited(const program *p)
{
    return p->state == PROGRAM_GREETING || p->state == PROGRAM_SYNCING ||
           p->state == PROGRAM_THINKING;
}

/* When to wake up even if no engine writes anything. */
static int64_t next_deadline(match_runner *r, int64_t now)
{
    int64_t next = now + (r->leavers.count > 0 ? TEND_US : 1000000);
    for (int i = 0; i < 2 * r->referee_count; i++) {
        const program *p = program_at(r, i);
        if (is_awaited(p) && p->deadline < next)
            next = p->deadline;
    }
    return next > now ? next : now;
}

/* The file descriptor to poll; -1 for a failed engine, whose output does not
 * matter any more. */
static int fd_of(const program *p)
{
    return p->state == PROGRAM_FAILED ? -1 : p->process.out;
}

/* Waits until an engine writes, a deadline passes, or a signal arrives. */
static void wait_for_engines(match_runner *r, bool at_once)
{
    const int count = 2 * r->referee_count;
    const int64_t now = clock_us();
    const int64_t us = at_once ? 0 : next_deadline(r, now) - now;
    const struct timespec timeout = {us / 1000000, us % 1000000 * 1000};
    sigset_t open;
    sigemptyset(&open);
    for (int i = 0; i < count; i++)
        r->waits[i] =
            (struct pollfd){.fd = fd_of(program_at(r, i)), .events = POLLIN};
    if (ppoll(r->waits, (nfds_t)count, &timeout, &open) < 0)
        memset(r->waits, 0, (size_t)count * sizeof *r->waits);
}

/* An engine may exit between two games: that is not a fault. */
static void hear_engine(match_runner *r, program *p, const match_referee *ref)
{
    program_hear(p);
    if (ref->game < 0 && p->state == PROGRAM_FAILED)
        program_dismiss(p, &r->leavers, 0);
}

static void hear_engines(match_runner *r)
{
    for (int i = 0; i < 2 * r->referee_count; i++) {
        program *p = program_at(r, i);
        if (r->waits[i].revents != 0)
            hear_engine(r, p, &r->referees[i / 2]);
        program_check_time(p, clock_us());
    }
    program_leavers_tend(&r->leavers, clock_us());
}

static void play_games(match_runner *r)
{
    begin_games(r);
    while (r->busy > 0 && !is_decided(r)) {
        const bool ended = step_games(r);
        if (ended)
            begin_games(r);
        wait_for_engines(r, ended);
        hear_engines(r);
    }
}

static void dismiss_all(match_runner *r)
{
    for (int i = 0; i < r->referee_count; i++)
        match_referee_close(&r->referees[i], &r->leavers);
    while (r->leavers.count > 0) {
        const struct timespec moment = {0, 2000000};
        program_leavers_tend(&r->leavers, clock_us());
        (void)nanosleep(&moment, NULL);
    }
}

/* ---- The whole match ---------------------------------------------------- */

static void init_summary(match_summary *s, const match_config *c)
{
    memset(s, 0, sizeof *s);
    s->engine_count = c->engine_count;
    for (int i = 0; i < c->engine_count; i++)
        memcpy(s->names[i], c->engines[i].name, PROGRAM_NAME);
    s->pairing_count = match_pairings_list(c, s->pairings);
    s->games = 2L * c->rounds * s->pairing_count;
    s->sprt = c->sprt;
}

static int create_referees(match_runner *r)
{
    r->referees = calloc((size_t)r->config->concurrency, sizeof *r->referees);
    r->waits = calloc(2 * (size_t)r->config->concurrency, sizeof *r->waits);
    if (!r->referees || !r->waits)
        return fail_match(r, -ENOMEM, "out of memory");
    r->referee_count = r->config->concurrency;
    for (int i = 0; i < r->referee_count; i++)
        match_referee_init(&r->referees[i], r->config);
    return 0;
}

static void close_file(match_runner *r, FILE *file)
{
    if (file && fclose(file) != 0)
        (void)fail_match(r, -EIO, "cannot write to the end");
}

static void run_match(match_runner *r)
{
    char why[MATCH_WHY];
    const int status = match_schedule_create(&r->schedule, r->config,
                                             r->summary->pairing_count, why);
    if (status < 0) {
        (void)fail_match(r, status, why);
        return;
    }
    update_sprt(r);
    if (create_referees(r) == 0 && open_games(r) == 0 && open_log(r) == 0) {
        saved_signals saved;
        take_signals(&saved);
        play_games(r);
        dismiss_all(r);
        r->summary->interrupted = stop_requested;
        restore_signals(&saved);
    }
    close_file(r, r->log);
    close_file(r, r->games);
    match_schedule_destroy(&r->schedule);
}

static int refuse_config(match_report *report, void *context, const char *why)
{
    const match_event e = {.kind = MATCH_NOTE, .text = why};
    if (report)
        report(&e, context);
    return -EINVAL;
}

int match_run(const match_config *config, match_report *report, void *context,
              match_summary *ret)
{
    char why[MATCH_WHY];
    if (match_config_check(config, why) != OXO_OK)
        return refuse_config(report, context, why);
    match_runner *r = calloc(1, sizeof *r);
    if (!r)
        return -ENOMEM;
    r->config = config;
    r->report = report;
    r->context = context;
    r->summary = ret;
    init_summary(ret, config);
    run_match(r);
    ret->rated =
        match_ratings_fit(ret->pairings, ret->pairing_count, ret->engine_count,
                          config->anchor, config->anchor_elo, &ret->ratings);
    const int status = r->status;
    free(r->referees);
    free(r->waits);
    free(r);
    return status;
}
