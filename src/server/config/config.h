/* config.h - the settings of `oxo serve`.
 *
 * One table. A setting is a flag (--idle-room 10m), a variable of the
 * environment (OXO_IDLE_ROOM=10m) and a line of a file (idle-room = 10m), and
 * the struct, the help, the manual page, the shells' completions and
 * --print-config are made of the same line here. A flag wins over the
 * environment, that over the file, that over the default.
 *
 * The file: a setting a line, blanks around names and values don't count, and
 * lines that are empty or begin with # are skipped. Nothing else. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

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

/* Kind, its type in the struct. */
#define CONFIG_KINDS(X)                                                       \
    X(ADDRESSES, config_list) /* 127.0.0.1:8080, [::]:80, unix:PATH */        \
    X(ORIGINS, config_list)   /* same, any, https://example.org */            \
    X(PEERS, config_list)     /* 10.0.0.1, ::1, unix */                       \
    X(TEXT, config_text)      /* a file, a name; or none */                   \
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

/* Kind, field, name, default, least, most, what its value is called in the
 * help, and the help. Of lists least and most count the items. */
#define CONFIG_SETTINGS(X)                                                    \
    X(ADDRESSES, listen, "listen", "127.0.0.1:8080", 1, 8, "ADDRESSES",       \
      "Where to listen: 127.0.0.1:8080, [::1]:8080 or unix:PATH, several "    \
      "with commas; port 0 takes a free one.")                                \
    X(TEXT, store, "store", "~/.local/state/oxo/oxo.db", 1, 0, "FILE",        \
      "The file that keeps everything, or a PostgreSQL database, "            \
      "postgres://USER@HOST/NAME. The default follows XDG_STATE_HOME, and "   \
      "its folder is made.")                                                  \
    X(TEXT, user, "user", "none", 0, 0, "NAME",                               \
      "Become this user once the ports are open; for those who start as "     \
      "root.")                                                                \
    X(TEXT, group, "group", "none", 0, 0, "NAME",                             \
      "Become this group too, in place of the user's own.")                   \
    X(SWITCH, sandbox, "sandbox", "yes", 0, 0, "ANSWER",                      \
      "Give up the system calls that the server does not need, where the "    \
      "system can do that.")                                                  \
    X(ORIGINS, origins, "origins", "same", 1, 8, "ORIGINS",                   \
      "Pages that may connect: those of the same host, https://example.org, " \
      "or any.")                                                              \
    X(PEERS, trust_proxy, "trust-proxy", "none", 0, 8, "ADDRESSES",           \
      "Proxies whose X-Forwarded-For is believed: their addresses, or unix "  \
      "for those that come by a unix socket.")                                \
    X(COUNT, connections, "connections", "20000", 1, 1000000, "N",            \
      "Connections in all.")                                                  \
    X(COUNT, connections_per_address, "connections-per-address", "100", 1,    \
      1000000, "N", "Connections from one address; of IPv6 from one /64.")    \
    X(COUNT, rooms, "rooms", "20000", 1, 10000000, "N", "Open rooms in all.") \
    X(COUNT, rooms_per_address, "rooms-per-address", "50", 1, 10000000, "N",  \
      "Open rooms made from one address.")                                    \
    X(COUNT, message_rate, "message-rate", "20", 1, 1000000, "N",             \
      "Messages or requests a second from one connection, on average.")       \
    X(COUNT, message_burst, "message-burst", "60", 1, 1000000, "N",           \
      "How many of them may come at once.")                                   \
    X(BYTES, message_bytes, "message-bytes", "4k", 256, CONFIG_MIB, "SIZE",   \
      "The longest message on a WebSocket.")                                  \
    X(BYTES, header_bytes, "header-bytes", "8k", CONFIG_KIB, CONFIG_MIB,      \
      "SIZE", "The longest head of an HTTP request.")                         \
    X(BYTES, body_bytes, "body-bytes", "16k", CONFIG_KIB, 16 * CONFIG_MIB,    \
      "SIZE", "The longest body of an HTTP request.")                         \
    X(BYTES, unsent_bytes, "unsent-bytes", "256k", 16 * CONFIG_KIB,           \
      64 * CONFIG_MIB, "SIZE",                                                \
      "What may wait for a peer that does not read, before it is cut off.")   \
    X(TIME, header_timeout, "header-timeout", "10s", 100, CONFIG_HOUR,        \
      "TIME", "From connecting to a whole request.")                          \
    X(TIME, idle_timeout, "idle-timeout", "1m", 100, CONFIG_DAY, "TIME",      \
      "Between the HTTP requests of one connection.")                         \
    X(TIME, ping_interval, "ping-interval", "30s", 100, CONFIG_DAY, "TIME",   \
      "After this much silence a WebSocket is asked whether it is there, "    \
      "and after twice that it is cut off.")                                  \
    X(TIME, grace, "grace", "30s", 0, CONFIG_DAY, "TIME",                     \
      "How long a player may be away before the game is lost.")               \
    X(TIME, idle_room, "idle-room", "10m", CONFIG_SECOND, 365 * CONFIG_DAY,   \
      "TIME", "How long a finished room stays open without a rematch.")       \
    X(TIME, waiting_room, "waiting-room", "24h", CONFIG_SECOND,               \
      365 * CONFIG_DAY, "TIME",                                               \
      "How long a room waits for its second player.")                         \
    X(COUNT, engine_threads, "engine-threads", "1", 1, 256, "N",              \
      "Threads on which the computer thinks.")                                \
    X(BYTES, engine_hash, "engine-hash", "16m", CONFIG_MIB,                   \
      65536 * CONFIG_MIB, "SIZE", "Memory for each of them to think in.")     \
    X(COUNT, engine_queue, "engine-queue", "64", 1, 100000, "N",              \
      "Positions that may wait for a thread; more are refused.")              \
    X(TIME, analysis_time, "analysis-time", "2s", 10, CONFIG_HOUR, "TIME",    \
      "The longest time that an analysis may ask for.")                       \
    X(TIME, drain_time, "drain-time", "10s", 0, CONFIG_HOUR, "TIME",          \
      "After SIGTERM, how long clients have to go elsewhere.")                \
    X(LEVEL, log_level, "log-level", "info", 0, 0, "LEVEL",                   \
      "What is logged on standard error.")                                    \
    X(FORMAT, log_format, "log-format", "logfmt", 0, 0, "FORMAT",             \
      "How a line of the log is written.")                                    \
    X(TEXT, web, "web", "none", 0, 0, "FOLDER",                               \
      "Serve the page from this folder instead of the one inside; for its "   \
      "developers.")

/* ---- As a value --------------------------------------------------------- */

typedef enum config_origin {
    CONFIG_DEFAULT,
    CONFIG_FILE,
    CONFIG_ENVIRONMENT,
    CONFIG_FLAG
} config_origin;

typedef struct config_source {
    config_origin origin;
    int line; /* of a file */
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

/* Plain data: copy it, hand it to another thread. */
typedef struct server_config {
#define CONFIG_FIELD(kind, field, ...) config_type_##kind field;
    CONFIG_SETTINGS(CONFIG_FIELD)
#undef CONFIG_FIELD
    config_text file; /* the one that was read, or none */
    config_source sources[CONFIG_SETTING_COUNT];
} server_config;

/* The words of switches; NULL ends the list. Those of levels and formats are
 * in log.h. */
extern const char *const config_switch_words[];

/* ---- Reading ------------------------------------------------------------ */

/* Says which setting, from where, what its value is, and what it may be. */
enum { CONFIG_SENTENCE = 1024 };

/* Of the words that `next(list, i)` hands out, the one that was perhaps
 * meant, or NULL. */
typedef const char *
config_nearest(const char *word, const char *(*next)(const void *list, int i),
               const void *list);

/* Where settings come from. All may be NULL. */
typedef struct config_inputs {
    const char *const *flags;            /* in the table's order; NULL: */
                                         /* not given */
    const char *file;                    /* of --config */
    char *(*variable)(const char *name); /* getenv(), or like it */
    config_nearest *nearest;
} config_inputs;

/* The defaults. The store's is not settled yet: config_load() does that. */
void config_init(server_config *ret);

/* Reads the lines of a file; `file` is its name. False, with the reason and
 * the configuration as it was, if any of them is wrong. */
bool config_read_text(server_config *c, const char *file, const char *text,
                      size_t length, config_nearest *nearest,
                      char sentence[CONFIG_SENTENCE]);

/* All sources, in their order. An empty variable counts as none. 0; -EINVAL
 * for something that is not allowed, or the negative errno with which the
 * file could not be read, both with a sentence. */
int config_load(const config_inputs *inputs, server_config *ret,
                char sentence[CONFIG_SENTENCE]);

/* Whether an entry of the environment, "OXO_LISTN=...", is a variable that
 * probably misspells one that is read: `sentence` says which. Others may begin
 * like ours and are nobody's business, and an empty one counts as none. */
bool config_is_misspelt(const char *entry, config_nearest *nearest,
                        char sentence[CONFIG_SENTENCE]);

/* Writes it as a file that reads back as the same, each setting with where it
 * came from. */
void config_print(const server_config *c, FILE *out);

#endif /* SERVER_CONFIG_H */
