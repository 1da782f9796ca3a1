/* cmd_validate.c - oxo validate. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "format.h"
#include "item.h"
#include "json_write.h"
#include "safe.h"
#include "rows.h"

/* The output form, and the results so far, of all inputs. */
typedef struct validation {
    const cli_args *args;
    json_writer json;
    bool as_json, quiet;
    int status; /* of the first refusal */
    int items;  /* seen so far */
} validation;

static void note_status(validation *v, int status)
{
    if (v->status == CLI_OK)
        v->status = status;
}

/* ---- Plain text --------------------------------------------------------- */

static void describe_position(const oxo_position *p)
{
    static const char *const words[] = {"", "X has won", "O has won", "drawn"};
    const oxo_outcome outcome = oxo_position_outcome(p);
    printf(", %s", oxo_variant_word((oxo_variant)p->variant));
    if (outcome == OXO_ONGOING)
        printf(", %c to move\n", "XO"[oxo_position_turn(p)]);
    else
        printf(", %s\n", words[outcome]);
}

static void print_valid(const input_text *text, const format_item *item)
{
    const int moves = item->record.game.length;
    safe_print(stdout, text->name);
    printf(":%d: ok, ", item->line);
    if (item->is_game)
        printf("game of %d move%s", moves, moves == 1 ? "" : "s");
    else
        printf("position");
    describe_position(&item->record.game.now);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_valid(json_writer *w, const format_item *item)
{
    const oxo_position *p = &item->record.game.now;
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    json_string(w, "kind", item->is_game ? "game" : "position");
    json_string(w, "variant", oxo_variant_word((oxo_variant)p->variant));
    if (item->is_game)
        json_int(w, "moves", item->record.game.length);
    json_string(w, "position", text);
    json_string(w, "outcome", format_outcome(oxo_position_outcome(p)));
}

static void json_invalid(json_writer *w, const oxo_text_error *error)
{
    json_int(w, "column", error->column);
    json_string(w, "status", oxo_status_word(error->status));
    json_string(w, "reason", error->reason);
}

static void json_item(json_writer *w, const input_text *text,
                      const format_item *item)
{
    const bool good = item->error.status == OXO_OK;
    json_open_object(w, NULL);
    json_string(w, "source", text->name);
    json_int(w, "line", good ? item->line : item->error.line);
    json_bool(w, "valid", good);
    if (good)
        json_valid(w, item);
    else
        json_invalid(w, &item->error);
    json_close(w);
}

/* ---- The command -------------------------------------------------------- */

static void validate_item(validation *v, input_text *text,
                          const format_item *item)
{
    const bool good = item->error.status == OXO_OK;
    v->items++;
    if (!good)
        note_status(v, input_exit_status(item->error.status));
    if (v->as_json)
        json_item(&v->json, text, item);
    else if (!good)
        input_complain(text, &item->error);
    else if (!v->quiet)
        print_valid(text, item);
}

/* An empty input is invalid. */
static void refuse_empty(validation *v, input_text *text)
{
    format_item item = {.error = {.status = OXO_SYNTAX,
                                  .line = 1,
                                  .column = 1,
                                  .reason = "the input is empty"}};
    validate_item(v, text, &item);
}

static void validate_input(validation *v, const char *argument, int number)
{
    input_text text;
    format_item item;
    const int status = input_load(v->args->command, argument, number, &text);
    if (status != CLI_OK) {
        note_status(v, status);
        return;
    }
    const char *from = cli_args_value(v->args, "from");
    format_reader reader =
        format_read(&text, format_find(from ? from : "auto"),
                    cli_args_value(v->args, "variant"));
    const format_reader first = reader;
    const int before = v->items;
    while (format_next(&reader, &item))
        validate_item(v, &text, &item);
    if (v->items == before)
        refuse_empty(v, &text);
    if (v->status != CLI_OK && !v->as_json)
        item_hint_at_moves(v->args, first);
    input_clear(&text);
}

static int run_validate(const cli_args *args)
{
    validation v = {.args = args,
                    .json = json_to(stdout),
                    .as_json = cli_args_flag(args, "json"),
                    .quiet = cli_args_flag(args, "quiet")};
    if (v.as_json) {
        json_open_object(&v.json, NULL);
        json_open_array(&v.json, "items");
    }
    if (args->count == 0)
        validate_input(&v, "-", 1);
    for (int i = 0; i < args->count; i++)
        validate_input(&v, args->operands[i], i + 1);
    if (v.as_json) {
        json_close(&v.json);
        json_bool(&v.json, "valid", v.status == CLI_OK);
        json_close(&v.json);
    }
    return v.status;
}

static const cli_operand operands[] = {
    {"INPUT",
     "A position, a file, or '-' for standard input, which is the "
     "default. " TEXT_EXISTING_FILE,
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    {.name = "from",
     .old_name = "format",
     .argument = "FORMAT",
     .values = format_readable,
     .help = TEXT_FROM},
    ROW_QUIET("Don't list valid positions and games."),
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "Checks positions and game files. A file has one position per line, or "
    "any number of games.",
    "Valid positions and games are listed on standard output. Errors are "
    "explained on standard error: the place, the reason, and the line with a "
    "mark under the error. The exit status is that of the first error: 3 for "
    "bad notation, 4 for an illegal move.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo validate '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c'", "A valid position.",
     CLI_OK},
    {"oxo validate 'xxx/3/3 o'",
     "An impossible one: X has moved three times and O never.", CLI_NOTATION},
    {"echo 'ee ea ab ee' | oxo validate --from moves -",
     "A game with an illegal move, and where it is.", CLI_ILLEGAL},
    {0},
};

const cli_command cmd_validate = {
    .name = "validate",
    .summary = "Check positions and game files",
    .arguments = "[INPUT...]",
    .most = -1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES,
    .run = run_validate,
};
