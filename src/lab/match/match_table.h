/* match_table.h - one game between two engines, and its referee. */
#ifndef MATCH_TABLE_H
#define MATCH_TABLE_H

#include "match.h"
#include "match_player.h"
#include "match_suite.h"

typedef struct match_table {
    const match_config *config;
    long game; /* number in the schedule, or -1: nobody plays here */
    match_player seats[2];
    int seat_of[2];         /* [side]: where it sits */
    match_limits limits[2]; /* [side] */
    oxo_game state;
    oxo_note notes[OXO_MAX_MOVES + 1]; /* [ply]: after it */
    int opening_plies;
    bool begun;       /* both are ready, the first move was asked for */
    int64_t clock[2]; /* [side]: microseconds left, or -1: no clock */
    int64_t allowed;  /* microseconds for the move being thought of */
    int moves[2];     /* [side]: made by the engine itself */
    int losing[2];    /* [side]: moves in a row at a lost score */
    int winning[2], quiet[2]; /* likewise */
    bool over;
    oxo_outcome outcome;
    match_ending ending;
    char detail[MATCH_WHY + MATCH_NAME]; /* more about the ending, or "" */
} match_table;

void match_table_init(match_table *t, const match_config *config);

/* Seats the engines, by number, and starts what is not running yet. */
void match_table_begin(match_table *t, long game, const match_opening *opening,
                       int x, int o, match_leavers *leavers);

/* Moves the game on as far as possible without waiting; `over` is set, with
 * what belongs to it, when that was to the end. */
void match_table_step(match_table *t);

/* After a game: frees the table, and the seats of all who cannot play on. */
void match_table_end(match_table *t, match_leavers *leavers);

/* Frees the seats. */
void match_table_close(match_table *t, match_leavers *leavers);

match_player *match_table_player(match_table *t, oxo_mark side);

/* Writes the game that is over as .tpgn. */
void match_table_write(match_table *t, oxo_record *scratch,
                       char out[OXO_RECORD_TEXT]);

#endif /* MATCH_TABLE_H */
