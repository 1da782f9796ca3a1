/* Levels: weaker on purpose, the same on every machine. */
#include "engine_kit.h"

#include <string.h>

#include "level.h"

static oxo_engine *engine_of_level(int level, uint64_t seed, int threads)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = SMALL_HASH;
    options.level = level;
    options.seed = seed;
    options.threads = threads;
    oxo_engine *engine = NULL;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    return engine;
}

/* The moves of a game that the engine plays against itself. */
static int play_out(oxo_engine *engine, oxo_variant variant,
                    oxo_move moves[OXO_MAX_MOVES])
{
    oxo_position p = oxo_position_start(variant);
    int length = 0;
    oxo_engine_new_game(engine);
    while (oxo_position_outcome(&p) == OXO_ONGOING) {
        const oxo_line line = think_about(engine, &p, (oxo_limits){0});
        assert_true(is_playable(&p, &line));
        moves[length++] = line.moves[0];
        p = oxo_position_play(&p, line.moves[0]);
    }
    return length;
}

static void every_level_plays_legal_games(void **state)
{
    (void)state;
    oxo_move moves[OXO_MAX_MOVES];
    for (int level = 1; level <= LEVELS; level++) {
        oxo_engine *engine = engine_of_level(level, 1, 1);
        /* A game of the last levels takes a while. */
        const int variants = level < 8 || TEST_IS_FAST ? OXO_VARIANTS : 1;
        for (int v = 0; v < variants; v++)
            assert_true(play_out(engine, (oxo_variant)v, moves) >= 5);
        oxo_engine_destroy(engine);
    }
}

static bool plays_the_same(int level, const uint64_t seeds[2],
                           const int threads[2])
{
    oxo_move moves[2][OXO_MAX_MOVES] = {{0}};
    int length[2];
    for (int i = 0; i < 2; i++) {
        oxo_engine *engine = engine_of_level(level, seeds[i], threads[i]);
        length[i] = play_out(engine, OXO_ULTIMATE, moves[i]);
        oxo_engine_destroy(engine);
    }
    return length[0] == length[1] &&
           memcmp(moves[0], moves[1], sizeof(moves[0])) == 0;
}

static void same_seed_plays_the_same_game(void **state)
{
    (void)state;
    for (int level = 1; level <= 7; level += 2)
        assert_true(plays_the_same(level, (uint64_t[]){5, 5}, (int[]){1, 1}));
}

static void another_seed_plays_another_game(void **state)
{
    (void)state;
    for (int level = 1; level <= 7; level += 2)
        assert_false(plays_the_same(level, (uint64_t[]){5, 6}, (int[]){1, 1}));
}

static void threads_do_not_make_a_level_stronger(void **state)
{
    (void)state;
    for (int level = 1; level <= 7; level += 3)
        assert_true(plays_the_same(level, (uint64_t[]){5, 5}, (int[]){1, 3}));
}

/* ---- What is overlooked ------------------------------------------------- */

static void level_never_overlooks_every_move(void **state)
{
    (void)state;
    uint64_t chance = 1;
    for (int i = 0; i < 20000; i++) {
        const oxo_position p = oxo_position_of_ultimate(
            random_position(OXO_ULTIMATE, i % 40, &chance));
        oxo_move moves[OXO_MAX_MOVES], overlooked[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&p, moves);
        const int n = level_overlooked(1 + i % LEVELS, (uint64_t)i, &p, moves,
                                       count, overlooked);
        assert_in_range(n, 0, count - 1);
        for (int j = 0; j < n; j++)
            assert_int_equal(oxo_position_check(&p, overlooked[j]), OXO_OK);
    }
}

static void higher_level_overlooks_less_and_thinks_more(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_move moves[OXO_MAX_MOVES], overlooked[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&p, moves);
    int last = INT32_MAX;
    for (int level = 1; level <= LEVELS; level++) {
        int total = 0;
        for (uint64_t seed = 0; seed < 1000; seed++)
            total +=
                level_overlooked(level, seed, &p, moves, count, overlooked);
        assert_true(total < last || total == 0);
        last = total;
        if (level > 1)
            assert_true(level_nodes(level) > level_nodes(level - 1));
    }
    assert_int_equal(last, 0);
}

TEST_GROUP("engine-levels")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_plays_legal_games),
        cmocka_unit_test(same_seed_plays_the_same_game),
        cmocka_unit_test(another_seed_plays_another_game),
        cmocka_unit_test(threads_do_not_make_a_level_stronger),
        cmocka_unit_test(level_never_overlooks_every_move),
        cmocka_unit_test(higher_level_overlooks_less_and_thinks_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
