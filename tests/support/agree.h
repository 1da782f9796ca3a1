/* agree.h - does the library say of a position what the referee says? */
#ifndef TESTS_AGREE_H
#define TESTS_AGREE_H

#include "oxo/game.h"

#include "referee.h"

/* NULL if they agree on everything that can be asked of a position (cells,
 * owners, turn, board to play in, outcome, winning line, legal moves, and the
 * answer to every move, those out of range included), and the library holds
 * the position to be valid; else what they differ on. */
const char *position_disagreement(const oxo_position *p, const referee *r);

/* The same for a game's position and for the events of its last move, which
 * led from `before` to `after`. */
const char *events_disagreement(const oxo_game *g, const referee *before,
                                const referee *after);

/* The referee's characters in the library's words. */
oxo_mark mark_of_char(char c);
oxo_outcome outcome_of_char(char c);

#endif /* TESTS_AGREE_H */
