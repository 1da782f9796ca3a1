/* room_args.h - options of the commands that play in a room. */
#ifndef CLI_ROOM_ARGS_H
#define CLI_ROOM_ARGS_H

#include "client_link.h"
#include "command.h"

/* The longest name in a room, in bytes. */
enum { ROOM_ARGS_NAME = 48 };

/* Read '--clock' and '--name' into the request to the server. Both return an
 * exit status. */
int room_args_clock(const cli_args *args, client_wish *w);
int room_args_name(const cli_args *args, client_wish *w);

/* Has the seat kept in the user's file, if there is a place for the file. */
void room_args_seats(client_wish *w);

#endif /* CLI_ROOM_ARGS_H */
