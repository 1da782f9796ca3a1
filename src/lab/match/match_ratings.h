/* match_ratings.h - one Elo scale for several engines.
 *
 * The Bradley-Terry model, in which a draw is half a win and half a loss,
 * fitted by maximum likelihood. Error bars come from the sandwich estimator,
 * which accounts for draws and for the dependence within a pair. */
#ifndef MATCH_RATINGS_H
#define MATCH_RATINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "match_stats.h"

enum { MATCH_MAX_ENGINES = 32, MATCH_MAX_PAIRINGS = 496 };

/* Two engines, by number, and their results, seen from `a`. */
typedef struct match_pairing {
    int a, b;
    match_tally tally;
} match_pairing;

typedef struct match_rating {
    double elo;
    double error; /* half of the 95 % interval; NAN if there are too few games
                   * or all have the same result */
    long games;
    double score; /* points per game against all opponents, 0..1 */
} match_rating;

typedef struct match_ratings {
    int count;
    /* Some group of engines has won, or lost, every game against the rest, so
     * that the likelihood has no maximum. One drawn game was added to each
     * pairing to keep the ratings finite. */
    bool bounded_by_draws;
    match_rating of[MATCH_MAX_ENGINES];
} match_ratings;

/* The error with so many decimals, or "-" if it is NAN. */
enum { MATCH_ERROR_TEXT = 16 };
const char *match_rating_error(const match_rating *r, int decimals,
                               char ret[MATCH_ERROR_TEXT]);

/* Rates the engines 0..engines-1. Engine `anchor` has the rating `anchor_elo`
 * without error; if `anchor` is -1, the mean of all ratings is 0. False, with
 * `*ret` untouched, if the games do not connect all engines. */
bool match_ratings_fit(const match_pairing *pairings, int count, int engines,
                       int anchor, double anchor_elo, match_ratings *ret);

#endif /* MATCH_RATINGS_H */
