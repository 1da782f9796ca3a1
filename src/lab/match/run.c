/* run.c - a whole match in one poll loop. */
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
#include "match_journal.h"
#include "match_schedule.h"
#include "match_table.h"

/* Leaving processes are looked after this often. */
enum { TEND_US = 20000 };

typedef struct match_runner {
    const match_config *config;
    match_report *report;
    void *context;
    match_summary *summary;
    match_schedule schedule;
    long next; /* game to be begun; all before it were */
    int status;
    int table_count, busy;
    match_table *tables;
    struct pollfd *waits; /* two a table */
    match_leavers leavers;
    FILE *journal, *games;
    bool emptied; /* the games' file of what was in it */
    int start_failures[MATCH_MAX_ENGINES]; /* in a row */
    bool started[MATCH_MAX_ENGINES];       /* at least once */
    bool warned[MATCH_MAX_ENGINES];        /* about its options */
    oxo_record scratch;
    char text[OXO_RECORD_TEXT];
} runner;

/* ---- Signals ------------------------------------------------------------ */

static volatile sig_atomic_t told_to_stop;

static void on_signal(int number)
{
    (void)number;
    told_to_stop = 1;
}

typedef struct saved_signals {
    struct sigaction interrupt, terminate, broken_pipe;
    sigset_t mask;
} saved_signals;

/* SIGINT and SIGTERM are let in only while we wait, so that none is missed
 * between looking for it and waiting. */
static void take_signals(saved_signals *saved)
{
    struct sigaction stop = {.sa_handler = on_signal};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t held;
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    told_to_stop = 0;
    (void)sigprocmask(SIG_BLOCK, &held, &saved->mask);
    (void)sigaction(SIGINT, &stop, &saved->interrupt);
    (void)sigaction(SIGTERM, &stop, &saved->terminate);
    (void)sigaction(SIGPIPE, &ignore, &saved->broken_pipe);
}

static void give_back_signals(const saved_signals *saved)
{
    (void)sigaction(SIGINT, &saved->interrupt, NULL);
    (void)sigaction(SIGTERM, &saved->terminate, NULL);
    (void)sigaction(SIGPIPE, &saved->broken_pipe, NULL);
    (void)sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}

/* ---- Telling ------------------------------------------------------------ */

static void tell(runner *r, match_event e)
{
    e.summary = r->summary;
    if (r->report)
        r->report(&e, r->context);
}

static void note(runner *r, const char *text)
{
    tell(r, (match_event){.kind = MATCH_NOTE, .text = text});
}

static int fail(runner *r, int status, const char *what)
{
    if (r->status == 0) {
        r->status = status;
        note(r, what);
    }
    return status;
}

static void tell_game(runner *r, match_table *t, match_event_kind kind)
{
    tell(r, (match_event){.kind = kind,
                          .game = t->game,
                          .x = match_table_player(t, OXO_X)->engine->name,
                          .o = match_table_player(t, OXO_O)->engine->name,
                          .outcome = t->outcome,
                          .ending = t->ending,
                          .text = t->detail});
}

/* ---- Counting ----------------------------------------------------------- */

static match_pairing *pairing_of(runner *r, long game)
{
    return &r->summary->pairings[game / 2 % r->summary->pairing_count];
}

static int round_of(const runner *r, long game)
{
    return (int)(game / 2 / r->summary->pairing_count);
}

/* The engine that has X, or O, in a game. */
static int engine_of(runner *r, long game, oxo_mark side)
{
    const match_pairing *p = pairing_of(r, game);
    return (game % 2 == 0) == (side == OXO_X) ? p->a : p->b;
}

/* Half points of the pairing's first engine. */
static int points_of(long game, oxo_outcome outcome)
{
    if (outcome == OXO_DRAW)
        return 1;
    return (game % 2 == 0) == (outcome == OXO_X_WINS) ? 2 : 0;
}

static void count_fault(runner *r, const match_entry *e)
{
    for (int side = 0; side < 2; side++)
        if (oxo_outcome_winner(e->outcome) != (oxo_mark)side)
            r->summary
                ->faults[engine_of(r, e->game, (oxo_mark)side)][e->ending]++;
}

static void judge(runner *r)
{
    match_summary *s = r->summary;
    if (s->sprt.on)
        s->sprt_state = match_sprt_judge(&s->sprt, &s->pairings[0].tally);
}

static void count_game(runner *r, const match_entry *e)
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
    judge(r);
}

/* ---- Files -------------------------------------------------------------- */

/* What the file has had is gone with the first game, not before: a match that
 * never starts takes nobody's games away. A pipe has nothing to lose. */
static bool empty_once(runner *r)
{
    if (r->emptied)
        return true;
    r->emptied = true;
    return ftruncate(fileno(r->games), 0) == 0 || errno == EINVAL;
}

/* Says what is the matter with a file. */
static int fail_file(runner *r, int status, const char *path)
{
    char why[MATCH_WHY];
    (void)snprintf(why, sizeof why, "%.150s: %s", path, strerror(-status));
    return fail(r, status, why);
}

static int write_game(runner *r, const char *record)
{
    if (!r->games)
        return 0;
    /* A blank line between games; the record ends with one line end. */
    if (!empty_once(r) || fprintf(r->games, "%s\n", record) < 0 ||
        fflush(r->games) != 0)
        return fail_file(r, match_file_error(), r->config->games);
    return 0;
}

/* A game of an earlier run; one beyond the rounds of this one is left out,
 * and stays in the journal. */
static int take_over(const match_entry *e, void *context)
{
    runner *r = context;
    if (e->game >= r->schedule.games || r->schedule.points[e->game] >= 0)
        return 0;
    count_game(r, e);
    return write_game(r, e->record);
}

static int open_games(runner *r)
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

static int open_journal(runner *r)
{
    char why[MATCH_WHY] = "";
    if (!r->config->journal)
        return 0;
    const int status = match_journal_open(r->config->journal,
                                          match_schedule_digest(&r->schedule),
                                          take_over, r, &r->journal, why);
    return status < 0 ? fail(r, status, why) : 0;
}

static void keep(runner *r, match_table *t)
{
    const match_entry e = {t->game, t->outcome, t->ending, r->text};
    match_table_write(t, &r->scratch, r->text);
    const int status = r->journal ? match_journal_add(r->journal, &e) : 0;
    if (status < 0)
        (void)fail_file(r, status, r->config->journal);
    (void)write_game(r, r->text);
    count_game(r, &e);
}

/* ---- Games -------------------------------------------------------------- */

static void warn_of_options(runner *r, const match_player *p)
{
    char text[MATCH_WHY];
    if (!p->greeted || r->warned[p->number])
        return;
    r->warned[p->number] = true;
    for (int i = 0; i < p->engine->option_count; i++) {
        if (p->known >> i & 1U)
            continue;
        (void)snprintf(text, sizeof text, "%s announces no option %s",
                       p->engine->name, p->engine->options[i].name);
        note(r, text);
    }
}

static bool failed_to_start(const match_player *p)
{
    return p->state == PLAYER_FAILED &&
           (p->fault == MATCH_NO_START || p->fault == MATCH_NOT_READY);
}

static void give_up_on(runner *r, const match_player *p)
{
    char text[MATCH_NAME + MATCH_WHY], why[MATCH_WHY];
    match_player_tell_start(p, why);
    (void)snprintf(text, sizeof text, "%s %s", p->engine->name, why);
    (void)fail(r, -ECHILD, text);
}

static void count_start(runner *r, const match_player *p)
{
    int *count = &r->start_failures[p->number];
    *count = failed_to_start(p) ? *count + 1 : 0;
    if (*count == 0)
        r->started[p->number] = true;
    else if (*count == r->config->start_failures)
        give_up_on(r, p);
}

/* Gives up, and says so, if a player's program has never started yet: a game
 * against it would say nothing about anybody's strength. */
static bool is_void(runner *r, const match_table *t)
{
    for (int i = 0; i < 2 && r->config->start_failures > 0; i++) {
        const match_player *p = &t->seats[i];
        if (!failed_to_start(p) || r->started[p->number])
            continue;
        give_up_on(r, p);
        return true;
    }
    return false;
}

static void end_game(runner *r, match_table *t)
{
    keep(r, t);
    tell_game(r, t, MATCH_GAME_ENDED);
    for (int i = 0; i < 2; i++)
        count_start(r, &t->seats[i]);
    match_table_end(t, &r->leavers);
    r->busy--;
}

static void begin_game(runner *r, match_table *t, long game)
{
    match_table_begin(
        t, game, match_suite_at(&r->schedule.suite, round_of(r, game)),
        engine_of(r, game, OXO_X), engine_of(r, game, OXO_O), &r->leavers);
    r->busy++;
    tell_game(r, t, MATCH_GAME_BEGUN);
}

static bool is_decided(const runner *r)
{
    return told_to_stop || r->status < 0 ||
           (r->summary->sprt.on &&
            r->summary->sprt_state.verdict != MATCH_UNDECIDED);
}

static void begin_games(runner *r)
{
    for (int i = 0; i < r->table_count; i++) {
        while (r->next < r->schedule.games && r->schedule.points[r->next] >= 0)
            r->next++;
        if (r->next == r->schedule.games || is_decided(r))
            return;
        if (r->tables[i].game < 0)
            begin_game(r, &r->tables[i], r->next++);
    }
}

/* Moves every game on; true if one ended, so that there is more to do. */
static bool step_games(runner *r)
{
    bool ended = false;
    for (int i = 0; i < r->table_count && !is_decided(r); i++) {
        match_table *t = &r->tables[i];
        if (t->game < 0)
            continue;
        match_table_step(t);
        for (int seat = 0; seat < 2; seat++)
            warn_of_options(r, &t->seats[seat]);
        if (t->over && !is_void(r, t)) {
            end_game(r, t);
            ended = true;
        }
    }
    return ended;
}

/* ---- Waiting ------------------------------------------------------------ */

static match_player *player_at(runner *r, int i)
{
    return &r->tables[i / 2].seats[i % 2];
}

static bool is_awaited(const match_player *p)
{
    return p->state == PLAYER_GREETING || p->state == PLAYER_SYNCING ||
           p->state == PLAYER_THINKING;
}

/* When something has to be done even if nobody says anything. */
static int64_t next_deadline(runner *r, int64_t now)
{
    int64_t next = now + (r->leavers.count > 0 ? TEND_US : 1000000);
    for (int i = 0; i < 2 * r->table_count; i++) {
        const match_player *p = player_at(r, i);
        if (is_awaited(p) && p->deadline < next)
            next = p->deadline;
    }
    return next > now ? next : now;
}

/* What a failed engine still says, or that it is gone, is of no interest. */
static int ear_of(const match_player *p)
{
    return p->state == PLAYER_FAILED ? -1 : p->process.out;
}

/* Waits until an engine speaks, a deadline passes, or a signal comes in. */
static void wait_for_engines(runner *r, bool at_once)
{
    const int count = 2 * r->table_count;
    const int64_t now = clock_us();
    const int64_t us = at_once ? 0 : next_deadline(r, now) - now;
    const struct timespec timeout = {us / 1000000, us % 1000000 * 1000};
    sigset_t open;
    sigemptyset(&open);
    for (int i = 0; i < count; i++)
        r->waits[i] =
            (struct pollfd){.fd = ear_of(player_at(r, i)), .events = POLLIN};
    if (ppoll(r->waits, (nfds_t)count, &timeout, &open) < 0)
        memset(r->waits, 0, (size_t)count * sizeof *r->waits);
}

/* An engine that leaves between two games is let go without a word. */
static void hear_engine(runner *r, match_player *p, const match_table *t)
{
    match_player_hear(p);
    if (t->game < 0 && p->state == PLAYER_FAILED)
        match_player_dismiss(p, &r->leavers, 0);
}

static void hear_engines(runner *r)
{
    for (int i = 0; i < 2 * r->table_count; i++) {
        match_player *p = player_at(r, i);
        if (r->waits[i].revents != 0)
            hear_engine(r, p, &r->tables[i / 2]);
        match_player_check_time(p, clock_us());
    }
    match_leavers_tend(&r->leavers, clock_us());
}

static void play(runner *r)
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

static void send_all_away(runner *r)
{
    for (int i = 0; i < r->table_count; i++)
        match_table_close(&r->tables[i], &r->leavers);
    while (r->leavers.count > 0) {
        const struct timespec moment = {0, 2000000};
        match_leavers_tend(&r->leavers, clock_us());
        (void)nanosleep(&moment, NULL);
    }
}

/* ---- The whole ---------------------------------------------------------- */

static void init_summary(match_summary *s, const match_config *c)
{
    memset(s, 0, sizeof *s);
    s->engine_count = c->engine_count;
    for (int i = 0; i < c->engine_count; i++)
        memcpy(s->names[i], c->engines[i].name, MATCH_NAME);
    s->pairing_count = match_pairings_list(c, s->pairings);
    s->games = 2L * c->rounds * s->pairing_count;
    s->sprt = c->sprt;
}

static int set_tables(runner *r)
{
    r->tables = calloc((size_t)r->config->concurrency, sizeof *r->tables);
    r->waits = calloc(2 * (size_t)r->config->concurrency, sizeof *r->waits);
    if (!r->tables || !r->waits)
        return fail(r, -ENOMEM, "out of memory");
    r->table_count = r->config->concurrency;
    for (int i = 0; i < r->table_count; i++)
        match_table_init(&r->tables[i], r->config);
    return 0;
}

static void close_file(runner *r, FILE *file)
{
    if (file && fclose(file) != 0)
        (void)fail(r, -EIO, "cannot write to the end");
}

static void run(runner *r)
{
    char why[MATCH_WHY];
    const int status = match_schedule_create(&r->schedule, r->config,
                                             r->summary->pairing_count, why);
    if (status < 0) {
        (void)fail(r, status, why);
        return;
    }
    judge(r);
    if (set_tables(r) == 0 && open_games(r) == 0 && open_journal(r) == 0) {
        saved_signals saved;
        take_signals(&saved);
        play(r);
        send_all_away(r);
        r->summary->interrupted = told_to_stop;
        give_back_signals(&saved);
    }
    close_file(r, r->journal);
    close_file(r, r->games);
    match_schedule_destroy(&r->schedule);
}

static int refused(match_report *report, void *context, const char *why)
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
        return refused(report, context, why);
    runner *r = calloc(1, sizeof *r);
    if (!r)
        return -ENOMEM;
    r->config = config;
    r->report = report;
    r->context = context;
    r->summary = ret;
    init_summary(ret, config);
    run(r);
    ret->rated =
        match_ratings_fit(ret->pairings, ret->pairing_count, ret->engine_count,
                          config->anchor, config->anchor_elo, &ret->ratings);
    const int status = r->status;
    free(r->tables);
    free(r->waits);
    free(r);
    return status;
}
