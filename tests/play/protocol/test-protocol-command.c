#include "check.h"

#include "ugi_command.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

/* What a line asks for; texts in it live until the next call. */
static ugi_command parse(const char *text)
{
    static char line[WORDS_LINE + 1];
    snprintf(line, sizeof line, "%s", text);
    return ugi_parse(line);
}

/* ---- Commands ----------------------------------------------------------- */

static void first_word_is_the_command(void **state)
{
    (void)state;
    assert_int_equal(parse("ugi").kind, UGI_UGI);
    assert_int_equal(parse("  isready\r").kind, UGI_ISREADY);
    assert_int_equal(parse("uginewgame now").kind, UGI_NEW_GAME);
    assert_int_equal(parse("stop").kind, UGI_STOP);
    assert_int_equal(parse("ponderhit").kind, UGI_PONDER_HIT);
    assert_int_equal(parse("bench").kind, UGI_BENCH);
    assert_int_equal(parse("\tquit").kind, UGI_QUIT);
}

static void anything_else_is_unknown(void **state)
{
    (void)state;
    assert_int_equal(parse("").kind, UGI_UNKNOWN);
    assert_int_equal(parse(" \t\r").kind, UGI_UNKNOWN);
    assert_int_equal(parse("UGI").kind, UGI_UNKNOWN);
    assert_int_equal(parse("ugix").kind, UGI_UNKNOWN);
    assert_int_equal(parse("please quit").kind, UGI_UNKNOWN);
}

static void option_has_a_name_and_perhaps_a_value(void **state)
{
    (void)state;
    ugi_command c = parse("setoption name Hash value 64");
    assert_int_equal(c.kind, UGI_SET_OPTION);
    assert_string_equal(c.name, "Hash");
    assert_string_equal(c.value, "64");
    c = parse("setoption  name  Clear Hash ");
    assert_string_equal(c.name, "Clear Hash");
    assert_string_equal(c.value, "");
    c = parse("setoption name valued value  a b ");
    assert_string_equal(c.name, "valued");
    assert_string_equal(c.value, "a b");
    assert_int_equal(parse("setoption Hash 64").kind, UGI_BAD);
    assert_int_equal(parse("setoption name").kind, UGI_BAD);
    assert_int_equal(parse("setoption name value 3").kind, UGI_BAD);
}

static void position_is_the_start_or_a_fen_and_moves(void **state)
{
    (void)state;
    ugi_command c = parse("position startpos");
    assert_int_equal(c.kind, UGI_POSITION);
    assert_null(c.fen);
    assert_string_equal(c.moves, "");
    c = parse("position startpos moves aa ab");
    assert_null(c.fen);
    assert_string_equal(c.moves, " aa ab");
    c = parse("position fen 3/3/3 x  moves e");
    assert_string_equal(c.fen, "3/3/3 x");
    assert_string_equal(c.moves, " e");
    c = parse("position fen");
    assert_string_equal(c.fen, "");
    assert_int_equal(parse("position").kind, UGI_BAD);
    assert_int_equal(parse("position aa").kind, UGI_BAD);
    assert_int_equal(parse("position startpos aa").kind, UGI_BAD);
    assert_int_equal(parse("position moves aa").kind, UGI_BAD);
}

static void go_collects_limits_in_any_order(void **state)
{
    (void)state;
    const ugi_command c =
        parse("go p2inc 4 depth 5 p1time 1 nodes 6 p2time 2 p1inc 3 "
              "movetime 7");
    assert_int_equal(c.kind, UGI_GO);
    assert_int_equal(c.limits.clock[OXO_X], 1);
    assert_int_equal(c.limits.clock[OXO_O], 2);
    assert_int_equal(c.limits.increment[OXO_X], 3);
    assert_int_equal(c.limits.increment[OXO_O], 4);
    assert_int_equal(c.limits.depth, 5);
    assert_int_equal(c.limits.nodes, 6);
    assert_int_equal(c.limits.move_time, 7);
    assert_false(c.infinite);
    assert_false(c.ponder);
}

static void go_without_a_limit_is_infinite(void **state)
{
    (void)state;
    assert_true(parse("go").infinite);
    assert_true(parse("go p1inc 5").infinite);
    const ugi_command c = parse("go infinite movetime 5 nodes 3");
    assert_true(c.infinite);
    assert_int_equal(c.limits.move_time, 0);
    assert_int_equal(c.limits.nodes, 0);
    assert_true(parse("go ponder").ponder);
    assert_false(parse("go ponder movetime 10").infinite);
}

/* Zero would mean no limit at all. */
static void limits_that_have_run_out_stay_limits(void **state)
{
    (void)state;
    const ugi_command c = parse("go p1time -50 p2time 0 p1inc -3 movetime 0 "
                                "nodes 0 depth -1");
    assert_int_equal(c.limits.clock[OXO_X], 1);
    assert_int_equal(c.limits.clock[OXO_O], 1);
    assert_int_equal(c.limits.increment[OXO_X], 0);
    assert_int_equal(c.limits.move_time, 1);
    assert_int_equal(c.limits.nodes, 1);
    assert_int_equal(c.limits.depth, 1);
}

static void limits_that_cannot_run_out_are_told(void **state)
{
    (void)state;
    static const char *const mistakes[] = {"go movetime -5", "go movetime 0",
                                           "go nodes 0", "go depth -1",
                                           "go p1time 50 nodes 0"};
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const ugi_command c = parse(mistakes[i]);
        assert_int_equal(c.kind, UGI_GO);
        assert_string_equal(c.raised, "go: a limit below 1 becomes 1");
        assert_null(c.problem);
    }
    assert_null(parse("go p1time -50 p2time 0 p1inc -3 p2inc 0").raised);
    assert_null(parse("go movetime 1 nodes 1 depth 1").raised);
}

static void go_skips_words_it_does_not_know(void **state)
{
    (void)state;
    const ugi_command c = parse("go mate 3 movestogo 40 movetime 5 quickly");
    assert_int_equal(c.kind, UGI_GO);
    assert_int_equal(c.limits.move_time, 5);
}

static void go_needs_one_word_that_it_knows(void **state)
{
    (void)state;
    assert_int_equal(parse("go nonsense").kind, UGI_BAD);
    assert_int_equal(parse("go mate 3").kind, UGI_BAD);
    assert_int_equal(parse("go nonsense infinite").kind, UGI_GO);
    assert_int_equal(parse("go ponder nonsense").kind, UGI_GO);
    assert_int_equal(parse("go p1inc 5 nonsense").kind, UGI_GO);
    assert_non_null(parse("go depth 2 nonsense").problem);
    assert_null(parse("go depth 2 ponder").problem);
}

static void go_needs_numbers_for_its_limits(void **state)
{
    (void)state;
    assert_int_equal(parse("go movetime").kind, UGI_BAD);
    assert_int_equal(parse("go nodes many").kind, UGI_BAD);
    assert_int_equal(parse("go depth 1e3").kind, UGI_BAD);
}

static void huge_times_leave_room_for_arithmetic(void **state)
{
    (void)state;
    const ugi_command c = parse("go movetime 999999999999999999999999 "
                                "depth 999999999999999999999");
    assert_true(c.limits.move_time == 1000000000000);
    assert_true(c.limits.depth == INT32_MAX);
}

static void every_question_is_known_and_no_other(void **state)
{
    (void)state;
    assert_int_equal(parse("query p1turn").question, UGI_P1_TURN);
    assert_int_equal(parse("query gameover").question, UGI_GAME_OVER);
    assert_int_equal(parse("query result").question, UGI_RESULT);
    assert_int_equal(parse("query fen").question, UGI_FEN);
    assert_int_equal(parse("query legalmoves").question, UGI_LEGAL_MOVES);
    assert_int_equal(parse("query legalmoves").kind, UGI_QUERY);
    assert_int_equal(parse("query").kind, UGI_BAD);
    assert_int_equal(parse("query weather").kind, UGI_BAD);
}

TEST_GROUP("protocol-command")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_word_is_the_command),
        cmocka_unit_test(anything_else_is_unknown),
        cmocka_unit_test(option_has_a_name_and_perhaps_a_value),
        cmocka_unit_test(position_is_the_start_or_a_fen_and_moves),
        cmocka_unit_test(go_collects_limits_in_any_order),
        cmocka_unit_test(go_without_a_limit_is_infinite),
        cmocka_unit_test(limits_that_have_run_out_stay_limits),
        cmocka_unit_test(limits_that_cannot_run_out_are_told),
        cmocka_unit_test(go_skips_words_it_does_not_know),
        cmocka_unit_test(go_needs_one_word_that_it_knows),
        cmocka_unit_test(go_needs_numbers_for_its_limits),
        cmocka_unit_test(huge_times_leave_room_for_arithmetic),
        cmocka_unit_test(every_question_is_known_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
