/* commands.c - the table of commands, and running one of them. */
#include "commands.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "help.h"
#include "oxo/base.h"

const cli_command *const cli_commands[] = {
    &cmd_play,   &cmd_show,    &cmd_validate, &cmd_convert, &cmd_analyze,
    &cmd_replay, &cmd_solve,   &cmd_explain,  &cmd_menace,  &cmd_engine,
    &cmd_match,  &cmd_ladder,  &cmd_selfplay, &cmd_book,    &cmd_export,
    &cmd_serve,  &cmd_bot,     &cmd_store,    &cmd_load,    &cmd_perft,
    &cmd_bench,  &cmd_version, &cmd_help,     NULL,
};

const cli_command *const help_first[] = {&cmd_play,  &cmd_show,  &cmd_analyze,
                                         &cmd_match, &cmd_serve, NULL};

bool cli_may_exit(const cli_command *command, int status)
{
    if (!command || status <= CLI_USAGE)
        return true;
    if (status == CLI_INTERRUPTED)
        return command->exits & CLI_RUNS_LONG;
    return command->exits >> status & 1;
}

const cli_command *cli_find_command(const char *name)
{
    for (int i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}

static const char *next_command(const void *list, int i)
{
    const cli_command *const *commands = list;
    return commands[i] ? commands[i]->name : NULL;
}

static int run_command(const cli_command *command, int argc, char **argv)
{
    cli_args args;
    const int status = cli_args_parse(command, argc, argv, &args);
    if (status != CLI_OK)
        return status;
    if (args.help) {
        help_command(stdout, command);
        return CLI_OK;
    }
    return command->run(&args);
}

int cli_refuse_command(const char *name)
{
    const char *what = name[0] == '-' ? "option" : "command";
    const char *meant = cli_nearest(name, next_command, cli_commands);
    if (meant)
        return cli_usage(NULL, "unknown %s '%s' (did you mean '%s'?)", what,
                         name, meant);
    return cli_usage(NULL, "unknown %s '%s'", what, name);
}

static bool is_either(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2 || is_either(argv[1], "--help", "-h")) {
        help_overview(stdout);
        return CLI_OK;
    }
    if (is_either(argv[1], "--version", "-V")) {
        printf("oxo %s\n", oxo_version());
        return CLI_OK;
    }
    const cli_command *command = cli_find_command(argv[1]);
    if (!command)
        return cli_refuse_command(argv[1]);
    return run_command(command, argc - 2, argv + 2);
}

static int lost; /* why, if cli_write() has found out */

void cli_write(const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) < size)
        lost = errno;
}

/* Output that did not arrive is a failure like any other. A reader that went
 * away is one too, but it knows: nothing is said. */
static int finish_output(int status)
{
    errno = 0;
    const bool failed = fflush(stdout) != 0 || ferror(stdout);
    const int error = lost ? lost : errno;
    if (!failed)
        return status;
    if (error != EPIPE)
        cli_fail(NULL, "cannot write the output: %s",
                 strerror(error ? error : EIO));
    return status == CLI_OK ? CLI_FAILURE : status;
}

int cli_main(int argc, char **argv)
{
    /* Only which characters can be shown is a matter of the locale: numbers
     * are written alike everywhere. */
    setlocale(LC_CTYPE, "");
    return finish_output(dispatch(argc, argv));
}
