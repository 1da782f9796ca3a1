/* help_man.c - manual pages, in mdoc(7). */
#include "help.h"

#include <ctype.h>
#include <string.h>

#include "oxo/base.h"

/* Of this release; a page's date must not depend on when it was built. */
static const char RELEASED[] = "November 15, 2026";

/* Writes text so that nothing in it is taken for markup. */
static void escape(FILE *out, const char *text)
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

/* Running text: every sentence on a line of its own, as mdoc wants it. */
static void paragraph(FILE *out, const char *text)
{
    while (*text) {
        const char *end = strstr(text, ". ");
        const size_t n = end ? (size_t)(end - text) + 1 : strlen(text);
        char sentence[1024];
        snprintf(sentence, sizeof sentence, "%.*s", (int)n, text);
        escape(out, sentence);
        fputc('\n', out);
        text += n;
        text += strspn(text, " ");
    }
}

static void page_title(FILE *out, const char *name)
{
    fprintf(out, ".Dd %s\n.Dt ", RELEASED);
    for (const char *c = name; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, " 1\n.Os oxo %s\n.Sh NAME\n.Nm %s\n", oxo_version(), name);
}

static void exit_statuses(FILE *out)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n", out);
#define WRITE_EXIT(value, name, meaning)                                      \
    fprintf(out, ".It %d\n%s\n", value, meaning);
    CLI_EXITS(WRITE_EXIT)
#undef WRITE_EXIT
    fputs(".El\n", out);
}

static void environment(FILE *out)
{
    fputs(".Sh ENVIRONMENT\n"
          ".Bl -tag -width Ds\n"
          ".It Ev NO_COLOR\n"
          "If it is set and not empty, nothing is coloured unless asked for.\n"
          ".It Ev TERM\n"
          "If it is not set, or is\n"
          ".Dq dumb ,\n"
          "nothing is coloured unless asked for.\n"
          ".It Ev LC_ALL , LC_CTYPE , LANG\n"
          "Unless they name a UTF\\-8 locale, boards are drawn in ASCII.\n"
          ".El\n",
          out);
}

/* ---- A command ---------------------------------------------------------- */

static void synopsis(FILE *out, const cli_command *command)
{
    fprintf(out, ".Sh SYNOPSIS\n.Nm oxo %s\n", command->name);
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (o->hidden)
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
        fputs(".Sm off\n.Ar ", out);
        escape(out, command->arguments);
        fputs("\n.Sm on\n", out);
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
    paragraph(out, option->help);
    if (!option->values)
        return;
    fputs("One of\n", out);
    for (int i = 0; option->values[i]; i++) {
        fputs(".Cm ", out);
        escape(out, option->values[i]);
        fputs(option->values[i + 1] ? " ,\n" : " .\n", out);
    }
}

static void description(FILE *out, const cli_command *command)
{
    fprintf(out, ".Sh DESCRIPTION\n%s.\n", command->summary);
    for (int i = 0; command->description[i]; i++) {
        fputs(".Pp\n", out);
        paragraph(out, command->description[i]);
    }
    fputs(".Pp\nThe arguments and options are:\n"
          ".Bl -tag -width Ds\n",
          out);
    for (const cli_operand *o = command->operands; o && o->name; o++) {
        fprintf(out, ".It Ar %s\n", o->name);
        paragraph(out, o->help);
    }
    for (const cli_option *o = command->options; o && o->name; o++)
        write_option(out, o);
    write_option(out, &help_option);
    fputs(".El\n", out);
}

static void examples(FILE *out, const cli_command *command)
{
    fputs(".Sh EXAMPLES\n", out);
    for (const cli_example *e = command->examples; e->line; e++) {
        if (e != command->examples)
            fputs(".Pp\n", out);
        paragraph(out, e->shows);
        fputs(".Bd -literal -offset indent\n", out);
        escape(out, e->line);
        fputs("\n.Ed\n", out);
    }
}

static void man_of_command(FILE *out, const cli_command *command)
{
    char name[64];
    snprintf(name, sizeof name, "oxo-%s", command->name);
    page_title(out, name);
    fprintf(out, ".Nd %s\n", command->summary);
    synopsis(out, command);
    description(out, command);
    environment(out);
    exit_statuses(out);
    examples(out, command);
    fputs(".Sh SEE ALSO\n.Xr oxo 1\n", out);
}

/* ---- oxo itself --------------------------------------------------------- */

static void man_of_oxo(FILE *out)
{
    page_title(out, "oxo");
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
    environment(out);
    exit_statuses(out);
    fputs(".Sh EXAMPLES\n", out);
    for (int i = 0; cli_commands[i]; i++) {
        const cli_example *e = &cli_commands[i]->examples[0];
        paragraph(out, e->shows);
        fputs(".Bd -literal -offset indent\n", out);
        escape(out, e->line);
        fputs("\n.Ed\n", out);
    }
    fputs(".Sh SEE ALSO\n", out);
    for (int i = 0; cli_commands[i]; i++)
        fprintf(out, ".Xr oxo-%s 1%s\n", cli_commands[i]->name,
                cli_commands[i + 1] ? " ," : "");
}

void help_man(FILE *out, const cli_command *command)
{
    if (command)
        man_of_command(out, command);
    else
        man_of_oxo(out);
}
