/* command_run.c - finds and runs a command, and checks that its output was
 * written. */
#include "command.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "help.h"
#include "oxo/base.h"

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

static int write_error; /* errno of the first cli_write() that failed */

void cli_write(const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) < size)
        write_error = errno;
}

/* Output that could not be written is a failure. There is no message if the
 * reader has closed the pipe, as `head` does. */
static int finish_output(int status)
{
    errno = 0;
    const bool failed = fflush(stdout) != 0 || ferror(stdout);
    const int error = write_error ? write_error : errno;
    if (!failed)
        return status;
    if (error != EPIPE)
        cli_fail(NULL, "cannot write the output: %s",
                 strerror(error ? error : EIO));
    return status == CLI_OK ? CLI_FAILURE : status;
}

int cli_main(int argc, char **argv)
{
    /* The locale only decides which characters can be shown. Numbers are
     * written alike everywhere. */
    setlocale(LC_CTYPE, "");
    return finish_output(dispatch(argc, argv));
}
