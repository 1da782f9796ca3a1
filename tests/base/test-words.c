/* Words, numbers, growing arrays, and text that arrives in pieces. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "bytes.h"
#include "keymap.h"
#include "number.h"
#include "utf8.h"
#include "whole_file.h"
#include "words.h"

/* ---- Words and lines from a stream -------------------------------------- */

static FILE *stream_of(const char *text, size_t length)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    return file;
}

static void lines_end_at_newline_or_end_of_file(void **state)
{
    (void)state;
    char line[WORDS_LINE + 1];
    FILE *in = stream_of("one\n\ntwo", 8);
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_string_equal(line, "one");
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_string_equal(line, "");
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_string_equal(line, "two");
    assert_int_equal(words_read_line(in, line), WORDS_END);
    fclose(in);
}

static void longest_line_is_read_and_one_longer_dropped_whole(void **state)
{
    (void)state;
    enum { TOTAL = 2 * WORDS_LINE + 6 };
    char text[TOTAL], line[WORDS_LINE + 1];
    memset(text, 'a', TOTAL);
    text[TOTAL - 1] = 'b';
    text[WORDS_LINE] = '\n';
    text[2 * WORDS_LINE + 2] = '\n';
    FILE *in = stream_of(text, TOTAL);
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_int_equal(strlen(line), WORDS_LINE);
    assert_int_equal(words_read_line(in, line), WORDS_DROPPED);
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_string_equal(line, "aab");
    fclose(in);
}

static void line_with_a_nul_is_dropped(void **state)
{
    (void)state;
    char line[WORDS_LINE + 1];
    FILE *in = stream_of("qu\0it\nok\n", 9);
    assert_int_equal(words_read_line(in, line), WORDS_DROPPED);
    assert_int_equal(words_read_line(in, line), WORDS_OK);
    assert_string_equal(line, "ok");
    fclose(in);
}

static void overlong_word_is_dropped_whole(void **state)
{
    (void)state;
    char word[4];
    long line = 1;
    FILE *in = stream_of(" abc\r\n\tabcd e", 13);
    assert_int_equal(words_read(in, word, sizeof word, &line), WORDS_OK);
    assert_string_equal(word, "abc");
    assert_int_equal(line, 1);
    assert_int_equal(words_read(in, word, sizeof word, &line), WORDS_DROPPED);
    assert_int_equal(words_read(in, word, sizeof word, &line), WORDS_OK);
    assert_string_equal(word, "e");
    assert_int_equal(line, 2);
    assert_int_equal(words_read(in, word, sizeof word, &line), WORDS_END);
    fclose(in);
}

/* ---- Words in memory ---------------------------------------------------- */

static void words_are_cut_in_place(void **state)
{
    (void)state;
    char text[] = " one\ttwo\r\n ", *rest = text;
    assert_string_equal(words_next(&rest), "one");
    assert_string_equal(words_next(&rest), "two");
    assert_null(words_next(&rest));
    assert_null(words_next(&rest));
}

static void blanks_are_trimmed_at_both_ends(void **state)
{
    (void)state;
    char text[] = " \t a b \r\n", blank[] = " \t";
    assert_string_equal(words_trim(text), "a b");
    assert_string_equal(words_trim(blank), "");
    const char *span = " x y ";
    size_t length = 4;
    words_trim_span(&span, &length);
    assert_int_equal(length, 3);
    assert_memory_equal(span, "x y", 3);
}

static void word_that_does_not_fit_is_marked(void **state)
{
    (void)state;
    const char *text = " abc abcd e";
    char word[4];
    assert_true(words_take(&text, word, sizeof word));
    assert_string_equal(word, "abc");
    assert_true(words_take(&text, word, sizeof word));
    assert_string_equal(word, "ab?");
    assert_true(words_take(&text, word, sizeof word));
    assert_string_equal(word, "e");
    assert_false(words_take(&text, word, sizeof word));
}

static void quotes_keep_blanks(void **state)
{
    (void)state;
    const char *text = "a'b c'd \"e\\\" f\" g\\ h ''";
    char word[8];
    assert_int_equal(words_take_quoted(&text, word, sizeof word), 1);
    assert_string_equal(word, "ab cd");
    assert_int_equal(words_take_quoted(&text, word, sizeof word), 1);
    assert_string_equal(word, "e\" f");
    assert_int_equal(words_take_quoted(&text, word, sizeof word), 1);
    assert_string_equal(word, "g h");
    assert_int_equal(words_take_quoted(&text, word, sizeof word), 1);
    assert_string_equal(word, "");
    assert_int_equal(words_take_quoted(&text, word, sizeof word), 0);
}

static void open_quote_and_long_word_are_refused(void **state)
{
    (void)state;
    const char *open = "'a b", *length = "abcd";
    char word[4];
    assert_int_equal(words_take_quoted(&open, word, sizeof word), -1);
    assert_int_equal(words_take_quoted(&length, word, sizeof word), -1);
    assert_false(words_copy(word, sizeof word, "abcd"));
    assert_true(words_copy(word, sizeof word, "abc"));
    assert_string_equal(word, "abc");
}

/* ---- Numbers ------------------------------------------------------------ */

static void number_is_digits_and_nothing_else(void **state)
{
    (void)state;
    static const char *const others[] = {"",    "-",   "+",   "1a", "a1",
                                         "1.5", "0x1", "--1", "1 ", " 1"};
    int64_t n = 7;
    int i = 7;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        assert_false(number_read(others[k], INT64_MIN, INT64_MAX, &n));
        assert_false(number_read_int(others[k], INT32_MIN, INT32_MAX, &i));
        assert_false(number_read_saturated(others[k], &n));
    }
    assert_int_equal(n, 7);
    assert_int_equal(i, 7);
    assert_true(number_read("-0012", -12, 0, &n));
    assert_int_equal(n, -12);
}

static void number_stays_within_its_bounds(void **state)
{
    (void)state;
    int64_t n = 7;
    int i = 7;
    assert_false(number_read("11", 0, 10, &n));
    assert_false(number_read("-1", 0, 10, &n));
    assert_false(number_read("-0", 0, 10, &n)); /* no sign without need */
    assert_false(number_read_int("4294967297", 0, INT32_MAX, &i));
    assert_false(number_read("9223372036854775808", 0, INT64_MAX, &n));
    assert_false(number_read("-9223372036854775809", INT64_MIN, 0, &n));
    assert_int_equal(n, 7);
    assert_int_equal(i, 7);
    assert_true(number_read("9223372036854775807", 0, INT64_MAX, &n));
    assert_true(n == INT64_MAX);
    assert_true(number_read("-9223372036854775808", INT64_MIN, 0, &n));
    assert_true(n == INT64_MIN);
    assert_true(number_read_int("10", 0, 10, &i));
    assert_int_equal(i, 10);
}

static void programs_may_write_a_plus_sign_and_any_size(void **state)
{
    (void)state;
    int64_t n = 0;
    assert_true(number_read_saturated("+0090", &n));
    assert_int_equal(n, 90);
    assert_false(number_read_saturated("+-90", &n));
    assert_true(number_read_saturated("99999999999999999999999999", &n));
    assert_true(n == INT64_MAX);
    assert_true(number_read_saturated("-99999999999999999999999999", &n));
    assert_true(n == INT64_MIN);
}

static void seconds_have_at_most_three_decimals(void **state)
{
    (void)state;
    static const char *const others[] = {
        "",    ".",  "1.2345", "1.2.3", "-1",       "1.5s",
        "1,5", "+1", " 1",     "1 ",    "99999999", "123456789"};
    int64_t ms = 7;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(number_read_seconds(others[i], &ms));
    assert_int_equal(ms, 7);
    assert_true(number_read_seconds("0.05", &ms));
    assert_int_equal(ms, 50);
    assert_true(number_read_seconds(".125", &ms));
    assert_int_equal(ms, 125);
    assert_true(number_read_seconds("60.", &ms));
    assert_int_equal(ms, 60000);
}

static void scan_counts_digits_and_saturates(void **state)
{
    (void)state;
    uint64_t n = 7;
    assert_int_equal(number_scan("x1", 2, &n), 0);
    assert_int_equal(n, 0);
    assert_int_equal(number_scan("123", 2, &n), 2);
    assert_int_equal(n, 12);
    assert_int_equal(number_scan("18446744073709551615m", 21, &n), 20);
    assert_true(n == UINT64_MAX);
    assert_int_equal(number_scan("18446744073709551616", 20, &n), 20);
    assert_true(n == UINT64_MAX);
}

/* ---- Arrays and bytes --------------------------------------------------- */

static void array_doubles_and_never_overflows(void **state)
{
    (void)state;
    size_t room = 0;
    int *items = array_grow(NULL, &room, 1, sizeof *items);
    assert_non_null(items);
    const size_t first = room;
    assert_true(first >= 1);
    assert_ptr_equal(array_grow(items, &room, first, sizeof *items), items);
    items = array_grow(items, &room, first + 1, sizeof *items);
    assert_int_equal(room, 2 * first);
    items = array_grow(items, &room, 1000, sizeof *items);
    assert_int_equal(room, 1000);
    assert_null(array_grow(items, &room, SIZE_MAX / 2, sizeof *items));
    assert_int_equal(room, 1000);
    items[999] = 1;
    free(items);
}

/* Keys whose mixed values share their low bits collide; so do many others. */
static void keymap_agrees_with_an_array(void **state)
{
    (void)state;
    enum { KEYS = 300, STEPS = 20000 };
    static bool here[KEYS];
    static uint32_t values[KEYS];
    keymap map = {.slots = NULL};
    uint32_t dice = 1, value = 0;
    size_t count = 0;
    assert_false(keymap_has(&map, 0));
    for (int step = 0; step < STEPS; step++) {
        dice = dice * 1664525 + 1013904223;
        const uint32_t i = (dice >> 8) % KEYS;
        const uint64_t key = (uint64_t)i << 40;
        assert_int_equal(keymap_find(&map, key, &value), here[i]);
        if (here[i])
            assert_int_equal(value, values[i]);
        if (here[i] && dice >> 31) {
            keymap_remove(&map, key);
            here[i] = false;
            count--;
        } else {
            values[i] = dice;
            assert_int_equal(keymap_set(&map, key, dice), 0);
            count += !here[i];
            here[i] = true;
        }
        assert_int_equal(map.count, count);
    }
    keymap_clear(&map);
    assert_false(keymap_has(&map, 0));
}

static void digest_depends_on_every_byte_and_on_the_order(void **state)
{
    (void)state;
    const uint64_t ab = bytes_digest(0, "ab", 2);
    assert_true(ab != bytes_digest(0, "ba", 2));
    assert_true(ab != bytes_digest(0, "a", 1));
    assert_true(ab != bytes_digest(1, "ab", 2));
}

static void network_order_is_the_highest_byte_first(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3};
    assert_int_equal(bytes_get_network(bytes, 3), 0x010203);
    assert_int_equal(bytes_get_network(bytes, 0), 0);
}

/* ---- Text and files ----------------------------------------------------- */

static void safe_text_has_nothing_that_acts_on_it(void **state)
{
    (void)state;
    assert_true(utf8_is_safe("", 0));
    assert_true(utf8_is_safe("\xC3\xA9 \xE2\x9C\x93", 6));
    assert_false(utf8_is_safe("a\nb", 3));
    assert_false(utf8_is_safe("a\0b", 3));
    assert_false(utf8_is_safe("\xE2\x80\xAE", 3)); /* right to left */
    assert_false(utf8_is_safe("\xC3", 1));
}

static void whole_file_is_read_up_to_a_limit(void **state)
{
    (void)state;
    enum { SIZE = 40000 };
    static char content[SIZE];
    char *text = NULL;
    size_t length = 0;
    memset(content, 'x', SIZE);
    FILE *in = stream_of(content, SIZE);
    assert_int_equal(whole_file_read(in, SIZE, &text, &length), 0);
    assert_int_equal(length, SIZE);
    assert_memory_equal(text, content, SIZE);
    assert_int_equal(text[SIZE], '\0');
    free(text);
    text = NULL;
    rewind(in);
    assert_true(whole_file_read(in, SIZE - 1, &text, &length) < 0);
    assert_null(text);
    fclose(in);
}

TEST_GROUP("words")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_at_newline_or_end_of_file),
        cmocka_unit_test(longest_line_is_read_and_one_longer_dropped_whole),
        cmocka_unit_test(line_with_a_nul_is_dropped),
        cmocka_unit_test(overlong_word_is_dropped_whole),
        cmocka_unit_test(words_are_cut_in_place),
        cmocka_unit_test(blanks_are_trimmed_at_both_ends),
        cmocka_unit_test(word_that_does_not_fit_is_marked),
        cmocka_unit_test(quotes_keep_blanks),
        cmocka_unit_test(open_quote_and_long_word_are_refused),
        cmocka_unit_test(number_is_digits_and_nothing_else),
        cmocka_unit_test(number_stays_within_its_bounds),
        cmocka_unit_test(programs_may_write_a_plus_sign_and_any_size),
        cmocka_unit_test(seconds_have_at_most_three_decimals),
        cmocka_unit_test(scan_counts_digits_and_saturates),
        cmocka_unit_test(array_doubles_and_never_overflows),
        cmocka_unit_test(keymap_agrees_with_an_array),
        cmocka_unit_test(digest_depends_on_every_byte_and_on_the_order),
        cmocka_unit_test(network_order_is_the_highest_byte_first),
        cmocka_unit_test(safe_text_has_nothing_that_acts_on_it),
        cmocka_unit_test(whole_file_is_read_up_to_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
