/* match_player.h - an engine at the table: its protocol, seen from outside.
 *
 *   ABSENT --start--> GREETING --ugiok--> SYNCING --readyok--> READY
 *   READY --think--> THINKING --bestmove--> MOVED --take--> READY
 *   any   --fault--> FAILED
 *
 * CodinGame's engines have nothing to say before their first move: they are
 * READY once they run. */
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

/* What an engine last said its position is worth to itself. */
typedef struct player_score {
    uint8_t kind; /* an oxo_eval_kind, but from the mover's side */
    int32_t value;
} player_score;

typedef struct match_player {
    match_process process;
    const match_engine *engine; /* NULL: nobody sits here */
    int number;                 /* of the engine */
    oxo_variant variant;
    player_state state;
    bool used;          /* it has played; another game needs uginewgame */
    int64_t grace;      /* microseconds, for every answer before a game */
    int64_t asked;      /* when it was asked last */
    int64_t deadline;   /* when the answer is too late */
    int64_t time_used;  /* for the move, when MOVED */
    uint64_t heard;     /* bytes since it was asked */
    uint32_t known;     /* bit i: it has announced options[i] */
    bool greeted;       /* it has said ugiok at least once */
    bool refuses;       /* it announced that it does not take an option */
    oxo_move move;      /* when MOVED; OXO_NO_MOVE if it made no sense */
    char words[32];     /* what it said the move was */
    player_score score; /* with the move */
    match_ending fault; /* when FAILED */
    char detail[MATCH_WHY];
} match_player;

void match_player_init(match_player *p);

/* Seats an engine and starts it. */
void match_player_start(match_player *p, const match_engine *engine,
                        int number, oxo_variant variant, int64_t grace);

/* Makes a READY engine that has played before forget that game. */
void match_player_renew(match_player *p);

/* Asks a READY engine for a move: `clock` has the milliseconds left to both
 * sides, or -1, and `deadline` is when the answer is too late. */
typedef struct player_question {
    const oxo_game *game;
    const match_limits *limits;
    int64_t clock[2];
    int64_t increment[2];
    bool first;       /* of its moves in this game */
    int64_t deadline; /* microseconds from now */
} player_question;

void match_player_ask(match_player *p, const player_question *q);

/* Its move is wanted now, if it thinks: whatever it has found. */
void match_player_stop(match_player *p);

/* Reads what it has to say. */
void match_player_hear(match_player *p);

/* Understands bytes that it has written. */
void match_player_take(match_player *p, const char *bytes, size_t size);

/* Fails it if its time is up. */
void match_player_check_time(match_player *p, int64_t now);

/* Fails it, for a reason the referee has found. */
void match_player_fail(match_player *p, match_ending fault, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));

/* Fails it for its move, which `now` does not take, and says why. */
void match_player_refuse(match_player *p, const oxo_position *now,
                         oxo_status status);

/* Why a failed one never became ready, in words that go on from its name, and
 * where to learn more. */
void match_player_tell_start(const match_player *p, char out[MATCH_WHY]);

/* Empties the seat: politely, or at once if it failed or is still thinking. */
void match_player_dismiss(match_player *p, match_leavers *leavers,
                          int64_t quit_grace);

#endif /* MATCH_PLAYER_H */
