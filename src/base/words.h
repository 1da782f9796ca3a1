/* words.h - lines and words of text from people and other programs.
 *
 * The sender may send anything, so that every line and every word has a
 * greatest length. Blanks separate words. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Space, tab and the two characters of line ends, in every locale. */
static inline bool words_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---- From a stream ------------------------------------------------------ */

/* The longest line that is read, without its line end. The longest useful
 * one, a position with 81 moves, takes a fifth of that. */
enum { WORDS_LINE = 2047 };

typedef enum words_result {
    WORDS_OK,
    WORDS_DROPPED, /* the line or word is too long, or contains a NUL */
    WORDS_END      /* end of file, or an error */
} words_result;

/* Reads one line without its line end; the last line need not have one. */
words_result words_read_line(FILE *in, char line[WORDS_LINE + 1]);

/* Reads one word, after skipping blanks and line ends; adds the line ends
 * skipped to `*line`. A word that does not fit into `size` bytes is dropped
 * as a whole. */
words_result words_read(FILE *in, char *word, size_t size, long *line);

/* ---- In place ----------------------------------------------------------- */

/* Ends the next word of `*text` with a NUL, moves `*text` behind it and
 * returns it; NULL if there is no further word. */
char *words_next(char **text);

/* Returns `text` without the blanks at both ends; writes a NUL into it. */
char *words_trim(char *text);

/* The same for text that must not be written to. */
void words_trim_span(const char **text, size_t *length);

/* ---- Into a buffer ------------------------------------------------------ */

/* Copies the next word of `*text` into `out` and moves `*text` behind it. A
 * word that does not fit into `room` bytes (at least 3) is cut and ends in
 * '?', so that nobody takes it for another word. False if there is no further
 * word. */
bool words_take(const char **text, char *out, size_t room);

/* The same with a shell's quoting: '..' and ".." keep blanks and may be part
 * of a word; \ keeps the next character, except inside '..'. Returns 1; 0 if
 * there is no further word; -1 if a quote is not closed or the word does not
 * fit into `room` bytes. */
int words_take_quoted(const char **text, char *out, size_t room);

/* Copies `text` and its NUL; false, with `out` unchanged, if it does not
 * fit. */
bool words_copy(char *out, size_t room, const char *text);

#endif /* BASE_WORDS_H */
