/* move_text.h - moves in our own notation, as parts of other texts. */
#ifndef OXO_NOTATION_MOVE_TEXT_H
#define OXO_NOTATION_MOVE_TEXT_H

#include "text.h"

/* Reads the letters of a move, whatever follows. False, without a refusal, if
 * there is no move. */
bool move_read_letters(text_reader *in, oxo_variant variant, oxo_move *ret);
void move_put_letters(text_writer *w, oxo_variant variant, oxo_move m);

#endif /* OXO_NOTATION_MOVE_TEXT_H */
