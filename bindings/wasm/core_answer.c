/* core_answer.c - see core_answer.h. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "core_answer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- Refusing ----------------------------------------------------------- */

bool refuse(refusal *to, oxo_status status, const char *format, ...)
{
    *to = (refusal){.status = status};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->message, sizeof to->message, format, arguments);
    va_end(arguments);
    return false;
}

bool refuse_text(refusal *to, const oxo_text_error *error)
{
    refuse(to, error->status, "%s", error->reason);
    to->line = error->line;
    to->column = error->column;
    return false;
}

/* ---- Answering ---------------------------------------------------------- */

/* One memory stream for all answers, as large as the longest so far. */
static struct {
    FILE *out;
    char *text;
    size_t length;
} answer;

bool answer_ready(void)
{
    if (!answer.out)
        answer.out = open_memstream(&answer.text, &answer.length);
    return answer.out != NULL;
}

/* The answer if there is no memory for an answer. */
static const char no_memory[] =
    "{\"error\": {\"code\": \"engine-busy\", "
    "\"message\": \"there is not enough memory\"}}";

json_writer answer_begin(void)
{
    assert(answer.out);
    clearerr(answer.out);
    rewind(answer.out);
    json_writer w = json_to(answer.out);
    json_open_object(&w, NULL);
    return w;
}

const char *answer_end(json_writer *w)
{
    json_close(w);
    fputc('\0', w->out); /* the rest of a longer answer may follow */
    return fflush(w->out) != 0 || ferror(w->out) ? no_memory : answer.text;
}

void answer_error_members(json_writer *w, const refusal *why)
{
    json_string(w, "code", oxo_status_word(why->status));
    json_string(w, "message", why->message);
    if (why->line > 0) {
        json_int(w, "line", why->line);
        json_int(w, "column", why->column);
    }
}

const char *answer_refusal(const refusal *why)
{
    json_writer w = answer_begin();
    json_open_object(&w, "error");
    answer_error_members(&w, why);
    json_close(&w);
    return answer_end(&w);
}

const char *answer_busy(const char *message)
{
    refusal why;
    refuse(&why, OXO_ENGINE_BUSY, "%s", message);
    return answer_refusal(&why);
}

const char *answer_number(unsigned number)
{
    json_writer w = answer_begin();
    json_uint(&w, "value", number);
    return answer_end(&w);
}

const char *answer_text(const char *text)
{
    json_writer w = answer_begin();
    json_string(&w, "value", text);
    return answer_end(&w);
}
