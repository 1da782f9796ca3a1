/* cmd_show.c - oxo show. */
#include "commands.h"

#include <stdio.h>

#include "draw.h"
#include "item.h"
#include "number.h"
#include "rows.h"

/* ---- What to show ------------------------------------------------------- */

static int load_item(const cli_args *args, format_item *ret)
{
    const char *variant = cli_args_value(args, "variant");
    if (args->count > 0)
        return item_load(args, FORMAT_AUTO, variant, ret);
    const oxo_game start = oxo_game_start(format_variant(variant));
    oxo_record_init(&ret->record, &start);
    return CLI_OK;
}

static int choose_ply(const cli_args *args, const oxo_game *game, int *ret)
{
    const char *ply = cli_args_value(args, "ply");
    *ret = game->length;
    if (ply && !number_read_int(ply, 0, game->length, ret))
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
    frame f;
    frame_init(&f, DRAW_ROWS, DRAW_COLS, look_wants_ascii(args));
    const int edge = draw_board(&f, &scene);
    draw_panel(&f, &scene, edge + 3);
    draw_print(&f, stdout, look_wants_color(args));
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"INPUT",
     "A position, a file with positions or games, or '-' for standard "
     "input. What names an existing file is a file. Without it, the start.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    ROW_NUMBER("ply", "Show a game after its first N moves instead of all."),
    ROW_GAME,
    ROW_ASCII,
    ROW_COLOR,
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
    .exits = CLI_READS_MOVES,
    .run = run,
};
