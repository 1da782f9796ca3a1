/* item.c - the one position or game that a command works on. */
#include "item.h"

#include <string.h>

#include "number.h"

static bool has_option(const cli_command *command, const char *name)
{
    for (const cli_option *o = command->options; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* The number of the item, from 1; 0: the text must have only one. */
static int read_game_number(const cli_args *args, int *ret)
{
    const char *text = NULL;
    *ret = 0;
    if (!has_option(args->command, "game"))
        return CLI_OK;
    *ret = 1;
    text = cli_args_value(args, "game");
    if (text && !number_read_int(text, 1, 1 << 30, ret))
        return cli_usage(args->command,
                         "'--game' is a number from 1, not '%s'", text);
    return CLI_OK;
}

static int refuse_empty_text(input_text *text)
{
    const oxo_text_error error = {.status = OXO_SYNTAX,
                                  .line = 1,
                                  .column = 1,
                                  .reason = "the input is empty"};
    return input_complain(text, &error);
}

/* The format `auto` does not recognise moves, because a few letters may be
 * anything. */
void item_hint_at_moves(const cli_args *args, format_reader reader)
{
    static format_item item;
    static bool hinted;
    const char *how = "oxo convert --from moves --to position";
    if (reader.from != FORMAT_POSITION || hinted)
        return;
    reader.from = FORMAT_MOVES;
    if (!format_next(&reader, &item) || item.error.status != OXO_OK)
        return;
    hinted = true;
    if (has_option(args->command, "from"))
        how = "--from moves";
    (void)cli_fail(args->command, "these are moves: '%s' reads them", how);
}

static int find_item(const cli_args *args, input_text *text,
                     format_reader reader, int number, format_item *ret)
{
    static format_item other;
    const format_reader first = reader;
    int seen = 0;
    while (seen < (number ? number : 1) && format_next(&reader, ret))
        seen++;
    if (seen == 0)
        return refuse_empty_text(text);
    if (seen < number)
        return cli_usage(args->command, "'--game' is %d, but %s has only %d",
                         number, text->name, seen);
    if (ret->error.status != OXO_OK) {
        const int status = input_complain(text, &ret->error);
        item_hint_at_moves(args, first);
        return status;
    }
    if (number == 0 && format_next(&reader, &other))
        return cli_usage(args->command,
                         "the input has more than one position; %s takes "
                         "only one",
                         args->command->name);
    return CLI_OK;
}

int item_load(const cli_args *args, format from, const char *variant,
              format_item *ret)
{
    input_text text;
    int number, status = read_game_number(args, &number);
    if (status == CLI_OK)
        status = input_load(args->command, args->operands[0], 1, &text);
    if (status != CLI_OK)
        return status;
    status =
        find_item(args, &text, format_read(&text, from, variant), number, ret);
    input_clear(&text);
    return status;
}
