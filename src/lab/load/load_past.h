/* load_past.h - a journal of load_journal.c, read back. */
#ifndef LOAD_LOAD_PAST_H
#define LOAD_LOAD_PAST_H

#include <stdio.h>

#include "load_judge.h"

typedef struct load_past_game {
    uint8_t sent; /* moves that were sent, */
    uint8_t made; /* and how far they were acknowledged */
    oxo_move moves[OXO_MAX_MOVES];
} load_past_game;

typedef struct load_past_room {
    char code[LOAD_CODE];
    char tokens[LOAD_SEATS][LOAD_TOKEN];
    uint8_t variant; /* an oxo_variant */
    int game_count;  /* game number i is games[i - 1] */
    load_past_game *games;
} load_past_room;

typedef struct load_past {
    int room_count;
    load_past_room *rooms;
} load_past;

/* 0; -EBADMSG, `*ret_line` being where, for what is no journal; -ENOMEM; or
 * what reading it gave. */
int load_past_read(FILE *in, load_past *ret, int *ret_line);
void load_past_free(load_past *past);

/* A room as it was when the journal ended. */
void load_past_truth(const load_past_room *r, load_truth *ret);

#endif /* LOAD_LOAD_PAST_H */
