/* The search's parameters, as a build for tuning has them. */
#include "check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parameters.h"

static void set(const char *text)
{
    assert_int_equal(setenv("OXO_PARAMETERS", text, 1), 0);
    parameters_read();
}

static void standards_are_within_their_bounds(void **state)
{
    (void)state;
#define PARAMETER(name, neural, hand, least, most)                            \
    assert_int_equal(param(true, name), neural);                              \
    assert_int_equal(param(false, name), hand);                               \
    assert_in_range(neural, least, most);                                     \
    assert_in_range(hand, least, most);
    PARAMETERS(PARAMETER)
#undef PARAMETER
}

static void the_environment_sets_those_it_names(void **state)
{
    (void)state;
    const int other = param(true, LATE_FUTILITY_MARGIN);
    const int by_hand = param(false, REVERSE_FUTILITY_MARGIN);
    set("REVERSE_FUTILITY_MARGIN=81 LATE_FUTILITY_MOVE=5");
    assert_int_equal(param(true, REVERSE_FUTILITY_MARGIN), 81);
    assert_int_equal(param(false, REVERSE_FUTILITY_MARGIN), by_hand);
    assert_int_equal(param(true, LATE_FUTILITY_MOVE), 5);
    assert_int_equal(param(true, LATE_FUTILITY_MARGIN), other);
}

static void a_name_that_is_none_ends_the_program(void **state)
{
    (void)state;
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        setenv("OXO_PARAMETERS", "REVERSED_FUTILITY_MARGIN=1", 1);
        parameters_read();
        _exit(0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
}

TEST_GROUP("parameters")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standards_are_within_their_bounds),
        cmocka_unit_test(the_environment_sets_those_it_names),
        cmocka_unit_test(a_name_that_is_none_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
