/* match_schedule.h - who plays whom, from which opening, and what came of it.
 *
 * Games are numbered round by round, in a round pairing by pairing, and in a
 * pair the first engine of the pairing takes X first: game n belongs to pair
 * n / 2. The numbers do not depend on how many rounds there are. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include "match.h"
#include "match_suite.h"

typedef struct match_schedule {
    const match_config *config;
    match_suite suite;
    long games;
    int8_t *points; /* [game]: half points of the pairing's first, or -1 */
} match_schedule;

/* The pairings of a match; returns how many. */
int match_pairings_list(const match_config *config,
                        match_pairing ret[MATCH_MAX_PAIRINGS]);

/* Collects openings and results-to-be. 0, or a negative errno. */
int match_schedule_create(match_schedule *ret, const match_config *config,
                          int pairings, char why[MATCH_WHY]);
void match_schedule_destroy(match_schedule *s);

/* A digest of all that decides which games there are and how they are played,
 * but for the number of rounds: a match can be prolonged. */
uint64_t match_schedule_digest(const match_schedule *s);

#endif /* MATCH_SCHEDULE_H */
