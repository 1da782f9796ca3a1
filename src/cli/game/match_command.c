/* match_command.c - what `oxo match` and `oxo ladder` share. */
#include "match_command.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "engine_arg.h"
#include "number.h"
#include "safe.h"

/* ---- Options ------------------------------------------------------------ */

static int read_games(const cli_args *args, int games, match_config *config)
{
    const int status = cli_read_int(args, "games", 2, 2000000, &games);
    if (status != CLI_OK)
        return status;
    if (games % 2 != 0)
        return cli_usage(args->command,
                         "'--games' is an even number, not '%d': games come "
                         "in pairs, with the sides swapped",
                         games);
    config->rounds = games / 2;
    return CLI_OK;
}

static int read_openings(const cli_args *args, match_openings *o)
{
    static const char random[] = "random:";
    const size_t length = sizeof random - 1;
    const char *text = cli_args_value(args, "openings");
    *o = (match_openings){.kind = MATCH_RANDOM_PLIES, .plies = 4, .seed = 1};
    int seed = 1;
    const int status = cli_read_int(args, "seed", 0, INT_MAX, &seed);
    o->seed = (uint64_t)seed;
    if (status != CLI_OK || !text)
        return status;
    if (strcmp(text, "empty") == 0) {
        o->kind = MATCH_EMPTY_BOARD;
    } else if (strncmp(text, random, length) == 0) {
        if (!number_read_int(text + length, 1, 40, &o->plies))
            return cli_usage(args->command,
                             "random openings have 1 to 40 plies, not '%s'",
                             text + length);
    } else {
        o->kind = MATCH_OPENINGS_FILE;
        o->path = text;
    }
    return CLI_OK;
}

int match_command_init(const cli_args *args, int games, match_config *ret)
{
    const char *variant = cli_args_value(args, "variant");
    match_config_init(ret);
    ret->variant = variant ? format_variant(variant) : OXO_ULTIMATE;
    ret->log = cli_args_value(args, "resume");
    ret->games = cli_args_value(args, "tpgn");
    int status = read_games(args, games, ret);
    if (status == CLI_OK)
        status = read_openings(args, &ret->openings);
    if (status == CLI_OK)
        status = cli_read_int(args, "concurrency", 1, 256, &ret->concurrency);
    return status;
}

int match_command_limit(const cli_args *args, const char *name,
                        match_config *config)
{
    const char *text = cli_args_value(args, name);
    if (!text || program_limits_set(&config->limits, name, text) == OXO_OK)
        return CLI_OK;
    return cli_usage(args->command, "'--%s' is %s, not '%s'", name,
                     program_limits_form(name), text);
}

/* ---- Engines ------------------------------------------------------------ */

static bool is_taken(const match_config *config, const char *name)
{
    for (int i = 0; i < config->engine_count; i++)
        if (strcmp(config->engines[i].name, name) == 0)
            return true;
    return false;
}

/* In "oxo match oxo oxo" the second engine becomes "oxo-2". */
static void make_name_unique(const match_config *config, program_spec *e)
{
    char name[PROGRAM_NAME];
    memcpy(name, e->name, sizeof name);
    for (int i = 2; is_taken(config, e->name); i++)
        snprintf(e->name, sizeof e->name, "%.50s-%d", name, i);
}

int match_command_add(const cli_args *args, const char *text,
                      match_config *config)
{
    char why[PROGRAM_WHY];
    program_spec *e = &config->engines[config->engine_count];
    if (engine_arg_parse(text, e, why) != OXO_OK)
        return cli_usage(args->command, "engine '%s': %s", text, why);
    if (engine_arg_is_short(text))
        make_name_unique(config, e);
    config->engine_count++;
    return CLI_OK;
}

/* ---- Playing ------------------------------------------------------------ */

typedef struct event_printer {
    const cli_command *command;
    bool quiet;
} event_printer;

static void print_event(const match_event *event, void *context)
{
    const event_printer *printer = context;
    char text[PROGRAM_NAME + PROGRAM_WHY] = "";
    match_event e = *event;
    /* The text may quote an engine's output. */
    if (e.text)
        safe_copy(text, sizeof text, e.text);
    e.text = text;
    if (e.kind == MATCH_NOTE)
        cli_fail(printer->command, "%s", text);
    else if (!printer->quiet)
        match_print_event(&e, stderr);
}

int match_command_play(const cli_args *args, const match_config *config,
                       match_summary *ret)
{
    char why[PROGRAM_WHY];
    event_printer printer = {args->command, cli_args_flag(args, "quiet")};
    memset(ret, 0, sizeof *ret);
    if (match_config_check(config, why) != OXO_OK)
        return cli_usage(args->command, "%s", why);
    const int error = match_run(config, print_event, &printer, ret);
    if (error == -EINVAL) /* a bad opening: the configuration was checked */
        return CLI_NOTATION;
    if (error == -ENOMEM)
        return cli_fail(args->command, "out of memory");
    if (error < 0)
        return CLI_FAILURE;
    if (ret->interrupted)
        return cli_interrupted(args->command, NULL);
    return CLI_OK;
}
