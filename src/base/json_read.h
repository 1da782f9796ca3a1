/* json_read.h - a strict JSON reader with bounded memory and time.
 *
 * One pass writes a flat list of tokens into memory of the caller. The reader
 * allocates nothing and copies nothing.
 *
 * The reader rejects everything that two readers could understand
 * differently: whatever RFC 8259 forbids, duplicate keys, unpaired
 * surrogates, NUL characters, text that is not UTF-8, and values nested deeper
 * than JSON_READ_DEPTH. json_to_int() returns only whole numbers that a double
 * holds exactly, -(2^53 - 1) to 2^53 - 1.
 *
 * The reader compares every key of an object with every other key: the time
 * is bounded because `max` bounds the number of keys. */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

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

/* After the token of an object come its members, each as a key (a string) and
 * a value. After the token of an array come its elements. */
typedef struct json_token {
    uint8_t kind;    /* a json_kind */
    bool escaped;    /* a string that contains escapes */
    bool is_whole;   /* a number without fraction or exponent that fits */
    uint32_t start;  /* offset in the text; a string's: after the quote */
    uint32_t length; /* in bytes; a string's: without the quotes */
    uint32_t count;  /* number of members or elements */
    uint32_t next;   /* index of the token after this value and its parts */
} json_token;

typedef struct json_doc {
    const char *text;
    const json_token *tokens;
    int count;
} json_doc;

typedef struct json_error {
    size_t offset;      /* position in the text, in bytes */
    const char *reason; /* a sentence without a full stop */
} json_error;

/* Reads `length` bytes into at most `max` tokens. `ret_error` may be NULL. */
bool json_read(const char *text, size_t length, json_token *tokens, int max,
               json_doc *ret, json_error *ret_error);

/* Values are indices of tokens; value 0 is the whole document. */

/* The value of a key in an object; JSON_NONE if `object` has no such key or is
 * no object. */
int json_member(const json_doc *doc, int object, const char *key);

/* Element `i` of an array; JSON_NONE if there is none. */
int json_element(const json_doc *doc, int array, int i);

/* False, with `*ret` unchanged, if the value is of another kind, does not fit
 * or is JSON_NONE. */
bool json_to_int(const json_doc *doc, int value, int64_t least, int64_t most,
                 int64_t *ret);
bool json_to_bool(const json_doc *doc, int value, bool *ret);

/* Writes the unescaped string and a NUL into `out`; false if that takes more
 * than `size` bytes. */
bool json_to_string(const json_doc *doc, int value, char *out, size_t size);

/* True if the value is a string equal to `string`. */
bool json_is(const json_doc *doc, int value, const char *string);
json_kind json_kind_of(const json_doc *doc, int value);

#endif /* BASE_JSON_READ_H */
