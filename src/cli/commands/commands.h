/* commands.h - all commands; each is in cmd_NAME.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "command.h"

extern const cli_command cmd_analyze;
extern const cli_command cmd_bench;
extern const cli_command cmd_book;
extern const cli_command cmd_bot;
extern const cli_command cmd_convert;
extern const cli_command cmd_engine;
extern const cli_command cmd_explain;
extern const cli_command cmd_export;
extern const cli_command cmd_help;
extern const cli_command cmd_ladder;
extern const cli_command cmd_load;
extern const cli_command cmd_match;
extern const cli_command cmd_menace;
extern const cli_command cmd_perft;
extern const cli_command cmd_play;
extern const cli_command cmd_replay;
extern const cli_command cmd_selfplay;
extern const cli_command cmd_serve;
extern const cli_command cmd_show;
extern const cli_command cmd_solve;
extern const cli_command cmd_store;
extern const cli_command cmd_validate;
extern const cli_command cmd_version;

#endif /* CLI_COMMANDS_H */
