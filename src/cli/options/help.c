/* help.c - `--help` and the overview. */
#include "help.h"

#include <string.h>

#include "oxo/base.h"

enum { COLUMNS = 79, EXPLAINED_AT = 26 };

const cli_option help_option = {
    .name = "help", .letter = 'h', .help = "Show this help."};

/* Writes `text`, broken at blanks, and a line end. The first line already has
 * `used` columns; the other lines begin with `indent` blanks. */
static void write_wrapped(FILE *out, int used, int indent, const char *text)
{
    bool first = true;
    for (const char *word = text; *word;) {
        const int length = (int)strcspn(word, " ");
        if (!first && used + 1 + length > COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            used = indent;
        } else if (!first) {
            fputc(' ', out);
            used++;
        }
        fwrite(word, 1, (size_t)length, out);
        used += length;
        word += length;
        word += strspn(word, " ");
        first = false;
    }
    fputc('\n', out);
}

/* Writes a term, and its explanation from `column` on. */
static void write_term(FILE *out, const char *term, int column,
                       const char *text)
{
    int used = fprintf(out, "  %s", term);
    if (used + 2 > column) {
        fputc('\n', out);
        used = 0;
    }
    fprintf(out, "%*s", column - used, "");
    write_wrapped(out, column, column, text);
}

/* ---- One command -------------------------------------------------------- */

static void option_term(const cli_option *option, char *out, size_t size)
{
    char letter[8] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(out, size, "%s--%s%s%s", letter, option->name,
             option->argument ? " " : "",
             option->argument ? option->argument : "");
}

/* The explanation, and the list of accepted values if there is one. */
static void option_text(const cli_option *option, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", option->help);
    for (int i = 0; option->values && option->values[i]; i++)
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s",
                             i == 0 ? " One of: " : ", ", option->values[i]);
    if (option->values)
        snprintf(out + used, size - used, ".");
}

static void write_option(FILE *out, const cli_option *option)
{
    char term[64], text[1024];
    if (option->hidden)
        return;
    option_term(option, term, sizeof term);
    option_text(option, text, sizeof text);
    write_term(out, term, EXPLAINED_AT, text);
}

static void write_terms(FILE *out, const char *title, const cli_operand *terms)
{
    if (terms && terms[0].name)
        fprintf(out, "\n%s:\n", title);
    for (const cli_operand *t = terms; t && t->name; t++)
        write_term(out, t->name, EXPLAINED_AT, t->help);
}

static void write_examples(FILE *out, const cli_command *command)
{
    fputs("\nExamples:\n", out);
    for (const cli_example *e = command->examples; e->line; e++) {
        fprintf(out, "  %s\n      ", e->line);
        write_wrapped(out, 6, 6, e->shows);
    }
}

/* Writes the options of which one must be given: "(--to FORMAT | --json)". */
static void write_needed(FILE *out, const cli_command *command)
{
    bool any = false;
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (!o->needed)
            continue;
        fprintf(out, "%s--%s%s%s", any ? " | " : " (", o->name,
                o->argument ? " " : "", o->argument ? o->argument : "");
        any = true;
    }
    if (any)
        fputc(')', out);
}

void help_command(FILE *out, const cli_command *command)
{
    fprintf(out, "Usage: oxo %s", command->name);
    write_needed(out, command);
    fprintf(out, " [OPTION]...%s%s\n\n%s.\n", command->arguments[0] ? " " : "",
            command->arguments, command->summary);
    for (int i = 0; command->description[i]; i++) {
        fputc('\n', out);
        write_wrapped(out, 0, 0, command->description[i]);
    }
    write_terms(out, "Arguments", command->operands);
    fputs("\nOptions:\n", out);
    for (const cli_option *o = command->options; o && o->name; o++)
        write_option(out, o);
    write_option(out, &help_option);
    write_terms(out, command->terms_title, command->terms);
    write_examples(out, command);
    fputs("\nExit status:\n", out);
#define WRITE_EXIT(value, name, meaning)                                      \
    if (cli_may_exit(command, name))                                          \
        fprintf(out, "  %-3d  %s\n", value, meaning);
    CLI_EXITS(WRITE_EXIT)
#undef WRITE_EXIT
}

/* ---- All commands ------------------------------------------------------- */

void help_overview(FILE *out)
{
    fprintf(out,
            "oxo %s - noughts and crosses, classic and Ultimate\n"
            "\n"
            "Usage: oxo COMMAND [OPTION]... [ARGUMENT]...\n"
            "\n"
            "Commands:\n",
            oxo_version());
    for (int i = 0; cli_commands[i]; i++)
        write_term(out, cli_commands[i]->name, 14, cli_commands[i]->summary);
    fputs("\nExamples:\n", out);
    for (int i = 0; help_first[i]; i++)
        fprintf(out, "  %s\n", help_first[i]->examples[0].line);
    fputs("\n'oxo help COMMAND' or 'oxo COMMAND --help' explains a command.\n",
          out);
}

void help_examples(FILE *out)
{
    for (int i = 0; cli_commands[i]; i++)
        for (const cli_example *e = cli_commands[i]->examples; e->line; e++)
            if (e->exits != CLI_RUNS_ON)
                fprintf(out, "%d\t%s\n", e->exits, e->line);
}
