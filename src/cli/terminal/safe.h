/* safe.h - text that came from outside, on its way to a terminal.
 *
 * A name of a file or an engine, a word of a command line or what a file
 * holds may be any bytes, among them some that a terminal would obey. */
#ifndef TERMINAL_SAFE_H
#define TERMINAL_SAFE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How many columns a character takes on a terminal: 0, 1 or 2, and -1 for
 * what must not reach one. */
int safe_columns(uint32_t character);

/* The next character of `length` bytes, at least 1, as it may be shown: the
 * character itself or a question mark. */
typedef struct safe_glyph {
    char text[5];
    int columns;
    size_t bytes; /* that it takes up where it came from */
} safe_glyph;

safe_glyph safe_next(const char *text, size_t length);

/* Copies a text, every character of it as it may be shown; as many as fit. */
void safe_copy(char *out, size_t size, const char *text);

/* Writes a text so. */
void safe_print(FILE *out, const char *text);

#endif /* TERMINAL_SAFE_H */
