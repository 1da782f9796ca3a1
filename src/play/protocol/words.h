/* words.h - lines and words of a conversation.
 *
 * Whoever is at the other end may send anything: lines are bounded, and words
 * are split in place. */
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The longest line that is read, without its end. The longest that makes
 * sense, a position with 81 moves, takes a fifth of it. */
enum { WORDS_LINE = 2047 };

typedef enum words_result {
    WORDS_OK,
    WORDS_DROPPED, /* the line was too long, or held a NUL */
    WORDS_END      /* end of file, or an error */
} words_result;

/* Reads one line without its end; a last line need not have one. */
words_result words_read_line(FILE *in, char line[WORDS_LINE + 1]);

/* Reads one word, skipping blanks and line ends before it; `*line` counts
 * these. A word that does not fit is WORDS_DROPPED, whole. */
words_result words_read(FILE *in, char *word, size_t size, long *line);

/* Cuts the next word off `*text` and moves on; NULL at the end. */
char *words_next(char **text);

/* `text` without blanks at its ends; cuts in place. */
char *words_trim(char *text);

/* Reads a whole number, and nothing else; one that does not fit into 62 bits
 * becomes the nearest that does, so that sums of two never overflow. */
bool words_number(const char *text, int64_t *ret);

#endif /* PROTOCOL_WORDS_H */
