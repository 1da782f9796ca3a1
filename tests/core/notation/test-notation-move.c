/* test-notation-move.c - moves in every notation. */
#include <string.h>

#include "oxo/notation.h"

#include "check.h"

static const oxo_variant ultimates[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};

static void notations_are_found_by_their_names(void **state)
{
    (void)state;
    static const char *const words[] = {"native", "ultimattt", "utttai",
                                        "codingame"};
    for (int n = 0; n < OXO_NOTATIONS; n++) {
        oxo_notation found = OXO_NATIVE;
        assert_string_equal(oxo_notation_word((oxo_notation)n), words[n]);
        assert_true(oxo_notation_find(words[n], &found));
        assert_int_equal(found, n);
    }
    oxo_notation untouched = OXO_UTTTAI;
    assert_false(oxo_notation_find("chess", &untouched));
    assert_int_equal(untouched, OXO_UTTTAI);
}

static void check_round_trip(oxo_notation notation, oxo_variant variant,
                             int moves)
{
    for (int m = 0; m < moves; m++) {
        char text[OXO_MOVE_TEXT];
        oxo_move back = OXO_NO_MOVE;
        const size_t length =
            oxo_move_format(notation, variant, (oxo_move)m, text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(oxo_move_parse(notation, variant, text, &back, NULL),
                         OXO_OK);
        assert_int_equal(back, m);
    }
}

static void every_move_reads_back_in_every_notation(void **state)
{
    (void)state;
    for (int n = 0; n < OXO_NOTATIONS; n++) {
        check_round_trip((oxo_notation)n, OXO_CLASSIC, OXO_CELLS);
        for (int v = 0; v < 3; v++)
            check_round_trip((oxo_notation)n, ultimates[v], OXO_MAX_MOVES);
    }
}

static void check_text(oxo_notation notation, oxo_variant variant, oxo_move m,
                       const char *expected)
{
    char text[OXO_MOVE_TEXT];
    oxo_move_format(notation, variant, m, text);
    assert_string_equal(text, expected);
}

static void moves_are_written_as_documented(void **state)
{
    (void)state;
    check_text(OXO_NATIVE, OXO_CLASSIC, 4, "e");
    check_text(OXO_NATIVE, OXO_ULTIMATE, 4, "ae");
    check_text(OXO_ULTIMATTT, OXO_ULTIMATE, 80, "ii");
    check_text(OXO_UTTTAI, OXO_ULTIMATE, 80, "80");
    check_text(OXO_UTTTAI, OXO_CLASSIC, 0, "0");
    check_text(OXO_CODINGAME, OXO_ULTIMATE, 80, "8 8");
    check_text(OXO_CODINGAME, OXO_ULTIMATE, 9 * 5 + 1, "3 7");
    check_text(OXO_CODINGAME, OXO_CLASSIC, 5, "1 2");
}

static void blanks_around_and_a_line_end_are_passed_over(void **state)
{
    (void)state;
    oxo_move m;
    assert_int_equal(
        oxo_move_parse(OXO_NATIVE, OXO_ULTIMATE, " \tae \t", &m, NULL),
        OXO_OK);
    assert_int_equal(m, 4);
    assert_int_equal(
        oxo_move_parse(OXO_CODINGAME, OXO_ULTIMATE, "8  7\r\n", &m, NULL),
        OXO_OK);
    assert_int_equal(m, 9 * 8 + 7);
    assert_int_equal(oxo_move_parse(OXO_UTTTAI, OXO_CLASSIC, "8\n", &m, NULL),
                     OXO_OK);
    assert_int_equal(m, 8);
}

static void check_refusal(oxo_notation notation, oxo_variant variant,
                          const char *text, oxo_status status, int column)
{
    oxo_move untouched = 77;
    oxo_text_error error = {.status = OXO_OK};
    assert_int_equal(
        oxo_move_parse(notation, variant, text, &untouched, &error), status);
    assert_int_equal(untouched, 77);
    assert_int_equal(error.status, status);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, column);
    assert_true(strlen(error.reason) > 0);
}

static void what_is_no_move_is_refused_with_its_column(void **state)
{
    (void)state;
    check_refusal(OXO_NATIVE, OXO_CLASSIC, "", OXO_SYNTAX, 1);
    check_refusal(OXO_NATIVE, OXO_CLASSIC, "j", OXO_SYNTAX, 1);
    check_refusal(OXO_NATIVE, OXO_CLASSIC, "ae", OXO_SYNTAX, 2);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, "a", OXO_SYNTAX, 2);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, "Ae", OXO_SYNTAX, 1);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, " aj", OXO_SYNTAX, 3);
    check_refusal(OXO_ULTIMATTT, OXO_ULTIMATE, "ae\rx", OXO_SYNTAX, 3);
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, "x", OXO_SYNTAX, 1);
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, "-1", OXO_SYNTAX, 1);
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, "81", OXO_INVALID_POSITION, 1);
    check_refusal(OXO_UTTTAI, OXO_CLASSIC, "9", OXO_INVALID_POSITION, 1);
    check_refusal(OXO_CODINGAME, OXO_ULTIMATE, "8 9", OXO_INVALID_POSITION, 3);
    check_refusal(OXO_CODINGAME, OXO_ULTIMATE, "9 8", OXO_INVALID_POSITION, 1);
    check_refusal(OXO_CODINGAME, OXO_CLASSIC, "3 0", OXO_INVALID_POSITION, 1);
    check_refusal(OXO_CODINGAME, OXO_ULTIMATE, "8", OXO_SYNTAX, 2);
    check_refusal(OXO_CODINGAME, OXO_ULTIMATE, "8 8 8", OXO_SYNTAX, 5);
}

static void a_line_has_a_longest_length(void **state)
{
    (void)state;
    char text[OXO_POSITION_TEXT + 1];
    memset(text, ' ', sizeof(text));
    text[0] = 'e';
    text[OXO_POSITION_TEXT - 1] = '\0';
    oxo_move m;
    assert_int_equal(oxo_move_parse(OXO_NATIVE, OXO_CLASSIC, text, &m, NULL),
                     OXO_OK);
    text[OXO_POSITION_TEXT - 1] = ' ';
    text[OXO_POSITION_TEXT] = '\0';
    check_refusal(OXO_NATIVE, OXO_CLASSIC, text, OXO_TEXT_TOO_LONG,
                  OXO_POSITION_TEXT);
}

TEST_GROUP("notation-move")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notations_are_found_by_their_names),
        cmocka_unit_test(every_move_reads_back_in_every_notation),
        cmocka_unit_test(moves_are_written_as_documented),
        cmocka_unit_test(blanks_around_and_a_line_end_are_passed_over),
        cmocka_unit_test(what_is_no_move_is_refused_with_its_column),
        cmocka_unit_test(a_line_has_a_longest_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
