/* match_stats.c - scores, Elo and likelihood of superiority. */
#include "match_stats.h"

#include <assert.h>
#include <math.h>

/* Two-sided 95 % quantile of the normal distribution. */
static const double z95 = 1.959963984540054;

long match_tally_games(const match_tally *t)
{
    return t->wins + t->draws + t->losses;
}

long match_tally_pairs(const match_tally *t)
{
    long sum = 0;
    for (int i = 0; i < 5; i++)
        sum += t->pairs[i];
    return sum;
}

void match_tally_add_game(match_tally *t, int halves)
{
    assert(halves >= 0 && halves <= 2);
    t->wins += halves == 2;
    t->draws += halves == 1;
    t->losses += halves == 0;
}

void match_tally_add_pair(match_tally *t, int halves)
{
    assert(halves >= 0 && halves <= 4);
    t->pairs[halves]++;
}

match_tally match_tally_reversed(const match_tally *t)
{
    match_tally r = {t->losses, t->draws, t->wins, {0}};
    for (int i = 0; i < 5; i++)
        r.pairs[i] = t->pairs[4 - i];
    return r;
}

double match_elo_to_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double match_score_to_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    /* -log10(1 / score - 1) would be -0.0 for equal scores. */
    return 400 * log10(score / (1 - score));
}

static double normal_below(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

static double clamped(double score)
{
    return fmin(fmax(score, 0), 1);
}

/* Mean and standard error of results that are worth 0, 1/last, ..., 1 and
 * occurred counts[0], counts[1], ..., counts[last] times. */
static void find_mean(const long *counts, int last, double *ret_mean,
                      double *ret_error)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i <= last; i++) {
        const double value = (double)i / last;
        n += (double)counts[i];
        sum += (double)counts[i] * value;
    }
    const double mean = sum / n;
    for (int i = 0; i <= last; i++) {
        const double off = (double)i / last - mean;
        squares += (double)counts[i] * off * off;
    }
    *ret_mean = mean;
    *ret_error = sqrt(squares) / n;
}

static match_estimate estimate_nothing(void)
{
    return (match_estimate){.score = 0.5,
                            .score_low = 0,
                            .score_high = 1,
                            .elo = 0,
                            .elo_low = -INFINITY,
                            .elo_high = INFINITY,
                            .superiority = 0.5};
}

/* If all results are equal, their variance is 0 and says nothing. Use the
 * exact interval instead: if every result equals the observed one with
 * probability q, all `count` of them do with probability q^count, and the
 * interval ends where that is 2.5 %. */
static void widen_interval(match_estimate *e, double count)
{
    const double q = pow(0.025, 1 / count);
    if (e->score >= 1)
        e->score_low = q;
    else if (e->score <= 0)
        e->score_high = 1 - q;
}

static match_estimate estimate(double score, double error, long count)
{
    match_estimate e = {.score = score};
    e.score_low = clamped(score - z95 * error);
    e.score_high = clamped(score + z95 * error);
    widen_interval(&e, (double)count);
    e.elo = match_score_to_elo(e.score);
    e.elo_low = match_score_to_elo(e.score_low);
    e.elo_high = match_score_to_elo(e.score_high);
    return e;
}

/* Draws do not say which engine is stronger: only decided games count. */
static double superiority_of_games(const match_tally *t)
{
    const double decided = (double)(t->wins + t->losses);
    if (decided <= 0)
        return 0.5;
    return normal_below((double)(t->wins - t->losses) / sqrt(decided));
}

match_estimate match_estimate_games(const match_tally *t)
{
    if (match_tally_games(t) == 0)
        return estimate_nothing();

    const long counts[3] = {t->losses, t->draws, t->wins};
    double mean, error;
    find_mean(counts, 2, &mean, &error);
    match_estimate e = estimate(mean, error, match_tally_games(t));
    e.superiority = superiority_of_games(t);
    return e;
}

static double superiority_of_pairs(double mean, double error)
{
    if (error > 0)
        return normal_below((mean - 0.5) / error);
    return mean > 0.5 ? 1 : mean < 0.5 ? 0 : 0.5;
}

match_estimate match_estimate_pairs(const match_tally *t)
{
    if (match_tally_pairs(t) == 0)
        return estimate_nothing();

    double mean, error;
    find_mean(t->pairs, 4, &mean, &error);
    match_estimate e = estimate(mean, error, match_tally_pairs(t));
    e.superiority = superiority_of_pairs(mean, error);
    return e;
}

bool match_games_suffice(const match_tally *t)
{
    return match_tally_games(t) >= MATCH_FEW_GAMES;
}

bool match_pairs_suffice(const match_tally *t)
{
    int kinds = 0;
    for (int i = 0; i < 5; i++)
        kinds += t->pairs[i] > 0;
    return kinds > 1 && match_tally_pairs(t) >= MATCH_FEW_PAIRS;
}
