/* selfplay.h - games of the engine against itself, as training data.
 *
 * The settings and its number alone determine a game, not the number of
 * threads or earlier games, so that a run can be interrupted and continued.
 * selfplay_file.h specifies the format of the files. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include <stdatomic.h>

#include "oxo/engine.h"

enum {
    SELFPLAY_WHY = 256, /* bytes for a sentence about an error */
    SELFPLAY_MAX_THREADS = 256,
};

typedef struct selfplay_opening {
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
} selfplay_opening;

/* What determines a game, together with its number. */
typedef struct selfplay_settings {
    oxo_variant variant; /* not classic */
    uint64_t seed;
    uint32_t nodes;           /* per move, at least 1 */
    uint16_t noise;           /* random moves per thousand */
    uint8_t least, most;      /* random moves at the start */
    uint8_t solve;            /* cells left at which the solver is tried */
    const oxo_neural *neural; /* evaluates positions; NULL: by hand */
    int opening_count;        /* 0, or: a game starts with one of these, */
    const selfplay_opening *openings; /* before its random moves */
} selfplay_settings;

selfplay_settings selfplay_defaults(void);

/* Scores for the side to move, in hundredths. A proven win in n moves is
 * SELFPLAY_WIN - n, a proven loss n - SELFPLAY_WIN. Two values are special. */
enum {
    SELFPLAY_WIN = 30000,
    SELFPLAY_PROVEN =
        SELFPLAY_WIN - 100,    /* scores of at least this are proven */
    SELFPLAY_DRAW = 32767,     /* a proven draw */
    SELFPLAY_UNKNOWN = -32768, /* no score */
};

typedef struct selfplay_game {
    uint64_t dice;   /* the seed of its random numbers, which identifies it */
    uint8_t outcome; /* an oxo_outcome, not OXO_ONGOING */
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    bool by_chance[OXO_MAX_MOVES];
    int16_t scores[OXO_MAX_MOVES]; /* [ply]: of the position before it */
} selfplay_game;

/* The seed of a game's random numbers. */
uint64_t selfplay_dice(const selfplay_settings *s, uint64_t number);

/* Plays the game with this seed: 0, -ENOMEM, or -ECANCELED as soon as `*stop`
 * is true. */
int selfplay_play(const selfplay_settings *s, uint64_t dice,
                  const atomic_bool *stop, selfplay_game *ret);

/* ---- Many games --------------------------------------------------------- */

typedef struct selfplay_count {
    uint64_t games;
    uint64_t positions; /* with a score */
    uint64_t proven;    /* positions with a proven score */
    uint64_t x_wins, o_wins, draws;
} selfplay_count;

void selfplay_count_game(selfplay_count *count, const selfplay_game *game);

/* The progress of a run, reported once per second and at the end, by one
 * thread at a time. */
typedef struct selfplay_progress {
    selfplay_count before,
        now;        /* contents of the file: at the start, and now */
    double seconds; /* since the start */
} selfplay_progress;

typedef void selfplay_report(const selfplay_progress *progress, void *context);

typedef struct selfplay_job {
    selfplay_settings settings;
    const char *path;
    uint64_t games; /* the file should contain games 0 to games - 1 */
    double seconds; /* time limit; 0: none */
    int threads;
    const atomic_bool *stop;
    selfplay_report *report; /* or NULL */
    void *context;
} selfplay_job;

/* Plays the games that the file does not contain yet, and appends them.
 * Removes a last game that a crash has left incomplete. Returns 0, also when
 * stopped; or a negative errno with a sentence in `why`: -EEXIST, with the
 * file unchanged, if it has other settings or is not a file of games. */
int selfplay_run(const selfplay_job *job, char why[SELFPLAY_WHY]);

typedef struct selfplay_merged {
    uint64_t games;  /* written */
    uint64_t copies; /* duplicates, left out */
} selfplay_merged;

/* Writes the games of several files into a new file, without duplicates. Games
 * with the same dice from other settings are not duplicates. All files must be
 * of one variant. 0, or a negative errno with a sentence in `why`. */
int selfplay_merge(const char *path, char *const *inputs, int count,
                   selfplay_merged *ret, char why[SELFPLAY_WHY]);

/* What a file says about itself. A merged file has only the variant. */
typedef struct selfplay_contents {
    selfplay_settings settings; /* without openings and network */
    uint32_t neural;            /* the network's checksum; 0: none */
    selfplay_count count;
} selfplay_contents;

/* Reads a file, all of whose games must be complete. */
int selfplay_survey(const char *path, selfplay_contents *ret,
                    char why[SELFPLAY_WHY]);

#endif /* SELFPLAY_H */
