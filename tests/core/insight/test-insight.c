/* Insight into Ultimate, with the real engine. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oxo/insight.h"
#include "oxo/intensity.h"
#include "play.h"
#include "scenes.h"

enum { SMALL_BUDGET = 4000, PROVING_BUDGET = 400000 };

typedef struct lab {
    oxo_engine *engine;
    oxo_insight *quick, *proving;
} lab;

static int set_up(void **state)
{
    lab *l = calloc(1, sizeof(*l));
    const oxo_engine_options options = oxo_insight_engine_options();
    if (!l || oxo_engine_create(&options, &l->engine) < 0 ||
        oxo_insight_create(l->engine, SMALL_BUDGET, &l->quick) < 0 ||
        oxo_insight_create(l->engine, PROVING_BUDGET, &l->proving) < 0)
        return -1;
    *state = l;
    return 0;
}

static int tear_down(void **state)
{
    lab *l = *state;
    oxo_insight_destroy(l->quick);
    oxo_insight_destroy(l->proving);
    oxo_engine_destroy(l->engine);
    free(l);
    return 0;
}

static oxo_review review(oxo_insight *insight, const oxo_game *g)
{
    oxo_review r;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_review(insight, g, NULL, NULL, NULL, &r), 0);
    assert_int_equal(r.judged, g->length + 1);
    return r;
}

static oxo_game random_game(oxo_variant variant, uint64_t seed, int plies)
{
    oxo_game g = oxo_game_start(variant);
    while (g.length < plies && oxo_game_is_active(&g)) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&g.now, moves);
        const oxo_turn turn = {.move =
                                   moves[next_random(&seed, (unsigned)count)]};
        oxo_game_play(&g, &turn, &g);
    }
    return g;
}

static void assert_same_review(const oxo_review *a, const oxo_review *b)
{
    assert_int_equal(a->judged, b->judged);
    assert_same(a->accuracy, b->accuracy);
    assert_same(a->grades, b->grades);
    assert_int_equal(a->key_count, b->key_count);
    for (int i = 0; i < a->judged; i++) {
        assert_int_equal(a->points[i].expected, b->points[i].expected);
        assert_int_equal(a->points[i].intensity, b->points[i].intensity);
        assert_int_equal(a->points[i].best, b->points[i].best);
    }
    for (int i = 0; i < a->judged - 1; i++) {
        assert_int_equal(a->moves[i].loss, b->moves[i].loss);
        assert_int_equal(a->moves[i].why, b->moves[i].why);
    }
}

/* ---- Laws of every review ----------------------------------------------- */

static void check_point(const oxo_point *p, const oxo_position *at)
{
    const oxo_value *v = &p->value;
    const bool over = oxo_position_outcome(at) != OXO_ONGOING;
    const oxo_intensity glance = oxo_intensity_of(at);
    const bool refined = !over && glance > 0;
    assert_true(p->known);
    assert_int_equal(v->wdl[0] + v->wdl[1] + v->wdl[2], 1000);
    assert_int_equal(p->expected, oxo_value_expected(v));
    assert_in_range(p->intensity, 0, OXO_INTENSITY_ONE);
    assert_int_equal(p->source, refined ? OXO_BY_ENGINE : OXO_BY_HEURISTIC);
    if (!refined)
        assert_int_equal(p->intensity, glance);
    if (!over)
        assert_int_equal(oxo_position_check(at, p->best), OXO_OK);
}

static oxo_grade floor_of(int loss)
{
    if (loss < 500)
        return OXO_GRADE_GOOD;
    return loss < 1000   ? OXO_GRADE_INACCURACY
           : loss < 2000 ? OXO_GRADE_MISTAKE
                         : OXO_GRADE_BLUNDER;
}

static void check_verdict(const oxo_review *r, const oxo_game *g, int i)
{
    const oxo_verdict *v = &r->moves[i];
    char text[OXO_SENTENCE_TEXT];
    assert_int_equal(v->mark, oxo_game_mark_at(g, i));
    assert_int_equal(v->move, g->history[i].move);
    assert_in_range(v->loss, 0, OXO_SCORE_ONE);
    assert_int_equal(v->swing,
                     r->points[i + 1].expected - r->points[i].expected);
    if (v->loss < 500)
        assert_in_range(v->grade, OXO_GRADE_FORCED, OXO_GRADE_GOOD);
    else if (v->grade == OXO_GRADE_MISSED_WIN)
        assert_true(v->loss >= 2000);
    else
        assert_int_equal(v->grade, floor_of(v->loss));
    assert_true(v->counts || v->loss < 500);
    assert_true(oxo_review_sentence(r, i, text) > 5);
}

static void reviews_keep_their_laws_in_all_variants(void **state)
{
    lab *l = *state;
    for (int variant = 0; variant < OXO_VARIANTS; variant++) {
        const oxo_game g = random_game((oxo_variant)variant, 7, 81);
        const oxo_review r = review(l->quick, &g);
        int graded = 0, keys = 0;
        for (int i = 0; i < r.judged; i++) {
            const oxo_position at = oxo_game_position_at(&g, i);
            check_point(&r.points[i], &at);
        }
        for (int i = 0; i < g.length; i++) {
            check_verdict(&r, &g, i);
            keys += r.moves[i].key;
        }
        for (int i = 0; i < OXO_GRADES; i++)
            graded += r.grades[OXO_X][i] + r.grades[OXO_O][i];
        assert_int_equal(graded, g.length);
        assert_int_equal(keys, r.key_count);
        for (int i = 0; i < r.key_count; i++)
            assert_true(r.moves[r.keys[i]].key);
        assert_in_range(r.accuracy[OXO_X], 0, 10000);
        assert_in_range(r.accuracy[OXO_O], 0, 10000);
        if (variant != OXO_CLASSIC) /* nobody plays so well by chance */
            assert_true(r.accuracy[OXO_X] < 9900 && r.accuracy[OXO_O] < 9900);
    }
}

static void every_legal_move_has_its_value(void **state)
{
    lab *l = *state;
    const oxo_game g = random_game(OXO_ULTIMATE, 3, 20);
    const oxo_review r = review(l->quick, &g);
    oxo_move moves[OXO_MAX_MOVES];
    bool seen[OXO_MAX_MOVES] = {false};
    assert_int_equal(r.choice_count, oxo_position_moves(&g.now, moves));
    for (int i = 0; i < r.choice_count; i++) {
        const oxo_choice *c = &r.choices[i];
        assert_int_equal(oxo_position_check(&g.now, c->move), OXO_OK);
        assert_false(seen[c->move]);
        seen[c->move] = true;
        if (i > 0)
            assert_true(oxo_value_expected(&c->value) <=
                        oxo_value_expected(&r.choices[i - 1].value));
    }
    assert_int_equal(r.choices[0].move, r.points[r.judged - 1].best);
}

static void same_game_gets_the_same_review(void **state)
{
    lab *l = *state;
    const oxo_game g = random_game(OXO_ULTIMATE, 11, 30);
    const oxo_game other = random_game(OXO_ULTIMATE_CG, 12, 10);
    const oxo_review once = review(l->quick, &g);
    review(l->quick, &other); /* which must not colour the next */
    const oxo_review again = review(l->quick, &g);
    assert_same_review(&once, &again);
}

static void growing_game_ends_with_the_review_of_the_whole(void **state)
{
    lab *l = *state;
    const oxo_game g = random_game(OXO_ULTIMATE, 5, 24);
    oxo_game growing = oxo_game_start(OXO_ULTIMATE);
    oxo_review r;
    oxo_review_init(&r);
    for (int i = 0; i < g.length; i++) {
        oxo_game_play(&growing, &g.history[i], &growing);
        oxo_insight_review(l->quick, &growing, NULL, NULL, NULL, &r);
        if (i == 10) { /* a takeback, and the same move again */
            oxo_game_undo(&growing, &growing);
            assert_int_equal(oxo_insight_step(l->quick, &growing, NULL, &r),
                             0);
            oxo_game_redo(&growing, &growing);
        }
    }
    oxo_insight_review(l->quick, &growing, NULL, NULL, NULL, &r);
    const oxo_review whole = review(l->quick, &g);
    assert_same_review(&r, &whole);
}

static void intensity_is_that_of_the_review(void **state)
{
    lab *l = *state;
    const oxo_game g = random_game(OXO_ULTIMATE_CONTINUE, 9, 12);
    const oxo_review r = review(l->quick, &g);
    oxo_intensity_source source = OXO_BY_HEURISTIC;
    assert_int_equal(oxo_insight_intensity(l->quick, &g.now, NULL, &source),
                     r.points[12].intensity);
    assert_int_equal(source, OXO_BY_ENGINE);
}

/* ---- Solved positions --------------------------------------------------- */

/* All boards but the last are full. Whoever wins that one completes a line
 * of boards, so what is left is a game of classic:
 *
 *     X D X
 *     X O X
 *     O O .  */
#define DUEL                                                                  \
    "xxxooxxoo xoxxoooxx xxxooxxoo xxxooxxoo oooxxoxxo xxxooxxoo "            \
    "oooxxoxxo oooxxoxxo "

static const char *last_board_of(oxo_variant variant)
{
    return variant == OXO_ULTIMATE_CG ? EIGHT_FULL "........."
                                      : DUEL ".........";
}

/* The classic game, played in the last board. */
static oxo_game disguised(const oxo_game *classic, oxo_variant variant,
                          oxo_mark first)
{
    const oxo_position p = oxo_position_of_ultimate(
        ultimate_of(variant, last_board_of(variant), first, OXO_ANY_BOARD));
    oxo_game g = oxo_game_from(&p);
    for (int i = 0; i < classic->length; i++) {
        const oxo_turn turn = {.move =
                                   oxo_move_at(8, classic->history[i].move)};
        assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    }
    return g;
}

/* Both know everything, so they must agree; `swap` if O moves first. */
static void assert_alike(const oxo_review *a, const oxo_review *b, bool swap)
{
    assert_int_equal(a->judged, b->judged);
    for (int side = 0; side < 2; side++)
        assert_int_equal(a->accuracy[side],
                         b->accuracy[swap ? side ^ 1 : side]);
    for (int i = 0; i < a->judged; i++) {
        const int theirs = b->points[i].expected;
        assert_int_not_equal(b->points[i].value.kind, OXO_ESTIMATED);
        assert_int_equal(a->points[i].expected,
                         swap ? OXO_SCORE_ONE - theirs : theirs);
        if (i + 1 < a->judged) /* the last one is the heuristic's */
            assert_int_equal(a->points[i].intensity, b->points[i].intensity);
    }
    for (int i = 0; i < a->judged - 1; i++) {
        assert_int_equal(a->moves[i].grade, b->moves[i].grade);
        assert_int_equal(a->moves[i].cost, b->moves[i].cost);
        assert_int_equal(a->moves[i].key, b->moves[i].key);
    }
}

static void last_board_is_reviewed_like_classic(void **state)
{
    lab *l = *state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const oxo_game g = random_game(OXO_CLASSIC, seed, 9);
        const oxo_review classic = review(l->proving, &g);
        for (int variant = OXO_ULTIMATE; variant < OXO_VARIANTS; variant++) {
            const oxo_game d = disguised(&g, (oxo_variant)variant, OXO_X);
            const oxo_review r = review(l->proving, &d);
            assert_alike(&classic, &r, false);
        }
    }
}

static void exchanged_sides_get_the_mirrored_review(void **state)
{
    lab *l = *state;
    const oxo_game classic = game_after(OXO_CLASSIC, "a e b d c");
    const oxo_game x = disguised(&classic, OXO_ULTIMATE_CG, OXO_X);
    const oxo_game o = disguised(&classic, OXO_ULTIMATE_CG, OXO_O);
    const oxo_review rx = review(l->proving, &x);
    const oxo_review ro = review(l->proving, &o);
    assert_int_not_equal(rx.accuracy[OXO_X], rx.accuracy[OXO_O]);
    assert_alike(&rx, &ro, true);
}

static void drawn_game_without_a_choice_is_calm_and_perfect(void **state)
{
    lab *l = *state;
    /* Nobody can get a line of boards: whatever is played, it is drawn. */
    const oxo_position p = oxo_position_of_ultimate(ultimate_of(
        OXO_ULTIMATE, EIGHT_DECIDED ".........", OXO_X, OXO_ANY_BOARD));
    oxo_game g = oxo_game_from(&p);
    const oxo_turn first = {.move = move_named("ia")};
    const oxo_turn second = {.move = move_named("ib")};
    oxo_game_play(&g, &first, &g);
    oxo_game_play(&g, &second, &g);
    const oxo_review r = review(l->proving, &g);
    for (int i = 0; i < r.judged; i++) {
        assert_int_equal(r.points[i].value.kind, OXO_PROVEN_DRAW);
        assert_int_equal(r.points[i].intensity, 0);
    }
    assert_false(r.moves[0].counts);
    assert_int_equal(r.accuracy[OXO_X], 10000);
    assert_int_equal(r.key_count, 0);
}

static void given_game_is_a_blunder_with_its_reason(void **state)
{
    lab *l = *state;
    /* Each side needs one more board, X c and O h; O is to play in d. */
    const oxo_position p = oxo_position_of_ultimate(ultimate_of(
        OXO_ULTIMATE,
        "xxxoo.... xxxoo.... xx.oo.... oo....... ....x.... x........ "
        "ooo.xx... x........ ooo.xx...",
        OXO_O, 3));
    oxo_game g = oxo_game_from(&p);
    const oxo_turn turn = {.move = move_named("de")}; /* not the third in d */
    oxo_game_play(&g, &turn, &g);
    const oxo_review r = review(l->quick, &g);
    assert_int_equal(r.moves[0].move, move_named("de"));
    const oxo_turn worse = {.move = move_named("dc")};
    oxo_game bad = oxo_game_from(&p);
    oxo_game_play(&bad, &worse, &bad);
    const oxo_review b = review(l->quick, &bad);
    assert_int_equal(b.points[1].value.kind, OXO_PROVEN_WIN);
    assert_int_equal(b.points[1].value.distance, 1);
    /* dc wins board d for O, and gives the game. */
    char text[OXO_SENTENCE_TEXT];
    oxo_review_sentence(&b, 0, text);
    assert_int_equal(b.moves[0].why, OXO_WHY_GIVES_GAME);
    assert_non_null(strstr(text, "gives X the game: X wins with cc"));
    assert_true(b.moves[0].loss > r.moves[0].loss);
}

/* ---- Stopping ----------------------------------------------------------- */

static void *set_stop(void *stop)
{
    oxo_stop_set(stop);
    return NULL;
}

static void another_thread_can_stop_a_review(void **state)
{
    lab *l = *state;
    oxo_insight *endless = NULL;
    oxo_stop stop = {0};
    assert_int_equal(oxo_insight_create(l->engine, UINT64_MAX, &endless), 0);
    const oxo_game g = random_game(OXO_ULTIMATE, 1, 4);
    oxo_review r;
    oxo_review_init(&r);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, set_stop, &stop), 0);
    assert_int_equal(oxo_insight_review(endless, &g, &stop, NULL, NULL, &r),
                     -ECANCELED);
    pthread_join(thread, NULL);
    assert_int_equal(r.judged, 0);
    oxo_insight_destroy(endless);

    /* And nothing of it is left in the engine. */
    const oxo_review after = review(l->quick, &g);
    const oxo_review again = review(l->quick, &g);
    assert_same_review(&after, &again);
}

TEST_GROUP("insight")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reviews_keep_their_laws_in_all_variants),
        cmocka_unit_test(every_legal_move_has_its_value),
        cmocka_unit_test(same_game_gets_the_same_review),
        cmocka_unit_test(growing_game_ends_with_the_review_of_the_whole),
        cmocka_unit_test(intensity_is_that_of_the_review),
        cmocka_unit_test(last_board_is_reviewed_like_classic),
        cmocka_unit_test(exchanged_sides_get_the_mirrored_review),
        cmocka_unit_test(drawn_game_without_a_choice_is_calm_and_perfect),
        cmocka_unit_test(given_game_is_a_blunder_with_its_reason),
        cmocka_unit_test(another_thread_can_stop_a_review),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
