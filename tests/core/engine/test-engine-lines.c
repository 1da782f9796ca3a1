/* The lines that a search answers with: what follows, and what else. */
#include "engine_kit.h"

#include <string.h>

/* Orders values by how much the mover likes them. */
static int rank_of(const oxo_value *v)
{
    switch (v->kind) {
    case OXO_PROVEN_WIN:
        return 1000000 - v->distance;
    case OXO_PROVEN_LOSS:
        return v->distance - 1000000;
    case OXO_PROVEN_DRAW:
        return 0;
    case OXO_ESTIMATED:
        break;
    }
    return v->centi;
}

static void assert_sound_value(const oxo_value *v)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        assert_in_range(v->wdl[i], 0, 1000);
        sum += v->wdl[i];
    }
    assert_int_equal(sum, 1000);
    if (v->kind == OXO_PROVEN_WIN || v->kind == OXO_PROVEN_LOSS)
        assert_in_range(v->distance, 1, OXO_MAX_MOVES);
    if (v->kind != OXO_ESTIMATED)
        assert_int_equal(v->centi, 0);
}

/* Each line can be played and has a first move of its own. */
static void assert_distinct_lines(const oxo_position *p, const oxo_line *lines,
                                  int count)
{
    bool taken[OXO_MAX_MOVES] = {false};
    for (int i = 0; i < count; i++) {
        assert_true(is_playable(p, &lines[i]));
        assert_sound_value(&lines[i].value);
        assert_false(taken[lines[i].moves[0]]);
        taken[lines[i].moves[0]] = true;
    }
}

/* And is worth no more than the one before. */
static void assert_sound_lines(const oxo_position *p, const oxo_line *lines,
                               int count)
{
    assert_distinct_lines(p, lines, count);
    for (int i = 1; i < count; i++)
        assert_true(rank_of(&lines[i].value) <= rank_of(&lines[i - 1].value));
}

static int count_moves(const oxo_position *p)
{
    oxo_move moves[OXO_MAX_MOVES];
    return oxo_position_moves(p, moves);
}

static int search_lines(oxo_engine *engine, const oxo_position *p,
                        oxo_limits limits, oxo_line *ret)
{
    int count = -1;
    assert_int_equal(
        oxo_engine_search(engine, p, &limits, NULL, NULL, ret, &count),
        OXO_OK);
    return count;
}

/* ---- One line ----------------------------------------------------------- */

static void line_can_be_played(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 1;
    for (int i = 0; i < (TEST_IS_FAST ? 600 : 60); i++) {
        const oxo_position p = oxo_position_of_ultimate(random_position(
            rule_sets[i % RULE_SETS], (int)next_random(&seed, 60), &seed));
        const oxo_line line =
            think_about(engine, &p, (oxo_limits){.depth = 1 + i % 6});
        assert_sound_lines(&p, &line, 1);
    }
    oxo_engine_destroy(engine);
}

/* ---- Several lines ------------------------------------------------------ */

enum { LINES = 4 };

static void lines_are_distinct_and_best_first(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, LINES);
    uint64_t seed = 2;
    for (int i = 0; i < (TEST_IS_FAST ? 900 : 60); i++) {
        const oxo_position p = oxo_position_of_ultimate(random_position(
            rule_sets[i % RULE_SETS], (int)next_random(&seed, 70), &seed));
        oxo_line lines[LINES];
        const oxo_limits limits = {.depth = 1 + i % 5};
        const int count = search_lines(engine, &p, limits, lines);
        const int legal = count_moves(&p);
        assert_int_equal(count, legal < LINES ? legal : LINES);
        assert_sound_lines(&p, lines, count);
    }
    oxo_engine_destroy(engine);
}

/* A search that is broken off between two lines of a depth leaves the rest
 * from the depth before: not comparable, but distinct. */
static void lines_are_distinct_for_any_budget(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(SMALL_HASH, 1, LINES);
    uint64_t seed = 3;
    for (int i = 0; i < (TEST_IS_FAST ? 3000 : 200); i++) {
        const oxo_position p = oxo_position_of_ultimate(random_position(
            rule_sets[i % RULE_SETS], (int)next_random(&seed, 70), &seed));
        oxo_line lines[LINES];
        const oxo_limits limits = {.nodes = 1 + next_random(&seed, 3000)};
        const int count = search_lines(engine, &p, limits, lines);
        assert_distinct_lines(&p, lines, count);
    }
    oxo_engine_destroy(engine);
}

/* X wins with either of two moves: in c at once, or after a third. */
static void every_winning_move_is_a_win_at_once(void **state)
{
    (void)state;
    const oxo_ultimate u =
        ultimate_of(OXO_ULTIMATE,
                    "xxxoo.... xxxoo.... x.x.x.oo. oo....... ......... "
                    "......... ......... ......... .........",
                    OXO_X, 2);
    const oxo_position p = oxo_position_of_ultimate(u);
    int wins = 0;
    for (oxo_move m = 18; m < 27; m++) {
        if (oxo_position_check(&p, m) != OXO_OK)
            continue;
        const oxo_position next = oxo_position_play(&p, m);
        wins += oxo_position_outcome(&next) == OXO_X_WINS;
    }
    assert_int_equal(wins, 2); /* b and i of board c */
    oxo_engine *engine = engine_with(SMALL_HASH, 1, LINES);
    for (int depth = 1; depth <= 4; depth++) {
        oxo_line lines[LINES];
        const oxo_limits limits = {.depth = depth};
        assert_int_equal(search_lines(engine, &p, limits, lines), LINES);
        for (int i = 0; i < LINES; i++) {
            const oxo_position next = oxo_position_play(&p, lines[i].moves[0]);
            const bool won = oxo_position_outcome(&next) == OXO_X_WINS;
            assert_int_equal(won, i < wins);
            if (!won)
                continue;
            assert_int_equal(lines[i].value.kind, OXO_PROVEN_WIN);
            assert_int_equal(lines[i].value.distance, 1);
            assert_int_equal(lines[i].length, 1);
        }
        assert_sound_lines(&p, lines, LINES);
    }
    oxo_engine_destroy(engine);
}

/* Asked for as many lines as there can be: one for every legal move. */
static void every_legal_move_can_be_asked_for(void **state)
{
    (void)state;
    static oxo_line lines[OXO_MAX_MOVES];
    oxo_engine *engine = engine_with(SMALL_HASH, 1, OXO_MAX_MOVES);
    uint64_t seed = 4;
    for (int i = 0; i < 30; i++) {
        const oxo_position p = oxo_position_of_ultimate(
            random_position(rule_sets[i % RULE_SETS], 2 * i, &seed));
        const oxo_limits limits = {.depth = 2};
        const int count = search_lines(engine, &p, limits, lines);
        assert_int_equal(count, count_moves(&p));
        assert_sound_lines(&p, lines, count);
    }
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    const oxo_limits limits = {.depth = 1};
    assert_int_equal(search_lines(engine, &start, limits, lines), 81);
    oxo_engine_destroy(engine);
}

/* A search to the end knows the value of every move. */
static void solved_position_has_every_move_proven(void **state)
{
    (void)state;
    static oxo_line lines[OXO_MAX_MOVES];
    oxo_engine *all = engine_with(SMALL_HASH, 1, OXO_MAX_MOVES);
    oxo_engine *one = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 5;
    for (int i = 0; i < (TEST_IS_FAST ? 300 : 60); i++) {
        const oxo_position p = oxo_position_of_ultimate(
            late_position(rule_sets[i % RULE_SETS], 8, &seed));
        const int count = search_lines(all, &p, (oxo_limits){0}, lines);
        assert_int_equal(count, count_moves(&p));
        assert_sound_lines(&p, lines, count);
        for (int j = 0; j < count; j++)
            assert_int_not_equal(lines[j].value.kind, OXO_ESTIMATED);
        const oxo_line best = think_about(one, &p, (oxo_limits){0});
        assert_int_equal(best.value.kind, lines[0].value.kind);
    }
    oxo_engine_destroy(all);
    oxo_engine_destroy(one);
}

/* What the game is worth after the move, as far as a proof needs it. */
static bool leads_to_a_draw(oxo_engine *judge, const oxo_position *p,
                            oxo_move m)
{
    const oxo_position next = oxo_position_play(p, m);
    if (oxo_position_outcome(&next) != OXO_ONGOING)
        return oxo_position_outcome(&next) == OXO_DRAW;
    const oxo_line line = think_about(judge, &next, (oxo_limits){0});
    return line.value.kind == OXO_PROVEN_DRAW;
}

/* Broken off in the last depth, which proves draws, between its lines. */
static void line_of_an_earlier_depth_is_not_proven_by_a_later(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(1 << 14, 1, LINES);
    oxo_engine *judge = engine_with(SMALL_HASH, 1, 1);
    uint64_t seed = 6;
    for (int i = 0; i < (TEST_IS_FAST ? 300 : 60); i++) {
        const oxo_position p = oxo_position_of_ultimate(
            late_position(rule_sets[i % RULE_SETS], 6, &seed));
        for (uint64_t nodes = 1; nodes < 90; nodes++) {
            oxo_line lines[LINES];
            oxo_engine_new_game(engine);
            const oxo_limits limits = {.nodes = nodes};
            const int count = search_lines(engine, &p, limits, lines);
            for (int j = 0; j < count; j++)
                assert_true(lines[j].value.kind != OXO_PROVEN_DRAW ||
                            leads_to_a_draw(judge, &p, lines[j].moves[0]));
        }
    }
    oxo_engine_destroy(engine);
    oxo_engine_destroy(judge);
}

/* ---- Classic ------------------------------------------------------------ */

static void classic_lines_are_sound_and_proven(void **state)
{
    (void)state;
    oxo_engine *engine = engine_with(1, 1, OXO_CELLS);
    oxo_line lines[OXO_CELLS];
    static const char *const games[] = {"",    "e",     "a",      "e a",
                                        "a b", "e a c", "a b e i"};
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        const oxo_position p = position_after(OXO_CLASSIC, games[i]);
        const int count = search_lines(engine, &p, (oxo_limits){0}, lines);
        assert_int_equal(count, count_moves(&p));
        assert_sound_lines(&p, lines, count);
        for (int j = 0; j < count; j++) {
            assert_int_not_equal(lines[j].value.kind, OXO_ESTIMATED);
            assert_int_equal(lines[j].length, lines[j].value.distance);
        }
    }
    oxo_engine_destroy(engine);
}

static void fewer_classic_lines_are_the_best_of_all(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "a b");
    oxo_line all[OXO_CELLS], some[3];
    oxo_engine *nine = engine_with(1, 1, OXO_CELLS);
    oxo_engine *three = engine_with(1, 1, 3);
    assert_int_equal(search_lines(nine, &p, (oxo_limits){0}, all), 7);
    assert_int_equal(search_lines(three, &p, (oxo_limits){0}, some), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(some[i].moves[0], all[i].moves[0]);
    oxo_engine_destroy(nine);
    oxo_engine_destroy(three);
}

TEST_GROUP("engine-lines")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_can_be_played),
        cmocka_unit_test(lines_are_distinct_and_best_first),
        cmocka_unit_test(lines_are_distinct_for_any_budget),
        cmocka_unit_test(every_winning_move_is_a_win_at_once),
        cmocka_unit_test(every_legal_move_can_be_asked_for),
        cmocka_unit_test(solved_position_has_every_move_proven),
        cmocka_unit_test(line_of_an_earlier_depth_is_not_proven_by_a_later),
        cmocka_unit_test(classic_lines_are_sound_and_proven),
        cmocka_unit_test(fewer_classic_lines_are_the_best_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
