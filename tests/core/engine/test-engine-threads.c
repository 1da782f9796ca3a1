/* Stopping a search, and searching with several threads. Run under TSan too:
 * tests/run threads. */
#include "engine_kit.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

/* ---- A search on a thread of its own ------------------------------------ */

typedef struct background {
    pthread_t thread;
    oxo_engine *engine;
    oxo_position p;
    oxo_limits limits;
    oxo_stop stop;
    _Atomic int reports;
    oxo_status status;
    oxo_line line;
    int count;
} background;

static void count_report(const oxo_search_info *info, void *context)
{
    (void)info;
    background *b = context;
    atomic_fetch_add(&b->reports, 1);
}

static void *search_in_background(void *argument)
{
    background *b = argument;
    b->status = oxo_engine_search(b->engine, &b->p, &b->limits, count_report,
                                  b, &b->line, &b->count);
    return NULL;
}

static void begin(background *b)
{
    assert_int_equal(pthread_create(&b->thread, NULL, search_in_background, b),
                     0);
}

/* The search has come back, with a move that can be played. */
static void finish(background *b)
{
    assert_int_equal(pthread_join(b->thread, NULL), 0);
    assert_int_equal(b->status, OXO_OK);
    assert_int_equal(b->count, 1);
    assert_true(is_playable(&b->p, &b->line));
}

/* ---- Stopping ----------------------------------------------------------- */

static void search_without_limits_is_stopped(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads *= 2) {
        background b = {.engine = engine_with(SMALL_HASH, threads, 1)};
        for (int r = 0; r < RULE_SETS; r++) {
            b.p = oxo_position_start(rule_sets[r]);
            b.limits.stop = &b.stop;
            oxo_stop_clear(&b.stop);
            atomic_store(&b.reports, 0);
            begin(&b);
            while (atomic_load(&b.reports) < 3)
                sched_yield();
            oxo_stop_set(&b.stop);
            finish(&b);
        }
        oxo_engine_destroy(b.engine);
    }
}

/* It may come before the search, or into its first moves. */
static void stop_right_away_is_not_lost(void **state)
{
    (void)state;
    background b = {.engine = engine_with(SMALL_HASH, 2, 1),
                    .p = oxo_position_start(OXO_ULTIMATE)};
    b.limits.stop = &b.stop;
    for (int i = 0; i < 20; i++) {
        oxo_stop_clear(&b.stop);
        begin(&b);
        oxo_stop_set(&b.stop);
        finish(&b);
    }
    oxo_engine_destroy(b.engine);
}

static void stop_before_the_search_ends_it_at_once(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_stop stop = {0};
    oxo_stop_set(&stop);
    for (int threads = 1; threads <= 4; threads++) {
        oxo_engine *engine = engine_with(SMALL_HASH, threads, 1);
        const oxo_line line =
            think_about(engine, &p, (oxo_limits){.stop = &stop});
        assert_true(is_playable(&p, &line));
        oxo_engine_destroy(engine);
    }
}

static void keep_depth(const oxo_search_info *info, void *context)
{
    *(int *)context = info->depth;
}

static int depth_reached(oxo_engine *engine, int limit, const oxo_stop *stop)
{
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    const oxo_limits limits = {.depth = limit, .stop = stop};
    oxo_line line;
    int count, depth = 0;
    assert_int_equal(oxo_engine_search(engine, &p, &limits, keep_depth, &depth,
                                       &line, &count),
                     OXO_OK);
    return depth;
}

static void stop_ends_the_search_that_has_it_and_no_other(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    oxo_stop set = {0}, clear = {0};
    oxo_stop_set(&set);
    assert_true(depth_reached(engine, 7, &set) < 7);
    assert_int_equal(depth_reached(engine, 7, NULL), 7);
    assert_int_equal(depth_reached(engine, 7, &clear), 7);
    oxo_engine_destroy(engine);
}

static void stop_now(const oxo_search_info *info, void *context)
{
    if (info->depth >= 3)
        oxo_stop_set(context);
}

static void report_may_stop_the_search(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE_CG);
    oxo_stop stop = {0};
    const oxo_limits limits = {.stop = &stop};
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    oxo_line line;
    int count;
    assert_int_equal(
        oxo_engine_search(engine, &p, &limits, stop_now, &stop, &line, &count),
        OXO_OK);
    assert_true(is_playable(&p, &line));
    oxo_engine_destroy(engine);
}

/* ---- Several threads ---------------------------------------------------- */

static void play_game(oxo_engine *engine, oxo_variant rules, uint64_t nodes)
{
    oxo_position p = oxo_position_start(rules);
    while (oxo_position_outcome(&p) == OXO_ONGOING) {
        const oxo_limits limits = {.nodes = nodes};
        const oxo_line line = think_about(engine, &p, limits);
        assert_true(is_playable(&p, &line));
        p = oxo_position_play(&p, line.moves[0]);
    }
}

static void game_with_two_threads_is_legal(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 2, 1);
    for (int r = 0; r < RULE_SETS; r++)
        play_game(engine, rule_sets[r], TEST_IS_FAST ? 5000 : 1000);
    oxo_engine_destroy(engine);
}

/* A table of one bucket: every thread writes over the others' entries. */
static void game_with_four_threads_in_a_tiny_table_is_legal(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(1, 4, 1);
    for (int r = 0; r < RULE_SETS; r++)
        play_game(engine, rule_sets[r], TEST_IS_FAST ? 5000 : 500);
    oxo_engine_destroy(engine);
}

static void threads_do_not_change_what_is_proven(void **state)
{
    (void)state;
    oxo_engine *one = engine_with(SMALL_HASH, 1, 1);
    oxo_engine *four = engine_with(SMALL_HASH, 4, 1);
    uint64_t seed = 1;
    for (int i = 0; i < (TEST_IS_FAST ? 600 : 90); i++) {
        const oxo_position p = oxo_position_of_ultimate(
            late_position(rule_sets[i % RULE_SETS], 12, &seed));
        const oxo_line a = think_about(one, &p, (oxo_limits){0});
        const oxo_line b = think_about(four, &p, (oxo_limits){0});
        assert_int_not_equal(a.value.kind, OXO_ESTIMATED);
        assert_int_equal(a.value.kind, b.value.kind);
        assert_true(is_playable(&p, &b));
    }
    oxo_engine_destroy(one);
    oxo_engine_destroy(four);
}

/* Two engines have nothing in common, and may think at the same time. */
static void two_engines_do_not_meet(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    const oxo_limits limits = {.depth = 6};
    background b[2];
    for (int i = 0; i < 2; i++) {
        b[i] = (background){
            .engine = engine_with(SMALL_HASH, 1, 1), .p = p, .limits = limits};
        begin(&b[i]);
    }
    for (int i = 0; i < 2; i++)
        finish(&b[i]);
    assert_int_equal(b[0].line.moves[0], b[1].line.moves[0]);
    assert_same(b[0].line.value, b[1].line.value);
    for (int i = 0; i < 2; i++)
        oxo_engine_destroy(b[i].engine);
}

/* ---- The library's networks --------------------------------------------- */

static void *ask_for_neural(void *argument)
{
    const oxo_neural **ret = argument;
    *ret = oxo_neural_builtin(OXO_ULTIMATE_CG);
    return NULL;
}

static void network_that_many_ask_for_is_made_once(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    const oxo_neural *made[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, ask_for_neural, &made[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_non_null(made[i]);
        assert_ptr_equal(made[i], made[0]);
    }
}

TEST_GROUP("engine-threads")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_without_limits_is_stopped),
        cmocka_unit_test(stop_right_away_is_not_lost),
        cmocka_unit_test(stop_before_the_search_ends_it_at_once),
        cmocka_unit_test(stop_ends_the_search_that_has_it_and_no_other),
        cmocka_unit_test(report_may_stop_the_search),
        cmocka_unit_test(game_with_two_threads_is_legal),
        cmocka_unit_test(game_with_four_threads_in_a_tiny_table_is_legal),
        cmocka_unit_test(threads_do_not_change_what_is_proven),
        cmocka_unit_test(two_engines_do_not_meet),
        cmocka_unit_test(network_that_many_ask_for_is_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
