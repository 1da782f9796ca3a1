/* match_referee.h - the referee of one game at a time.
 *
 * A referee has two seats. An engine keeps its seat, and its process, from
 * one game to the next if the next game needs it there. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "match.h"
#include "program.h"
#include "match_suite.h"

typedef struct match_referee {
    const match_config *config;
    long game; /* number in the schedule, or -1: no game is being played */
    program seats[2];
    int seat_of[2];           /* [side]: its seat */
    program_limits limits[2]; /* [side] */
    oxo_game state;
    oxo_note notes[OXO_MAX_MOVES + 1]; /* [ply]: notes after that ply */
    int opening_plies;
    bool begun;       /* both are ready, and the first move was requested */
    int64_t clock[2]; /* [side]: microseconds left, or -1: no clock */
    int64_t allowed;  /* microseconds for the move being thought about */
    int moves[2];     /* [side]: moves made by the engine itself */
    /* [side]: its last moves in a row with such a score, for adjudication */
    int losing[2], winning[2], quiet[2];
    /* Once `over` is set: */
    bool over;
    oxo_outcome outcome;
    match_ending ending;
    char detail[MATCH_WHY + PROGRAM_NAME]; /* more about the ending, or "" */
} match_referee;

void match_referee_init(match_referee *r, const match_config *config);

/* Begins a game between the engines with the numbers `x` and `o`; starts
 * those that are not running yet. */
void match_referee_begin(match_referee *r, long game,
                         const match_opening *opening, int x, int o,
                         program_leavers *leavers);

/* Advances the game as far as possible without waiting. */
void match_referee_step(match_referee *r);

/* Call after a game: dismisses the engines that cannot play another game. */
void match_referee_end(match_referee *r, program_leavers *leavers);

/* Dismisses both engines. */
void match_referee_close(match_referee *r, program_leavers *leavers);

/* The engine that plays `side`. */
program *match_referee_program(match_referee *r, oxo_mark side);

/* Writes the finished game as .tpgn; `scratch` is overwritten. */
void match_referee_write(match_referee *r, oxo_record *scratch,
                         char out[OXO_RECORD_TEXT]);

#endif /* MATCH_REFEREE_H */
