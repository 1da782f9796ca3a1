/* The output of an engine, without any engine. */
#include "check.h"

#include "program.h"
#include "words.h"

#include <string.h>

static const program_spec ugi = {.protocol = PROTOCOL_UGI};
static const program_spec codingame = {.protocol = PROTOCOL_CODINGAME};

/* A program that was asked for a move and has written `text`. */
static program hear(const program_spec *engine, const char *text, size_t size)
{
    program p;
    program_init(&p);
    p.spec = engine;
    p.variant = OXO_ULTIMATE_CG;
    p.state = PROGRAM_THINKING;
    program_take(&p, text, size);
    return p;
}

#define HEAR(engine, text) hear(engine, text, sizeof(text) - 1)

static void a_move_is_heard(void **state)
{
    (void)state;
    const program a = HEAR(&ugi, "info score cp 5\nbestmove ee\n");
    assert_int_equal(a.state, PROGRAM_MOVED);
    assert_int_equal(a.move, 40);
    assert_int_equal(a.score.value, 5);
    const program b = HEAR(&codingame, "4 4 take that\n");
    assert_int_equal(b.state, PROGRAM_MOVED);
    assert_int_equal(b.move, 40);
}

/* A program whose option has the value `value`, after it has announced its
 * options. */
static program greet(const char *value, const char *announced)
{
    static program_spec engine;
    program p;
    engine = (program_spec){.option_count = 1, .options = {{.name = "A b"}}};
    (void)words_copy(engine.options[0].value, PROGRAM_VALUE, value);
    program_init(&p);
    p.spec = &engine;
    p.state = PROGRAM_GREETING;
    program_take(&p, announced, strlen(announced));
    return p;
}

static bool takes(const char *value, const char *type)
{
    char line[128];
    (void)snprintf(line, sizeof line, "option name a B type %s\n", type);
    const program p = greet(value, line);
    assert_int_equal(p.known, 1);
    assert_int_equal(p.state, p.refuses ? PROGRAM_FAILED : PROGRAM_GREETING);
    return !p.refuses;
}

static void a_value_beyond_those_announced_is_refused(void **state)
{
    (void)state;
    assert_true(takes("-3", "spin default 0 min -3 max 10"));
    assert_false(takes("11", "spin default 0 min -3 max 10"));
    assert_false(takes("many", "spin min -3 max 10"));
    assert_true(takes("TRUE", "check default false"));
    assert_false(takes("1", "check default false"));
    assert_true(takes("two", "combo default one var one var two"));
    assert_true(takes("One", "combo default one var one var two\r"));
    assert_false(takes("tw", "combo default one var one var two"));
    assert_false(takes("one", "combo default one var one way var two"));
    assert_true(takes("one way", "combo var one  way var two"));
    assert_string_equal(
        greet("11", "option name A b type spin min 1 max 9\n").detail,
        "takes 1 to 9 for option A b, not '11'");
    assert_string_equal(
        greet("x", "option name A b type combo var c var d e var f\n").detail,
        "takes c, d e or f for option A b, not 'x'");
}

static void words_of_an_option_may_be_any_blanks_apart(void **state)
{
    (void)state;
    static const char line[] =
        "option  name\tA  b\t type  combo var  one \tvar\ttwo \r\n";
    assert_int_equal(greet("one", line).known, 1);
    assert_false(greet("one", line).refuses);
    assert_false(greet("two", line).refuses);
    assert_true(greet("three", line).refuses);
}

static void a_list_of_words_that_is_too_long_is_left_out(void **state)
{
    (void)state;
    char line[512] = "option name A b type combo";
    for (int i = 0; i < 40; i++)
        strncat(line, " var word", sizeof line - strlen(line) - 1);
    strncat(line, "\n", sizeof line - strlen(line) - 1);
    assert_string_equal(greet("x", line).detail,
                        "takes other words for option A b, not 'x'");
}

static void a_value_is_taken_where_no_bounds_are_announced(void **state)
{
    (void)state;
    assert_true(takes("11", "spin default 0 max 10"));
    assert_true(takes("11", "spin min one max ten"));
    assert_true(takes("anything", "string default <empty>"));
    assert_true(takes("anything", "combo default one"));
    assert_true(takes("", "button"));
    assert_int_equal(
        greet("11", "option name Other type spin min 1 max 9\n").known, 0);
}

static void a_line_without_end_says_nothing_yet(void **state)
{
    (void)state;
    program p = HEAR(&ugi, "bestmo");
    assert_int_equal(p.state, PROGRAM_THINKING);
    program_take(&p, "ve ee\n", 6);
    assert_int_equal(p.move, 40);
}

static void a_number_that_is_too_long_is_no_other_number(void **state)
{
    (void)state;
    const program p = HEAR(&codingame, "00000000000000004 4\n");
    assert_int_equal(p.state, PROGRAM_MOVED);
    assert_int_equal(p.move, OXO_NO_MOVE);
    const program q =
        HEAR(&ugi, "info score cp 00000000000000005\nbestmove ee\n");
    assert_int_equal(q.score.kind, OXO_EVAL_NONE);
}

static void a_line_with_a_nul_is_dropped(void **state)
{
    (void)state;
    const program p = HEAR(&ugi, "bestmove ee\0\nbestmove ea\n");
    assert_int_equal(p.move, 36);
}

static void a_line_that_is_too_long_is_dropped(void **state)
{
    (void)state;
    static char text[PROGRAM_LINE + 32];
    memset(text, ' ', sizeof text);
    memcpy(text, "bestmove ee", 11);
    memcpy(text + PROGRAM_LINE, "\nbestmove ea\n", 13);
    const program p = hear(&ugi, text, PROGRAM_LINE + 13);
    assert_int_equal(p.move, 36);
}

static void a_word_that_is_cut_says_so(void **state)
{
    (void)state;
    char word[4];
    const char *text = "abc abcd";
    assert_true(words_take(&text, word, sizeof word));
    assert_string_equal(word, "abc");
    assert_true(words_take(&text, word, sizeof word));
    assert_string_equal(word, "ab?");
    assert_false(words_take(&text, word, sizeof word));
}

TEST_GROUP("program")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_heard),
        cmocka_unit_test(a_value_beyond_those_announced_is_refused),
        cmocka_unit_test(words_of_an_option_may_be_any_blanks_apart),
        cmocka_unit_test(a_list_of_words_that_is_too_long_is_left_out),
        cmocka_unit_test(a_value_is_taken_where_no_bounds_are_announced),
        cmocka_unit_test(a_line_without_end_says_nothing_yet),
        cmocka_unit_test(a_number_that_is_too_long_is_no_other_number),
        cmocka_unit_test(a_line_with_a_nul_is_dropped),
        cmocka_unit_test(a_line_that_is_too_long_is_dropped),
        cmocka_unit_test(a_word_that_is_cut_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
