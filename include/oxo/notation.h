/* oxo/notation.h - moves, positions and games as text.
 *
 * Boards and cells are the letters a..i in reading order. A classic move is
 * its cell, "e"; an Ultimate move is board then cell, "ae". A position is
 *
 *     classic     3/3/3 x               three rows, side to move
 *     ultimate    9/9/9/9/9/9/9/9/9 x - nine boards, side to move, board to
 *                                       play in ("-": any)
 *
 * where a digit is a run of empty cells, x and o are marks, and a board may
 * begin with its owner, X, O or D. What is written is canonical: longest
 * runs, single spaces, an owner only where the cells do not tell (both sides
 * have a line, under `ultimate-continue`). What is read may be looser, but
 * never a position that oxo_classic_validate() or oxo_ultimate_validate()
 * refuses. docs/manual/notation.md has the grammars.
 *
 * Nothing here allocates; all lengths are bounded by the constants below. */
#ifndef OXO_NOTATION_H
#define OXO_NOTATION_H

#include "oxo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes of texts, the final NUL included. */
enum {
    OXO_MOVE_TEXT = 4,       /* "ae", "8 8", "80" */
    OXO_POSITION_TEXT = 112, /* in any notation, read or written */
    OXO_TAG_NAME = 32,
    OXO_TAG_VALUE = 256,
    OXO_COMMENTS_TEXT = 8192, /* all comments of a game together */
    OXO_RECORD_TEXT = 65536   /* a whole game, read or written */
};

/* Where a text was refused, and why. Lines and columns count from 1, columns
 * in bytes; `reason` is a sentence that lives as long as the program. */
typedef struct oxo_text_error {
    oxo_status status;
    int line;
    int column;
    const char *reason;
} oxo_text_error;

/* ---- Moves and positions ------------------------------------------------ */

/* Our notation and other people's:
 *
 *   native      as above
 *   ultimattt   nelhage/ultimattt: the same moves; positions such as
 *               "O;@........;X.OO...../X..X.O.O./..."
 *   utttai      ar-nowaczynski/utttai: moves 0..80; positions are 93 digits
 *   codingame   moves "row col" over the 9x9 grid; no positions */
typedef enum oxo_notation {
    OXO_NATIVE,
    OXO_ULTIMATTT,
    OXO_UTTTAI,
    OXO_CODINGAME
} oxo_notation;

enum { OXO_NOTATIONS = 4 };

/* The notation's name, and the notation of a name. */
OXO_API const char *oxo_notation_word(oxo_notation notation);
OXO_API bool oxo_notation_find(const char *word, oxo_notation *ret);

/* Writes a move; returns the length. Every notation has a form for every
 * move: classic ones (0..8) are a letter in native and ultimattt, a number in
 * utttai, and row and column in codingame. */
OXO_API size_t oxo_move_format(oxo_notation notation, oxo_variant variant,
                               oxo_move m, char out[OXO_MOVE_TEXT]);

/* Reads a move and nothing else but blanks around it and a line end behind
 * it. Whether it is legal is another question. On failure `*ret_error`, if
 * not NULL, says where and why, and `*ret` is untouched: OXO_SYNTAX,
 * OXO_TEXT_TOO_LONG, or OXO_INVALID_POSITION for a number off the board. */
OXO_API oxo_status oxo_move_parse(oxo_notation notation, oxo_variant variant,
                                  const char *text, oxo_move *ret,
                                  oxo_text_error *ret_error);

/* Writes a position; `*ret_length`, if not NULL, is its length.
 * OXO_NOT_EXPRESSIBLE, `out` untouched, if that notation has no form for it:
 * foreign ones know neither `classic` nor `ultimate-continue`. */
OXO_API oxo_status oxo_position_format(oxo_notation notation,
                                       const oxo_position *p,
                                       char out[OXO_POSITION_TEXT],
                                       size_t *ret_length);

/* Reads a position of `variant` likewise. Beside the statuses of text and of
 * oxo_*_validate() there are OXO_WRONG_RESULT (utttai) and, for variants
 * without a form, OXO_NOT_EXPRESSIBLE. A fault of one board is reported where
 * that board begins, a closed target where the target stands, others where
 * the side to move does. */
OXO_API oxo_status oxo_position_parse(oxo_notation notation,
                                      oxo_variant variant, const char *text,
                                      oxo_position *ret,
                                      oxo_text_error *ret_error);

/* ---- Games -------------------------------------------------------------- */

typedef struct oxo_tag {
    char name[OXO_TAG_NAME];
    char value[OXO_TAG_VALUE];
} oxo_tag;

enum { OXO_MAX_TAGS = 32 };

/* What an engine said of a position, from X's side. */
typedef enum oxo_eval_kind {
    OXO_EVAL_NONE,
    OXO_EVAL_ESTIMATE, /* value: hundredths, positive if X stands better */
    OXO_EVAL_WIN,      /* value: moves to the end, negative if O wins; not 0 */
    OXO_EVAL_DRAW      /* proven */
} oxo_eval_kind;

/* What is said after a move, or before the first. */
typedef struct oxo_note {
    int64_t clock;    /* milliseconds left to the mover, or -1 */
    int32_t value;    /* of the evaluation; 0 where the kind has none */
    uint8_t kind;     /* an oxo_eval_kind */
    uint16_t comment; /* where in `comments` the text begins; 0: no text */
} oxo_note;

/* A game file (.tpgn): tags, moves, notes, result. The first six tags are
 * Event, Site, Date, Round, X and O, always, "?" if nothing is known. Result,
 * Variant, FEN and SetUp are not kept as tags: they are `result` and parts of
 * `game`. A move's time and intensity are in the game's history, and in the
 * file unless they are 0.
 *
 * Set evaluation and clock in `notes`; the rest through the functions below,
 * which keep what they are given in a form that reads back the same. */
typedef struct oxo_record {
    oxo_game game;
    oxo_outcome result; /* OXO_ONGOING is "*" */
    int tag_count;
    oxo_tag tags[OXO_MAX_TAGS];
    oxo_note notes[OXO_MAX_MOVES + 1]; /* [ply]: after `ply` moves */
    uint16_t comments_length;
    char comments[OXO_COMMENTS_TEXT]; /* NUL, then texts that end in NUL, in
                                         the order of their moves */
} oxo_record;

/* A record of a game, the tags unknown, without notes, the result as it
 * stands. Moves that were undone are no part of it. */
OXO_API void oxo_record_init(oxo_record *ret, const oxo_game *game);

/* A tag's value, or NULL. */
OXO_API const char *oxo_record_tag(const oxo_record *r, const char *name);

/* Sets a tag, in place or at the end: OXO_SYNTAX for a name that is not
 * letters, digits and underscores, or that the record keeps elsewhere, or for
 * a value that is not UTF-8 text (docs/manual/notation.md says what is text);
 * OXO_TEXT_TOO_LONG if one of them is, or the tag table is full. */
OXO_API oxo_status oxo_record_set_tag(oxo_record *r, const char *name,
                                      const char *value);

/* The comment after `ply` moves, 0 <= ply <= length; "" if there is none. */
OXO_API const char *oxo_record_comment(const oxo_record *r, int ply);

/* Sets it. White space between words becomes one space, and is dropped at
 * both ends; "" takes the comment away. OXO_SYNTAX for "}", for a command
 * such as "[%eval", for what is not UTF-8 text;
 * OXO_TEXT_TOO_LONG if the room for comments is used up. */
OXO_API oxo_status oxo_record_set_comment(oxo_record *r, int ply,
                                          const char *text);

/* Sets the result: OXO_WRONG_RESULT if the moves ended the game otherwise. A
 * game that goes on may have any, since players resign and forfeit. */
OXO_API oxo_status oxo_record_set_result(oxo_record *r, oxo_outcome result);

/* Reads the first game in `text`, which need not end in NUL; `*ret_used`, if
 * not NULL, is how much of it that took, with the blank lines behind it. Call
 * again with the rest for the next game. Text of blanks only is OXO_SYNTAX.
 * Lines of the error count from where `text` begins. A refusal writes nothing
 * but `*ret_error`. */
OXO_API oxo_status oxo_record_parse(const char *text, size_t length,
                                    oxo_record *ret, size_t *ret_used,
                                    oxo_text_error *ret_error);

/* Writes a game, canonically; `*ret_length`, if not NULL, is its length.
 * Everything a record can hold fits into OXO_RECORD_TEXT bytes. */
OXO_API void oxo_record_format(const oxo_record *r, char out[OXO_RECORD_TEXT],
                               size_t *ret_length);

#ifdef __cplusplus
}
#endif
#endif /* OXO_NOTATION_H */
