/* wire.h - the words of oxo.v1: JSON messages to and from room members.
 *
 * docs/manual/protocol.md specifies every field. A connection speaks for one
 * room at a time: create-room, join-room, rejoin-room and spectate bind it,
 * after which the other words need not name the room.
 *
 * Reading checks form and bounds only; rooms judge the rest. Writing is by
 * template, into memory that the caller has. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

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

enum { WIRE_X_RANDOM = 2 }; /* who is X: seat 0, seat 1, or by lot */

typedef struct wire_message {
    wire_word word;
    int64_t ref;  /* the client's number for its message, echoed in the */
    bool has_ref; /* answer; 0..2^53-1 */
    bool has_room, has_token, has_key;
    event_room room;
    wire_secret token, key;
    event_setup setup;   /* create-room; its first_x may be WIRE_X_RANDOM */
    uint8_t computer;    /* create-room: the level of the other seat, or 0 */
    event_player player; /* name and avatar only */
    uint8_t ply;         /* make-move */
    int move;            /* 0..80, or -1: no such cell; see wire_move() */
    uint8_t letters;     /* of the move: "e" 1, "ae" 2; 0: it was a number */
    event_offer offer;   /* offer; accept and decline if they name one */
    uint32_t seq;        /* resume, and rejoin-room and spectate, if has_seq */
    bool has_seq;
} wire_message;

/* OXO_OK; OXO_INVALID_MESSAGE, OXO_UNKNOWN_MESSAGE, OXO_INVALID_SETUP,
 * OXO_TEXT_TOO_LONG, OXO_UNKNOWN_VARIANT, with a sentence that says what and
 * where. `ret->ref` is set whenever it could be read, so that the refusal can
 * carry it. The move is read as the variant's notation says ("e", "ae") and
 * as a number. */
enum { WIRE_SENTENCE = 160 };
oxo_status wire_read(const char *text, size_t length, wire_message *ret,
                     char sentence[WIRE_SENTENCE]);

/* The same from the JSON body of an HTTP request that creates, joins or
 * plays: the word is given, and "type" is not needed. Nor are the room, which
 * the address names and the body must not, and the token, which may be in a
 * header. No body at all is an empty object. */
oxo_status wire_read_body(wire_word word, const char *text, size_t length,
                          wire_message *ret, char sentence[WIRE_SENTENCE]);

/* The move in a room of this variant, or -1: one letter names a cell of
 * classic only, two name one of Ultimate only. */
int wire_move(const wire_message *m, oxo_variant variant);

const char *wire_word_text(wire_word word);

/* ---- Writing ------------------------------------------------------------ */

/* Room for the longest message, a game-state with both names escaped. */
enum { WIRE_MAX_MESSAGE = 8192 };

/* All return the length, without a NUL. `r` is the room behind the event. */

/* An event as the room's members see it. room-created has the code and the
 * setup; tokens are never in an event's message. A taken-back event is
 * written as the game-state it leads to. */
size_t wire_event(const room *r, const event *e, char *out);

/* The whole room: seq, life, players, position, moves, clocks, offer, series
 * score, who is away. `you` is a seat (then "you" names its mark), or -1. */
size_t wire_state(const room *r, int64_t now, int you, int spectators,
                  char *out);

/* What a new member gets in private: its mark, its token. Sent before
 * anything else of the room. type: "seat" {room, mark, seat, token}. */
size_t wire_seat(const room *r, int seat, const wire_secret *token,
                 bool has_ref, int64_t ref, char *out);

/* Passing news, without a seq of its own: carries the room's. */
size_t wire_presence(const room *r, int seat, bool away, int64_t grace,
                     char *out);
size_t wire_intensity(const room *r, oxo_intensity value, const char *source,
                      char *out);

/* error {code, message, ref}; `sentence` NULL: the status's own. */
size_t wire_error(oxo_status status, const char *sentence, bool has_ref,
                  int64_t ref, char *out);

/* The acknowledgement of a message that brings no event to wait for. */
size_t wire_ok(const room *r, bool has_ref, int64_t ref, char *out);

#endif /* SERVER_WIRE_H */
