/* position_moves.h - playing in place, for this folder's own use. */
#ifndef OXO_RULES_POSITION_MOVES_H
#define OXO_RULES_POSITION_MOVES_H

#include "oxo/position.h"

/* Turns `p` into the position after the legal move `m`. */
void position_make_move(oxo_position *p, oxo_move m);

#endif /* OXO_RULES_POSITION_MOVES_H */
