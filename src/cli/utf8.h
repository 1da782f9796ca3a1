/* utf8.h - characters in text that came from outside. */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length of the character at `text`, 1..4, or 0 if these bytes are not
 * well-formed UTF-8. `length` is at least 1. */
size_t utf8_length(const char *text, size_t length);

/* The well-formed character of `n` bytes at `text`. */
uint32_t utf8_decode(const char *text, size_t n);

/* How many columns it takes on a terminal: 0, 1 or 2, and -1 for what must
 * not reach one: controls, and marks that turn the direction of writing. */
int utf8_columns(uint32_t character);

#endif /* CLI_UTF8_H */
