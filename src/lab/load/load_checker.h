/* load_checker.h - checks the server's messages against the rules.
 *
 * Keeps the state that a room must have, by the rules and by the messages so
 * far, and compares each message with it. Pure: no sockets. On failure, a
 * sentence in `fault` says what was expected. */
#ifndef LOAD_LOAD_CHECKER_H
#define LOAD_LOAD_CHECKER_H

#include "json_read.h"
#include "oxo/position.h"

/* ---- Messages ----------------------------------------------------------- */

/* The types of messages. Each event, up to offer-made, has a seq of its own;
 * the other messages have the room's. */
#define LOAD_WORDS(X)                                                         \
    X(LOAD_SAYS_ROOM_CREATED, "room-created")                                 \
    X(LOAD_SAYS_SEAT_TAKEN, "seat-taken")                                     \
    X(LOAD_SAYS_GAME_START, "game-start")                                     \
    X(LOAD_SAYS_MOVE_MADE, "move-made")                                       \
    X(LOAD_SAYS_BOARD_WON, "board-won")                                       \
    X(LOAD_SAYS_BOARD_DRAWN, "board-drawn")                                   \
    X(LOAD_SAYS_GAME_OVER, "game-over")                                       \
    X(LOAD_SAYS_GAME_ABORTED, "game-aborted")                                 \
    X(LOAD_SAYS_OFFER_DECLINED, "offer-declined")                             \
    X(LOAD_SAYS_PLAYER_LEFT, "player-left")                                   \
    X(LOAD_SAYS_ROOM_CLOSED, "room-closed")                                   \
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
    uint32_t seq; /* 0 if `word` is LOAD_SAYS_ERROR */
    json_doc doc;
    json_token tokens[LOAD_TOKENS];
} load_message;

/* Reads a message and checks what all have: a known type, a seq, and the code
 * `room`, unless that is "". */
bool load_message_read(const char *text, size_t length, const char *room,
                       load_message *ret, char fault[LOAD_FAULT]);

/* ---- Rooms -------------------------------------------------------------- */

enum {
    LOAD_SEATS = 2,
    LOAD_TEXT = 96, /* bytes for a make-move message */
    LOAD_CODE = 7,  /* a room's code, with NUL */
    LOAD_TOKEN = 23
};

/* A move that was sent. */
typedef struct load_sent {
    int64_t at; /* when it was sent, in nanoseconds */
    oxo_move move;
    uint8_t ply;
    uint8_t seat;    /* of the mover */
    bool waits;      /* the mover has not heard of it yet */
    bool unheard;    /* the opponent has not heard of it yet */
    uint32_t number; /* among all moves of the room, from 0 */
    uint8_t length;  /* of `text` */
    char text[LOAD_TEXT];
} load_sent;

/* Events that must come next, in this order. */
enum { LOAD_DUE_WON = 1, LOAD_DUE_DRAWN = 2, LOAD_DUE_OVER = 4 };

typedef struct load_truth {
    oxo_position now;
    uint32_t seq;    /* of the newest event that any member received */
    uint32_t played; /* moves in all games of the room */
    uint16_t game;   /* number of the game, from 1; 0: none yet */
    uint8_t ply;
    uint8_t x_seat;
    uint8_t due;       /* bits LOAD_DUE_*: events that must come next */
    uint8_t due_board; /* the board they are about */
    int8_t offer;      /* the seat that offered a rematch, or -1 */
    bool offered;      /* the offer was announced */
    bool agreed;       /* the other seat has sent its agreement */
    load_sent sent[2]; /* the last two moves: move n at index n % 2 */
    char code[LOAD_CODE];
    char tokens[LOAD_SEATS][LOAD_TOKEN];
    oxo_move moves[OXO_MAX_MOVES];
} load_truth;

void load_truth_init(load_truth *t, oxo_variant variant);

/* The seat of the side to move. */
int load_truth_turn(const load_truth *t);

/* The last move sent, if nobody has heard of it yet; otherwise NULL. */
load_sent *load_truth_sent(load_truth *t);

/* Checks the event with the next seq and applies it to `t`. False, with `t`
 * unchanged, if it must not come now or contains something wrong. */
bool load_check_event(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT]);

/* Checks a complete state and replaces `t` by it: it must contain everything
 * that was announced, and nothing that nobody did. */
bool load_check_state(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT]);

/* Checks intensity-update, player-disconnected and player-reconnected. */
bool load_check_notice(const load_truth *t, const load_message *m,
                       char fault[LOAD_FAULT]);

/* Checks the message "seat", and stores its code and token. */
bool load_check_seat(load_truth *t, const load_message *m, int seat,
                     char fault[LOAD_FAULT]);

/* A fast hash of a text, to compare what members received. */
uint64_t load_hash(const char *text, size_t length);

#endif /* LOAD_LOAD_CHECKER_H */
