/* rows.h - rows of option tables, for all commands alike.
 *
 * What several commands take is said once, in the same words. The rest is
 * written by kind: a flag, a number, a time, a file. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "format.h"
#include "look.h"

/* clang-format takes them for blocks. */
/* clang-format off */
#define ROW_FLAG(option, text) {.name = (option), .help = (text)}
#define ROW_VALUE(option, value, text)                                        \
    {.name = (option), .argument = (value), .help = (text)}
#define ROW_CHOICE(option, value, choices, text)                              \
    {.name = (option),                                                        \
     .argument = (value),                                                     \
     .help = (text),                                                          \
     .values = (choices)}

/* An option that had another name before. */
#define ROW_RENAMED(option, old, value, text)                                 \
    {.name = (option), .old_name = (old), .argument = (value), .help = (text)}

#define ROW_NUMBER(option, text) ROW_VALUE(option, "N", text)
#define ROW_SECONDS(option, text) ROW_VALUE(option, "SECONDS", text)
#define ROW_MIB(option, text) ROW_VALUE(option, "MIB", text)
#define ROW_FILE(option, text) ROW_VALUE(option, "FILE", text)

/* ---- The same everywhere ------------------------------------------------ */

#define ROW_VARIANT(text)                                                     \
    ROW_CHOICE("variant", "VARIANT", format_variants, text)
#define ROW_VARIANT_TO_PLAY                                                   \
    ROW_VARIANT("The rules to play by; ultimate unless given.")
#define ROW_VARIANT_OF_POSITION                                               \
    ROW_VARIANT("The rules of a position; a game names its own. Without it, " \
                "what has the shape of a classic position is one, and all "   \
                "else is ultimate.")
#define ROW_GAME                                                              \
    ROW_NUMBER("game",                                                        \
               "Take the Nth game or position of the input; the first unless "\
               "given.")
#define ROW_ASCII                                                             \
    ROW_FLAG("ascii",                                                         \
             "Use no other characters than those of ASCII, as where the "     \
             "locale is not UTF-8.")
#define ROW_COLOR                                                             \
    ROW_CHOICE("color", "WHEN", look_colors,                                  \
               "Colours: by default on a terminal, unless NO_COLOR is set "   \
               "or TERM is dumb.")
#define ROW_CLOCK                                                             \
    ROW_VALUE("clock", "TIME[+TIME]",                                         \
              "A room to be made gets a clock: time for each side, and what " \
              "a move adds, such as 5m+3s. Units are s, m and h; a bare "     \
              "number is seconds.")
#define ROW_JSON ROW_FLAG("json", "Write one JSON object.")
#define ROW_QUIET(text) {.name = "quiet", .letter = 'q', .help = (text)}
#define ROW_SILENT ROW_QUIET("Do not tell how it goes on standard error.")
/* clang-format on */

#endif /* CLI_ROWS_H */
