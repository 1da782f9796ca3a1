/* json_text.h - characters of JSON text, in and out. */
#ifndef JSON_JSON_TEXT_H
#define JSON_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes the first character of `text` (`length` is at least 1) as it stands
 * between quotes; returns how many bytes of `out` that took. What is no text
 * but acts on it is escaped, and so are <, > and &, which makes the result
 * safe inside a page too. A byte that is not UTF-8 becomes U+FFFD. No byte of
 * text takes more than JSON_ESCAPE_MOST bytes. */
enum { JSON_ESCAPE = 12, JSON_ESCAPE_MOST = 6 };
size_t json_escape(const char *text, size_t length, size_t *ret_used,
                   char out[JSON_ESCAPE]);

#endif /* JSON_JSON_TEXT_H */
