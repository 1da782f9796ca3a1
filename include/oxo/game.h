/* oxo/game.h - a whole game: start position, moves, and the position now.
 *
 * A game is a value. Functions that change a game write the new game to `ret`
 * and leave the old one as it was; if `ret` is the old game, it changes in
 * place. A refusal changes nothing.
 *
 * Last move, winning line, result and events follow from position and history;
 * they are computed, not stored. The caller passes time and intensity with the
 * move: nothing here reads a clock or evaluates a position. */
#ifndef OXO_GAME_H
#define OXO_GAME_H

#include "oxo/position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How tense a position is, 0..1, in ten-thousandths: 1167 is 0.1167. */
typedef uint16_t oxo_intensity;
enum { OXO_INTENSITY_ONE = 10000 };

/* A move as it was played. */
typedef struct oxo_turn {
    int64_t time;            /* in milliseconds since 1970 */
    oxo_intensity intensity; /* of the position after the move */
    oxo_move move;
} oxo_turn;

/* Read a game through the functions below. Don't compare games with memcmp():
 * equal games may differ in the unused part of the history. */
typedef struct oxo_game {
    oxo_position start;
    oxo_position now;
    uint8_t length; /* moves played */
    uint8_t undone; /* moves after them in the history that can be redone */
    bool busy;      /* a move is in progress */
    oxo_turn history[OXO_MAX_MOVES];
} oxo_game;

/* ---- Starting ----------------------------------------------------------- */

/* A new game, from the start of a variant or from any position. The position
 * is not checked: see oxo_position_validate(). */
OXO_API oxo_game oxo_game_start(oxo_variant variant);
OXO_API oxo_game oxo_game_from(const oxo_position *start);

/* ---- Playing ------------------------------------------------------------ */

/* OXO_OK if the side to move may play `m`, otherwise the first that applies of
 * OXO_MOVE_IN_PROGRESS, OXO_GAME_OVER, OXO_INVALID_POSITION,
 * OXO_BOARD_CLOSED, OXO_WRONG_BOARD, OXO_CELL_OCCUPIED. */
OXO_API oxo_status oxo_game_check(const oxo_game *g, oxo_move m);

/* Plays a move. Undone moves can no longer be redone. */
OXO_API oxo_status oxo_game_play(const oxo_game *g, const oxo_turn *turn,
                                 oxo_game *ret);

/* The same for callers who compare pointers: returns `out` if the move was
 * played; returns `g`, with `out` unchanged, if it was refused. If `out` is
 * `g`, the two cannot be told apart. */
OXO_API const oxo_game *oxo_game_process_move(const oxo_game *g, oxo_move m,
                                              oxo_game *out);

/* Marks that a move is being processed, or no longer is. While it is, every
 * move, undo and redo is refused. */
OXO_API void oxo_game_set_busy(const oxo_game *g, bool busy, oxo_game *ret);

/* Takes one move back, or plays it again. */
OXO_API oxo_status oxo_game_undo(const oxo_game *g, oxo_game *ret);
OXO_API oxo_status oxo_game_redo(const oxo_game *g, oxo_game *ret);

/* Goes back to the start. Never refused; there is nothing to redo. */
OXO_API void oxo_game_reset(const oxo_game *g, oxo_game *ret);

/* ---- Questions ---------------------------------------------------------- */

OXO_API oxo_variant oxo_game_variant(const oxo_game *g);
OXO_API oxo_mark oxo_game_turn(const oxo_game *g);
OXO_API oxo_outcome oxo_game_outcome(const oxo_game *g);

/* True while the game is not over. */
OXO_API bool oxo_game_is_active(const oxo_game *g);

/* The last move, or OXO_NO_MOVE before the first. */
OXO_API oxo_move oxo_game_last_move(const oxo_game *g);

/* The winning line, of cells or of boards, if there is one. */
OXO_API oxo_win oxo_game_win(const oxo_game *g);

/* The position after the first `ply` moves, undone moves included;
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

/* The name of a kind, such as "MoveMade" for OXO_MOVE_MADE. */
OXO_API const char *oxo_event_name(oxo_event_kind kind);

/* Something that a move brought about. Every event has a kind and the position
 * after the move; the other fields depend on the kind:
 *
 *   MoveMade     move, mark, intensity
 *   BoardWon     board, mark, line (cells of that board)
 *   BoardDrawn   board
 *   GameWon      mark, line (cells, or boards in Ultimate; all zero if the
 *                game was won without a line)
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

/* Writes the events of move number `ply`, in the order above; returns how
 * many. 0 <= ply < length. */
OXO_API int oxo_game_events(const oxo_game *g, int ply,
                            oxo_event out[OXO_MAX_EVENTS]);

#ifdef __cplusplus
}
#endif
#endif /* OXO_GAME_H */
