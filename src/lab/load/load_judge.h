/* load_judge.h - is what the server says what it must say?
 *
 * A room as it must be, by the rules and by what was heard of it so far, and
 * the next message of the server's beside it. Nothing here knows of sockets.
 * The sentences of faults say what was expected. */
#ifndef LOAD_LOAD_JUDGE_H
#define LOAD_LOAD_JUDGE_H

#include "json_read.h"
#include "oxo/position.h"

/* ---- Messages ----------------------------------------------------------- */

/* What the server says. The events among them have a seq of their own; the
 * others carry that of the room. */
#define LOAD_WORDS(X)                                                         \
    X(LOAD_SAYS_ROOM_CREATED, "room-created")                                 \
    X(LOAD_SAYS_SEAT_TAKEN, "seat-taken")                                     \
    X(LOAD_SAYS_GAME_START, "game-start")                                     \
    X(LOAD_SAYS_MOVE_MADE, "move-made")                                       \
    X(LOAD_SAYS_BOARD_WON, "board-won")                                       \
    X(LOAD_SAYS_BOARD_DRAWN, "board-drawn")                                   \
    X(LOAD_SAYS_GAME_OVER, "game-over")                                       \
    X(LOAD_SAYS_OFFER_MADE, "offer-made")                                     \
    X(LOAD_SAYS_SEAT, "seat")                                                 \
    X(LOAD_SAYS_OK, "ok")                                                     \
    X(LOAD_SAYS_GAME_STATE, "game-state")                                     \
    X(LOAD_SAYS_DISCONNECTED, "player-disconnected")                          \
    X(LOAD_SAYS_RECONNECTED, "player-reconnected")                            \
    X(LOAD_SAYS_INTENSITY, "intensity-update")                                \
    X(LOAD_SAYS_ERROR, "error")

typedef enum load_word {
#define LOAD_WORD_NAME(name, word) name,
    LOAD_WORDS(LOAD_WORD_NAME)
#undef LOAD_WORD_NAME
        LOAD_WORD_COUNT
} load_word;

bool load_is_event(load_word word);

enum { LOAD_FAULT = 256, LOAD_TOKENS = 640 };

typedef struct load_message {
    load_word word;
    uint32_t seq; /* 0: an error */
    json_doc doc;
    json_token tokens[LOAD_TOKENS];
} load_message;

/* Reads one, and what all have: a type that is known here, a seq. `room` is
 * the code that it must name, or "": none is known yet. */
bool load_message_read(const char *text, size_t length, const char *room,
                       load_message *ret, char fault[LOAD_FAULT]);

/* ---- Rooms -------------------------------------------------------------- */

enum {
    LOAD_SEATS = 2,
    LOAD_TEXT = 96, /* room for a message of ours that moves */
    LOAD_CODE = 7,  /* a room's code, with its NUL */
    LOAD_TOKEN = 23
};

/* A move on its way. */
typedef struct load_sent {
    int64_t at; /* when it was sent */
    oxo_move move;
    uint8_t ply;
    uint8_t seat;    /* of its mover, */
    bool waits;      /* who has not heard of it yet */
    bool unheard;    /* nor has the opponent */
    uint32_t number; /* among all moves of the room, from 0 */
    uint8_t length;  /* of the text */
    char text[LOAD_TEXT];
} load_sent;

/* Events that must follow the last one, in this order. */
enum { LOAD_DUE_WON = 1, LOAD_DUE_DRAWN = 2, LOAD_DUE_OVER = 4 };

typedef struct load_truth {
    oxo_position now;
    uint32_t seq;    /* of the newest event that anybody heard */
    uint32_t played; /* moves in all games together */
    uint16_t game;   /* number, from 1; 0: none yet */
    uint8_t ply;
    uint8_t x_seat;
    uint8_t due;       /* of LOAD_DUE_*: what must come next */
    uint8_t due_board; /* the board it is about */
    int8_t offer;      /* the seat that sent an offer of a rematch, or -1; */
    bool offered;      /* the offer was heard of, */
    bool agreed;       /* and the other seat has sent its answer */
    load_sent sent[2]; /* by the parity of `played` */
    char code[LOAD_CODE];
    char tokens[LOAD_SEATS][LOAD_TOKEN];
    oxo_move moves[OXO_MAX_MOVES];
} load_truth;

void load_truth_init(load_truth *t, oxo_variant variant);

/* The seat of the side to move. */
int load_truth_turn(const load_truth *t);

/* The move that was sent last, if nobody heard of it yet, or NULL. */
load_sent *load_truth_sent(load_truth *t);

/* The event `m` with a seq of one more than `t`: does it follow? If it does,
 * the room is as it says; else the room is untouched. */
bool load_judge_event(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT]);

/* A whole state: nothing that was heard may be missing in it, and nothing may
 * be in it that nobody did. If it fits, the room is as it says. */
bool load_judge_state(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT]);

/* intensity-update, player-disconnected, player-reconnected. */
bool load_judge_passing(const load_truth *t, const load_message *m,
                        char fault[LOAD_FAULT]);

/* seat: keeps code and token. */
bool load_judge_seat(load_truth *t, const load_message *m, int seat,
                     char fault[LOAD_FAULT]);

/* A hash of a text, to find out whether others heard the same. */
uint64_t load_hash(const char *text, size_t length);

#endif /* LOAD_LOAD_JUDGE_H */
