/* cmd_replay.c - oxo replay. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "item.h"
#include "replay.h"
#include "rows.h"

/* True if the game is shown on the whole terminal. */
static bool wants_screen(const cli_args *args)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0 && !cli_args_flag(args, "plain") &&
           !cli_args_flag(args, "words");
}

static int load_game(const cli_args *args, format_item *ret)
{
    const char *from = cli_args_value(args, "from");
    return item_load(args, from ? format_find(from) : FORMAT_AUTO,
                     cli_args_value(args, "variant"), ret);
}

static int run_replay(const cli_args *args)
{
    static format_item item;
    replay r = {.command = args->command,
                .record = &item.record,
                .ascii = look_wants_ascii(args),
                .color = look_wants_color(args),
                .words = cli_args_flag(args, "words")};
    int status = cli_read_seconds(args, "pace", 3600, &r.pace);
    if (status == CLI_OK)
        status = load_game(args, &item);
    if (status == CLI_OK)
        status = cli_read_int(args, "ply", 0, item.record.game.length, &r.ply);
    if (status != CLI_OK)
        return status;
    return wants_screen(args) ? replay_on_screen(&r) : replay_in_lines(&r);
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"GAME",
     "A file with a game, moves in the format of '--from', or '-' for "
     "standard input. " TEXT_EXISTING_FILE,
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_SECONDS("pace", "Play the game back, with this long for each move."),
    ROW_NUMBER("ply", "Begin after the first N moves."),
    ROW_GAME,
    ROW_FROM,
    ROW_VARIANT_OF_POSITION,
    ROW_PLAIN,
    ROW_FLAG("words", "Write lines without boards."),
    ROW_ASCII,
    ROW_COLOR,
    {0},
};

static const char *const description[] = {
    "Shows a game move by move: the board, the move in words, and the "
    "evaluation, intensity, clock and comment in the file. If the file has no "
    "intensity, it is computed.",
    "On a terminal the game takes the whole screen. The right arrow, Enter, "
    "'l', 'j' and 'n' step forward; the left arrow, Backspace, 'h', 'k' and "
    "'p' step back; Home and 'g' go to the start, End and 'G' to the end; the "
    "space bar plays and pauses; 'q' and Escape leave.",
    "Without a terminal, and with '--plain' or '--words', the whole game is "
    "written as text, for pipes and screen readers. '--pace' works with "
    "both.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo convert --from moves --to tpgn ee ea ae eb be ec | oxo replay -",
     "Six moves of Ultimate, board by board.", CLI_OK},
    {"oxo replay --words --variant classic --from moves 'e a c g d f'",
     "A classic game in words.", CLI_OK},
    {"oxo replay --words --pace 0.1 --variant classic --from moves 'e a c'",
     "Play a game back, ten moves per second.", CLI_OK},
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
    .run = run_replay,
};
