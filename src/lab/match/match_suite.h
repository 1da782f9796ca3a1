/* match_suite.h - the openings of a match. */
#ifndef MATCH_SUITE_H
#define MATCH_SUITE_H

#include "match.h"

/* Where a pair of games begins: a position and moves from there. The game is
 * not over after the last of these moves. */
typedef struct match_opening {
    oxo_position start;
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
} match_opening;

typedef struct match_suite {
    match_opening *openings;
    int count;
} match_suite;

/* Collects the openings of `rounds` rounds; a short suite repeats. 0, or a
 * negative errno with a sentence in `why`: -EINVAL if a line of a file is not
 * an opening. More rounds only add openings at the end, so that a match can be
 * prolonged. */
int match_suite_create(const match_openings *how, oxo_variant variant,
                       int rounds, match_suite *ret, char why[MATCH_WHY]);
void match_suite_destroy(match_suite *suite);

/* Adds the openings in a file's text. A NUL follows the `size` bytes, and the
 * text is modified. 0, or a negative errno with a sentence in `why`; openings
 * before the fault have been added. */
int match_suite_read(const char *path, char *text, size_t size,
                     oxo_variant variant, match_suite *suite,
                     char why[MATCH_WHY]);

/* The opening of a round; rounds count from 0. */
const match_opening *match_suite_at(const match_suite *suite, int round);

/* The position in which the engines take over. */
oxo_position match_opening_position(const match_opening *o);

#endif /* MATCH_SUITE_H */
