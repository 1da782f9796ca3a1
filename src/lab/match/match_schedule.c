/* match_schedule.c - all games of a match: pairing, opening and result. */
#include "bytes.h"
#include "match_schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_paired(match_kind kind, int a, int b)
{
    if (kind == MATCH_GAUNTLET)
        return a == 0;
    return kind == MATCH_ROUND_ROBIN || b == a + 1;
}

int match_pairings_list(const match_config *config,
                        match_pairing ret[MATCH_MAX_PAIRINGS])
{
    int count = 0;
    for (int a = 0; a < config->engine_count; a++)
        for (int b = a + 1; b < config->engine_count; b++)
            if (is_paired(config->kind, a, b))
                ret[count++] = (match_pairing){.a = a, .b = b};
    return count;
}

int match_schedule_create(match_schedule *ret, const match_config *config,
                          int pairings, char why[MATCH_WHY])
{
    match_schedule s = {.config = config};
    const int status = match_suite_create(&config->openings, config->variant,
                                          config->rounds, &s.suite, why);
    if (status < 0)
        return status;
    s.games = 2L * config->rounds * pairings;
    s.points = malloc((size_t)s.games);
    if (!s.points) {
        match_suite_destroy(&s.suite);
        (void)snprintf(why, MATCH_WHY, "out of memory");
        return -ENOMEM;
    }
    memset(s.points, -1, (size_t)s.games);
    *ret = s;
    return 0;
}

void match_schedule_destroy(match_schedule *s)
{
    match_suite_destroy(&s->suite);
    free(s->points);
    s->points = NULL;
}

/* ---- The digest --------------------------------------------------------- */

static uint64_t with_text(uint64_t h, const char *text)
{
    return bytes_digest(h, text, strlen(text) + 1);
}

static uint64_t with_number(uint64_t h, long long number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%lld", number);
    return with_text(h, text);
}

static uint64_t with_limits(uint64_t h, const program_limits *l)
{
    h = with_number(h, l->base);
    h = with_number(h, l->increment);
    h = with_number(h, l->move_time);
    h = with_number(h, l->first_time);
    h = with_number(h, (long long)l->nodes);
    return with_number(h, l->depth);
}

static uint64_t with_engine(uint64_t h, const program_spec *e)
{
    h = with_text(h, e->name);
    h = with_text(h, e->command);
    h = with_text(h, e->directory);
    h = with_number(h, e->protocol);
    h = with_limits(h, &e->limits);
    for (int i = 0; i < e->option_count; i++) {
        h = with_text(h, e->options[i].name);
        h = with_text(h, e->options[i].value);
    }
    return with_text(h, "");
}

/* Random openings by their seed, openings of a file by their contents. */
static uint64_t with_openings(uint64_t h, const match_schedule *s)
{
    const match_openings *o = &s->config->openings;
    h = with_number(h, o->kind);
    if (o->kind == MATCH_RANDOM_PLIES) {
        h = with_number(h, o->plies);
        h = with_number(h, (long long)o->seed);
    }
    for (int i = 0; o->kind == MATCH_OPENINGS_FILE && i < s->suite.count;
         i++) {
        const match_opening *opening = &s->suite.openings[i];
        char text[OXO_POSITION_TEXT];
        (void)oxo_position_format(OXO_NATIVE, &opening->start, text, NULL);
        h = with_text(h, text);
        h = bytes_digest(h, opening->moves, opening->length);
    }
    return h;
}

static uint64_t with_adjudication(uint64_t h, const match_adjudication *a)
{
    h = with_number(h, a->resign_moves);
    h = with_number(h, a->resign_score);
    h = with_number(h, a->resign_agree);
    h = with_number(h, a->draw_moves);
    h = with_number(h, a->draw_score);
    return with_number(h, a->draw_from_ply);
}

uint64_t match_schedule_digest(const match_schedule *s)
{
    const match_config *c = s->config;
    uint64_t h = with_text(0, oxo_variant_word(c->variant));
    h = with_number(h, c->kind);
    for (int i = 0; i < c->engine_count; i++)
        h = with_engine(h, &c->engines[i]);
    h = with_limits(h, &c->limits);
    h = with_adjudication(h, &c->adjudication);
    return with_openings(h, s);
}
