/* match_stats.h - scores, Elo and error bars from the results of two engines.
 *
 * Elo is logistic: a lead of d points means an expected score of
 * 1 / (1 + 10^(-d / 400)). docs/manual/match.md has the formulas. */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdbool.h>

/* The results between two engines, seen from the first. A pair is two games
 * from one opening with the sides swapped; pairs[i] counts the pairs in which
 * the first engine scored i half points. */
typedef struct match_tally {
    long wins, draws, losses;
    long pairs[5];
} match_tally;

long match_tally_games(const match_tally *t);
long match_tally_pairs(const match_tally *t);

/* Adds a game in which the first engine scored `halves` half points, 0..2, or
 * a complete pair in which it scored 0..4. */
void match_tally_add_game(match_tally *t, int halves);
void match_tally_add_pair(match_tally *t, int halves);

/* The same results, seen from the second engine. */
match_tally match_tally_reversed(const match_tally *t);

/* An estimate and its 95 % confidence interval. Elo is infinite where the
 * score is 0 or 1. */
typedef struct match_estimate {
    double score, score_low, score_high; /* points per game, 0..1 */
    double elo, elo_low, elo_high;
    double superiority; /* LOS: likelihood that the first is stronger, 0..1 */
} match_estimate;

double match_elo_to_score(double elo);
double match_score_to_elo(double score);

/* Estimates from single games (trinomial) and from pairs (pentanomial). Pairs
 * are the right model for a match: the two games of a pair share an opening,
 * so they are not independent. Without data the score is 1/2, with the widest
 * possible interval. */
match_estimate match_estimate_games(const match_tally *t);
match_estimate match_estimate_pairs(const match_tally *t);

/* The normal approximation needs at least so many pairs or games. */
enum { MATCH_FEW_PAIRS = 8, MATCH_FEW_GAMES = 2 * MATCH_FEW_PAIRS };

/* True if there are enough games for an interval and a likelihood. All games
 * may have the same result: the interval is exact in that case. */
bool match_games_suffice(const match_tally *t);

/* True if there are enough pairs for an interval and a likelihood, and their
 * results differ. Equal results would have variance 0 and look certain. */
bool match_pairs_suffice(const match_tally *t);

#endif /* MATCH_STATS_H */
