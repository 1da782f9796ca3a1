/* oxo/game.h - a whole game: where it began, what was played, how it stands.
 *
 * A game is a value. Every change gives a new one through `ret` and leaves
 * the old one untouched; `ret` may be the very game that was passed in, which
 * then changes in place and nothing is copied. A refusal changes nothing.
 *
 * Last move, winning line, result and events follow from position and
 * history, so they are asked for, not stored. Time and intensity are handed
 * in with the move: nothing here reads a clock or judges a position. */
#ifndef OXO_GAME_H
#define OXO_GAME_H

#include "oxo/position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tension of a position, 0..1, in ten-thousandths: 1167 is 0.1167. */
typedef uint16_t oxo_intensity;
enum { OXO_INTENSITY_ONE = 10000 };

/* One move as it was played. */
typedef struct oxo_turn {
    int64_t time;            /* when, in milliseconds since 1970 */
    oxo_intensity intensity; /* of the position after the move */
    oxo_move move;
} oxo_turn;

/* Read it through the functions below; two equal games may differ in the
 * unused part of their histories, so don't memcmp() them. */
typedef struct oxo_game {
    oxo_position start;
    oxo_position now;
    uint8_t length; /* moves played */
    uint8_t undone; /* moves behind them that redo would bring back */
    bool busy;      /* a move is in progress */
    oxo_turn history[OXO_MAX_MOVES];
} oxo_game;

/* ---- Beginning ---------------------------------------------------------- */

/* A new game of a variant, from its start or from any position, reachable or
 * not: oxo_position_validate() tells. */
OXO_API oxo_game oxo_game_start(oxo_variant variant);
OXO_API oxo_game oxo_game_from(const oxo_position *start);

/* ---- Playing ------------------------------------------------------------ */

/* OXO_OK if the side to move may play `m`, else the first of
 * OXO_MOVE_IN_PROGRESS, OXO_GAME_OVER, OXO_INVALID_POSITION,
 * OXO_BOARD_CLOSED, OXO_WRONG_BOARD, OXO_CELL_OCCUPIED. */
OXO_API oxo_status oxo_game_check(const oxo_game *g, oxo_move m);

/* Plays a move and forgets what was undone. */
OXO_API oxo_status oxo_game_play(const oxo_game *g, const oxo_turn *turn,
                                 oxo_game *ret);

/* The same for those who compare pointers: returns `g` itself, `out`
 * untouched, if the move is refused, and `out` if it was played. (With `out`
 * the same game as `g` the two answers look alike.) */
OXO_API const oxo_game *oxo_game_process_move(const oxo_game *g, oxo_move m,
                                              oxo_game *out);

/* Marks that a move is being processed, or no longer is: meanwhile every
 * move, undo and redo is refused. */
OXO_API void oxo_game_set_busy(const oxo_game *g, bool busy, oxo_game *ret);

/* One move back, or forward again. */
OXO_API oxo_status oxo_game_undo(const oxo_game *g, oxo_game *ret);
OXO_API oxo_status oxo_game_redo(const oxo_game *g, oxo_game *ret);

/* Back to the beginning, at any time, with nothing to redo. */
OXO_API void oxo_game_reset(const oxo_game *g, oxo_game *ret);

/* ---- Questions ---------------------------------------------------------- */

OXO_API oxo_variant oxo_game_variant(const oxo_game *g);
OXO_API oxo_mark oxo_game_turn(const oxo_game *g);
OXO_API oxo_outcome oxo_game_outcome(const oxo_game *g);

/* True while moves can be made. */
OXO_API bool oxo_game_is_active(const oxo_game *g);

/* The last move, or OXO_NO_MOVE before the first. */
OXO_API oxo_move oxo_game_last_move(const oxo_game *g);

/* The line that won, of cells or of boards, if there is one. */
OXO_API oxo_win oxo_game_win(const oxo_game *g);

/* The position after the first `ply` moves, undone ones included;
 * 0 <= ply <= length + undone. */
OXO_API oxo_position oxo_game_position_at(const oxo_game *g, int ply);

/* The side that made move number `ply`; 0 <= ply < length. */
OXO_API oxo_mark oxo_game_mark_at(const oxo_game *g, int ply);

/* ---- Events ------------------------------------------------------------- */

typedef enum oxo_event_kind {
    OXO_MOVE_MADE,
    OXO_BOARD_WON,
    OXO_BOARD_DRAWN,
    OXO_GAME_WON,
    OXO_GAME_DRAWN
} oxo_event_kind;

/* The event's name, "MoveMade" for OXO_MOVE_MADE. */
OXO_API const char *oxo_event_name(oxo_event_kind kind);

/* What happened. Every event has the kind and the position after the move;
 * the other fields where they apply:
 *
 *   MoveMade     move, mark, intensity
 *   BoardWon     board, mark, line (cells of that board)
 *   BoardDrawn   board
 *   GameWon      mark, and line (cells; boards in Ultimate) unless it was
 *                won without one: all zero
 *   GameDrawn    */
typedef struct oxo_event {
    oxo_position position;
    oxo_event_kind kind;
    oxo_mark mark;
    oxo_move move;
    uint8_t board;
    uint8_t line[3];
    oxo_intensity intensity;
} oxo_event;

enum { OXO_MAX_EVENTS = 3 };

/* Writes what move number `ply` brought about, in the order above; returns
 * how many. 0 <= ply < length. */
OXO_API int oxo_game_events(const oxo_game *g, int ply,
                            oxo_event out[OXO_MAX_EVENTS]);

#ifdef __cplusplus
}
#endif
#endif /* OXO_GAME_H */
