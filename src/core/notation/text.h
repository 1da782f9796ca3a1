/* text.h - reading and writing text within bounds, free of the locale.
 *
 * A reader stands somewhere in a text and keeps the refusal that ended the
 * reading. Reading functions return false when they cannot go on; whoever
 * knows the reason says it through text_refuse(). A writer fills a buffer. */
#ifndef OXO_NOTATION_TEXT_H
#define OXO_NOTATION_TEXT_H

#include "oxo/notation.h"

/* ---- Reading ------------------------------------------------------------ */

enum { TEXT_END = -1 }; /* what follows the last byte */

typedef struct text_reader {
    const char *text;
    size_t length;
    size_t at;            /* the next byte */
    bool cut;             /* `length` is the limit, and there was more */
    oxo_text_error error; /* OXO_OK as long as nothing was refused */
} text_reader;

/* A reader of `length` bytes, `limit` of them at most. */
text_reader text_open(const char *text, size_t length, size_t limit);

/* A reader of one line, which ends in NUL: blanks around what it holds, and
 * one line end behind it, are passed over. */
text_reader text_open_line(const char *text);
bool text_close_line(text_reader *in);

/* Refuses what stands at `at`, and returns false. At the limit of a text that
 * is too long, that is the reason whatever was said. */
bool text_refuse(text_reader *in, size_t at, oxo_status status,
                 const char *reason);

/* True if the status is OXO_OK; else refuses with the status's sentence. */
bool text_judge(text_reader *in, size_t at, oxo_status status);

/* The status; the error goes to `ret_error`, if there is one and a place. */
oxo_status text_answer(const text_reader *in, oxo_text_error *ret_error);

/* The next byte, 0..255, or TEXT_END. */
int text_peek(const text_reader *in);

/* Steps over `c`, or `word`, if that is what follows. */
bool text_take(text_reader *in, char c);
bool text_take_word(text_reader *in, const char *word);

/* Steps over `c`, or refuses what stands there. */
bool text_expect(text_reader *in, char c, const char *reason);

/* Steps over one of `choices` and returns which, or returns -1. */
int text_choose(text_reader *in, const char *choices);

/* Blanks are spaces and tabs; white space has line ends too. */
bool text_is_white(int c);
bool text_is_digit(int c);
bool text_is_letter(int c);
void text_skip_blanks(text_reader *in);
void text_skip_white(text_reader *in);

/* Digits; what is beyond 64 bits reads as UINT64_MAX. */
bool text_read_number(text_reader *in, uint64_t *ret);

/* ".5" with three places is 500; no point is 0; no digit, or more than
 * `places`, is refused. */
bool text_read_fraction(text_reader *in, int places, unsigned *ret);

/* ---- Writing ------------------------------------------------------------ */

/* What does not fit is dropped; those who write know that everything does. */
typedef struct text_writer {
    char *out; /* ends in NUL after every call */
    size_t size;
    size_t length;
} text_writer;

void text_put(text_writer *w, char c);
void text_put_bytes(text_writer *w, const char *bytes, size_t count);
void text_put_word(text_writer *w, const char *word);

/* A number with leading zeros up to `digits` digits. */
void text_put_number(text_writer *w, uint64_t value, int digits);

#endif /* OXO_NOTATION_TEXT_H */
