/* wire_secret.c - secrets as text: base64url without padding, RFC 4648,
 * section 5.
 *
 * No table is indexed by the bits of a secret, because the timing of the
 * processor's cache could reveal them. */
#include "wire.h"

enum { TEXT_LENGTH = WIRE_SECRET_TEXT - 1, SECRET_BITS = 128 };

/* All bits set if least <= n <= most, else 0. All three are small numbers. */
static unsigned mask(unsigned n, unsigned least, unsigned most)
{
    return (((n - least) >> 31) - 1) & (((most - n) >> 31) - 1);
}

static char digit_of(unsigned value)
{
    return (char)((mask(value, 0, 25) & (value + 'A')) |
                  (mask(value, 26, 51) & (value - 26 + 'a')) |
                  (mask(value, 52, 61) & (value - 52 + '0')) |
                  (mask(value, 62, 62) & '-') | (mask(value, 63, 63) & '_'));
}

/* 0..63, or -1. */
static int value_of(char digit)
{
    const unsigned c = (unsigned char)digit;
    return (int)((mask(c, 'A', 'Z') & (c - 'A' + 1)) |
                 (mask(c, 'a', 'z') & (c - 'a' + 27)) |
                 (mask(c, '0', '9') & (c - '0' + 53)) |
                 (mask(c, '-', '-') & 63) | (mask(c, '_', '_') & 64)) -
           1;
}

void wire_secret_format(const wire_secret *secret, char out[WIRE_SECRET_TEXT])
{
    unsigned bits = 0;
    int held = 0;
    size_t length = 0;
    for (size_t i = 0; i < sizeof(secret->bytes); i++) {
        bits = bits << 8 | secret->bytes[i];
        for (held += 8; held >= 6; length++) {
            held -= 6;
            out[length] = digit_of(bits >> held & 63U);
        }
    }
    out[length++] = digit_of(bits << (6 - held) & 63U);
    out[length] = '\0';
}

bool wire_secret_parse(const char *text, size_t length, wire_secret *ret)
{
    wire_secret secret;
    unsigned bits = 0;
    int held = 0;
    size_t count = 0;
    if (length != TEXT_LENGTH)
        return false;
    for (size_t i = 0; i < length; i++) {
        const int value = value_of(text[i]);
        if (value < 0)
            return false;
        bits = bits << 6 | (unsigned)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            secret.bytes[count++] = (uint8_t)(bits >> held);
        }
    }
    /* The remaining bits belong to no byte and must be 0, so that each secret
     * has exactly one text. */
    if ((bits & ((1U << held) - 1)) != 0)
        return false;
    *ret = secret;
    return true;
}
