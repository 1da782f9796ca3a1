/* seen.h - what searches ask about, to learn from. Only where numbers of the
 * search can be set (-Dtune=true, and tools/tune/screen): one position in
 * SEEN_EVERY is appended to the file that OXO_SEEN names, in SEEN_BYTES:
 * boards and board of boards as evaluation_state has them, ten little-endian
 * numbers of two bytes; the board to be played, 9 for any; and who is to move.
 */
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
