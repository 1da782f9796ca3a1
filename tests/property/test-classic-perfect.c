/* Classic is solved: three ways to find the best move, one answer. */
#include "check.h"

#include "minimax.h"
#include "oxo/engine.h"

#include <string.h>

enum { REACHABLE = 5478, BOARDS = 19683 /* 3 to the 9th */ };

static oxo_classic all[REACHABLE];
static int count;

static int number_of(oxo_board board)
{
    int number = 0;
    for (int cell = 0; cell < OXO_CELLS; cell++)
        number = 3 * number + (int)oxo_board_at(board, cell);
    return number;
}

static void collect(oxo_classic p, bool seen[BOARDS])
{
    if (seen[number_of(p.board)])
        return;
    seen[number_of(p.board)] = true;
    assert_in_range(count, 0, REACHABLE - 1);
    all[count++] = p;
    oxo_move moves[OXO_CELLS];
    const int legal = oxo_classic_moves(&p, moves);
    for (int i = 0; i < legal; i++)
        collect(oxo_classic_play(p, moves[i]), seen);
}

static int collect_all(void **state)
{
    (void)state;
    static bool seen[BOARDS];
    collect(oxo_classic_start(), seen);
    return 0;
}

static void there_are_5478_positions(void **state)
{
    (void)state;
    assert_int_equal(count, REACHABLE);
}

/* ---- The three agree ---------------------------------------------------- */

/* A value in the words of minimax, for the side to move at depth 0. */
static int score_of(const oxo_value *value)
{
    switch (value->kind) {
    case OXO_PROVEN_WIN:
        return 10 - value->distance;
    case OXO_PROVEN_LOSS:
        return value->distance - 10;
    case OXO_PROVEN_DRAW:
        return 0;
    case OXO_ESTIMATED:
        break;
    }
    fail_msg("classic is never estimated");
    return 100;
}

static void table_agrees_with_minimax_on_value_and_distance(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const oxo_value value = oxo_classic_value(&all[i]);
        assert_int_equal(score_of(&value), minimax_plain(&all[i]).score);
    }
}

static void table_agrees_with_minimax_on_the_first_best_move(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        oxo_move move = OXO_NO_MOVE;
        const oxo_status status = oxo_classic_best_move(&all[i], &move);
        assert_int_equal(move, minimax_plain(&all[i]).move);
        assert_int_equal(status, move == OXO_NO_MOVE ? OXO_GAME_OVER : OXO_OK);
    }
}

static void alpha_beta_agrees_with_plain_minimax(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const minimax_result plain = minimax_plain(&all[i]);
        const minimax_result pruned = minimax_alpha_beta(&all[i]);
        assert_int_equal(pruned.score, plain.score);
        assert_int_equal(pruned.move, plain.move);
    }
}

static void alpha_beta_looks_at_fewer_positions(void **state)
{
    (void)state;
    long plain = 0, pruned = 0;
    for (int i = 0; i < count; i++) {
        const int all_nodes = minimax_plain(&all[i]).nodes;
        const int some_nodes = minimax_alpha_beta(&all[i]).nodes;
        assert_true(some_nodes <= all_nodes);
        plain += all_nodes;
        pruned += some_nodes;
    }
    assert_true(pruned * 5 < plain);
}

static void draw_is_as_far_away_as_there_are_empty_cells(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const oxo_value value = oxo_classic_value(&all[i]);
        if (value.kind != OXO_PROVEN_DRAW)
            continue;
        int empty = 0;
        for (int cell = 0; cell < OXO_CELLS; cell++)
            empty += oxo_board_at(all[i].board, cell) == OXO_NONE;
        assert_int_equal(value.distance, empty);
    }
}

static void chances_are_certain(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const oxo_value v = oxo_classic_value(&all[i]);
        assert_int_equal(v.wdl[0], v.kind == OXO_PROVEN_WIN ? 1000 : 0);
        assert_int_equal(v.wdl[1], v.kind == OXO_PROVEN_DRAW ? 1000 : 0);
        assert_int_equal(v.wdl[2], v.kind == OXO_PROVEN_LOSS ? 1000 : 0);
        assert_int_equal(v.centi, 0);
    }
}

static void symmetric_positions_have_the_same_value(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const oxo_value value = oxo_classic_value(&all[i]);
        for (int s = 1; s < OXO_SYMMETRIES; s++) {
            const oxo_classic turned = oxo_classic_transform(all[i], s);
            const oxo_value same = oxo_classic_value(&turned);
            assert_same(value, same);
        }
    }
}

/* ---- Exhaustive play ---------------------------------------------------- */

/* What the computer gets at worst when it plays its best moves and the
 * opponent anything: 1 for a win, 0 for a draw, -1 for a loss. */
static int worst_result(oxo_classic p, oxo_mark computer)
{
    oxo_move moves[OXO_CELLS];
    int legal = oxo_classic_moves(&p, moves);
    if (legal == 0) {
        const oxo_mark winner = oxo_outcome_winner(oxo_classic_outcome(&p));
        return winner == OXO_NONE ? 0 : winner == computer ? 1 : -1;
    }
    if (p.turn == computer) {
        assert_int_equal(oxo_classic_best_move(&p, moves), OXO_OK);
        legal = 1;
    }
    int worst = 1;
    for (int i = 0; i < legal; i++) {
        const int result =
            worst_result(oxo_classic_play(p, moves[i]), computer);
        if (result < worst)
            worst = result;
    }
    return worst;
}

static void check_every_game_of(oxo_mark computer)
{
    for (int i = 0; i < count; i++) {
        const int score = minimax_plain(&all[i]).score;
        const int sign = (score > 0) - (score < 0);
        assert_int_equal(worst_result(all[i], computer),
                         all[i].turn == computer ? sign : -sign);
    }
}

/* From every position: what can be won is won, what can be drawn is not
 * lost. */
static void computer_as_x_never_gets_less_than_it_could(void **state)
{
    (void)state;
    check_every_game_of(OXO_X);
}

static void computer_as_o_never_gets_less_than_it_could(void **state)
{
    (void)state;
    check_every_game_of(OXO_O);
}

static void computer_never_loses_a_game_from_the_start(void **state)
{
    (void)state;
    assert_int_equal(worst_result(oxo_classic_start(), OXO_X), 0);
    assert_int_equal(worst_result(oxo_classic_start(), OXO_O), 0);
}

/* Both follow the table: the game lasts as long as it said. */
static void best_play_ends_when_the_distance_says(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        oxo_classic p = all[i];
        int left = oxo_classic_value(&p).distance;
        oxo_move m;
        while (oxo_classic_best_move(&p, &m) == OXO_OK) {
            p = oxo_classic_play(p, m);
            left--;
        }
        assert_int_equal(left, 0);
    }
}

/* ---- The engine says the same ------------------------------------------- */

static void check_engine_of_level(int level)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = 1;
    options.level = level;
    oxo_engine *engine;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    for (int i = 0; i < count; i++) {
        const oxo_position p = oxo_position_of_classic(all[i]);
        const oxo_limits limits = {.depth = 1};
        oxo_line line;
        int lines = -1;
        oxo_move best = OXO_NO_MOVE;
        const oxo_status status = oxo_classic_best_move(&all[i], &best);
        assert_int_equal(
            oxo_engine_search(engine, &p, &limits, NULL, NULL, &line, &lines),
            status);
        if (status != OXO_OK)
            continue;
        const oxo_value value = oxo_classic_value(&all[i]);
        assert_int_equal(lines, 1);
        assert_int_equal(line.moves[0], best);
        assert_same(line.value, value);
        assert_int_equal(line.length, value.distance);
    }
    oxo_engine_destroy(engine);
}

static void engine_answers_with_the_table(void **state)
{
    (void)state;
    check_engine_of_level(0);
}

/* Which never loses what it can draw: see above. */
static void top_level_answers_with_the_table(void **state)
{
    (void)state;
    check_engine_of_level(10);
}

TEST_GROUP("classic-perfect")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_5478_positions),
        cmocka_unit_test(table_agrees_with_minimax_on_value_and_distance),
        cmocka_unit_test(table_agrees_with_minimax_on_the_first_best_move),
        cmocka_unit_test(alpha_beta_agrees_with_plain_minimax),
        cmocka_unit_test(alpha_beta_looks_at_fewer_positions),
        cmocka_unit_test(draw_is_as_far_away_as_there_are_empty_cells),
        cmocka_unit_test(chances_are_certain),
        cmocka_unit_test(symmetric_positions_have_the_same_value),
        cmocka_unit_test(computer_as_x_never_gets_less_than_it_could),
        cmocka_unit_test(computer_as_o_never_gets_less_than_it_could),
        cmocka_unit_test(computer_never_loses_a_game_from_the_start),
        cmocka_unit_test(best_play_ends_when_the_distance_says),
        cmocka_unit_test(engine_answers_with_the_table),
        cmocka_unit_test(top_level_answers_with_the_table),
    };
    return cmocka_run_group_tests(tests, collect_all, NULL);
}
