/* core_answer.h - the answers of calls. */
#ifndef BINDINGS_CORE_ANSWER_H
#define BINDINGS_CORE_ANSWER_H

#include "core.h"
#include "json_write.h"
#include "oxo/notation.h"

enum { REFUSAL_MESSAGE = 256 };

/* Why a request was refused; OXO_OK if it was not. */
typedef struct refusal {
    oxo_status status;
    int line, column; /* from 1; 0 if the error is not in a text */
    char message[REFUSAL_MESSAGE];
} refusal;

/* These return false, so that a reading function can return their result. */
bool refuse(refusal *to, oxo_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool refuse_text(refusal *to, const oxo_text_error *error);

/* Opens the stream for answers. False if there is no memory. */
bool answer_ready(void);

/* Begins an answer, to which the caller adds the member "value". */
json_writer answer_begin(void);

/* Ends an answer; returns it. */
const char *answer_end(json_writer *w);

/* Complete answers. */
const char *answer_refusal(const refusal *why);
const char *answer_busy(const char *message);
const char *answer_number(unsigned number);
const char *answer_text(const char *text);

/* The members of an error. */
void answer_error_members(json_writer *w, const refusal *why);

#endif /* BINDINGS_CORE_ANSWER_H */
