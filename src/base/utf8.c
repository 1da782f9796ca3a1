/* utf8.c - characters in text that came from outside.
 *
 * The C library could tell the same, but only under a UTF-8 locale, and what
 * is text must not depend on that. */
#include "utf8.h"

#include <assert.h>

/* By the first byte: how long the character claims to be. */
static size_t claimed_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC0 || first > 0xF7)
        return 0;
    return 2 + (size_t)(first >= 0xE0) + (size_t)(first >= 0xF0);
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

/* Neither too long a form, nor half of a UTF-16 pair, nor out of range. */
static bool is_character(uint32_t code, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[n] && code <= 0x10FFFF && code >> 11 != 0x1B;
}

size_t utf8_length(const char *text, size_t length)
{
    const size_t n = claimed_length((unsigned char)text[0]);
    if (n == 0 || n > length)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    return is_character(utf8_decode(text, n), n) ? n : 0;
}

bool utf8_is_text(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0x00, 0x1F},       /* C0 */
        {0x7F, 0x9F},       /* delete, C1 */
        {0x61C, 0x61C},     /* directions of writing */
        {0x200E, 0x200F},   /* the same */
        {0x2028, 0x202E},   /* line, paragraph; directions again */
        {0x2066, 0x2069},   /* and again */
        {0xFFF9, 0xFFFB},   /* annotations */
        {0xE0000, 0xE0FFF}, /* tags, which nobody sees */
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (character >= others[i].first && character <= others[i].last)
            return false;
    return true;
}
