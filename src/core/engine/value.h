/* value.h - converts scores of the search to values. */
#ifndef OXO_ENGINE_VALUE_H
#define OXO_ENGINE_VALUE_H

#include "oxo/engine.h"

/* `proven`: the score is exact, because the search reached every end.
 * `neural`: a network evaluated. A draw has the score -contempt; the value is
 * what it would be without contempt. */
oxo_value value_of_score(int score, bool proven, oxo_variant variant,
                         bool neural, int contempt);

/* Writes the moves of a classic position that the level sees, best first, each
 * followed by perfect play. OXO_GAME_OVER if there is no move. */
oxo_status value_classic_lines(const oxo_classic *p,
                               const oxo_engine_options *options,
                               oxo_line *lines, int *ret_count);

#endif /* OXO_ENGINE_VALUE_H */
