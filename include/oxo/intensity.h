/* oxo/intensity.h - how tense a position is, at a glance.
 *
 * A heuristic without search: how full the board is, whether a side threatens
 * to complete a line, whether the centre is taken, whether all lines are
 * blocked. oxo_insight(3) refines it with an engine. */
#ifndef OXO_INTENSITY_H
#define OXO_INTENSITY_H

#include "oxo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The heuristic intensity of a position, 0..OXO_INTENSITY_ONE. */
OXO_API oxo_intensity oxo_intensity_of(const oxo_position *p);

#ifdef __cplusplus
}
#endif
#endif /* OXO_INTENSITY_H */
