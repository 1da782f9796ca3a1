/* safe.c - untrusted text on its way to a terminal. */
#include "safe.h"

#include <stdbool.h>
#include <string.h>

#include "utf8.h"

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

int safe_columns(uint32_t character)
{
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
    if (!utf8_is_text(character))
        return -1;
    if (IS_IN(combining, character))
        return 0;
    return IS_IN(wide, character) ? 2 : 1;
}

safe_glyph safe_next(const char *text, size_t length)
{
    const size_t n = utf8_length(text, length);
    const int columns = n ? safe_columns(utf8_decode(text, n)) : -1;
    safe_glyph g = {.text = "?", .columns = 1, .bytes = n ? n : 1};
    if (columns >= 0) {
        memcpy(g.text, text, n);
        g.columns = columns;
    }
    return g;
}

void safe_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), used = 0;
    while (length > 0) {
        const safe_glyph g = safe_next(text, length);
        const size_t n = strlen(g.text);
        if (n >= size - used)
            break;
        memcpy(out + used, g.text, n);
        used += n;
        text += g.bytes;
        length -= g.bytes;
    }
    out[used] = '\0';
}

void safe_print(FILE *out, const char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        const safe_glyph g = safe_next(text, length);
        fputs(g.text, out);
        text += g.bytes;
        length -= g.bytes;
    }
}
