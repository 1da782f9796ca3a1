/* cmocka.h - as much of cmocka as tests/core/engine/neural/test-neural.c
 * needs, because there is no library of it for ARM here. The first check that
 * fails ends the program; cases that it planned and did not come to have
 * failed. */
#ifndef TESTS_ARM_CMOCKA_H
#define TESTS_ARM_CMOCKA_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) ((struct CMUnitTest){#function, function})
#define cmocka_run_group_tests(tests, setup, teardown)                        \
    run_cases(tests, (int)(sizeof(tests) / sizeof((tests)[0])))

static inline int run_cases(const struct CMUnitTest *cases, int count)
{
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        cases[i].run(NULL);
        printf("ok %d - %s\n", i + 1, cases[i].name);
        fflush(stdout);
    }
    return 0;
}

static inline void check(bool holds, const char *law, const char *file,
                         int line)
{
    if (holds)
        return;
    printf("Bail out! %s:%d: %s\n", file, line, law);
    exit(EXIT_FAILURE);
}

#define CHECK(holds, law) check(holds, law, __FILE__, __LINE__)

#define assert_true(a) CHECK((a) != 0, #a)
#define assert_null(a) CHECK((a) == NULL, #a " is null")
#define assert_non_null(a) CHECK((a) != NULL, #a " is not null")
#define assert_ptr_equal(a, b) CHECK((a) == (b), #a " is " #b)
#define assert_int_equal(a, b) CHECK((a) == (b), #a " is " #b)
#define assert_int_not_equal(a, b) CHECK((a) != (b), #a " is not " #b)
#define assert_string_equal(a, b) CHECK(strcmp(a, b) == 0, #a " is " #b)
#define assert_memory_equal(a, b, size)                                       \
    CHECK(memcmp(a, b, size) == 0, #a " is like " #b)

#endif /* TESTS_ARM_CMOCKA_H */
