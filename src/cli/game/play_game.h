/* play_game.h - a game that somebody plays at this terminal.
 *
 * The same game runs behind the full screen and behind line mode: both hand
 * in wishes and wait for what the opponent, the thinkers and the server have
 * to say. What is to be seen is in the screen; with `out` everything that
 * happens is also told there, a line each. */
#ifndef CLI_PLAY_GAME_H
#define CLI_PLAY_GAME_H

#include <poll.h>
#include <stdio.h>

#include "client_link.h"
#include "engine_seat.h"
#include "screen.h"
#include "workers.h"

typedef enum play_against {
    AGAINST_COMPUTER,
    AGAINST_ENGINE,
    AGAINST_FRIEND,
    AGAINST_ROOM
} play_against;

typedef struct play_config {
    const cli_command *command;
    oxo_variant variant;
    play_against against;
    int level;
    bool fixed; /* the mark was chosen: it stays in the next game */
    oxo_mark mark;
    client_wish room; /* what is asked of the server */
    bool ascii, color;
} play_config;

/* A name in a room, in bytes. */
enum { PLAY_NAME = 48 };

enum { THINK_HINT = 1, THINK_VALUE = 2 };

/* What is thought about beside the game. */
typedef struct play_thoughts {
    workers *workers;
    int wake[2];     /* a pipe: there is an answer */
    uint32_t number; /* of the position; an answer to another is late */
    bool analysing;  /* one analysis at a time */
    int stage;       /* of the position's analyses, each longer */
    oxo_move best;   /* or OXO_NO_MOVE */
    unsigned asked;  /* of THINK_...: what the player wants to hear */
    uint32_t owed;   /* the position whose move nobody could be asked for
                        yet, the line being full; 0: none */
    uint64_t seed;
} play_thoughts;

typedef struct play {
    const play_config *config;
    screen s;
    FILE *out;
    bool prompted; /* the cursor stands behind a prompt there */
    bool done;     /* nothing more will happen */
    int status;
    play_thoughts thoughts;
    engine_seat *seat; /* AGAINST_ENGINE */
    client_link *link; /* AGAINST_ROOM */
    bool sent;         /* a move is on its way to the server */
    int64_t clocks_at; /* when the server told the clocks, in milliseconds */
    char fault[SCREEN_TEXT]; /* why it is done, if that is a failure */
} play;

enum { PLAY_FDS = 4 }; /* input, thoughts, engine, server */

/* Begins; `seat`, which is open, and `link` as the opponent needs them. 0, or
 * a negative errno. */
int play_open(play *p, const play_config *config, engine_seat *seat,
              client_link *link, FILE *out);
void play_close(play *p);

/* Fulfils a wish, or says why not. */
void play_wish(play *p, screen_wish wish);

/* Fills in what is to be watched beside the input, which is fds[0]; returns
 * how many there are. Then how long to wait at most, in milliseconds. */
int play_watch(const play *p, struct pollfd fds[PLAY_FDS]);
int play_patience(const play *p);

/* Looks at everything that may have happened. */
void play_tend(play *p);

/* ---- Its parts ---------------------------------------------------------- */

/* Where to tell something, on a line of its own. */
FILE *play_out(play *p);

__attribute__((format(printf, 2, 3))) void play_say(play *p,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void
play_refuse(play *p, const char *format, ...);

/* The game has a new last move, which is told, and perhaps its end. */
void play_moved(play *p);

/* The position is another one for any other reason. */
void play_changed(play *p);

/* The game has ended by `end`, not by the board. */
void play_ended(play *p);

/* A move for whoever's turn it is. */
void play_make(play *p, oxo_move m);

/* play_think.c */
int play_think_open(play *p);
void play_think_close(play *p);
void play_think_tend(play *p);
void play_think_about(play *p); /* the position is another one */
void play_think_choose(play *p);
void play_think_ask(play *p, unsigned what); /* of THINK_... */

/* play_room.c */
void play_room_wish(play *p, screen_wish wish);
void play_room_tend(play *p);
void play_room_leave(play *p);

/* cmd_play.c: options that a bot has as well. Return an exit status. */
int play_read_clock(const cli_args *args, client_wish *w);
int play_read_name(const cli_args *args, client_wish *w);

/* ---- The two faces ------------------------------------------------------ */

/* Both return an exit status, and leave it to the caller to end the engine
 * and, if a signal ended the game, to die of it. */
int play_on_screen(const play_config *config, engine_seat *seat,
                   client_link *link);
int play_in_lines(const play_config *config, engine_seat *seat,
                  client_link *link);

#endif /* CLI_PLAY_GAME_H */
