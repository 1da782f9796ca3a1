/* match-driver.c - runs the match runner alone, for match.py.
 *
 *   match-driver KEY=VALUE...
 *
 * Progress goes to stderr, the JSON summary to stdout. */
#include "match_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static match_config config;

static void give_up(const char *what)
{
    (void)fprintf(stderr, "match-driver: %s\n", what);
    exit(2);
}

static void add_engine(const char *value)
{
    char why[PROGRAM_WHY];
    if (program_spec_parse(value, &config.engines[config.engine_count++],
                           why) != OXO_OK)
        give_up(why);
}

static void set_kind(const char *value)
{
    config.kind = strcmp(value, "gauntlet") == 0   ? MATCH_GAUNTLET
                  : strcmp(value, "adjacent") == 0 ? MATCH_ADJACENT
                                                   : MATCH_ROUND_ROBIN;
}

/* A number of plies, or a file. */
static void set_openings(const char *value)
{
    char *end;
    const long plies = strtol(value, &end, 10);
    config.openings.kind = *end ? MATCH_OPENINGS_FILE : MATCH_RANDOM_PLIES;
    config.openings.plies = (int)plies;
    config.openings.path = value;
}

static void set_sprt(const char *value)
{
    match_sprt *s = &config.sprt;
    char of[8];
    s->on = sscanf(value, "%7[^,],%lf,%lf,%lf,%lf", of, &s->elo0, &s->elo1,
                   &s->alpha, &s->beta) == 5;
    s->pairs = strcmp(of, "pairs") == 0;
}

static void set_adjudication(const char *key, const char *value)
{
    match_adjudication *a = &config.adjudication;
    if (strcmp(key, "resign") == 0) {
        int agree = 0;
        (void)sscanf(value, "%d,%d,%d", &a->resign_moves, &a->resign_score,
                     &agree);
        a->resign_agree = agree != 0;
    } else {
        (void)sscanf(value, "%d,%d,%d", &a->draw_moves, &a->draw_score,
                     &a->draw_from_ply);
    }
}

/* Sets a number by its name; false if the name is unknown. */
static bool set_number(const char *key, const char *value)
{
    const long n = strtol(value, NULL, 10);
    if (strcmp(key, "rounds") == 0)
        config.rounds = (int)n;
    else if (strcmp(key, "concurrency") == 0)
        config.concurrency = (int)n;
    else if (strcmp(key, "seed") == 0)
        config.openings.seed = (uint64_t)n;
    else if (strcmp(key, "margin") == 0)
        config.margin = n;
    else if (strcmp(key, "start") == 0)
        config.start_grace = n;
    else if (strcmp(key, "think") == 0)
        config.think_grace = n;
    else if (strcmp(key, "quit") == 0)
        config.quit_grace = n;
    else if (strcmp(key, "failures") == 0)
        config.start_failures = (int)n;
    else
        return false;
    return true;
}

static void set(const char *key, const char *value)
{
    if (strcmp(key, "engine") == 0)
        add_engine(value);
    else if (strcmp(key, "kind") == 0)
        set_kind(value);
    else if (strcmp(key, "openings") == 0)
        set_openings(value);
    else if (strcmp(key, "sprt") == 0)
        set_sprt(value);
    else if (strcmp(key, "resign") == 0 || strcmp(key, "draw") == 0)
        set_adjudication(key, value);
    else if (strcmp(key, "games") == 0)
        config.games = value;
    else if (strcmp(key, "log") == 0)
        config.log = value;
    else if (strcmp(key, "variant") == 0 &&
             oxo_variant_find(value, &config.variant))
        return;
    else if (!set_number(key, value) &&
             program_limits_set(&config.limits, key, value) != OXO_OK)
        give_up(key);
}

static void print(const match_event *event, void *context)
{
    match_print_event(event, context);
}

int main(int argc, char **argv)
{
    static match_summary summary;
    match_config_init(&config);
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals)
            give_up(argv[i]);
        *equals = '\0';
        set(argv[i], equals + 1);
    }
    const int status = match_run(&config, print, stderr, &summary);
    if (status == -EINVAL)
        return 2;
    match_print_summary(&summary, stderr);
    match_json_write(&summary, stdout);
    return status < 0;
}
