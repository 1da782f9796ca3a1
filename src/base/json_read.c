/* json_read.c - see json_read.h.
 *
 * The first half is the pass that makes tokens, a recursive descent of bounded
 * depth. The second half answers questions from the tokens. */
#include "json_read.h"

#include <assert.h>
#include <string.h>

#include "json_text.h"
#include "utf8.h"

/* The largest whole number up to which a double holds every whole number. */
#define MOST_WHOLE ((UINT64_C(1) << 53) - 1)
enum { MOST_DIGITS = 16 };

typedef struct json_reader {
    const char *text, *at, *end;
    json_token *tokens;
    int count, max, depth;
    const char *reason; /* the error at `at`, or NULL */
} json_reader;

static bool refuse_text(json_reader *in, const char *reason)
{
    in->reason = reason;
    return false;
}

/* ---- Characters --------------------------------------------------------- */

/* Bytes of a string that need no further check: ASCII without escapes. */
static inline bool is_simple(char c)
{
    return (unsigned char)c - 0x20U < 0x60 && c != '"' && c != '\\';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_next(const json_reader *in, char c)
{
    return in->at < in->end && *in->at == c;
}

static inline bool take_char(json_reader *in, char c)
{
    if (!is_next(in, c))
        return false;
    in->at++;
    return true;
}

static inline void skip_white(json_reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' ||
                                *in->at == '\r' || *in->at == '\t'))
        in->at++;
}

/* ---- Strings ------------------------------------------------------------ */

/* The value of four hexadecimal digits; -1 if they are not digits. */
static int read_unit(const char *at, size_t length)
{
    int unit = 0;
    if (length < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *found = at[i] ? strchr(digits, at[i]) : NULL;
        if (!found)
            return -1;
        const int digit = (int)(found - digits);
        unit = unit * 16 + (digit < 16 ? digit : digit - 6);
    }
    return unit;
}

/* Reads what follows "\u": four digits, or two escapes for a surrogate pair.
 * Returns the number of bytes, 0 if they are malformed. */
static size_t read_code(const char *at, size_t length, uint32_t *ret)
{
    const int first = read_unit(at, length);
    if (first <= 0 || first >> 10 == 0x37)
        return 0; /* no digits, NUL, or the second half of a pair alone */
    *ret = (uint32_t)first;
    if (first >> 10 != 0x36)
        return 4;
    if (length < 10 || at[4] != '\\' || at[5] != 'u')
        return 0;
    const int second = read_unit(at + 6, length - 6);
    if (second >> 10 != 0x37)
        return 0;
    *ret = 0x10000U + ((*ret & 0x3FF) << 10) + ((uint32_t)second & 0x3FF);
    return 10;
}

/* Reads an escape that starts at its backslash. Returns the number of bytes, 0
 * if the escape is malformed. */
static size_t read_escape(const char *at, size_t length, uint32_t *ret)
{
    static const char names[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    if (length < 2 || at[1] == '\0')
        return 0;
    if (at[1] == 'u') {
        const size_t n = read_code(at + 2, length - 2, ret);
        return n ? n + 2 : 0;
    }
    const char *found = strchr(names, at[1]);
    if (!found)
        return 0;
    *ret = (uint32_t)meanings[found - names];
    return 2;
}

/* Skips a character that is not simple. */
static bool read_special(json_reader *in, bool *ret_escaped)
{
    const size_t length = (size_t)(in->end - in->at);
    uint32_t character;
    size_t n;
    if (*in->at == '\\') {
        *ret_escaped = true;
        n = read_escape(in->at, length, &character);
        if (n == 0)
            return refuse_text(in, "unknown escape sequence");
    } else if ((unsigned char)*in->at < 0x20) {
        return refuse_text(in, "a control character must be escaped");
    } else {
        n = utf8_length(in->at, length);
        if (n == 0)
            return refuse_text(in, "the text is not UTF-8");
    }
    in->at += n;
    return true;
}

/* ---- Values ------------------------------------------------------------- */

static json_token *add_token(json_reader *in, json_kind kind)
{
    if (in->count == in->max) {
        refuse_text(in, "too many values");
        return NULL;
    }
    json_token *token = &in->tokens[in->count++];
    *token = (json_token){.kind = (uint8_t)kind,
                          .start = (uint32_t)(in->at - in->text),
                          .next = (uint32_t)in->count};
    return token;
}

static inline void end_token(const json_reader *in, json_token *token)
{
    token->length = (uint32_t)(in->at - in->text) - token->start;
}

static bool read_string(json_reader *in)
{
    in->at++;
    json_token *token = add_token(in, JSON_STRING);
    if (!token)
        return false;
    for (;;) {
        while (in->at < in->end && is_simple(*in->at))
            in->at++;
        if (in->at == in->end)
            return refuse_text(in, "the string has no closing quote");
        if (*in->at == '"')
            break;
        if (!read_special(in, &token->escaped))
            return false;
    }
    end_token(in, token);
    in->at++;
    return true;
}

/* Skips digits. `*ret` gets their value, or any value above MOST_WHOLE if the
 * value is above MOST_WHOLE. */
static bool read_digits(json_reader *in, uint64_t *ret)
{
    const char *first = in->at;
    uint64_t value = 0;
    for (; in->at < in->end && is_digit(*in->at); in->at++)
        if (in->at - first <= MOST_DIGITS)
            value = value * 10 + (uint64_t)(*in->at - '0');
    *ret = value;
    return in->at > first || refuse_text(in, "a digit is expected");
}

/* Skips the fraction and the exponent of a number, if there are any. */
static bool skip_fraction_and_exponent(json_reader *in)
{
    uint64_t digits;
    if (take_char(in, '.') && !read_digits(in, &digits))
        return false;
    if (!take_char(in, 'e') && !take_char(in, 'E'))
        return true;
    if (!take_char(in, '+'))
        take_char(in, '-');
    return read_digits(in, &digits);
}

static bool read_number_token(json_reader *in)
{
    json_token *token = add_token(in, JSON_NUMBER);
    if (!token)
        return false;
    take_char(in, '-');
    const char *first = in->at;
    uint64_t value;
    if (!read_digits(in, &value))
        return false;
    if (*first == '0' && in->at - first > 1) {
        in->at = first;
        return refuse_text(in, "a number must not begin with 0");
    }
    const char *whole_end = in->at;
    if (!skip_fraction_and_exponent(in))
        return false;
    token->is_whole = in->at == whole_end && value <= MOST_WHOLE;
    end_token(in, token);
    return true;
}

static bool read_word(json_reader *in, json_kind kind, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length ||
        memcmp(in->at, word, length) != 0)
        return refuse_text(in, "a value is expected");
    json_token *token = add_token(in, kind);
    if (!token)
        return false;
    in->at += length;
    end_token(in, token);
    return true;
}

/* ---- Comparing strings -------------------------------------------------- */

/* Iterates over the characters of a string, with or without escapes. */
typedef struct json_cursor {
    const char *at, *end;
    bool escaped;
} json_cursor;

static json_cursor cursor_of(const char *text, const json_token *token)
{
    const char *start = text + token->start;
    return (json_cursor){start, start + token->length, token->escaped};
}

static uint32_t next_character(json_cursor *c)
{
    const size_t length = (size_t)(c->end - c->at);
    uint32_t character = 0;
    size_t n;
    if (c->escaped && *c->at == '\\') {
        n = read_escape(c->at, length, &character);
    } else {
        n = utf8_length(c->at, length);
        character = utf8_decode(c->at, n);
    }
    c->at += n;
    return character;
}

static bool is_same_text(json_cursor a, json_cursor b)
{
    const size_t length = (size_t)(a.end - a.at);
    if (!a.escaped && !b.escaped)
        return length == (size_t)(b.end - b.at) &&
               memcmp(a.at, b.at, length) == 0;
    while (a.at < a.end && b.at < b.end)
        if (next_character(&a) != next_character(&b))
            return false;
    return a.at == a.end && b.at == b.end;
}

/* ---- Containers --------------------------------------------------------- */

static bool read_value(json_reader *in);

/* True if the last token is a key that the object already has. */
static bool is_repeated(const json_reader *in, const json_token *object)
{
    const json_token *key = &in->tokens[in->count - 1];
    const json_token *other = object + 1;
    while (other < key) {
        if (is_same_text(cursor_of(in->text, key), cursor_of(in->text, other)))
            return true;
        other = &in->tokens[other[1].next];
    }
    return false;
}

static bool read_member(json_reader *in, const json_token *object)
{
    skip_white(in);
    if (!is_next(in, '"'))
        return refuse_text(in, "a key is expected, in quotes");
    const char *start = in->at;
    if (!read_string(in))
        return false;
    if (is_repeated(in, object)) {
        in->at = start;
        return refuse_text(in, "the object already has this key");
    }
    skip_white(in);
    if (!take_char(in, ':'))
        return refuse_text(in, "a colon is expected");
    return read_value(in);
}

static json_token *open_container(json_reader *in, json_kind kind)
{
    if (in->depth == JSON_READ_DEPTH) {
        refuse_text(in, "the values are nested too deeply");
        return NULL;
    }
    json_token *token = add_token(in, kind);
    in->depth++;
    in->at++;
    skip_white(in);
    return token;
}

static bool close_container(json_reader *in, json_token *token)
{
    in->depth--;
    token->next = (uint32_t)in->count;
    end_token(in, token);
    return true;
}

static bool read_object(json_reader *in)
{
    json_token *object = open_container(in, JSON_OBJECT);
    if (!object)
        return false;
    if (take_char(in, '}'))
        return close_container(in, object);
    do {
        if (!read_member(in, object))
            return false;
        object->count++;
        skip_white(in);
    } while (take_char(in, ','));
    if (!take_char(in, '}'))
        return refuse_text(in, "a comma or the end of the object is expected");
    return close_container(in, object);
}

static bool read_array(json_reader *in)
{
    json_token *array = open_container(in, JSON_ARRAY);
    if (!array)
        return false;
    if (take_char(in, ']'))
        return close_container(in, array);
    do {
        if (!read_value(in))
            return false;
        array->count++;
        skip_white(in);
    } while (take_char(in, ','));
    if (!take_char(in, ']'))
        return refuse_text(in, "a comma or the end of the array is expected");
    return close_container(in, array);
}

static bool read_value(json_reader *in)
{
    skip_white(in);
    switch (in->at < in->end ? *in->at : '\0') {
    case '"':
        return read_string(in);
    case '{':
        return read_object(in);
    case '[':
        return read_array(in);
    case 't':
        return read_word(in, JSON_BOOL, "true");
    case 'f':
        return read_word(in, JSON_BOOL, "false");
    case 'n':
        return read_word(in, JSON_NULL, "null");
    default:
        if (is_next(in, '-') || (in->at < in->end && is_digit(*in->at)))
            return read_number_token(in);
        return refuse_text(in, "a value is expected");
    }
}

static bool read_all(json_reader *in)
{
    if (!read_value(in))
        return false;
    skip_white(in);
    return in->at == in->end || refuse_text(in, "something follows the value");
}

bool json_read(const char *text, size_t length, json_token *tokens, int max,
               json_doc *ret, json_error *ret_error)
{
    json_reader in = {.text = text,
                      .at = text,
                      .end = text + length,
                      .tokens = tokens,
                      .max = max};
    if (length > UINT32_MAX ? refuse_text(&in, "the text is too long")
                            : read_all(&in)) {
        *ret = (json_doc){text, tokens, in.count};
        return true;
    }
    if (ret_error)
        *ret_error = (json_error){(size_t)(in.at - text), in.reason};
    return false;
}

/* ---- Questions ---------------------------------------------------------- */

static bool is_of(const json_doc *doc, int value, json_kind kind)
{
    assert(value < doc->count);
    return value >= 0 && doc->tokens[value].kind == kind;
}

json_kind json_kind_of(const json_doc *doc, int value)
{
    assert(value >= 0 && value < doc->count);
    return (json_kind)doc->tokens[value].kind;
}

bool json_is(const json_doc *doc, int value, const char *string)
{
    if (!is_of(doc, value, JSON_STRING))
        return false;
    const json_cursor plain = {string, string + strlen(string), false};
    return is_same_text(cursor_of(doc->text, &doc->tokens[value]), plain);
}

int json_member(const json_doc *doc, int object, const char *key)
{
    if (!is_of(doc, object, JSON_OBJECT))
        return JSON_NONE;
    const int end = (int)doc->tokens[object].next;
    for (int at = object + 1; at < end; at = (int)doc->tokens[at + 1].next)
        if (json_is(doc, at, key))
            return at + 1;
    return JSON_NONE;
}

int json_element(const json_doc *doc, int array, int i)
{
    if (!is_of(doc, array, JSON_ARRAY) || i < 0 ||
        (uint32_t)i >= doc->tokens[array].count)
        return JSON_NONE;
    int at = array + 1;
    for (; i > 0; i--)
        at = (int)doc->tokens[at].next;
    return at;
}

bool json_to_int(const json_doc *doc, int value, int64_t least, int64_t most,
                 int64_t *ret)
{
    if (!is_of(doc, value, JSON_NUMBER) || !doc->tokens[value].is_whole)
        return false;
    const char *at = doc->text + doc->tokens[value].start;
    const char *end = at + doc->tokens[value].length;
    const bool negative = *at == '-';
    int64_t number = 0;
    for (at += negative; at < end; at++)
        number = number * 10 + (*at - '0');
    if (negative)
        number = -number;
    if (number < least || number > most)
        return false;
    *ret = number;
    return true;
}

bool json_to_bool(const json_doc *doc, int value, bool *ret)
{
    if (!is_of(doc, value, JSON_BOOL))
        return false;
    *ret = doc->text[doc->tokens[value].start] == 't';
    return true;
}

/* Returns how many bytes the characters take; writes them if `out` is not
 * NULL. */
static size_t unescape(json_cursor c, char *out)
{
    size_t length = 0;
    while (c.at < c.end) {
        char bytes[4];
        const size_t n = utf8_encode(next_character(&c), bytes);
        if (out)
            memcpy(out + length, bytes, n);
        length += n;
    }
    return length;
}

bool json_to_string(const json_doc *doc, int value, char *out, size_t size)
{
    if (!is_of(doc, value, JSON_STRING))
        return false;
    const json_token *token = &doc->tokens[value];
    const json_cursor c = cursor_of(doc->text, token);
    const size_t length = token->escaped ? unescape(c, NULL) : token->length;
    if (length >= size)
        return false;
    if (token->escaped)
        unescape(c, out);
    else
        memcpy(out, c.at, length);
    out[length] = '\0';
    return true;
}
