/* program.h - an engine that runs as a program of its own and plays games
 * through UGI or CodinGame's protocol.
 *
 * A state machine that never waits. The caller polls the program's output,
 * calls program_hear() when there is some, and program_check_time() now and
 * then:
 *
 *   ABSENT --start--> GREETING --ugiok--> SYNCING --readyok--> READY
 *   READY --ask--> THINKING --bestmove--> MOVED --the caller--> READY
 *   any   --fault--> FAILED
 *
 * A program that speaks CodinGame's protocol writes nothing before its first
 * move: it is READY as soon as it runs. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "match.h"
#include "match_process.h"

typedef enum player_state {
    PLAYER_ABSENT,
    PLAYER_GREETING,
    PLAYER_SYNCING,
    PLAYER_READY,
    PLAYER_THINKING,
    PLAYER_MOVED,
    PLAYER_FAILED
} player_state;

/* The last score that a program reported for its position, seen from its own
 * side. */
typedef struct player_score {
    uint8_t kind; /* an oxo_eval_kind, but seen from the mover */
    int32_t value;
} player_score;

typedef struct match_player {
    match_process process;
    const match_engine *engine; /* NULL: ABSENT */
    int number;                 /* the caller's number for it */
    oxo_variant variant;
    player_state state;
    bool used;          /* it has played: the next game needs uginewgame */
    int64_t grace;      /* microseconds for each answer before a game */
    int64_t asked;      /* when it was asked last, as clock_us() */
    int64_t deadline;   /* when the answer is too late */
    int64_t time_used;  /* MOVED: microseconds for the move */
    uint64_t heard;     /* bytes received since it was asked */
    uint32_t known;     /* bit i: it has announced options[i] */
    bool greeted;       /* it has sent ugiok at least once */
    bool refuses;       /* FAILED because it does not accept an option */
    oxo_move move;      /* MOVED; OXO_NO_MOVE if it is not a move */
    char words[32];     /* the move as it was written */
    player_score score; /* that came with the move */
    match_ending fault; /* FAILED */
    char detail[MATCH_WHY]; /* FAILED: words that follow the engine's name */
} match_player;

void match_player_init(match_player *p);

/* Starts a program. `engine` must outlive it; `grace` is in microseconds. */
void match_player_start(match_player *p, const match_engine *engine,
                        int number, oxo_variant variant, int64_t grace);

/* Prepares a READY program for another game (UGI only: a program that speaks
 * CodinGame's protocol can play only one). */
void match_player_renew(match_player *p);

/* A request for a move. */
typedef struct player_question {
    const oxo_game *game;
    const match_limits *limits;
    int64_t clock[2]; /* [side]: milliseconds left, or -1: no clock */
    int64_t increment[2];
    bool first;       /* its first move in this game */
    int64_t deadline; /* microseconds from now; a later answer is a fault */
} player_question;

/* Asks a READY program for a move. */
void match_player_ask(match_player *p, const player_question *q);

/* Asks a THINKING program to answer at once with the best move so far. */
void match_player_stop(match_player *p);

/* Reads the available output, without waiting. */
void match_player_hear(match_player *p);

/* Handles `size` bytes of output. */
void match_player_take(match_player *p, const char *bytes, size_t size);

/* Fails the program if its deadline has passed; `now` is as clock_us(). */
void match_player_check_time(match_player *p, int64_t now);

/* Fails the program for a fault that the caller has found. The first fault
 * counts. */
void match_player_fail(match_player *p, match_ending fault, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

/* Fails the program for its move, which is not legal in `now`. */
void match_player_refuse(match_player *p, const oxo_position *now,
                         oxo_status status);

/* Writes why a FAILED program never became READY, in words that follow the
 * engine's name, and where the user can learn more. */
void match_player_tell_start(const match_player *p, char out[MATCH_WHY]);

/* Ends the program; afterwards it is ABSENT. The process gets `quit` and
 * `quit_grace` microseconds to exit, or is killed at once if it has FAILED or
 * is THINKING. The caller then tends to `leavers`. */
void match_player_dismiss(match_player *p, match_leavers *leavers,
                          int64_t quit_grace);

#endif /* MATCH_PLAYER_H */
