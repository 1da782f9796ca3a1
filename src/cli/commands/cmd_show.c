/* cmd_show.c - oxo show. */
#include "commands.h"

#include <stdio.h>

#include "draw.h"
#include "item.h"
#include "number.h"
#include "rows.h"

/* ---- Input -------------------------------------------------------------- */

static int load_item(const cli_args *args, format_item *ret)
{
    const char *variant = cli_args_value(args, "variant");
    if (args->count > 0)
        return item_load(args, FORMAT_AUTO, variant, ret);
    const oxo_game start = oxo_game_start(format_variant(variant));
    oxo_record_init(&ret->record, &start);
    return CLI_OK;
}

static int run_show(const cli_args *args)
{
    format_item item = {.is_game = false};
    int ply, status = load_item(args, &item);
    if (status != CLI_OK)
        return status;
    const oxo_game *game = &item.record.game;
    ply = game->length;
    status = cli_read_int(args, "ply", 0, game->length, &ply);
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
     "A position, a file with positions or games, or '-' for standard input; "
     "default: the start. " TEXT_EXISTING_FILE,
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    ROW_NUMBER("ply", "Show a game after its first N moves; default: all."),
    ROW_GAME,
    ROW_ASCII,
    ROW_COLOR,
    {0},
};

static const char *const description[] = {
    "Draws a position or a game on at most 80 columns and 24 rows.",
    "Cells where the side to move may play show their letter. A move of "
    "Ultimate is the letter of the board, in the frame, and the letter of the "
    "cell. Won boards carry a large mark, except in ultimate-continue, where "
    "they stay open. The last move is in brackets, and asterisks mark the "
    "winning line.",
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
    .run = run_show,
};
