/* match_sprt.h - the sequential test that decides when a match may stop.
 *
 * The generalised sequential probability ratio test (GSPRT) of H0 (the first
 * engine is elo0 better) against H1 (it is elo1 better), as Van den Bergh
 * describes it and fishtest uses it. docs/manual/match.md has the formulas. */
#ifndef MATCH_SPRT_H
#define MATCH_SPRT_H

#include <stdbool.h>

#include "match_stats.h"

typedef struct match_sprt {
    bool on;
    bool pairs; /* pentanomial, over pairs; else trinomial, over games */
    double elo0, elo1;
    double alpha; /* probability of accepting H1 although H0 is true */
    double beta;  /* probability of accepting H0 although H1 is true */
} match_sprt;

typedef enum match_verdict {
    MATCH_UNDECIDED,
    MATCH_ACCEPT_H0,
    MATCH_ACCEPT_H1
} match_verdict;

typedef struct match_sprt_state {
    double llr;          /* log-likelihood ratio; positive favours H1 */
    double lower, upper; /* H0 is accepted at or below, H1 at or above */
    match_verdict verdict;
} match_sprt_state;

/* True if elo0 < elo1, and alpha and beta are between 0 and 1/2, both ends
 * excluded. */
bool match_sprt_is_sound(const match_sprt *s);

/* The state of a sound test after these results. */
match_sprt_state match_sprt_test(const match_sprt *s, const match_tally *t);

/* "undecided", "H0" or "H1". */
const char *match_verdict_word(match_verdict verdict);

#endif /* MATCH_SPRT_H */
