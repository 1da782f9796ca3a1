/* Insight into classic, where the engine knows everything: all positions,
 * all moves. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oxo/insight.h"
#include "play.h"

typedef struct lab {
    oxo_engine *engine;
    oxo_insight *insight;
    oxo_review review;
} lab;

static int set_up(void **state)
{
    lab *l = calloc(1, sizeof(*l));
    const oxo_engine_options options = oxo_insight_engine_options();
    if (!l || oxo_engine_create(&options, &l->engine) < 0 ||
        oxo_insight_create(l->engine, 1, &l->insight) < 0)
        return -1;
    *state = l;
    return 0;
}

static int tear_down(void **state)
{
    lab *l = *state;
    oxo_insight_destroy(l->insight);
    oxo_engine_destroy(l->engine);
    free(l);
    return 0;
}

static const oxo_review *review(lab *l, const oxo_game *g)
{
    oxo_review_init(&l->review);
    assert_int_equal(
        oxo_insight_review(l->insight, g, NULL, NULL, NULL, &l->review), 0);
    assert_int_equal(l->review.judged, g->length + 1);
    return &l->review;
}

static const oxo_review *review_of(lab *l, const char *moves)
{
    const oxo_game g = game_after(OXO_CLASSIC, moves);
    return review(l, &g);
}

static void assert_graded(lab *l, const char *moves, oxo_grade grade,
                          const char *sentence)
{
    const oxo_review *r = review_of(l, moves);
    const int last = r->judged - 2;
    char text[OXO_SENTENCE_TEXT];
    oxo_review_sentence(r, last, text);
    assert_string_equal(oxo_grade_word(r->moves[last].grade),
                        oxo_grade_word(grade));
    assert_string_equal(text, sentence);
}

/* ---- Each grade by an example ------------------------------------------- */

static void each_grade_has_its_example(void **state)
{
    lab *l = *state;
    assert_graded(l, "a b c d e f h i g", OXO_GRADE_FORCED,
                  "the only legal move");
    assert_graded(l, "a e", OXO_GRADE_ONLY,
                  "the only move that keeps the draw");
    assert_graded(l, "a e i b h c g", OXO_GRADE_ONLY,
                  "the only move that keeps the win");
    assert_graded(l, "e", OXO_GRADE_BEST, "nothing is better");
    assert_graded(l, "a b d c e", OXO_GRADE_GOOD, "wins, but g wins sooner");
    assert_graded(l, "a b d c", OXO_GRADE_GOOD,
                  "loses, and g holds out longer");
    assert_graded(l, "a b d f c", OXO_GRADE_MISSED_WIN,
                  "misses the win of the game with g");
    assert_graded(l, "a b h", OXO_GRADE_MISSED_WIN, "misses a win in 5");
    assert_graded(l, "a b", OXO_GRADE_BLUNDER, "throws a proven draw away");
    assert_graded(l, "a c b", OXO_GRADE_BLUNDER, "throws a won game away");
    assert_graded(l, "a e b d", OXO_GRADE_BLUNDER,
                  "does not stop X at c; throws a proven draw away");
    assert_graded(l, "a e i c", OXO_GRADE_BLUNDER,
                  "lets X make two threats with g; "
                  "throws a proven draw away");
}

/* ---- All positions ------------------------------------------------------ */

static int sign_of(oxo_value v)
{
    return v.kind == OXO_PROVEN_WIN ? 1 : v.kind == OXO_PROVEN_LOSS ? -1 : 0;
}

static oxo_grade wanted(int best, int played)
{
    if (best == played)
        return OXO_GRADE_BEST;
    return best == 1 && played == 0 ? OXO_GRADE_MISSED_WIN : OXO_GRADE_BLUNDER;
}

/* Compares the verdict on one move with the table of exact values. */
static void check_move(lab *l, const oxo_position *p, oxo_move m)
{
    oxo_game g = oxo_game_from(p);
    const oxo_turn turn = {.move = m};
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    const oxo_verdict *v = &review(l, &g)->moves[0];
    const oxo_value before = oxo_classic_value(&p->as.classic);
    const oxo_value after = oxo_classic_value(&g.now.as.classic);
    const int best = sign_of(before), played = -sign_of(after);
    const oxo_mark me = oxo_position_turn(p), they = oxo_mark_other(me);

    assert_int_equal(v->loss, (best - played) * OXO_SCORE_ONE / 2);
    if (best != played)
        assert_int_equal(v->grade, wanted(best, played));
    else if (best != 0 && after.distance + 1 != before.distance)
        assert_int_equal(v->grade, OXO_GRADE_GOOD);
    else
        assert_in_range(v->grade, OXO_GRADE_FORCED, OXO_GRADE_BEST);
    assert_int_equal(v->key, best != played);
    assert_int_equal(l->review.accuracy[me] == 10000, best == played);
    assert_int_equal(l->review.accuracy[they], 10000);
}

/* The facts that a verdict states are true. */
static void check_fact(const oxo_review *r, const oxo_position *p)
{
    const oxo_verdict *v = &r->moves[0];
    const oxo_classic after = oxo_classic_play(p->as.classic, v->move);
    const oxo_classic *at =
        v->why == OXO_WHY_MISSES_GAME ? &p->as.classic : &after;
    if (v->why == OXO_WHY_MISSES_GAME || v->why == OXO_WHY_NO_BLOCK) {
        const oxo_classic end = oxo_classic_play(*at, v->with);
        assert_int_equal(oxo_outcome_winner(oxo_classic_outcome(&end)),
                         at->turn);
    } else if (v->why == OXO_WHY_ALLOWS_FORK) {
        assert_int_equal(oxo_classic_value(&after).kind, OXO_PROVEN_WIN);
    } else {
        assert_int_equal(v->why, OXO_WHY_NOTHING);
    }
}

/* Every reachable position once, by depth first. */
static int check_all(lab *l, const oxo_position *p, bool seen[1 << 18])
{
    const oxo_board b = p->as.classic.board;
    bool *mark = &seen[b.cells[OXO_X] << 9 | b.cells[OXO_O]];
    if (*mark)
        return 0;
    *mark = true;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    int positions = 1;
    for (int i = 0; i < count; i++) {
        check_move(l, p, moves[i]);
        check_fact(&l->review, p);
        const oxo_position next = oxo_position_play(p, moves[i]);
        positions += check_all(l, &next, seen);
    }
    return positions;
}

static void every_move_of_every_position_gets_its_grade(void **state)
{
    static bool seen[1 << 18];
    memset(seen, 0, sizeof(seen));
    const oxo_position start = oxo_position_start(OXO_CLASSIC);
    assert_int_equal(check_all(*state, &start, seen), 5478);
}

/* ---- Whole games -------------------------------------------------------- */

/* Plays all games in which both sides always choose a best move. */
static int play_perfectly(lab *l, const oxo_game *g)
{
    if (!oxo_game_is_active(g)) {
        const oxo_review *r = review(l, g);
        assert_int_equal(r->accuracy[OXO_X], 10000);
        assert_int_equal(r->accuracy[OXO_O], 10000);
        assert_int_equal(r->key_count, 0);
        for (int grade = OXO_GRADE_GOOD; grade < OXO_GRADES; grade++)
            assert_int_equal(r->grades[OXO_X][grade] + r->grades[OXO_O][grade],
                             0);
        return 1;
    }
    int games = 0;
    for (unsigned m = 0; m < OXO_CELLS; m++) {
        oxo_game next;
        const oxo_turn turn = {.move = (oxo_move)m};
        if (oxo_game_play(g, &turn, &next) == OXO_OK &&
            oxo_classic_value(&next.now.as.classic).kind == OXO_PROVEN_DRAW)
            games += play_perfectly(l, &next);
    }
    return games;
}

static void perfect_games_are_without_blame(void **state)
{
    const oxo_game g = oxo_game_start(OXO_CLASSIC);
    assert_int_equal(play_perfectly(*state, &g), 3584);
}

static void thrown_win_is_a_key_moment(void **state)
{
    /* O errs with b, X throws the win away with h, and so it ends. */
    const oxo_review *r = review_of(*state, "a b h e d g c f i");
    assert_true(r->key_count >= 2);
    assert_int_equal(r->keys[0], 1);
    assert_int_equal(r->keys[1], 2);
    assert_int_equal(r->points[1].expected, 5000);
    assert_int_equal(r->points[2].expected, 10000);
    assert_int_equal(r->points[3].expected, 5000);
    assert_int_equal(r->moves[2].swing, -5000);
}

static void turned_game_gets_the_same_review(void **state)
{
    lab *l = *state;
    const oxo_game g = game_after(OXO_CLASSIC, "a b e c d g i");
    const oxo_review straight = *review(l, &g);
    for (int symmetry = 1; symmetry < OXO_SYMMETRIES; symmetry++) {
        oxo_game turned = oxo_game_start(OXO_CLASSIC);
        for (int i = 0; i < g.length; i++) {
            const oxo_turn turn = {.move = (oxo_move)oxo_symmetry_cell(
                                       symmetry, g.history[i].move)};
            oxo_game_play(&turned, &turn, &turned);
        }
        const oxo_review *r = review(l, &turned);
        assert_same(r->accuracy, straight.accuracy);
        assert_same(r->grades, straight.grades);
        assert_same(r->keys, straight.keys);
        for (int i = 0; i < r->judged; i++)
            assert_int_equal(r->points[i].intensity,
                             straight.points[i].intensity);
    }
}

static void graph_is_from_x_side_and_ends_with_the_result(void **state)
{
    const oxo_review *r = review_of(*state, "a e b d f c g");
    const oxo_point *last = &r->points[r->judged - 1];
    assert_true(last->known);
    for (int i = 0; i < r->judged; i++) {
        const oxo_value *v = &r->points[i].value;
        assert_int_equal(v->wdl[0] + v->wdl[1] + v->wdl[2], 1000);
        assert_int_equal(r->points[i].expected, oxo_value_expected(v));
    }
    const oxo_review *won = review_of(*state, "a d b e c");
    last = &won->points[won->judged - 1];
    assert_int_equal(last->value.kind, OXO_PROVEN_WIN);
    assert_int_equal(last->value.distance, 0);
    assert_int_equal(last->expected, OXO_SCORE_ONE);
    assert_int_equal(last->best, OXO_NO_MOVE);
    assert_int_equal(last->source, OXO_BY_HEURISTIC);
    const oxo_review *lost = review_of(*state, "a d b e g f");
    assert_int_equal(lost->points[6].value.kind, OXO_PROVEN_LOSS);
    assert_int_equal(lost->points[6].expected, 0);
}

static void empty_board_has_no_tension_for_the_engine_either(void **state)
{
    const oxo_review *r = review_of(*state, "e");
    assert_int_equal(r->points[0].intensity, 0);
    assert_int_equal(r->points[0].source, OXO_BY_HEURISTIC);
    assert_int_equal(r->points[1].source, OXO_BY_ENGINE);
}

TEST_GROUP("insight-classic")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_grade_has_its_example),
        cmocka_unit_test(every_move_of_every_position_gets_its_grade),
        cmocka_unit_test(perfect_games_are_without_blame),
        cmocka_unit_test(thrown_win_is_a_key_moment),
        cmocka_unit_test(turned_game_gets_the_same_review),
        cmocka_unit_test(graph_is_from_x_side_and_ends_with_the_result),
        cmocka_unit_test(empty_board_has_no_tension_for_the_engine_either),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
