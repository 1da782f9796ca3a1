/* safe.h - untrusted text on its way to a terminal.
 *
 * File names, names of engines, words of the command line and the contents of
 * files may contain any bytes, also control sequences of terminals. */
#ifndef TERMINAL_SAFE_H
#define TERMINAL_SAFE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The width of a character in columns, 0, 1 or 2; -1 for a character that must
 * not reach a terminal. */
int safe_columns(uint32_t character);

/* The next character of a text of `length` > 0 bytes in a safe form: the
 * character itself or a question mark. */
typedef struct safe_glyph {
    char text[5];
    int columns;
    size_t bytes; /* length of the character in the original text */
} safe_glyph;

safe_glyph safe_next(const char *text, size_t length);

/* Copies a text in safe form, as many characters as fit. */
void safe_copy(char *out, size_t size, const char *text);

/* Writes a text in safe form. */
void safe_print(FILE *out, const char *text);

#endif /* TERMINAL_SAFE_H */
