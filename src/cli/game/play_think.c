/* play_think.c - the computer's moves, hints and evaluations in `oxo play`.
 *
 * The worker pool thinks on threads of its own, and the game never waits for
 * it. Answers to positions that are gone are dropped. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "chance.h"
#include "oxo/notation.h"
#include "play_game.h"

/* Analyses of a position in milliseconds: a first estimate at once, then
 * better ones. */
static const int64_t stages[] = {60, 300, 1200};
enum { STAGES = sizeof stages / sizeof stages[0], HASH_BYTES = 16 << 20 };

/* Called on a worker's thread. */
static void wake_loop(void *context)
{
    const play *p = context;
    const ssize_t written = write(p->thoughts.wake[1], "", 1);
    (void)written; /* a full pipe wakes the loop as well */
}

int play_think_open(play *p)
{
    const workers_options options = {.threads = 1,
                                     .moves = 2,
                                     .queue = 2,
                                     .hash_bytes = HASH_BYTES,
                                     .intensity = !p->out && !p->link};
    play_thoughts *t = &p->thoughts;
    t->best = OXO_NO_MOVE;
    t->wake[0] = t->wake[1] = -1;
    t->seed = chance_seed();
    if (pipe(t->wake) < 0)
        return -errno;
    for (int i = 0; i < 2; i++) {
        (void)fcntl(t->wake[i], F_SETFL, O_NONBLOCK);
        (void)fcntl(t->wake[i], F_SETFD, FD_CLOEXEC);
    }
    return workers_create(&options, wake_loop, p, &t->workers);
}

void play_think_close(play *p)
{
    workers_destroy(p->thoughts.workers);
    (void)close(p->thoughts.wake[0]);
    (void)close(p->thoughts.wake[1]);
}

static job make_job(const play *p, job_kind kind)
{
    return (job){
        .kind = kind, .position = p->s.game.now, .seq = p->thoughts.number};
}

void play_think_choose(play *p)
{
    play_thoughts *t = &p->thoughts;
    job j = make_job(p, JOB_MOVE);
    j.level = p->config->level;
    j.seed = t->seed + p->s.game.length;
    t->owed = workers_submit(t->workers, &j) ? 0 : t->number;
}

/* ---- Evaluation --------------------------------------------------------- */

/* Does the user see an evaluation? In line mode only after a request. */
static bool shows_evaluation(const play *p)
{
    const play_thoughts *t = &p->thoughts;
    return (!p->out && p->s.judging) || t->asked;
}

static void begin_analysis(play *p)
{
    play_thoughts *t = &p->thoughts;
    job j = make_job(p, JOB_ANALYSIS);
    if (t->analyzing || t->stage >= STAGES || !shows_evaluation(p) ||
        screen_is_over(&p->s))
        return;
    j.milliseconds = stages[t->stage];
    j.wanted = 1;
    t->analyzing = workers_submit(t->workers, &j);
}

/* A finished game needs no analysis. */
static void evaluate_end(play *p)
{
    const oxo_outcome outcome = p->s.end.over && p->s.end.outcome
                                    ? p->s.end.outcome
                                    : oxo_game_outcome(&p->s.game);
    p->s.judged = outcome != OXO_ONGOING;
    p->s.value = (oxo_value){.kind = OXO_PROVEN_DRAW, .wdl = {0, 1000, 0}};
    if (outcome == OXO_X_WINS)
        p->s.value = (oxo_value){.kind = OXO_PROVEN_WIN, .wdl = {1000, 0, 0}};
    else if (outcome == OXO_O_WINS)
        p->s.value = (oxo_value){.kind = OXO_PROVEN_LOSS, .wdl = {0, 0, 1000}};
}

void play_think_about(play *p)
{
    play_thoughts *t = &p->thoughts;
    t->number++;
    t->stage = 0;
    t->best = OXO_NO_MOVE;
    t->asked = 0;
    p->s.judged = false;
    if (screen_is_over(&p->s))
        evaluate_end(p);
    if (!p->out && !p->link && !screen_is_over(&p->s)) {
        const job j = make_job(p, JOB_INTENSITY);
        (void)workers_submit(t->workers, &j);
    }
    begin_analysis(p);
}

static void show_hint(play *p)
{
    char text[OXO_MOVE_TEXT];
    p->s.hint = p->thoughts.best;
    if (screen_is_turn(&p->s))
        p->s.cursor = p->s.hint;
    (void)oxo_move_format(OXO_NATIVE, oxo_game_variant(&p->s.game), p->s.hint,
                          text);
    play_say(p, "Hint: %s.", text);
}

static void show_value(play *p)
{
    char text[TELL_TEXT];
    tell_value(&p->s.value, text);
    play_say(p, "Evaluation: %s.", text);
}

/* Answers the user's request, once the second analysis is done: the first is
 * too short for a good answer. */
static void show_requested(play *p)
{
    play_thoughts *t = &p->thoughts;
    if (t->stage < 2)
        return;
    if (t->asked & THINK_HINT)
        show_hint(p);
    if (t->asked & THINK_VALUE)
        show_value(p);
    t->asked = 0;
}

void play_think_ask(play *p, unsigned what)
{
    if (screen_is_over(&p->s)) {
        play_refuse(p, "The game is over.");
    } else if (p->s.online && p->s.mine != OXO_NONE) {
        play_refuse(p, "There are no hints in a game against a person.");
    } else {
        p->thoughts.asked |= what;
        screen_tell(&p->s, "Thinking...");
        begin_analysis(p);
        show_requested(p);
    }
}

static void take_analysis(play *p, job *j)
{
    play_thoughts *t = &p->thoughts;
    t->analyzing = false;
    if (j->seq == t->number && j->line_count > 0 && !screen_is_over(&p->s)) {
        t->stage++;
        t->best = j->lines[0].moves[0];
        p->s.value = tell_for_x(&j->lines[0].value, oxo_game_turn(&p->s.game));
        p->s.judged = true;
        if (j->lines[0].value.kind != OXO_ESTIMATED)
            t->stage = STAGES; /* proven: more time changes nothing */
        show_requested(p);
    }
    free(j->lines);
    begin_analysis(p);
}

static void take_answer(play *p, job *j)
{
    const bool current = j->seq == p->thoughts.number;
    if (j->kind == JOB_ANALYSIS)
        take_analysis(p, j);
    else if (j->kind == JOB_MOVE && current)
        play_make(p, j->move);
    else if (j->kind == JOB_INTENSITY && current)
        p->s.intensity = j->intensity;
}

void play_think_tend(play *p)
{
    char bytes[64];
    job j;
    while (read(p->thoughts.wake[0], bytes, sizeof bytes) > 0)
        ;
    while (workers_take(p->thoughts.workers, &j))
        take_answer(p, &j);
    /* The answers just taken have made room in the queue. */
    if (p->thoughts.owed > 0 && p->thoughts.owed == p->thoughts.number)
        play_think_choose(p);
}
