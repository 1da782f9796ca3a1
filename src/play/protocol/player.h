/* player.h - chooses moves: the interface between a protocol and an engine.
 *
 * A protocol (ugi.c, codingame.c) conducts the conversation; a player thinks.
 * Our engine is a player, and so is each program in bench/opponents. The
 * functions of a player are called one at a time, perhaps from different
 * threads. */
#ifndef PROTOCOL_PLAYER_H
#define PROTOCOL_PLAYER_H

#include "oxo/engine.h"

/* A number that the user may set. An option with the range 0..1 is announced
 * and set as `false` or `true`. */
typedef struct player_option {
    const char *name; /* NULL ends a list */
    int64_t least, most, standard;
} player_option;

/* A request for a move. The game is not over in `position`. Once limits.stop
 * is set, the player answers as soon as possible. */
typedef struct player_task {
    oxo_position position;
    oxo_limits limits;
    oxo_search_report *report;
    void *context; /* passed to `report` */
} player_task;

typedef struct player_choice {
    oxo_move move;
    oxo_move reply; /* the expected reply, or OXO_NO_MOVE */
    uint64_t nodes; /* nodes searched */
} player_choice;

typedef struct player {
    const char *name;
    const char *author;
    unsigned variants; /* bit v: plays the oxo_variant v */
    const player_option *options;
    oxo_limits bench_limits; /* for each position of the benchmark */
    void *self;              /* passed to all of the following */

    /* Sets options[option] to a value within its bounds. 0, or a negative
     * errno with the option unchanged. */
    int (*set_option)(void *self, int option, int64_t value);

    /* Does slow preparations for a variant, before any clock runs. 0 or a
     * negative errno. */
    int (*prepare)(void *self, oxo_variant variant);

    /* A warning for people who search positions of that variant, or NULL; it
     * is valid until the next call. May be NULL itself: no warnings. */
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

/* The variant with which a session begins: `ultimate`, if the player plays
 * it. */
oxo_variant player_first_variant(const player *p);

static inline bool player_option_is_yes_or_no(const player_option *o)
{
    return o->least == 0 && o->most == 1;
}

/* True if the player has an option of that name. Case does not matter. */
bool player_has(const player *p, const char *name);

/* Sets an option by name (case does not matter) from text. OXO_OK; or, with
 * nothing changed, OXO_SYNTAX if there is no such option or its range does not
 * contain the value, or a negative errno from the player. */
int player_set(const player *p, const char *name, const char *value);

/* ---- Time, for players without time management of their own ------------- */

/* The time for this move in microseconds, for the side `turn`; INT64_MAX if
 * the limits do not limit time. */
int64_t player_budget(const oxo_limits *limits, oxo_mark turn);

#endif /* PROTOCOL_PLAYER_H */
