/* check.h - cmocka, with the headers it wants before itself. */
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

#endif /* TESTS_CHECK_H */
