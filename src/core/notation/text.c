/* text.c - see text.h. */
#include "text.h"

#include <string.h>

/* ---- Reading ------------------------------------------------------------ */

text_reader text_open(const char *text, size_t length, size_t limit)
{
    text_reader in = {.text = text, .length = length};
    if (length > limit) {
        in.length = limit;
        in.cut = true;
    }
    return in;
}

text_reader text_open_line(const char *text)
{
    const size_t limit = OXO_POSITION_TEXT - 1;
    size_t length = 0;
    while (length <= limit && text[length] != '\0')
        length++;
    text_reader in = text_open(text, length, limit);
    text_skip_blanks(&in);
    return in;
}

bool text_close_line(text_reader *in)
{
    text_skip_blanks(in);
    if (!text_take_word(in, "\r\n"))
        text_take(in, '\n');
    if (in->at == in->length && !in->cut)
        return true;
    return text_refuse(in, in->at, OXO_SYNTAX, "nothing more is expected");
}

bool text_refuse(text_reader *in, size_t at, oxo_status status,
                 const char *reason)
{
    in->error = (oxo_text_error){status, 1, 1, reason};
    if (in->cut && at == in->length) {
        in->error.status = OXO_TEXT_TOO_LONG;
        in->error.reason = oxo_status_sentence(OXO_TEXT_TOO_LONG);
    }
    for (size_t i = 0; i < at; i++) {
        in->error.column++;
        if (in->text[i] == '\n') {
            in->error.line++;
            in->error.column = 1;
        }
    }
    return false;
}

bool text_check_status(text_reader *in, size_t at, oxo_status status)
{
    if (status == OXO_OK)
        return true;
    return text_refuse(in, at, status, oxo_status_sentence(status));
}

oxo_status text_result(const text_reader *in, oxo_text_error *ret_error)
{
    if (in->error.status != OXO_OK && ret_error)
        *ret_error = in->error;
    return in->error.status;
}

int text_peek(const text_reader *in)
{
    return in->at < in->length ? (unsigned char)in->text[in->at] : TEXT_END;
}

bool text_take(text_reader *in, char c)
{
    const char choices[] = {c, '\0'};
    return text_choose(in, choices) == 0;
}

bool text_take_word(text_reader *in, const char *word)
{
    const size_t length = strlen(word);
    if (in->length - in->at < length ||
        memcmp(in->text + in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

bool text_expect(text_reader *in, char c, const char *reason)
{
    if (text_take(in, c))
        return true;
    return text_refuse(in, in->at, OXO_SYNTAX, reason);
}

int text_choose(text_reader *in, const char *choices)
{
    const int next = text_peek(in);
    for (int i = 0; choices[i] != '\0'; i++) {
        if (next == choices[i]) {
            in->at++;
            return i;
        }
    }
    return -1;
}

bool text_is_white(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool text_is_digit(int c)
{
    return c >= '0' && c <= '9';
}

bool text_is_letter(int c)
{
    const int lower =
        c | 0x20; /* this bit tells lower case from upper case in ASCII */
    return lower >= 'a' && lower <= 'z';
}

void text_skip_blanks(text_reader *in)
{
    while (text_choose(in, " \t") >= 0)
        ;
}

void text_skip_white(text_reader *in)
{
    while (text_is_white(text_peek(in)))
        in->at++;
}

bool text_read_number(text_reader *in, uint64_t *ret)
{
    const size_t start = in->at;
    uint64_t value = 0;
    for (int c; text_is_digit(c = text_peek(in)); in->at++) {
        const unsigned digit = (unsigned)(c - '0');
        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX
                                                  : 10 * value + digit;
    }
    *ret = value;
    return in->at > start;
}

bool text_read_fraction(text_reader *in, int places, unsigned *ret)
{
    *ret = 0;
    if (!text_take(in, '.'))
        return true;
    if (!text_is_digit(text_peek(in)))
        return false;
    for (; places > 0; places--) {
        const int digit = text_choose(in, "0123456789");
        *ret = 10 * *ret + (unsigned)(digit < 0 ? 0 : digit);
    }
    return !text_is_digit(text_peek(in));
}

/* ---- Writing ------------------------------------------------------------ */

void text_put_bytes(text_writer *w, const char *bytes, size_t count)
{
    if (count >= w->size - w->length)
        return;
    memcpy(w->out + w->length, bytes, count);
    w->length += count;
    w->out[w->length] = '\0';
}

void text_put(text_writer *w, char c)
{
    text_put_bytes(w, &c, 1);
}

void text_put_word(text_writer *w, const char *word)
{
    text_put_bytes(w, word, strlen(word));
}

void text_put_number(text_writer *w, uint64_t value, int digits)
{
    char reversed[20]; /* UINT64_MAX has twenty digits */
    int n = 0;
    while (value > 0 || n < digits) {
        reversed[n++] = (char)('0' + value % 10);
        value /= 10;
    }
    while (n > 0)
        text_put(w, reversed[--n]);
}
