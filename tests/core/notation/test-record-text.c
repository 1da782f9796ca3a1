/* test-record-text.c - game files: what is read, refused and written. */
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

#include "check.h"
#include "play.h"

#define CLASSIC "[Variant \"classic\"]\n"
#define ULTIMATE "[Variant \"ultimate\"]\n"

/* Exactly what is written, and an example in docs/manual/notation.md. */
static const char sample[] =
    "[Event \"Club \\\"X & O\\\"\"]\n"
    "[Site \"?\"]\n"
    "[Date \"2026.11.15\"]\n"
    "[Round \"1\"]\n"
    "[X \"oxo\"]\n"
    "[O \"invit\xC3\xA9\"]\n"
    "[Result \"1-0\"]\n"
    "[Variant \"ultimate\"]\n"
    "[TimeControl \"300+2\"]\n"
    "[Termination \"resignation\"]\n"
    "\n"
    "{[%eval 0.10] [%clk 0:05:00] Good luck!} 1. ee {[%eval 0.35] "
    "[%clk 0:04:59.500]\n"
    "[%intensity 0.1167] [%time 1700000000000] The centre.} 1... ea 2. ae eb\n"
    "{[%eval #-12]} 3. be {[%eval =]} 3... ec 1-0\n";

static oxo_record read_text(const char *text)
{
    oxo_record r;
    size_t used = 0;
    oxo_text_error error = {.reason = ""};
    if (oxo_record_parse(text, strlen(text), &r, &used, &error) != OXO_OK)
        fail_msg("%d:%d: %s in\n%s", error.line, error.column, error.reason,
                 text);
    assert_int_equal(used, strlen(text));
    return r;
}

static const char *written(const oxo_record *r)
{
    static char text[OXO_RECORD_TEXT];
    size_t length;
    oxo_record_format(r, text, &length);
    assert_int_equal(length, strlen(text));
    return text;
}

/* The part behind the tags. */
static const char *moves_written(const oxo_record *r)
{
    return strstr(written(r), "\n\n") + 2;
}

/* ---- Reading ------------------------------------------------------------ */

static void the_sample_holds_what_it_says(void **state)
{
    (void)state;
    const oxo_record r = read_text(sample);
    assert_string_equal(oxo_record_tag(&r, "Event"), "Club \"X & O\"");
    assert_string_equal(oxo_record_tag(&r, "O"), "invit\xC3\xA9");
    assert_string_equal(oxo_record_tag(&r, "TimeControl"), "300+2");
    assert_int_equal(r.result, OXO_X_WINS);
    assert_int_equal(r.game.length, 6);
    const oxo_position p = position_after(OXO_ULTIMATE, "ee ea ae eb be ec");
    assert_same(r.game.now, p);
    assert_int_equal(r.notes[0].kind, OXO_EVAL_ESTIMATE);
    assert_int_equal(r.notes[0].value, 10);
    assert_int_equal(r.notes[0].clock, 300000);
    assert_string_equal(oxo_record_comment(&r, 0), "Good luck!");
    assert_int_equal(r.notes[1].value, 35);
    assert_int_equal(r.notes[1].clock, 299500);
    assert_int_equal(r.game.history[0].intensity, 1167);
    assert_int_equal(r.game.history[0].time, 1700000000000);
    assert_string_equal(oxo_record_comment(&r, 1), "The centre.");
    assert_int_equal(r.notes[4].kind, OXO_EVAL_WIN);
    assert_int_equal(r.notes[4].value, -12);
    assert_int_equal(r.notes[5].kind, OXO_EVAL_DRAW);
    assert_int_equal(r.notes[6].kind, OXO_EVAL_NONE);
}

static void loose_files_are_read(void **state)
{
    (void)state;
    static const char text[] =
        "\xEF\xBB\xBF"
        "% for another program\r\n"
        "\r\n"
        "[ Variant\r\n \"classic\" ][Result \"1/2-1/2\"] [X\"a\\\\b\"]\r\n"
        "%\n"
        "; before {the} first\r\n"
        "1.a b 2 c 2... e{}{one}; and two [%clk 1:00:00.25]\n"
        "{[%time -5]three [%intensity 1] four}\n"
        "7. d f\th{ [%cal x] }g i; last\n"
        "1/2-1/2\n\n%";
    const oxo_record r =
        read_text("\xEF\xBB\xBF[Variant \"classic\"]\n%no\n; x {y\n*");
    assert_string_equal(oxo_record_comment(&r, 0), "x {y");

    oxo_record s;
    size_t used;
    oxo_text_error error = {.status = OXO_OK};
    /* The } of the first comment is what cannot be kept. */
    assert_int_equal(oxo_record_parse(text, strlen(text), &s, &used, &error),
                     OXO_SYNTAX);
    assert_int_equal(error.line, 6);
    assert_int_equal(error.column, 14);

    char fixed[sizeof(text)];
    memcpy(fixed, text, sizeof(text));
    *strchr(fixed, '}') = '{';
    s = read_text(fixed);
    assert_string_equal(oxo_record_tag(&s, "X"), "a\\b");
    assert_string_equal(oxo_record_comment(&s, 0), "before {the{ first");
    assert_string_equal(oxo_record_comment(&s, 4), "one and two three four");
    assert_int_equal(s.notes[4].clock, 3600250);
    assert_int_equal(s.game.history[3].time, -5);
    assert_int_equal(s.game.history[3].intensity, OXO_INTENSITY_ONE);
    assert_string_equal(oxo_record_comment(&s, 7), "[%cal x]");
    assert_string_equal(oxo_record_comment(&s, 9), "last");
    assert_int_equal(s.result, OXO_DRAW);
}

static void games_follow_one_another(void **state)
{
    (void)state;
    static const char text[] =
        "\n" CLASSIC "1. e *\n\n" ULTIMATE "*" CLASSIC "1. a 0-1";
    oxo_record r;
    size_t used;
    const char *at = text;
    assert_int_equal(oxo_record_parse(at, strlen(at), &r, &used, NULL),
                     OXO_OK);
    assert_int_equal(r.game.length, 1);
    at += used;
    assert_memory_equal(at, ULTIMATE, strlen(ULTIMATE));
    /* The result must stand apart. */
    assert_int_equal(oxo_record_parse(at, strlen(at), &r, &used, NULL),
                     OXO_SYNTAX);
    at += strlen(ULTIMATE) + 1;
    assert_int_equal(oxo_record_parse(at, strlen(at), &r, NULL, NULL), OXO_OK);
    assert_int_equal(r.result, OXO_O_WINS);
    assert_int_equal(r.game.length, 1);
}

static void a_game_may_begin_anywhere(void **state)
{
    (void)state;
    const oxo_record r =
        read_text("[FEN \"3/1x1/3  o\"]\n" CLASSIC "1... a b *");
    assert_int_equal(r.game.length, 2);
    assert_string_equal(moves_written(&r), "1... a 2. b *\n");
    assert_non_null(strstr(written(&r), "[Variant \"classic\"]\n"
                                        "[SetUp \"1\"]\n"
                                        "[FEN \"3/1x1/3 o\"]\n"));
    /* The start itself goes without saying. */
    const oxo_record s =
        read_text("[SetUp \"1\"]\n[FEN \"3/3/3 x\"]\n" CLASSIC "1. a *");
    assert_null(strstr(written(&s), "FEN"));
    const oxo_record t = read_text("[SetUp \"0\"]\n" CLASSIC "*");
    assert_null(strstr(written(&t), "SetUp"));
}

/* ---- Refusing ----------------------------------------------------------- */

static void check_refusal(const char *text, size_t length, oxo_status status,
                          int line, int column)
{
    oxo_record r, untouched;
    memset(&r, 0x5A, sizeof(r));
    untouched = r;
    size_t used = 12345;
    oxo_text_error error = {.reason = "none"};
    const oxo_status got = oxo_record_parse(text, length, &r, &used, &error);
    if (got != status || error.line != line || error.column != column)
        fail_msg("%s: %s at %d:%d: %s", text, oxo_status_word(got), error.line,
                 error.column, error.reason);
    assert_int_equal(error.status, status);
    assert_same(r, untouched);
    assert_int_equal(used, 12345);
}

/* A file, and what is wrong with it, where. */
static const struct {
    const char *text;
    oxo_status status;
    int line, column;
} faults[] = {
    {"", OXO_SYNTAX, 1, 1},
    {" \r\n\t", OXO_SYNTAX, 2, 2},
    {"%only this", OXO_SYNTAX, 1, 11},
    /* tags */
    {"[", OXO_SYNTAX, 1, 2},
    {"[\"a\"]", OXO_SYNTAX, 1, 2},
    {"[A", OXO_SYNTAX, 1, 3},
    {"[A b]", OXO_SYNTAX, 1, 4},
    {"[A-B \"b\"]", OXO_SYNTAX, 1, 3},
    {"[A \"b", OXO_SYNTAX, 1, 6},
    {"[A \"b\n\"]", OXO_SYNTAX, 1, 6},
    {"[A \"\x01\"]", OXO_SYNTAX, 1, 5},
    {"[A \"\xFF\"]", OXO_SYNTAX, 1, 5},
    {"[A \"\\n\"]", OXO_SYNTAX, 1, 6},
    {"[A \"\\", OXO_SYNTAX, 1, 6},
    {"[A \"b\"", OXO_SYNTAX, 1, 7},
    {"[A \"b\")", OXO_SYNTAX, 1, 7},
    {"[A2345678901234567890123456789012 \"b\"]\n" CLASSIC "*",
     OXO_TEXT_TOO_LONG, 1, 2},
    {"[A \"b\"]\n[A \"b\"]", OXO_SYNTAX, 2, 1},
    {"[X \"b\"]\n [X \"b\"]", OXO_SYNTAX, 2, 2},
    {CLASSIC CLASSIC "*", OXO_SYNTAX, 2, 1},
    /* what they mean */
    {"*", OXO_UNKNOWN_VARIANT, 1, 1},
    {"[X \"b\"]\n1. e *", OXO_UNKNOWN_VARIANT, 2, 1},
    {"[Variant \"chess\"]\n*", OXO_UNKNOWN_VARIANT, 1, 11},
    {"[SetUp \"1\"]\n" CLASSIC "*", OXO_SYNTAX, 1, 9},
    {"[SetUp \"2\"]\n" CLASSIC "*", OXO_SYNTAX, 1, 9},
    {CLASSIC "[SetUp \"0\"][FEN \"3/3/3 x\"]*", OXO_SYNTAX, 2, 9},
    {CLASSIC "[FEN \"3/3/3 o\"]*", OXO_IMPOSSIBLE_COUNT, 2, 13},
    {ULTIMATE "[FEN \"3/3/3 x\"]*", OXO_SYNTAX, 2, 8},
    {"[Result \"0-0\"]" CLASSIC "*", OXO_SYNTAX, 1, 10},
    /* moves */
    {CLASSIC, OXO_SYNTAX, 2, 1},
    {CLASSIC "1. e", OXO_SYNTAX, 2, 5},
    {CLASSIC "1. e\n" CLASSIC, OXO_SYNTAX, 3, 1},
    {CLASSIC "1. e2", OXO_SYNTAX, 2, 4},
    {CLASSIC "1. ee *", OXO_SYNTAX, 2, 4},
    {CLASSIC "1. e! *", OXO_SYNTAX, 2, 4},
    {CLASSIC "1. e$1 *", OXO_SYNTAX, 2, 5},
    {CLASSIC "1. e ( b ) *", OXO_SYNTAX, 2, 6},
    {CLASSIC "1. e a%\n*", OXO_SYNTAX, 2, 6},
    {CLASSIC "1. e e *", OXO_CELL_OCCUPIED, 2, 6},
    {ULTIMATE "1. e *", OXO_SYNTAX, 2, 4},
    {ULTIMATE "1. ee aa *", OXO_WRONG_BOARD, 2, 7},
    {ULTIMATE "ee ea ae eb be ec cd dd ee *", OXO_BOARD_CLOSED, 2, 25},
    {CLASSIC "a d b e c\nf *", OXO_GAME_OVER, 3, 1},
    /* results */
    {CLASSIC "a 1-0x", OXO_SYNTAX, 2, 6},
    {CLASSIC "a d b e c 0-1", OXO_WRONG_RESULT, 2, 11},
    {CLASSIC "a d b e c *", OXO_WRONG_RESULT, 2, 11},
    {CLASSIC "[Result \"*\"]\n1. a 1-0", OXO_WRONG_RESULT, 3, 6},
    /* comments */
    {CLASSIC "{no end", OXO_SYNTAX, 2, 8},
    {CLASSIC "{\x02} *", OXO_SYNTAX, 2, 2},
    {CLASSIC "a ; \xC0\n*", OXO_SYNTAX, 2, 5},
    {CLASSIC "} *", OXO_SYNTAX, 2, 1},
    {CLASSIC "a {[%eval 1] [%eval 1]} *", OXO_SYNTAX, 2, 20},
    {CLASSIC "a {[%clk 0:00:01]} {[%clk 0:00:01]} *", OXO_SYNTAX, 2, 26},
};

static void faults_of_files_have_their_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        check_refusal(faults[i].text, strlen(faults[i].text), faults[i].status,
                      faults[i].line, faults[i].column);
    check_refusal(CLASSIC "a\0*", 24, OXO_SYNTAX, 2, 1);
    check_refusal(CLASSIC "a \0*", 25, OXO_SYNTAX, 2, 3);
}

static void unsupported_things_are_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {CLASSIC "a (b) *", "variations are not supported"},
        {CLASSIC "a $1 *", "numeric annotations are not supported"},
    };
    for (size_t i = 0; i < 2; i++) {
        oxo_record r;
        oxo_text_error error;
        oxo_record_parse(cases[i][0], strlen(cases[i][0]), &r, NULL, &error);
        assert_string_equal(error.reason, cases[i][1]);
    }
}

static void bad_commands_are_refused_where_their_value_begins(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "[%eval]",
        "[%eval x]",
        "[%eval #0]",
        "[%eval #]",
        "[%eval 1.]",
        "[%eval 1.234]",
        "[%eval #1.0]",
        "[%eval 21474836.48]",
        "[%eval -21474836.49]",
        "[%eval 4294967296]",
        "[%eval #2147483648]",
        "[%eval 1 2]",
        "[%eval =",
        "[%clk]",
        "[%clk 5]",
        "[%clk 0:5]",
        "[%clk 0:05]",
        "[%clk 0:60:00]",
        "[%clk 0:00:60]",
        "[%clk 0:0x:00]",
        "[%clk 0:00:00.1234]",
        "[%clk -1:00:00]",
        "[%clk 2562047788016:00:00]",
        "[%clk 2562047788015:12:55.808]",
        "[%intensity]",
        "[%intensity 2]",
        "[%intensity 1.0001]",
        "[%intensity 0.12345]",
        "[%intensity -0.1]",
        "[%time]",
        "[%time -]",
        "[%time 9223372036854775808]",
        "[%time -9223372036854775809]",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char text[128];
        oxo_record r;
        oxo_text_error error;
        snprintf(text, sizeof(text), CLASSIC "1. e {%s} *", bad[i]);
        const oxo_status status =
            oxo_record_parse(text, strlen(text), &r, NULL, &error);
        if (status != OXO_SYNTAX)
            fail_msg("%s was accepted", bad[i]);
        /* The reason names the command. */
        assert_memory_equal(error.reason, bad[i], 4);
        assert_int_equal(error.line, 2);
        assert_in_range(error.column, 7 + 5, 7 + strlen(bad[i]) + 1);
    }
    check_refusal(CLASSIC "{[%time 5]} *", 34, OXO_SYNTAX, 2, 9);
    check_refusal(CLASSIC "{[%intensity 0]} *", 39, OXO_SYNTAX, 2, 14);
}

static void games_have_a_longest_length(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT + 100];
    memset(text, '\n', sizeof(text));
    for (size_t i = 0; CLASSIC[i] != '\0'; i++)
        text[i] = CLASSIC[i];
    text[OXO_RECORD_TEXT - 2] = '*';
    oxo_record r;
    size_t used;
    assert_int_equal(oxo_record_parse(text, sizeof(text), &r, &used, NULL),
                     OXO_OK);
    assert_int_equal(used, OXO_RECORD_TEXT - 1);
    text[OXO_RECORD_TEXT - 2] = '\n';
    text[OXO_RECORD_TEXT - 1] = '*';
    oxo_text_error error;
    assert_int_equal(oxo_record_parse(text, sizeof(text), &r, &used, &error),
                     OXO_TEXT_TOO_LONG);
    assert_int_equal(error.column, 1);
}

static void values_tags_and_comments_have_a_longest_length(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT];
    char many[OXO_RECORD_TEXT / 2];
    memset(many, 'v', sizeof(many));
    many[OXO_TAG_VALUE] = '\0';
    snprintf(text, sizeof(text), "[A \"%s\"]" CLASSIC "*", many);
    check_refusal(text, strlen(text), OXO_TEXT_TOO_LONG, 1,
                  5 + OXO_TAG_VALUE - 1);

    size_t n = 0;
    for (int i = 0; i < OXO_MAX_TAGS - 5; i++)
        n += (size_t)snprintf(text + n, sizeof(text) - n, "[T%d \"v\"]\n", i);
    check_refusal(text, n, OXO_TEXT_TOO_LONG, OXO_MAX_TAGS - 5, 1);

    memset(many, 'v', sizeof(many));
    many[OXO_COMMENTS_TEXT - 2] = '\0';
    snprintf(text, sizeof(text), CLASSIC "{%s} *", many);
    const oxo_record r = read_text(text);
    assert_int_equal(r.comments_length, OXO_COMMENTS_TEXT);
    snprintf(text, sizeof(text), CLASSIC "{%s v} *", many);
    check_refusal(text, strlen(text), OXO_TEXT_TOO_LONG, 2,
                  2 + OXO_COMMENTS_TEXT - 1);
    snprintf(text, sizeof(text), CLASSIC "{%s} e {v} *", many);
    check_refusal(text, strlen(text), OXO_TEXT_TOO_LONG, 2,
                  2 + OXO_COMMENTS_TEXT + 3);
}

/* ---- Writing ------------------------------------------------------------ */

static void the_sample_is_canonical(void **state)
{
    (void)state;
    const oxo_record r = read_text(sample);
    assert_string_equal(written(&r), sample);
}

static void numbers_stand_before_x_and_after_comments(void **state)
{
    (void)state;
    oxo_record r = read_text(CLASSIC "a b c d *");
    assert_string_equal(moves_written(&r), "1. a b 2. c d *\n");
    oxo_record_set_comment(&r, 1, "hm");
    oxo_record_set_comment(&r, 2, "ha");
    assert_string_equal(moves_written(&r), "1. a {hm} 1... b {ha} 2. c d *\n");
    r = read_text(CLASSIC "*");
    assert_string_equal(moves_written(&r), "*\n");
}

static void lines_end_before_column_80_where_they_can(void **state)
{
    (void)state;
    oxo_record r = read_text(CLASSIC "a *");
    char words[201];
    memset(words, 'w', 200);
    words[200] = '\0';
    words[73] = ' ';
    oxo_record_set_comment(&r, 1, words); /* "1. a {" and 73 letters: 79 */
    const char *text = moves_written(&r);
    assert_int_equal(strcspn(text, "\n"), 79);
    assert_int_equal(strcspn(text + 80, "\n"), 126 + 1);
    assert_string_equal(text + 80 + 127, "\n*\n");
    words[73] = 'w';
    words[74] = ' ';
    oxo_record_set_comment(&r, 1, words);
    text = moves_written(&r);
    assert_memory_equal(text, "1. a\n{w", 7);
    assert_int_equal(strcspn(text + 5, "\n"), 75);
}

static void extreme_notes_read_back_the_same(void **state)
{
    (void)state;
    static const struct {
        oxo_note note;
        const char *text;
    } cases[] = {
        {{.clock = 0, .kind = OXO_EVAL_ESTIMATE}, "0.00] [%clk 0:00:00]"},
        {{.clock = 1, .kind = OXO_EVAL_ESTIMATE, .value = -5},
         "-0.05] [%clk 0:00:00.001]"},
        {{.clock = INT64_MAX, .kind = OXO_EVAL_ESTIMATE, .value = INT32_MAX},
         "21474836.47] [%clk 2562047788015:12:55.807]"},
        {{.clock = -1, .kind = OXO_EVAL_ESTIMATE, .value = INT32_MIN},
         "-21474836.48]"},
        {{.clock = -1, .kind = OXO_EVAL_WIN, .value = INT32_MIN},
         "#-2147483648]"},
        {{.clock = -1, .kind = OXO_EVAL_WIN, .value = 1}, "#1]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        oxo_record r = read_text(CLASSIC "a *");
        r.notes[1] = cases[i].note;
        r.game.history[0].time = i % 2 ? INT64_MIN : INT64_MAX;
        assert_non_null(strstr(written(&r), cases[i].text));
        const oxo_record back = read_text(written(&r));
        assert_int_equal(back.notes[1].clock, r.notes[1].clock);
        assert_int_equal(back.notes[1].kind, r.notes[1].kind);
        assert_int_equal(back.notes[1].value, r.notes[1].value);
        assert_int_equal(back.game.history[0].time, r.game.history[0].time);
    }
}

static void the_length_need_not_be_asked_for(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT];
    const oxo_record r = read_text(CLASSIC "a *");
    oxo_record_format(&r, text, NULL);
    assert_string_equal(text, written(&r));
}

TEST_GROUP("record-text")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_holds_what_it_says),
        cmocka_unit_test(loose_files_are_read),
        cmocka_unit_test(games_follow_one_another),
        cmocka_unit_test(a_game_may_begin_anywhere),
        cmocka_unit_test(faults_of_files_have_their_line_and_column),
        cmocka_unit_test(unsupported_things_are_named),
        cmocka_unit_test(bad_commands_are_refused_where_their_value_begins),
        cmocka_unit_test(games_have_a_longest_length),
        cmocka_unit_test(values_tags_and_comments_have_a_longest_length),
        cmocka_unit_test(the_sample_is_canonical),
        cmocka_unit_test(numbers_stand_before_x_and_after_comments),
        cmocka_unit_test(lines_end_before_column_80_where_they_can),
        cmocka_unit_test(extreme_notes_read_back_the_same),
        cmocka_unit_test(the_length_need_not_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
