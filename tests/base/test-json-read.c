/* test-json-read.c - what is JSON and what is not, and what is read of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_read.h"
#include "json_text.h"
#include "json_write.h"

#include "check.h"
#include "utf8.h"

enum { MAX = 64 };

static json_token tokens[MAX];

/* In memory of the exact size, so that a sanitizer sees reads past it. */
static bool read_bytes(const char *bytes, size_t length, json_doc *ret,
                       json_error *ret_error)
{
    static char *copy;
    free(copy);
    copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    return json_read(copy, length, tokens, MAX, ret, ret_error);
}

static json_doc good(const char *text)
{
    json_doc doc = {0};
    json_error error = {0};
    if (!read_bytes(text, strlen(text), &doc, &error))
        fail_msg("%s: %s at %zu", text, error.reason, error.offset);
    return doc;
}

/* ---- What is JSON ------------------------------------------------------- */

static const char *const accepted[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "12.5",
    "1e9",
    "1E+9",
    "0.1e-9",
    "123456789012345678901234567890",
    "\"\"",
    "{}",
    "[]",
    " \t\r\n{ } \n",
    "[ 1 , [ ] , { } , null ]",
    "{\"a\":{\"a\":{\"a\":1}},\"b\":[1,2,{\"a\":3}]}",
    "[[[[[[[[]]]]]]]]",
    "{\"\":1,\" \":2}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\uABCD\\uabcd\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\\ude00\\ud83d\\ude00\"",
    "\"\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\"",
    "\"\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"",
    "\"</script>\"",
};

static void what_rfc_8259_allows_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++)
        assert_true(good(accepted[i]).count > 0);
}

static const struct {
    size_t offset;
    const char *text;
} refused[] = {
    /* no value, half of one, or more than one */
    {0, ""},
    {2, "  "},
    {1, "{"},
    {1, "["},
    {0, "}"},
    {0, "tru"},
    {0, "nul"},
    {4, "truetrue"},
    {2, "1 2"},
    {3, "{} {}"},
    {2, "{}x"},
    /* values that other languages have */
    {0, "NaN"},
    {0, "Infinity"},
    {1, "-Infinity"},
    {0, "undefined"},
    {0, "True"},
    {0, "'a'"},
    {0, "//\n1"},
    {0, "\xEF\xBB\xBF{}"},
    {0, "\f1"},
    {0, "\xC2\xA0"},
    /* numbers */
    {0, "01"},
    {1, "-01"},
    {0, "00"},
    {0, "+1"},
    {1, "-"},
    {0, ".5"},
    {2, "1."},
    {2, "1.e1"},
    {2, "1e"},
    {3, "1e+"},
    {1, "0x10"},
    {1, "1_000"},
    {3, "1.5.5"},
    /* objects */
    {1, "{1:2}"},
    {1, "{a:1}"},
    {1, "{'a':1}"},
    {4, "{\"a\"}"},
    {5, "{\"a\":}"},
    {5, "{\"a\" 1}"},
    {7, "{\"a\":1,}"},
    {7, "{\"a\":1 \"b\":2}"},
    {1, "{,}"},
    {7, "{\"a\":1,,\"b\":2}"},
    {6, "{\"a\":1"},
    {6, "{\"a\":1]"},
    {7, "{\"a\":1,\"a\":1}"},
    {7, "{\"a\":1,\"\\u0061\":1}"},
    {12, "{\"\\u0061\":1,\"a\":1}"},
    {13, "{\"a\":{\"a\":1},\"a\":2}"},
    {23, "[{\"b\":1},{\"a\":1,\"b\":[],\"a\":1}]"},
    /* arrays */
    {1, "[,]"},
    {3, "[1,]"},
    {3, "[1 2]"},
    {2, "[1"},
    {2, "[1}"},
    {8, "[[[[[[[[[]]]]]]]]]"},
    {40, "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}"},
    /* strings */
    {1, "\""},
    {4, "\"abc"},
    {1, "\"\n\""},
    {1, "\"\t\""},
    {1, "\"\x1F\""},
    {3, "\"\\\""},
    {1, "\"\\x41\""},
    {1, "\"\\'\""},
    {1, "\"\\u12\""},
    {1, "\"\\u12G4\""},
    {1, "\"\\U0041\""},
    {1, "\"\\u0000\""},
    {1, "\"\\ud800\""},
    {1, "\"\\udc00\""},
    {1, "\"\\ud83dx\""},
    {1, "\"\\ud83d\\n\""},
    {1, "\"\\ud83d\\u0041\""},
    {1, "\"\\ud83d\\ud83d\""},
    {1, "\"\\ude00\\ud83d\""},
    {1, "\"\\ud83d\\ude0\""},
    /* not UTF-8 */
    {1, "\"\x80\""},
    {1, "\"\xC0\x80\""},
    {1, "\"\xC1\xBF\""},
    {1, "\"\xC2\""},
    {1, "\"\xE0\x80\x80\""},
    {1, "\"\xE2\x82\""},
    {1, "\"\xED\xA0\x80\""},
    {1, "\"\xF0\x80\x80\x80\""},
    {1, "\"\xF4\x90\x80\x80\""},
    {1, "\"\xF5\x80\x80\x80\""},
    {1, "\"\xFF\""},
};

static void what_two_readers_could_take_differently_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        json_doc doc = {.count = -7};
        json_error error = {.offset = 999};
        if (read_bytes(refused[i].text, strlen(refused[i].text), &doc, &error))
            fail_msg("accepted: %s", refused[i].text);
        if (error.offset != refused[i].offset)
            fail_msg("%s: %s at %zu, not %zu", refused[i].text, error.reason,
                     error.offset, refused[i].offset);
        assert_true(strlen(error.reason) > 10);
        assert_int_equal(doc.count, -7);
    }
}

static void nul_bytes_are_refused_everywhere(void **state)
{
    (void)state;
    json_doc doc;
    assert_false(read_bytes("\0", 1, &doc, NULL));
    assert_false(read_bytes("1\0", 2, &doc, NULL));
    assert_false(read_bytes("\"\0\"", 3, &doc, NULL));
    assert_false(read_bytes("\"\\\0\"", 4, &doc, NULL));
    assert_false(read_bytes("\"\\u\0\0\0\0\"", 8, &doc, NULL));
    assert_false(read_bytes("{\0}", 3, &doc, NULL));
}

/* Every beginning of a text is refused, and nothing behind it is looked at. */
static void half_a_text_is_no_text(void **state)
{
    (void)state;
    const char *whole =
        "{\"a\":[true,false,null,\"\\ud83d\\ude00\\n\xC3\xA4\",{\"b\":{}}]}";
    json_doc doc;
    for (size_t length = 0; length < strlen(whole); length++)
        assert_false(read_bytes(whole, length, &doc, NULL));
    assert_true(read_bytes(whole, strlen(whole), &doc, NULL));
}

static void tokens_are_bounded(void **state)
{
    (void)state;
    json_token few[4];
    json_doc doc;
    json_error error;
    assert_true(json_read("[1,2,3]", 7, few, 4, &doc, NULL));
    assert_false(json_read("[1,2,3,4]", 9, few, 4, &doc, &error));
    assert_string_equal(error.reason, "too many values");
    assert_int_equal(error.offset, 7);
    assert_false(json_read("[[]]", 4, few, 1, &doc, NULL));
    assert_false(json_read("[\"\"]", 4, few, 1, &doc, NULL));
    assert_false(json_read("[{}]", 4, few, 1, &doc, NULL));
    assert_false(json_read("[true]", 6, few, 1, &doc, NULL));
}

/* ---- What is read of it ------------------------------------------------- */

static void tokens_lie_flat_in_the_order_of_the_text(void **state)
{
    (void)state;
    const json_doc doc = good("{\"a\":[1,{\"b\":2}],\"c\":\"d\\n\"}");
    static const struct {
        json_kind kind;
        unsigned start, length, count, next;
    } expected[] = {
        {JSON_OBJECT, 0, 27, 2, 9}, {JSON_STRING, 2, 1, 0, 2},
        {JSON_ARRAY, 5, 11, 2, 7},  {JSON_NUMBER, 6, 1, 0, 4},
        {JSON_OBJECT, 8, 7, 1, 7},  {JSON_STRING, 10, 1, 0, 6},
        {JSON_NUMBER, 13, 1, 0, 7}, {JSON_STRING, 18, 1, 0, 8},
        {JSON_STRING, 22, 3, 0, 9},
    };
    assert_int_equal(doc.count, 9);
    for (int i = 0; i < doc.count; i++) {
        const json_token *t = &doc.tokens[i];
        assert_int_equal(t->kind, expected[i].kind);
        assert_int_equal(t->start, expected[i].start);
        assert_int_equal(t->length, expected[i].length);
        assert_int_equal(t->count, expected[i].count);
        assert_int_equal(t->next, expected[i].next);
        assert_int_equal(t->escaped, i == 8);
    }
}

static void members_are_found_by_what_their_keys_mean(void **state)
{
    (void)state;
    const json_doc doc =
        good("{\"a\":{\"x\":1},\"x\":2,\"\\u0062\":3,\"\\ud83d\\ude00\":4}");
    int64_t n = 0;
    assert_true(json_to_int(&doc, json_member(&doc, 0, "x"), 0, 9, &n));
    assert_int_equal(n, 2);
    assert_true(json_to_int(&doc, json_member(&doc, 0, "b"), 0, 9, &n));
    assert_int_equal(n, 3);
    assert_true(
        json_to_int(&doc, json_member(&doc, 0, "\xF0\x9F\x98\x80"), 0, 9, &n));
    assert_int_equal(n, 4);
    const int inner = json_member(&doc, 0, "a");
    assert_true(json_to_int(&doc, json_member(&doc, inner, "x"), 0, 9, &n));
    assert_int_equal(n, 1);
    assert_int_equal(json_member(&doc, inner, "a"), JSON_NONE);
    assert_int_equal(json_member(&doc, 0, ""), JSON_NONE);
    assert_int_equal(json_member(&doc, 0, "xx"), JSON_NONE);
    assert_int_equal(json_member(&doc, JSON_NONE, "x"), JSON_NONE);
    assert_int_equal(json_member(&doc, json_member(&doc, 0, "x"), "x"),
                     JSON_NONE);
}

static void elements_are_found_by_number(void **state)
{
    (void)state;
    const json_doc doc = good("[0,[10,11],{\"a\":[]},3]");
    int64_t n = 0;
    assert_true(json_to_int(&doc, json_element(&doc, 0, 3), 0, 9, &n));
    assert_int_equal(n, 3);
    const int inner = json_element(&doc, 0, 1);
    assert_true(json_to_int(&doc, json_element(&doc, inner, 1), 0, 99, &n));
    assert_int_equal(n, 11);
    assert_int_equal(json_element(&doc, 0, 4), JSON_NONE);
    assert_int_equal(json_element(&doc, 0, -1), JSON_NONE);
    assert_int_equal(json_element(&doc, inner, 2), JSON_NONE);
    assert_int_equal(json_element(&doc, json_element(&doc, 0, 0), 0),
                     JSON_NONE);
    assert_int_equal(json_element(&doc, JSON_NONE, 0), JSON_NONE);
}

static void numbers_are_exact_or_not_to_be_had(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool whole;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"12", true, 12},
        {"-12", true, -12},
        {"9007199254740991", true, 9007199254740991},
        {"-9007199254740991", true, -9007199254740991},
        {"9007199254740992", false, 0},
        {"-9007199254740992", false, 0},
        {"10000000000000000", false, 0},
        {"100000000000000000", false, 0},
        {"18446744073709551616", false, 0},
        {"18446744073709551617", false, 0},
        {"184467440737095516170", false, 0},
        {"1.0", false, 0},
        {"1e0", false, 0},
        {"1E2", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
        {"null", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const json_doc doc = good(cases[i].text);
        int64_t n = -7;
        assert_int_equal(json_to_int(&doc, 0, INT64_MIN, INT64_MAX, &n),
                         cases[i].whole);
        assert_int_equal(n, cases[i].whole ? cases[i].value : -7);
    }
}

static void numbers_out_of_bounds_are_left_alone(void **state)
{
    (void)state;
    const json_doc doc = good("5");
    int64_t n = -7;
    assert_false(json_to_int(&doc, 0, 6, 9, &n));
    assert_false(json_to_int(&doc, 0, 0, 4, &n));
    assert_false(json_to_int(&doc, JSON_NONE, 0, 9, &n));
    assert_int_equal(n, -7);
    assert_true(json_to_int(&doc, 0, 5, 5, &n));
    assert_int_equal(n, 5);
}

static void bools_are_bools_only(void **state)
{
    (void)state;
    const json_doc doc = good("[true,false,1,\"true\",null]");
    bool b = false;
    assert_true(json_to_bool(&doc, 1, &b));
    assert_true(b);
    assert_true(json_to_bool(&doc, 2, &b));
    assert_false(b);
    b = true;
    for (int i = 3; i <= 5; i++)
        assert_false(json_to_bool(&doc, i, &b));
    assert_false(json_to_bool(&doc, JSON_NONE, &b));
    assert_true(b);
}

static void strings_are_unescaped_whole_or_not_at_all(void **state)
{
    (void)state;
    const json_doc doc =
        good("[\"abc\",\"a\\u00e4\\n\\ud83d\\ude00\\/\",1,\"\"]");
    char out[16] = "unchanged";
    assert_true(json_to_string(&doc, 1, out, 4));
    assert_string_equal(out, "abc");
    assert_false(json_to_string(&doc, 1, out, 3));
    assert_string_equal(out, "abc");
    assert_true(json_to_string(&doc, 2, out, 10));
    assert_string_equal(out, "a\xC3\xA4\n\xF0\x9F\x98\x80/");
    strcpy(out, "unchanged");
    assert_false(json_to_string(&doc, 2, out, 9));
    assert_false(json_to_string(&doc, 3, out, sizeof out));
    assert_false(json_to_string(&doc, JSON_NONE, out, sizeof out));
    assert_string_equal(out, "unchanged");
    assert_false(json_to_string(&doc, 4, out, 0));
    assert_true(json_to_string(&doc, 4, out, 1));
    assert_string_equal(out, "");
}

static void strings_are_compared_by_what_they_mean(void **state)
{
    (void)state;
    const json_doc doc = good("[\"abc\",\"a\\u0062c\",\"ab\",5,\"\\\\n\"]");
    assert_true(json_is(&doc, 1, "abc"));
    assert_true(json_is(&doc, 2, "abc"));
    assert_false(json_is(&doc, 2, "ab"));
    assert_false(json_is(&doc, 2, "abcd"));
    assert_false(json_is(&doc, 2, "abd"));
    assert_false(json_is(&doc, 3, "abc"));
    assert_false(json_is(&doc, 4, "5"));
    assert_true(json_is(&doc, 5, "\\n"));
    assert_false(json_is(&doc, 5, "\n"));
    assert_false(json_is(&doc, JSON_NONE, ""));
    assert_int_equal(json_kind_of(&doc, 0), JSON_ARRAY);
    assert_int_equal(json_kind_of(&doc, 4), JSON_NUMBER);
}

/* ---- Writing ------------------------------------------------------------ */

static const char *escaped(const char *text)
{
    static char out[256];
    char *at = out;
    for (size_t i = 0, used; i < strlen(text); i += used)
        at += json_escape(text + i, strlen(text) - i, &used, at);
    *at = '\0';
    return out;
}

static void what_acts_on_a_page_or_a_terminal_is_escaped(void **state)
{
    (void)state;
    assert_string_equal(escaped("<b>&\"\\\n"),
                        "\\u003cb\\u003e\\u0026\\\"\\\\\\n");
    assert_string_equal(escaped("\x1B\x7F\xC2\x9B"), "\\u001b\\u007f\\u009b");
    const char line_and_turn[] = {'\xE2', '\x80', '\xA8', '\xE2',
                                  '\x80', '\xAE', '\0'};
    assert_string_equal(escaped(line_and_turn), "\\u2028\\u202e");
    assert_string_equal(escaped("\xF3\xA0\x81\x81"), "\\udb40\\udc41");
    assert_string_equal(escaped("\xFFz\xC3"), "\\ufffdz\\ufffd");
    assert_string_equal(escaped("Zo\xC3\xAB \xF0\x9F\xA6\x8A"),
                        "Zo\xC3\xAB \xF0\x9F\xA6\x8A");
}

/* Whatever character it is, reading brings back what was written. */
static void every_character_survives(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x110000; c += c < 0x3000 ? 1 : 251) {
        if (c >> 11 == 0x1B)
            continue;
        char text[5] = "", quoted[16] = "\"", back[8];
        size_t used = 0;
        const size_t n = utf8_encode(c, text);
        const size_t length = 1 + json_escape(text, n, &used, quoted + 1);
        assert_int_equal(used, n);
        assert_true(length - 1 <= n * JSON_ESCAPE_MOST);
        strcpy(quoted + length, "\"");
        const json_doc doc = good(quoted);
        assert_true(json_to_string(&doc, 0, back, sizeof back));
        assert_string_equal(back, text);
    }
}

static void what_is_written_can_be_read(void **state)
{
    (void)state;
    char text[512] = "";
    FILE *out = tmpfile();
    assert_non_null(out);
    json_writer w = json_to(out);
    json_open_object(&w, NULL);
    json_string(&w, "te\"xt", "a\\b\n<\xFF>");
    json_int(&w, "int", -5);
    json_uint(&w, "uint", 7);
    json_double(&w, "double", 0.1);
    json_double(&w, "none", INFINITY);
    json_bool(&w, "bool", true);
    json_open_array(&w, "array");
    json_null(&w, NULL);
    json_close(&w);
    json_close(&w);
    rewind(out);
    const size_t length = fread(text, 1, sizeof text - 1, out);
    fclose(out);
    assert_string_equal(text, "{\"te\\\"xt\": \"a\\\\b\\n\\u003c\\ufffd"
                              "\\u003e\", \"int\": -5, \"uint\": 7, "
                              "\"double\": 0.1, \"none\": null, "
                              "\"bool\": true, \"array\": [null]}\n");
    json_doc doc;
    assert_true(read_bytes(text, length, &doc, NULL));
    assert_int_equal(doc.tokens[0].count, 7);
    assert_true(
        json_is(&doc, json_member(&doc, 0, "te\"xt"), "a\\b\n<\xEF\xBF\xBD>"));
}

TEST_GROUP("json-read")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rfc_8259_allows_is_read),
        cmocka_unit_test(what_two_readers_could_take_differently_is_refused),
        cmocka_unit_test(nul_bytes_are_refused_everywhere),
        cmocka_unit_test(half_a_text_is_no_text),
        cmocka_unit_test(tokens_are_bounded),
        cmocka_unit_test(tokens_lie_flat_in_the_order_of_the_text),
        cmocka_unit_test(members_are_found_by_what_their_keys_mean),
        cmocka_unit_test(elements_are_found_by_number),
        cmocka_unit_test(numbers_are_exact_or_not_to_be_had),
        cmocka_unit_test(numbers_out_of_bounds_are_left_alone),
        cmocka_unit_test(bools_are_bools_only),
        cmocka_unit_test(strings_are_unescaped_whole_or_not_at_all),
        cmocka_unit_test(strings_are_compared_by_what_they_mean),
        cmocka_unit_test(what_acts_on_a_page_or_a_terminal_is_escaped),
        cmocka_unit_test(every_character_survives),
        cmocka_unit_test(what_is_written_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
