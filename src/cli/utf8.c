/* utf8.c - characters in text that came from outside.
 *
 * The C library could tell the same, but only under a UTF-8 locale, and what
 * is safe to send to a terminal must not depend on that. */
#include "utf8.h"

#include <assert.h>
#include <stdbool.h>

/* By the first byte: how long the character claims to be. */
static size_t claimed_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return 2;
    if (first >= 0xE0 && first < 0xF0)
        return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

uint32_t utf8_decode(const char *text, size_t n)
{
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    assert(n >= 1 && n <= 4);
    uint32_t character = (unsigned char)text[0] & first_bits[n];
    for (size_t i = 1; i < n; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3FU);
    return character;
}

size_t utf8_length(const char *text, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t n = claimed_length((unsigned char)text[0]);
    if (n == 0 || n > length)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    const uint32_t character = utf8_decode(text, n);
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    return character < least[n] || character > 0x10FFFF || surrogate ? 0 : n;
}

typedef struct range {
    uint32_t first, last;
} range;

static bool is_in(const range *ranges, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

#define IS_IN(ranges, character)                                              \
    is_in(ranges, sizeof(ranges) / sizeof(ranges)[0], character)

int utf8_columns(uint32_t character)
{
    static const range unsafe[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},       {0x61C, 0x61C},
        {0x200E, 0x200F}, {0x2028, 0x202E},   {0x2066, 0x2069},
        {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
    };
    static const range combining[] = {
        {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},
        {0x64B, 0x65F},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D},
        {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    };
    static const range wide[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
        {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
    };
    if (IS_IN(unsafe, character))
        return -1;
    if (IS_IN(combining, character))
        return 0;
    return IS_IN(wide, character) ? 2 : 1;
}
