/* Insight with an engine that says what the test tells it to: this file is
 * the engine, so the linker does not ask for the real one. */
#include <errno.h>
#include <string.h>

#include "check.h"
#include "oxo/insight.h"
#include "oxo/intensity.h"
#include "play.h"
#include "scenes.h"

/* What it says of the moves of one position, depth after depth, and of those
 * of all others. */
typedef struct remark {
    int depth;
    const char *move;
    int expected; /* in ten-thousandths, to the mover, as an estimate */
    int proven;   /* or: 1 a win, -1 a loss, n moves away */
    int distance;
} remark;

struct oxo_engine {
    oxo_position at;
    const remark *remarks;
    int remark_count;
    int line_count; /* that it claims to have found at the end */
    int otherwise;  /* expected score of any move elsewhere */
    int searches, clearings, nodes;
    bool silent;    /* reports nothing at all */
    oxo_stop *sets; /* while it is searching; or NULL */
};

oxo_engine_options oxo_engine_defaults(void)
{
    return (oxo_engine_options){.hash_bytes = 1, .threads = 2, .level = 3};
}

void oxo_engine_new_game(oxo_engine *engine)
{
    engine->clearings++;
}

static oxo_value value_said(const remark *r)
{
    const int win = r->expected / 10;
    if (r->proven == 1)
        return (oxo_value){OXO_PROVEN_WIN, r->distance, 0, {1000, 0, 0}};
    if (r->proven == -1)
        return (oxo_value){OXO_PROVEN_LOSS, r->distance, 0, {0, 0, 1000}};
    return (oxo_value){.wdl = {win, 0, 1000 - win}};
}

static void say_remarks(const oxo_engine *e, oxo_search_report *report,
                        void *context, oxo_line *lines)
{
    for (int i = 0; i < e->remark_count; i++) {
        const remark *r = &e->remarks[i];
        const oxo_line line = {value_said(r), 1, {move_named(r->move)}};
        lines[i % e->line_count] = line;
        const oxo_search_info info = {.depth = r->depth, .line = line};
        if (report && !e->silent)
            report(&info, context);
    }
}

static void say_otherwise(const oxo_engine *e, const oxo_position *p,
                          oxo_search_report *report, void *context,
                          oxo_line *lines, int *ret_count)
{
    oxo_move moves[OXO_MAX_MOVES];
    *ret_count = oxo_position_moves(p, moves);
    for (int i = 0; i < *ret_count; i++) {
        const remark r = {.expected = e->otherwise};
        lines[i] = (oxo_line){value_said(&r), 1, {moves[i]}};
        const oxo_search_info info = {.depth = 1, .line = lines[i]};
        if (report && !e->silent)
            report(&info, context);
    }
}

oxo_status oxo_engine_search(oxo_engine *e, const oxo_position *p,
                             const oxo_limits *limits,
                             oxo_search_report *report, void *context,
                             oxo_line *lines, int *ret_count)
{
    assert_int_equal(oxo_position_outcome(p), OXO_ONGOING);
    e->searches++;
    e->nodes = (int)limits->nodes;
    if (e->sets)
        oxo_stop_set(e->sets);
    if (oxo_stop_is_set(limits->stop))
        return OXO_OK;
    if (memcmp(p, &e->at, sizeof(*p)) != 0) {
        say_otherwise(e, p, report, context, lines, ret_count);
        return OXO_OK;
    }
    *ret_count = e->line_count;
    say_remarks(e, report, context, lines);
    return OXO_OK;
}

/* ---- Scenes ------------------------------------------------------------- */

static oxo_insight *insight_with(oxo_engine *engine)
{
    oxo_insight *insight = NULL;
    assert_int_equal(oxo_insight_create(engine, 777, &insight), 0);
    return insight;
}

/* Everything is even, with board a to be played in. */
static oxo_position even_position(void)
{
    return position_after(OXO_ULTIMATE, "ee ea");
}

static const remark four_moves[] = {
    {1, "ab", 6000, 0, 0},
    {1, "ac", 5400, 0, 0},
    {1, "ad", 4500, 0, 0},
    {1, "ae", 3000, 0, 0},
};

static oxo_engine four_move_engine(void)
{
    return (oxo_engine){.at = even_position(),
                        .remarks = four_moves,
                        .remark_count = 4,
                        .line_count = 4,
                        .otherwise = 5000};
}

static oxo_review review_move(oxo_engine *engine, const char *move)
{
    oxo_insight *insight = insight_with(engine);
    oxo_game g = oxo_game_from(&engine->at);
    const oxo_turn turn = {.move = move_named(move)};
    assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
    oxo_review r;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &r), 0);
    oxo_insight_destroy(insight);
    return r;
}

/* ---- Grades ------------------------------------------------------------- */

static void estimates_are_graded_by_their_difference(void **state)
{
    (void)state;
    static const oxo_grade want[] = {OXO_GRADE_BEST, OXO_GRADE_INACCURACY,
                                     OXO_GRADE_MISTAKE, OXO_GRADE_BLUNDER};
    for (int i = 0; i < 4; i++) {
        oxo_engine engine = four_move_engine();
        const oxo_review r = review_move(&engine, four_moves[i].move);
        assert_int_equal(r.moves[0].grade, want[i]);
        assert_int_equal(r.moves[0].loss, 6000 - four_moves[i].expected);
        assert_int_equal(r.moves[0].best, move_named("ab"));
        assert_true(r.moves[0].counts);
        assert_int_equal(engine.nodes, 777);
    }
}

static void sentence_falls_back_to_the_difference(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    const oxo_review r = review_move(&engine, "ad");
    char text[OXO_SENTENCE_TEXT];
    oxo_review_sentence(&r, 0, text);
    assert_string_equal(text, "costs 0.15 of the expected score");
}

static void move_without_a_line_is_judged_by_what_it_led_to(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    engine.otherwise = 7000; /* to the side that replies */
    const oxo_review r = review_move(&engine, "ah");
    assert_int_equal(r.moves[0].loss, 6000 - 3000);
}

static void move_that_ends_the_game_needs_no_engine(void **state)
{
    (void)state;
    /* The engine thinks little of the move that wins at once. */
    static const remark wrong[] = {{1, "ci", 4000, 0, 0},
                                   {1, "cc", 1000, 0, 0}};
    oxo_engine engine = {.at = oxo_position_of_ultimate(ultimate_of(
                             OXO_ULTIMATE, X_ABOUT_TO_WIN, OXO_X, 2)),
                         .remarks = wrong,
                         .remark_count = 2,
                         .line_count = 2,
                         .otherwise = 6000};
    const oxo_review r = review_move(&engine, "cc");
    assert_int_equal(r.points[0].value.kind, OXO_PROVEN_WIN);
    assert_int_equal(r.points[0].value.distance, 1);
    assert_int_equal(r.points[0].best, move_named("cc"));
    assert_int_equal(r.moves[0].loss, 0);
    const oxo_review missed = review_move(&engine, "ci");
    assert_int_equal(missed.moves[0].grade, OXO_GRADE_MISSED_WIN);
    assert_int_equal(missed.moves[0].why, OXO_WHY_MISSES_GAME);
    assert_true(missed.moves[0].key);
}

/* ---- Depths ------------------------------------------------------------- */

static void last_finished_depth_counts(void **state)
{
    (void)state;
    /* Depth 2 is broken off after one line, with a value that would make
     * all others bad. */
    static const remark broken[] = {
        {1, "ab", 5500, 0, 0},
        {1, "ac", 5400, 0, 0},
        {2, "ac", 9000, 0, 0},
    };
    oxo_engine engine = {.at = even_position(),
                         .remarks = broken,
                         .remark_count = 3,
                         .line_count = 2,
                         .otherwise = 5000};
    const oxo_review r = review_move(&engine, "ab");
    assert_int_equal(r.points[0].expected, 5500);
    assert_int_equal(r.moves[0].loss, 0);
}

static void proof_of_an_unfinished_depth_counts(void **state)
{
    (void)state;
    static const remark broken[] = {
        {1, "ab", 5500, 0, 0},
        {1, "ac", 5400, 0, 0},
        {2, "ac", 0, 1, 7},
    };
    oxo_engine engine = {.at = even_position(),
                         .remarks = broken,
                         .remark_count = 3,
                         .line_count = 2,
                         .otherwise = 5000};
    const oxo_review r = review_move(&engine, "ab");
    assert_int_equal(r.points[0].value.kind, OXO_PROVEN_WIN);
    assert_int_equal(r.points[0].value.distance, 7);
    assert_int_equal(r.moves[0].grade, OXO_GRADE_MISSED_WIN);
    assert_int_equal(r.moves[0].distance, 7);
}

/* ---- When the engine fails ---------------------------------------------- */

static void silent_engine_leaves_the_heuristic(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    engine.silent = true;
    oxo_insight *insight = insight_with(&engine);
    oxo_intensity_source source = OXO_BY_ENGINE;
    assert_int_equal(oxo_insight_intensity(insight, &engine.at, NULL, &source),
                     oxo_intensity_of(&engine.at));
    assert_int_equal(source, OXO_BY_HEURISTIC);
    oxo_insight_destroy(insight);

    const oxo_review r = review_move(&engine, "ad");
    assert_int_equal(r.judged, 2);
    assert_false(r.points[0].known);
    assert_int_equal(r.moves[0].grade, OXO_UNGRADED);
    assert_false(r.moves[0].counts);
    assert_int_equal(r.accuracy[OXO_X], 10000);
    char text[OXO_SENTENCE_TEXT];
    oxo_review_sentence(&r, 0, text);
    assert_string_equal(text, "not judged");
}

static void speaking_engine_refines(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    oxo_intensity_source source = OXO_BY_HEURISTIC;
    /* 60 to 40 without draws: balance 0.8. The best beats the average,
     * 4725, by 1275: 0.4 * 8000 + 0.6 * 4221. */
    assert_int_equal(oxo_insight_intensity(insight, &engine.at, NULL, &source),
                     5733);
    assert_int_equal(source, OXO_BY_ENGINE);
    assert_string_equal(oxo_intensity_source_word(source), "engine");
    assert_string_equal(oxo_intensity_source_word(OXO_BY_HEURISTIC),
                        "heuristic");
    oxo_insight_destroy(insight);
}

static void no_budget_is_refused(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = (oxo_insight *)&engine;
    assert_int_equal(oxo_insight_create(&engine, 0, &insight), -EINVAL);
    assert_ptr_equal(insight, &engine);
}

static void options_ask_for_every_move_at_full_strength(void **state)
{
    (void)state;
    const oxo_engine_options o = oxo_insight_engine_options();
    assert_int_equal(o.lines, OXO_MAX_MOVES);
    assert_int_equal(o.threads, 1);
    assert_int_equal(o.level, 0);
}

/* ---- Steps -------------------------------------------------------------- */

static void step_judges_one_position_and_no_more(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    oxo_game g = game_after(OXO_ULTIMATE, "ee ea ab");
    oxo_review r;
    oxo_review_init(&r);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 1);
        assert_int_equal(r.judged, i + 1);
        assert_int_equal(engine.searches, i + 1);
        assert_int_equal(engine.clearings, i + 1);
    }
    assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 0);
    const oxo_turn turn = {.move = move_named("be")};
    oxo_game_play(&g, &turn, &g);
    assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 1);
    assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 0);
    assert_int_equal(engine.searches, 5);
    oxo_insight_destroy(insight);
}

static void takeback_drops_what_was_taken_back(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    oxo_game g = game_after(OXO_ULTIMATE, "ee ea ab ba");
    oxo_review r, fresh;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &r), 0);
    g = game_after(OXO_ULTIMATE, "ee ea ae");
    assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 1);
    assert_int_equal(r.judged, 4);
    assert_int_equal(r.moves[2].grade, OXO_GRADE_BLUNDER);
    oxo_review_init(&fresh);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &fresh),
                     0);
    assert_same(r.accuracy, fresh.accuracy);
    assert_same(r.grades, fresh.grades);
    assert_int_equal(r.key_count, fresh.key_count);
    oxo_insight_destroy(insight);
}

static void shorter_game_needs_no_search(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    oxo_game g = game_after(OXO_ULTIMATE, "ee ea ae eb");
    oxo_review r;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &r), 0);
    assert_int_equal(r.grades[OXO_X][OXO_GRADE_BLUNDER], 1);
    const int searches = engine.searches;
    oxo_game_undo(&g, &g);
    oxo_game_undo(&g, &g);
    assert_int_equal(oxo_insight_step(insight, &g, NULL, &r), 0);
    assert_int_equal(engine.searches, searches);
    assert_int_equal(r.judged, 3);
    assert_int_equal(r.grades[OXO_X][OXO_GRADE_BLUNDER], 0);
    assert_int_equal(r.accuracy[OXO_X], 10000);
    oxo_insight_destroy(insight);
}

static void another_game_begins_anew(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    const oxo_game g = game_after(OXO_ULTIMATE, "ee ea ae");
    const oxo_game other = game_after(OXO_ULTIMATE_CG, "ee ea ae");
    oxo_review r;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &r), 0);
    assert_int_equal(oxo_insight_step(insight, &other, NULL, &r), 1);
    assert_int_equal(r.judged, 1);
    assert_int_equal(r.start.variant, OXO_ULTIMATE_CG);
    oxo_insight_destroy(insight);
}

/* ---- Cancelling --------------------------------------------------------- */

static bool stop_after_two(const oxo_review *review, void *context)
{
    ++*(int *)context;
    return review->judged < 2;
}

static void report_can_give_up_and_the_review_goes_on(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    const oxo_game g = game_after(OXO_ULTIMATE, "ee ea ae");
    oxo_review r;
    oxo_review_init(&r);
    int reports = 0;
    assert_int_equal(
        oxo_insight_review(insight, &g, NULL, stop_after_two, &reports, &r),
        -ECANCELED);
    assert_int_equal(reports, 2);
    assert_int_equal(r.judged, 2);
    assert_int_equal(oxo_insight_review(insight, &g, NULL, NULL, NULL, &r), 0);
    assert_int_equal(r.judged, 4);
    assert_int_equal(engine.searches, 4);
    oxo_insight_destroy(insight);
}

/* A step during which somebody sets its stop. */
static int stopped_step(oxo_engine *engine, oxo_insight *insight,
                        const oxo_game *g, oxo_review *r)
{
    oxo_stop stop = {0};
    engine->sets = &stop;
    const int rc = oxo_insight_step(insight, g, &stop, r);
    engine->sets = NULL;
    return rc;
}

static void stopped_step_leaves_the_review(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    const oxo_game g = game_after(OXO_ULTIMATE, "ee ea ae");
    oxo_stop stop = {0};
    oxo_review r;
    oxo_review_init(&r);
    assert_int_equal(oxo_insight_step(insight, &g, &stop, &r), 1);
    oxo_stop_set(&stop); /* before the search */
    assert_int_equal(oxo_insight_step(insight, &g, &stop, &r), -ECANCELED);
    assert_int_equal(r.judged, 1);
    assert_int_equal(stopped_step(&engine, insight, &g, &r), -ECANCELED);
    assert_int_equal(r.judged, 1);
    oxo_stop_clear(&stop);
    assert_int_equal(oxo_insight_review(insight, &g, &stop, NULL, NULL, &r),
                     0);
    assert_int_equal(r.judged, 4);
    assert_true(r.points[3].known);
    oxo_insight_destroy(insight);
}

static void stopped_intensity_is_the_heuristic(void **state)
{
    (void)state;
    oxo_engine engine = four_move_engine();
    oxo_insight *insight = insight_with(&engine);
    oxo_intensity_source source = OXO_BY_ENGINE;
    oxo_stop stop = {0};
    oxo_stop_set(&stop);
    assert_int_equal(
        oxo_insight_intensity(insight, &engine.at, &stop, &source),
        oxo_intensity_of(&engine.at));
    assert_int_equal(source, OXO_BY_HEURISTIC);
    oxo_insight_intensity(insight, &engine.at, NULL, &source);
    assert_int_equal(source, OXO_BY_ENGINE);
    oxo_insight_destroy(insight);
}

TEST_GROUP("insight-script")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_are_graded_by_their_difference),
        cmocka_unit_test(sentence_falls_back_to_the_difference),
        cmocka_unit_test(move_without_a_line_is_judged_by_what_it_led_to),
        cmocka_unit_test(move_that_ends_the_game_needs_no_engine),
        cmocka_unit_test(last_finished_depth_counts),
        cmocka_unit_test(proof_of_an_unfinished_depth_counts),
        cmocka_unit_test(silent_engine_leaves_the_heuristic),
        cmocka_unit_test(speaking_engine_refines),
        cmocka_unit_test(no_budget_is_refused),
        cmocka_unit_test(options_ask_for_every_move_at_full_strength),
        cmocka_unit_test(step_judges_one_position_and_no_more),
        cmocka_unit_test(takeback_drops_what_was_taken_back),
        cmocka_unit_test(shorter_game_needs_no_search),
        cmocka_unit_test(another_game_begins_anew),
        cmocka_unit_test(report_can_give_up_and_the_review_goes_on),
        cmocka_unit_test(stopped_step_leaves_the_review),
        cmocka_unit_test(stopped_intensity_is_the_heuristic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
