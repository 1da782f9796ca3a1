/* print_json.c - results for programs. */
#include "match.h"

#include <math.h>
#include <string.h>

/* JSON has no infinity; null is "there is none". */
static void put_number(FILE *out, const char *name, double value)
{
    if (isfinite(value))
        (void)fprintf(out, "\"%s\":%.6g", name, value);
    else
        (void)fprintf(out, "\"%s\":null", name);
}

static void put_text(FILE *out, const char *text)
{
    (void)fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            (void)fprintf(out, "\\%c", c);
        else if (c < ' ')
            (void)fprintf(out, "\\u%04x", c);
        else
            (void)fputc(c, out);
    }
    (void)fputc('"', out);
}

static void put_bool(FILE *out, const char *name, bool value)
{
    (void)fprintf(out, "\"%s\":%s", name, value ? "true" : "false");
}

static void put_estimate(FILE *out, const char *name, const match_estimate *e)
{
    const struct {
        const char *name;
        double value;
    } fields[] = {{"score", e->score},          {"scoreLow", e->score_low},
                  {"scoreHigh", e->score_high}, {"elo", e->elo},
                  {"eloLow", e->elo_low},       {"eloHigh", e->elo_high},
                  {"los", e->superiority}};
    (void)fprintf(out, "\"%s\":{", name);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        put_number(out, fields[i].name, fields[i].value);
    }
    (void)fputc('}', out);
}

static void put_pairing(FILE *out, const match_summary *s,
                        const match_pairing *p)
{
    const match_tally *t = &p->tally;
    const match_estimate games = match_estimate_games(t);
    const match_estimate pairs = match_estimate_pairs(t);
    (void)fputs("{\"a\":", out);
    put_text(out, s->names[p->a]);
    (void)fputs(",\"b\":", out);
    put_text(out, s->names[p->b]);
    (void)fprintf(out,
                  ",\"wins\":%ld,\"draws\":%ld,\"losses\":%ld,"
                  "\"pairs\":[%ld,%ld,%ld,%ld,%ld],",
                  t->wins, t->draws, t->losses, t->pairs[0], t->pairs[1],
                  t->pairs[2], t->pairs[3], t->pairs[4]);
    put_estimate(out, "byGames", &games);
    (void)fputc(',', out);
    put_estimate(out, "byPairs", &pairs);
    (void)fputc('}', out);
}

static void put_faults(FILE *out, const long faults[MATCH_ENDING_COUNT])
{
    bool first = true;
    (void)fputs("\"faults\":{", out);
    for (int k = 0; k < MATCH_ENDING_COUNT; k++) {
        if (faults[k] == 0)
            continue;
        (void)fprintf(out, "%s\"%s\":%ld", first ? "" : ",",
                      match_ending_word((match_ending)k), faults[k]);
        first = false;
    }
    (void)fputc('}', out);
}

static void put_engine(FILE *out, const match_summary *s, int i)
{
    const match_rating *r = &s->ratings.of[i];
    (void)fputs("{\"name\":", out);
    put_text(out, s->names[i]);
    (void)fputc(',', out);
    if (s->rated) {
        put_number(out, "elo", r->elo);
        (void)fputc(',', out);
        put_number(out, "eloError", r->error);
        (void)fprintf(out, ",\"games\":%ld,", r->games);
        put_number(out, "score", r->score);
        (void)fputc(',', out);
    }
    put_faults(out, s->faults[i]);
    (void)fputc('}', out);
}

static void put_sprt(FILE *out, const match_summary *s)
{
    const struct {
        const char *name;
        double value;
    } fields[] = {
        {"elo0", s->sprt.elo0},        {"elo1", s->sprt.elo1},
        {"alpha", s->sprt.alpha},      {"beta", s->sprt.beta},
        {"llr", s->sprt_state.llr},    {"lower", s->sprt_state.lower},
        {"upper", s->sprt_state.upper}};
    (void)fprintf(out, ",\"sprt\":{\"of\":\"%s\",\"verdict\":\"%s\"",
                  s->sprt.pairs ? "pairs" : "games",
                  match_verdict_word(s->sprt_state.verdict));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        (void)fputc(',', out);
        put_number(out, fields[i].name, fields[i].value);
    }
    (void)fputc('}', out);
}

void match_print_json(const match_summary *s, FILE *out)
{
    (void)fprintf(out, "{\"games\":%ld,\"played\":%ld,", s->games, s->played);
    put_bool(out, "interrupted", s->interrupted);
    (void)fputc(',', out);
    put_bool(out, "ratingsBoundedByDraws",
             s->rated && s->ratings.bounded_by_draws);
    (void)fputs(",\"engines\":[", out);
    for (int i = 0; i < s->engine_count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        put_engine(out, s, i);
    }
    (void)fputs("],\"pairings\":[", out);
    for (int i = 0; i < s->pairing_count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        put_pairing(out, s, &s->pairings[i]);
    }
    (void)fputc(']', out);
    if (s->sprt.on)
        put_sprt(out, s);
    (void)fputs("}\n", out);
}
