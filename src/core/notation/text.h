/* text.h - reading and writing text, within bounds and without the locale.
 *
 * A reader has a place in a text, and the error that ended the reading. A
 * reading function returns false if it cannot continue; the caller that knows
 * the reason records it with text_refuse(). A writer fills a buffer. */
#ifndef OXO_NOTATION_TEXT_H
#define OXO_NOTATION_TEXT_H

#include "oxo/notation.h"

/* ---- Reading ------------------------------------------------------------ */

enum { TEXT_END = -1 }; /* the "byte" after the last one */

typedef struct text_reader {
    const char *text;
    size_t length;
    size_t at;            /* the next byte */
    bool cut;             /* the text was longer than the limit */
    oxo_text_error error; /* OXO_OK until something is refused */
} text_reader;

/* Reads `length` bytes, but not more than `limit`. */
text_reader text_open(const char *text, size_t length, size_t limit);

/* Reads one line, which ends in NUL. Blanks at both ends and one line end
 * after them are skipped. */
text_reader text_open_line(const char *text);
bool text_close_line(text_reader *in);

/* Records an error at `at`, and returns false. If `at` is the limit of a text
 * that was cut, the error is OXO_TEXT_TOO_LONG, whatever the arguments say. */
bool text_refuse(text_reader *in, size_t at, oxo_status status,
                 const char *reason);

/* True if the status is OXO_OK; else records it with its sentence. */
bool text_check_status(text_reader *in, size_t at, oxo_status status);

/* The status. If it is not OXO_OK, `*ret_error`, if not NULL, gets the error.
 */
oxo_status text_result(const text_reader *in, oxo_text_error *ret_error);

/* The next byte, 0..255, or TEXT_END. */
int text_peek(const text_reader *in);

/* Skips `c`, or `word`, if it is next; returns whether it was. */
bool text_take(text_reader *in, char c);
bool text_take_word(text_reader *in, const char *word);

/* Skips `c`, or refuses what is there instead. */
bool text_expect(text_reader *in, char c, const char *reason);

/* Skips one of the characters `choices`; returns its index, or -1. */
int text_choose(text_reader *in, const char *choices);

/* Blanks are spaces and tabs; white space includes line ends. */
bool text_is_white(int c);
bool text_is_digit(int c);
bool text_is_letter(int c);
void text_skip_blanks(text_reader *in);
void text_skip_white(text_reader *in);

/* Reads digits. A number of more than 64 bits reads as UINT64_MAX. */
bool text_read_number(text_reader *in, uint64_t *ret);

/* Reads a decimal fraction: ".5" with three places is 500. Without a point the
 * result is 0. Refuses a point without digits, or with more than `places`. */
bool text_read_fraction(text_reader *in, int places, unsigned *ret);

/* ---- Writing ------------------------------------------------------------ */

/* Drops what does not fit. Callers make sure that everything fits. */
typedef struct text_writer {
    char *out; /* ends in NUL after every call */
    size_t size;
    size_t length;
} text_writer;

void text_put(text_writer *w, char c);
void text_put_bytes(text_writer *w, const char *bytes, size_t count);
void text_put_word(text_writer *w, const char *word);

/* A number with leading zeros, at least `digits` digits. */
void text_put_number(text_writer *w, uint64_t value, int digits);

#endif /* OXO_NOTATION_TEXT_H */
