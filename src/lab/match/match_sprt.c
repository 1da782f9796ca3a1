/* match_sprt.c - the generalised sequential probability ratio test. */
#include "match_sprt.h"

#include <assert.h>
#include <math.h>

/* A result that has not occurred yet counts as so many games, so that a
 * distribution which contains that result does not have likelihood zero. */
static const double unseen = 1e-3;

/* The observed results: result i is worth i / last points and has relative
 * frequency p[i]. */
typedef struct distribution {
    int last;
    double n; /* number of observations */
    double p[5];
} distribution;

static distribution observe(const long *counts, int last)
{
    distribution d = {.last = last};
    for (int i = 0; i <= last; i++) {
        d.p[i] = counts[i] > 0 ? (double)counts[i] : unseen;
        d.n += d.p[i];
    }
    for (int i = 0; i <= last; i++)
        d.p[i] /= d.n;
    return d;
}

/* The function whose root is the tilt that find_tilt() looks for. It
 * decreases strictly with `tilt`. */
static double tilt_slack(const distribution *d, double mean, double tilt)
{
    double sum = 0;
    for (int i = 0; i <= d->last; i++) {
        const double off = (double)i / d->last - mean;
        sum += d->p[i] * off / (1 + tilt * off);
    }
    return sum;
}

/* Of all distributions with the given mean, the one under which the observed
 * results are most likely has the probabilities
 *
 *     p[i] / (1 + tilt * (value[i] - mean))
 *
 * Finds that tilt by bisection between the poles at -1 / (1 - mean) and
 * 1 / mean, where all weights are positive. */
static double find_tilt(const distribution *d, double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (tilt_slack(d, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double log_ratio(const distribution *d, double mean0, double mean1)
{
    const double tilt0 = find_tilt(d, mean0), tilt1 = find_tilt(d, mean1);
    double sum = 0;
    for (int i = 0; i <= d->last; i++) {
        const double value = (double)i / d->last;
        const double weight0 = 1 + tilt0 * (value - mean0);
        const double weight1 = 1 + tilt1 * (value - mean1);
        sum += d->p[i] * log(weight0 / weight1);
    }
    return d->n * sum;
}

bool match_sprt_is_sound(const match_sprt *s)
{
    return isfinite(s->elo0) && isfinite(s->elo1) && s->elo0 < s->elo1 &&
           s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5;
}

static double llr_of(const match_sprt *s, const match_tally *t)
{
    const long games[3] = {t->losses, t->draws, t->wins};
    const long count = s->pairs ? match_tally_pairs(t) : match_tally_games(t);
    if (count == 0)
        return 0;
    const distribution d = s->pairs ? observe(t->pairs, 4) : observe(games, 2);
    return log_ratio(&d, match_elo_to_score(s->elo0),
                     match_elo_to_score(s->elo1));
}

match_sprt_state match_sprt_test(const match_sprt *s, const match_tally *t)
{
    assert(match_sprt_is_sound(s));

    match_sprt_state r = {.llr = llr_of(s, t)};
    r.lower = log(s->beta / (1 - s->alpha));
    r.upper = log((1 - s->beta) / s->alpha);
    if (r.llr >= r.upper)
        r.verdict = MATCH_ACCEPT_H1;
    else if (r.llr <= r.lower)
        r.verdict = MATCH_ACCEPT_H0;
    return r;
}

const char *match_verdict_word(match_verdict verdict)
{
    static const char *const words[] = {"undecided", "H0", "H1"};
    return words[verdict];
}
