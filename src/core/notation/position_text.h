/* position_text.h - from the text of a position to a position that the rules
 * accept. */
#ifndef OXO_NOTATION_POSITION_TEXT_H
#define OXO_NOTATION_POSITION_TEXT_H

#include "text.h"

/* Where the parts of a position are in its text, for error messages. */
typedef struct position_places {
    size_t boards[OXO_CELLS];
    size_t owners[OXO_CELLS];
    size_t side;
    size_t target;
} position_places;

/* Sets a board's owner, or that it is drawn, as the text says. */
void position_set_owner(oxo_ultimate *p, unsigned board, oxo_outcome owner);

/* Refuses a position that oxo_ultimate_validate() refuses, at the part that is
 * wrong. */
bool position_accept(text_reader *in, const oxo_ultimate *p,
                     const position_places *at);

#endif /* OXO_NOTATION_POSITION_TEXT_H */
