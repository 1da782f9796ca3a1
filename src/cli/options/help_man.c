/* help_man.c - manual pages, in mdoc(7). */
#include "help.h"

#include <ctype.h>
#include <string.h>

/* The date of this release: builds must be reproducible. */
static const char RELEASED[] = "November 15, 2026";

enum { LINE = 72 }; /* bytes in a line of the page's source */

/* Writes text without markup. */
static void write_escaped(FILE *out, const char *text)
{
    if (text[0] == '.' || text[0] == '\'')
        fputs("\\&", out);
    for (const char *c = text; *c; c++) {
        if (*c == '\\')
            fputs("\\e", out);
        else if (*c == '-')
            fputs("\\-", out);
        else if (*c == '\'')
            fputs("\\(aq", out);
        else if (*c == '"')
            fputs("\\(dq", out);
        else if (*c == '~' || *c == '^' || *c == '`')
            fprintf(out, "\\(%s", *c == '~' ? "ti" : *c == '^' ? "ha" : "ga");
        else
            fputc(*c, out);
    }
}

/* The length of a word once it is escaped. */
static size_t escaped_length(const char *word)
{
    size_t n = word[0] == '.' || word[0] == '\'' ? 2 : 0;
    for (const char *c = word; *c; c++)
        n += strchr("\\-", *c) ? 2 : strchr("'\"~^`", *c) ? 4 : 1;
    return n;
}

/* Writes a sentence of `length` bytes in lines of at most LINE bytes. */
static void write_sentence(FILE *out, const char *text, size_t length)
{
    size_t used = 0;
    for (const char *word = text; word < text + length;) {
        char copy[128];
        const size_t n = strcspn(word, " ");
        snprintf(copy, sizeof copy, "%.*s", (int)n, word);
        const size_t size = escaped_length(copy);
        if (used > 0)
            fputc(used + 1 + size > LINE ? '\n' : ' ', out);
        used = used + 1 + size > LINE ? size : used + 1 + size;
        write_escaped(out, copy);
        word += n;
        word += strspn(word, " ");
    }
    fputc('\n', out);
}

/* Writes running text. In mdoc every sentence begins a line. */
static void write_paragraph(FILE *out, const char *text)
{
    while (*text) {
        const char *end = strstr(text, ". ");
        const size_t n = end ? (size_t)(end - text) + 1 : strlen(text);
        write_sentence(out, text, n);
        text += n;
        text += strspn(text, " ");
    }
}

static void write_title(FILE *out, const char *name)
{
    fprintf(out, ".Dd %s\n.Dt ", RELEASED);
    for (const char *c = name; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, " 1\n.Os\n.Sh NAME\n.Nm %s\n", name);
}

static void write_exit_statuses(FILE *out, const cli_command *command)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n", out);
#define WRITE_EXIT(value, name, meaning)                                      \
    if (cli_may_exit(command, name))                                          \
        fprintf(out, ".It %d\n%s\n", value, meaning);
    CLI_EXITS(WRITE_EXIT)
#undef WRITE_EXIT
    fputs(".El\n", out);
}

static void write_environment(FILE *out)
{
    fputs(".Sh ENVIRONMENT\n"
          ".Bl -tag -width Ds\n"
          ".It Ev NO_COLOR\n"
          "If set and not empty, there are no colours by default.\n"
          ".It Ev TERM\n"
          "If not set, or\n"
          ".Dq dumb ,\n"
          "there are no colours by default.\n"
          ".It Ev LC_ALL , LC_CTYPE , LANG\n"
          "If they do not name a UTF\\-8 locale, boards are drawn in ASCII.\n"
          ".El\n",
          out);
}

/* ---- A command ---------------------------------------------------------- */

/* The options of which one must be given: "(--to FORMAT | --json)". */
static void write_needed(FILE *out, const cli_command *command)
{
    bool any = false;
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (!o->needed)
            continue;
        fprintf(out, "%s Fl \\-%s", any ? " |" : ".Po", o->name);
        if (o->argument)
            fprintf(out, " Ar %s", o->argument);
        any = true;
    }
    if (any)
        fputs("\n.Pc\n", out);
}

static void write_synopsis(FILE *out, const cli_command *command)
{
    fprintf(out, ".Sh SYNOPSIS\n.Nm oxo %s\n", command->name);
    write_needed(out, command);
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (o->hidden || o->needed)
            continue;
        if (o->letter)
            fprintf(out, ".Op Fl %c | Fl \\-%s", o->letter, o->name);
        else
            fprintf(out, ".Op Fl \\-%s", o->name);
        if (o->argument)
            fprintf(out, " Ar %s", o->argument);
        fputc('\n', out);
    }
    if (command->arguments[0]) {
        fputs(".Ar ", out);
        write_escaped(out, command->arguments);
        fputc('\n', out);
    }
}

static void write_option(FILE *out, const cli_option *option)
{
    if (option->hidden)
        return;
    fputs(".It ", out);
    if (option->letter)
        fprintf(out, "Fl %c , ", option->letter);
    fprintf(out, "Fl \\-%s", option->name);
    if (option->argument)
        fprintf(out, " Ar %s", option->argument);
    fputc('\n', out);
    write_paragraph(out, option->help);
    if (!option->values)
        return;
    fputs("One of\n", out);
    for (int i = 0; option->values[i]; i++) {
        fputs(".Cm ", out);
        write_escaped(out, option->values[i]);
        fputs(option->values[i + 1] ? " ,\n" : " .\n", out);
    }
}

static void write_terms(FILE *out, const char *macro, const cli_operand *terms)
{
    for (const cli_operand *t = terms; t && t->name; t++) {
        fprintf(out, ".It %s %s\n", macro, t->name);
        write_paragraph(out, t->help);
    }
}

/* True if the command draws, which the environment influences. */
static bool draws(const cli_command *command)
{
    for (const cli_option *o = command->options; o && o->name; o++)
        if (strcmp(o->name, "color") == 0)
            return true;
    return false;
}

static void write_description(FILE *out, const cli_command *command)
{
    fputs(".Sh DESCRIPTION\n", out);
    for (int i = 0; command->description[i]; i++) {
        if (i > 0)
            fputs(".Pp\n", out);
        write_paragraph(out, command->description[i]);
    }
    fputs(".Pp\nThe arguments and options are:\n"
          ".Bl -tag -width Ds\n",
          out);
    write_terms(out, "Ar", command->operands);
    for (const cli_option *o = command->options; o && o->name; o++)
        write_option(out, o);
    write_option(out, &help_option);
    fputs(".El\n", out);
    if (!command->terms)
        return;
    fprintf(out, ".Ss %s\n.Bl -tag -width Ds\n", command->terms_title);
    write_terms(out, "Cm", command->terms);
    fputs(".El\n", out);
}

static void write_examples(FILE *out, const cli_command *command)
{
    fputs(".Sh EXAMPLES\n", out);
    for (const cli_example *e = command->examples; e->line; e++) {
        if (e != command->examples)
            fputs(".Pp\n", out);
        write_paragraph(out, e->shows);
        fputs(".Bd -literal -offset indent\n", out);
        write_escaped(out, e->line);
        fputs("\n.Ed\n", out);
    }
}

static void write_command_page(FILE *out, const cli_command *command)
{
    char name[64];
    snprintf(name, sizeof name, "oxo-%s", command->name);
    write_title(out, name);
    fprintf(out, ".Nd %s\n", command->summary);
    write_synopsis(out, command);
    write_description(out, command);
    if (draws(command))
        write_environment(out);
    write_exit_statuses(out, command);
    write_examples(out, command);
    fputs(".Sh SEE ALSO\n.Xr oxo 1\n", out);
}

/* ---- oxo itself --------------------------------------------------------- */

/* The command after `last` in the alphabet, or NULL. */
static const char *next_name(const char *last)
{
    const char *next = NULL;
    for (int i = 0; cli_commands[i]; i++) {
        const char *name = cli_commands[i]->name;
        if (strcmp(name, last) > 0 && (!next || strcmp(name, next) < 0))
            next = name;
    }
    return next;
}

static void write_see_also(FILE *out)
{
    fputs(".Sh SEE ALSO\n", out);
    for (const char *name = next_name(""); name; name = next_name(name))
        fprintf(out, ".Xr oxo-%s 1 ,\n", name);
    fputs(".Xr oxo 3 ,\n"
          ".Xr oxo-book 5 ,\n.Xr oxo-menace 5 ,\n.Xr oxo-position 5 ,\n.Xr "
          "oxo-selfplay 5 ,\n"
          ".Xr oxo-suite 5 ,\n.Xr oxo-tpgn 5 ,\n"
          ".Xr oxo-codingame 7 ,\n.Xr oxo-ugi 7 ,\n.Xr oxo-v1 7\n",
          out);
}

static void write_main_page(FILE *out)
{
    write_title(out, "oxo");
    fputs(".Nd noughts and crosses, classic and Ultimate\n"
          ".Sh SYNOPSIS\n.Nm\n.Ar COMMAND\n.Op Ar OPTION ...\n"
          ".Op Ar ARGUMENT ...\n.Nm\n.Fl \\-version\n.Nm\n.Fl \\-help\n"
          ".Sh DESCRIPTION\nThe commands are:\n"
          ".Bl -tag -width convert\n",
          out);
    for (int i = 0; cli_commands[i]; i++)
        fprintf(out, ".It Cm %s\n%s.\nSee\n.Xr oxo-%s 1 .\n",
                cli_commands[i]->name, cli_commands[i]->summary,
                cli_commands[i]->name);
    fputs(".El\n.Pp\n"
          "Data is written to standard output and messages to standard "
          "error.\n",
          out);
    write_environment(out);
    write_exit_statuses(out, NULL);
    fputs(".Sh EXAMPLES\n", out);
    for (int i = 0; help_first[i]; i++) {
        const cli_example *e = &help_first[i]->examples[0];
        write_paragraph(out, e->shows);
        fputs(".Bd -literal -offset indent\n", out);
        write_escaped(out, e->line);
        fputs("\n.Ed\n", out);
    }
    write_see_also(out);
}

void help_man(FILE *out, const cli_command *command)
{
    if (command)
        write_command_page(out, command);
    else
        write_main_page(out);
}
