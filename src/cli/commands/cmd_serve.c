/* cmd_serve.c - oxo serve. */
#define _GNU_SOURCE /* environ */
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "server.h"

/* Makes the folders of the default store, readable by this user only. */
static int make_folders(const cli_args *args, const char *file)
{
    char path[CONFIG_TEXT_BYTES];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return cli_fail(args->command, "cannot make the folder '%s': %s",
                            path, strerror(errno));
        *slash = '/';
    }
    return CLI_OK;
}

static int serve(const cli_args *args, const server_config *config)
{
    if (config->sources[CONFIG_INDEX_store].origin == CONFIG_DEFAULT) {
        const int status = make_folders(args, config->store.text);
        if (status != CLI_OK)
            return status;
    }
    return server_run(config) == 0 ? CLI_OK : CLI_FAILURE;
}

static void warn_of_variables(const cli_args *args)
{
    char sentence[CONFIG_SENTENCE];
    for (char **entry = environ; *entry; entry++)
        if (config_is_misspelt(*entry, cli_nearest, sentence))
            (void)cli_fail(args->command, "%s", sentence);
}

static int run_serve(const cli_args *args)
{
    static server_config config;
    char sentence[CONFIG_SENTENCE];
    /* The table's settings are the first of the options, in its order. */
    const config_inputs inputs = {
        .flags = args->values,
        .file = cli_args_value(args, "config"),
        .variable = getenv,
        .nearest = cli_nearest,
    };
    warn_of_variables(args); /* first: a misspelt one may explain an error */
    const int error = config_load(&inputs, &config, sentence);
    if (error == -EINVAL)
        return cli_usage(args->command, "%s", sentence);
    if (error)
        return cli_fail(args->command, "%s", sentence);
    if (!cli_args_flag(args, "print-config"))
        return serve(args, &config);
    config_print(&config, stdout);
    return CLI_OK;
}

/* ---- Description -------------------------------------------------------- */

/* The values that each kind of setting accepts; NULL: any. */
#define VALUES_ADDRESSES NULL
#define VALUES_ORIGINS NULL
#define VALUES_PEERS NULL
#define VALUES_TEXT NULL
#define VALUES_COUNT NULL
#define VALUES_BYTES NULL
#define VALUES_TIME NULL
#define VALUES_SWITCH config_switch_words
#define VALUES_LEVEL log_level_words
#define VALUES_FORMAT log_format_words

#define SETTING_OPTION(kind, field, setting, standard, least, most, word,     \
                       text)                                                  \
    {.name = (setting),                                                       \
     .argument = (word),                                                      \
     .help = text "; default: " standard ".",                                 \
     .values = VALUES_##kind},

static const cli_option options[] = {
    CONFIG_SETTINGS(SETTING_OPTION){
        .name = "config",
        .argument = "FILE",
        .help = "Read settings from this file too; default: OXO_CONFIG, or "
                "none."},
    {.name = "print-config",
     .help = "Print the settings and where each comes from, and exit."},
    {0},
};

_Static_assert(sizeof options / sizeof *options - 1 <= CLI_MAX_OPTIONS,
               "raise CLI_MAX_OPTIONS");

static const char *const description[] = {
    "Serves rooms in which people and the computer play, over HTTP and "
    "WebSocket. Every move is on the disk before any player sees it. Ctrl-C "
    "or SIGTERM stops the server cleanly, and the next start continues the "
    "games.",
    "Every setting below is an option, an environment variable (--idle-room "
    "is OXO_IDLE_ROOM) and a line of a settings file (idle-room = 10m). An "
    "option overrides a variable, and a variable overrides the file. Times "
    "need a unit: ms, s, m or h; sizes may have the unit k, m or g.",
    "The addresses on which the server listens are written to standard "
    "output, one per line; the log goes to standard error.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo serve", "Serve on this machine until Ctrl-C.", CLI_RUNS_ON},
    {"oxo serve --listen 0.0.0.0:8080 --store /tmp/games.db",
     "Serve the whole network, with a temporary store.", CLI_RUNS_ON},
    {"oxo serve --store games.db --grace 1m --print-config",
     "Print the settings and where they come from.", CLI_OK},
    {0},
};

const cli_command cmd_serve = {
    .name = "serve",
    .summary = "Run the game server",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run_serve,
};
