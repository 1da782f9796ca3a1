/* client_seats.h - the file in which a user's programs keep the tokens of
 * their seats, so that they can come back to a running game.
 *
 * One line for each seat, the newest last: the room's URL, a blank, the token.
 * Damaged lines are skipped. Programs that run at the same time may share the
 * file: each reserves the seats that it uses, so that a second program in the
 * same room gets a seat of its own. A reservation ends with its program,
 * however that ends. */
#ifndef CLIENT_CLIENT_SEATS_H
#define CLIENT_CLIENT_SEATS_H

#include <stdbool.h>

#include "client_room.h"

enum { CLIENT_SEATS_PATH = 4096, CLIENT_SEATS_MOST = 200 };

typedef struct client_seats {
    char path[CLIENT_SEATS_PATH];
    int lock; /* the file beside it that holds the reservations; -1: none */
} client_seats;

/* The user's file: $XDG_STATE_HOME/oxo/seats, or ~/.local/state/oxo/seats.
 * False if there is no place for it. */
bool client_seats_place(char out[CLIENT_SEATS_PATH]);

/* `path` may be NULL: then nothing is found and nothing is kept. The file and
 * its folder are created with the first seat. */
void client_seats_open(client_seats *s, const char *path);
void client_seats_close(client_seats *s); /* ends the reservations, too */

/* The newest seat of a room that no other program uses; reserves it. */
bool client_seats_find(client_seats *s, const char *url,
                       char out[CLIENT_TOKEN]);

/* Adds a seat and reserves it. Drops the oldest beyond CLIENT_SEATS_MOST.
 * False if it could not be written. */
bool client_seats_add(client_seats *s, const char *url, const char *token);

/* Removes a seat: it is given up, or its room is closed. */
void client_seats_remove(client_seats *s, const char *token);

#endif /* CLIENT_CLIENT_SEATS_H */
