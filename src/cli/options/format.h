/* format.h - the forms in which `oxo` reads and writes positions and games.
 *
 * Whatever was read is held as a game record; a position is a game without
 * moves that begins there. */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "input.h"
#include "oxo/notation.h"

/* Name, what it is. The order is that of the enumeration. */
#define FORMATS(X)                                                            \
    X(FORMAT_AUTO, "auto", "Position or tpgn, whichever it looks like")       \
    X(FORMAT_POSITION, "position", "The position string of oxo, one a line")  \
    X(FORMAT_TPGN, "tpgn", "Game files, any number of games in a row")        \
    X(FORMAT_MOVES, "moves", "Moves, a game a line: ee ea ae")                \
    X(FORMAT_ULTIMATTT, "ultimattt", "Positions of nelhage/ultimattt")        \
    X(FORMAT_UTTTAI, "utttai", "Positions of utttai, 93 digits")              \
    X(FORMAT_UTTTAI_MOVES, "utttai-moves", "Moves of utttai: 40 36 4")        \
    X(FORMAT_CODINGAME, "codingame", "Row and column, one move a line: 4 4")  \
    X(FORMAT_FLAT, "flat",                                                    \
      "A classic board as nine characters, such as 'x...o....'")              \
    X(FORMAT_MATRIX, "matrix",                                                \
      "A classic board as JSON: [[1,0,0],[0,2,0],[0,0,0]]")                   \
    X(FORMAT_JSON, "json", "A JSON object a line; written, not read")

typedef enum format {
#define FORMAT_NAME(name, word, text) name,
    FORMATS(FORMAT_NAME)
#undef FORMAT_NAME
} format;

/* The names that can be read, and those that can be written, for options. */
extern const char *const format_readable[];
extern const char *const format_writable[];

/* The variants' names for options, all or those of Ultimate, and the one a
 * name stands for. */
extern const char *const format_variants[];
extern const char *const format_ultimates[];
oxo_variant format_variant(const char *name);

/* The format of a name that was checked against the lists above. */
format format_find(const char *name);

/* True for the forms that are nothing but moves. */
bool format_is_moves(format f);

/* One position or game, or why there is none. */
typedef struct format_item {
    oxo_record record;
    bool is_game;         /* not just a position */
    int line;             /* where in the text it begins */
    oxo_text_error error; /* OXO_OK in `status`, or what is wrong */
} format_item;

/* Walks through a text item by item. */
typedef struct format_reader {
    const input_text *text;
    format from;
    bool any_variant;    /* nobody named one: the text's shape tells */
    oxo_variant variant; /* unless the text itself names it */
    size_t at;           /* where the next item begins, */
    int line;            /* and in which line that is */
} format_reader;

/* `variant` is the name of one, or NULL. */
format_reader format_read(const input_text *text, format from,
                          const char *variant);

/* The next item, good or bad; false behind the last. */
bool format_next(format_reader *reader, format_item *ret);

/* Writes an item; OXO_NOT_EXPRESSIBLE, and nothing written, if that form
 * cannot hold it. `number` counts the items written, from 0. */
oxo_status format_write(FILE *out, format to, const format_item *item,
                        int number);

/* Words for how a game stands, in JSON and in tables. */
const char *format_outcome(oxo_outcome outcome);
const char *format_mark(oxo_mark mark);

/* "1-0", "0-1", "1/2-1/2", or "*" while it goes on. */
const char *format_result(oxo_outcome outcome);

#endif /* CLI_FORMAT_H */
