/* help.h - the table of commands, written out for people and for shells. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* What `oxo` alone prints: what it is, the commands, where to begin. */
void help_overview(FILE *out);

/* What `oxo COMMAND --help` prints. */
void help_command(FILE *out, const cli_command *command);

/* Every example of every command: exit status, tab, command line. */
void help_examples(FILE *out);

/* The manual page of a command, or of `oxo` itself for NULL. */
void help_man(FILE *out, const cli_command *command);

/* Completion for the shells. */
void help_bash(FILE *out);
void help_zsh(FILE *out);
void help_fish(FILE *out);

/* The commands whose first example is one to begin with; NULL ends the list.
 */
extern const cli_command *const help_first[];

/* What every command takes besides its own options. */
extern const cli_option help_option;

#endif /* CLI_HELP_H */
