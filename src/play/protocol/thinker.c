/* thinker.c - runs a player on a thread of its own. */
#define _POSIX_C_SOURCE 200809L /* pthread_condattr_setclock() */
#include "thinker.h"

#include <assert.h>
#include <time.h>

#include "clock.h"
#include "oxo/playout.h"

/* ---- On the thinker's thread -------------------------------------------- */

static player_task task_of(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    player_task task = {
        .position = t->position,
        .report = t->listener.report,
        .context = t->listener.context,
    };
    if (!t->ponder)
        task.limits = t->limits;
    task.limits.analysis = t->hold;
    task.limits.stop = &t->stop;
    pthread_mutex_unlock(&t->lock);
    return task;
}

/* Waits as long as the answer must be kept back. True if the search must be
 * repeated with limits, after a ponder hit. */
static bool must_think_again(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    while ((t->hold || t->ponder) && !t->ending && !t->hit)
        pthread_cond_wait(&t->changed, &t->lock);
    const bool again = t->hit && !t->ending;
    if (again) {
        t->hit = false;
        oxo_stop_clear(&t->stop);
    } else {
        t->ending = true;
    }
    pthread_mutex_unlock(&t->lock);
    return again;
}

static void think_once(thinker *t, player_choice *choice)
{
    const player *p = t->player;
    const player_task task = task_of(t);
    if (oxo_position_outcome(&task.position) != OXO_ONGOING)
        return;
    const int error = p->think(p->self, &task, choice);
    if (error == 0)
        return;
    /* The other side waits for a move: any legal move is better than none. */
    oxo_move moves[OXO_MAX_MOVES];
    oxo_position_moves(&task.position, moves);
    *choice = (player_choice){moves[0], OXO_NO_MOVE, 0};
    t->listener.failed(t->listener.context, error);
}

static void run_search(thinker *t)
{
    player_choice choice = {OXO_NO_MOVE, OXO_NO_MOVE, 0};
    do
        think_once(t, &choice);
    while (must_think_again(t));
    t->listener.answer(t->listener.context, &choice);
}

/* Position i of the benchmark: after 4 * i random moves from the start, or
 * fewer if the next one would end the game. */
static oxo_position bench_position(oxo_variant variant, int i)
{
    oxo_random random = {(uint64_t)i};
    oxo_position p = oxo_position_start(variant);
    for (int ply = 0; ply < 4 * i; ply++) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&p, moves);
        const oxo_position q = oxo_position_play(
            &p, moves[oxo_random_below(&random, (uint32_t)count)]);
        if (oxo_position_outcome(&q) != OXO_ONGOING)
            break;
        p = q;
    }
    return p;
}

static int search_bench_position(thinker *t, int i, uint64_t *nodes)
{
    const player *p = t->player;
    player_task task = task_of(t);
    task.position = bench_position((oxo_variant)task.position.variant, i);
    player_choice choice;
    p->new_game(p->self);
    const int error = p->think(p->self, &task, &choice);
    if (error == 0)
        *nodes += choice.nodes;
    return error;
}

static void run_bench(thinker *t)
{
    const int64_t start = clock_us();
    uint64_t nodes = 0;
    int error = 0;
    for (int i = 0; i < 12 && error == 0 && !oxo_stop_is_set(&t->stop); i++)
        error = search_bench_position(t, i, &nodes);
    t->player->new_game(t->player->self);
    if (error)
        t->listener.failed(t->listener.context, error);
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    pthread_mutex_unlock(&t->lock);
    /* The node count of an incomplete benchmark is useless. */
    if (!error && !oxo_stop_is_set(&t->stop))
        t->listener.benched(t->listener.context, nodes, clock_us() - start);
}

static void *run_thread(void *context)
{
    thinker *t = context;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->task == THINKER_IDLE && !t->quit)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->task == THINKER_IDLE)
            break;
        const thinker_task task = t->task;
        pthread_mutex_unlock(&t->lock);
        if (task == THINKER_SEARCH)
            run_search(t);
        else
            run_bench(t);
        pthread_mutex_lock(&t->lock);
        t->task = THINKER_IDLE;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* ---- On the session's thread -------------------------------------------- */

int thinker_start(thinker *t, const player *p, thinker_listener listener)
{
    *t = (thinker){.player = p, .listener = listener};
    int error = pthread_mutex_init(&t->lock, NULL);
    if (error)
        return -error;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    error = pthread_cond_init(&t->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (!error) {
        error = pthread_create(&t->thread, NULL, run_thread, t);
        if (!error)
            return 0;
        pthread_cond_destroy(&t->changed);
    }
    pthread_mutex_destroy(&t->lock);
    return -error;
}

/* Does the task end without thinker_stop()? Only the mover's clock limits a
 * search. */
static bool ends_by_itself(const thinker *t)
{
    const oxo_limits *l = &t->limits;
    const oxo_mark turn = oxo_position_turn(&t->position);
    if (t->hold || t->ponder)
        return false;
    return t->ending || t->task == THINKER_BENCH || l->nodes > 0 ||
           l->depth > 0 || l->move_time > 0 || l->clock[turn] > 0;
}

/* Waits 20 ms at most: a signal handler sets the caller's `*quit`, and cannot
 * signal a condition variable. */
static void wait_for_change(thinker *t)
{
    struct timespec until;
    clock_deadline(20, &until);
    pthread_cond_timedwait(&t->changed, &t->lock, &until);
}

void thinker_wait(thinker *t, const atomic_bool *quit)
{
    pthread_mutex_lock(&t->lock);
    while (t->task != THINKER_IDLE && ends_by_itself(t) &&
           !(quit && atomic_load(quit)))
        wait_for_change(t);
    pthread_mutex_unlock(&t->lock);
}

void thinker_finish(thinker *t)
{
    thinker_stop(t);
    pthread_mutex_lock(&t->lock);
    t->quit = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
}

bool thinker_is_busy(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    while (t->task != THINKER_IDLE && t->ending)
        pthread_cond_wait(&t->changed, &t->lock);
    const bool busy = t->task != THINKER_IDLE;
    pthread_mutex_unlock(&t->lock);
    return busy;
}

static void begin_task(thinker *t, thinker_task task)
{
    assert(t->task == THINKER_IDLE);
    t->task = task;
    t->hit = false;
    t->ending = false;
    oxo_stop_clear(&t->stop);
    pthread_cond_broadcast(&t->changed);
}

void thinker_search(thinker *t, const oxo_position *p,
                    const oxo_limits *limits, bool hold, bool ponder)
{
    pthread_mutex_lock(&t->lock);
    t->position = *p;
    t->limits = *limits;
    t->hold = hold;
    t->ponder = ponder;
    begin_task(t, THINKER_SEARCH);
    pthread_mutex_unlock(&t->lock);
}

void thinker_bench(thinker *t, oxo_variant variant)
{
    pthread_mutex_lock(&t->lock);
    t->position = oxo_position_start(variant);
    t->limits = t->player->bench_limits;
    t->hold = false;
    t->ponder = false;
    begin_task(t, THINKER_BENCH);
    pthread_mutex_unlock(&t->lock);
}

static void interrupt(thinker *t)
{
    oxo_stop_set(&t->stop);
    pthread_cond_broadcast(&t->changed);
}

void thinker_stop(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->task != THINKER_IDLE && !t->ending) {
        t->ending = true;
        interrupt(t);
    }
    pthread_mutex_unlock(&t->lock);
}

void thinker_ponder_hit(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->task == THINKER_SEARCH && t->ponder && !t->ending) {
        t->ponder = false;
        t->hit = true;
        interrupt(t);
    }
    pthread_mutex_unlock(&t->lock);
}
