/* words.c - see words.h. */
#include "words.h"

#include <string.h>

/* ---- From a stream ------------------------------------------------------ */

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
    for (; c != EOF && words_is_blank((char)c); c = getc(in))
        *line += c == '\n';
    if (c == EOF)
        return WORDS_END;
    for (; c != EOF && !words_is_blank((char)c); c = getc(in)) {
        if (c == '\0' || length + 1 == size)
            fits = false;
        else
            word[length++] = (char)c;
    }
    if (c != EOF) /* the next call counts the end of this word's line */
        ungetc(c, in);
    word[length] = '\0';
    return fits ? WORDS_OK : WORDS_DROPPED;
}

/* ---- In place ----------------------------------------------------------- */

static const char *skip_blanks(const char *at)
{
    while (words_is_blank(*at))
        at++;
    return at;
}

char *words_next(char **text)
{
    char *start = *text + (skip_blanks(*text) - *text);
    char *end = start;
    while (*end && !words_is_blank(*end))
        end++;
    *text = *end ? end + 1 : end;
    *end = '\0';
    return end > start ? start : NULL;
}

void words_trim_span(const char **text, size_t *length)
{
    while (*length > 0 && words_is_blank(**text)) {
        ++*text;
        --*length;
    }
    while (*length > 0 && words_is_blank((*text)[*length - 1]))
        --*length;
}

char *words_trim(char *text)
{
    const char *start = text;
    size_t length = strlen(text);
    words_trim_span(&start, &length);
    text += start - text;
    text[length] = '\0';
    return text;
}

/* ---- Into a buffer ------------------------------------------------------ */

bool words_take(const char **text, char *out, size_t room)
{
    const char *at = skip_blanks(*text);
    size_t used = 0;
    bool fits = true;
    for (; *at && !words_is_blank(*at); at++) {
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

/* `used` goes on counting when `out` is full. */
typedef struct word_writer {
    char *out;
    size_t room, used;
} word_writer;

static void put_char(word_writer *w, char c)
{
    if (w->used < w->room)
        w->out[w->used] = c;
    w->used++;
}

/* Copies up to the closing quote and returns what follows that quote; NULL if
 * there is none. */
static const char *take_quoted(const char *at, char quote, word_writer *w)
{
    while (*at && *at != quote) {
        if (*at == '\\' && quote == '"' && at[1])
            at++;
        put_char(w, *at++);
    }
    return *at ? at + 1 : NULL;
}

int words_take_quoted(const char **text, char *out, size_t room)
{
    const char *at = skip_blanks(*text);
    if (!*at)
        return 0;
    word_writer w = {out, room, 0};
    while (at && *at && !words_is_blank(*at)) {
        const char c = *at++;
        if (c == '"' || c == '\'')
            at = take_quoted(at, c, &w);
        else if (c == '\\' && *at)
            put_char(&w, *at++);
        else
            put_char(&w, c);
    }
    put_char(&w, '\0');
    if (!at || w.used > room)
        return -1;
    *text = at;
    return 1;
}

bool words_copy(char *out, size_t room, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > room)
        return false;
    memcpy(out, text, size);
    return true;
}
