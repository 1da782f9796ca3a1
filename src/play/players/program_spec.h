/* program_spec.h - describes an engine that runs as a program of its own. */
#ifndef PLAYERS_PROGRAM_SPEC_H
#define PLAYERS_PROGRAM_SPEC_H

#include "oxo/base.h"

#include "protocol.h"

/* Sizes of texts, including the final NUL. */
enum {
    PROGRAM_NAME = 64,
    PROGRAM_VALUE = 256,
    PROGRAM_COMMAND = 1024,
    PROGRAM_WHY = 256,
    PROGRAM_MAX_OPTIONS = 32
};

/* How long an engine may think; times are in milliseconds. 0: no limit. */
typedef struct program_limits {
    int64_t base;       /* on the clock at the beginning of a game */
    int64_t increment;  /* added to the clock after each move */
    int64_t move_time;  /* for each move */
    int64_t first_time; /* for the first move, if it differs */
    uint64_t nodes;
    int64_t depth;
} program_limits; /* no padding, so that memcmp() compares values */

/* Sets one limit by its key: tc (seconds, "60+0.5"), movetime, firsttime,
 * nodes or depth. OXO_SYNTAX if there is no such key or the value is bad. */
oxo_status program_limits_set(program_limits *limits, const char *key,
                              const char *value);

/* Describes the values of a key for people; NULL if there is no such key. */
const char *program_limits_form(const char *key);

/* True if something limits the time or the work for a move. */
bool program_limits_any(const program_limits *limits);

typedef struct program_option {
    char name[PROGRAM_NAME];
    char value[PROGRAM_VALUE];
} program_option;

typedef struct program_spec {
    char name[PROGRAM_NAME];
    char command[PROGRAM_COMMAND]; /* words, perhaps in quotes; no shell */
    char directory[PROGRAM_VALUE]; /* where it runs; "": our directory */
    char errors[PROGRAM_VALUE];    /* file for its stderr; "": /dev/null */
    protocol protocol;
    program_limits limits; /* its own; all 0: those of its match */
    int64_t margin;        /* its own; 0: that of its match */
    int64_t start_grace;   /* its own; 0: that of its match */
    int option_count;
    program_option options[PROGRAM_MAX_OPTIONS];
} program_spec;

/* Parses a description: words of the form key=value, in quotes where a value
 * contains blanks:
 *
 *   cmd="build/oxo engine" name=A option.Level=5 proto=ugi
 *
 * The keys are cmd (required), name (default: the command), proto (ugi or
 * codingame; default: ugi), dir, stderr, option.NAME, margin, grace (to
 * start), and those of program_limits_set(). OXO_OK; or a refusal, with a
 * sentence in `why` and `*ret` untouched. */
oxo_status program_spec_parse(const char *text, program_spec *ret,
                              char why[PROGRAM_WHY]);

/* True if a description has such a key. */
bool program_spec_has_key(const char *key);

/* Adds an option. OXO_TEXT_TOO_LONG if it does not fit or has no name. */
oxo_status program_spec_add_option(program_spec *s, const char *name,
                                   const char *value);

/* Why the program cannot play this variant, in words that follow its name;
 * NULL if it can. */
const char *program_spec_unfit(const program_spec *s, oxo_variant variant);

#endif /* PLAYERS_PROGRAM_SPEC_H */
