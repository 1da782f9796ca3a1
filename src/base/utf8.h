/* utf8.h - checks and conversions of text in UTF-8 that comes from outside. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character at `text`, 1..4, or 0 if these bytes are not
 * well-formed UTF-8. `length` is at least 1. */
size_t utf8_length(const char *text, size_t length);

/* The well-formed character of `n` bytes at `text`. */
uint32_t utf8_decode(const char *text, size_t n);

/* Writes the bytes of a character; returns how many. */
size_t utf8_encode(uint32_t character, char out[4]);

/* False for characters that act on the text around them instead of being
 * shown: controls, which move cursors and colour terminals; separators of
 * lines and paragraphs; and marks that change the direction of writing, which
 * make a text look like another one. */
bool utf8_is_text(uint32_t character);

/* The length of the character at `text`, or 0 if these bytes are malformed, or
 * not utf8_is_text(), or if `length` is 0. */
size_t utf8_text_length(const char *text, size_t length);

/* True if all of `text` is well-formed and utf8_is_text(): safe to show, to
 * log and to write into a tag of a game. The empty text is safe. */
bool utf8_is_safe(const char *text, size_t length);

/* Checks text that arrives in pieces; only whether it is well-formed. Returns
 * the state for the next piece. The state is 0 before the first piece and
 * after every complete character; a negative state means malformed. */
int utf8_step(int state, const uint8_t *bytes, size_t length);

#endif /* BASE_UTF8_H */
