/* Late positions, where a plain minimax can say what is true.
 *
 * What holds depends on how deep the engine looked. Searched as deep as there
 * are cells left, nothing is reduced: value and distance are exact, whatever
 * the table holds. Short of that a proof is still a proof, and its distance an
 * upper bound, but a faster win may hide behind a reduced move; and estimates
 * depend on the table, since it decides which moves come late. */
#include "engine_kit.h"

#include <stdlib.h>

#include "search_pvs.h"

enum { WIN = 1000 }; /* n moves away: WIN - n */

static int truth_of_end(const oxo_ultimate *p)
{
    const oxo_mark winner = oxo_outcome_winner(oxo_ultimate_outcome(p));
    if (winner == OXO_NONE)
        return 0;
    return winner == (oxo_mark)p->turn ? WIN : -WIN;
}

/* Full width, to the end, nothing remembered. */
static int truth_of(const oxo_ultimate *p)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    if (count == 0)
        return truth_of_end(p);
    int best = -WIN;
    for (int i = 0; i < count; i++) {
        const oxo_ultimate next = oxo_ultimate_play(*p, moves[i]);
        int score = -truth_of(&next);
        score -= (score > 0) - (score < 0); /* one move further away */
        if (score > best)
            best = score;
    }
    return best;
}

static oxo_value_kind kind_of(int truth)
{
    if (truth == 0)
        return OXO_PROVEN_DRAW;
    return truth > 0 ? OXO_PROVEN_WIN : OXO_PROVEN_LOSS;
}

/* Positions of random games, and what is true of them. */
enum { CASES = RULE_SETS * (TEST_IS_FAST ? 1500 : 200) };
static struct {
    oxo_ultimate p;
    int truth;
} cases[CASES];

static int find_the_truth(void **state)
{
    (void)state;
    const unsigned most = TEST_IS_FAST ? 10 : 8;
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        const int left = 1 + (int)next_random(&seed, most);
        cases[i].p = late_position(rule_sets[i % RULE_SETS], left, &seed);
        cases[i].truth = truth_of(&cases[i].p);
    }
    return 0;
}

typedef void check_position(oxo_engine *engine, const oxo_ultimate *p,
                            int truth);

static void for_late_positions(check_position *check)
{
    oxo_engine *engine = engine_with(SMALL_HASH, 1, 1);
    for (int i = 0; i < CASES; i++)
        check(engine, &cases[i].p, cases[i].truth);
    oxo_engine_destroy(engine);
}

static void cases_hold_wins_draws_and_losses_of_all_rules(void **state)
{
    (void)state;
    int count[RULE_SETS][4] = {{0}};
    for (int i = 0; i < CASES; i++)
        count[i % RULE_SETS][kind_of(cases[i].truth)]++;
    for (int r = 0; r < RULE_SETS; r++) {
        assert_true(count[r][OXO_PROVEN_WIN] > 10);
        assert_true(count[r][OXO_PROVEN_DRAW] > 10);
        assert_true(count[r][OXO_PROVEN_LOSS] > 10);
    }
}

/* ---- Unlimited searches ------------------------------------------------- */

static void check_solved(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_line line = think_about(engine, &position, (oxo_limits){0});
    assert_int_equal(line.value.kind, kind_of(truth));
    if (truth != 0)
        assert_int_equal(line.value.distance, WIN - abs(truth));
}

static void late_position_is_solved_with_value_and_distance(void **state)
{
    (void)state;
    for_late_positions(check_solved);
}

/* Play the engine's move, ask again: a win is never let go. */
static void check_kept(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_line line = think_about(engine, &position, (oxo_limits){0});
    const oxo_ultimate next = oxo_ultimate_play(*p, line.moves[0]);
    assert_int_equal(kind_of(-truth_of(&next)), kind_of(truth));
}

static void chosen_move_keeps_the_value(void **state)
{
    (void)state;
    for_late_positions(check_kept);
}

/* ---- Limited searches --------------------------------------------------- */

/* A claim may be missing, but what is claimed is true: "within n moves". */
static void check_claim(const oxo_value *value, int truth)
{
    if (value->kind == OXO_ESTIMATED)
        return;
    assert_int_equal(value->kind, kind_of(truth));
    if (truth != 0)
        assert_true(value->distance >= WIN - abs(truth));
}

static void check_claims(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const int left = cells_left(p);
    for (int depth = 1; depth <= left; depth++) {
        const oxo_limits limits = {.depth = depth};
        const oxo_line line = think_about(engine, &position, limits);
        check_claim(&line.value, truth);
        if (depth == left)
            assert_int_equal(line.value.kind, kind_of(truth));
    }
}

static void proof_at_any_depth_is_true(void **state)
{
    (void)state;
    for_late_positions(check_claims);
}

static void check_broken_off(oxo_engine *engine, const oxo_ultimate *p,
                             int truth)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    for (uint64_t nodes = 1; nodes <= 1000; nodes = nodes * 3 + 1) {
        const oxo_limits limits = {.nodes = nodes};
        const oxo_line line = think_about(engine, &position, limits);
        check_claim(&line.value, truth);
    }
}

static void proof_of_a_search_broken_off_is_true(void **state)
{
    (void)state;
    for_late_positions(check_broken_off);
}

/* The line of a won game that is told in full ends in that win. */
static void check_line(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_line line = think_about(engine, &position, (oxo_limits){0});
    assert_true(is_playable(&position, &line));
    if (truth == 0)
        return;
    assert_true(line.length <= line.value.distance);
    if (line.length < line.value.distance)
        return; /* the rest is in the table only */
    oxo_ultimate now = *p;
    for (int i = 0; i < line.length; i++)
        now = oxo_ultimate_play(now, line.moves[i]);
    const oxo_mark winner =
        truth > 0 ? (oxo_mark)p->turn : oxo_mark_other((oxo_mark)p->turn);
    assert_int_equal(oxo_ultimate_outcome(&now), oxo_outcome_won_by(winner));
}

static void line_is_no_longer_than_the_distance_and_ends_so(void **state)
{
    (void)state;
    for_late_positions(check_line);
}

/* ---- Searched to the end: exact, and the table does not matter ---------- */

static table small_table, tiny_table; /* one of them has a single bucket */

/* As deep as there are cells: the contract of search_pvs.h. A draw is worth
 * `draw` to X. */
static int exact_score_with(int draw, table *memory, const oxo_ultimate *p)
{
    static search_thread t;
    static const oxo_stop never = {0};
    search_thread_init(&t, memory, &never);
    search_thread_begin(&t);
    search_thread_set_evaluation(&t, oxo_neural_builtin((oxo_variant)p->rules),
                                 draw);
    const spot root = spot_from(p);
    search_iterate(&t, &root, cells_left(p), -SEARCH_INFINITE,
                   SEARCH_INFINITE);
    assert_false(t.stopped);
    const int score = t.line[0].score;
    if (score >= SEARCH_PROVEN)
        return score - SEARCH_WIN + WIN;
    return score <= -SEARCH_PROVEN ? score + SEARCH_WIN - WIN : score;
}

static int exact_score(table *memory, const oxo_ultimate *p)
{
    return exact_score_with(0, memory, p);
}

static void check_distance(oxo_engine *engine, const oxo_ultimate *p,
                           int truth)
{
    (void)engine;
    assert_int_equal(exact_score(&small_table, p), truth);
}

static void distance_is_exact_when_searched_to_the_end(void **state)
{
    (void)state;
    assert_int_equal(table_init(&small_table, SMALL_HASH), 0);
    for_late_positions(check_distance);
    table_free(&small_table);
}

static void check_tables(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    (void)engine;
    assert_int_equal(exact_score(&tiny_table, p), truth);
    table_clear(&small_table);
    assert_int_equal(exact_score(&small_table, p), truth);
    assert_int_equal(exact_score(&small_table, p), truth); /* full of it */
}

static void table_on_or_off_gives_the_same_value_at_the_end(void **state)
{
    (void)state;
    assert_int_equal(table_init(&small_table, 1 << 14), 0);
    assert_int_equal(table_init(&tiny_table, 1), 0);
    for_late_positions(check_tables);
    table_free(&small_table);
    table_free(&tiny_table);
}

static void check_symmetry(oxo_engine *engine, const oxo_ultimate *p,
                           int truth)
{
    (void)engine;
    for (int s = 1; s < OXO_SYMMETRIES; s++) {
        const oxo_ultimate turned = oxo_ultimate_transform(*p, s);
        assert_int_equal(exact_score(&small_table, &turned), truth);
    }
}

static void symmetric_positions_get_the_same_value(void **state)
{
    (void)state;
    assert_int_equal(table_init(&small_table, SMALL_HASH), 0);
    for_late_positions(check_symmetry);
    table_free(&small_table);
}

/* Each side in the other's place: the mover's value stays. */
static oxo_ultimate with_sides_swapped(const oxo_ultimate *p)
{
    oxo_ultimate swapped = *p;
    for (int board = 0; board < OXO_CELLS; board++) {
        swapped.cells[OXO_X][board] = p->cells[OXO_O][board];
        swapped.cells[OXO_O][board] = p->cells[OXO_X][board];
    }
    swapped.won[OXO_X] = p->won[OXO_O];
    swapped.won[OXO_O] = p->won[OXO_X];
    swapped.turn = p->turn ^ 1;
    return swapped;
}

static void check_swapped(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    (void)engine;
    const oxo_ultimate swapped = with_sides_swapped(p);
    assert_int_equal(exact_score(&small_table, &swapped), truth);
}

static void sides_swapped_get_the_same_value(void **state)
{
    (void)state;
    assert_int_equal(table_init(&small_table, SMALL_HASH), 0);
    for_late_positions(check_swapped);
    table_free(&small_table);
}

static void check_draw(oxo_engine *engine, const oxo_ultimate *p, int truth)
{
    (void)engine;
    for (int draw = -70; draw <= 70; draw += 140) {
        const int to_mover = p->turn == OXO_X ? draw : -draw;
        table_clear(&small_table);
        assert_int_equal(exact_score_with(draw, &small_table, p),
                         truth == 0 ? to_mover : truth);
    }
}

static void draw_is_worth_what_is_said_and_proofs_stay(void **state)
{
    (void)state;
    assert_int_equal(table_init(&small_table, SMALL_HASH), 0);
    for_late_positions(check_draw);
    table_free(&small_table);
}

static oxo_engine *scornful;

/* One table for both sides, each with contempt for the other, and for
 * searches without. */
static void check_scornful(oxo_engine *engine, const oxo_ultimate *p,
                           int truth)
{
    (void)engine;
    check_broken_off(scornful, p, truth);
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_line line =
        think_about(scornful, &position, (oxo_limits){.analysis = true});
    check_claim(&line.value, truth);
}

static void contempt_makes_no_proof_untrue(void **state)
{
    (void)state;
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = SMALL_HASH;
    options.contempt = OXO_MAX_CONTEMPT;
    assert_int_equal(oxo_engine_create(&options, &scornful), 0);
    for_late_positions(check_scornful);
    oxo_engine_destroy(scornful);
}

/* ---- Before the end ----------------------------------------------------- */

/* A network's judgements are corrected by what searches have found: that is
 * another memory than the table. */
static oxo_engine *engine_by_hand(size_t hash_bytes)
{
    oxo_engine_options options = oxo_engine_defaults();
    oxo_engine *engine = NULL;
    options.hash_bytes = hash_bytes;
    options.hand_written = true;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    return engine;
}

/* One ply deep nothing is cut or reduced, so that the value is the same with
 * and without a table. Deeper down the table's moves come first, and what
 * comes late is not looked at as closely: values may differ. */
static void one_ply_deep_the_table_does_not_matter(void **state)
{
    (void)state;
    oxo_engine *with = engine_by_hand(SMALL_HASH);
    oxo_engine *without = engine_by_hand(1);
    uint64_t seed = 2;
    for (int i = 0; i < (TEST_IS_FAST ? 1500 : 150); i++) {
        const oxo_position p = oxo_position_of_ultimate(random_position(
            rule_sets[i % RULE_SETS], (int)next_random(&seed, 50), &seed));
        think_about(with, &p, (oxo_limits){.depth = 3}); /* learns */
        const oxo_line a = think_about(with, &p, (oxo_limits){.depth = 1});
        const oxo_line b = think_about(without, &p, (oxo_limits){.depth = 1});
        assert_same(a.value, b.value);
    }
    oxo_engine_destroy(with);
    oxo_engine_destroy(without);
}

TEST_GROUP("engine-endgames")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_hold_wins_draws_and_losses_of_all_rules),
        cmocka_unit_test(late_position_is_solved_with_value_and_distance),
        cmocka_unit_test(chosen_move_keeps_the_value),
        cmocka_unit_test(proof_at_any_depth_is_true),
        cmocka_unit_test(proof_of_a_search_broken_off_is_true),
        cmocka_unit_test(line_is_no_longer_than_the_distance_and_ends_so),
        cmocka_unit_test(distance_is_exact_when_searched_to_the_end),
        cmocka_unit_test(table_on_or_off_gives_the_same_value_at_the_end),
        cmocka_unit_test(symmetric_positions_get_the_same_value),
        cmocka_unit_test(sides_swapped_get_the_same_value),
        cmocka_unit_test(draw_is_worth_what_is_said_and_proofs_stay),
        cmocka_unit_test(contempt_makes_no_proof_untrue),
        cmocka_unit_test(one_ply_deep_the_table_does_not_matter),
    };
    return cmocka_run_group_tests(tests, find_the_truth, NULL);
}
