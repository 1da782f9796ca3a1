/* store_engine.c - what the journal asks of an engine, and the sentence about
 * its last failure. */
#include "store_engine.h"

#include <stdarg.h>
#include <stdio.h>

/* Of the last failed store_open(), which leaves no store. */
static _Thread_local char open_error[STORE_ERROR_TEXT];

void store_say(store *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s ? s->error : open_error, STORE_ERROR_TEXT, format, arguments);
    va_end(arguments);
}

const char *store_error(const store *s)
{
    return s ? s->error : open_error;
}

/* ---- For journal.c ------------------------------------------------------ */

int store_open_reader(store *s, store **ret)
{
    return s->engine->open_reader(s, ret);
}

bool store_is_behind(const store *s)
{
    return s->engine->is_behind(s);
}

bool store_is_untidy(const store *s)
{
    return s->engine->is_untidy(s);
}

int store_tidy(store *reader)
{
    return reader->engine->tidy(reader);
}
