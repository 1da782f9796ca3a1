/* commands.c - the table of commands. */
#include "commands.h"

#include "help.h"

const cli_command *const cli_commands[] = {
    &cmd_play,   &cmd_show,    &cmd_validate, &cmd_convert, &cmd_analyze,
    &cmd_replay, &cmd_solve,   &cmd_explain,  &cmd_menace,  &cmd_engine,
    &cmd_match,  &cmd_ladder,  &cmd_selfplay, &cmd_book,    &cmd_export,
    &cmd_serve,  &cmd_bot,     &cmd_store,    &cmd_load,    &cmd_perft,
    &cmd_bench,  &cmd_version, &cmd_help,     NULL,
};

const cli_command *const help_first[] = {&cmd_play,  &cmd_show,  &cmd_analyze,
                                         &cmd_match, &cmd_serve, NULL};
