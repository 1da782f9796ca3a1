/* The engine as a library user meets it: options, limits, reuse. */
#include "engine_kit.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* ---- Options ------------------------------------------------------------ */

static void assert_refused(oxo_engine_options options, int error)
{
    oxo_engine *const untouched = (oxo_engine *)&options;
    oxo_engine *engine = untouched;
    assert_int_equal(oxo_engine_create(&options, &engine), error);
    assert_ptr_equal(engine, untouched);
}

static void option_out_of_range_is_refused(void **state)
{
    (void)state;
    const oxo_engine_options good = oxo_engine_defaults();
    static const int threads[] = {0, -1, INT_MIN, INT_MAX};
    static const int levels[] = {-1, 11, INT_MIN, INT_MAX};
    static const int lines[] = {0, -1, OXO_MAX_MOVES + 1, INT_MAX};
    for (int i = 0; i < 4; i++) {
        oxo_engine_options bad = good;
        bad.threads = threads[i];
        assert_refused(bad, -EINVAL);
        bad = good;
        bad.level = levels[i];
        assert_refused(bad, -EINVAL);
        bad = good;
        bad.lines = lines[i];
        assert_refused(bad, -EINVAL);
    }
}

static void every_level_and_number_of_lines_is_accepted(void **state)
{
    (void)state;
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = 0;
    for (options.level = 0; options.level <= 10; options.level++) {
        options.lines = 1 + 8 * options.level;
        oxo_engine *engine;
        assert_int_equal(oxo_engine_create(&options, &engine), 0);
        oxo_engine_destroy(engine);
    }
}

/* Sanitizers would rather abort than let an allocation fail. What the
 * environment says is added to this. They ask by these names. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void hash_that_does_not_fit_is_out_of_memory(void **state)
{
    (void)state;
    oxo_engine_options options = oxo_engine_defaults();
    static const size_t sizes[] = {SIZE_MAX / 4, SIZE_MAX / 2 + 1, SIZE_MAX};
    for (int i = 0; i < 3; i++) {
        options.hash_bytes = sizes[i];
        assert_refused(options, -ENOMEM);
    }
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    oxo_engine_destroy(NULL);
}

/* ---- Answers ------------------------------------------------------------ */

static void assert_game_over(oxo_engine *engine, const oxo_position *p)
{
    const oxo_limits limits = {.depth = 2};
    oxo_line line = {.length = 77};
    int count = 88;
    assert_int_equal(
        oxo_engine_search(engine, p, &limits, NULL, NULL, &line, &count),
        OXO_GAME_OVER);
    assert_int_equal(line.length, 77);
    assert_int_equal(count, 88);
}

static void finished_game_has_no_move(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    oxo_position p = position_after(OXO_CLASSIC, "a d b e c");
    assert_game_over(engine, &p);
    p = position_after(OXO_CLASSIC, "a b c e d f h g i");
    assert_game_over(engine, &p);
    uint64_t seed = 1;
    for (int i = 0; i < 60; i++) {
        oxo_ultimate u = oxo_ultimate_start(rule_sets[i % RULE_SETS]);
        while (oxo_ultimate_outcome(&u) == OXO_ONGOING)
            u = random_move(u, &seed);
        p = oxo_position_of_ultimate(u);
        assert_game_over(engine, &p);
    }
    oxo_engine_destroy(engine);
}

static void first_move_is_legal_for_any_budget(void **state)
{
    (void)state;
    static const uint64_t budgets[] = {1, 2, 10, 1000};
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 2;
    for (int game = 0; game < (TEST_IS_FAST ? 60 : 6); game++) {
        oxo_ultimate u = oxo_ultimate_start(rule_sets[game % RULE_SETS]);
        while (oxo_ultimate_outcome(&u) == OXO_ONGOING) {
            const oxo_position p = oxo_position_of_ultimate(u);
            for (int i = 0; i < 4; i++) {
                const oxo_limits limits = {.nodes = budgets[i]};
                const oxo_line line = think_about(engine, &p, limits);
                assert_true(is_playable(&p, &line));
            }
            u = random_move(u, &seed);
        }
    }
    oxo_engine_destroy(engine);
}

/* A millisecond is too little to share with the solver. It would take what it
 * takes where nothing is limited: 430,000 nodes here. */
static void short_time_is_not_spent_on_proofs(void **state)
{
    (void)state;
    const oxo_position p = position_after(
        OXO_ULTIMATE, "cc ch hd dd df fc cb bb bh hh hf fa aa ac ca ai id da "
                      "ad dg gi ih hi ii ig gh hb bi ia ag gb ba ab be eh");
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    think_about(engine, &p, (oxo_limits){.move_time = 1});
    assert_true(oxo_engine_nodes(engine) < 200000);
    oxo_engine_destroy(engine);
}

static void timed_search_answers_with_a_legal_move(void **state)
{
    (void)state;
    static const oxo_limits timed[] = {
        {.move_time = 1},
        {.move_time = 5, .depth = 50},
        {.clock = {30, 30}},
        {.clock = {1, 1}},
        {.clock = {40, 40}, .increment = {5, 5}},
        {.clock = {INT64_MAX, INT64_MAX}, .nodes = 100},
    };
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 3;
    for (int i = 0; i < 6 * RULE_SETS; i++) {
        const oxo_position p = oxo_position_of_ultimate(
            random_position(rule_sets[i % RULE_SETS], i, &seed));
        const oxo_line line = think_about(engine, &p, timed[i / RULE_SETS]);
        assert_true(is_playable(&p, &line));
    }
    oxo_engine_destroy(engine);
}

/* ---- What is reported --------------------------------------------------- */

enum { MOST_REPORTS = 600 };

typedef struct log {
    int count;
    oxo_search_info infos[MOST_REPORTS];
} log;

static void keep(const oxo_search_info *info, void *context)
{
    log *l = context;
    if (l->count < MOST_REPORTS)
        l->infos[l->count++] = *info;
}

static oxo_line search_and_log(oxo_engine *engine, const oxo_position *p,
                               oxo_limits limits, log *ret)
{
    oxo_line line;
    int count;
    ret->count = 0;
    assert_int_equal(
        oxo_engine_search(engine, p, &limits, keep, ret, &line, &count),
        OXO_OK);
    return line;
}

static void depth_limit_is_the_depth_reached(void **state)
{
    (void)state;
    static log l;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    for (int depth = 1; depth <= 5; depth++) {
        search_and_log(engine, &p, (oxo_limits){.depth = depth}, &l);
        assert_int_equal(l.count, depth);
        for (int i = 0; i < l.count; i++)
            assert_int_equal(l.infos[i].depth, i + 1);
    }
    oxo_engine_destroy(engine);
}

static void time_without_end_does_not_end_the_search(void **state)
{
    (void)state;
    static log l;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    search_and_log(engine, &p,
                   (oxo_limits){.depth = 6, .move_time = INT64_MAX}, &l);
    assert_int_equal(l.count, 6);
    oxo_engine_destroy(engine);
}

static void report_tells_what_is_going_on(void **state)
{
    (void)state;
    static log l;
    const oxo_position p = position_after(OXO_ULTIMATE, "ee ea ae");
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    const oxo_line line =
        search_and_log(engine, &p, (oxo_limits){.depth = 6}, &l);
    for (int i = 0; i < l.count; i++) {
        const oxo_search_info *info = &l.infos[i];
        assert_int_equal(info->rank, 1);
        assert_true(info->deepest >= info->depth);
        assert_true(info->nodes > (i ? l.infos[i - 1].nodes : 0));
        assert_true(info->time >= (i ? l.infos[i - 1].time : 0));
        assert_in_range(info->hash_full, 0, 1000);
        assert_true(is_playable(&p, &info->line));
    }
    assert_same(l.infos[l.count - 1].line.value, line.value);
    assert_int_equal(l.infos[l.count - 1].line.moves[0], line.moves[0]);
    oxo_engine_destroy(engine);
}

/* The depth that was complete after n nodes is complete with n + 1, and not
 * with n - 1: the limit is kept to the node. */
static void node_limit_is_kept_to_the_node(void **state)
{
    (void)state;
    static log full, cut;
    const oxo_position p = position_after(OXO_ULTIMATE, "ee ea ae");
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    search_and_log(engine, &p, (oxo_limits){.depth = 6}, &full);
    assert_int_equal(full.count, 6);
    for (int i = 0; i < full.count; i++) {
        const uint64_t nodes = full.infos[i].nodes;
        oxo_engine_new_game(engine);
        search_and_log(engine, &p, (oxo_limits){.nodes = nodes + 1}, &cut);
        assert_int_equal(cut.count, i + 1);
        assert_int_equal(cut.infos[i].nodes, nodes);
        oxo_engine_new_game(engine);
        search_and_log(engine, &p, (oxo_limits){.nodes = nodes - 1}, &cut);
        assert_int_equal(cut.count, i);
    }
    oxo_engine_destroy(engine);
}

static void search_that_solves_the_position_ends_by_itself(void **state)
{
    (void)state;
    static log l;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 4;
    for (int i = 0; i < 30; i++) {
        const oxo_ultimate u =
            late_position(rule_sets[i % RULE_SETS], 10, &seed);
        const oxo_position p = oxo_position_of_ultimate(u);
        const oxo_line line = search_and_log(engine, &p, (oxo_limits){0}, &l);
        assert_int_not_equal(line.value.kind, OXO_ESTIMATED);
        assert_true(l.infos[l.count - 1].depth <= cells_left(&u));
    }
    oxo_engine_destroy(engine);
}

/* ---- The same again ----------------------------------------------------- */

static void assert_same_log(const log *a, const log *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const oxo_search_info *x = &a->infos[i], *y = &b->infos[i];
        assert_int_equal(x->depth, y->depth);
        assert_int_equal(x->deepest, y->deepest);
        assert_int_equal(x->rank, y->rank);
        assert_int_equal(x->nodes, y->nodes);
        assert_int_equal(x->hash_full, y->hash_full);
        assert_same(x->line.value, y->line.value);
        assert_int_equal(x->line.length, y->line.length);
        assert_memory_equal(x->line.moves, y->line.moves,
                            (size_t)x->line.length);
    }
}

/* Two engines play a game, move by move. */
static void same_options_and_nodes_give_the_same_search(void **state)
{
    (void)state;
    static log one, two;
    oxo_engine *a = engine_with(SMALL_HASH, 1, 2);
    oxo_engine *b = engine_with(SMALL_HASH, 1, 2);
    const oxo_limits limits = {.nodes = TEST_IS_FAST ? 5000 : 500};
    for (int r = 0; r < RULE_SETS; r++) {
        oxo_position p = oxo_position_start(rule_sets[r]);
        oxo_line x[2], y[2];
        int count;
        for (;;) {
            one.count = two.count = 0;
            if (oxo_engine_search(a, &p, &limits, keep, &one, x, &count))
                break;
            oxo_engine_search(b, &p, &limits, keep, &two, y, &count);
            assert_same_log(&one, &two);
            assert_int_equal(x[0].moves[0], y[0].moves[0]);
            assert_same(x[0].value, y[0].value);
            p = oxo_position_play(&p, x[0].moves[0]);
        }
        assert_int_not_equal(oxo_position_outcome(&p), OXO_ONGOING);
    }
    oxo_engine_destroy(a);
    oxo_engine_destroy(b);
}

static void new_game_forgets_the_last_one(void **state)
{
    (void)state;
    static log fresh, again;
    const oxo_position start = oxo_position_start(OXO_ULTIMATE_CG);
    const oxo_position other = position_after(OXO_ULTIMATE, "ee ea ae");
    const oxo_limits limits = {.nodes = 20000};
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    search_and_log(engine, &start, limits, &fresh);
    search_and_log(engine, &other, limits, &again);
    oxo_engine_new_game(engine);
    search_and_log(engine, &start, limits, &again);
    assert_same_log(&fresh, &again);
    oxo_engine_destroy(engine);
}

/* One engine, all variants in turn, games to the end. */
static void engine_plays_one_game_after_another(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    for (int game = 0; game < 2 * OXO_VARIANTS; game++) {
        oxo_position p =
            oxo_position_start((oxo_variant)(game % OXO_VARIANTS));
        int plies = 0;
        while (oxo_position_outcome(&p) == OXO_ONGOING) {
            const oxo_limits limits = {.nodes = TEST_IS_FAST ? 2000 : 200};
            const oxo_line line = think_about(engine, &p, limits);
            assert_int_equal(oxo_position_check(&p, line.moves[0]), OXO_OK);
            p = oxo_position_play(&p, line.moves[0]);
            plies++;
        }
        assert_in_range(plies, 5, OXO_MAX_MOVES);
    }
    oxo_engine_destroy(engine);
}

TEST_GROUP("engine")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(option_out_of_range_is_refused),
        cmocka_unit_test(every_level_and_number_of_lines_is_accepted),
        cmocka_unit_test(hash_that_does_not_fit_is_out_of_memory),
        cmocka_unit_test(destroying_nothing_is_allowed),
        cmocka_unit_test(finished_game_has_no_move),
        cmocka_unit_test(first_move_is_legal_for_any_budget),
        cmocka_unit_test(short_time_is_not_spent_on_proofs),
        cmocka_unit_test(timed_search_answers_with_a_legal_move),
        cmocka_unit_test(depth_limit_is_the_depth_reached),
        cmocka_unit_test(time_without_end_does_not_end_the_search),
        cmocka_unit_test(report_tells_what_is_going_on),
        cmocka_unit_test(node_limit_is_kept_to_the_node),
        cmocka_unit_test(search_that_solves_the_position_ends_by_itself),
        cmocka_unit_test(same_options_and_nodes_give_the_same_search),
        cmocka_unit_test(new_game_forgets_the_last_one),
        cmocka_unit_test(engine_plays_one_game_after_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
