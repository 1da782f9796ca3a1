/* test-notation-text.c - the readers and writers under all notations. */
#include <string.h>

#include "check.h"
#include "text.h"
#include "utf8.h"

static void writer_drops_what_does_not_fit_and_stays_terminated(void **state)
{
    (void)state;
    char out[4] = "???";
    text_writer w = {.out = out, .size = sizeof(out)};
    text_put_word(&w, "ab");
    text_put_word(&w, "cd");
    assert_string_equal(out, "ab");
    text_put(&w, 'c');
    text_put(&w, 'd');
    assert_string_equal(out, "abc");
    assert_int_equal(w.length, 3);
}

static void writer_pads_numbers_and_writes_the_largest(void **state)
{
    (void)state;
    char out[64];
    text_writer w = {.out = out, .size = sizeof(out)};
    text_put_number(&w, 0, 1);
    text_put(&w, ' ');
    text_put_number(&w, 7, 3);
    text_put(&w, ' ');
    text_put_number(&w, UINT64_MAX, 1);
    assert_string_equal(out, "0 007 18446744073709551615");
}

static uint64_t number_in(const char *text)
{
    text_reader in = text_open(text, strlen(text), 100);
    uint64_t value;
    assert_true(text_read_number(&in, &value));
    assert_int_equal(in.at, in.length);
    return value;
}

static void numbers_beyond_64_bits_read_as_the_largest(void **state)
{
    (void)state;
    assert_int_equal(number_in("0018446744073709551614"), UINT64_MAX - 1);
    assert_int_equal(number_in("18446744073709551615"), UINT64_MAX);
    assert_int_equal(number_in("18446744073709551616"), UINT64_MAX);
    assert_int_equal(number_in("99999999999999999999999"), UINT64_MAX);
}

static void only_printable_utf8_is_a_character(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"a", 1},
        {" ", 1},
        {"~", 1},
        {"\xC3\xA9", 2},         /* e acute */
        {"\xC2\xA0", 2},         /* the first behind the controls */
        {"\xE2\x9C\x95", 3},     /* a cross */
        {"\xED\x9F\xBF", 3},     /* the last before the halves */
        {"\xEE\x80\x80", 3},     /* the first behind them */
        {"\xF0\x9F\x8E\xAE", 4}, /* a joystick */
        {"\xF4\x8F\xBF\xBF", 4}, /* the last of all */
        {"", 0},
        {"\x1F", 0},
        {"\x7F", 0},
        {"\xC2\x9B", 0},     /* a control of terminals */
        {"\xD8\x9C", 0},     /* U+061C: directions of writing */
        {"\xE2\x80\x8D", 3}, /* U+200D joins, and that is all */
        {"\xE2\x80\x8E", 0}, /* U+200E, U+200F */
        {"\xE2\x80\x8F", 0},
        {"\xE2\x80\x90", 3}, /* a hyphen */
        {"\xE2\x80\xA7", 3}, /* U+2027 */
        {"\xE2\x80\xA8", 0}, /* U+2028: a line ends */
        {"\xE2\x80\xA9", 0}, /* U+2029: a paragraph ends */
        /* U+202A to U+202E and U+2066 to U+2069, directions: each is ended, or
         * compilers take this text for an attack. */
        {"\xE2\x80\xAA\xE2\x80\xAC", 0},
        {"\xE2\x80\xAE\xE2\x80\xAC", 0},
        {"\xE2\x80\xAF", 3}, /* U+202F is a space */
        {"\xE2\x81\xA5", 3},
        {"\xE2\x81\xA6\xE2\x81\xA9", 0},
        {"\xE2\x81\xA9", 0},
        {"\xE2\x81\xAA", 3},
        {"\xEF\xBF\xB9", 0},     /* U+FFF9: annotations */
        {"\xF3\xA0\x81\x81", 0}, /* U+E0041: a tag */
        {"\x80", 0},             /* a tail without a head */
        {"\xBF", 0},
        {"\xC0\x80", 0}, /* forms that are too long */
        {"\xC1\xBF", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xED\xA0\x80", 0}, /* half a pair */
        {"\xED\xBF\xBF", 0},
        {"\xF4\x90\x80\x80", 0}, /* out of range */
        {"\xF7\xBF\xBF\xBF", 0},
        {"\xF8\x88\x80\x80\x80", 0},
        {"\xFF", 0},
        {"\xE2\x9C", 0}, /* cut off */
        {"\xE2\x9C?", 0},
        {"\xC3?", 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(
            utf8_text_length(cases[i].text, strlen(cases[i].text)),
            cases[i].length);
}

static void refusals_count_lines_and_columns_from_one(void **state)
{
    (void)state;
    text_reader in = text_open("ab\ncd", 5, 100);
    assert_false(text_refuse(&in, 0, OXO_SYNTAX, "why"));
    assert_int_equal(in.error.line, 1);
    assert_int_equal(in.error.column, 1);
    assert_false(text_refuse(&in, 5, OXO_SYNTAX, "why"));
    assert_int_equal(in.error.line, 2);
    assert_int_equal(in.error.column, 3);
    assert_string_equal(in.error.reason, "why");
}

static void the_end_of_a_text_that_is_too_long_says_so(void **state)
{
    (void)state;
    text_reader in = text_open("abcdef", 6, 4);
    assert_int_equal(in.length, 4);
    text_refuse(&in, 3, OXO_SYNTAX, "why");
    assert_int_equal(in.error.status, OXO_SYNTAX);
    text_refuse(&in, 4, OXO_SYNTAX, "why");
    assert_int_equal(in.error.status, OXO_TEXT_TOO_LONG);
}

TEST_GROUP("notation-text")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writer_drops_what_does_not_fit_and_stays_terminated),
        cmocka_unit_test(writer_pads_numbers_and_writes_the_largest),
        cmocka_unit_test(numbers_beyond_64_bits_read_as_the_largest),
        cmocka_unit_test(only_printable_utf8_is_a_character),
        cmocka_unit_test(refusals_count_lines_and_columns_from_one),
        cmocka_unit_test(the_end_of_a_text_that_is_too_long_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
