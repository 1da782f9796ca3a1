/* json_text.c - characters of JSON text. */
#include "json_text.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* ---- UTF-8 -------------------------------------------------------------- */

/* By the first byte: how long the character claims to be. */
static size_t claimed_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return 2 + (size_t)(first >= 0xE0) + (size_t)(first >= 0xF0);
}

uint32_t json_utf8_decode(const char *text, size_t n)
{
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    assert(n >= 1 && n <= 4);
    uint32_t character = (unsigned char)text[0] & first_bits[n];
    for (size_t i = 1; i < n; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3FU);
    return character;
}

size_t json_utf8_encode(uint32_t character, char out[4])
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

/* Neither too long a form, nor half of a UTF-16 pair, nor out of range. */
static bool is_character(uint32_t code, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[n] && code <= 0x10FFFF && code >> 11 != 0x1B;
}

size_t json_utf8_length(const char *text, size_t length)
{
    const size_t n = claimed_length((unsigned char)text[0]);
    if (n == 0 || n > length)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    return is_character(json_utf8_decode(text, n), n) ? n : 0;
}

/* ---- Escapes ------------------------------------------------------------ */

static bool is_plain(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0x00, 0x1F},       /* C0 */
        {'"', '"'},         /* JSON's own */
        {'\\', '\\'},       /* the same */
        {'&', '&'},         /* a page's */
        {'<', '<'},         /* the same */
        {'>', '>'},         /* the same */
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

static size_t put_unit(uint32_t unit, char *out)
{
    static const char digits[] = "0123456789abcdef";
    out[0] = '\\';
    out[1] = 'u';
    for (size_t i = 0; i < 4; i++)
        out[2 + i] = digits[unit >> (12 - 4 * i) & 0xF];
    return 6;
}

/* As one UTF-16 unit or two. */
static size_t put_code(uint32_t character, char *out)
{
    if (character < 0x10000)
        return put_unit(character, out);
    const size_t n = put_unit(0xD800 + ((character - 0x10000) >> 10), out);
    return n + put_unit(0xDC00 + (character & 0x3FF), out + n);
}

size_t json_escape(const char *text, size_t length, size_t *ret_used,
                   char out[JSON_ESCAPE])
{
    const size_t n = json_utf8_length(text, length);
    *ret_used = n ? n : 1;
    if (n == 0)
        return put_unit(0xFFFD, out);
    const uint32_t character = json_utf8_decode(text, n);
    if (is_plain(character)) {
        memcpy(out, text, n);
        return n;
    }
    if (character != '"' && character != '\\' && character != '\n')
        return put_code(character, out);
    out[0] = '\\';
    out[1] = character == '\n' ? 'n' : *text;
    return 2;
}
