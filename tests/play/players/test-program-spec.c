/* Descriptions of engines and their limits. */
#include "check.h"

#include "program_spec.h"

#include <string.h>

static char why[PROGRAM_WHY];

static void a_description_is_read_word_by_word(void **state)
{
    (void)state;
    program_spec e;
    assert_int_equal(
        program_spec_parse("cmd=\"build/oxo engine\" name=A option.Level=5 "
                           "proto=ugi tc=60+0.5 option.'A b'=\"c d\" "
                           "margin=7 grace=8",
                           &e, why),
        OXO_OK);
    assert_string_equal(e.command, "build/oxo engine");
    assert_string_equal(e.name, "A");
    assert_int_equal(e.protocol, PROTOCOL_UGI);
    assert_int_equal(e.option_count, 2);
    assert_string_equal(e.options[0].name, "Level");
    assert_string_equal(e.options[0].value, "5");
    assert_string_equal(e.options[1].name, "A b");
    assert_string_equal(e.options[1].value, "c d");
    assert_int_equal(e.limits.base, 60000);
    assert_int_equal(e.limits.increment, 500);
    assert_int_equal(e.margin, 7);
    assert_int_equal(e.start_grace, 8);
}

static void a_name_is_the_command_unless_given(void **state)
{
    (void)state;
    program_spec e;
    assert_int_equal(program_spec_parse("cmd=./x proto=codingame", &e, why),
                     OXO_OK);
    assert_string_equal(e.name, "./x");
    assert_int_equal(e.protocol, PROTOCOL_CODINGAME);
}

static void bad_descriptions_are_refused_untouched(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "name=A",
        "cmd",
        "cmd=\"x",
        "cmd=x proto=uci",
        "cmd=x level=5",
        "cmd=x movetime=0",
        "cmd=x movetime=1x",
        "cmd=x nodes=-5",
        "cmd=x nodes=99999999999999999999",
        "cmd=x tc=",
        "cmd=x tc=0",
        "cmd=x tc=1+",
        "cmd=x tc=1.2345",
        "cmd=x depth=0",
        "cmd=x margin=0",
        "cmd=x grace=-1",
        "cmd=x option.=1",
        "cmd=x 'name=a\nquit'",
        "cmd=x name=a\xE2\x80\xA8",
        "cmd=x name=\xFF",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        program_spec e = {.option_count = -3};
        why[0] = '\0';
        if (program_spec_parse(bad[i], &e, why) == OXO_OK)
            fail_msg("accepted: %s", bad[i]);
        assert_int_equal(e.option_count, -3);
        assert_true(strlen(why) > 0);
    }
}

static void every_name_is_text(void **state)
{
    (void)state;
    program_spec e;
    assert_int_equal(program_spec_parse("cmd=./\xC3\xA9", &e, why), OXO_OK);
    assert_string_equal(e.name, "./\xC3\xA9");
    assert_int_equal(program_spec_parse("cmd=./\xC2\x9B", &e, why), OXO_OK);
    assert_string_equal(e.name, "./??");
    assert_string_equal(e.command, "./\xC2\x9B");
}

static void limits_are_set_by_name(void **state)
{
    (void)state;
    program_limits l = {0};
    assert_int_equal(program_limits_set(&l, "movetime", "100"), OXO_OK);
    assert_int_equal(program_limits_set(&l, "firsttime", "1000"), OXO_OK);
    assert_int_equal(program_limits_set(&l, "nodes", "5000000000"), OXO_OK);
    assert_int_equal(program_limits_set(&l, "depth", "12"), OXO_OK);
    assert_int_equal(program_limits_set(&l, "tc", ".25"), OXO_OK);
    assert_int_equal(program_limits_set(&l, "hash", "12"), OXO_SYNTAX);
    const program_limits expected = {250, 0, 100, 1000, 5000000000, 12};
    assert_same(l, expected);
}

TEST_GROUP("program-spec")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description_is_read_word_by_word),
        cmocka_unit_test(a_name_is_the_command_unless_given),
        cmocka_unit_test(bad_descriptions_are_refused_untouched),
        cmocka_unit_test(every_name_is_text),
        cmocka_unit_test(limits_are_set_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
