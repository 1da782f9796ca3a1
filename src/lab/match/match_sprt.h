/* match_sprt.h - has a match been decided?
 *
 * The generalised sequential probability ratio test of H0 (the first player
 * is elo0 better) against H1 (he is elo1 better), as Van den Bergh describes
 * it and fishtest uses it. docs/manual/match.md has the formulas. */
#ifndef MATCH_SPRT_H
#define MATCH_SPRT_H

#include <stdbool.h>

#include "match_stats.h"

typedef struct match_sprt {
    bool on;
    bool pairs; /* pentanomial: count pairs, not single games */
    double elo0, elo1;
    double alpha; /* chance of H1 where H0 is true */
    double beta;  /* chance of H0 where H1 is true */
} match_sprt;

typedef enum match_verdict {
    MATCH_UNDECIDED,
    MATCH_ACCEPT_H0,
    MATCH_ACCEPT_H1
} match_verdict;

typedef struct match_sprt_state {
    double llr;          /* log-likelihood ratio, towards H1 if positive */
    double lower, upper; /* where it decides */
    match_verdict verdict;
} match_sprt_state;

/* True if elo0 < elo1 and both errors are within 0..1/2, ends excluded. */
bool match_sprt_is_sound(const match_sprt *s);

/* How a sound test stands with these results. */
match_sprt_state match_sprt_judge(const match_sprt *s, const match_tally *t);

/* "undecided", "H0" or "H1". */
const char *match_verdict_word(match_verdict verdict);

#endif /* MATCH_SPRT_H */
