/* core_notation.c - positions as text. */
#include <string.h>

#include "core_request.h"

/* Text of this length is too long in every notation. */
enum { MOST_TEXT = 2 * OXO_POSITION_TEXT };

/* Copies the text after the first line of the request, which must have no NUL.
 */
static bool copy_text(wasm_request *r, size_t first, size_t length,
                      char out[MOST_TEXT])
{
    const char *text = request_text() + first;
    const char *nul = memchr(text, '\0', length);
    if (nul)
        return refuse_text(&r->refusal,
                           &(oxo_text_error){OXO_SYNTAX, 1,
                                             (int)(nul - text) + 1,
                                             "a NUL is no part of a text"});
    if (length >= MOST_TEXT)
        length = MOST_TEXT - 1;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

/* Reads the options, a line feed, and the text. */
static bool read_position(wasm_request *r, size_t length, oxo_position *ret)
{
    char text[MOST_TEXT];
    oxo_variant variant;
    oxo_notation notation;
    oxo_text_error error;
    const char *feed = memchr(request_text(), '\n', length);
    const size_t head = feed ? (size_t)(feed - request_text()) : length;
    if (!request_open(r, head) || !request_variant(r, 0, &variant) ||
        !request_notation(r, 0, &notation))
        return false;
    if (!copy_text(r, feed ? head + 1 : head, length - head - (feed != NULL),
                   text))
        return false;
    if (oxo_position_parse(notation, variant, text, ret, &error) != OXO_OK)
        return refuse_text(&r->refusal, &error);
    return true;
}

static const char *answer_position(oxo_notation notation,
                                   const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    refusal why;
    const oxo_status status = oxo_position_format(notation, p, text, NULL);
    if (status == OXO_OK)
        return answer_text(text);
    refuse(&why, status, "%s", oxo_status_sentence(status));
    return answer_refusal(&why);
}

const char *core_read_position(size_t length)
{
    wasm_request r;
    oxo_position p;
    if (!read_position(&r, length, &p))
        return answer_refusal(&r.refusal);
    return answer_position(OXO_NATIVE, &p);
}

const char *core_write_position(size_t length)
{
    wasm_request r;
    oxo_variant variant;
    oxo_notation notation;
    oxo_position p;
    if (!request_open(&r, length) || !request_variant(&r, 0, &variant) ||
        !request_notation(&r, 0, &notation) ||
        !request_position(&r, 0, "position", variant, &p))
        return answer_refusal(&r.refusal);
    return answer_position(notation, &p);
}
