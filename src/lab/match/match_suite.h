/* match_suite.h - the openings of a match. */
#ifndef MATCH_SUITE_H
#define MATCH_SUITE_H

#include "match.h"

/* Where a pair of games begins: a position and moves from there, of which
 * the last leaves the game unfinished. */
typedef struct match_opening {
    oxo_position start;
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
} match_opening;

typedef struct match_suite {
    match_opening *openings;
    int count;
} match_suite;

/* Collects what `rounds` rounds need: no more where the openings repeat. 0,
 * or a negative errno with a sentence in `why`: -EINVAL for a file's line
 * that is no opening. The suite does not depend on `rounds` except in its
 * length, so that a match can be prolonged. */
int match_suite_create(const match_openings *how, oxo_variant variant,
                       int rounds, match_suite *ret, char why[MATCH_WHY]);
void match_suite_destroy(match_suite *suite);

/* Adds the openings of a file's text, which ends in a NUL that `size` does
 * not count, and is cut to pieces. 0, or a negative errno with a sentence in
 * `why`; openings before the fault were added. */
int match_suite_read(const char *path, char *text, size_t size,
                     oxo_variant variant, match_suite *suite,
                     char why[MATCH_WHY]);

/* The opening of a round, from 0. */
const match_opening *match_suite_at(const match_suite *suite, int round);

/* The position that the engines get to see first. */
oxo_position match_opening_position(const match_opening *o);

#endif /* MATCH_SUITE_H */
