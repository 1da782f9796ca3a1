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
 * begin with its owner, X, O or D. Text is written in canonical form: longest
 * runs, single spaces, and an owner only where the cells do not determine it
 * (under `ultimate-continue`, if both sides have a line). Parsers accept other
 * forms, too, but refuse a position that oxo_classic_validate() or
 * oxo_ultimate_validate() refuses. oxo-position(5) and oxo-tpgn(5) have the
 * grammars.
 *
 * Nothing here allocates. The constants below bound all lengths. */
#ifndef OXO_NOTATION_H
#define OXO_NOTATION_H

#include "oxo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes of texts, with the final NUL. */
enum {
    OXO_MOVE_TEXT = 4,       /* "ae", "8 8", "80" */
    OXO_POSITION_TEXT = 112, /* in every notation, read or written */
    OXO_TAG_NAME = 32,
    OXO_TAG_VALUE = 256,
    OXO_COMMENTS_TEXT = 8192, /* all comments of a game together */
    OXO_RECORD_TEXT = 65536   /* a whole game, read or written */
};

/* Where a text was refused, and why. Lines and columns count from 1, columns
 * in bytes. `reason` is a sentence in static memory. */
typedef struct oxo_text_error {
    oxo_status status;
    int line;
    int column;
    const char *reason;
} oxo_text_error;

/* ---- Moves and positions ------------------------------------------------ */

/* Our notation, and those of other programs:
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

/* The notation's wire word, and the notation of a wire word. */
OXO_API const char *oxo_notation_word(oxo_notation notation);
OXO_API bool oxo_notation_find(const char *word, oxo_notation *ret);

/* Writes a move; returns its length. Every notation can write every move: a
 * move of classic is a letter in native and ultimattt, a number in utttai, and
 * row and column in codingame. */
OXO_API size_t oxo_move_format(oxo_notation notation, oxo_variant variant,
                               oxo_move m, char out[OXO_MOVE_TEXT]);

/* Reads a move, which may have blanks around it and a line end after it. Does
 * not check whether the move is legal. OXO_OK, OXO_SYNTAX, OXO_TEXT_TOO_LONG,
 * or OXO_INVALID_POSITION for a number that is not on the board. On failure
 * `*ret` is unchanged, and `*ret_error`, if not NULL, says where and why. */
OXO_API oxo_status oxo_move_parse(oxo_notation notation, oxo_variant variant,
                                  const char *text, oxo_move *ret,
                                  oxo_text_error *ret_error);

/* Writes a position; `*ret_length`, if not NULL, is its length.
 * OXO_NOT_EXPRESSIBLE, with `out` unchanged, if the notation has no form for
 * it: only native has positions of `classic` and `ultimate-continue`. */
OXO_API oxo_status oxo_position_format(oxo_notation notation,
                                       const oxo_position *p,
                                       char out[OXO_POSITION_TEXT],
                                       size_t *ret_length);

/* Reads a position of `variant`, with the same conventions as
 * oxo_move_parse(). Further statuses are those of oxo_position_validate(),
 * OXO_WRONG_RESULT (utttai only), and OXO_NOT_EXPRESSIBLE as above. The error
 * is at the board that is wrong, at a closed target, or else at the side to
 * move. */
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

/* An engine's evaluation of a position, for X. */
typedef enum oxo_eval_kind {
    OXO_EVAL_NONE,
    OXO_EVAL_ESTIMATE, /* value: hundredths, positive if X is ahead */
    OXO_EVAL_WIN,      /* value: moves to the end, negative if O wins; not 0 */
    OXO_EVAL_DRAW      /* proven */
} oxo_eval_kind;

/* What a file says after a move, or before the first. */
typedef struct oxo_note {
    int64_t clock;    /* milliseconds left to the mover, or -1 */
    int32_t value;    /* of the evaluation; 0 if the kind has none */
    uint8_t kind;     /* an oxo_eval_kind */
    uint16_t comment; /* where its text begins in `comments`; 0: no text */
} oxo_note;

/* A game of a game file (.tpgn): tags, moves, notes, result. The first six
 * tags are always Event, Site, Date, Round, X and O, with the value "?" if it
 * is not known. Result, Variant, FEN and SetUp are not in `tags`: they are
 * `result` and parts of `game`. A move's time and intensity are in the game's
 * history, and in the file unless they are 0.
 *
 * Set evaluations and clocks directly in `notes`, and everything else by the
 * functions below, which refuse what would not read back the same. */
typedef struct oxo_record {
    oxo_game game;
    oxo_outcome result; /* OXO_ONGOING is "*" */
    int tag_count;
    oxo_tag tags[OXO_MAX_TAGS];
    oxo_note notes[OXO_MAX_MOVES + 1]; /* [ply]: after `ply` moves */
    uint16_t comments_length;
    char comments[OXO_COMMENTS_TEXT]; /* NUL, then texts that end in NUL, in
                                         the order of the moves */
} oxo_record;

/* A record of a game without its undone moves: all tags "?", no notes, and the
 * result of the game as it stands. */
OXO_API void oxo_record_init(oxo_record *ret, const oxo_game *game);

/* A tag's value, or NULL. */
OXO_API const char *oxo_record_tag(const oxo_record *r, const char *name);

/* Sets a tag, which is appended if it is new. OXO_SYNTAX for a name that has
 * other characters than letters, digits and underscores, or that is Result,
 * Variant, FEN or SetUp, and for a value that is not text as oxo-tpgn(5)
 * defines it. OXO_TEXT_TOO_LONG if the name or the value is too long, or the
 * table of tags is full. */
OXO_API oxo_status oxo_record_set_tag(oxo_record *r, const char *name,
                                      const char *value);

/* The comment after `ply` moves, or ""; 0 <= ply <= length. */
OXO_API const char *oxo_record_comment(const oxo_record *r, int ply);

/* Sets the comment after `ply` moves; "" removes it. White space between words
 * becomes one space; at both ends it is dropped. OXO_SYNTAX if the text has a
 * "}" or a command such as "[%eval", or is not text as oxo-tpgn(5) defines it.
 * OXO_TEXT_TOO_LONG if the record has no room for it. */
OXO_API oxo_status oxo_record_set_comment(oxo_record *r, int ply,
                                          const char *text);

/* Sets the result. OXO_WRONG_RESULT if the moves ended the game with another
 * one. A game that is not over may have any result, because players resign and
 * forfeit. */
OXO_API oxo_status oxo_record_set_result(oxo_record *r, oxo_outcome result);

/* Reads the first game in `text`, which need not end in NUL. `*ret_used`, if
 * not NULL, is the length of the game and the blank lines after it: call again
 * with the rest for the next game. Text without a game is OXO_SYNTAX. Lines of
 * the error count from the beginning of `text`. On failure only `*ret_error`
 * is written. */
OXO_API oxo_status oxo_record_parse(const char *text, size_t length,
                                    oxo_record *ret, size_t *ret_used,
                                    oxo_text_error *ret_error);

/* Writes a game in canonical form; `*ret_length`, if not NULL, is its length.
 * Every record fits into OXO_RECORD_TEXT bytes. */
OXO_API void oxo_record_format(const oxo_record *r, char out[OXO_RECORD_TEXT],
                               size_t *ret_length);

#ifdef __cplusplus
}
#endif
#endif /* OXO_NOTATION_H */
