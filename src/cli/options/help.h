/* help.h - the table of commands as help, manual pages and completions. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* What `oxo` alone prints: the commands, and examples to begin with. */
void help_overview(FILE *out);

/* What `oxo COMMAND --help` prints. */
void help_command(FILE *out, const cli_command *command);

/* All examples of all commands: exit status, tab, command line. */
void help_examples(FILE *out);

/* The manual page of a command, or of `oxo` itself for NULL. */
void help_man(FILE *out, const cli_command *command);

/* Completions. */
void help_bash(FILE *out);
void help_zsh(FILE *out);
void help_fish(FILE *out);

/* The commands whose first example the overview shows; NULL ends the list.
 * Defined in src/cli/commands. */
extern const cli_command *const help_first[];

/* The option that every command has. */
extern const cli_option help_option;

#endif /* CLI_HELP_H */
