/* room.h - two seats, a series of games, and what may happen there.
 *
 * A room is a value. It is asked (room_decide: a command, the time, a list of
 * events or a refusal) and told (room_apply: an event); asking changes
 * nothing. So a room that is rebuilt from its events is the same room, and a
 * caller may throw events away that could not be stored.
 *
 * There is no I/O here and no clock: time is handed in, in milliseconds since
 * 1970. Who is connected is no event; the caller says so. Absence ends no
 * game by itself: it decides when a game with a clock starts, what an opponent
 * may claim, and when a room without a game is swept away. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "event.h"
#include "oxo/position.h"

/* How long things last, in milliseconds. */
typedef struct room_rules {
    int64_t grace;       /* nobody is here: a finished room, and a public one
                          * that waits, stay open this long */
    int64_t idle;        /* a finished room that nobody plays on in */
    int64_t waiting;     /* a room that waits for its second player, or for
                          * both players to be here */
    int64_t claim_after; /* an absence on one's own turn that the opponent of a
                          * game with a clock may claim */
    int64_t close_after; /* no move in a game without limit: the waiting
                          * player may close it */
    int64_t keep_open;   /* no move in a game without limit: it closes */
} room_rules;

/* 30 s, 10 min, 24 h, 60 s, 1 day, 30 days. */
room_rules room_default_rules(void);

#define ROOM_LIVES(X)                                                         \
    X(ROOM_WAITING, "waiting") /* for the second player, or a start */        \
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
    bool left;            /* went for good: its token opens nothing any more */
    bool fresh;           /* nobody has spoken for it yet */
    uint32_t connections; /* that speak for it; the computer needs none */
    uint32_t clock;       /* milliseconds left when its turn began */
    int64_t away_since;   /* when the last one went; 0: it is here. In the
                           * future: a player by HTTP, here until then */
} room_seat;

/* The game's history is kept tight: thousands of rooms are in memory, under
 * 2 KB each with all that belongs to them. */
typedef struct room {
    event_room id;
    uint32_t seq; /* of the last event */
    event_setup setup;
    uint8_t life; /* a room_life */
    uint8_t x_seat;
    uint8_t offer;                /* an event_offer that waits for an answer */
    uint8_t offer_seat;           /* who made it */
    uint8_t offered[EVENT_SEATS]; /* bit 1 << offer: made since the last move,
                                   * or since the game ended */
    uint8_t outcome; /* of the game: an oxo_outcome, by whatever reason;
                      * ongoing also of an aborted game */
    uint8_t reason;  /* an event_reason, once there is an outcome */
    uint8_t score[EVENT_SEATS]; /* half points in the series */
    uint16_t games;             /* started in this room */
    int64_t created;            /* time of the first event */
    int64_t touched;            /* time of the last event */
    int64_t started;            /* when the game began */
    int64_t turned;             /* when the side to move began to think */
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
    ROOM_ACCEPT,  /* the other's offer; `offer` may say which is meant */
    ROOM_DECLINE, /* the same, or withdraws one's own */
    ROOM_ABORT,   /* end the game without a result */
    ROOM_CLAIM,   /* end it because the opponent is away; `draw` or a win */
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
    bool draw;           /* ROOM_CLAIM */
    event_player player; /* ROOM_JOIN */
} room_command;

/* A move brings three at most, a leave likewise; what the time has brought
 * about before the command is among them. */
enum { ROOM_MAX_EVENTS = 4 };

typedef struct room_events {
    int count;
    event list[ROOM_MAX_EVENTS];
} room_events;

/* The events that make a new room (room-created; against the computer also
 * seat-taken and game-start). `computer` is a level, or 0. OXO_INVALID_SETUP
 * for a setup or a level out of bounds, OXO_INVALID_MESSAGE for a name or an
 * avatar that is no text. */
oxo_status room_create(event_room id, const event_setup *setup,
                       const event_player *maker, int computer, int64_t now,
                       room_events *ret);

/* What the command brings about, or why it is refused; the room stays as it
 * is. A move passes these checks, in this order, and the first that fails is
 * the answer:
 *
 *   OXO_ROOM_NOT_FOUND    there is no such room (`r` is NULL), or it is closed
 *                         (OXO_RECONNECT_EXPIRED for who has a seat there)
 *   OXO_GAME_NOT_ACTIVE   the room is not in a game
 *   OXO_NOT_IN_ROOM       no seat has this token
 *   OXO_CONFLICT          the ply is not the current one: the client speaks
 *                         of another moment, so nothing else can be judged
 *   OXO_NOT_YOUR_TURN     the other side is to move
 *   OXO_INVALID_POSITION, OXO_BOARD_CLOSED, OXO_WRONG_BOARD,
 *   OXO_CELL_OCCUPIED     the variant's own
 *
 * But the move just made, sent again by who made it (same ply, same cell), is
 * no mistake: OXO_OK, with no event, also when it ended the game. The caller
 * acknowledges it again.
 *
 * The other verbs pass the first three in the same order, as far as they need
 * a game, and then:
 *
 *   join      OXO_ROOM_FULL unless the room is waiting; OXO_INVALID_MESSAGE
 *             for a name or an avatar that is no text
 *   offer     a draw and a takeback need a game, a rematch a finished one
 *             (OXO_CONFLICT if the next one has begun, OXO_GAME_NOT_ACTIVE if
 *             nobody is left to play it). OXO_NOTHING_TO_UNDO without a move
 *             of one's own. The same offer again is OXO_OK without an event;
 *             another one takes the place of one's own. While the other's
 *             waits, the same draw or rematch accepts it, and anything else
 *             is OXO_CONFLICT: it wants an answer first
 *   accept    OXO_NO_OFFER unless the other's offer waits
 *   decline   OXO_NO_OFFER unless an offer waits; one's own is withdrawn. Both
 *             may name the offer they mean: OXO_NO_OFFER for another one
 *             OXO_ALREADY_OFFERED for an offer that the seat has made since
 *             the last move: offers cannot fill the log
 *   abort     OXO_CANNOT_ABORT unless one side has not moved yet; or it is
 *             the other's turn in a game without a clock and without days,
 *             and the last move is `rules->close_after` old
 *   claim     OXO_CANNOT_CLAIM unless the game has a clock, both have moved,
 *             it is the other's turn, and the other has been away for
 *             `rules->claim_after`
 *   leave     the maker of a waiting room closes it, and the second player
 *             of one gives the seat back; a game is aborted, if it can still
 *             be, or lost; the last to leave closes the room
 *
 * The computer accepts a rematch and a takeback at once and declines every
 * draw. A takeback undoes the last move of the side that asks for it, and the
 * answer to that move if there is one; time that was used is not given back,
 * and what the undone moves added to the clocks goes with them. A draw offer
 * lapses when the other side moves, a takeback offer with any move.
 *
 * What the time has brought about comes first: its events are in front, and
 * the command is judged by the room behind them. So a refusal may come with
 * events (a move after the clock ran out: a game-over, and
 * OXO_GAME_NOT_ACTIVE); a tick is never refused. `ret` is always set. Time
 * and presence bring about this:
 *
 *   waiting    A game without a clock starts when the second seat is taken,
 *              one with a clock when both players are here at the same time.
 *              Closes `rules->waiting` after the last event (idle); public
 *              rooms with a free seat also when their maker has been away
 *              for the grace (abandoned)
 *   active     The side to move loses when its clock has run out, or its days
 *              for the move; until both sides have moved, the game is aborted
 *              instead (no-show). Without either limit the game is aborted
 *              `rules->keep_open` after the last move (expired). Absence ends
 *              no game
 *   finished   Closes when no player was here for the grace (abandoned), or
 *              `rules->idle` after the last event (idle)
 *
 * The computer is always here, and is nobody. */
oxo_status room_decide(const room *r, const room_rules *rules,
                       const room_command *command, int64_t now,
                       room_events *ret);

/* Both seats are taken, and everybody is here who has to be for the first
 * game: ROOM_TICK starts it. */
bool room_is_ready(const room *r, int64_t now);

/* Is the player of the seat here? The computer always is. */
bool room_is_here(const room *r, int seat, int64_t now);

/* From when on the seat may claim, INT64_MAX if never, as things are; and may
 * it abort now? */
int64_t room_claim_time(const room *r, const room_rules *rules, int seat);
bool room_can_abort(const room *r, const room_rules *rules, int seat,
                    int64_t now);

/* A person, who may be away; not the computer, and not one who left. */
bool room_seat_is_person(const room_seat *seat);

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

/* The series: half points to win it, the seat that has, or -1, and whether it
 * is over, won or all its games played. The game behind it begins another. */
int room_series_target(const room *r);
int room_series_winner(const room *r);
bool room_series_is_over(const room *r);

/* The game so far, for those who need a whole one. */
void room_game(const room *r, oxo_game *ret);

/* ---- Telling ------------------------------------------------------------ */

/* A room before its first event. */
void room_init(room *r, event_room id);

/* Applies the next event; false, the room untouched, if it does not follow
 * from the room (a damaged log). Events of room_decide() always do. */
bool room_apply(room *r, const event *e);

/* A connection speaks for the seat, or does not any more. Returns true if the
 * seat came back, or went away, by that; who just sat down does not come
 * back. Nothing happens to the seat of the computer, nor to one that was
 * left. Until the first connection a seat counts as away. */
bool room_connect(room *r, int seat, int64_t now);
bool room_disconnect(room *r, int seat, int64_t now);

/* A player without a connection has asked something and is here until then.
 */
void room_be_here_until(room *r, int seat, int64_t until);

/* A room that was just read from a store: nobody is connected yet, and every
 * absence begins now. So does, under a clock, the turn of the side to move:
 * the time without a server counts against nobody. Days go on. */
void room_wake(room *r, int64_t now);

/* From `from` to `to` nothing could be stored: that time counts neither for
 * the turn of the side to move nor for an absence. */
void room_shift(room *r, int64_t from, int64_t to);

/* ---- Copies ------------------------------------------------------------- */

/* Copies of a room as it is in memory, of no more than is in use: a room is
 * copied for every move, once to try it and once to take it back, and most of
 * it is the history of a game that has just begun. */
void room_copy(room *to, const room *from);
size_t room_keep(const room *r, uint8_t out[sizeof(room)]);
void room_recall(const uint8_t *kept, room *ret);

/* ---- Snapshots ---------------------------------------------------------- */

/* The room as bytes, and back: a shortcut for the events up to `seq`, derived
 * from them like everything else. Format in room_bytes.c. */
enum { ROOM_MAX_BYTES = 2048 };
size_t room_save(const room *r, uint8_t out[ROOM_MAX_BYTES]);
bool room_restore(const uint8_t *bytes, size_t length, room *ret);

#endif /* ROOMS_ROOM_H */
