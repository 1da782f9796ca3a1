/* codingame.h - a player's side of CodinGame's Ultimate Tic-Tac-Toe.
 *
 * Each turn the referee sends the other side's move as "row col" over the
 * 9x9 grid, or "-1 -1" if there was none yet, then the number of legal moves,
 * then the legal moves themselves; the answer is one of them. The rules are
 * those of `ultimate-cg`. */
#ifndef PROTOCOL_CODINGAME_H
#define PROTOCOL_CODINGAME_H

#include <stdio.h>

#include "player.h"

/* In milliseconds. */
typedef struct codingame_times {
    int64_t first;  /* for the first answer */
    int64_t others; /* for each of the others */
    int64_t margin; /* kept back of both, for the way to and fro */
} codingame_times;

/* 1000, 100, and 10 of them kept back. */
codingame_times codingame_standard_times(void);

enum { CODINGAME_WHY = 128 };

/* Plays until the end of `in`: 0, or a negative errno: -EPROTO when the input
 * makes no sense, with a sentence in `why` that says where and what was
 * expected; -EIO; or what the player failed with. */
int codingame_run(const player *p, codingame_times times, FILE *in, FILE *out,
                  char why[CODINGAME_WHY]);

#endif /* PROTOCOL_CODINGAME_H */
