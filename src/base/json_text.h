/* json_text.h - escapes of characters in JSON strings. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes the first character of `text` as a JSON string contains it;
 * `*ret_used` is the number of bytes of `text` it took. `length` is at
 * least 1. Returns the number of bytes written.
 *
 * Escapes characters that are not utf8_is_text(), and also <, > and &, so that
 * the result is safe inside an HTML page. Replaces a byte that is not UTF-8 by
 * U+FFFD. One byte of `text` becomes at most JSON_ESCAPE_MOST bytes. */
enum { JSON_ESCAPE = 12, JSON_ESCAPE_MOST = 6 };
size_t json_escape(const char *text, size_t length, size_t *ret_used,
                   char out[JSON_ESCAPE]);

#endif /* BASE_JSON_TEXT_H */
