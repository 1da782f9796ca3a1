/* number.h - decimal numbers in text.
 *
 * strtol() and its relatives also accept blanks and a plus sign, and depend
 * on the locale. These functions accept digits only, and every caller states
 * its bounds. On failure `*ret` is unchanged. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number from `least` to `most` and nothing else: digits, with a minus
 * sign before them only if `least` is negative. */
bool number_read(const char *text, int64_t least, int64_t most, int64_t *ret);
bool number_read_int(const char *text, int least, int most, int *ret);

/* The same for what other programs write: a plus sign is allowed, and a
 * number beyond 64 bits becomes INT64_MIN or INT64_MAX. */
bool number_read_saturated(const char *text, int64_t *ret);

/* Seconds with up to three decimals, up to a year, as milliseconds. */
bool number_read_seconds(const char *text, int64_t *ret_ms);

/* The value of the digits at the start of `text`, which is `length` bytes
 * long; UINT64_MAX if the value does not fit. Returns how many digits there
 * are. */
size_t number_scan(const char *text, size_t length, uint64_t *ret);

#endif /* BASE_NUMBER_H */
