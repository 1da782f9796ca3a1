/* match_command.h - what `oxo match` and `oxo ladder` share. */
#ifndef CLI_MATCH_COMMAND_H
#define CLI_MATCH_COMMAND_H

#include "command.h"
#include "match.h"
#include "rows.h"

/* The options of both, for their tables; `default_games` is the default of
 * '--games'. clang-format takes them for blocks. */
/* clang-format off */
#define MATCH_COMMAND_OPTIONS(default_games)                                  \
    ROW_VARIANT_TO_PLAY,                                                      \
    ROW_NUMBER("games",                                                       \
               "Play N games per pairing, an even number: every opening is "  \
               "played twice, with the sides swapped; default: "              \
               default_games "."),                                            \
    ROW_VALUE("openings", "OPENINGS",                                         \
              "Where games begin: 'empty', 'random:PLIES', or a file of "     \
              "games, positions or move lists; default: random:4."),          \
    ROW_SEED,                                                                 \
    ROW_NUMBER("concurrency", "Play N games at the same time; default: 1."),  \
    ROW_RENAMED("resume", "journal", "FILE",                                  \
                "Log finished games in FILE; if FILE contains games of this " \
                "match, resume the match after them."),                       \
    ROW_FILE("tpgn",                                                          \
             "Write the games to this file; an existing file is replaced."),  \
    ROW_JSON,                                                                 \
    ROW_SILENT
/* clang-format on */

/* Reads MATCH_COMMAND_OPTIONS into `*ret`, which then has no engines yet.
 * `games` is the default number of games per pairing. Returns an exit
 * status. */
int match_command_init(const cli_args *args, int games, match_config *ret);

/* Sets a limit of the match from the option of the same name, if there is
 * one. Returns an exit status. */
int match_command_limit(const cli_args *args, const char *name,
                        match_config *config);

/* Adds an engine from its description. Returns an exit status. */
int match_command_add(const cli_args *args, const char *text,
                      match_config *config);

/* Plays the match and prints its events on stderr. `*ret` has the results of
 * the games that were played, also after a failure. Returns an exit status. */
int match_command_play(const cli_args *args, const match_config *config,
                       match_summary *ret);

#endif /* CLI_MATCH_COMMAND_H */
