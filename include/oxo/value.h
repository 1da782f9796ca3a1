/* oxo/value.h - the value of a position.
 *
 * A value is either proven, with the distance to the end of the game, or
 * estimated, with the chances of win, draw and loss. */
#ifndef OXO_VALUE_H
#define OXO_VALUE_H

#include "oxo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum oxo_value_kind {
    OXO_ESTIMATED,
    OXO_PROVEN_WIN,
    OXO_PROVEN_DRAW,
    OXO_PROVEN_LOSS
} oxo_value_kind;

/* The value of a position for the side to move. */
typedef struct oxo_value {
    oxo_value_kind kind;
    int distance; /* proven win or loss: moves of both sides to the end */
    int centi;    /* estimated: hundredths, positive if the mover is ahead */
    int wdl[3];   /* chances of win, draw and loss; they add up to 1000 */
} oxo_value;

#ifdef __cplusplus
}
#endif
#endif /* OXO_VALUE_H */
