/* store_record.h - a finished game as a game file. */
#ifndef STORE_STORE_RECORD_H
#define STORE_STORE_RECORD_H

#include "oxo/notation.h"
#include "store.h"

/* The game's name: "K7Q2MX-1". */
enum { STORE_GAME_NAME = 16 };
void store_game_name(const store_game *g, char out[STORE_GAME_NAME]);

/* Reads such a name; false, and nothing is written, for anything else. */
bool store_game_name_parse(const char *text, size_t length,
                           event_room *ret_room, int *ret_number);

/* A game file with moves, times, players, date, clock, result and reason. The
 * intensities are heuristic. False if the moves are illegal. */
bool store_game_record(const store_game *g, oxo_record *ret);

#endif /* STORE_STORE_RECORD_H */
