/* engine_seat.h - an engine that plays a side in `oxo play` or `oxo bot`.
 *
 * The engine gets a request and answers later, while the caller does other
 * things. Only its start and its end are waited for. */
#ifndef CLI_ENGINE_SEAT_H
#define CLI_ENGINE_SEAT_H

#include "command.h"
#include "program.h"

typedef struct engine_seat {
    program_spec spec;
    program program;
    program_leavers leavers;
    program_limits limits; /* for a move without a clock */
    bool wanted;           /* a move in `game` is wanted */
    bool stale;            /* its next move is for an older request */
    bool anew;             /* it must be told that a new game has begun */
    oxo_game game;
    int64_t clock[2]; /* milliseconds left, or -1 */
    int64_t increment;
} engine_seat;

/* Reads `--engine`, a command line or a description as for `oxo match`, and
 * `--movetime`. Returns an exit status; prints the reason of a failure. */
int engine_seat_init(engine_seat *e, const cli_args *args);

/* Starts the engine, and waits until it is ready, has failed, or a signal has
 * arrived. Returns an exit status; prints the reason of a failure and options
 * that the engine does not announce and, unless `quiet`, that it takes long.
 */
int engine_seat_open(engine_seat *e, const cli_command *command,
                     oxo_variant variant, bool quiet);

/* Starts the engine without waiting. */
void engine_seat_start(engine_seat *e, oxo_variant variant);

/* Requests a move in `game`; any earlier request is void. Without a `clock`
 * (NULL) the engine has the time of `--movetime`. */
void engine_seat_ask(engine_seat *e, const oxo_game *game,
                     const int64_t clock[2], int64_t increment);

/* Withdraws the request. */
void engine_seat_forget(engine_seat *e);

/* Call when a new game begins. */
void engine_seat_renew(engine_seat *e);

/* The file descriptor to poll for input, or -1. */
int engine_seat_fd(const engine_seat *e);

typedef enum seat_news { SEAT_QUIET, SEAT_MOVED, SEAT_FAILED } seat_news;

/* Handles the engine's output and deadlines; call it regularly, also without
 * input. SEAT_MOVED: `*ret` is a legal move in the game. SEAT_FAILED:
 * e->program.detail says why. */
seat_news engine_seat_tend(engine_seat *e, oxo_move *ret);

/* Ends the engine, and waits up to a second for its end. */
void engine_seat_end(engine_seat *e);

/* The option of commands that have an engine; clang-format takes it for a
 * block. */
/* clang-format off */
#define ENGINE_SEAT_MOVETIME                                                  \
    {.name = "movetime",                                                      \
     .argument = "MS",                                                        \
     .help = "Let the engine think for MS milliseconds per move if there is " \
             "no clock; default: 1000. Limits in its description replace "    \
             "this."}
/* clang-format on */

#endif /* CLI_ENGINE_SEAT_H */
