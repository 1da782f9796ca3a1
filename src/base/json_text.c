/* json_text.c - see json_text.h. */
#include "json_text.h"

#include <stdbool.h>
#include <string.h>

#include "utf8.h"

/* Neither special in JSON, nor in HTML, nor a control character. */
static bool is_plain(uint32_t character)
{
    return utf8_is_text(character) &&
           (character > 0x7F || !strchr("\"\\&<>", (int)character));
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

/* One escape, or two for a surrogate pair. */
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
    const size_t n = utf8_length(text, length);
    *ret_used = n ? n : 1;
    if (n == 0)
        return put_unit(0xFFFD, out);
    const uint32_t character = utf8_decode(text, n);
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
