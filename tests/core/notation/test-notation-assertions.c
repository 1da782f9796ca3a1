/* A caller's bug stops the program, in a build that has assertions. */
#include "check.h"

#include "oxo/notation.h"
#include "play.h"

#include <stdio.h>

#ifdef NDEBUG

TEST_GROUP("notation-assertions")
{
    puts("1..0 # SKIP assertions are compiled out");
    return 0;
}

#else

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls bug() in a child and expects the child to abort. */
static void assert_aborts(void (*bug)(void))
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        /* The message would look like a failure in the test's output. */
        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        bug();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static char text[OXO_RECORD_TEXT];

static oxo_record record_of(const char *moves)
{
    const oxo_game g = game_after(OXO_CLASSIC, moves);
    oxo_record r;
    oxo_record_init(&r, &g);
    return r;
}

static void word_of_no_notation(void)
{
    oxo_notation_word((oxo_notation)OXO_NOTATIONS);
}

static void classic_move_off_the_board(void)
{
    oxo_move_format(OXO_NATIVE, OXO_CLASSIC, 9, text);
}

static void ultimate_move_off_the_board(void)
{
    oxo_move_format(OXO_NATIVE, OXO_ULTIMATE, 81, text);
}

static void move_of_no_notation(void)
{
    oxo_move m;
    oxo_move_parse((oxo_notation)OXO_NOTATIONS, OXO_CLASSIC, "e", &m, NULL);
}

static void move_of_no_variant(void)
{
    oxo_move m;
    oxo_move_parse(OXO_NATIVE, (oxo_variant)OXO_VARIANTS, "e", &m, NULL);
}

static void position_of_no_variant(void)
{
    oxo_position p;
    oxo_position_parse(OXO_NATIVE, (oxo_variant)OXO_VARIANTS, "", &p, NULL);
}

static void position_in_no_notation(void)
{
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    oxo_position_format((oxo_notation)OXO_NOTATIONS, &p, text, NULL);
}

static void comment_before_the_game(void)
{
    const oxo_record r = record_of("a");
    oxo_record_comment(&r, -1);
}

static void comment_behind_the_game(void)
{
    oxo_record r = record_of("a");
    oxo_record_set_comment(&r, 2, "text");
}

static void result_that_is_none(void)
{
    oxo_record r = record_of("a");
    oxo_record_set_result(&r, (oxo_outcome)4);
}

static void result_against_the_moves(void)
{
    oxo_record r = record_of("a d b e c");
    r.result = OXO_DRAW;
    oxo_record_format(&r, text, NULL);
}

static void intensity_above_one(void)
{
    oxo_record r = record_of("a");
    r.game.history[0].intensity = OXO_INTENSITY_ONE + 1;
    oxo_record_format(&r, text, NULL);
}

static void win_in_no_moves(void)
{
    oxo_record r = record_of("a");
    r.notes[1].kind = OXO_EVAL_WIN;
    oxo_record_format(&r, text, NULL);
}

static void bugs_of_callers_stop_the_program(void **state)
{
    (void)state;
    assert_aborts(word_of_no_notation);
    assert_aborts(classic_move_off_the_board);
    assert_aborts(ultimate_move_off_the_board);
    assert_aborts(move_of_no_notation);
    assert_aborts(move_of_no_variant);
    assert_aborts(position_of_no_variant);
    assert_aborts(position_in_no_notation);
    assert_aborts(comment_before_the_game);
    assert_aborts(comment_behind_the_game);
    assert_aborts(result_that_is_none);
    assert_aborts(result_against_the_moves);
    assert_aborts(intensity_above_one);
    assert_aborts(win_in_no_moves);
}

TEST_GROUP("notation-assertions")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bugs_of_callers_stop_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
