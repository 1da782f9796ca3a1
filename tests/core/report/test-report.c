/* test-report.c - what was found, as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "report.h"

/* What `write` writes into an object. */
static void check_written(void (*write)(json_writer *w), const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    json_writer w = json_to(out);
    json_open_object(&w, NULL);
    write(&w);
    json_close(&w);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void write_estimate(json_writer *w)
{
    const oxo_value value = {OXO_ESTIMATED, 0, -35, {200, 300, 500}};
    report_value(w, "v", &value);
}

static void an_estimate_says_chances_and_score(void **state)
{
    (void)state;
    check_written(write_estimate,
                  "{\"v\": {\"kind\": \"estimated\", \"proven\": false, "
                  "\"distance\": 0, \"centi\": -35, "
                  "\"wdl\": [200, 300, 500], \"expected\": 0.35}}\n");
}

static void write_proof(json_writer *w)
{
    const oxo_line line = {.value = {OXO_PROVEN_LOSS, 4, 0, {0, 0, 1000}},
                           .length = 2,
                           .moves = {4, 40}};
    report_line(w, "line", OXO_ULTIMATE, &line);
}

static void a_line_says_its_proof_and_its_moves(void **state)
{
    (void)state;
    check_written(write_proof,
                  "{\"line\": {\"value\": {\"kind\": \"loss\", "
                  "\"proven\": true, \"distance\": 4, \"centi\": 0, "
                  "\"wdl\": [0, 0, 1000], \"expected\": 0}, "
                  "\"moves\": [\"ae\", \"ee\"]}}\n");
}

static void write_solution(json_writer *w)
{
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_solution s = {.kind = OXO_SOLVED_LOSS,
                      .exact = true,
                      .complete = true,
                      .distance = 4,
                      .length = 2,
                      .line = {4, 40},
                      .nodes = 7,
                      .time = 8};
    report_solution_members(w, &p, &s);
    s.exact = s.complete = false;
    json_open_object(w, "inexact");
    report_solution_members(w, &p, &s);
    json_close(w);
    s = (oxo_solution){.kind = OXO_SOLVED_UNKNOWN};
    json_open_object(w, "unknown");
    report_solution_members(w, &p, &s);
    json_close(w);
}

static void a_proof_is_told_in_the_words_of_a_search(void **state)
{
    (void)state;
    check_written(
        write_solution,
        "{\"result\": \"O\", \"complete\": true, \"nodes\": 7, \"time\": 8, "
        "\"lines\": [{\"value\": {\"kind\": \"loss\", \"proven\": true, "
        "\"distance\": 4, \"centi\": 0, \"wdl\": [0, 0, 1000], "
        "\"expected\": 0}, \"moves\": [\"ae\", \"ee\"]}], "
        "\"inexact\": {\"result\": \"O\", \"complete\": false, "
        "\"nodes\": 7, \"time\": 8, "
        "\"lines\": [{\"value\": {\"kind\": \"loss\", \"proven\": true, "
        "\"distance\": null, \"centi\": 0, \"wdl\": [0, 0, 1000], "
        "\"expected\": 0}, \"moves\": [\"ae\", \"ee\"]}]}, "
        "\"unknown\": {\"result\": \"unknown\", \"complete\": false, "
        "\"nodes\": 0, \"time\": 0, \"lines\": []}}\n");
}

/* The engine's table counts the moves of classic's draws, its search none. */
static void write_draws(json_writer *w)
{
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    const oxo_value value = {
        .kind = OXO_PROVEN_DRAW, .distance = 9, .wdl = {0, 1000, 0}};
    const oxo_solution s = {.kind = OXO_SOLVED_DRAW,
                            .complete = true,
                            .distance = 9,
                            .length = 1,
                            .line = {4}};
    report_value(w, "value", &value);
    report_solution_members(w, &p, &s);
}

static void a_draw_has_no_distance(void **state)
{
    (void)state;
    check_written(
        write_draws,
        "{\"value\": {\"kind\": \"draw\", \"proven\": true, "
        "\"distance\": 0, \"centi\": 0, \"wdl\": [0, 1000, 0], "
        "\"expected\": 0.5}, \"result\": \"draw\", \"complete\": true, "
        "\"nodes\": 0, \"time\": 0, \"lines\": [{\"value\": "
        "{\"kind\": \"draw\", \"proven\": true, "
        "\"distance\": 0, \"centi\": 0, \"wdl\": [0, 1000, 0], "
        "\"expected\": 0.5}, \"moves\": [\"e\"]}]}\n");
}

static void write_nothing_judged(json_writer *w)
{
    oxo_review review;
    oxo_review_init(&review);
    report_review_members(w, &review);
}

static void a_review_of_nothing_has_no_accuracy(void **state)
{
    (void)state;
    check_written(write_nothing_judged,
                  "{\"points\": [], \"moves\": [], "
                  "\"accuracy\": {\"X\": null, \"O\": null}, \"keys\": []}\n");
}

static void write_words(json_writer *w)
{
    report_mark(w, "x", OXO_X);
    report_mark(w, "nobody", OXO_NONE);
    report_move(w, "e", OXO_CLASSIC, 4);
    report_move(w, "none", OXO_CLASSIC, OXO_NO_MOVE);
    report_share(w, "share", 1167);
    json_string(w, "outcome", report_outcome_word(OXO_DRAW));
}

static void who_and_what_is_missing_is_null(void **state)
{
    (void)state;
    check_written(write_words, "{\"x\": \"X\", \"nobody\": null, "
                               "\"e\": \"e\", \"none\": null, "
                               "\"share\": 0.1167, \"outcome\": \"draw\"}\n");
}

TEST_GROUP("report")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_estimate_says_chances_and_score),
        cmocka_unit_test(a_line_says_its_proof_and_its_moves),
        cmocka_unit_test(a_proof_is_told_in_the_words_of_a_search),
        cmocka_unit_test(a_draw_has_no_distance),
        cmocka_unit_test(a_review_of_nothing_has_no_accuracy),
        cmocka_unit_test(who_and_what_is_missing_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
