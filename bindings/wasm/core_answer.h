/* core_answer.h - what a call answers. */
#ifndef BINDINGS_CORE_ANSWER_H
#define BINDINGS_CORE_ANSWER_H

#include "core.h"
#include "json_write.h"
#include "oxo/notation.h"

enum { REFUSAL_MESSAGE = 256 };

/* Why something was refused; OXO_OK if it was not. */
typedef struct refusal {
    oxo_status status;
    int line, column; /* from 1, or 0 if it was no text */
    char message[REFUSAL_MESSAGE];
} refusal;

/* Each returns false, so that a reader can end with it. */
bool refuse(refusal *to, oxo_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool refuse_text(refusal *to, const oxo_text_error *error);

/* Is there memory for answers? To be asked before the first one. */
bool answer_ready(void);

/* Begins an answer; its value, under the key "value", is to be written. */
json_writer answer_begin(void);

/* Ends it: what the call returns. */
const char *answer_end(json_writer *w);

/* The answers of one word. */
const char *answer_refusal(const refusal *why);
const char *answer_busy(const char *message);
const char *answer_number(unsigned number);
const char *answer_text(const char *text);

/* The members of an error. */
void answer_error_members(json_writer *w, const refusal *why);

#endif /* BINDINGS_CORE_ANSWER_H */
