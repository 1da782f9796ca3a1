/* command_args.c - parses command lines by the tables that describe them. */
#include "command.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

enum { LONGEST_WORD = 31 };

/* ---- Suggestions -------------------------------------------------------- */

static const char *next_option(const void *list, int i)
{
    const cli_option *options = list;
    return options ? options[i].name : NULL;
}

static const char *next_value(const void *list, int i)
{
    const char *const *values = list;
    return values[i];
}

static const char *next_term(const void *list, int i)
{
    const cli_operand *terms = list;
    return terms[i].name;
}

/* ---- Parsing ------------------------------------------------------------ */

static bool is_word(const char *word, const char *name, size_t length)
{
    return word && strlen(word) == length && strncmp(word, name, length) == 0;
}

/* The option of that present or old name, or -1. No option's present name is
 * another option's old name. */
static int find_long(const cli_command *command, const char *name,
                     size_t length)
{
    for (int i = 0; command->options && command->options[i].name; i++)
        if (is_word(command->options[i].name, name, length) ||
            is_word(command->options[i].old_name, name, length))
            return i;
    return -1;
}

static int find_short(const cli_command *command, char letter)
{
    for (int i = 0; command->options && command->options[i].name; i++)
        if (command->options[i].letter == letter)
            return i;
    return -1;
}

static int refuse_option(const cli_command *command, const char *word,
                         size_t length)
{
    char name[LONGEST_WORD + 1] = "";
    if (length > 2 && length - 2 < sizeof name)
        memcpy(name, word + 2, length - 2);
    const char *meant = cli_nearest(name, next_option, command->options);
    if (meant)
        return cli_usage(command,
                         "unknown option '%.*s' (did you mean '--%s'?)",
                         (int)length, word, meant);
    return cli_usage(command, "unknown option '%.*s'", (int)length, word);
}

/* Writes "one, two or three", with `last` (" or ") before the last word. */
static void list_words(const char *(*next)(const void *list, int i),
                       const void *list, const char *last, char out[256])
{
    const char *word, *before = "";
    out[0] = '\0';
    for (int i = 0; (word = next(list, i)) != NULL; i++) {
        const size_t used = strlen(out);
        snprintf(out + used, 256 - used, "%s%s", before, word);
        before = next(list, i + 1) && next(list, i + 2) ? ", " : last;
    }
}

static int check_value(const cli_command *command, const cli_option *option,
                       const char *value)
{
    if (!option->values)
        return CLI_OK;
    for (int i = 0; option->values[i]; i++)
        if (strcmp(option->values[i], value) == 0)
            return CLI_OK;
    char all[256];
    list_words(next_value, option->values, " or ", all);
    const char *meant = cli_nearest(value, next_value, option->values);
    if (meant)
        return cli_usage(command,
                         "'--%s' takes %s, not '%s' (did you mean '%s'?)",
                         option->name, all, value, meant);
    return cli_usage(command, "'--%s' takes %s, not '%s'", option->name, all,
                     value);
}

/* The parser's place in the words of a command line. */
typedef struct word_cursor {
    int argc, at;
    char **argv;
} word_cursor;

/* Stores the option's value: `rest`, what follows in the same word, or else
 * the next word. */
static int take_value(word_cursor *c, int index, const char *rest,
                      cli_args *ret)
{
    const cli_option *option = &ret->command->options[index];
    if (!option->argument) {
        if (rest)
            return cli_usage(ret->command, "option '--%s' takes no value",
                             option->name);
        ret->values[index] = "";
        return CLI_OK;
    }
    if (!rest && c->at + 1 >= c->argc)
        return cli_usage(ret->command, "option '--%s' needs a value, %s",
                         option->name, option->argument);
    ret->values[index] = rest ? rest : c->argv[++c->at];
    return check_value(ret->command, option, ret->values[index]);
}

static int take_long(word_cursor *c, cli_args *ret)
{
    const char *word = c->argv[c->at];
    const size_t length = strcspn(word, "=");
    const char *rest = word[length] ? word + length + 1 : NULL;
    if (length == 6 && strncmp(word, "--help", length) == 0 && !rest) {
        ret->help = true;
        return CLI_OK;
    }
    const int index = find_long(ret->command, word + 2, length - 2);
    if (index < 0)
        return refuse_option(ret->command, word, length);
    ret->old[index] =
        !is_word(ret->command->options[index].name, word + 2, length - 2);
    return take_value(c, index, rest, ret);
}

/* Parses a word of short options: "-q", "-qa", "-n 3" or "-n3". */
static int take_short(word_cursor *c, cli_args *ret)
{
    for (const char *letter = c->argv[c->at] + 1; *letter; letter++) {
        if (*letter == 'h') {
            ret->help = true;
            continue;
        }
        const int index = find_short(ret->command, *letter);
        if (index < 0)
            return cli_usage(ret->command, "unknown option '-%c'", *letter);
        const bool valued = ret->command->options[index].argument != NULL;
        const char *rest = valued && letter[1] ? letter + 1 : NULL;
        const int status = take_value(c, index, rest, ret);
        if (status != CLI_OK || valued)
            return status;
    }
    return CLI_OK;
}

static int refuse_action(const cli_args *args)
{
    char actions[256];
    const char *name = args->operands[0];
    const char *meant = cli_nearest(name, next_term, args->command->terms);
    list_words(next_term, args->command->terms, " and ", actions);
    if (meant)
        return cli_usage(args->command,
                         "unknown action '%s' (did you mean '%s'?)", name,
                         meant);
    return cli_usage(args->command, "unknown action '%s': there are %s", name,
                     actions);
}

/* True if the first operand should name an action, and names none. */
static bool is_unknown_action(const cli_args *args)
{
    const cli_command *command = args->command;
    if (args->count == 0 || command->operands[0].kind != CLI_ACTION)
        return false;
    for (int i = 0; command->terms[i].name; i++)
        if (strcmp(command->terms[i].name, args->operands[0]) == 0)
            return false;
    return true;
}

static int check_count(const cli_args *args)
{
    const cli_command *command = args->command;
    if (args->help)
        return CLI_OK;
    if (args->count < command->least && is_unknown_action(args))
        return refuse_action(args);
    if (args->count < command->least)
        return cli_usage(command, "missing %s",
                         command->operands[args->count].name);
    if (command->most >= 0 && args->count > command->most)
        return cli_usage(command, "unexpected argument '%s'",
                         args->operands[command->most]);
    return CLI_OK;
}

int cli_args_parse(const cli_command *command, int argc, char **argv,
                   cli_args *ret)
{
    *ret = (cli_args){.command = command, .operands = argv};
    word_cursor c = {.argc = argc, .argv = argv};
    for (bool options = true; c.at < argc; c.at++) {
        char *word = argv[c.at];
        int status = CLI_OK;
        if (!options || word[0] != '-' || word[1] == '\0')
            argv[ret->count++] = word;
        else if (strcmp(word, "--") == 0)
            options = false;
        else if (word[1] == '-')
            status = take_long(&c, ret);
        else
            status = take_short(&c, ret);
        if (status != CLI_OK)
            return status;
    }
    return check_count(ret);
}

/* ---- The parsed options ------------------------------------------------- */

static int find_known(const cli_args *args, const char *name)
{
    const int index = find_long(args->command, name, strlen(name));
    assert(index >= 0 && index < CLI_MAX_OPTIONS);
    return index;
}

const char *cli_args_value(const cli_args *args, const char *name)
{
    return args->values[find_known(args, name)];
}

bool cli_args_is_old(const cli_args *args, const char *name)
{
    return args->old[find_known(args, name)];
}

bool cli_args_flag(const cli_args *args, const char *name)
{
    return cli_args_value(args, name) != NULL;
}

bool cli_parse_seconds(const char *text, double most, double *ret)
{
    const size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole + (text[whole] == '.');
    const size_t part = strspn(rest, "0123456789");
    if (rest[part] != '\0' || whole + part == 0 || whole + part > 9)
        return false;
    const double seconds = strtod(text, NULL);
    if (seconds <= 0 || seconds > most)
        return false;
    *ret = seconds;
    return true;
}

/* ---- Values of options -------------------------------------------------- */

int cli_read_int(const cli_args *args, const char *name, int least, int most,
                 int *ret)
{
    const char *text = cli_args_value(args, name);
    if (!text || number_read_int(text, least, most, ret))
        return CLI_OK;
    return cli_usage(args->command,
                     "'--%s' is a number from %d to %d, not '%s'", name, least,
                     most, text);
}

int cli_read_seconds(const cli_args *args, const char *name, double most,
                     double *ret)
{
    const char *text = cli_args_value(args, name);
    if (!text || cli_parse_seconds(text, most, ret))
        return CLI_OK;
    return cli_usage(args->command,
                     "'--%s' is a number of seconds over 0, at most %.0f, not "
                     "'%s'",
                     name, most, text);
}

int cli_read_nodes(const cli_args *args, uint64_t *ret)
{
    const char *text = cli_args_value(args, "nodes");
    if (!text)
        return CLI_OK;
    int64_t nodes;
    if (!number_read(text, 1, INT64_C(999999999999999999), &nodes))
        return cli_usage(args->command,
                         "'--nodes' is a number over 0 of at most 18 digits, "
                         "not '%s'",
                         text);
    *ret = (uint64_t)nodes;
    return CLI_OK;
}

int cli_read_ints(const cli_args *args, const cli_number *numbers,
                  size_t count)
{
    int status = CLI_OK;
    for (size_t i = 0; status == CLI_OK && i < count; i++)
        status = cli_read_int(args, numbers[i].name, numbers[i].least,
                              numbers[i].most, numbers[i].value);
    return status;
}

static bool takes_options(const cli_args *args, const cli_action *a)
{
    for (int i = 0; args->command->options[i].name; i++) {
        const char *name = args->command->options[i].name;
        char word[32];
        snprintf(word, sizeof word, " %s ", name);
        if (!args->values[i] || strstr(a->takes, word))
            continue;
        (void)cli_usage(args->command, "'%s' does not take '--%s'", a->name,
                        name);
        return false;
    }
    return true;
}

const void *cli_find_action(const cli_args *args, const cli_action *first,
                            size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        const void *row = (const char *)first + i * size;
        const cli_action *a = row;
        if (strcmp(a->name, args->operands[0]) == 0 ||
            (a->old_name && strcmp(a->old_name, args->operands[0]) == 0))
            return takes_options(args, a) ? row : NULL;
    }
    (void)refuse_action(args);
    return NULL;
}
