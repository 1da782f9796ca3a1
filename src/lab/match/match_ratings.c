/* match_ratings.c - a Bradley-Terry fit by Newton's method. */
#include "match_ratings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef double matrix[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES];

typedef struct fit {
    const match_pairing *pairings;
    int pairing_count;
    int n;
    double extra_draws; /* added to every pairing that was played */
    double strength[MATCH_MAX_ENGINES]; /* natural logarithms */
} fit;

/* ---- Is there a maximum? ------------------------------------------------ */

/* Bit j of reach[i]: engine i has taken at least half a point from engine j,
 * or from an engine that reaches j. With `any_game`, a game is enough. */
static void find_reach(const fit *f, bool any_game,
                       uint32_t reach[MATCH_MAX_ENGINES])
{
    memset(reach, 0, sizeof(uint32_t) * MATCH_MAX_ENGINES);
    for (int k = 0; k < f->pairing_count; k++) {
        const match_pairing *p = &f->pairings[k];
        const match_tally *t = &p->tally;
        const bool played = any_game && match_tally_games(t) > 0;
        if (t->wins + t->draws > 0 || played)
            reach[p->a] |= UINT32_C(1) << p->b;
        if (t->losses + t->draws > 0 || played)
            reach[p->b] |= UINT32_C(1) << p->a;
    }
    for (int via = 0; via < f->n; via++)
        for (int i = 0; i < f->n; i++)
            if (reach[i] >> via & 1U)
                reach[i] |= reach[via];
}

static bool is_connected(const fit *f, bool any_game)
{
    uint32_t reach[MATCH_MAX_ENGINES];
    find_reach(f, any_game, reach);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            if (i != j && !(reach[i] >> j & 1U))
                return false;
    return true;
}

/* ---- Linear algebra ----------------------------------------------------- */

static void subtract_row(matrix m, matrix inverse, int n, int to, int from)
{
    const double factor = m[to][from];
    for (int k = 0; k < n; k++) {
        m[to][k] -= factor * m[from][k];
        inverse[to][k] -= factor * inverse[from][k];
    }
}

/* Gauss-Jordan without pivoting: the matrix is positive definite. */
static void invert(matrix m, int n, matrix ret)
{
    memset(ret, 0, sizeof(matrix));
    for (int i = 0; i < n; i++)
        ret[i][i] = 1;
    for (int i = 0; i < n; i++) {
        const double pivot = m[i][i];
        for (int k = 0; k < n; k++) {
            m[i][k] /= pivot;
            ret[i][k] /= pivot;
        }
        for (int j = 0; j < n; j++)
            if (j != i)
                subtract_row(m, ret, n, j, i);
    }
}

/* Adds w * (e_a - e_b)(e_a - e_b)'. */
static void add_pairing(matrix m, const match_pairing *p, double w)
{
    m[p->a][p->a] += w;
    m[p->b][p->b] += w;
    m[p->a][p->b] -= w;
    m[p->b][p->a] -= w;
}

/* ---- The fit ------------------------------------------------------------ */

static double expected(const fit *f, const match_pairing *p)
{
    return 1 / (1 + exp(f->strength[p->b] - f->strength[p->a]));
}

static double games_of(const fit *f, const match_pairing *p)
{
    const long games = match_tally_games(&p->tally);
    return games > 0 ? (double)games + f->extra_draws : 0;
}

static double points_of(const fit *f, const match_pairing *p)
{
    const long games = match_tally_games(&p->tally);
    const double points = (double)p->tally.wins + 0.5 * (double)p->tally.draws;
    return games > 0 ? points + f->extra_draws / 2 : 0;
}

/* The inverse of the information matrix. The matrix is singular, because
 * adding a constant to all strengths changes nothing. Adding 1 to every entry
 * makes it invertible, and cancels out wherever the inverse is used. */
static void inverse_information(const fit *f, matrix ret)
{
    matrix h;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            h[i][j] = 1;
    for (int k = 0; k < f->pairing_count; k++) {
        const match_pairing *p = &f->pairings[k];
        const double e = expected(f, p);
        add_pairing(h, p, games_of(f, p) * e * (1 - e));
    }
    invert(h, f->n, ret);
}

static void find_gradient(const fit *f, double ret[MATCH_MAX_ENGINES])
{
    memset(ret, 0, sizeof(double) * MATCH_MAX_ENGINES);
    for (int k = 0; k < f->pairing_count; k++) {
        const match_pairing *p = &f->pairings[k];
        const double over = points_of(f, p) - games_of(f, p) * expected(f, p);
        ret[p->a] += over;
        ret[p->b] -= over;
    }
}

/* Takes one step of Newton's method and returns its longest component. A long
 * step is shortened: far from the maximum the curvature says little. */
static double improve_fit(fit *f)
{
    double gradient[MATCH_MAX_ENGINES], step[MATCH_MAX_ENGINES] = {0};
    matrix inverse;
    inverse_information(f, inverse);
    find_gradient(f, gradient);

    double longest = 0;
    for (int i = 0; i < f->n; i++) {
        for (int j = 0; j < f->n; j++)
            step[i] += inverse[i][j] * gradient[j];
        longest = fmax(longest, fabs(step[i]));
    }
    const double scale = longest > 1 ? 1 / longest : 1;
    for (int i = 0; i < f->n; i++)
        f->strength[i] += scale * step[i];
    return longest;
}

/* ---- Errors ------------------------------------------------------------- */

/* The sum of the squared residuals of a pairing, for an expected score of `e`
 * per game: over pairs if all games belong to one, else over games. */
static double sum_residuals(const match_pairing *p, double e)
{
    const match_tally *t = &p->tally;
    if (2 * match_tally_pairs(t) != match_tally_games(t))
        return (double)t->wins * pow(1 - e, 2) +
               (double)t->draws * pow(0.5 - e, 2) + (double)t->losses * e * e;
    double sum = 0;
    for (int i = 0; i < 5; i++)
        sum += (double)t->pairs[i] * pow(i / 2.0 - 2 * e, 2);
    return sum;
}

/* The sandwich estimator: inverse information, squared residuals, inverse
 * information. */
static void find_covariance(const fit *f, matrix ret)
{
    matrix inverse, middle = {{0}}, half = {{0}};
    inverse_information(f, inverse);
    for (int k = 0; k < f->pairing_count; k++) {
        const match_pairing *p = &f->pairings[k];
        const double e = expected(f, p);
        add_pairing(middle, p, sum_residuals(p, e) + f->extra_draws / 4);
    }
    memset(ret, 0, sizeof(matrix));
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            for (int k = 0; k < f->n; k++)
                half[i][j] += inverse[i][k] * middle[k][j];
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            for (int k = 0; k < f->n; k++)
                ret[i][j] += half[i][k] * inverse[k][j];
}

/* ---- The answer --------------------------------------------------------- */

static void count_points(const fit *f, match_ratings *r)
{
    for (int k = 0; k < f->pairing_count; k++) {
        const match_pairing *p = &f->pairings[k];
        const long games = match_tally_games(&p->tally);
        const double points =
            (double)p->tally.wins + 0.5 * (double)p->tally.draws;
        r->of[p->a].games += games;
        r->of[p->b].games += games;
        r->of[p->a].score += points;
        r->of[p->b].score += (double)games - points;
    }
    for (int i = 0; i < r->count; i++)
        if (r->of[i].games > 0)
            r->of[i].score /= (double)r->of[i].games;
}

static void scale_to_elo(const fit *f, int anchor, double anchor_elo,
                         match_ratings *r)
{
    const double points = 400 / log(10);
    const double z95 = 1.959963984540054;
    matrix c;
    find_covariance(f, c);
    double zero = anchor < 0 ? 0 : f->strength[anchor];
    for (int i = 0; anchor < 0 && i < f->n; i++)
        zero += f->strength[i] / f->n;
    for (int i = 0; i < f->n; i++) {
        double variance = c[i][i];
        if (anchor >= 0)
            variance += c[anchor][anchor] - 2 * c[i][anchor];
        /* Rounded to the accuracy of the fit; + 0 turns -0.0 into 0.0. */
        r->of[i].elo = rint(1e6 * points * (f->strength[i] - zero)) / 1e6 + 0;
        r->of[i].elo += anchor < 0 ? 0 : anchor_elo;
        const bool known = r->of[i].games >= MATCH_FEW_GAMES && variance > 0;
        r->of[i].error = i == anchor ? 0
                         : known     ? z95 * points * sqrt(variance)
                                     : NAN;
    }
}

const char *match_rating_error(const match_rating *r, int decimals,
                               char ret[MATCH_ERROR_TEXT])
{
    (void)snprintf(ret, MATCH_ERROR_TEXT, "-");
    if (!isnan(r->error))
        (void)snprintf(ret, MATCH_ERROR_TEXT, "%.*f", decimals, r->error);
    return ret;
}

bool match_ratings_fit(const match_pairing *pairings, int count, int engines,
                       int anchor, double anchor_elo, match_ratings *ret)
{
    assert(engines >= 1 && engines <= MATCH_MAX_ENGINES);
    assert(anchor >= -1 && anchor < engines);

    fit f = {.pairings = pairings, .pairing_count = count, .n = engines};
    if (!is_connected(&f, true))
        return false;
    const bool bounded = !is_connected(&f, false);
    f.extra_draws = bounded ? 1 : 0;
    double step = 1;
    for (int i = 0; i < 500 && step > 1e-10; i++)
        step = improve_fit(&f);

    match_ratings r = {.count = engines, .bounded_by_draws = bounded};
    count_points(&f, &r);
    scale_to_elo(&f, anchor, anchor_elo, &r);
    *ret = r;
    return true;
}
