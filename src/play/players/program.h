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
#ifndef PLAYERS_PROGRAM_H
#define PLAYERS_PROGRAM_H

#include "oxo/notation.h"

#include "program_process.h"

typedef enum program_state {
    PROGRAM_ABSENT,
    PROGRAM_GREETING,
    PROGRAM_SYNCING,
    PROGRAM_READY,
    PROGRAM_THINKING,
    PROGRAM_MOVED,
    PROGRAM_FAILED
} program_state;

/* Why a program cannot go on with its game. */
typedef enum program_fault {
    PROGRAM_NO_START,  /* it could not be started, or gave no ugiok */
    PROGRAM_NOT_READY, /* no readyok */
    PROGRAM_CRASH,     /* it exited, or does not read its input */
    PROGRAM_TIMEOUT,
    PROGRAM_ILLEGAL_MOVE,
    PROGRAM_FLOOD, /* too much output */
    PROGRAM_FAULTS
} program_fault;

/* The last score that a program reported for its position, seen from its own
 * side. */
typedef struct program_score {
    uint8_t kind; /* an oxo_eval_kind, but seen from the mover */
    int32_t value;
} program_score;

typedef struct program {
    program_process process;
    const program_spec *spec; /* NULL: ABSENT */
    int number;               /* the caller's number for it */
    oxo_variant variant;
    program_state state;
    bool used;           /* it has played: the next game needs uginewgame */
    int64_t grace;       /* microseconds for each answer before a game */
    int64_t asked;       /* when it was asked last, as clock_us() */
    int64_t deadline;    /* when the answer is too late */
    int64_t time_used;   /* MOVED: microseconds for the move */
    uint64_t heard;      /* bytes received since it was asked */
    uint32_t known;      /* bit i: it has announced options[i] */
    bool greeted;        /* it has sent ugiok at least once */
    bool refuses;        /* FAILED because it does not accept an option */
    oxo_move move;       /* MOVED; OXO_NO_MOVE if it is not a move */
    char words[32];      /* the move as it was written */
    program_score score; /* that came with the move */
    program_fault fault; /* FAILED */
    char detail[PROGRAM_WHY]; /* FAILED: words that follow the engine's name */
} program;

void program_init(program *p);

/* Starts a program. `spec` must outlive it; `grace` is in microseconds. */
void program_start(program *p, const program_spec *spec, int number,
                   oxo_variant variant, int64_t grace);

/* Prepares a READY program for another game (UGI only: a program that speaks
 * CodinGame's protocol can play only one). */
void program_renew(program *p);

/* A request for a move. */
typedef struct program_question {
    const oxo_game *game;
    const program_limits *limits;
    int64_t clock[2]; /* [side]: milliseconds left, or -1: no clock */
    int64_t increment[2];
    bool first;       /* its first move in this game */
    int64_t deadline; /* microseconds from now; a later answer is a fault */
} program_question;

/* Asks a READY program for a move. */
void program_ask(program *p, const program_question *q);

/* Asks a THINKING program to answer at once with the best move so far. */
void program_stop(program *p);

/* Reads the available output, without waiting. */
void program_hear(program *p);

/* Handles `size` bytes of output. */
void program_take(program *p, const char *bytes, size_t size);

/* Fails the program if its deadline has passed; `now` is as clock_us(). */
void program_check_time(program *p, int64_t now);

/* Fails the program for a fault that the caller has found. The first fault
 * counts. */
void program_fail(program *p, program_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails the program for its move, which is not legal in `now`. */
void program_refuse(program *p, const oxo_position *now, oxo_status status);

/* Writes why a FAILED program never became READY, in words that follow the
 * engine's name, and where the user can learn more. */
void program_explain_start(const program *p, char out[PROGRAM_WHY]);

/* Ends the program; afterwards it is ABSENT. The process gets `quit` and
 * `quit_grace` microseconds to exit, or is killed at once if it has FAILED or
 * is THINKING. The caller then tends to `leavers`. */
void program_dismiss(program *p, program_leavers *leavers, int64_t quit_grace);

#endif /* PLAYERS_PROGRAM_H */
