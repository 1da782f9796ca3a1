/* oxo/base.h - marks, moves, variants, statuses: what all of oxo uses.
 *
 * Cells are numbered in reading order, and so are Ultimate's nine boards:
 *
 *     0 1 2
 *     3 4 5        bit i of a mask stands for cell (or board) i
 *     6 7 8
 */
#ifndef OXO_BASE_H
#define OXO_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define OXO_API __attribute__((visibility("default")))
#else
#define OXO_API
#endif

/* The version of the headers. oxo_version() returns that of the library. */
#define OXO_VERSION "0.1.0"
OXO_API const char *oxo_version(void);

/* ---- Marks -------------------------------------------------------------- */

/* A side, or nobody. X and O are array indices, too. X moves first. */
typedef enum oxo_mark { OXO_X = 0, OXO_O = 1, OXO_NONE = 2 } oxo_mark;

/* O for X, X for O, OXO_NONE for OXO_NONE. */
OXO_API oxo_mark oxo_mark_other(oxo_mark mark);

/* How a game stands, or a board of Ultimate. */
typedef enum oxo_outcome {
    OXO_ONGOING,
    OXO_X_WINS,
    OXO_O_WINS,
    OXO_DRAW
} oxo_outcome;

/* The side that won. OXO_NONE for a draw and for an ongoing game. */
OXO_API oxo_mark oxo_outcome_winner(oxo_outcome outcome);

/* The outcome in which `mark` wins; `mark` is X or O. */
OXO_API oxo_outcome oxo_outcome_won_by(oxo_mark mark);

/* ---- Moves and variants ------------------------------------------------- */

/* Classic: the cell, 0..8. Ultimate: 9 * board + cell, 0..80. */
typedef uint8_t oxo_move;

enum {
    OXO_CELLS = 9,      /* cells of a board, and boards of Ultimate */
    OXO_MAX_MOVES = 81, /* most legal moves, and longest game */
    OXO_NO_MOVE = 255   /* where there is no move to name */
};

/* The move into a cell of a board; classic has board 0 only. OXO_NO_MOVE
 * unless both numbers are 0..8: oxo_*_check() refuses OXO_NO_MOVE as
 * OXO_INVALID_POSITION. Use this function for numbers from outside, because
 * 9 * board + cell may name another cell if one of them is out of range. */
OXO_API oxo_move oxo_move_at(int board, int cell);

/* The rule sets.
 *
 *                                        wire word
 *   classic    noughts and crosses       classic
 *   ultimate   nine boards; a decided    ultimate
 *              board is closed
 *   cg         without a line at the     ultimate-cg
 *              end, most boards win
 *   continue   a board is closed only    ultimate-continue
 *              when it is full */
typedef enum oxo_variant {
    OXO_CLASSIC,
    OXO_ULTIMATE,
    OXO_ULTIMATE_CG,
    OXO_ULTIMATE_CONTINUE
} oxo_variant;

enum { OXO_VARIANTS = 4 };

/* The variant's wire word. */
OXO_API const char *oxo_variant_word(oxo_variant variant);

/* Finds a variant by its wire word. False, with `*ret` unchanged, if there is
 * none. */
OXO_API bool oxo_variant_find(const char *word, oxo_variant *ret);

/* ---- Stopping ----------------------------------------------------------- */

/* A flag with which a caller ends a search, a solver or a review early, from
 * another thread or from a signal handler. The caller owns the flag and passes
 * its address with the call that it may want to end. The flag is checked
 * several times a millisecond; once it is set, the call returns with what it
 * has. The flag stays set until the caller clears it: a call that is given a
 * set flag returns at once, and calls with another flag, or with none, are not
 * affected. Initialise flags with {0}. */
typedef struct oxo_stop {
    int is_set; /* use only the functions below */
} oxo_stop;

/* All three may be called from any thread and from a signal handler. */
OXO_API void oxo_stop_set(oxo_stop *stop);
OXO_API void oxo_stop_clear(oxo_stop *stop);

/* False if `stop` is NULL. */
OXO_API bool oxo_stop_is_set(const oxo_stop *stop);

/* ---- Statuses ----------------------------------------------------------- */

/* All statuses: C name, wire word, sentence. The wire word is the same in the
 * library, in JSON, on the command line and on the web page. */
#define OXO_STATUSES(X)                                                       \
    /* moves, in the order of the checks */                                   \
    X(OXO_OK, "ok", "fine")                                                   \
    X(OXO_MOVE_IN_PROGRESS, "move-in-progress",                               \
      "another move is being processed")                                      \
    X(OXO_GAME_OVER, "game-over", "the game is over")                         \
    X(OXO_INVALID_POSITION, "invalid-position",                               \
      "there is no such cell on the board")                                   \
    X(OXO_BOARD_CLOSED, "board-closed", "that board is already decided")      \
    X(OXO_WRONG_BOARD, "wrong-board",                                         \
      "the last move sends this one to another board")                        \
    X(OXO_CELL_OCCUPIED, "cell-occupied", "that cell is already taken")       \
    /* a game's history */                                                    \
    X(OXO_NOTHING_TO_UNDO, "nothing-to-undo", "there is no move to undo")     \
    X(OXO_NOTHING_TO_REDO, "nothing-to-redo", "there is no move to redo")     \
    /* boards from outside */                                                 \
    X(OXO_BOARD_SIZE, "board-size", "a board has three rows of three cells")  \
    X(OXO_CELL_VALUE, "cell-value",                                           \
      "a cell must be empty, X or O (0, 1 or 2)")                             \
    /* a board and the next one, from a client */                             \
    X(OXO_NO_MOVE_MADE, "no-move-made", "no cell has changed")                \
    X(OXO_SEVERAL_MOVES, "several-moves", "more than one cell has changed")   \
    X(OXO_MOVE_CHANGED, "move-changed", "an earlier move has been changed")   \
    X(OXO_NOT_YOUR_MARK, "not-your-mark",                                     \
      "the new mark is not the human player's X")                             \
    X(OXO_NOT_YOUR_TURN, "not-your-turn", "it is the other player's turn")    \
    /* positions that no game reaches */                                      \
    X(OXO_CELL_SHARED, "cell-shared", "a cell holds both marks")              \
    X(OXO_IMPOSSIBLE_COUNT, "impossible-count",                               \
      "the numbers of X and O do not fit the side to move")                   \
    X(OXO_TWO_WINNERS, "two-winners", "both sides have a line")               \
    X(OXO_WINNER_TO_MOVE, "winner-to-move",                                   \
      "the side to move has already won")                                     \
    X(OXO_WRONG_OWNER, "wrong-owner",                                         \
      "a board's owner does not match its cells")                             \
    X(OXO_CLOSED_TARGET, "closed-target", "the board to play in is closed")   \
    /* text */                                                                \
    X(OXO_SYNTAX, "syntax", "the text is not in the expected form")           \
    X(OXO_TEXT_TOO_LONG, "text-too-long", "the text is too long")             \
    X(OXO_UNKNOWN_VARIANT, "unknown-variant", "there is no such variant")     \
    X(OXO_WRONG_RESULT, "wrong-result",                                       \
      "the result does not match the moves")                                  \
    X(OXO_NOT_EXPRESSIBLE, "not-expressible",                                 \
      "this notation cannot express that")                                    \
    /* rooms */                                                               \
    X(OXO_ROOM_NOT_FOUND, "room-not-found", "there is no such room")          \
    X(OXO_ROOM_FULL, "room-full", "both seats of the room are taken")         \
    X(OXO_CANNOT_ABORT, "cannot-abort",                                       \
      "both sides have moved; the game can be resigned")                      \
    X(OXO_CANNOT_CLAIM, "cannot-claim",                                       \
      "the opponent has not been away long enough to claim")                  \
    X(OXO_ALREADY_OFFERED, "already-offered",                                 \
      "that has been offered at this move; wait for the next one")            \
    X(OXO_GAME_NOT_ACTIVE, "game-not-active",                                 \
      "no game is being played in the room")                                  \
    X(OXO_NOT_IN_ROOM, "not-in-room", "you have no seat in this room")        \
    X(OXO_CONFLICT, "conflict", "the game has moved on since")                \
    X(OXO_NO_OFFER, "no-offer", "there is no such offer to answer")           \
    X(OXO_INVALID_TOKEN, "invalid-token",                                     \
      "the token holds no seat in this room")                                 \
    X(OXO_RECONNECT_EXPIRED, "reconnect-expired",                             \
      "the room was closed while you were away")                              \
    X(OXO_INVALID_SETUP, "invalid-setup",                                     \
      "the settings of the room are not valid")                               \
    /* the server */                                                          \
    X(OXO_INVALID_MESSAGE, "invalid-message",                                 \
      "the message is incomplete or malformed")                               \
    X(OXO_UNKNOWN_MESSAGE, "unknown-message",                                 \
      "there is no message of this type")                                     \
    X(OXO_MESSAGE_TOO_LARGE, "message-too-large", "the message is too large") \
    X(OXO_RATE_LIMITED, "rate-limited", "too many messages in a short time")  \
    X(OXO_TOO_MANY_CONNECTIONS, "too-many-connections",                       \
      "there are too many connections from this address")                     \
    X(OXO_TOO_MANY_ROOMS, "too-many-rooms", "there are too many open rooms")  \
    X(OXO_ENGINE_BUSY, "engine-busy", "the engine is busy")                   \
    X(OXO_STORE_UNAVAILABLE, "store-unavailable",                             \
      "the change could not be stored, and was not made")                     \
    X(OXO_SHUTTING_DOWN, "shutting-down", "the server is about to stop")      \
    X(OXO_NOT_FOUND, "not-found", "there is nothing at this address")         \
    X(OXO_METHOD_NOT_ALLOWED, "method-not-allowed",                           \
      "this address does not support that method")                            \
    X(OXO_FORBIDDEN_ORIGIN, "forbidden-origin",                               \
      "pages of other sites may not do that")

typedef enum oxo_status {
#define OXO_STATUS_NAME(name, word, sentence) name,
    OXO_STATUSES(OXO_STATUS_NAME)
#undef OXO_STATUS_NAME
        OXO_STATUS_COUNT
} oxo_status;

/* The wire word, such as "cell-occupied". */
OXO_API const char *oxo_status_word(oxo_status status);

/* A sentence for people, such as "that cell is already taken". */
OXO_API const char *oxo_status_sentence(oxo_status status);

#ifdef __cplusplus
}
#endif
#endif /* OXO_BASE_H */
