/* match_stats.h - what a number of games says about two players.
 *
 * Elo is logistic: a lead of d points means an expected score of
 * 1 / (1 + 10^(-d / 400)). docs/manual/match.md has the formulas. */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdbool.h>

/* The results between two players, from the first one's side. A pair is two
 * games from one opening with the sides swapped; pairs[i] counts those in
 * which the first player made i half points. */
typedef struct match_tally {
    long wins, draws, losses;
    long pairs[5];
} match_tally;

long match_tally_games(const match_tally *t);
long match_tally_pairs(const match_tally *t);

/* Adds a game in which the first player made `halves` half points, 0..2, and
 * a complete pair in which he made 0..4. */
void match_tally_add_game(match_tally *t, int halves);
void match_tally_add_pair(match_tally *t, int halves);

/* The same results from the second player's side. */
match_tally match_tally_reversed(const match_tally *t);

/* An estimate with the ends of its 95 % interval. Elo is infinite where the
 * score is 0 or 1. */
typedef struct match_estimate {
    double score, score_low, score_high; /* 0..1 a game */
    double elo, elo_low, elo_high;
    double superiority; /* likelihood that the first player is stronger */
} match_estimate;

double match_elo_to_score(double elo);
double match_score_to_elo(double score);

/* From single games (trinomial), and from pairs (pentanomial), which is right
 * when games come in pairs. Without data the score is 1/2 with the widest
 * interval there is. */
match_estimate match_estimate_games(const match_tally *t);
match_estimate match_estimate_pairs(const match_tally *t);

/* Fewer pairs or games than that are too few for the normal approximation. */
enum { MATCH_FEW_PAIRS = 8, MATCH_FEW_GAMES = 2 * MATCH_FEW_PAIRS };

/* Whether there are enough games for an interval and a likelihood. That all
 * are alike is no matter: their interval is the exact one. */
bool match_games_tell(const match_tally *t);

/* Whether the pairs bear an interval and a likelihood: there are enough, and
 * they are not all alike, which would pass for certainty. */
bool match_pairs_tell(const match_tally *t);

#endif /* MATCH_STATS_H */
