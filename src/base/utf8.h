/* utf8.h - characters in text that came from outside. */
#ifndef UTF8_UTF8_H
#define UTF8_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character at `text`, 1..4, or 0 if these bytes are not
 * well-formed UTF-8. `length` is at least 1. */
size_t utf8_length(const char *text, size_t length);

/* The well-formed character of `n` bytes at `text`. */
uint32_t utf8_decode(const char *text, size_t n);

/* False for what is no text but acts on it: controls, which move cursors and
 * colour terminals, separators of lines and paragraphs, and marks that turn
 * the direction of writing and so make a text look like another. */
bool utf8_is_text(uint32_t character);

#endif /* UTF8_UTF8_H */
