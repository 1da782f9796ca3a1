/* room.h - two seats, a series of games, and what may happen there.
 *
 * A room is a value. It is asked (room_decide: a command, the time, a list of
 * events or a refusal) and told (room_apply: an event); asking changes
 * nothing. So a room that is rebuilt from its events is the same room, and a
 * caller may throw events away that could not be stored.
 *
 * There is no I/O here and no clock: time is handed in, in milliseconds since
 * 1970. Who is connected is no event; the caller says it, and it matters to
 * grace and sweeping only. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "event.h"
#include "oxo/position.h"

/* How long things last, in milliseconds. */
typedef struct room_rules {
    int64_t grace;   /* away during a game before it is forfeit */
    int64_t idle;    /* a finished room that nobody plays on in */
    int64_t waiting; /* a waiting room whose maker is connected */
} room_rules;

room_rules room_default_rules(void); /* 30 s, 10 min, 24 h */

#define ROOM_LIVES(X)                                                         \
    X(ROOM_WAITING, "waiting") /* for the second player */                    \
    X(ROOM_ACTIVE, "active")                                                  \
    X(ROOM_FINISHED, "finished")                                              \
    X(ROOM_CLOSED, "closed")

typedef enum room_life {
#define ROOM_LIFE_NAME(name, word) name,
    ROOM_LIVES(ROOM_LIFE_NAME)
#undef ROOM_LIFE_NAME
} room_life;

const char *room_life_word(room_life life);

typedef struct room_seat {
    event_player player;
    bool taken;
    uint16_t connections; /* that speak for it; the computer needs none */
    int64_t away_since;   /* when the last one went; 0: it is here */
    uint32_t clock;       /* milliseconds left when its turn began */
} room_seat;

/* The game's history is kept tight: thousands of rooms are in memory, under
 * 2 KB each with all that belongs to them. */
typedef struct room {
    event_room id;
    uint32_t seq; /* of the last event */
    event_setup setup;
    uint8_t life; /* a room_life */
    uint8_t x_seat;
    uint8_t offer;      /* an event_offer that waits for an answer */
    uint8_t offer_seat; /* who made it */
    uint8_t outcome;    /* of the game: an oxo_outcome, by whatever reason */
    uint8_t reason;     /* an event_reason, once there is an outcome */
    uint8_t score[EVENT_SEATS]; /* half points in the series */
    uint16_t games;             /* started in this room */
    int64_t created;            /* time of the first event */
    int64_t touched;            /* time of the last event */
    int64_t started;            /* when the game began */
    room_seat seats[EVENT_SEATS];

    oxo_position now;
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    oxo_intensity intensity[OXO_MAX_MOVES];
    uint32_t at[OXO_MAX_MOVES]; /* milliseconds since the game began */
} room;

/* ---- Asking ------------------------------------------------------------- */

typedef enum room_verb {
    ROOM_JOIN,    /* player */
    ROOM_MOVE,    /* token or seat, ply, move */
    ROOM_RESIGN,  /* all others: token or seat */
    ROOM_OFFER,   /* offer: draw, takeback or rematch */
    ROOM_ACCEPT,  /* the other's offer */
    ROOM_DECLINE, /* the other's offer, or withdraws one's own */
    ROOM_LEAVE,
    ROOM_TICK /* nobody's: what the time has brought about */
} room_verb;

/* Names a ply that is sure to be the current one, for callers who cannot
 * know it (a computer's move is asked for at a known ply; 001's board is
 * not). */
enum { ROOM_ANY_PLY = 255, ROOM_BY_TOKEN = 255 };

typedef struct room_command {
    room_verb verb;
    uint8_t seat;     /* who acts, where the caller knows; or ROOM_BY_TOKEN: */
    event_hash token; /* whoever holds the seat of this token */
    uint8_t ply;      /* ROOM_MOVE: number of the move, from 0 */
    int move;         /* ROOM_MOVE: anything a client sent; -1: not a move */
    event_offer offer;
    event_player player; /* ROOM_JOIN */
} room_command;

/* A move brings three at most, a tick or a leave likewise. */
enum { ROOM_MAX_EVENTS = 4 };

typedef struct room_events {
    int count;
    event list[ROOM_MAX_EVENTS];
} room_events;

/* The events that make a new room (room-created; against the computer also
 * seat-taken and game-start). `computer` is a level, or 0. OXO_SYNTAX-like
 * statuses for a setup out of bounds. */
oxo_status room_create(event_room id, const event_setup *setup,
                       const event_player *maker, int computer, int64_t now,
                       room_events *ret);

/* What the command brings about, or why it is refused; the room stays as it
 * is. A move passes these checks, in this order, and the first that fails is
 * the answer (that the room exists is the caller's check, the first of 000):
 *
 *   OXO_GAME_NOT_ACTIVE   the room is not in a game
 *   OXO_NOT_IN_ROOM       no seat has this token
 *   OXO_CONFLICT          the ply is not the current one: the client speaks
 *                         of another moment, so nothing else can be judged
 *   OXO_NOT_YOUR_TURN     the other side is to move
 *   OXO_INVALID_POSITION, OXO_BOARD_CLOSED, OXO_WRONG_BOARD,
 *   OXO_CELL_OCCUPIED     the variant's own
 *
 * But the move just made, sent again by who made it (same ply, same cell), is
 * no mistake: OXO_OK, with no event. The caller acknowledges it again.
 *
 * A clock that ran out before the command is noticed first: the events are
 * then those of the loss on time, and the status OXO_OK for a tick, else the
 * command's own refusal, OXO_GAME_NOT_ACTIVE, with events all the same. */
oxo_status room_decide(const room *r, const room_rules *rules,
                       const room_command *command, int64_t now,
                       room_events *ret);

/* The seat that holds this token, or -1. */
int room_find_seat(const room *r, const event_hash *token);

/* The mark that the seat plays in the current (or last) game. */
oxo_mark room_mark_of(const room *r, int seat);
int room_seat_of(const room *r, oxo_mark mark);

/* The seat whose turn it is, or -1 when no game is going on. */
int room_turn(const room *r);

/* Milliseconds on the clock of a mark, now; 0 if there is no clock. */
uint32_t room_clock(const room *r, oxo_mark mark, int64_t now);

/* When ROOM_TICK has to be asked next: INT64_MAX for never. */
int64_t room_deadline(const room *r, const room_rules *rules);

/* The series: half points to win it, and the seat that has, or -1. */
int room_series_target(const room *r);
int room_series_winner(const room *r);

/* The game so far, for those who need a whole one. */
void room_game(const room *r, oxo_game *ret);

/* ---- Telling ------------------------------------------------------------ */

/* A room before its first event. */
void room_init(room *r, event_room id);

/* Applies the next event; false, the room untouched, if it does not follow
 * from the room (a damaged log). Events of room_decide() always do. */
bool room_apply(room *r, const event *e);

/* A connection speaks for the seat, or does not any more. Returns true if the
 * seat came back, or went away, by that. */
bool room_connect(room *r, int seat, int64_t now);
bool room_disconnect(room *r, int seat, int64_t now);

/* A room that was just read from a store: nobody is connected yet, and the
 * grace of those who play begins now. */
void room_wake(room *r, int64_t now);

/* ---- Snapshots ---------------------------------------------------------- */

/* The room as bytes, and back: a shortcut for the events up to `seq`, derived
 * from them like everything else. Format in room_bytes.c. */
enum { ROOM_MAX_BYTES = 2048 };
size_t room_save(const room *r, uint8_t out[ROOM_MAX_BYTES]);
bool room_restore(const uint8_t *bytes, size_t length, room *ret);

#endif /* ROOMS_ROOM_H */
