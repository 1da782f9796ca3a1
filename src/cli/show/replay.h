/* replay.h - a recorded game, move by move. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include "format.h"
#include "tell.h"

typedef struct replay {
    const cli_command *command;
    const oxo_record *record;
    int ply;     /* number of moves made in the position shown */
    double pace; /* seconds per move; 0: by keys, or all at once */
    bool ascii, color;
    bool words; /* don't draw boards */
} replay;

/* Each returns an exit status. */

/* Shows the game on the whole terminal, by keys or at a pace. */
int replay_on_screen(replay *r);

/* Writes the game as text, from the start to the end. */
int replay_in_lines(replay *r);

/* ---- A moment in words -------------------------------------------------- */

enum { REPLAY_TEXT = TELL_TEXT + 32 };

/* "3. X plays ae: board a, centre."; before the first move the start. */
void replay_move(const replay *r, char out[REPLAY_TEXT]);

/* "intensity 0.45, X +0.40, clock 1:05", as far as the values are known. */
void replay_values(const replay *r, char out[REPLAY_TEXT]);

/* The comment in the file, or "". */
const char *replay_comment(const replay *r);

#endif /* CLI_REPLAY_H */
