/* seen.h - positions that searches evaluate, written to a file for training.
 *
 * Only in builds for tuning (-Dtune=true) and in tools/tune/screen. One
 * position in SEEN_EVERY is appended to the file that the environment variable
 * OXO_SEEN names, as a record of SEEN_BYTES bytes:
 *
 *      0  20  patterns of the nine boards and of the board of boards, as in
 *             evaluation_state: ten little-endian numbers of two bytes
 *     20   1  board to play in, 9 for any
 *     21   1  side to move */
#ifndef OXO_ENGINE_SEEN_H
#define OXO_ENGINE_SEEN_H

#include "spot.h"

#ifdef OXO_TUNE
enum { SEEN_EVERY = 199, SEEN_BYTES = 22 };

void seen_note(const spot *s);
#else
static inline void seen_note(const spot *s)
{
    (void)s;
}
#endif

#endif /* OXO_ENGINE_SEEN_H */
