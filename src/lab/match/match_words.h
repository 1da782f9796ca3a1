/* match_words.h - words, quotes and numbers in what people write. */
#ifndef MATCH_WORDS_H
#define MATCH_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes the next word off `*text` into `out`. Words are separated by blanks;
 * '..' and ".." keep blanks and may be part of a word; \ keeps the next
 * character, except in '..'. 1, or 0 if there is none, or -1 if a quote is
 * open or the word does not fit into `room` bytes. */
int match_next_word(const char **text, char *out, size_t room);

/* Takes a word separated by blanks, without any quoting, as engines write
 * them. One that does not fit is cut short and ends in '?', so that it is
 * not taken for another. `room` is 3 at least. False if there is none. */
bool match_next_token(const char **text, char *out, size_t room);

/* A decimal number from `low` to `high` and nothing else. */
bool match_read_number(const char *text, int64_t low, int64_t high,
                       int64_t *ret);

/* Seconds, with up to three decimals, as milliseconds, up to a year. */
bool match_read_seconds(const char *text, int64_t *ret);

/* UTF-8 of which nothing acts on the text: fit for a tag and a terminal. */
bool match_is_text(const char *text);

/* Copies a text; false, `out` untouched, if it does not fit. */
bool match_copy(char *out, size_t room, const char *text);

/* 64 bits that change with every byte of every text put in, in order. */
uint64_t match_digest(uint64_t before, const void *data, size_t size);

#endif /* MATCH_WORDS_H */
