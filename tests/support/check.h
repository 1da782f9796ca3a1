/* check.h - cmocka, with the headers it wants before itself, and groups.
 *
 * Each file of tests defines one group. The files of a folder are linked into
 * one program, which runs the group that is named on its command line:
 *
 *     TEST_GROUP("board")
 *     {
 *         const struct CMUnitTest tests[] = {
 *             cmocka_unit_test(an_empty_board_has_no_line),
 *         };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 *     $ build/tests/test-core-rules board */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Compares two values of one type, byte by byte. */
#define assert_same(a, b) assert_memory_equal(&(a), &(b), sizeof(a))
#define assert_not_same(a, b) assert_memory_not_equal(&(a), &(b), sizeof(a))

/* The program lists its groups before main() starts. */
typedef struct test_group {
    const char *name;
    int (*run)(void);
    struct test_group *next;
} test_group;

void test_group_add(test_group *group);

/* What follows the group's name on the command line. */
typedef struct test_arguments {
    int count;
    char **at;
} test_arguments;

test_arguments test_group_arguments(void);

/* Followed by the body of a function that returns 0 if all tests passed. */
#define TEST_GROUP(group_name)                                                \
    static int run_group(void);                                               \
    __attribute__((constructor)) static void add_group(void)                  \
    {                                                                         \
        static test_group group = {group_name, run_group, NULL};              \
        test_group_add(&group);                                               \
    }                                                                         \
    static int run_group(void)

#endif /* TESTS_CHECK_H */
