/* contest.h - what `oxo match` and `oxo ladder` have in common. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "command.h"
#include "match.h"
#include "rows.h"

/* Options of both, for their tables, with what they say of the number of
 * games; clang-format takes them for blocks. */
/* clang-format off */
#define CONTEST_OPTIONS(standard_games)                                       \
    ROW_VARIANT_TO_PLAY,                                                      \
    ROW_NUMBER("games",                                                       \
               "How many games each pairing plays, an even number: every "    \
               "opening is played twice, with the sides swapped; "            \
               standard_games "."),                                           \
    ROW_VALUE("openings", "OPENINGS",                                         \
              "Where games begin: 'empty', 'random:PLIES', or a file of "     \
              "games, positions or moves; random:4 unless given."),           \
    ROW_NUMBER("seed", "For random openings; 1 unless given."),               \
    ROW_NUMBER("concurrency",                                                 \
               "How many games to play at a time; 1 unless given."),          \
    ROW_RENAMED("resume", "journal", "FILE",                                  \
                "Record every game in this file, and continue after the "     \
                "games that the file already has."),                          \
    ROW_FILE("tpgn",                                                          \
             "Write the games to this file; one that is there is "            \
             "replaced."),                                                    \
    ROW_FLAG("json", "Write the result as one JSON object."),                 \
    ROW_QUIET("No line on standard error for each game.")
/* clang-format on */

/* A match as the options of CONTEST_OPTIONS want it, with `games` games a
 * pairing unless they say otherwise, and without engines. */
int contest_init(const cli_args *args, int games, match_config *ret);

/* Sets a limit of the match from the option of that name, if given. */
int contest_limit(const cli_args *args, const char *name,
                  match_config *config);

/* Reads an engine's description: "oxo", "oxo:LEVEL" or the path of a program,
 * all with keys of match_engine_parse() behind them, or such keys only.
 * OXO_OK, or a refusal with a sentence in `why`. */
oxo_status contest_engine_parse(const char *text, match_engine *ret,
                                char why[MATCH_WHY]);

/* Is a text such a description, and no command line? "oxo engine --hash 1" is
 * a command line, and so is "/usr/bin/env A=b x": there is no key A. */
bool contest_is_description(const char *text);

/* Adds an engine by its description. */
int contest_add(const cli_args *args, const char *text, match_config *config);

/* Makes the running program the engine's; false if its path is too long. */
bool contest_use_self(match_engine *engine);

/* Plays, telling how it goes on stderr; whatever was played is in `*ret`,
 * also after a failure. Returns an exit status. */
int contest_play(const cli_args *args, const match_config *config,
                 match_summary *ret);

#endif /* CLI_CONTEST_H */
