/* json_write.h - writes JSON, one document per line.
 *
 * The caller opens and closes containers; the writer adds commas, quotes and
 * escapes. `key` is the name of a member of an object; it is NULL for an
 * element of an array and for the outermost value.
 *
 * The output is always valid JSON: json_text.h says how the writer treats
 * malformed bytes and control characters. */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_WRITE_DEPTH = 16 };

typedef struct json_writer {
    FILE *out;
    int depth;
    bool filled[JSON_WRITE_DEPTH]; /* [depth]: the container is not empty */
    char closer[JSON_WRITE_DEPTH];
} json_writer;

/* `out` stays the caller's, and may be memory (open_memstream()). */
json_writer json_to(FILE *out);

void json_open_object(json_writer *w, const char *key);
void json_open_array(json_writer *w, const char *key);

/* Closes the innermost container; closing the outermost one ends the line. */
void json_close(json_writer *w);

void json_string(json_writer *w, const char *key, const char *value);
void json_int(json_writer *w, const char *key, int64_t value);
void json_uint(json_writer *w, const char *key, uint64_t value);
void json_bool(json_writer *w, const char *key, bool value);
void json_null(json_writer *w, const char *key);

/* Writes null for infinities and NaN, which JSON does not have. */
void json_double(json_writer *w, const char *key, double value);

#endif /* BASE_JSON_WRITE_H */
