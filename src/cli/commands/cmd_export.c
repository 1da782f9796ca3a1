/* cmd_export.c - oxo export: the engine as a bot for CodinGame. */
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compact.h"
#include "exported.h"
#include "rows.h"
#include "whole_file.h"

/* ---- Output ------------------------------------------------------------- */

typedef struct content {
    const void *bytes;
    size_t size;
} content;

static void write_content(FILE *out, const void *what)
{
    const content *c = what;
    fwrite(c->bytes, 1, c->size, out);
}

/* Writes to the file of '--output', or else to standard output, which
 * cli_main() checks. */
static int write_out(const cli_args *args, const void *bytes, size_t size)
{
    const content all = {bytes, size};
    const char *path = cli_args_value(args, "output");
    if (!path) {
        cli_write(bytes, size);
        return CLI_OK;
    }
    const int error = whole_file_write(path, write_content, &all);
    if (error)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

/* ---- Actions ------------------------------------------------------------ */

static int export_bot(const cli_args *args)
{
    return write_out(args, exported_bot.begin,
                     (size_t)(exported_bot.end - exported_bot.begin));
}

static int export_neural(const cli_args *args)
{
    if (!cli_args_value(args, "output") && isatty(STDOUT_FILENO))
        return cli_usage(args->command,
                         "the network is binary, not for a terminal; use "
                         "'--output'");
    uint8_t *file = malloc(COMPACT_FILE);
    if (!file)
        return cli_fail(args->command, "%s", strerror(ENOMEM));
    compact_expand(exported_neural.begin,
                   (size_t)(exported_neural.end - exported_neural.begin),
                   file);
    const int status = write_out(args, file, COMPACT_FILE);
    free(file);
    return status;
}

/* ---- The command -------------------------------------------------------- */

typedef struct export_action {
    cli_action is;
    int (*run)(const cli_args *args);
} export_action;

static const export_action actions[] = {
    {{"codingame", " output ", NULL}, export_bot},
    {{"codingame-net", " output ", NULL}, export_neural},
};

static int run_export(const cli_args *args)
{
    const export_action *a =
        cli_find_action(args, &actions[0].is, sizeof actions / sizeof *actions,
                        sizeof *actions);
    return a ? a->run(args) : CLI_USAGE;
}

static const cli_operand operands[] = {
    {"WHAT", "What to write; see below.", CLI_ACTION},
    {0},
};

static const cli_option options[] = {
    {.name = "output",
     .argument = "FILE",
     .help = "Write to this file; default: standard output.",
     .letter = 'o'},
    {0},
};

static const char *const description[] = {
    "The bot has the engine's search, solver and rules. Its neural network is "
    "smaller than the engine's, because CodinGame accepts 100,000 characters; "
    "an engine with this network makes the same moves. Paste the file into "
    "CodinGame's editor and choose C as the language, or try the bot with "
    "'oxo match', which speaks to such programs with proto=codingame.",
    NULL,
};

static const cli_operand terms[] = {
    {"codingame",
     "A bot for CodinGame's Ultimate Tic-Tac-Toe: one C file, network "
     "included.",
     CLI_WORD},
    {"codingame-net",
     "The bot's neural network, as a file for 'oxo engine --net'. It is for "
     "ultimate-cg, the rules that UGI's option UGI_Variant or 'oxo match "
     "--variant' sets.",
     CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo export codingame | LC_ALL=C.UTF-8 wc -m",
     "The number of characters in the bot.", CLI_OK},
    {"oxo export codingame -o bot.c",
     "The bot as a file, for 'gcc -O3' or CodinGame's editor.", CLI_OK},
    {"oxo match oxo './bot proto=codingame' --variant ultimate-cg "
     "--openings empty",
     "After 'gcc -O3 -o bot bot.c': play a hundred games against this "
     "program, or until Ctrl-C.",
     CLI_RUNS_ON},
    {0},
};

const cli_command cmd_export = {
    .name = "export",
    .summary = "Write the engine as a bot for CodinGame",
    .arguments = "WHAT",
    .least = 1,
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "What",
    .terms = terms,
    .examples = examples,
    .run = run_export,
};
