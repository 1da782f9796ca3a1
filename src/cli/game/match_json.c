/* match_json.c - the result of a match as JSON. */
#include "match_json.h"

#include <math.h>

#include "json_write.h"

static void write_estimate(json_writer *w, const char *key,
                           const match_estimate *e)
{
    json_open_object(w, key);
    json_double(w, "score", e->score);
    json_double(w, "score-low", e->score_low);
    json_double(w, "score-high", e->score_high);
    json_double(w, "elo", e->elo);
    json_double(w, "elo-low", e->elo_low);
    json_double(w, "elo-high", e->elo_high);
    json_double(w, "los", e->superiority);
    json_close(w);
}

/* NAN is written as null: there are too few games for that number. */
static const match_estimate unknown = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};

static match_estimate without_interval(const match_estimate *e)
{
    match_estimate r = unknown;
    r.score = e->score;
    r.elo = e->elo;
    return r;
}

static match_estimate estimate_games(const match_tally *t)
{
    const match_estimate e = match_estimate_games(t);
    if (match_games_suffice(t))
        return e;
    return match_tally_games(t) > 0 ? without_interval(&e) : unknown;
}

static match_estimate estimate_pairs(const match_tally *t)
{
    const match_estimate e = match_estimate_pairs(t);
    if (match_pairs_suffice(t))
        return e;
    return match_tally_pairs(t) > 0 ? without_interval(&e) : unknown;
}

static void write_pairing(json_writer *w, const match_summary *s,
                          const match_pairing *p)
{
    const match_tally *t = &p->tally;
    const match_estimate games = estimate_games(t);
    const match_estimate pairs = estimate_pairs(t);
    json_open_object(w, NULL);
    json_string(w, "a", s->names[p->a]);
    json_string(w, "b", s->names[p->b]);
    json_int(w, "wins", t->wins);
    json_int(w, "draws", t->draws);
    json_int(w, "losses", t->losses);
    json_open_array(w, "pairs");
    for (int i = 0; i < 5; i++)
        json_int(w, NULL, t->pairs[i]);
    json_close(w);
    write_estimate(w, "by-games", &games);
    write_estimate(w, "by-pairs", &pairs);
    json_close(w);
}

static void write_engine(json_writer *w, const match_summary *s, int i)
{
    const match_rating *r = &s->ratings.of[i];
    json_open_object(w, NULL);
    json_string(w, "name", s->names[i]);
    if (s->rated) {
        json_double(w, "elo", r->elo);
        json_double(w, "elo-error", r->error);
        json_int(w, "games", r->games);
        json_double(w, "score", r->score);
    }
    json_open_object(w, "faults");
    for (int k = 0; k < MATCH_ENDING_COUNT; k++)
        if (s->faults[i][k] > 0)
            json_int(w, match_ending_word((match_ending)k), s->faults[i][k]);
    json_close(w);
    json_close(w);
}

static void write_sprt(json_writer *w, const match_summary *s)
{
    json_open_object(w, "sprt");
    json_string(w, "of", s->sprt.pairs ? "pairs" : "games");
    json_string(w, "verdict", match_verdict_word(s->sprt_state.verdict));
    json_double(w, "elo0", s->sprt.elo0);
    json_double(w, "elo1", s->sprt.elo1);
    json_double(w, "alpha", s->sprt.alpha);
    json_double(w, "beta", s->sprt.beta);
    json_double(w, "llr", s->sprt_state.llr);
    json_double(w, "lower", s->sprt_state.lower);
    json_double(w, "upper", s->sprt_state.upper);
    json_close(w);
}

void match_json_write(const match_summary *s, FILE *out)
{
    json_writer w = json_to(out);
    json_open_object(&w, NULL);
    json_int(&w, "games", s->games);
    json_int(&w, "played", s->played);
    json_bool(&w, "interrupted", s->interrupted);
    json_bool(&w, "ratings-bounded-by-draws",
              s->rated && s->ratings.bounded_by_draws);
    json_open_array(&w, "engines");
    for (int i = 0; i < s->engine_count; i++)
        write_engine(&w, s, i);
    json_close(&w);
    json_open_array(&w, "pairings");
    for (int i = 0; i < s->pairing_count; i++)
        write_pairing(&w, s, &s->pairings[i]);
    json_close(&w);
    if (s->sprt.on)
        write_sprt(&w, s);
    json_close(&w);
}
