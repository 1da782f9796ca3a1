/* cmd_convert.c - oxo convert. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "format.h"
#include "item.h"
#include "rows.h"

typedef struct conversion {
    const cli_args *args;
    const char *variant; /* or NULL */
    format from, to;
    int status;  /* of the first failure */
    int written; /* items so far */
} conversion;

static void note_status(conversion *c, int status)
{
    if (c->status == CLI_OK)
        c->status = status;
}

static const char *why_not_expressible(format to, const format_item *item)
{
    if (!format_is_moves(to))
        return "that format cannot express this variant";
    if (!item->is_game)
        return "a position does not contain the moves that led to it";
    return "a list of moves cannot express another start position";
}

static void convert_item(conversion *c, input_text *text, format_item *item)
{
    if (item->error.status != OXO_OK) {
        note_status(c, input_complain(text, &item->error));
        return;
    }
    const oxo_status status = format_write(stdout, c->to, item, c->written);
    if (status == OXO_OK) {
        c->written++;
        return;
    }
    const oxo_text_error error = {.status = status,
                                  .line = item->line,
                                  .column = 1,
                                  .reason = why_not_expressible(c->to, item)};
    note_status(c, input_complain(text, &error));
}

static void convert_text(conversion *c, input_text *text)
{
    format_item item;
    format_reader reader = format_read(text, c->from, c->variant);
    const format_reader first = reader;
    const int before = c->written;
    while (format_next(&reader, &item))
        convert_item(c, text, &item);
    if (c->written == before)
        item_hint_at_moves(c->args, first);
}

static void convert_loaded(conversion *c, input_text *text, int status)
{
    note_status(c, status);
    if (status != CLI_OK)
        return;
    convert_text(c, text);
    input_clear(text);
}

static void convert_argument(conversion *c, const char *argument, int number)
{
    input_text text;
    const int status = input_load(c->args->command, argument, number, &text);
    convert_loaded(c, &text, status);
}

/* Converts one game or file. Moves may be separate arguments: those that name
 * no files, one after the other, make one game. Returns the number of
 * arguments used. */
static int convert_moves(conversion *c, int first)
{
    input_text text;
    int status;
    const int count =
        input_take(c->args, first, INPUT_QUOTED_JOINS, &text, &status);
    convert_loaded(c, &text, status);
    return count;
}

static void convert_all(conversion *c)
{
    const cli_args *args = c->args;
    if (args->count == 0)
        convert_argument(c, "-", 1);
    else if (format_is_moves(c->from))
        for (int i = 0; i < args->count;)
            i += convert_moves(c, i);
    else
        for (int i = 0; i < args->count; i++)
            convert_argument(c, args->operands[i], i + 1);
}

static bool is_classic_format(format f)
{
    return f == FORMAT_FLAT || f == FORMAT_MATRIX;
}

static int run_convert(const cli_args *args)
{
    const char *from = cli_args_value(args, "from");
    const char *to = cli_args_value(args, "to");
    const bool json = cli_args_flag(args, "json");
    if (!to && !json)
        return cli_usage(args->command, "missing '--to FORMAT'");
    conversion c = {.args = args,
                    .variant = cli_args_value(args, "variant"),
                    .from = format_find(from ? from : "auto"),
                    .to = json ? FORMAT_JSON : format_find(to)};
    if (is_classic_format(c.from) && c.variant &&
        format_variant(c.variant) != OXO_CLASSIC)
        return cli_usage(args->command, "'%s' is for classic boards only",
                         from);
    convert_all(&c);
    return c.status;
}

static const cli_operand operands[] = {
    {"INPUT",
     "Text in the format of --from, a file, or '-' for standard input, which "
     "is the default. An argument that names an existing file is that file, "
     "unless it continues the moves before it.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE("from", "FORMAT", format_readable,
               "The format of the input, as listed below; default: auto."),
    {.name = "to",
     .argument = "FORMAT",
     .help = "The format to write; required unless --json is given.",
     .values = format_writable,
     .needed = true},
    ROW_VARIANT_OF_POSITION,
    {.name = "json", .help = "The same as --to json.", .needed = true},
    {0},
};

static const char *const description[] = {
    "Reads positions or games in one format and writes them in another. To a "
    "format of positions, a game is converted as its last position. To a "
    "format of games, a position is converted as a game that begins there "
    "and has no moves.",
    "Moves in several arguments are one game. What a format cannot express "
    "is refused with exit status 3, and the rest is converted.",
    NULL,
};

#define FORMAT_TERM(name, word, text) {word, text ".", CLI_WORD},
static const cli_operand terms[] = {FORMATS(FORMAT_TERM){0}};
#undef FORMAT_TERM

static const cli_example examples[] = {
    {"oxo convert --from moves --to position ee ea ae eb be ec",
     "The position after six moves.", CLI_OK},
    {"printf '4 4\\n3 3\\n' | oxo convert --from codingame --to tpgn -",
     "A game from CodinGame, as a game file.", CLI_OK},
    {"oxo convert --to ultimattt '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c'",
     "A position for another program.", CLI_OK},
    {"oxo convert --to matrix 'xo1/1x1/3 o'",
     "A classic board as a matrix of 0, 1 and 2.", CLI_OK},
    {0},
};

const cli_command cmd_convert = {
    .name = "convert",
    .summary = "Convert positions and games between notations",
    .arguments = "[INPUT...]",
    .most = -1,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "Formats",
    .terms = terms,
    .examples = examples,
    .exits = CLI_READS_MOVES,
    .run = run_convert,
};
