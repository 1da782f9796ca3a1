/* rows.h - rows of option tables.
 *
 * Options that several commands have are described here once, in the same
 * words. Other options are written by kind: a flag, a number, a time, a
 * file. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "format.h"
#include "look.h"

/* clang-format takes the rows for blocks. */
/* clang-format off */
#define ROW_FLAG(option, text) {.name = (option), .help = (text)}
#define ROW_VALUE(option, value, text)                                        \
    {.name = (option), .argument = (value), .help = (text)}
#define ROW_CHOICE(option, value, choices, text)                              \
    {.name = (option),                                                        \
     .argument = (value),                                                     \
     .help = (text),                                                          \
     .values = (choices)}

/* An option whose name in the previous version was `old`. */
#define ROW_RENAMED(option, old, value, text)                                 \
    {.name = (option), .old_name = (old), .argument = (value), .help = (text)}

#define ROW_NUMBER(option, text) ROW_VALUE(option, "N", text)
#define ROW_SECONDS(option, text) ROW_VALUE(option, "SECONDS", text)
#define ROW_FILE(option, text) ROW_VALUE(option, "FILE", text)

/* ---- The same everywhere ------------------------------------------------ */

#define ROW_VARIANT(text)                                                     \
    ROW_CHOICE("variant", "VARIANT", format_variants, text)
#define ROW_VARIANT_TO_PLAY                                                   \
    ROW_VARIANT("The rules to play by; default: ultimate.")
#define ROW_VARIANT_OF_POSITION                                               \
    ROW_VARIANT("The rules of a position; by default classic if the position "\
                "has the shape of classic, otherwise ultimate. A game names " \
                "its own rules.")
#define ROW_VARIANT_OF_ROOM                                                   \
    ROW_VARIANT("The rules of a new room; default: ultimate.")

#define TEXT_FROM                                                             \
    "The format of the input, as listed by 'oxo help convert'; default: auto."
#define ROW_FROM ROW_CHOICE("from", "FORMAT", format_readable, TEXT_FROM)

#define TEXT_EXISTING_FILE                                                    \
    "An argument that names an existing file is that file."

#define ROW_GAME                                                              \
    ROW_NUMBER("game",                                                        \
               "Take the Nth game or position of the input; default: 1.")

/* How much to compute. */
#define ROW_NODES(text) ROW_NUMBER("nodes", text)
#define ROW_MOVETIME(text) ROW_VALUE("movetime", "MS", text)
#define TEXT_HASH(mebibytes)                                                  \
    "Memory for the positions found so far, in MiB; default: " mebibytes "."
#define ROW_HASH(mebibytes) ROW_VALUE("hash", "MIB", TEXT_HASH(mebibytes))
#define ROW_SEED                                                              \
    ROW_NUMBER("seed", "The seed of all random choices; default: 1.")

#define TEXT_NET                                                              \
    "Evaluate positions with the neural network in this file, or with the "   \
    "hand-written evaluation if it is 'none'; default: the built-in network " \
    "of the variant."

/* Appearance. */
#define ROW_ASCII                                                             \
    ROW_FLAG("ascii", "Use ASCII characters only, as by default where the "   \
                      "locale is not UTF-8.")
#define ROW_COLOR                                                             \
    ROW_CHOICE("color", "WHEN", look_colors,                                  \
               "Use colours; default: auto, which means on a terminal, "      \
               "unless NO_COLOR is set or TERM is dumb.")
#define ROW_PLAIN                                                             \
    ROW_FLAG("plain", "Read and write lines instead of using the whole "      \
                      "screen, as by default without a terminal: for pipes "  \
                      "and screen readers.")

/* Rooms of a server. */
#define ROW_CLOCK                                                             \
    ROW_VALUE("clock", "TIME[+TIME]",                                         \
              "Give a new room a clock: time for each side, and time added "  \
              "with each move, such as 5m+3s. Units are s, m and h; a number "\
              "without a unit is seconds.")
#define ROW_PUBLIC                                                            \
    ROW_FLAG("public", "List a new room on the server, for anybody to join.")

/* Output. */
#define ROW_JSON ROW_FLAG("json", "Write one JSON object.")
#define ROW_QUIET(text) {.name = "quiet", .letter = 'q', .help = (text)}
#define ROW_SILENT ROW_QUIET("Don't print progress.")
/* clang-format on */

#endif /* CLI_ROWS_H */
