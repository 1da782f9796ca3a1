/* value.h - from the search's scores to what is said of a position. */
#ifndef OXO_ENGINE_VALUE_H
#define OXO_ENGINE_VALUE_H

#include "oxo/engine.h"

/* `proven` says that every end was reached, so that the score is exact;
 * `neural` that a network judged. In the score a draw counts as -contempt;
 * what is said of the position does without that. */
oxo_value value_of_score(int score, bool proven, oxo_variant variant,
                         bool neural, int contempt);

/* The moves of a classic position that the level sees, best first, each with
 * perfect play behind it; OXO_GAME_OVER if there is none. */
oxo_status value_classic_lines(const oxo_classic *p,
                               const oxo_engine_options *options,
                               oxo_line *lines, int *ret_count);

#endif /* OXO_ENGINE_VALUE_H */
