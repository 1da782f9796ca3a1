/* foreign.h - positions in the notations of other programs. */
#ifndef OXO_NOTATION_FOREIGN_H
#define OXO_NOTATION_FOREIGN_H

#include "text.h"

/* `p` must be the start of the right variant. */
bool ultimattt_read(text_reader *in, oxo_ultimate *p);
bool utttai_read(text_reader *in, oxo_ultimate *p);
void ultimattt_put(text_writer *w, const oxo_ultimate *p);
void utttai_put(text_writer *w, const oxo_ultimate *p);

#endif /* OXO_NOTATION_FOREIGN_H */
