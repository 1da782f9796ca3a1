/* event.h - the events of a room: what is stored and published.
 *
 * The events of a room are numbered 1, 2, 3, ... by `seq`. (room, seq) names
 * one event for ever, and all events in order make the room. Each event is one
 * message to the room's members. So a client that knows the last seq it has
 * seen knows exactly what it has missed.
 *
 * Presence and the engine's estimate of the intensity are not events: they are
 * not stored and have no seq. */
#ifndef ROOMS_EVENT_H
#define ROOMS_EVENT_H

#include "oxo/game.h"

/* ---- Codes -------------------------------------------------------------- */

/* The number of a room, 30 bits. People see the number as a code: six
 * characters of an alphabet without I, L, O and U, such as "K7Q2MX". No store
 * has two rooms with the same number. */
typedef uint32_t event_room;

enum {
    EVENT_ROOM_BITS = 30,
    EVENT_CODE_TEXT = 7 /* six characters and a NUL */
};

void event_code_format(event_room room, char out[EVENT_CODE_TEXT]);

/* Reads exactly six characters as people type them: small letters count as
 * capitals, O as 0, I and L as 1. False, `*ret` untouched, for any other
 * text. */
bool event_code_parse(const char *text, size_t length, event_room *ret);

/* ---- Players ------------------------------------------------------------ */

/* The hash of a secret. All zero: there is no secret. */
typedef struct event_hash {
    uint8_t bytes[16];
} event_hash;

bool event_hash_is_none(const event_hash *hash);

/* The time that this takes does not depend on where the hashes differ. */
bool event_hash_equal(const event_hash *a, const event_hash *b);

/* Names and avatars are texts that utf8_is_safe() accepts, perhaps empty. */
enum {
    EVENT_NAME_BYTES = 48, /* UTF-8, without the NUL */
    EVENT_AVATAR_BYTES = 16
};

/* The holder of a seat: a person with a token, or the computer at a level. The
 * computer has no name. */
typedef struct event_player {
    event_hash token; /* proves that a client holds the seat */
    event_hash key;   /* collects the person's statistics; may be none */
    uint8_t level;    /* 1..10: the computer; 0: a person */
    char name[EVENT_NAME_BYTES + 1];
    char avatar[EVENT_AVATAR_BYTES + 1];
} event_player;

/* Seat 0 belongs to the maker of the room, seat 1 to the second player. The
 * mark of a seat changes from game to game. */
enum { EVENT_SEATS = 2 };

/* ---- Setup -------------------------------------------------------------- */

typedef struct event_setup {
    uint8_t variant;    /* an oxo_variant */
    uint8_t series;     /* best of so many games: odd, 1..99 */
    uint8_t first_x;    /* the seat that plays X in the first game */
    bool is_public;     /* listed for everybody; else joined by link only */
    uint32_t initial;   /* milliseconds on each clock; 0: no clock */
    uint32_t increment; /* milliseconds that a move adds */
    uint8_t days;       /* without a clock: days for each move; 0: no limit */
    uint8_t zero[3];    /* always 0, so that memcmp() compares setups */
} event_setup;

enum {
    EVENT_MAX_SERIES = 99,
    EVENT_MAX_INITIAL = 24 * 60 * 60 * 1000,
    EVENT_MAX_INCREMENT = 60 * 60 * 1000,
    EVENT_MAX_DAYS = 14,
    EVENT_MAX_LEVEL = 10
};

/* Every field is in its range. An increment needs a clock. Days are 1, 3, 7 or
 * 14, and exclude a clock. */
bool event_setup_is_valid(const event_setup *setup);

/* ---- Words -------------------------------------------------------------- */

/* Why a game ended: C name, wire word. The reasons from EVENT_BY_ABORT on
 * belong to EVENT_GAME_ABORTED: the game has no result, and changes no score
 * and no statistics. The others belong to EVENT_GAME_OVER. */
#define EVENT_REASONS(X)                                                      \
    X(EVENT_BY_LINE, "line")             /* three in a row */                 \
    X(EVENT_BY_BOARDS, "boards")         /* ultimate-cg: more boards */       \
    X(EVENT_BY_FULL_BOARD, "full-board") /* a draw: no side can win */        \
    X(EVENT_BY_RESIGNATION, "resignation")                                    \
    X(EVENT_BY_AGREEMENT, "agreement")                                        \
    X(EVENT_BY_TIME, "time")       /* the clock or the days ran out */        \
    X(EVENT_BY_FORFEIT, "forfeit") /* absence; only in games of old logs */   \
    X(EVENT_BY_LEAVING, "left")                                               \
    X(EVENT_BY_CLAIM, "claim")     /* the opponent was away */                \
    X(EVENT_BY_ABORT, "aborted")   /* before both sides had moved */          \
    X(EVENT_BY_NO_SHOW, "no-show") /* time ran out before both had moved */   \
    X(EVENT_BY_CLOSING, "closed")  /* no limit, and no move for a day */      \
    X(EVENT_BY_EXPIRY, "expired")  /* no limit, and no move for weeks */

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
    X(EVENT_CLOSED_LEFT, "left")           /* the last player left */         \
    X(EVENT_CLOSED_ABANDONED, "abandoned") /* no player was here */           \
    X(EVENT_CLOSED_IDLE, "idle")           /* nothing happened */

typedef enum event_closing {
#define EVENT_CLOSING_NAME(name, word) name,
    EVENT_CLOSINGS(EVENT_CLOSING_NAME)
#undef EVENT_CLOSING_NAME
        EVENT_CLOSING_COUNT
} event_closing;

/* The kinds of events: C name, number in stores, wire word of the message. The
 * numbers never change. */
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

/* Finds an offer by its wire word. "none" is not an offer. */
bool event_offer_find(const char *word, size_t length, event_offer *ret);

/* ---- Events ------------------------------------------------------------- */

/* The complete record of a finished game. Statistics, archive and explorer use
 * only these records. */
typedef struct event_game {
    uint16_t number;  /* of the game in the room, from 1 */
    uint8_t variant;  /* an oxo_variant */
    uint8_t outcome;  /* an oxo_outcome, never OXO_ONGOING */
    uint8_t reason;   /* an event_reason */
    uint8_t x_seat;   /* the seat that played X */
    bool is_public;   /* the room was public: the game may be listed */
    uint8_t score[2]; /* [seat]: half points in the series after the game */
    int64_t started;  /* milliseconds since 1970 */
    uint32_t initial, increment; /* the clock, as in the setup */
    uint32_t clock[2];           /* [mark]: milliseconds left at the end */
    event_player players[2];     /* [mark]; without their tokens */
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    uint32_t took[OXO_MAX_MOVES]; /* milliseconds since the previous move */
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
            uint32_t clock[2]; /* [mark]: milliseconds left after the move */
        } moved;
        struct {
            uint8_t board, mark; /* mark of the winner; OXO_NONE if drawn */
            uint8_t line[3];
        } board;
        event_game over;
        struct {
            uint8_t reason; /* EVENT_BY_ABORT or a later reason */
            uint8_t seat;   /* the player who ended the game; if time ended
                             * the game, the player to move */
        } aborted;
        struct {
            uint8_t seat, offer;
        } offer; /* the seat makes, declines, or withdraws its own offer */
        struct {
            uint8_t length;    /* moves that remain */
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

/* The bytes contain everything except room, seq, at and kind, which a store
 * keeps in columns. The format is specified in event_bytes.c; released formats
 * stay readable. */
enum { EVENT_MAX_BYTES = 1024 };

/* Writes the event's data; returns how many bytes. */
size_t event_encode(const event *e, uint8_t out[EVENT_MAX_BYTES]);

/* Reads the bytes of event_encode(). The caller has set `ret`'s room, seq, at
 * and kind. False, `ret` untouched, unless the bytes are exactly such data:
 * every number in its range, every text safe UTF-8, no byte too many. */
bool event_decode(const uint8_t *bytes, size_t length, event *ret);

#endif /* ROOMS_EVENT_H */
