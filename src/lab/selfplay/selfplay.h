/* selfplay.h - games of the engine against itself, to learn from.
 *
 * Each game is decided by the settings and its number alone, whatever the
 * number of threads and whatever was played before, so that a run can be
 * broken off and continued. selfplay_file.h has the format of the files. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include <stdatomic.h>

#include "oxo/engine.h"

enum {
    SELFPLAY_WHY = 256, /* room for a sentence about what went wrong */
    SELFPLAY_MAX_THREADS = 256,
};

typedef struct selfplay_opening {
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
} selfplay_opening;

/* What decides a game, apart from its number. */
typedef struct selfplay_settings {
    oxo_variant variant; /* any but classic */
    uint64_t seed;
    uint32_t nodes;           /* a move, 1 or more */
    uint16_t noise;           /* so many moves in a thousand are random */
    uint8_t least, most;      /* random moves at the beginning */
    uint8_t solve;            /* cells left from which positions are solved */
    const oxo_neural *neural; /* that judges positions, or NULL */
    int opening_count;        /* a game begins with one of these by chance, */
    const selfplay_opening *openings; /* before its random moves */
} selfplay_settings;

selfplay_settings selfplay_defaults(void);

/* What is known of a position, for the side to move: hundredths; a win in n
 * moves is SELFPLAY_WIN - n, a loss in n moves n - SELFPLAY_WIN; or one of
 * the two below. */
enum {
    SELFPLAY_WIN = 30000,
    SELFPLAY_PROVEN = SELFPLAY_WIN - 100, /* from here on, and the draw */
    SELFPLAY_DRAW = 32767,                /* proven */
    SELFPLAY_UNKNOWN = -32768,            /* nobody looked */
};

typedef struct selfplay_game {
    uint64_t dice;   /* what its chance was seeded with: its name */
    uint8_t outcome; /* an oxo_outcome, not OXO_ONGOING */
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    bool by_chance[OXO_MAX_MOVES];
    int16_t scores[OXO_MAX_MOVES]; /* [ply]: of the position before it */
} selfplay_game;

/* The seed of a game's chance. */
uint64_t selfplay_dice(const selfplay_settings *s, uint64_t number);

/* Plays the game of that seed: 0, -ENOMEM, or -ECANCELED as soon as `*stop`
 * is true. */
int selfplay_play(const selfplay_settings *s, uint64_t dice,
                  const atomic_bool *stop, selfplay_game *ret);

/* ---- Many games --------------------------------------------------------- */

typedef struct selfplay_count {
    uint64_t games;
    uint64_t positions; /* with a score */
    uint64_t proven;    /* of them */
    uint64_t x_wins, o_wins, draws;
} selfplay_count;

void selfplay_count_game(selfplay_count *count, const selfplay_game *game);

/* How a run stands: told once a second and at the end, by one thread at a
 * time. */
typedef struct selfplay_progress {
    selfplay_count before, now; /* in the file: at the start, and now */
    double seconds;             /* since the start */
} selfplay_progress;

typedef void selfplay_report(const selfplay_progress *progress, void *context);

typedef struct selfplay_job {
    selfplay_settings settings;
    const char *path;
    uint64_t games; /* the file shall hold numbers 0 to games - 1 */
    double seconds; /* or fewer, after this time; 0: not limited */
    int threads;
    const atomic_bool *stop;
    selfplay_report *report; /* or NULL */
    void *context;
} selfplay_job;

/* Plays the games that the file does not hold yet, and appends them. A last
 * game that a crash has torn is cut off and played again. 0, also when told
 * to stop, or a negative errno with a sentence in `why`: -EEXIST, and the
 * file untouched, if it is of another run or none of ours. */
int selfplay_run(const selfplay_job *job, char why[SELFPLAY_WHY]);

typedef struct selfplay_merged {
    uint64_t games;  /* written */
    uint64_t copies; /* left out: the same game was written already */
} selfplay_merged;

/* Writes the games of some files into a new one, each but once. Games of one
 * name that other settings have made different are two. All are of one
 * variant. 0, or a negative errno with a sentence in `why`. */
int selfplay_merge(const char *path, char *const *inputs, int count,
                   selfplay_merged *ret, char why[SELFPLAY_WHY]);

/* What a file says of itself. Of merged games it knows only the variant. */
typedef struct selfplay_contents {
    selfplay_settings settings; /* without openings and network */
    uint32_t neural;            /* its checksum; 0: there was none */
    selfplay_count count;
} selfplay_contents;

/* Looks through a file, the games of which must all be whole. */
int selfplay_survey(const char *path, selfplay_contents *ret,
                    char why[SELFPLAY_WHY]);

#endif /* SELFPLAY_H */
