/* tell.h - games in words, for panels, line mode and screen readers. */
#ifndef TERMINAL_TELL_H
#define TERMINAL_TELL_H

#include "oxo/engine.h"
#include "oxo/game.h"

enum { TELL_TEXT = 256, TELL_WHY = 160 };

/* An end of a game that the board does not show. */
typedef struct tell_end {
    bool over;
    oxo_outcome outcome;
    char why[TELL_WHY]; /* "O resigned" */
} tell_end;

/* "Ultimate, most boards win". */
const char *tell_variant(oxo_variant variant);

/* "X to move, in board c". */
void tell_turn(const oxo_position *p, char out[TELL_TEXT]);

/* The outcome of a decided position: "X wins with c, e and g" or "A draw". */
void tell_outcome(const oxo_position *p, char out[TELL_TEXT]);

/* The result of a game by its board or by `end`: "X wins: O resigned". */
void tell_result(const oxo_game *g, const tell_end *end, char out[TELL_TEXT]);

/* The move `ply`: "X plays ec: board e, top right. X wins board e." */
void tell_move(const oxo_game *g, int ply, char out[TELL_TEXT]);

/* Why a move is refused: "Board e is already decided." */
void tell_refusal(const oxo_game *g, oxo_move m, oxo_status status,
                  char out[TELL_TEXT]);

/* The mover's value as a value for X. */
oxo_value tell_for_x(const oxo_value *value, oxo_mark mover);

/* A value for X: "X +0.40", "O wins in 5", "a draw". */
void tell_value(const oxo_value *value, char out[TELL_TEXT]);

enum { TELL_CLOCK = 32 };

/* A clock: "2:05" or "0:09.4". */
void tell_clock(int64_t milliseconds, char out[TELL_CLOCK]);

/* "1:05", "3 h 20 min", "2 days", for milliseconds. */
void tell_span(int64_t milliseconds, char out[TELL_CLOCK]);

#endif /* TERMINAL_TELL_H */
