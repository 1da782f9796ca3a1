/* match.h - matches between engines.
 *
 * A match is a number of rounds. In each round, every pairing of engines plays
 * a pair: two games from one opening, with the sides swapped. Engines are
 * programs that speak UGI or CodinGame's protocol. The referee knows the
 * rules, keeps the time, and trusts no engine. One thread does all of this, in
 * one poll loop. */
#ifndef MATCH_H
#define MATCH_H

#include <stdio.h>

#include "oxo/notation.h"

#include "match_ratings.h"
#include "match_sprt.h"
#include "match_stats.h"

/* Sizes of texts, the final NUL included. */
enum {
    MATCH_NAME = 64,
    MATCH_VALUE = 256,
    MATCH_COMMAND = 1024,
    MATCH_WHY = 256,
    MATCH_MAX_OPTIONS = 32
};

/* ---- Engines ------------------------------------------------------------ */

typedef enum match_protocol { MATCH_UGI, MATCH_CODINGAME } match_protocol;

/* How long an engine may think, in milliseconds. Zero: not limited by this. */
typedef struct match_limits {
    int64_t base;       /* on the clock at the beginning of a game */
    int64_t increment;  /* what a move adds to it */
    int64_t move_time;  /* for each move */
    int64_t first_time; /* for the first move, if it differs */
    uint64_t nodes;
    int64_t depth;
} match_limits; /* no padding, so that memcmp() compares them */

typedef struct match_option {
    char name[MATCH_NAME];
    char value[MATCH_VALUE];
} match_option;

typedef struct match_engine {
    char name[MATCH_NAME];
    char command[MATCH_COMMAND]; /* words, with quotes; there is no shell */
    char directory[MATCH_VALUE]; /* where it runs; "": where we do */
    char errors[MATCH_VALUE];    /* file for its stderr; "": /dev/null */
    match_protocol protocol;
    match_limits limits; /* its own; all zero: the match's */
    int64_t margin;      /* its own; 0: the match's */
    int64_t start_grace; /* likewise */
    int option_count;
    match_option options[MATCH_MAX_OPTIONS];
} match_engine;

/* Reads an engine's description, words of the form key=value, with quotes
 * where a value holds blanks:
 *
 *   cmd="build/oxo engine" name=A option.Level=5 proto=ugi
 *
 * Keys: cmd (needed), name (else the command), proto (ugi or codingame), dir,
 * stderr, option.NAME, margin, grace (to start), and those of
 * match_limits_set(). OXO_OK, or a refusal with a sentence in `why`. */
oxo_status match_engine_parse(const char *text, match_engine *ret,
                              char why[MATCH_WHY]);

/* Why it cannot play by these rules, in words that go on from its name, or
 * NULL. */
const char *match_engine_unfit(const match_engine *e, oxo_variant variant);

/* Is there such a key? Known ones make a text a description. */
bool match_engine_has_key(const char *key);

/* Sets one limit by its key: tc (seconds, "60+0.5"), movetime, firsttime,
 * nodes or depth. OXO_SYNTAX if there is no such key or the value is bad. */
oxo_status match_limits_set(match_limits *limits, const char *key,
                            const char *value);

/* What the value of such a key is, in words; NULL if there is no such key. */
const char *match_limits_form(const char *key);

/* ---- The match ---------------------------------------------------------- */

typedef enum match_openings_kind {
    MATCH_EMPTY_BOARD,
    MATCH_RANDOM_PLIES,
    MATCH_OPENINGS_FILE
} match_openings_kind;

typedef struct match_openings {
    match_openings_kind kind;
    int plies;        /* random: moves made before the engines take over */
    uint64_t seed;    /* random, and for shuffling a file */
    bool shuffle;     /* file: not in the file's order */
    const char *path; /* file: .tpgn, or a position or move list a line */
} match_openings;

typedef enum match_kind {
    MATCH_ROUND_ROBIN, /* all pairings */
    MATCH_GAUNTLET,    /* the first engine against each of the others */
    MATCH_ADJACENT     /* each engine against the next */
} match_kind;

/* When the referee ends a game because of the scores that engines report.
 * Scores are hundredths, seen from the mover; a proven win or loss exceeds
 * every score. */
typedef struct match_adjudication {
    int resign_moves;  /* lost after so many moves in a row (0: never) ... */
    int resign_score;  /* ... with a score of -resign_score or below */
    bool resign_agree; /* and only if the other side's score agrees */
    int draw_moves;    /* drawn after so many moves of each side in a row ... */
    int draw_score;    /* ... with scores within draw_score of 0 ... */
    int draw_from_ply; /* ... counted from this ply on */
} match_adjudication;

typedef struct match_config {
    oxo_variant variant;
    match_kind kind;
    int engine_count;
    match_engine engines[MATCH_MAX_ENGINES];
    match_limits limits; /* for engines without limits of their own */
    int rounds;          /* pairs that each pairing plays */
    int concurrency;     /* games at a time */
    match_openings openings;
    match_adjudication adjudication;
    match_sprt sprt;     /* for two engines only; ends the match */
    int64_t margin;      /* ms past a limit that count as latency */
    int64_t start_grace; /* ms for each of starting, ugiok and readyok */
    int64_t think_grace; /* ms for a move without a limit of time */
    int64_t quit_grace;  /* ms between quit and SIGKILL */
    int start_failures;  /* failures to start in a row that end the match; the
                          * very first start must succeed. 0: never */
    int anchor;          /* the engine rated `anchor_elo`; -1: the mean is 0 */
    double anchor_elo;
    const char *event; /* Event tag of the game records, or NULL */
    const char *games; /* path of the .tpgn file to write, or NULL */
    const char *log;   /* path of the match log, or NULL */
} match_config;

/* The defaults: one round, empty boards, one game at a time, no engines. */
void match_config_init(match_config *ret);

/* Adds an engine for each level `from`..`to`: a copy of `base` with the option
 * Level, named after it ("level-3"). */
oxo_status match_config_levels(match_config *config, const match_engine *base,
                               int from, int to);

/* OXO_OK if the match can be played, else a sentence in `why`. */
oxo_status match_config_check(const match_config *config, char why[MATCH_WHY]);

/* How a game ended: C name, word in the Termination tag, and whether it is an
 * engine's fault. A fault loses the game; if both engines fail, the game is
 * drawn. */
#define MATCH_ENDINGS(X)                                                      \
    X(MATCH_NORMAL, "normal", false)                                          \
    X(MATCH_ADJUDICATED_WIN, "adjudicated-win", false)                        \
    X(MATCH_ADJUDICATED_DRAW, "adjudicated-draw", false)                      \
    X(MATCH_NO_START, "no-start", true)                                       \
    X(MATCH_NOT_READY, "not-ready", true)                                     \
    X(MATCH_CRASH, "crash", true)                                             \
    X(MATCH_TIMEOUT, "timeout", true)                                         \
    X(MATCH_ILLEGAL_MOVE, "illegal-move", true)                               \
    X(MATCH_FLOOD, "flood", true)                                             \
    X(MATCH_BOTH_FAILED, "both-failed", true)

typedef enum match_ending {
#define MATCH_ENDING_NAME(name, word, fault) name,
    MATCH_ENDINGS(MATCH_ENDING_NAME)
#undef MATCH_ENDING_NAME
        MATCH_ENDING_COUNT
} match_ending;

const char *match_ending_word(match_ending ending);
bool match_ending_find(const char *word, match_ending *ret);
bool match_ending_is_fault(match_ending ending);

/* ---- Results ------------------------------------------------------------ */

typedef struct match_summary {
    int engine_count;
    char names[MATCH_MAX_ENGINES][MATCH_NAME];
    long faults[MATCH_MAX_ENGINES][MATCH_ENDING_COUNT]; /* [engine][ending] */
    int pairing_count;
    match_pairing pairings[MATCH_MAX_PAIRINGS];
    long games;       /* in the schedule */
    long played;      /* finished, including those of an earlier run */
    bool interrupted; /* by SIGINT or SIGTERM */
    match_sprt sprt;
    match_sprt_state sprt_state;
    bool rated; /* the games connect all engines, so there are ratings */
    match_ratings ratings;
} match_summary;

typedef enum match_event_kind {
    MATCH_NOTE,       /* a message for people in `text` */
    MATCH_GAME_BEGUN, /* sets `game`, `x`, `o` */
    MATCH_GAME_ENDED  /* also sets `outcome`, `ending`, and details in `text` */
} match_event_kind;

typedef struct match_event {
    match_event_kind kind;
    long game; /* number in the schedule, from 0 */
    const char *x, *o;
    oxo_outcome outcome;
    match_ending ending;
    const char *text;
    const match_summary *summary; /* the state so far, without ratings */
} match_event;

typedef void match_report(const match_event *event, void *context);

/* Plays the match. Returns when all games are played, when the SPRT has
 * decided, or after SIGINT or SIGTERM, which it handles meanwhile. 0, or a
 * negative errno: that of a file that cannot be read or written, -EBADMSG for
 * a match log that is damaged or belongs to another match, -ECHILD if an
 * engine does not start, -EINVAL for a refused configuration or opening.
 * `report`, which may be NULL, receives the reason as a note. `*ret` is the
 * summary; a refused configuration leaves it untouched. */
int match_run(const match_config *config, match_report *report, void *context,
              match_summary *ret);

/* ---- As text ------------------------------------------------------------ */

/* Writes one line, if the event is worth a line. */
void match_print_event(const match_event *event, FILE *out);

/* Writes results, Elo, pairs, crosstable, ratings, SPRT and faults. */
void match_print_summary(const match_summary *s, FILE *out);

#endif /* MATCH_H */
