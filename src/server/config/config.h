/* config.h - the settings of `oxo serve`.
 *
 * All settings stand in one table. Each is a flag (--idle-room 10m), an
 * environment variable (OXO_IDLE_ROOM=10m) and a line of the settings file
 * (idle-room = 10m). The struct, the help, the manual page, the shell
 * completions and --print-config come from the same table. A flag overrides a
 * variable, a variable overrides the file, and the file overrides the default.
 *
 * The file has one setting on each line. Spaces around names and values are
 * ignored, and so are empty lines and lines that begin with #. */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "log.h"

/* ---- Kinds of values ---------------------------------------------------- */

enum {
    CONFIG_LIST_ITEMS = 8,
    CONFIG_ITEM_BYTES = 256,
    CONFIG_TEXT_BYTES = 1024
};

typedef struct config_list {
    int count;
    char items[CONFIG_LIST_ITEMS][CONFIG_ITEM_BYTES];
} config_list;

typedef struct config_text {
    char text[CONFIG_TEXT_BYTES]; /* "": none */
} config_text;

/* Kind, and its type in the struct. */
#define CONFIG_KINDS(X)                                                       \
    X(ADDRESSES, config_list) /* 127.0.0.1:8080, [::]:80, unix:PATH */        \
    X(ORIGINS, config_list)   /* same, any, https://example.org */            \
    X(PEERS, config_list)     /* 10.0.0.1, ::1, unix */                       \
    X(TEXT, config_text)      /* a file or a name; or none */                 \
    X(COUNT, int)             /* 100 */                                       \
    X(BYTES, size_t)          /* 512, 64k, 1m, 2g */                          \
    X(TIME, int64_t)          /* milliseconds: 500ms, 30s, 10m, 24h */        \
    X(SWITCH, bool)           /* yes, no */                                   \
    X(LEVEL, log_level)                                                       \
    X(FORMAT, log_format)

/* ---- The table ---------------------------------------------------------- */

#define CONFIG_SECOND 1000LL
#define CONFIG_HOUR (3600 * CONFIG_SECOND)
#define CONFIG_DAY (24 * CONFIG_HOUR)
#define CONFIG_KIB 1024LL
#define CONFIG_MIB (1024 * CONFIG_KIB)

/* Kind, field, name, default, minimum, maximum, the value's name in the help,
 * and the help, to which the help page adds "; default: ...". For lists,
 * minimum and maximum are numbers of items. */
#define CONFIG_SETTINGS(X)                                                    \
    X(ADDRESSES, listen, "listen", "127.0.0.1:8080", 1, 8, "ADDRESSES",       \
      "Listen on these addresses, such as 127.0.0.1:8080, [::1]:8080 or "     \
      "unix:PATH, separated by commas; port 0 means any free port")           \
    X(TEXT, store, "store", "~/.local/state/oxo/oxo.db", 1, 0, "FILE",        \
      "Store everything in this file, or in a PostgreSQL database, "          \
      "postgres://USER@HOST/NAME. The default respects XDG_STATE_HOME, and "  \
      "its folder is created if necessary")                                   \
    X(TEXT, user, "user", "none", 0, 0, "NAME",                               \
      "Become this user once the ports are open, when started as root")       \
    X(TEXT, group, "group", "none", 0, 0, "NAME",                             \
      "Become this group, instead of the user's own")                         \
    X(SWITCH, sandbox, "sandbox", "yes", 0, 0, "ANSWER",                      \
      "Block system calls that the server does not need, if the system "      \
      "supports it")                                                          \
    X(ORIGINS, origins, "origins", "same", 1, 8, "ORIGINS",                   \
      "Web pages that may connect: same (those of this host), any, or "       \
      "origins such as https://example.org")                                  \
    X(PEERS, trust_proxy, "trust-proxy", "none", 0, 8, "ADDRESSES",           \
      "Trust the X-Forwarded-For header of these proxies: their addresses, "  \
      "or unix for connections by a unix socket")                             \
    X(COUNT, connections, "connections", "20000", 1, 1000000, "N",            \
      "Maximum number of connections")                                        \
    X(COUNT, connections_per_address, "connections-per-address", "100", 1,    \
      1000000, "N",                                                           \
      "Maximum number of connections from one address, or "                   \
      "from one IPv6 /64 network")                                            \
    X(COUNT, rooms, "rooms", "20000", 1, 10000000, "N",                       \
      "Maximum number of open rooms")                                         \
    X(COUNT, rooms_per_address, "rooms-per-address", "50", 1, 10000000, "N",  \
      "Maximum number of open rooms created from one address")                \
    X(COUNT, message_rate, "message-rate", "20", 1, 1000000, "N",             \
      "Maximum average number of messages and requests per second of one "    \
      "connection")                                                           \
    X(COUNT, message_burst, "message-burst", "60", 1, 1000000, "N",           \
      "Maximum number of messages and requests in a burst")                   \
    X(BYTES, message_bytes, "message-bytes", "4k", 256, CONFIG_MIB, "SIZE",   \
      "Maximum length of a message on a WebSocket")                           \
    X(BYTES, header_bytes, "header-bytes", "8k", CONFIG_KIB, CONFIG_MIB,      \
      "SIZE", "Maximum length of the head of an HTTP request")                \
    X(BYTES, body_bytes, "body-bytes", "16k", CONFIG_KIB, 16 * CONFIG_MIB,    \
      "SIZE", "Maximum length of the body of an HTTP request")                \
    X(BYTES, unsent_bytes, "unsent-bytes", "256k", 16 * CONFIG_KIB,           \
      64 * CONFIG_MIB, "SIZE",                                                \
      "Disconnect a client that leaves this much data unread")                \
    X(TIME, header_timeout, "header-timeout", "10s", 100, CONFIG_HOUR,        \
      "TIME", "Maximum time from connecting to a complete request")           \
    X(TIME, idle_timeout, "idle-timeout", "1m", 100, CONFIG_DAY, "TIME",      \
      "Maximum time between two HTTP requests of one connection")             \
    X(TIME, ping_interval, "ping-interval", "30s", 100, CONFIG_DAY, "TIME",   \
      "Ping a WebSocket after this much silence, and disconnect it after "    \
      "twice as much")                                                        \
    X(TIME, grace, "grace", "30s", 0, CONFIG_DAY, "TIME",                     \
      "How long a finished room, or a public one that waits, stays open "     \
      "while none of its players is connected")                               \
    X(TIME, claim_after, "claim-after", "1m", CONFIG_SECOND, CONFIG_DAY,      \
      "TIME",                                                                 \
      "How long a player must be away on their turn before the opponent of "  \
      "a game with a clock may claim a win or a draw")                        \
    X(TIME, close_after, "close-after", "24h", CONFIG_SECOND,                 \
      365 * CONFIG_DAY, "TIME",                                               \
      "How long a game without a clock or days must go without a move "       \
      "before the waiting player may close it without a result")              \
    X(TIME, keep_open, "keep-open", "720h", CONFIG_SECOND, 365 * CONFIG_DAY,  \
      "TIME",                                                                 \
      "How long a game without a clock or days stays open after its last "    \
      "move")                                                                 \
    X(TIME, idle_room, "idle-room", "10m", CONFIG_SECOND, 365 * CONFIG_DAY,   \
      "TIME", "Close a finished room after this time without a rematch")      \
    X(TIME, waiting_room, "waiting-room", "24h", CONFIG_SECOND,               \
      365 * CONFIG_DAY, "TIME",                                               \
      "Close a room that has waited for a second player for this time")       \
    X(COUNT, engine_threads, "engine-threads", "1", 1, 256, "N",              \
      "Number of threads for the computer's moves")                           \
    X(BYTES, engine_hash, "engine-hash", "16m", CONFIG_MIB,                   \
      65536 * CONFIG_MIB, "SIZE", "Hash table memory of an analysis")         \
    X(COUNT, engine_queue, "engine-queue", "64", 1, 100000, "N",              \
      "Maximum number of analyses that wait; more are refused")               \
    X(TIME, analysis_time, "analysis-time", "2s", 10, CONFIG_HOUR, "TIME",    \
      "Maximum time of an analysis")                                          \
    X(TIME, drain_time, "drain-time", "10s", 0, CONFIG_HOUR, "TIME",          \
      "Time that clients have to disconnect after SIGTERM")                   \
    X(LEVEL, log_level, "log-level", "info", 0, 0, "LEVEL",                   \
      "Log messages of this level and worse to standard error")               \
    X(FORMAT, log_format, "log-format", "logfmt", 0, 0, "FORMAT",             \
      "Format of the log")                                                    \
    X(TEXT, web, "web", "none", 0, 0, "FOLDER",                               \
      "Serve the page from this folder instead of the built-in one, for "     \
      "development")

/* ---- As a value --------------------------------------------------------- */

typedef enum config_origin {
    CONFIG_DEFAULT,
    CONFIG_FILE,
    CONFIG_ENVIRONMENT,
    CONFIG_FLAG
} config_origin;

typedef struct config_source {
    config_origin origin;
    int line; /* in the file */
} config_source;

enum {
#define CONFIG_COUNT_ONE(kind, field, ...) CONFIG_INDEX_##field,
    CONFIG_SETTINGS(CONFIG_COUNT_ONE)
#undef CONFIG_COUNT_ONE
        CONFIG_SETTING_COUNT
};

#define CONFIG_TYPE(kind, type) typedef type config_type_##kind;
CONFIG_KINDS(CONFIG_TYPE)
#undef CONFIG_TYPE

/* Plain data: copy it, or pass it to another thread. */
typedef struct server_config {
#define CONFIG_FIELD(kind, field, ...) config_type_##kind field;
    CONFIG_SETTINGS(CONFIG_FIELD)
#undef CONFIG_FIELD
    config_text file; /* the settings file, or none */
    config_source sources[CONFIG_SETTING_COUNT];
} server_config;

/* The words of switches; NULL ends the list. log.h has those of levels and
 * formats. */
extern const char *const config_switch_words[];

/* ---- Reading ------------------------------------------------------------ */

/* Names a setting, its source, its value, and the values it may have. */
enum { CONFIG_SENTENCE = 1024 };

/* The word of `next(list, i)` that is most similar to `word`, or NULL if none
 * is similar. */
typedef const char *
config_nearest(const char *word, const char *(*next)(const void *list, int i),
               const void *list);

/* Where settings come from. All may be NULL. */
typedef struct config_inputs {
    const char *const *flags;            /* in the table's order; NULL: */
                                         /* not set */
    const char *file;                    /* of --config */
    char *(*variable)(const char *name); /* getenv(), or like it */
    config_nearest *nearest;
} config_inputs;

/* The defaults. config_load() replaces the ~ in the store's default. */
void config_init(server_config *ret);

/* Reads the lines of a file whose name is `file`. If a line is wrong: false,
 * the reason, and an unchanged configuration. */
bool config_read_text(server_config *c, const char *file, const char *text,
                      size_t length, config_nearest *nearest,
                      char sentence[CONFIG_SENTENCE]);

/* Reads all sources. An empty variable counts as unset. 0; -EINVAL for a wrong
 * setting, or a negative errno if the file cannot be read, with a sentence. */
int config_load(const config_inputs *inputs, server_config *ret,
                char sentence[CONFIG_SENTENCE]);

/* True if an environment entry such as "OXO_LISTN=..." probably misspells a
 * variable of a setting; `sentence` says which. Other variables may begin with
 * OXO_ too, and an empty one counts as unset. */
bool config_is_misspelt(const char *entry, config_nearest *nearest,
                        char sentence[CONFIG_SENTENCE]);

/* Writes a settings file that reads back as the same configuration, with the
 * source of each setting. */
void config_print(const server_config *c, FILE *out);

#endif /* CONFIG_CONFIG_H */
