/* event.h - what happened in a room: the record that is stored and published.
 *
 * Events are the truth. A room's events are numbered 1, 2, 3, ... by `seq`;
 * (room, seq) names one for ever, and applying them in order gives the room.
 * Each event is one message to the room's members, so a client that knows the
 * last seq it saw knows exactly what it missed.
 *
 * What comes and goes with a connection (somebody is away, the engine's view
 * of the tension) is no event: it is not stored and has no seq of its own. */
#ifndef EVENTS_EVENT_H
#define EVENTS_EVENT_H

#include "oxo/game.h"

/* ---- Rooms' names ------------------------------------------------------- */

/* A room is a number of 30 bits; people see its code, six characters of an
 * alphabet without I, L, O and U: "K7Q2MX". Number and code are one and the
 * same thing, and no store ever has two rooms of one number. */
typedef uint32_t event_room;

enum {
    EVENT_ROOM_BITS = 30,
    EVENT_CODE_TEXT = 7 /* six characters and a NUL */
};

void event_code_format(event_room room, char out[EVENT_CODE_TEXT]);

/* Reads exactly six characters as people type them: small letters count as
 * capitals, O as 0, I and L as 1. False, `*ret` untouched, for all else. */
bool event_code_parse(const char *text, size_t length, event_room *ret);

/* ---- Who plays ---------------------------------------------------------- */

/* A hash of something secret; all zero means that there is none. */
typedef struct event_hash {
    uint8_t bytes[16];
} event_hash;

bool event_hash_is_none(const event_hash *hash);

/* Equal? In a time that does not depend on where they differ. */
bool event_hash_equal(const event_hash *a, const event_hash *b);

/* Names and avatars are texts that utf8_is_safe() accepts; may be empty. */
enum {
    EVENT_NAME_BYTES = 48, /* UTF-8, without the NUL */
    EVENT_AVATAR_BYTES = 16
};

/* Who holds a seat: a person with a token, or the computer at a level, which
 * has no name of its own: who shows it says so in words. */
typedef struct event_player {
    event_hash token; /* holds the seat */
    event_hash key;   /* has the statistics, if the person wants any */
    uint8_t level;    /* 1..10: the computer; 0: a person */
    char name[EVENT_NAME_BYTES + 1];
    char avatar[EVENT_AVATAR_BYTES + 1];
} event_player;

/* The seats of a room: 0 is who made it, 1 is who came. Which mark a seat
 * plays changes from game to game. */
enum { EVENT_SEATS = 2 };

/* ---- How the room plays ------------------------------------------------- */

typedef struct event_setup {
    uint8_t variant;    /* an oxo_variant */
    uint8_t series;     /* best of so many games: odd, 1..99 */
    uint8_t first_x;    /* the seat that is X in the first game */
    bool is_public;     /* listed for anyone to join, else by link only */
    uint32_t initial;   /* clock: milliseconds a side; 0: no clock */
    uint32_t increment; /* milliseconds a move adds */
    uint8_t days;       /* without a clock: days for each move; 0: no limit */
} event_setup;

enum {
    EVENT_MAX_SERIES = 99,
    EVENT_MAX_INITIAL = 24 * 60 * 60 * 1000,
    EVENT_MAX_INCREMENT = 60 * 60 * 1000,
    EVENT_MAX_DAYS = 14,
    EVENT_MAX_LEVEL = 10
};

/* Every field in its range, no increment without a clock, and no days with
 * one. Days are 1, 3, 7 or 14. */
bool event_setup_is_valid(const event_setup *setup);

/* ---- Words -------------------------------------------------------------- */

/* Why a game ended: C name, wire word. From EVENT_BY_ABORT on, the game has
 * no result: an EVENT_GAME_ABORTED says so, and nobody's record changes. */
#define EVENT_REASONS(X)                                                      \
    X(EVENT_BY_LINE, "line")             /* three in a row */                 \
    X(EVENT_BY_BOARDS, "boards")         /* ultimate-cg: more boards */       \
    X(EVENT_BY_FULL_BOARD, "full-board") /* nobody can win any more */        \
    X(EVENT_BY_RESIGNATION, "resignation")                                    \
    X(EVENT_BY_AGREEMENT, "agreement")                                        \
    X(EVENT_BY_TIME, "time")       /* the clock ran out */                    \
    X(EVENT_BY_FORFEIT, "forfeit") /* for being away, in old games only */    \
    X(EVENT_BY_LEAVING, "left")                                               \
    X(EVENT_BY_CLAIM, "claim")     /* claimed from an absent opponent */      \
    X(EVENT_BY_ABORT, "aborted")   /* before both had moved */                \
    X(EVENT_BY_NO_SHOW, "no-show") /* out of time before both had moved */    \
    X(EVENT_BY_CLOSING, "closed")  /* no clock, and no move for a day */      \
    X(EVENT_BY_EXPIRY, "expired")  /* no clock, and no move for weeks */

typedef enum event_reason {
#define EVENT_REASON_NAME(name, word) name,
    EVENT_REASONS(EVENT_REASON_NAME)
#undef EVENT_REASON_NAME
        EVENT_REASON_COUNT
} event_reason;

#define EVENT_OFFERS(X)                                                       \
    X(EVENT_OFFER_NONE, "none")                                               \
    X(EVENT_OFFER_DRAW, "draw")                                               \
    X(EVENT_OFFER_TAKEBACK, "takeback")                                       \
    X(EVENT_OFFER_REMATCH, "rematch")

typedef enum event_offer {
#define EVENT_OFFER_NAME(name, word) name,
    EVENT_OFFERS(EVENT_OFFER_NAME)
#undef EVENT_OFFER_NAME
        EVENT_OFFER_COUNT
} event_offer;

/* Why a room closed. */
#define EVENT_CLOSINGS(X)                                                     \
    X(EVENT_CLOSED_LEFT, "left")           /* everybody left */               \
    X(EVENT_CLOSED_ABANDONED, "abandoned") /* both gone past the grace */     \
    X(EVENT_CLOSED_IDLE, "idle")           /* nobody came, or played on */

typedef enum event_closing {
#define EVENT_CLOSING_NAME(name, word) name,
    EVENT_CLOSINGS(EVENT_CLOSING_NAME)
#undef EVENT_CLOSING_NAME
        EVENT_CLOSING_COUNT
} event_closing;

/* The kinds, numbered for ever: what is stored carries these numbers. The
 * wire word is that of the message it is published as. */
#define EVENT_KINDS(X)                                                        \
    X(EVENT_ROOM_CREATED, 1, "room-created")                                  \
    X(EVENT_SEAT_TAKEN, 2, "seat-taken")                                      \
    X(EVENT_GAME_STARTED, 3, "game-start")                                    \
    X(EVENT_MOVE_MADE, 4, "move-made")                                        \
    X(EVENT_BOARD_WON, 5, "board-won")                                        \
    X(EVENT_BOARD_DRAWN, 6, "board-drawn")                                    \
    X(EVENT_GAME_OVER, 7, "game-over")                                        \
    X(EVENT_OFFER_MADE, 8, "offer-made")                                      \
    X(EVENT_OFFER_DECLINED, 9, "offer-declined")                              \
    X(EVENT_TAKEN_BACK, 10, "taken-back")                                     \
    X(EVENT_SEAT_LEFT, 11, "player-left")                                     \
    X(EVENT_ROOM_CLOSED, 12, "room-closed")                                   \
    X(EVENT_GAME_ABORTED, 13, "game-aborted")

typedef enum event_kind {
#define EVENT_KIND_NAME(name, number, word) name = (number),
    EVENT_KINDS(EVENT_KIND_NAME)
#undef EVENT_KIND_NAME
} event_kind;

const char *event_kind_word(event_kind kind);
const char *event_reason_word(event_reason reason);
const char *event_offer_word(event_offer offer);
const char *event_closing_word(event_closing closing);

/* Finds an offer by its wire word ("none" is none of them). */
bool event_offer_find(const char *word, size_t length, event_offer *ret);

/* ---- Events ------------------------------------------------------------- */

/* A finished game, whole: statistics, archive and explorer are made of these
 * records and of nothing else. */
typedef struct event_game {
    uint16_t number;  /* of the game in the room, from 1 */
    uint8_t variant;  /* an oxo_variant */
    uint8_t outcome;  /* an oxo_outcome, never OXO_ONGOING */
    uint8_t reason;   /* an event_reason */
    uint8_t x_seat;   /* the seat that played X */
    bool is_public;   /* the room was: the game may be listed */
    uint8_t score[2]; /* [seat]: half points of the series, after it */
    int64_t started;  /* milliseconds since 1970 */
    uint32_t initial, increment; /* the clock, as in the setup */
    uint32_t clock[2];           /* [mark]: milliseconds left at the end */
    event_player players[2];     /* [mark]; their tokens are left out: zero */
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    uint32_t took[OXO_MAX_MOVES]; /* milliseconds since the move before */
} event_game;

typedef struct event {
    event_room room;
    uint32_t seq;
    int64_t at; /* milliseconds since 1970 */
    event_kind kind;
    union {
        struct {
            event_setup setup;
            event_player player; /* takes seat 0 */
        } created;
        struct {
            uint8_t seat;
            event_player player;
        } taken;
        struct {
            uint16_t number; /* of the game in the room, from 1 */
            uint8_t x_seat;
        } started;
        struct {
            uint8_t ply; /* the move's number in the game, from 0 */
            oxo_move move;
            uint8_t mark;
            oxo_intensity intensity;
            uint32_t clock[2]; /* [mark]: milliseconds left behind it */
        } moved;
        struct {
            uint8_t board, mark; /* mark: who won it; OXO_NONE if drawn */
            uint8_t line[3];
        } board;
        event_game over;
        struct {
            uint8_t reason; /* EVENT_BY_ABORT or a later one */
            uint8_t seat;   /* who aborted, or whose turn it was */
        } aborted;
        struct {
            uint8_t seat, offer;
        } offer; /* made, or declined (or withdrawn, by the seat itself) */
        struct {
            uint8_t length;    /* moves that are left */
            uint32_t clock[2]; /* [mark] */
        } back;
        struct {
            uint8_t seat;
        } left;
        struct {
            uint8_t why; /* an event_closing */
        } closed;
    } as;
} event;

/* ---- As bytes ----------------------------------------------------------- */

/* Everything but room, seq, at and kind, which a store keeps in columns of
 * its own. The format is specified at the top of event_bytes.c; a released
 * one is read for ever. */
enum { EVENT_MAX_BYTES = 1024 };

/* Writes the event's data; returns how many bytes. */
size_t event_encode(const event *e, uint8_t out[EVENT_MAX_BYTES]);

/* Reads what event_encode() wrote. `ret` has its room, seq, at and kind from
 * the caller. False if the bytes are not such data, exactly: every number in
 * its range, text valid UTF-8, nothing behind it. */
bool event_decode(const uint8_t *bytes, size_t length, event *ret);

#endif /* EVENTS_EVENT_H */
