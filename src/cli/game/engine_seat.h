/* engine_seat.h - an engine of the user's that plays in a game of ours.
 *
 * It is asked, and answers some time later; only its start and its end are
 * waited for. */
#ifndef CLI_ENGINE_SEAT_H
#define CLI_ENGINE_SEAT_H

#include "command.h"
#include "match_player.h"

typedef struct engine_seat {
    match_engine engine;
    match_player player;
    match_leavers leavers;
    match_limits limits; /* for a move where there is no clock */
    bool wanted;         /* `game` waits for its move */
    bool stale;          /* what it thinks about has been overtaken */
    bool anew;           /* a game has begun that it was not told of */
    oxo_game game;
    int64_t clock[2]; /* milliseconds left, or -1 */
    int64_t increment;
} engine_seat;

/* What `--engine` and `--movetime` say: a command line, or a description as
 * `oxo match` takes it. Returns an exit status, after saying why. */
int engine_seat_init(engine_seat *e, const cli_args *args);

/* Starts it, and waits until it is ready or a signal was taken. Returns an
 * exit status, after saying why it cannot play; which options it does not
 * know, and unless `quiet` that it takes long, is said as well. */
int engine_seat_open(engine_seat *e, const cli_command *command,
                     oxo_variant variant, bool quiet);

void engine_seat_start(engine_seat *e, oxo_variant variant);

/* Asks for a move in `game`, as soon as it listens; whatever it was asked
 * before does not matter any more. `clock` may be NULL: it has the time that
 * `--movetime` says. */
void engine_seat_ask(engine_seat *e, const oxo_game *game,
                     const int64_t clock[2], int64_t increment);

/* It need not answer any more. */
void engine_seat_forget(engine_seat *e);

/* Another game begins. */
void engine_seat_renew(engine_seat *e);

/* To be watched for input; -1: nothing is running. */
int engine_seat_fd(const engine_seat *e);

typedef enum seat_news { SEAT_QUIET, SEAT_MOVED, SEAT_FAILED } seat_news;

/* Looks what it has to say: a legal move of the game, or why it failed, in
 * `e->player.detail`. To be called now and then, also without input. */
seat_news engine_seat_tend(engine_seat *e, oxo_move *ret);

/* Ends the engine, and waits a moment for it. */
void engine_seat_end(engine_seat *e);

/* The options of a command that has an engine; clang-format takes them for
 * blocks. */
/* clang-format off */
#define ENGINE_SEAT_MOVETIME                                                  \
    {.name = "movetime",                                                      \
     .argument = "MS",                                                        \
     .help = "Milliseconds that the engine has for a move where there is no " \
             "clock; 1000 unless given. Limits in its description replace "   \
             "it."}
/* clang-format on */

#endif /* CLI_ENGINE_SEAT_H */
