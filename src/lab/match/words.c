/* words.c - words, quotes and numbers in what people write. */
#include "match_words.h"

#include <string.h>

#include "utf8.h"

typedef struct word_writer {
    char *out;
    size_t room, used;
} word_writer;

static void put(word_writer *w, char c)
{
    if (w->used < w->room)
        w->out[w->used] = c;
    w->used++;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* Up to and over the closing quote; NULL if there is none. */
static const char *take_quoted(const char *at, char quote, word_writer *w)
{
    while (*at && *at != quote) {
        if (*at == '\\' && quote == '"' && at[1])
            at++;
        put(w, *at++);
    }
    return *at ? at + 1 : NULL;
}

int match_next_word(const char **text, char *out, size_t room)
{
    const char *at = skip_blanks(*text);
    if (!*at)
        return 0;
    word_writer w = {out, room, 0};
    while (at && *at && !is_blank(*at)) {
        const char c = *at++;
        if (c == '"' || c == '\'')
            at = take_quoted(at, c, &w);
        else if (c == '\\' && *at)
            put(&w, *at++);
        else
            put(&w, c);
    }
    put(&w, '\0');
    if (!at || w.used > room)
        return -1;
    *text = at;
    return 1;
}

bool match_next_token(const char **text, char *out, size_t room)
{
    const char *at = skip_blanks(*text);
    size_t used = 0;
    bool fits = true;
    for (; *at && !is_blank(*at); at++) {
        fits = used + 1 < room;
        if (fits)
            out[used++] = *at;
    }
    if (!fits)
        out[used - 1] = '?';
    out[used] = '\0';
    *text = at;
    return used > 0;
}

bool match_read_number(const char *text, int64_t low, int64_t high,
                       int64_t *ret)
{
    const bool negative = *text == '-';
    const char *at = text + negative;
    int64_t value = 0;
    if (!*at)
        return false;
    for (; *at; at++) {
        if (*at < '0' || *at > '9' || value > INT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (*at - '0');
    }
    value = negative ? -value : value;
    if (value < low || value > high)
        return false;
    *ret = value;
    return true;
}

/* Digits up to a dot or the end; false if one is none. */
static bool read_digits(const char **at, int most, int *ret_count,
                        int64_t *value)
{
    int count = 0;
    for (; **at && **at != '.'; (*at)++, count++) {
        if (**at < '0' || **at > '9' || count == most)
            return false;
        *value = *value * 10 + (**at - '0');
    }
    *ret_count = count;
    return true;
}

bool match_read_seconds(const char *text, int64_t *ret)
{
    int64_t value = 0;
    int whole = 0, decimals = 0;
    if (!read_digits(&text, 8, &whole, &value))
        return false;
    if (*text == '.') {
        text++;
        if (!read_digits(&text, 3, &decimals, &value) || *text)
            return false;
    }
    if (whole + decimals == 0)
        return false;
    for (; decimals < 3; decimals++)
        value *= 10;
    if (value > INT64_C(1000) * 3600 * 24 * 366)
        return false;
    *ret = value;
    return true;
}

bool match_is_text(const char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        const size_t n = utf8_length(text, length);
        if (n == 0 || !utf8_is_text(utf8_decode(text, n)))
            return false;
        text += n;
        length -= n;
    }
    return true;
}

bool match_copy(char *out, size_t room, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > room)
        return false;
    memcpy(out, text, size);
    return true;
}

/* FNV-1a. */
uint64_t match_digest(uint64_t before, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t h = before ^ UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}
