/* cmd_replay.c - oxo replay. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "item.h"
#include "replay.h"
#include "rows.h"

/* Keys come from the terminal, and screens go there. */
static bool has_screen(const cli_args *args)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0 && !cli_args_flag(args, "plain") &&
           !cli_args_flag(args, "words");
}

static int load(const cli_args *args, format_item *ret)
{
    const char *from = cli_args_value(args, "from");
    return item_load(args, from ? format_find(from) : FORMAT_AUTO,
                     cli_args_value(args, "variant"), ret);
}

static int run(const cli_args *args)
{
    static format_item item;
    replay r = {.command = args->command,
                .record = &item.record,
                .ascii = look_wants_ascii(args),
                .color = look_wants_color(args),
                .words = cli_args_flag(args, "words")};
    int status = cli_read_seconds(args, "pace", 3600, &r.pace);
    if (status == CLI_OK)
        status = load(args, &item);
    if (status == CLI_OK)
        status = cli_read_int(args, "ply", 0, item.record.game.length, &r.ply);
    if (status != CLI_OK)
        return status;
    return has_screen(args) ? replay_on_screen(&r) : replay_in_lines(&r);
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"GAME",
     "A file with a game, moves as '--from' says, or '-' for standard input. "
     "What names an existing file is a file.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_SECONDS("pace", "Go on by itself, a move every so many seconds."),
    ROW_NUMBER("ply", "Begin after the first N moves."),
    ROW_GAME,
    ROW_CHOICE("from", "FORMAT", format_readable,
               "How the input is written; by default found out."),
    ROW_VARIANT("The rules of moves; a game names its own. Ultimate unless "
                "given."),
    ROW_FLAG("plain", "Write text, as where there is no terminal."),
    ROW_FLAG("words", "Write text without boards."),
    ROW_ASCII,
    ROW_COLOR,
    {0},
};

static const char *const description[] = {
    "Shows a game move by move: the board, the move in words, and what the "
    "file says of it: evaluation, intensity, clock and comment. Where it has "
    "no intensity, the heuristic's is shown.",
    "On a terminal it takes the whole screen. The right arrow, Enter, 'l', "
    "'j' and 'n' go on; the left arrow, Backspace, 'h', 'k' and 'p' go back; "
    "Home and 'g' go to the start, End and 'G' to the end; the space bar "
    "plays by itself and stops; 'q' and Escape end it.",
    "Elsewhere, and with '--plain' or '--words', it is text from the first "
    "move to the last, for pipes and screen readers. '--pace' works with "
    "both.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo convert --from moves --to tpgn ee ea ae eb be ec | oxo replay -",
     "Six moves of Ultimate, board by board.", CLI_OK},
    {"oxo replay --words --variant classic --from moves 'e a c g d f'",
     "A classic game in words.", CLI_OK},
    {"oxo replay --words --pace 0.1 --variant classic --from moves 'e a c'",
     "The same as if it were played now, only faster.", CLI_OK},
    {0},
};

const cli_command cmd_replay = {
    .name = "replay",
    .summary = "Step through a game, or play it back",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_RUNS_LONG,
    .run = run,
};
