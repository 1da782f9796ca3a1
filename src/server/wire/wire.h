/* wire.h - the messages of oxo.v1: JSON to and from the members of rooms.
 *
 * docs/manual/protocol.md specifies every field. A connection belongs to one
 * room at a time: create-room, join-room, rejoin-room and spectate bind it to
 * a room, and later messages need not name the room.
 *
 * Reading checks form and ranges only; rooms decide about the rest. Writing
 * goes into the caller's memory. */
#ifndef WIRE_WIRE_H
#define WIRE_WIRE_H

#include "room.h"

/* ---- Words -------------------------------------------------------------- */

#define WIRE_WORDS(X)                                                         \
    X(WIRE_CREATE_ROOM, "create-room")                                        \
    X(WIRE_JOIN_ROOM, "join-room")                                            \
    X(WIRE_REJOIN_ROOM, "rejoin-room")                                        \
    X(WIRE_SPECTATE, "spectate")                                              \
    X(WIRE_MAKE_MOVE, "make-move")                                            \
    X(WIRE_RESIGN, "resign")                                                  \
    X(WIRE_OFFER, "offer")                                                    \
    X(WIRE_ACCEPT, "accept")                                                  \
    X(WIRE_DECLINE, "decline")                                                \
    X(WIRE_REMATCH, "rematch")                                                \
    X(WIRE_ABORT, "abort")                                                    \
    X(WIRE_CLAIM, "claim")                                                    \
    X(WIRE_RESUME, "resume")                                                  \
    X(WIRE_LEAVE, "leave")

typedef enum wire_word {
#define WIRE_WORD_NAME(name, word) name,
    WIRE_WORDS(WIRE_WORD_NAME)
#undef WIRE_WORD_NAME
        WIRE_WORD_COUNT
} wire_word;

/* ---- Secrets ------------------------------------------------------------ */

/* Secrets on the wire: 128 bits as 22 characters of unpadded base64url. */
typedef struct wire_secret {
    uint8_t bytes[16];
} wire_secret;

enum { WIRE_SECRET_TEXT = 23 };
void wire_secret_format(const wire_secret *secret, char out[WIRE_SECRET_TEXT]);
bool wire_secret_parse(const char *text, size_t length, wire_secret *ret);

/* ---- Reading ------------------------------------------------------------ */

enum { WIRE_X_RANDOM = 2 }; /* for first_x, instead of a seat */

typedef struct wire_message {
    wire_word word;
    int64_t ref; /* the client's number for this message, 0..2^53-1; the
                  * answer repeats it */
    bool has_ref;
    bool has_room, has_token, has_key;
    event_room room;
    wire_secret token, key;
    event_setup setup;   /* create-room; its first_x may be WIRE_X_RANDOM */
    uint8_t computer;    /* create-room: the level of the other seat, or 0 */
    event_player player; /* name and avatar only */
    uint8_t ply;         /* make-move */
    int move;            /* 0..80, or -1: no such cell; see wire_move() */
    uint8_t letters;     /* in the move: "e" 1, "ae" 2; 0: it is a number */
    event_offer offer;   /* offer; accept and decline if they name one */
    bool claims_draw;    /* claim: a draw instead of a win */
    uint32_t seq;        /* resume, and rejoin-room and spectate, if has_seq */
    bool has_seq;
} wire_message;

/* Reads a message. Returns OXO_OK, or OXO_INVALID_MESSAGE,
 * OXO_UNKNOWN_MESSAGE, OXO_INVALID_SETUP, OXO_TEXT_TOO_LONG or
 * OXO_UNKNOWN_VARIANT with a sentence that explains the refusal.
 * `ret->ref` is set even then if it could be read, for the answer. A move may
 * be written in the variant's notation ("e", "ae") or as a number. */
enum { WIRE_SENTENCE = 160 };
oxo_status wire_read(const char *text, size_t length, wire_message *ret,
                     char sentence[WIRE_SENTENCE]);

/* The same for the JSON body of an HTTP request. The URL determines `word`
 * and the room: "type" is not needed, and "room" is refused. "token" is
 * optional, because a header may have it. An empty body counts as an empty
 * object. */
oxo_status wire_read_body(wire_word word, const char *text, size_t length,
                          wire_message *ret, char sentence[WIRE_SENTENCE]);

/* The move in a room of this variant, or -1. One letter is a cell of classic
 * only, two letters are a cell of Ultimate only. */
int wire_move(const wire_message *m, oxo_variant variant);

/* ---- Writing ------------------------------------------------------------ */

/* Enough for the longest message, a game-state with both names escaped. */
enum { WIRE_MAX_MESSAGE = 8192 };

/* All of these write one message to `out`, without a NUL, and return its
 * length: 0 if it needs more than `size` bytes, and then `out` holds no
 * message. `r` is the room after the event. */

/* An event as the room's members see it. It never contains a token. A
 * taken-back event is written as the game-state that it leads to. */
size_t wire_event(const room *r, const event *e, char *out, size_t size);

/* The whole room: seq, life, players, position, moves, clocks, offer, series
 * score, who is away. `you` is the recipient's seat, or -1 for a spectator. */
size_t wire_state(const room *r, const room_rules *rules, int64_t now, int you,
                  int spectators, char *out, size_t size);

/* What a new player gets in private, before any other message of the room:
 * the mark and the token. */
size_t wire_seat(const room *r, int seat, const wire_secret *token,
                 bool has_ref, int64_t ref, char *out, size_t size);

/* Both for a player who created or joined a room by HTTP: an object of "seat"
 * and "state". Needs at most twice WIRE_MAX_MESSAGE. */
size_t wire_welcome(const room *r, const room_rules *rules, int64_t now,
                    int seat, int spectators, const wire_secret *token,
                    char *out, size_t size);

/* Transient messages: not events, so they have no seq of their own and carry
 * that of the room. */
size_t wire_presence(const room *r, int seat, bool away, int64_t away_for,
                     char *out, size_t size);
size_t wire_intensity(const room *r, oxo_intensity value, const char *source,
                      char *out, size_t size);

/* A refusal; `sentence` NULL: the sentence of the status. */
size_t wire_error(oxo_status status, const char *sentence, bool has_ref,
                  int64_t ref, char *out, size_t size);

/* Acknowledges a message that causes no event. */
size_t wire_ok(const room *r, bool has_ref, int64_t ref, char *out,
               size_t size);

#endif /* WIRE_WIRE_H */
