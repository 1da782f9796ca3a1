/* json_read.h - JSON in, strictly and within bounds.
 *
 * One pass makes a flat list of tokens in memory that the caller
 * has; nothing is allocated and nothing is copied. What RFC 8259 does not
 * allow is refused, and so are duplicate keys, depth over JSON_READ_DEPTH,
 * unpaired surrogates, NUL characters and text that is not UTF-8; and numbers
 * are to be had only where they are whole and every reader has them exactly,
 * -(2^53 - 1) to 2^53 - 1: nothing that two readers could understand
 * differently gets through.
 *
 * Keys are compared each with each, so that `max` also bounds the time. */
#ifndef JSON_JSON_READ_H
#define JSON_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

enum { JSON_READ_DEPTH = 8, JSON_NONE = -1 };

/* An object's members follow it, key (a string) before value; an array's
 * elements follow it. */
typedef struct json_token {
    uint8_t kind;    /* a json_kind */
    bool escaped;    /* a string with escapes in it */
    bool is_whole;   /* a number without fraction or exponent that fits */
    uint32_t start;  /* in the text; of a string: behind its quote */
    uint32_t length; /* in bytes; of a string: without its quotes */
    uint32_t count;  /* of members or elements */
    uint32_t next;   /* index of the token behind this and all in it */
} json_token;

typedef struct json_doc {
    const char *text;
    const json_token *tokens;
    int count;
} json_doc;

typedef struct json_error {
    size_t offset;      /* where in the text */
    const char *reason; /* a sentence without a full stop */
} json_error;

/* Reads `length` bytes into at most `max` tokens. `ret_error` may be NULL. */
bool json_read(const char *text, size_t length, json_token *tokens, int max,
               json_doc *ret, json_error *ret_error);

/* The value of a key in an object, or JSON_NONE. Value 0 is the whole. */
int json_member(const json_doc *doc, int object, const char *key);

/* Element `i` of an array, or JSON_NONE. */
int json_element(const json_doc *doc, int array, int i);

/* False if the value is of another kind or does not fit; `*ret` untouched.
 * JSON_NONE is of no kind. */
bool json_to_int(const json_doc *doc, int value, int64_t least, int64_t most,
                 int64_t *ret);
bool json_to_bool(const json_doc *doc, int value, bool *ret);

/* Unescapes into `out` with a NUL; false if it needs more than `size`. */
bool json_to_string(const json_doc *doc, int value, char *out, size_t size);

/* Is the value this very string? */
bool json_is(const json_doc *doc, int value, const char *string);
json_kind json_kind_of(const json_doc *doc, int value);

#endif /* JSON_JSON_READ_H */
