/* cmd_show.c - oxo show. */
#include "commands.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "format.h"

/* ---- What the terminal wants -------------------------------------------- */

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0];
}

static bool wants_color(const char *option)
{
    if (option && strcmp(option, "auto") != 0)
        return strcmp(option, "always") == 0;
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

static bool wants_ascii(const cli_args *args)
{
    return cli_args_flag(args, "ascii") ||
           strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* ---- What to show ------------------------------------------------------- */

/* The item with that number, counted from 1; says why there is none. */
static int find_item(const cli_args *args, input_text *text, int number,
                     format_item *ret)
{
    format_reader reader =
        format_read(text, FORMAT_AUTO, cli_args_value(args, "variant"));
    int seen = 0;
    while (seen < number && format_next(&reader, ret))
        seen++;
    if (seen == 0)
        return input_complain(
            text, &(oxo_text_error){.status = OXO_SYNTAX,
                                    .line = 1,
                                    .column = 1,
                                    .reason = "there is nothing here"});
    if (seen < number)
        return cli_usage(args->command,
                         "%s holds %d, so '--game' cannot be %d", text->name,
                         seen, number);
    if (ret->error.status != OXO_OK)
        return input_complain(text, &ret->error);
    return CLI_OK;
}

static int load_item(const cli_args *args, format_item *ret)
{
    const char *game = cli_args_value(args, "game");
    int number = 1;
    if (game && !cli_parse_int(game, 1, 1 << 30, &number))
        return cli_usage(args->command,
                         "'--game' is a number from 1, not '%s'", game);
    if (args->count == 0) {
        const oxo_game start =
            oxo_game_start(format_variant(cli_args_value(args, "variant")));
        oxo_record_init(&ret->record, &start);
        return CLI_OK;
    }
    input_text text;
    int status = input_load(args->command, args->operands[0], 1, &text);
    if (status != CLI_OK)
        return status;
    status = find_item(args, &text, number, ret);
    input_clear(&text);
    return status;
}

static int choose_ply(const cli_args *args, const oxo_game *game, int *ret)
{
    const char *ply = cli_args_value(args, "ply");
    *ret = game->length;
    if (ply && !cli_parse_int(ply, 0, game->length, ret))
        return cli_usage(args->command,
                         "'--ply' is a number from 0 to %d here, not '%s'",
                         game->length, ply);
    return CLI_OK;
}

static int run(const cli_args *args)
{
    format_item item = {.is_game = false};
    int ply, status = load_item(args, &item);
    if (status != CLI_OK)
        return status;
    const oxo_game *game = &item.record.game;
    status = choose_ply(args, game, &ply);
    if (status != CLI_OK)
        return status;
    const draw_scene scene = {.position = oxo_game_position_at(game, ply),
                              .last = ply > 0 ? game->history[ply - 1].move
                                              : OXO_NO_MOVE,
                              .record = item.is_game ? &item.record : NULL,
                              .ply = ply};
    canvas c;
    canvas_init(&c, wants_ascii(args));
    const int edge = draw_board(&c, &scene);
    draw_panel(&c, &scene, edge + 3);
    canvas_print(&c, stdout, wants_color(cli_args_value(args, "color")));
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static const char *const colors[] = {"auto", "always", "never", NULL};

static const cli_operand operands[] = {
    {"INPUT",
     "A position, a file with positions or games, or '-' for standard "
     "input. What names an existing file is a file. Without it, the start.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    {.name = "variant",
     .argument = "VARIANT",
     .help = "The rules of a position; games name their own. Without it, "
             "what has the shape of a classic position is one, and all else "
             "is ultimate.",
     .values = format_variants},
    {.name = "ply",
     .argument = "N",
     .help = "Show a game after its first N moves instead of all."},
    {.name = "game",
     .argument = "N",
     .help = "Show the Nth game or position of the input; the first unless "
             "given."},
    {.name = "ascii",
     .help = "Use no other characters than those of ASCII, as where the "
             "locale is not UTF-8."},
    {.name = "color",
     .argument = "WHEN",
     .help = "Colours: by default on a terminal, unless NO_COLOR is set or "
             "TERM is dumb.",
     .values = colors},
    {0},
};

static const char *const description[] = {
    "Draws a position or a game on at most 80 columns and 24 rows.",
    "Free cells that may be played now show their letter, so a move of "
    "Ultimate is read off as the letter of the board in its frame and the "
    "letter of the cell. Boards that are won carry a large mark, except "
    "under ultimate-continue, where they stay in play. The last move stands "
    "in brackets, and the line that won is marked with asterisks.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo show '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c'",
     "A position of Ultimate: O owns a board, and X must play in c.", CLI_OK},
    {"oxo convert --from moves --to tpgn ee ea ae eb be ec | oxo show -",
     "The same as a game, with its moves.", CLI_OK},
    {"oxo show --ascii 'xo1/1x1/3 o'", "A classic position in ASCII.", CLI_OK},
    {0},
};

const cli_command cmd_show = {
    .name = "show",
    .summary = "Draw a position or a game",
    .arguments = "[INPUT]",
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .run = run,
};
