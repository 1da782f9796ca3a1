/* utf8_step.c - UTF-8 that arrives in pieces: see utf8.h. */
#include "utf8.h"

#include <string.h>

/* Between two characters the state is 0. Inside a character it holds how many
 * bytes are missing and the range of the next one:
 *
 *     missing | lowest << 8 | highest << 16
 *
 * The range is 0x80..0xBF, except for some second bytes: a narrower range
 * excludes overlong forms, surrogates and values above U+10FFFF. */
enum { INVALID = -1 };

static int missing_bytes(int left, int lowest, int highest)
{
    return left | lowest << 8 | highest << 16;
}

static int start_character(uint8_t byte)
{
    if (byte < 0x80)
        return 0;
    if (byte < 0xC2 || byte > 0xF4)
        return INVALID;
    if (byte < 0xE0)
        return missing_bytes(1, 0x80, 0xBF);
    if (byte < 0xF0)
        return missing_bytes(2, byte == 0xE0 ? 0xA0 : 0x80,
                             byte == 0xED ? 0x9F : 0xBF);
    return missing_bytes(3, byte == 0xF0 ? 0x90 : 0x80,
                         byte == 0xF4 ? 0x8F : 0xBF);
}

static int continue_character(int state, uint8_t byte)
{
    const int left = state & 0xFF;
    if (byte < (state >> 8 & 0xFF) || byte > state >> 16)
        return INVALID;
    return left == 1 ? 0 : missing_bytes(left - 1, 0x80, 0xBF);
}

/* Most text is ASCII: checks eight bytes at a time. */
static size_t ascii_prefix(const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    for (uint64_t eight; length - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, bytes + i, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < length && bytes[i] < 0x80)
        i++;
    return i;
}

int utf8_step(int state, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length && state >= 0; i++) {
        if (state == 0) {
            i += ascii_prefix(bytes + i, length - i);
            if (i == length)
                break;
            state = start_character(bytes[i]);
        } else {
            state = continue_character(state, bytes[i]);
        }
    }
    return state;
}
