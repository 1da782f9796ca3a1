/* The configuration of a match: engines, pairings, openings. */
#include "check.h"

#include "match.h"
#include "match_schedule.h"
#include "match_suite.h"

#include <errno.h>
#include <string.h>

static char why[MATCH_WHY];

/* ---- Matches ------------------------------------------------------------ */

static match_config two_engines(void)
{
    match_config c;
    match_config_init(&c);
    c.engine_count = 2;
    assert_int_equal(
        program_spec_parse("cmd=a movetime=9", &c.engines[0], why), OXO_OK);
    assert_int_equal(
        program_spec_parse("cmd=b movetime=9", &c.engines[1], why), OXO_OK);
    return c;
}

static void a_match_needs_limits_and_names_of_their_own(void **state)
{
    (void)state;
    match_config c = two_engines();
    assert_int_equal(match_config_check(&c, why), OXO_OK);
    c.engines[1].limits.move_time = 0;
    assert_int_not_equal(match_config_check(&c, why), OXO_OK);
    c.limits.nodes = 5;
    assert_int_equal(match_config_check(&c, why), OXO_OK);
    c.engines[1].name[0] = 'a';
    assert_int_not_equal(match_config_check(&c, why), OXO_OK);
}

static void the_event_is_text(void **state)
{
    (void)state;
    match_config c = two_engines();
    c.event = "caf\xC3\xA9";
    assert_int_equal(match_config_check(&c, why), OXO_OK);
    c.event = "\x1B[31m";
    assert_int_not_equal(match_config_check(&c, why), OXO_OK);
}

static void an_sprt_is_between_two(void **state)
{
    (void)state;
    match_config c = two_engines();
    c.sprt = (match_sprt){true, true, 0, 5, 0.05, 0.05};
    assert_int_equal(match_config_check(&c, why), OXO_OK);
    c.sprt.elo1 = 0;
    assert_int_not_equal(match_config_check(&c, why), OXO_OK);
    c.sprt.elo1 = 5;
    c.engines[2] = c.engines[1];
    c.engines[2].name[0] = 'c';
    c.engine_count = 3;
    assert_int_not_equal(match_config_check(&c, why), OXO_OK);
}

static void levels_are_engines_with_an_option(void **state)
{
    (void)state;
    match_config c = two_engines();
    const program_spec base = c.engines[0];
    assert_int_equal(match_config_levels(&c, &base, 1, 10), OXO_OK);
    assert_int_equal(c.engine_count, 10);
    assert_string_equal(c.engines[9].name, "level-10");
    assert_string_equal(c.engines[9].options[0].name, "Level");
    assert_string_equal(c.engines[9].options[0].value, "10");
    assert_int_equal(match_config_check(&c, why), OXO_OK);
    assert_int_not_equal(match_config_levels(&c, &base, 1, 99), OXO_OK);
}

static int pairings(match_kind kind, int engines)
{
    static match_pairing out[MATCH_MAX_PAIRINGS];
    match_config c;
    match_config_init(&c);
    c.kind = kind;
    c.engine_count = engines;
    return match_pairings_list(&c, out);
}

static void every_kind_pairs_in_its_own_way(void **state)
{
    (void)state;
    assert_int_equal(pairings(MATCH_ROUND_ROBIN, 5), 10);
    assert_int_equal(pairings(MATCH_GAUNTLET, 5), 4);
    assert_int_equal(pairings(MATCH_ADJACENT, 5), 4);
    assert_int_equal(pairings(MATCH_ROUND_ROBIN, MATCH_MAX_ENGINES),
                     MATCH_MAX_PAIRINGS);
}

/* ---- Openings ----------------------------------------------------------- */

static match_suite random_suite(oxo_variant variant, int plies, int rounds)
{
    const match_openings how = {
        .kind = MATCH_RANDOM_PLIES, .plies = plies, .seed = 5};
    match_suite s;
    assert_int_equal(match_suite_create(&how, variant, rounds, &s, why), 0);
    assert_int_equal(s.count, rounds);
    return s;
}

static uint64_t canonical_hash(const match_opening *o)
{
    const oxo_position p = match_opening_position(o);
    const oxo_ultimate u = oxo_ultimate_canonical(p.as.ultimate, NULL);
    return oxo_ultimate_hash(&u);
}

static void random_openings_differ_even_by_symmetry(void **state)
{
    (void)state;
    match_suite s = random_suite(OXO_ULTIMATE, 2, 80);
    for (int i = 0; i < s.count; i++)
        for (int j = 0; j < i; j++)
            assert_true(canonical_hash(&s.openings[i]) !=
                        canonical_hash(&s.openings[j]));
    match_suite_destroy(&s);
}

static void no_random_opening_is_over(void **state)
{
    (void)state;
    for (int plies = 5; plies <= 8; plies++) {
        match_suite s = random_suite(OXO_CLASSIC, plies, 30);
        for (int i = 0; i < s.count; i++) {
            const oxo_position p = match_opening_position(&s.openings[i]);
            assert_int_equal(s.openings[i].length, plies);
            assert_int_equal(oxo_position_outcome(&p), OXO_ONGOING);
        }
        match_suite_destroy(&s);
    }
}

static void openings_repeat_once_there_are_no_more(void **state)
{
    (void)state;
    match_suite s = random_suite(OXO_CLASSIC, 1, 20);
    unsigned seen = 0;
    for (int i = 0; i < 3; i++)
        seen |= 1U << (match_opening_position(&s.openings[i])
                                   .as.classic.board.cells[OXO_X] == 16
                           ? 0
                           : s.openings[i].moves[0] % 2 + 1);
    assert_int_equal(seen, 7); /* centre, corner and edge come first */
    match_suite_destroy(&s);
}

static void an_opening_that_ends_every_game_is_refused(void **state)
{
    (void)state;
    const match_openings how = {.kind = MATCH_RANDOM_PLIES, .plies = 9};
    match_suite s = {NULL, -1};
    assert_int_equal(match_suite_create(&how, OXO_CLASSIC, 1, &s, why),
                     -EINVAL);
    assert_int_equal(s.count, -1);
}

static void more_rounds_only_add_openings(void **state)
{
    (void)state;
    match_suite few = random_suite(OXO_ULTIMATE, 4, 20);
    match_suite many = random_suite(OXO_ULTIMATE, 4, 50);
    for (int i = 0; i < few.count; i++)
        assert_memory_equal(few.openings[i].moves, many.openings[i].moves,
                            sizeof few.openings[i].moves);
    match_suite_destroy(&few);
    match_suite_destroy(&many);
}

static int read_suite(const char *bytes, size_t size, match_suite *ret)
{
    char text[64] = "";
    memcpy(text, bytes, size);
    *ret = (match_suite){NULL, 0};
    return match_suite_read("f", text, size, OXO_ULTIMATE, ret, why);
}

static void a_nul_in_a_file_of_openings_is_refused(void **state)
{
    (void)state;
    match_suite s;
    assert_int_equal(read_suite("ee\nee ea\n", 9, &s), 0);
    assert_int_equal(s.count, 2);
    match_suite_destroy(&s);
    assert_int_equal(read_suite("ee\nee\0ea\n", 9, &s), -EINVAL);
    assert_string_equal(why, "f:2: there is a NUL in this line");
    match_suite_destroy(&s);
    assert_int_equal(read_suite("[\0", 2, &s), -EINVAL);
    assert_string_equal(why, "f:1: there is a NUL in this line");
    assert_int_equal(s.count, 0);
    match_suite_destroy(&s);
}

static void endings_are_found_by_their_words(void **state)
{
    (void)state;
    for (int i = 0; i < MATCH_ENDING_COUNT; i++) {
        match_ending e;
        assert_true(match_ending_find(match_ending_word((match_ending)i), &e));
        assert_int_equal(e, i);
    }
    match_ending e;
    assert_false(match_ending_find("boredom", &e));
}

TEST_GROUP("match-setup")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_needs_limits_and_names_of_their_own),
        cmocka_unit_test(the_event_is_text),
        cmocka_unit_test(an_sprt_is_between_two),
        cmocka_unit_test(levels_are_engines_with_an_option),
        cmocka_unit_test(every_kind_pairs_in_its_own_way),
        cmocka_unit_test(random_openings_differ_even_by_symmetry),
        cmocka_unit_test(no_random_opening_is_over),
        cmocka_unit_test(openings_repeat_once_there_are_no_more),
        cmocka_unit_test(an_opening_that_ends_every_game_is_refused),
        cmocka_unit_test(more_rounds_only_add_openings),
        cmocka_unit_test(a_nul_in_a_file_of_openings_is_refused),
        cmocka_unit_test(endings_are_found_by_their_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
