/* log.h - what happens in the server, one line each, for operators.
 *
 * A line is a message that the program itself wrote, and fields of a few
 * kinds: numbers, words of the program's own, rooms, addresses, and what the
 * system said. There is no kind for a token, a key, a name or anything else
 * that a client sent; and what has the shape of a secret is hidden wherever a
 * text comes from outside.
 *
 * Usable from any thread. A line is one write(), so lines never mix; when the
 * reader of a pipe is too slow lines are lost, and the next that gets through
 * says how many. A message that repeats itself is written a few times, then
 * counted; those for debugging are all written. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* From the worst down: name, word. */
#define LOG_LEVELS(X)                                                         \
    X(LOG_ERROR, "error")     /* something was lost, or will be */            \
    X(LOG_WARNING, "warning") /* works, but somebody should look */           \
    X(LOG_INFO, "info")       /* starts, stops, what an operator did */       \
    X(LOG_DEBUG, "debug")     /* single connections and rooms */

#define LOG_FORMATS(X)                                                        \
    X(LOG_LOGFMT, "logfmt") /* time=... level=... message="..." */            \
    X(LOG_JSON, "json")     /* one object a line */

#define LOG_NAME(name, word) name,
typedef enum log_level { LOG_LEVELS(LOG_NAME) LOG_LEVEL_COUNT } log_level;
typedef enum log_format { LOG_FORMATS(LOG_NAME) LOG_FORMAT_COUNT } log_format;
#undef LOG_NAME

/* Their words, in order; NULL ends the list. */
extern const char *const log_level_words[];
extern const char *const log_format_words[];

/* ---- Lines -------------------------------------------------------------- */

typedef enum log_kind {
    LOG_END, /* no field: the list is over */
    LOG_KIND_NUMBER,
    LOG_KIND_WORD,
    LOG_KIND_ADDRESS,
    LOG_KIND_TEXT,
    LOG_KIND_ERROR
} log_kind;

typedef struct log_field {
    log_kind kind;
    const char *name;
    int64_t number;
    const char *text;
} log_field;

/* Names, and the words of LOG_WORD, are literals: `"" x` takes no other.
 *
 *   LOG_NUMBER   any number; say the unit in the name ("took-ms")
 *   LOG_WORD     a word of the program's own
 *   LOG_STATUS   such a word from a table, by a function that returns it
 *   LOG_ADDRESS  a peer's address; anything else is written as "?"
 *   LOG_TEXT     names of files, and sentences of libraries about them
 *   LOG_ERRNO    a negative errno, as a sentence */
#define LOG_NUMBER(name, value)                                               \
    ((log_field){LOG_KIND_NUMBER, "" name, (value), NULL})
#define LOG_WORD(name, word) ((log_field){LOG_KIND_WORD, "" name, 0, "" word})
#define LOG_STATUS(name, word) ((log_field){LOG_KIND_WORD, "" name, 0, (word)})
#define LOG_ADDRESS(name, text)                                               \
    ((log_field){LOG_KIND_ADDRESS, "" name, 0, (text)})
#define LOG_TEXT(name, text) ((log_field){LOG_KIND_TEXT, "" name, 0, (text)})
#define LOG_ERRNO(name, error)                                                \
    ((log_field){LOG_KIND_ERROR, "" name, (error), NULL})

enum { LOG_MAX_FIELDS = 8, LOG_MAX_LINE = 4096 };

typedef struct log_entry {
    const char *message; /* a literal: its address tells repetitions */
    log_field fields[LOG_MAX_FIELDS];
} log_entry;

/* ---- Where they go ------------------------------------------------------ */

/* A message may be written so often within a time; then it is counted, and
 * the next line of that message says how many were left out. */
enum { LOG_REPEATS = 8, LOG_REPEATS_MS = 10000, LOG_MESSAGES = 64 };

typedef struct log_repeat {
    const char *message;
    log_level level;
    int64_t since; /* monotonic */
    uint32_t written, left_out;
} log_repeat;

/* Milliseconds, of the calendar or monotonic; replaced by tests. */
typedef int64_t log_clock(bool calendar);

typedef struct log_sink {
    int fd;
    log_level level;
    log_format format;
    log_clock *clock;
    pthread_mutex_t lock; /* of what follows */
    uint32_t lost;        /* lines that could not be written */
    int repeat_count;
    log_repeat repeats[LOG_MESSAGES];
} log_sink;

/* Lines down to `level` go to `fd`, which stays the caller's. `clock` NULL:
 * the system's. */
void log_init(log_sink *l, int fd, log_level level, log_format format,
              log_clock *clock);

/* Writes what was only counted, and ends. */
void log_clear(log_sink *l);

/* log_info(l, "listening", {LOG_TEXT("file", f), LOG_NUMBER("n", n)}).
 * The message is a literal, like the names. */
void log_write(log_sink *l, log_level level, const log_entry *entry);

#define log_error(l, ...) LOG_LINE(l, LOG_ERROR, __VA_ARGS__)
#define log_warning(l, ...) LOG_LINE(l, LOG_WARNING, __VA_ARGS__)
#define log_info(l, ...) LOG_LINE(l, LOG_INFO, __VA_ARGS__)
#define log_debug(l, ...) LOG_LINE(l, LOG_DEBUG, __VA_ARGS__)
#define LOG_LINE(l, level, ...)                                               \
    log_write(l, level, &(const log_entry){.message = "" __VA_ARGS__})

#endif /* BASE_LOG_H */
