/* log.h - the server's log for operators, one line per event.
 *
 * A line has a message, which is a literal in the program, and fields of a few
 * kinds: numbers, words from the program, names of files, and error messages
 * of the system. No kind of field takes a token, a key, a name or other text
 * from a client. Where text does come from outside, the log hides everything
 * that looks like a secret.
 *
 * Any thread may log. Each line is one write(), so that lines never mix. If
 * the reader of a pipe is too slow, lines are lost, and the next line that is
 * written says how many. A message that repeats is written a few times and
 * then only counted; debugging messages are always written. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* From the most to the least severe: name, word. */
#define LOG_LEVELS(X)                                                         \
    X(LOG_ERROR, "error")     /* data is lost, or will be */                  \
    X(LOG_WARNING, "warning") /* an operator should look at this */           \
    X(LOG_INFO, "info")       /* starts, stops, an operator's commands */     \
    X(LOG_DEBUG, "debug")     /* single connections and rooms */

#define LOG_FORMATS(X)                                                        \
    X(LOG_LOGFMT, "logfmt") /* time=... level=... message="..." */            \
    X(LOG_JSON, "json")     /* one object per line */

#define LOG_NAME(name, word) name,
typedef enum log_level { LOG_LEVELS(LOG_NAME) LOG_LEVEL_COUNT } log_level;
typedef enum log_format { LOG_FORMATS(LOG_NAME) LOG_FORMAT_COUNT } log_format;
#undef LOG_NAME

/* The words of the levels and formats, in order; NULL ends each list. */
extern const char *const log_level_words[];
extern const char *const log_format_words[];

/* ---- Lines -------------------------------------------------------------- */

typedef enum log_kind {
    LOG_END, /* no field: ends the list */
    LOG_KIND_NUMBER,
    LOG_KIND_WORD,
    LOG_KIND_TEXT,
    LOG_KIND_ERROR
} log_kind;

typedef struct log_field {
    log_kind kind;
    const char *name;
    int64_t number;
    const char *text;
} log_field;

/* Names, and the words of LOG_WORD, must be literals: `"" x` accepts nothing
 * else.
 *
 *   LOG_NUMBER   a number; its name includes the unit ("took-ms")
 *   LOG_WORD     a word, as a literal
 *   LOG_STATUS   a word that a function returns from a table
 *   LOG_TEXT     the name of a file, or a library's message about one
 *   LOG_ERRNO    a negative errno, as a sentence */
#define LOG_NUMBER(name, value)                                               \
    ((log_field){LOG_KIND_NUMBER, "" name, (value), NULL})
#define LOG_WORD(name, word) ((log_field){LOG_KIND_WORD, "" name, 0, "" word})
#define LOG_STATUS(name, word) ((log_field){LOG_KIND_WORD, "" name, 0, (word)})
#define LOG_TEXT(name, text) ((log_field){LOG_KIND_TEXT, "" name, 0, (text)})
#define LOG_ERRNO(name, error)                                                \
    ((log_field){LOG_KIND_ERROR, "" name, (error), NULL})

enum { LOG_MAX_FIELDS = 8, LOG_MAX_LINE = 4096 };

typedef struct log_entry {
    const char *message; /* a literal: its address identifies repetitions */
    log_field fields[LOG_MAX_FIELDS];
} log_entry;

/* ---- The sink ----------------------------------------------------------- */

/* Within LOG_REPEATS_MS a message is written at most LOG_REPEATS times. Later
 * ones are counted, and the next line with that message says how many were
 * left out. This limits up to LOG_MESSAGES different messages. */
enum { LOG_REPEATS = 8, LOG_REPEATS_MS = 10000, LOG_MESSAGES = 64 };

typedef struct log_repeat {
    const char *message;
    log_level level;
    int64_t since; /* start of the period, in ms, monotonic */
    uint32_t written, left_out;
} log_repeat;

/* Milliseconds, calendar or monotonic; tests use a clock of their own. */
typedef int64_t log_clock(bool calendar);

typedef struct log_sink {
    int fd;
    log_level level;
    log_format format;
    log_clock *clock;
    pthread_mutex_t lock; /* guards the members below */
    uint32_t lost;        /* lines that could not be written */
    int repeat_count;
    log_repeat repeats[LOG_MESSAGES];
} log_sink;

/* Writes lines of `level` and more severe ones to `fd`, which the caller must
 * keep open until log_clear(). `clock` NULL means the system's clock. */
void log_init(log_sink *l, int fd, log_level level, log_format format,
              log_clock *clock);

/* Writes the counts of messages left out, and frees the sink. */
void log_clear(log_sink *l);

/* Logs one line. The macros are shorter, and check that the message is a
 * literal:
 *
 *     log_info(l, "listening", {LOG_TEXT("file", f), LOG_NUMBER("n", n)}); */
void log_write(log_sink *l, log_level level, const log_entry *entry);

#define log_error(l, ...) LOG_LINE(l, LOG_ERROR, __VA_ARGS__)
#define log_warning(l, ...) LOG_LINE(l, LOG_WARNING, __VA_ARGS__)
#define log_info(l, ...) LOG_LINE(l, LOG_INFO, __VA_ARGS__)
#define log_debug(l, ...) LOG_LINE(l, LOG_DEBUG, __VA_ARGS__)
#define LOG_LINE(l, level, ...)                                               \
    log_write(l, level, &(const log_entry){.message = "" __VA_ARGS__})

#endif /* BASE_LOG_H */
