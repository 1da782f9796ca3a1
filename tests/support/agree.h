/* agree.h - does the library agree with the referee about a position? */
#ifndef TESTS_AGREE_H
#define TESTS_AGREE_H

#include "oxo/game.h"

#include "referee.h"

/* Compares cells, owners, turn, target, outcome, winning line, legal moves,
 * and the answer to every move, out-of-range moves included. The library must
 * also find the position valid. Returns NULL if all agree, else the first
 * difference. */
const char *position_disagreement(const oxo_position *p, const referee *r);

/* Compares a game's position, and the events of its last move, which led from
 * `before` to `after`. */
const char *events_disagreement(const oxo_game *g, const referee *before,
                                const referee *after);

/* The referee's character as a mark of the library. */
oxo_mark mark_of_char(char c);
oxo_outcome outcome_of_char(char c);

#endif /* TESTS_AGREE_H */
