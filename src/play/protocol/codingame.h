/* codingame.h - a player's side of CodinGame's Ultimate Tic-Tac-Toe protocol.
 *
 * Each turn the referee sends the opponent's move as "row col" in the 9x9
 * grid, or "-1 -1" if there is none yet; then the number of legal moves; then
 * the legal moves. The player answers with one of them. The rules are those of
 * `ultimate-cg`. */
#ifndef PROTOCOL_CODINGAME_H
#define PROTOCOL_CODINGAME_H

#include <stdio.h>

#include "player.h"

/* In milliseconds. */
typedef struct codingame_times {
    int64_t first;  /* for the first answer */
    int64_t others; /* for each of the others */
    int64_t margin; /* subtracted from both, for the transmission */
} codingame_times;

/* CodinGame's rules: 1000 ms and 100 ms; the margin is 10 ms. */
codingame_times codingame_standard_times(void);

enum { CODINGAME_WHY = 128 };

/* Plays until the end of `in`. 0, or a negative errno: -EPROTO for malformed
 * input, with the line and the fault in `why`; -EIO; or the player's error. */
int codingame_run(const player *p, codingame_times times, FILE *in, FILE *out,
                  char why[CODINGAME_WHY]);

#endif /* PROTOCOL_CODINGAME_H */
