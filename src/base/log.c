/* log.c - see log.h. */
#include "log.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "utf8.h"

#define LOG_WORD_OF(name, word) word,
const char *const log_level_words[] = {LOG_LEVELS(LOG_WORD_OF) NULL};
const char *const log_format_words[] = {LOG_FORMATS(LOG_WORD_OF) NULL};
#undef LOG_WORD_OF

static int64_t system_clock(bool calendar)
{
    return calendar ? clock_calendar_ms() : clock_ms();
}

/* ---- Building a line ---------------------------------------------------- */

typedef struct line {
    log_format format;
    size_t length, limit;
    bool full; /* a text did not fit */
    char text[LOG_MAX_LINE];
} line;

/* Bytes that fields leave free for the remarks after them. */
enum { REMARK_BYTES = 80 };

static void put_bytes(line *out, const char *text, size_t length)
{
    if (length > out->limit - out->length) {
        out->full = true;
        return;
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static void put_text(line *out, const char *text)
{
    put_bytes(out, text, strlen(text));
}

static void put_name(line *out, const char *name)
{
    if (out->format == LOG_JSON) {
        put_text(out, out->length == 1 ? "\"" : ",\"");
        put_text(out, name);
        put_text(out, "\":");
    } else {
        put_text(out, out->length == 0 ? "" : " ");
        put_text(out, name);
        put_text(out, "=");
    }
}

/* Writes one character, or ? if showing it is not safe. Returns the number of
 * bytes it takes in `text`. */
static size_t put_character(line *out, const char *text, size_t length)
{
    const size_t n = utf8_length(text, length);
    if (n == 0 || !utf8_is_text(utf8_decode(text, n))) {
        put_bytes(out, "?", 1);
        return n ? n : 1;
    }
    if (*text == '"' || *text == '\\')
        put_bytes(out, "\\", 1);
    put_bytes(out, text, n);
    return n;
}

static void put_quoted(line *out, const char *text, size_t length)
{
    put_bytes(out, "\"", 1);
    for (size_t i = 0; i < length;)
        i += put_character(out, text + i, length - i);
    put_bytes(out, "\"", 1);
}

/* Needs no quotes in logfmt. */
static bool is_plain(const char *text)
{
    return text[0] && text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789._:/@+-")] == '\0';
}

static void put_string(line *out, const char *text)
{
    if (out->format == LOG_LOGFMT && is_plain(text))
        put_text(out, text);
    else
        put_quoted(out, text, strlen(text));
}

static void put_number(line *out, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_text(out, text);
}

/* ---- Text from outside -------------------------------------------------- */

/* Tokens and keys are 22 characters of this alphabet (wire.h). */
enum { SECRET_LENGTH = 22 };
static const char SECRET_ALPHABET[] = "abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_-";

/* Copies a text, with everything that may be a secret replaced. */
static void hide_secrets(const char *text, char *out, size_t size)
{
    size_t used = 0;
    while (*text && used + 1 < size) {
        const size_t run = strspn(text, SECRET_ALPHABET);
        const char *shown = run == SECRET_LENGTH ? "[hidden]" : text;
        size_t n = run == SECRET_LENGTH ? strlen(shown) : run ? run : 1;
        if (n > size - 1 - used)
            n = size - 1 - used;
        memcpy(out + used, shown, n);
        used += n;
        text += run ? run : 1;
    }
    out[used] = '\0';
}

static void put_value(line *out, const log_field *f)
{
    char text[LOG_MAX_LINE / 4] = "";
    if (f->kind == LOG_KIND_NUMBER) {
        put_number(out, f->number);
        return;
    }
    if (f->kind == LOG_KIND_ERROR)
        strerror_r((int)-f->number, text, sizeof text);
    else if (!f->text)
        text[0] = '?';
    else
        hide_secrets(f->text, text, sizeof text);
    put_string(out, text);
}

/* Leaves out a field that does not fit as a whole. */
static void put_field(line *out, const log_field *f)
{
    const size_t before = out->length;
    put_name(out, f->name);
    put_value(out, f);
    if (out->full)
        out->length = before;
    out->full = false;
}

/* ---- Whole lines -------------------------------------------------------- */

static void put_time(line *out, int64_t now)
{
    struct tm utc;
    char text[64];
    const time_t seconds = (time_t)(now / 1000);
    gmtime_r(&seconds, &utc);
    const size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + n, sizeof text - n, ".%03dZ", (int)(now % 1000));
    put_string(out, text);
}

/* Counts that the line ends with: repetitions that were left out, and lines
 * that could not be written. */
typedef struct remarks {
    uint32_t left_out, lost;
} remarks;

static void put_remark(line *out, const char *name, uint32_t number)
{
    if (number == 0)
        return;
    put_name(out, name);
    put_number(out, number);
}

static void compose_line(const log_sink *l, log_level level,
                         const log_entry *entry, remarks extra, line *out)
{
    *out = (line){.format = l->format, .limit = LOG_MAX_LINE - REMARK_BYTES};
    if (l->format == LOG_JSON)
        put_bytes(out, "{", 1);
    put_name(out, "time");
    put_time(out, l->clock(true));
    put_name(out, "level");
    put_string(out, log_level_words[level]);
    put_name(out, "message");
    put_quoted(out, entry->message, strlen(entry->message));
    assert(!out->full); /* messages are short literals */
    for (int i = 0; i < LOG_MAX_FIELDS && entry->fields[i].kind; i++)
        put_field(out, &entry->fields[i]);
    out->limit = LOG_MAX_LINE;
    put_remark(out, "left-out", extra.left_out);
    put_remark(out, "lost", extra.lost);
    put_text(out, l->format == LOG_JSON ? "}\n" : "\n");
}

/* Writes a complete line, or nothing. */
static bool write_line(int fd, const line *out)
{
    ssize_t n;
    do
        n = write(fd, out->text, out->length);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)out->length;
}

static void write_entry(log_sink *l, log_level level, const log_entry *entry,
                        uint32_t left_out)
{
    line out;
    pthread_mutex_lock(&l->lock);
    const uint32_t lost = l->lost;
    l->lost = 0;
    pthread_mutex_unlock(&l->lock);
    compose_line(l, level, entry, (remarks){left_out, lost}, &out);
    if (write_line(l->fd, &out))
        return;
    pthread_mutex_lock(&l->lock);
    l->lost += lost + 1;
    pthread_mutex_unlock(&l->lock);
}

/* ---- Repetitions -------------------------------------------------------- */

/* The message's entry, new if needed. NULL if there are too many messages:
 * this one is not limited then. */
static log_repeat *find_repeat(log_sink *l, log_level level,
                               const char *message)
{
    for (int i = 0; i < l->repeat_count; i++)
        if (l->repeats[i].message == message)
            return &l->repeats[i];
    if (l->repeat_count == LOG_MESSAGES)
        return NULL;
    log_repeat *r = &l->repeats[l->repeat_count++];
    *r = (log_repeat){
        .message = message, .level = level, .since = l->clock(false)};
    return r;
}

/* True if the message may be written now; `*ret` is then the number of earlier
 * ones that were left out. */
static bool admit_message(log_sink *l, log_level level, const char *message,
                          uint32_t *ret)
{
    if (level == LOG_DEBUG)
        return true;
    pthread_mutex_lock(&l->lock);
    log_repeat *r = find_repeat(l, level, message);
    bool may_write = true;
    if (r) {
        const int64_t now = l->clock(false);
        if (now - r->since >= LOG_REPEATS_MS) {
            r->since = now;
            r->written = 0;
        }
        may_write = r->written < LOG_REPEATS;
        *ret = may_write ? r->left_out : 0;
        r->left_out = may_write ? 0 : r->left_out + 1;
        r->written += may_write;
    }
    pthread_mutex_unlock(&l->lock);
    return may_write;
}

/* ---- The log ------------------------------------------------------------ */

void log_init(log_sink *l, int fd, log_level level, log_format format,
              log_clock *clock)
{
    *l = (log_sink){
        .fd = fd,
        .level = level,
        .format = format,
        .clock = clock ? clock : system_clock,
    };
    const int error = pthread_mutex_init(&l->lock, NULL);
    assert(error == 0); /* cannot fail with default attributes */
    (void)error;
}

void log_write(log_sink *l, log_level level, const log_entry *entry)
{
    uint32_t left_out = 0;
    if (level <= l->level &&
        admit_message(l, level, entry->message, &left_out))
        write_entry(l, level, entry, left_out);
}

void log_clear(log_sink *l)
{
    for (int i = 0; i < l->repeat_count; i++) {
        const log_repeat *r = &l->repeats[i];
        if (r->left_out)
            write_entry(l, r->level, &(log_entry){.message = r->message},
                        r->left_out);
    }
    pthread_mutex_destroy(&l->lock);
}
