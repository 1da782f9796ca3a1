/* match_ratings.h - one Elo scale for many players.
 *
 * The Bradley-Terry model, a draw being half a win and half a loss, fitted by
 * maximum likelihood; error bars from the sandwich estimator, so that draws
 * and the dependence within pairs are accounted for. */
#ifndef MATCH_RATINGS_H
#define MATCH_RATINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "match_stats.h"

enum { MATCH_MAX_ENGINES = 32, MATCH_MAX_PAIRINGS = 496 };

/* Two players, by number, and their results from the first one's side. */
typedef struct match_pairing {
    int a, b;
    match_tally tally;
} match_pairing;

typedef struct match_rating {
    double elo;
    double error; /* half of the 95 % interval; NAN where games are too few
                   * or all alike, and do not tell it */
    long games;
    double score; /* over all opponents */
} match_rating;

typedef struct match_ratings {
    int count;
    /* Somebody has only won, or only lost, against all the rest, so that the
     * likelihood has no maximum: each pairing was given one more drawn game
     * to bring them back from infinity. */
    bool bounded_by_draws;
    match_rating of[MATCH_MAX_ENGINES];
} match_ratings;

/* The error with so many decimals, or "-". */
enum { MATCH_ERROR_TEXT = 16 };
const char *match_rating_error(const match_rating *r, int decimals,
                               char ret[MATCH_ERROR_TEXT]);

/* Fits `players` players. Elo is relative to `anchor`, whose rating is
 * `anchor_elo` without error, or to the mean of all if `anchor` is -1.
 * False, `*ret` untouched, if games do not connect all of them. */
bool match_ratings_fit(const match_pairing *pairings, int count, int players,
                       int anchor, double anchor_elo, match_ratings *ret);

#endif /* MATCH_RATINGS_H */
