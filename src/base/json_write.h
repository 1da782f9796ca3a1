/* json_write.h - JSON out, one line a document.
 *
 * Containers are opened and closed; commas, quotes and escapes come by
 * themselves. `key` is the member's name in an object, NULL in an array and
 * for the outermost value. Bytes that are not UTF-8 become U+FFFD, so that
 * what is written is always valid; characters that are no text are escaped,
 * so that it can be looked at, and those that mean something in a page. */
#ifndef JSON_JSON_WRITE_H
#define JSON_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_WRITE_DEPTH = 16 };

typedef struct json_writer {
    FILE *out;
    int depth;
    bool filled[JSON_WRITE_DEPTH]; /* [depth]: something is in there already */
    char closer[JSON_WRITE_DEPTH];
} json_writer;

json_writer json_to(FILE *out);

void json_open_object(json_writer *w, const char *key);
void json_open_array(json_writer *w, const char *key);

/* Closes the innermost container; the outermost ends the line. */
void json_close(json_writer *w);

void json_string(json_writer *w, const char *key, const char *value);
void json_int(json_writer *w, const char *key, int64_t value);
void json_uint(json_writer *w, const char *key, uint64_t value);
void json_bool(json_writer *w, const char *key, bool value);
void json_null(json_writer *w, const char *key);

/* Infinities and NaN, which JSON lacks, become null. */
void json_double(json_writer *w, const char *key, double value);

#endif /* JSON_JSON_WRITE_H */
