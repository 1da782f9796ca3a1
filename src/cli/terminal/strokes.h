/* strokes.h - the characters that boards are drawn with, in Unicode and ASCII.
 */
#ifndef TERMINAL_STROKES_H
#define TERMINAL_STROKES_H

#include "oxo/base.h"

/* The characters of the frame and of the lines inside. */
typedef struct strokes {
    const char *across, *down;
    const char *joints[3][3]; /* [top, middle, bottom][left, middle, right] */
    const char *thin_across, *thin_down, *thin_cross;
} strokes;

const strokes *strokes_of(bool ascii);

/* Pictures of a mark, as rows. */
enum { SMALL_ROWS = 3, SMALL_COLS = 5, LARGE_ROWS = 5, LARGE_COLS = 9 };
const char *const *strokes_small(bool ascii, oxo_mark mark);
const char *const *strokes_large(bool ascii, oxo_mark mark);

/* "a" to "i". */
extern const char *const strokes_letters[OXO_CELLS];

#endif /* TERMINAL_STROKES_H */
