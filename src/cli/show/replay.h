/* replay.h - a recorded game, move by move. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include "format.h"
#include "tell.h"

typedef struct replay {
    const cli_command *command;
    const oxo_record *record;
    int ply;     /* that is shown: after so many moves */
    double pace; /* seconds a move; 0: by keys, or all at once */
    bool ascii, color;
    bool words; /* no boards */
} replay;

/* Each returns an exit status. */

/* On the whole terminal, by keys and at a pace. */
int replay_on_screen(replay *r);

/* As text, from the start to the end. */
int replay_in_lines(replay *r);

/* ---- What is said of a moment ------------------------------------------- */

enum { REPLAY_TEXT = TELL_TEXT + 32 };

/* "3. X plays ae: board a, centre.", or where the game begins. */
void replay_move(const replay *r, char out[REPLAY_TEXT]);

/* "intensity 0.45, X +0.40, clock 1:05", as far as it is known. */
void replay_values(const replay *r, char out[REPLAY_TEXT]);

/* The comment of the file, or "". */
const char *replay_comment(const replay *r);

#endif /* CLI_REPLAY_H */
