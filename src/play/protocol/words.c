/* words.c - lines and words of a conversation. */
#include "words.h"

#include <string.h>

static const int64_t MOST = INT64_MAX / 2;

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

words_result words_read_line(FILE *in, char line[WORDS_LINE + 1])
{
    size_t length = 0;
    bool fits = true;
    int c = getc(in);
    if (c == EOF)
        return WORDS_END;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (c == '\0' || length == WORDS_LINE)
            fits = false;
        else
            line[length++] = (char)c;
    }
    line[length] = '\0';
    return fits ? WORDS_OK : WORDS_DROPPED;
}

words_result words_read(FILE *in, char *word, size_t size, long *line)
{
    size_t length = 0;
    bool fits = true;
    int c = getc(in);
    for (; c != EOF && is_blank(c); c = getc(in))
        *line += c == '\n';
    if (c == EOF)
        return WORDS_END;
    for (; c != EOF && !is_blank(c); c = getc(in)) {
        if (c == '\0' || length + 1 == size)
            fits = false;
        else
            word[length++] = (char)c;
    }
    if (c != EOF) /* the end of this word's line is not passed yet */
        ungetc(c, in);
    word[length] = '\0';
    return fits ? WORDS_OK : WORDS_DROPPED;
}

char *words_next(char **text)
{
    char *start = *text;
    while (is_blank(*start))
        start++;
    char *end = start;
    while (*end && !is_blank(*end))
        end++;
    *text = *end ? end + 1 : end;
    *end = '\0';
    return end > start ? start : NULL;
}

char *words_trim(char *text)
{
    while (is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

bool words_number(const char *text, int64_t *ret)
{
    const bool negative = *text == '-';
    const char *digits = text + (negative || *text == '+');
    int64_t value = 0;
    if (!*digits)
        return false;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9')
            return false;
        value = value > MOST / 10 - 1 ? MOST : value * 10 + (*digits - '0');
    }
    *ret = negative ? -value : value;
    return true;
}
