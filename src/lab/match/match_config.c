/* match_config.c - defaults and checks of a match's configuration. */
#define _POSIX_C_SOURCE 200809L /* struct stat */
#include "match.h"

#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "utf8.h"

static oxo_status refuse(char why[MATCH_WHY], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static oxo_status refuse(char why[MATCH_WHY], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, MATCH_WHY, format, arguments);
    va_end(arguments);
    return OXO_SYNTAX;
}

void match_config_init(match_config *ret)
{
    memset(ret, 0, sizeof *ret);
    ret->variant = OXO_ULTIMATE;
    ret->rounds = 1;
    ret->concurrency = 1;
    ret->margin = 100;
    ret->start_grace = 10000;
    ret->think_grace = 60000;
    ret->quit_grace = 2000;
    ret->start_failures = 3;
    ret->anchor = -1;
    ret->adjudication.resign_agree = true;
}

oxo_status match_config_levels(match_config *config, const program_spec *base,
                               int from, int to)
{
    if (from < 0 || to < from || to - from >= MATCH_MAX_ENGINES)
        return OXO_SYNTAX;
    config->engine_count = 0;
    for (int level = from; level <= to; level++) {
        program_spec *e = &config->engines[config->engine_count++];
        char text[16];
        *e = *base;
        (void)snprintf(text, sizeof text, "%d", level);
        (void)snprintf(e->name, sizeof e->name, "level-%d", level);
        if (program_spec_add_option(e, "Level", text) != OXO_OK)
            return OXO_TEXT_TOO_LONG;
    }
    return OXO_OK;
}

static oxo_status check_engine(const match_config *c, const program_spec *e,
                               char why[MATCH_WHY])
{
    const bool codingame = e->protocol == PROTOCOL_CODINGAME;
    const char *unfit = program_spec_unfit(e, c->variant);
    if (!e->command[0])
        return refuse(why, "%s has no command", e->name);
    if (!codingame && !program_limits_any(&e->limits) &&
        !program_limits_any(&c->limits))
        return refuse(why, "%s has no limit of time, nodes or depth", e->name);
    if (unfit)
        return refuse(why, "%s %s", e->name, unfit);
    /* The protocol only sends the last move, not a position. */
    if (codingame && c->openings.kind != MATCH_EMPTY_BOARD)
        return refuse(why,
                      "%s speaks CodinGame's protocol, which has no "
                      "openings: use '--openings empty'",
                      e->name);
    return OXO_OK;
}

static oxo_status check_names(const match_config *c, char why[MATCH_WHY])
{
    for (int i = 0; i < c->engine_count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(c->engines[i].name, c->engines[j].name) == 0)
                return refuse(why, "two engines are called %s",
                              c->engines[i].name);
    return OXO_OK;
}

static oxo_status check_numbers(const match_config *c, char why[MATCH_WHY])
{
    if (c->engine_count < 2 || c->engine_count > MATCH_MAX_ENGINES)
        return refuse(why, "a match has 2 to %d engines", MATCH_MAX_ENGINES);
    if (c->rounds < 1 || c->rounds > 1000000)
        return refuse(why, "a match has 1 to 1000000 rounds");
    if (c->concurrency < 1 || c->concurrency > 256)
        return refuse(why, "1 to 256 games can be played at a time");
    if (c->openings.kind == MATCH_RANDOM_PLIES &&
        (c->openings.plies < 1 || c->openings.plies > 40))
        return refuse(why, "a random opening has 1 to 40 plies");
    if (c->event && !utf8_is_safe(c->event, strlen(c->event)))
        return refuse(why, "the event's name is not text");
    if (c->anchor < -1 || c->anchor >= c->engine_count)
        return refuse(why, "there is no engine to anchor ratings to");
    return OXO_OK;
}

static oxo_status check_sprt(const match_config *c, char why[MATCH_WHY])
{
    if (c->sprt.on && c->engine_count != 2)
        return refuse(why, "an SPRT needs exactly two engines");
    if (c->sprt.on && !match_sprt_is_sound(&c->sprt))
        return refuse(why, "an SPRT needs elo0 < elo1, and alpha and beta "
                           "between 0 and 0.5");
    return OXO_OK;
}

/* Two names of one file, or equal names of a file that does not exist yet. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return a && b &&
           (strcmp(a, b) == 0 ||
            (stat(a, &one) == 0 && stat(b, &other) == 0 &&
             one.st_dev == other.st_dev && one.st_ino == other.st_ino));
}

/* The file of games is overwritten: it must not be another file of ours. */
static oxo_status check_files(const match_config *c, char why[MATCH_WHY])
{
    if (is_same_file(c->games, c->log))
        return refuse(why, "%.150s: the log and the games need separate files",
                      c->games);
    if (is_same_file(c->games, c->openings.path))
        return refuse(why, "%.150s: the games would replace the openings",
                      c->games);
    return OXO_OK;
}

oxo_status match_config_check(const match_config *c, char why[MATCH_WHY])
{
    oxo_status status = check_numbers(c, why);
    for (int i = 0; status == OXO_OK && i < c->engine_count; i++)
        status = check_engine(c, &c->engines[i], why);
    if (status == OXO_OK)
        status = check_names(c, why);
    if (status == OXO_OK)
        status = check_sprt(c, why);
    if (status == OXO_OK)
        status = check_files(c, why);
    return status;
}
