/* utf8.c - see utf8.h.
 *
 * The C library has such functions too, but they work only in a UTF-8 locale;
 * whether a text is valid must not depend on the locale. */
#include "utf8.h"

#include <assert.h>

/* The length that the first byte announces. */
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

/* Rejects overlong forms, halves of UTF-16 pairs, and values above U+10FFFF.
 */
static bool is_character(uint32_t code, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[n] && code <= 0x10FFFF && code >> 11 != 0x1B;
}

size_t utf8_encode(uint32_t character, char out[4])
{
    static const unsigned char first_byte[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const size_t n = 1 + (size_t)(character >= 0x80) +
                     (size_t)(character >= 0x800) +
                     (size_t)(character >= 0x10000);
    for (size_t i = n; i-- > 1; character >>= 6)
        out[i] = (char)(0x80 | (character & 0x3F));
    out[0] = (char)(first_byte[n] | character);
    return n;
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
        {0x61C, 0x61C},     /* direction of writing */
        {0x200E, 0x200F},   /* direction of writing */
        {0x2028, 0x202E},   /* line, paragraph; direction of writing */
        {0x2066, 0x2069},   /* direction of writing */
        {0xFFF9, 0xFFFB},   /* annotations */
        {0xE0000, 0xE0FFF}, /* invisible tags */
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (character >= others[i].first && character <= others[i].last)
            return false;
    return true;
}

size_t utf8_text_length(const char *text, size_t length)
{
    const size_t n = length > 0 ? utf8_length(text, length) : 0;
    return n > 0 && utf8_is_text(utf8_decode(text, n)) ? n : 0;
}

bool utf8_is_safe(const char *text, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = utf8_text_length(text + i, length - i);
        if (n == 0)
            return false;
    }
    return true;
}
