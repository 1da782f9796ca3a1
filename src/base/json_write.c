/* json_write.c - see json_write.h. */
#include "json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_text.h"

json_writer json_to(FILE *out)
{
    return (json_writer){.out = out};
}

static void write_escaped(FILE *out, const char *text)
{
    const size_t length = strlen(text);
    fputc('"', out);
    for (size_t i = 0, used; i < length; i += used) {
        char character[JSON_ESCAPE];
        const size_t n = json_escape(text + i, length - i, &used, character);
        fwrite(character, 1, n, out);
    }
    fputc('"', out);
}

static void begin_value(json_writer *w, const char *key)
{
    if (w->filled[w->depth])
        fputs(", ", w->out);
    w->filled[w->depth] = true;
    if (key) {
        write_escaped(w->out, key);
        fputs(": ", w->out);
    }
}

static void open_container(json_writer *w, const char *key, char opener,
                           char closer)
{
    assert(w->depth + 1 < JSON_WRITE_DEPTH);
    begin_value(w, key);
    fputc(opener, w->out);
    w->closer[++w->depth] = closer;
    w->filled[w->depth] = false;
}

void json_open_object(json_writer *w, const char *key)
{
    open_container(w, key, '{', '}');
}

void json_open_array(json_writer *w, const char *key)
{
    open_container(w, key, '[', ']');
}

void json_close(json_writer *w)
{
    assert(w->depth > 0);
    fputc(w->closer[w->depth--], w->out);
    if (w->depth == 0) {
        fputc('\n', w->out);
        w->filled[0] = false; /* no comma before the next document */
    }
}

void json_string(json_writer *w, const char *key, const char *value)
{
    begin_value(w, key);
    write_escaped(w->out, value);
}

void json_int(json_writer *w, const char *key, int64_t value)
{
    begin_value(w, key);
    fprintf(w->out, "%" PRId64, value);
}

void json_uint(json_writer *w, const char *key, uint64_t value)
{
    begin_value(w, key);
    fprintf(w->out, "%" PRIu64, value);
}

void json_bool(json_writer *w, const char *key, bool value)
{
    begin_value(w, key);
    fputs(value ? "true" : "false", w->out);
}

void json_null(json_writer *w, const char *key)
{
    begin_value(w, key);
    fputs("null", w->out);
}

void json_double(json_writer *w, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(w, key);
        return;
    }
    begin_value(w, key);
    /* The fewest digits that read back as the same number. */
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, w->out);
}
