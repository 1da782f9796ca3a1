/* match_schedule.h - all games of a match: pairing, opening and result.
 *
 * Games are numbered from 0: round by round, within a round pairing by
 * pairing. Games 2n and 2n + 1 form pair n; the first engine of the pairing
 * has X in game 2n. A game's number does not depend on the number of rounds,
 * so that a match can be prolonged. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include "match.h"
#include "match_suite.h"

typedef struct match_schedule {
    const match_config *config;
    match_suite suite;
    long games;
    int8_t *points; /* [game]: half points of the pairing's first engine, or
                     * -1 if the game has not been played */
} match_schedule;

/* Writes the pairings of a match and returns their number. */
int match_pairings_list(const match_config *config,
                        match_pairing ret[MATCH_MAX_PAIRINGS]);

/* Loads the openings; no game has been played. 0, or a negative errno with a
 * sentence in `why`. `config` must outlive the schedule. */
int match_schedule_create(match_schedule *ret, const match_config *config,
                          int pairings, char why[MATCH_WHY]);
void match_schedule_destroy(match_schedule *s);

/* A digest of everything that decides which games there are and how they are
 * played, except for the number of rounds. */
uint64_t match_schedule_digest(const match_schedule *s);

#endif /* MATCH_SCHEDULE_H */
