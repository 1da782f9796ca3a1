/* match_print.c - a match's events and results as text for people. */
#include "match.h"

#include <math.h>
#include <string.h>

#include "match_log.h"

static void print_elo(FILE *out, double elo)
{
    if (isinf(elo))
        (void)fprintf(out, "%s", elo > 0 ? "+inf" : "-inf");
    else
        (void)fprintf(out, "%+.1f", elo);
}

static void print_estimate(const match_estimate *e, const char *what,
                           FILE *out)
{
    (void)fprintf(out, "  %-12s %.1f %%  Elo ", what, 100 * e->score);
    print_elo(out, e->elo);
    (void)fprintf(out, " [");
    print_elo(out, e->elo_low);
    (void)fprintf(out, ", ");
    print_elo(out, e->elo_high);
    (void)fprintf(out, "]  LOS %.1f %%\n", 100 * e->superiority);
}

static void print_games(const match_tally *t, FILE *out)
{
    const match_estimate e = match_estimate_games(t);
    if (match_games_suffice(t))
        print_estimate(&e, "games", out);
    else
        (void)fprintf(out, "  %-12s %.1f %%  too few to tell more\n", "games",
                      100 * e.score);
}

static void print_pairs(const match_tally *t, FILE *out)
{
    const match_estimate e = match_estimate_pairs(t);
    if (match_pairs_suffice(t))
        print_estimate(&e, "pairs", out);
    else if (match_tally_pairs(t) < MATCH_FEW_PAIRS)
        (void)fprintf(out, "  %-12s too few to tell\n", "pairs");
    else
        (void)fprintf(out, "  %-12s %.1f %%  all alike, so no interval\n",
                      "pairs", 100 * e.score);
}

/* ---- Events ------------------------------------------------------------- */

static void print_standing(const match_summary *s, FILE *out)
{
    if (s->pairing_count != 1)
        return;
    const match_tally *t = &s->pairings[0].tally;
    const match_estimate e = match_estimate_games(t);
    (void)fprintf(out, "  +%ld =%ld -%ld  %.1f %%", t->wins, t->draws,
                  t->losses, 100 * e.score);
    if (s->sprt.on)
        (void)fprintf(out, "  LLR %.2f [%.2f, %.2f]", s->sprt_state.llr,
                      s->sprt_state.lower, s->sprt_state.upper);
}

static void print_ended(const match_event *e, FILE *out)
{
    const match_summary *s = e->summary;
    (void)fprintf(out, "%ld/%ld  game %ld  %s - %s  %s", s->played, s->games,
                  e->game + 1, e->x, e->o, match_result_word(e->outcome));
    if (e->ending != MATCH_NORMAL)
        (void)fprintf(out, "  %s", match_ending_word(e->ending));
    if (e->text[0])
        (void)fprintf(out, " (%s)", e->text);
    print_standing(s, out);
    (void)fputc('\n', out);
}

void match_print_event(const match_event *event, FILE *out)
{
    if (event->kind == MATCH_NOTE)
        (void)fprintf(out, "note: %s\n", event->text);
    else if (event->kind == MATCH_GAME_ENDED)
        print_ended(event, out);
}

/* ---- Summary ------------------------------------------------------------ */

static void print_pairing(const match_summary *s, const match_pairing *p,
                          FILE *out)
{
    const match_tally *t = &p->tally;
    if (match_tally_games(t) == 0)
        return;
    (void)fprintf(out, "%s - %s: +%ld =%ld -%ld\n", s->names[p->a],
                  s->names[p->b], t->wins, t->draws, t->losses);
    print_games(t, out);
    print_pairs(t, out);
    (void)fprintf(out,
                  "  pairs with 0, 1/2, 1, 1 1/2, 2 points:"
                  " %ld %ld %ld %ld %ld\n",
                  t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3],
                  t->pairs[4]);
}

static const match_pairing *find_pairing(const match_summary *s, int a, int b)
{
    for (int i = 0; i < s->pairing_count; i++) {
        const match_pairing *p = &s->pairings[i];
        if ((p->a == a && p->b == b) || (p->a == b && p->b == a))
            return p;
    }
    return NULL;
}

static void print_cell(const match_summary *s, int row, int col, FILE *out)
{
    const match_pairing *p = find_pairing(s, row, col);
    if (!p || match_tally_games(&p->tally) == 0) {
        (void)fprintf(out, " %6s", row == col ? "\\" : ".");
        return;
    }
    const double points = (double)p->tally.wins + 0.5 * (double)p->tally.draws;
    const double games = (double)match_tally_games(&p->tally);
    (void)fprintf(out, " %6.1f", p->a == row ? points : games - points);
}

/* Each cell holds the points of the row's engine against the column's. */
static void print_crosstable(const match_summary *s, FILE *out)
{
    (void)fprintf(out, "%-24s", "points against");
    for (int i = 0; i < s->engine_count; i++)
        (void)fprintf(out, " %6d", i + 1);
    (void)fputc('\n', out);
    for (int i = 0; i < s->engine_count; i++) {
        (void)fprintf(out, "%3d %-20.20s", i + 1, s->names[i]);
        for (int j = 0; j < s->engine_count; j++)
            print_cell(s, i, j, out);
        (void)fputc('\n', out);
    }
}

static void print_ratings(const match_summary *s, FILE *out)
{
    if (!s->rated)
        return;
    (void)fprintf(out, "%-24s %8s %7s %7s %7s\n", "rating", "Elo", "+/-",
                  "games", "score");
    for (int i = 0; i < s->ratings.count; i++) {
        const match_rating *r = &s->ratings.of[i];
        char error[MATCH_ERROR_TEXT];
        (void)fprintf(out, "%-24.24s %8.1f %7s %7ld %5.1f %%\n", s->names[i],
                      r->elo, match_rating_error(r, 1, error), r->games,
                      100 * r->score);
    }
    if (s->ratings.bounded_by_draws)
        (void)fprintf(out, "(with one drawn game added to each pairing, as "
                           "somebody won or lost all)\n");
}

static void print_faults(const match_summary *s, FILE *out)
{
    for (int i = 0; i < s->engine_count; i++)
        for (int k = 0; k < MATCH_ENDING_COUNT; k++)
            if (s->faults[i][k] > 0)
                (void)fprintf(out, "%s: %s %ld time%s\n", s->names[i],
                              match_ending_word((match_ending)k),
                              s->faults[i][k],
                              s->faults[i][k] == 1 ? "" : "s");
}

static void print_sprt(const match_summary *s, FILE *out)
{
    if (!s->sprt.on)
        return;
    (void)fprintf(out,
                  "SPRT of %s, elo0 %g, elo1 %g, alpha %g, beta %g: LLR %.2f "
                  "[%.2f, %.2f], %s\n",
                  s->sprt.pairs ? "pairs" : "games", s->sprt.elo0,
                  s->sprt.elo1, s->sprt.alpha, s->sprt.beta, s->sprt_state.llr,
                  s->sprt_state.lower, s->sprt_state.upper,
                  match_verdict_word(s->sprt_state.verdict));
}

void match_print_summary(const match_summary *s, FILE *out)
{
    (void)fprintf(out, "%ld of %ld games%s\n", s->played, s->games,
                  s->interrupted ? ", interrupted" : "");
    for (int i = 0; i < s->pairing_count; i++)
        print_pairing(s, &s->pairings[i], out);
    if (s->engine_count > 2) {
        print_crosstable(s, out);
        print_ratings(s, out);
    }
    print_sprt(s, out);
    print_faults(s, out);
}
