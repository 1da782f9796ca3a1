/* number.c - see number.h. */
#include "number.h"

#include <string.h>

enum { MS_DIGITS = 3, SECONDS_DIGITS = 8 };
static const int64_t MS_PER_YEAR = INT64_C(1000) * 3600 * 24 * 366;

size_t number_scan(const char *text, size_t length, uint64_t *ret)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < length && text[i] >= '0' && text[i] <= '9'; i++) {
        const unsigned digit = (unsigned)(text[i] - '0');
        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX
                                                  : 10 * value + digit;
    }
    *ret = value;
    return i;
}

/* Numbers beyond 64 bits become INT64_MIN or INT64_MAX; `*ret_fits` says
 * whether that happened. */
static bool read_signed(const char *text, bool may_be_negative, int64_t *ret,
                        bool *ret_fits)
{
    const bool negative = may_be_negative && *text == '-';
    const char *digits = text + negative;
    const size_t length = strlen(digits);
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t size;
    if (length == 0 || number_scan(digits, length, &size) < length)
        return false;
    *ret_fits = size <= most;
    if (!*ret_fits)
        size = most;
    *ret =
        negative ? -(int64_t)(size - (size > 0)) - (size > 0) : (int64_t)size;
    return true;
}

bool number_read(const char *text, int64_t least, int64_t most, int64_t *ret)
{
    int64_t value;
    bool fits;
    if (!read_signed(text, least < 0, &value, &fits) || !fits ||
        value < least || value > most)
        return false;
    *ret = value;
    return true;
}

bool number_read_int(const char *text, int least, int most, int *ret)
{
    int64_t value;
    if (!number_read(text, least, most, &value))
        return false;
    *ret = (int)value;
    return true;
}

bool number_read_saturated(const char *text, int64_t *ret)
{
    bool fits;
    const bool plus = *text == '+';
    return read_signed(text + plus, !plus, ret, &fits);
}

bool number_read_seconds(const char *text, int64_t *ret_ms)
{
    const size_t length = strlen(text);
    uint64_t whole, part = 0;
    const size_t digits = number_scan(text, length, &whole);
    size_t decimals = 0, used = digits;
    if (text[digits] == '.') {
        decimals = number_scan(text + digits + 1, length - digits - 1, &part);
        used += 1 + decimals;
    }
    if (used < length || digits > SECONDS_DIGITS || decimals > MS_DIGITS ||
        digits + decimals == 0)
        return false;
    for (; decimals < MS_DIGITS; decimals++)
        part *= 10;
    const int64_t ms = (int64_t)(1000 * whole + part);
    if (ms > MS_PER_YEAR)
        return false;
    *ret_ms = ms;
    return true;
}
