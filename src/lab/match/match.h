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

#include "match_ending.h"
#include "match_ratings.h"
#include "match_sprt.h"
#include "match_stats.h"
#include "program_spec.h"

enum { MATCH_WHY = PROGRAM_WHY }; /* size of an explanation */

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
    int draw_moves; /* drawn after so many moves of each side in a row ... */
    int draw_score; /* ... with scores within draw_score of 0 ... */
    int draw_from_ply; /* ... counted from this ply on */
} match_adjudication;

typedef struct match_config {
    oxo_variant variant;
    match_kind kind;
    int engine_count;
    program_spec engines[MATCH_MAX_ENGINES];
    program_limits limits; /* for engines without limits of their own */
    int rounds;            /* pairs that each pairing plays */
    int concurrency;       /* games at a time */
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
oxo_status match_config_levels(match_config *config, const program_spec *base,
                               int from, int to);

/* OXO_OK if the match can be played, else a sentence in `why`. */
oxo_status match_config_check(const match_config *config, char why[MATCH_WHY]);

/* ---- Results ------------------------------------------------------------ */

typedef struct match_summary {
    int engine_count;
    char names[MATCH_MAX_ENGINES][PROGRAM_NAME];
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
    MATCH_GAME_ENDED /* also sets `outcome`, `ending`, and details in `text` */
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
