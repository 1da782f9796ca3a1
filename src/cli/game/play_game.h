/* play_game.h - the game behind `oxo play`.
 *
 * The full screen and line mode run the same game: both pass the user's wishes
 * to it and wait for the opponent, the engine and the server. The state that
 * the user sees is in the screen. In line mode every event is also written to
 * `out`, one line each. */
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
    bool fixed; /* the user chose the mark: no swap after a game */
    oxo_mark mark;
    client_wish room; /* the request to the server */
    bool ascii, color;
} play_config;

enum { THINK_HINT = 1, THINK_VALUE = 2 };

/* The engine's work beside the game. */
typedef struct play_thoughts {
    workers *workers;
    int wake[2];     /* a pipe: readable when there is an answer */
    uint32_t number; /* of the position; answers to other numbers are stale */
    bool analyzing;  /* one analysis at a time */
    int stage;      /* index of the next analysis, each longer than the last */
    oxo_move best;  /* best move so far, or OXO_NO_MOVE */
    unsigned asked; /* THINK_... bits: what the user is waiting for */
    uint32_t owed;  /* number of the position whose move could not be
                       requested because the queue was full; 0: none */
    uint64_t seed;
} play_thoughts;

typedef struct play {
    const play_config *config;
    screen s;
    FILE *out;
    bool prompted; /* the current line of `out` holds a prompt */
    bool done;     /* the program is to end */
    int status;    /* exit status */
    play_thoughts thoughts;
    engine_seat *seat; /* AGAINST_ENGINE */
    client_link *link; /* AGAINST_ROOM */
    bool sent;         /* a move is on its way to the server */
    bool leaves;       /* the user gives up the seat in the room */
    bool leave_asked;  /* line mode: the last line was `leave` */
    bool stays;        /* the seat is kept after the end of the program */
    int64_t clocks_at; /* when the server sent the clocks, in milliseconds */
    char fault[SCREEN_TEXT]; /* the failure that ended the program, or "" */
} play;

enum { PLAY_FDS = 4 }; /* input, workers, engine, server */

/* Begins the game. `seat` must be open; it and `link` may be NULL if the
 * opponent does not need them. 0, or a negative errno. */
int play_open(play *p, const play_config *config, engine_seat *seat,
              client_link *link, FILE *out);
void play_close(play *p);

/* Carries out a wish of the user, or says why that is not possible. */
void play_wish(play *p, screen_wish wish);

/* Writes the file descriptors to poll, from fds[1] on; fds[0] is the input and
 * belongs to the caller. Returns their number, the input included. */
int play_watch(const play *p, struct pollfd fds[PLAY_FDS]);

/* The timeout of that poll() in milliseconds; -1: none. */
int play_patience(const play *p);

/* Handles everything that has happened. Call after each poll(). */
void play_tend(play *p);

/* ---- For the parts of this folder --------------------------------------- */

/* The stream for a message; ends a line that holds a prompt. */
FILE *play_out(play *p);

/* Show a message, or a refusal, to the user. */

__attribute__((format(printf, 2, 3))) void play_say(play *p,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void
play_refuse(play *p, const char *format, ...);

/* Call after a move was made: announces the move, then as play_changed(). */
void play_moved(play *p);

/* Call when the position has changed for any reason. */
void play_changed(play *p);

/* Call when the game was ended by `end`, not by the board. */
void play_ended(play *p);

/* Makes a legal move for the side to move. */
void play_make(play *p, oxo_move m);

/* play_think.c */
int play_think_open(play *p);
void play_think_close(play *p);
void play_think_tend(play *p);
void play_think_about(play *p);              /* the position has changed */
void play_think_choose(play *p);             /* requests the computer's move */
void play_think_ask(play *p, unsigned what); /* THINK_... bits */

/* play_room.c */
void play_room_wish(play *p, screen_wish wish);
void play_room_tend(play *p);
void play_room_leave(play *p);

/* After play_close(): says how to come back to the room. */
void play_room_tell_return(const play *p, FILE *out);

/* ---- The two interfaces ------------------------------------------------- */

/* Both return an exit status. The caller ends the engine, and repeats the
 * signal if a signal ended the game. */
int play_on_screen(const play_config *config, engine_seat *seat,
                   client_link *link);
int play_in_lines(const play_config *config, engine_seat *seat,
                  client_link *link);

#endif /* CLI_PLAY_GAME_H */
