/* player.h - who chooses the moves: the seam between front and engine.
 *
 * The fronts of this folder (ugi.c, codingame.c) know how to talk, a player
 * knows how to think. Our engine is one player, each of bench/opponents
 * another. All functions are called one at a time. */
#ifndef PROTOCOL_PLAYER_H
#define PROTOCOL_PLAYER_H

#include "oxo/engine.h"

/* A number that can be set from outside. One from 0 to 1 is said as false or
 * true. */
typedef struct player_option {
    const char *name; /* NULL ends a list */
    int64_t least, most, standard;
} player_option;

/* What to think about. The position is not over. Once limits.stop is set, the
 * player answers as soon as possible. */
typedef struct player_task {
    oxo_position position;
    oxo_limits limits;
    oxo_search_report *report;
    void *context; /* of `report` */
} player_task;

typedef struct player_choice {
    oxo_move move;
    oxo_move reply; /* what the other side is expected to play, or
                     * OXO_NO_MOVE */
    uint64_t nodes; /* what it cost */
} player_choice;

typedef struct player {
    const char *name;
    const char *author;
    unsigned variants; /* bit v: plays the oxo_variant v */
    const player_option *options;
    oxo_limits bench_limits; /* for each position of the benchmark */
    void *self;              /* handed to all of the following */

    /* Sets options[option] to a value within its bounds. 0, or a negative
     * errno if that cannot be had, and it stays what it was. */
    int (*set_option)(void *self, int option, int64_t value);

    /* Does what is slow before the clock of a game of that variant runs. 0 or
     * a negative errno. */
    int (*prepare)(void *self, oxo_variant variant);

    /* What whoever has a position of that variant searched should know, for
     * people to read, or NULL; it lives until the next call. NULL: never
     * anything. */
    const char *(*remark)(void *self, oxo_variant variant);

    /* The next position belongs to another game. */
    void (*new_game)(void *self);

    /* Chooses a legal move; 0, or a negative errno and `*ret` untouched. */
    int (*think)(void *self, const player_task *task, player_choice *ret);
} player;

static inline bool player_plays(const player *p, oxo_variant variant)
{
    return p->variants >> variant & 1;
}

/* The variant a session begins with: `ultimate`, if the player plays it. */
oxo_variant player_first_variant(const player *p);

static inline bool player_option_is_yes_or_no(const player_option *o)
{
    return o->least == 0 && o->most == 1;
}

/* Is there an option of that name, in any case? */
bool player_has(const player *p, const char *name);

/* Sets an option by its name, in any case, from text. OXO_OK, or with nothing
 * changed OXO_SYNTAX if there is no such option or the value is not one of
 * its, or a negative errno if the player cannot have it so. */
int player_set(const player *p, const char *name, const char *value);

/* ---- Time, for players without a clock of their own --------------------- */

/* How many microseconds the limits grant `turn` for this move; INT64_MAX if
 * they do not limit time. */
int64_t player_budget(const oxo_limits *limits, oxo_mark turn);

#endif /* PROTOCOL_PLAYER_H */
