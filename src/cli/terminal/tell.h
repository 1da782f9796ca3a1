/* tell.h - games in words: for a panel, for line mode, for screen readers. */
#ifndef TERMINAL_TELL_H
#define TERMINAL_TELL_H

#include "oxo/engine.h"
#include "oxo/game.h"

enum { TELL_TEXT = 256, TELL_WHY = 160 };

/* The end of a game that the board does not show. */
typedef struct tell_end {
    bool over;
    oxo_outcome outcome;
    char why[TELL_WHY]; /* "O resigned" */
} tell_end;

/* "Ultimate, most boards win". */
const char *tell_variant(oxo_variant variant);

/* "X to move, in board c". */
void tell_turn(const oxo_position *p, char out[TELL_TEXT]);

/* "X wins with c, e and g", "A draw", of a position that is decided. */
void tell_outcome(const oxo_position *p, char out[TELL_TEXT]);

/* How a game ended, by its board or by `end`: "X wins: O resigned". */
void tell_result(const oxo_game *g, const tell_end *end, char out[TELL_TEXT]);

/* "X plays ec: board e, top right. X wins board e." of move `ply`. */
void tell_move(const oxo_game *g, int ply, char out[TELL_TEXT]);

/* Why a move is refused: "X has to play in board e". */
void tell_refusal(const oxo_game *g, oxo_move m, oxo_status status,
                  char out[TELL_TEXT]);

/* A value is the mover's; what it is to X. */
oxo_value tell_for_x(const oxo_value *value, oxo_mark mover);

/* A value to X: "X +0.40", "O wins in 5", "a draw". */
void tell_value(const oxo_value *value, char out[TELL_TEXT]);

/* "2:05", "0:09.4", for milliseconds. */
enum { TELL_CLOCK = 32 };
void tell_clock(int64_t milliseconds, char out[TELL_CLOCK]);

/* "1:05", "3 h 20 min", "2 days", for milliseconds. */
void tell_span(int64_t milliseconds, char out[TELL_CLOCK]);

#endif /* TERMINAL_TELL_H */
