#include "net_ws.h"

#include <string.h>

/* Between two characters the state is 0; inside one it says how many bytes
 * are to come and what the next may be: left | lowest << 8 | highest << 16.
 * Only the second byte of some is narrower than 0x80..0xBF: overlong forms,
 * surrogates and what is above U+10FFFF are shut out there. */
enum { INVALID = -1 };

static int expect(int left, int lowest, int highest)
{
    return left | lowest << 8 | highest << 16;
}

static int lead(uint8_t byte)
{
    if (byte < 0x80)
        return 0;
    if (byte < 0xC2 || byte > 0xF4)
        return INVALID;
    if (byte < 0xE0)
        return expect(1, 0x80, 0xBF);
    if (byte < 0xF0)
        return expect(2, byte == 0xE0 ? 0xA0 : 0x80,
                      byte == 0xED ? 0x9F : 0xBF);
    return expect(3, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF);
}

static int follow(int state, uint8_t byte)
{
    const int left = state & 0xFF;
    if (byte < (state >> 8 & 0xFF) || byte > state >> 16)
        return INVALID;
    return left == 1 ? 0 : expect(left - 1, 0x80, 0xBF);
}

/* Most text is ASCII, and eight bytes of it are seen at once. */
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

int net_utf8_step(int state, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length && state >= 0; i++) {
        if (state == 0) {
            i += ascii_prefix(bytes + i, length - i);
            if (i == length)
                break;
            state = lead(bytes[i]);
        } else {
            state = follow(state, bytes[i]);
        }
    }
    return state;
}
