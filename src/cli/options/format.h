/* format.h - the formats in which `oxo` reads and writes positions and games.
 *
 * Everything that is read becomes a game record: a position is a game without
 * moves that begins there. */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "input.h"
#include "oxo/notation.h"

/* Constant, name, explanation. */
#define FORMATS(X)                                                            \
    X(FORMAT_AUTO, "auto", "Position or tpgn, whichever the text looks like") \
    X(FORMAT_POSITION, "position", "Position strings of oxo, one per line")   \
    X(FORMAT_TPGN, "tpgn", "Game files with any number of games")             \
    X(FORMAT_MOVES, "moves", "Moves, one game per line: ee ea ae")            \
    X(FORMAT_ULTIMATTT, "ultimattt", "Positions of nelhage/ultimattt")        \
    X(FORMAT_UTTTAI, "utttai", "Positions of utttai, 93 digits")              \
    X(FORMAT_UTTTAI_MOVES, "utttai-moves", "Moves of utttai: 40 36 4")        \
    X(FORMAT_CODINGAME, "codingame",                                          \
      "Row and column, one move per line: 4 4")                               \
    X(FORMAT_FLAT, "flat",                                                    \
      "A classic board as nine characters, such as 'x...o....'")              \
    X(FORMAT_MATRIX, "matrix",                                                \
      "A classic board as JSON: [[1,0,0],[0,2,0],[0,0,0]]")                   \
    X(FORMAT_JSON, "json", "One JSON object per line; written only")

typedef enum format {
#define FORMAT_NAME(name, word, text) name,
    FORMATS(FORMAT_NAME)
#undef FORMAT_NAME
} format;

/* The names of formats that can be read or written, for options. */
extern const char *const format_readable[];
extern const char *const format_writable[];

/* The names of all variants, and of the Ultimate ones, for options. */
extern const char *const format_variants[];
extern const char *const format_ultimates[];

/* The variant of one of these names; NULL: OXO_ULTIMATE. */
oxo_variant format_variant(const char *name);

/* The format of a name in the lists above. */
format format_find(const char *name);

/* True for formats that consist of moves only. */
bool format_is_moves(format f);

/* One position or game, or the error in its place. */
typedef struct format_item {
    oxo_record record;
    bool is_game;         /* false: a position */
    int line;             /* of the text, where the item begins */
    oxo_text_error error; /* `status` is OXO_OK if the item is valid */
} format_item;

/* Walks through a text item by item. */
typedef struct format_reader {
    const input_text *text;
    format from;
    bool any_variant;    /* no variant was given: guess it from the text */
    oxo_variant variant; /* of texts that do not name their own */
    size_t at;           /* offset of the next item */
    int line;            /* of that offset, from 1 */
} format_reader;

/* `variant` is the name of a variant, or NULL to guess it. */
format_reader format_read(const input_text *text, format from,
                          const char *variant);

/* Reads the next item, valid or not; false after the last one. */
bool format_next(format_reader *reader, format_item *ret);

/* Writes an item; OXO_NOT_EXPRESSIBLE, and writes nothing, if the format
 * cannot express it. `number` counts the items written before. */
oxo_status format_write(FILE *out, format to, const format_item *item,
                        int number);

/* Words of JSON and tables: "x-wins" and "x". */
const char *format_outcome(oxo_outcome outcome);
const char *format_mark(oxo_mark mark);

/* "1-0", "0-1", "1/2-1/2", or "*" for an unfinished game. */
const char *format_result(oxo_outcome outcome);

#endif /* CLI_FORMAT_H */
