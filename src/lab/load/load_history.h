/* load_history.h - the history of a run, read back from its file.
 *
 * load_history_write.c specifies the format. */
#ifndef LOAD_LOAD_HISTORY_H
#define LOAD_LOAD_HISTORY_H

#include <stdio.h>

#include "load_checker.h"

typedef struct load_history_game {
    uint8_t sent; /* number of moves sent */
    uint8_t made; /* number of moves acknowledged */
    oxo_move moves[OXO_MAX_MOVES];
} load_history_game;

typedef struct load_history_room {
    char code[LOAD_CODE];
    char tokens[LOAD_SEATS][LOAD_TOKEN];
    uint8_t variant; /* an oxo_variant */
    int game_count;  /* game i, counted from 1, is games[i - 1] */
    load_history_game *games;
} load_history_room;

typedef struct load_history {
    int room_count;
    load_history_room *rooms;
} load_history;

/* Returns 0 or a negative errno: -EBADMSG, with the line in `*ret_line`, if
 * the file is not a history. */
int load_history_read(FILE *in, load_history *ret, int *ret_line);
void load_history_free(load_history *h);

/* The state of a room at the end of the history. */
void load_history_truth(const load_history_room *r, load_truth *ret);

#endif /* LOAD_LOAD_HISTORY_H */
