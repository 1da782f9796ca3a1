/* cmd_help.c - oxo help. */
#include "commands.h"

#include <string.h>

#include "help.h"

static int find_asked(const cli_args *args, const cli_command **ret)
{
    *ret = NULL;
    if (args->count == 0)
        return CLI_OK;
    const char *name = args->operands[0];
    *ret = cli_find_command(name);
    return *ret ? CLI_OK : cli_refuse_command(name);
}

static void list_names(FILE *out)
{
    for (int i = 0; cli_commands[i]; i++)
        fprintf(out, "%s\n", cli_commands[i]->name);
}

static int run_help(const cli_args *args)
{
    const cli_command *named;
    const int status = find_asked(args, &named);
    const char *format = cli_args_value(args, "format");
    if (status != CLI_OK)
        return status;
    if (!format && named)
        help_command(stdout, named);
    else if (!format)
        help_overview(stdout);
    else if (strcmp(format, "man") == 0)
        help_man(stdout, named);
    else if (strcmp(format, "bash") == 0)
        help_bash(stdout);
    else if (strcmp(format, "zsh") == 0)
        help_zsh(stdout);
    else if (strcmp(format, "fish") == 0)
        help_fish(stdout);
    else if (strcmp(format, "examples") == 0)
        help_examples(stdout);
    else
        list_names(stdout);
    return CLI_OK;
}

static const char *const formats[] = {"man",      "bash",     "zsh", "fish",
                                      "examples", "commands", NULL};

static const cli_operand operands[] = {
    {"COMMAND", "The command to explain; default: list all commands.",
     CLI_COMMAND_NAME},
    {0},
};

static const cli_option options[] = {
    {.name = "format",
     .argument = "FORMAT",
     .help = "Write the table of commands in another form.",
     .values = formats,
     .hidden = true},
    {0},
};

static const char *const description[] = {
    "Lists the commands, or explains one of them: what it does, its "
    "arguments and options, and examples that work when pasted. 'oxo COMMAND "
    "--help' prints the same.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo help perft", "Explain 'oxo perft'.", CLI_OK},
    {0},
};

const cli_command cmd_help = {
    .name = "help",
    .summary = "Explain oxo or one of its commands",
    .arguments = "[COMMAND]",
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .run = run_help,
};
