/* room.h - two seats and a series of games.
 *
 * A room is a value with two operations. room_decide() takes a command and the
 * time, and returns a list of events or a refusal; the room does not change.
 * room_apply() changes the room by one event. So a room that is made again
 * from its events is the same room, and a caller may discard events that could
 * not be stored.
 *
 * The room does no I/O and reads no clock. Times are milliseconds since 1970.
 * Presence is not an event: the caller reports when players come and go.
 * Absence ends no game by itself. Presence decides when the first game with a
 * clock starts, what the opponent may claim, and when a room without a game
 * closes. README.md has the table of all transitions. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "event.h"
#include "oxo/position.h"

/* Limits in milliseconds. `grace` holds for a finished room, and for a public
 * room that waits for a second player. A game without a limit has neither a
 * clock nor days for each move. */
typedef struct room_rules {
    int64_t grace;       /* no player is here: the room closes */
    int64_t idle;        /* no event in a finished room: the room closes */
    int64_t waiting;     /* no event in a waiting room: the room closes */
    int64_t claim_after; /* absence of the player to move, in a game with a
                          * clock: the opponent may claim the game */
    int64_t close_after; /* no move in a game without a limit: the waiting
                          * player may close the game */
    int64_t keep_open;   /* no move in a game without a limit: the game
                          * expires */
} room_rules;

/* 30 s, 10 min, 24 h, 60 s, 1 day, 30 days. */
room_rules room_default_rules(void);

#define ROOM_LIVES(X)                                                         \
    X(ROOM_WAITING, "waiting") /* for players: no game has started */         \
    X(ROOM_ACTIVE, "active")   /* a game is going on */                       \
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
    bool left;            /* the player left; the token is erased */
    bool fresh;           /* the player has not been here since joining */
    uint32_t connections; /* of the player; always 0 for the computer */
    uint32_t clock;       /* milliseconds left at the start of the turn */
    int64_t away_since;   /* start of the absence; 0: the player is here. A
                           * time in the future: a player without a connection
                           * is here until then */
} room_seat;

/* Thousands of rooms are in memory, each in less than 2 KB with everything
 * that belongs to the room. So the history of the game is compact. */
typedef struct room {
    event_room id;
    uint32_t seq; /* of the last event */
    event_setup setup;
    uint8_t life; /* a room_life */
    uint8_t x_seat;
    uint8_t offer;                /* an event_offer that waits for an answer */
    uint8_t offer_seat;           /* the seat that made the offer */
    uint8_t offered[EVENT_SEATS]; /* bit 1 << offer: made since the last move
                                   * or the end of the game */
    uint8_t outcome; /* of the game: an oxo_outcome. An aborted game stays
                      * ongoing */
    uint8_t reason;  /* an event_reason, once the game is over */
    uint8_t score[EVENT_SEATS]; /* half points in the series */
    uint16_t games;             /* started in this room */
    int64_t created;            /* time of the first event */
    int64_t touched;            /* time of the last event */
    int64_t started;            /* start of the game */
    int64_t turned;             /* start of the turn */
    room_seat seats[EVENT_SEATS];

    oxo_position now;
    uint8_t length;
    oxo_move moves[OXO_MAX_MOVES];
    oxo_intensity intensity[OXO_MAX_MOVES];
    uint32_t at[OXO_MAX_MOVES]; /* milliseconds since the game started */
} room;

/* ---- Decisions ---------------------------------------------------------- */

typedef enum room_verb {
    ROOM_JOIN,    /* player */
    ROOM_MOVE,    /* token or seat, ply, move */
    ROOM_RESIGN,  /* this and all below but the last: token or seat */
    ROOM_OFFER,   /* offer: draw, takeback or rematch */
    ROOM_ACCEPT,  /* the other side's offer; `offer` may name it */
    ROOM_DECLINE, /* the same; one's own offer is withdrawn */
    ROOM_ABORT,   /* end the game without a result */
    ROOM_CLAIM,   /* end the game of an absent opponent; `draw`: as a draw */
    ROOM_LEAVE,
    ROOM_TICK /* from the caller: apply what is due */
} room_verb;

/* ROOM_ANY_PLY is always the current ply, for callers who cannot be out of
 * date or do not know the ply. */
enum { ROOM_ANY_PLY = 255, ROOM_BY_TOKEN = 255 };

typedef struct room_command {
    room_verb verb;
    uint8_t seat;     /* of the player, if the caller knows; ROOM_BY_TOKEN: */
    event_hash token; /* the seat with this token */
    uint8_t ply;      /* ROOM_MOVE: number of the move, from 0 */
    int move;         /* ROOM_MOVE: any number from a client */
    event_offer offer;
    bool draw;           /* ROOM_CLAIM */
    event_player player; /* ROOM_JOIN */
} room_command;

/* A move causes up to three events, and so does a leave. A deadline before or
 * after the command may add one. */
enum { ROOM_MAX_EVENTS = 4 };

typedef struct room_events {
    int count;
    event list[ROOM_MAX_EVENTS];
} room_events;

/* The events of a new room: room-created, and against the computer seat-taken
 * and game-start, because the maker is here. `computer` is a level, or 0 for a
 * room that waits for a second person. OXO_INVALID_SETUP for a setup or a
 * level out of bounds, OXO_INVALID_MESSAGE for a name or an avatar that is not
 * a valid text; then `ret` is untouched. */
oxo_status room_create(event_room id, const event_setup *setup,
                       const event_player *maker, int computer, int64_t now,
                       room_events *ret);

/* The events that a command causes, or the reason for refusing the command.
 * The room does not change. A move passes these checks in this order; the
 * first failed check is the answer:
 *
 *   OXO_ROOM_NOT_FOUND    the room does not exist (`r` is NULL) or is closed
 *                         (OXO_RECONNECT_EXPIRED for the players of the room)
 *   OXO_GAME_NOT_ACTIVE   no game is going on
 *   OXO_NOT_IN_ROOM       no seat has this token
 *   OXO_CONFLICT          the ply is not the current ply: the client is out of
 *                         date, and its move means another position
 *   OXO_NOT_YOUR_TURN     the other side is to move
 *   OXO_INVALID_POSITION, OXO_BOARD_CLOSED, OXO_WRONG_BOARD,
 *   OXO_CELL_OCCUPIED     the rules of the variant
 *
 * A player may send the last move again (same ply, same cell): OXO_OK without
 * an event, even if that move ended the game. The caller acknowledges the move
 * again.
 *
 * The other commands pass the first three checks in the same order, the second
 * only if they need a game. Then:
 *
 *   join      OXO_ROOM_FULL unless the room waits and the seat is free;
 *             OXO_INVALID_MESSAGE for a name or an avatar that is not a valid
 *             text; OXO_CONFLICT for the maker's token
 *   offer     A draw and a takeback need a game, a rematch needs a finished
 *             game (OXO_CONFLICT if the next game has started,
 *             OXO_GAME_NOT_ACTIVE if a player has left).
 *             OXO_NOTHING_TO_UNDO before the player's first move. The waiting
 *             offer again is OXO_OK without an event; another offer replaces
 *             the player's own. OXO_ALREADY_OFFERED for an offer that the
 *             player has made since the last move, so that offers cannot fill
 *             the log. While the other side's offer waits, the same draw or
 *             rematch accepts it, and any other offer is OXO_CONFLICT
 *   accept    OXO_NO_OFFER unless an offer of the other side waits
 *   decline   OXO_NO_OFFER unless an offer waits. Accept and decline may name
 *             the offer: OXO_NO_OFFER if another offer waits
 *   abort     OXO_CANNOT_ABORT unless one side has not moved yet; or, in a
 *             game without a clock and without days, it is the other side's
 *             turn and the last move was `rules->close_after` ago
 *   claim     OXO_CANNOT_CLAIM unless the game has a clock, both sides have
 *             moved, it is the other side's turn, and that player has been
 *             away for `rules->claim_after`
 *   leave     The maker closes a waiting room; the second player gives the
 *             seat back. A player who may abort the game aborts it by leaving,
 *             and otherwise loses it. The last player to leave closes the room
 *
 * The computer accepts every rematch and takeback at once and declines every
 * draw. A takeback undoes the last move of the player who asks, and the answer
 * to it. A takeback returns no time, and takes the increments of the undone
 * moves from the clocks. A draw offer ends when the other side moves, a
 * takeback offer with any move.
 *
 * What is due comes first: its events precede the command's, and the command
 * is judged by the room after them. So a refusal may come with events: a move
 * after the clock has run out gives game-over and OXO_GAME_NOT_ACTIVE. A tick
 * is never refused. `ret` is always set. This is due:
 *
 *   waiting    A game without a clock starts when the second seat is taken. A
 *              game with a clock starts when both players are here at the same
 *              time. The room closes `rules->waiting` after the last event
 *              (idle). A public room with a free seat also closes when its
 *              maker has been away for `rules->grace` (abandoned)
 *   active     The side to move loses when its clock or its days for the move
 *              have run out. Until both sides have moved, the game is aborted
 *              instead (no-show). A game without a limit is aborted
 *              `rules->keep_open` after the last move (expired), against the
 *              computer `rules->close_after` after it
 *   finished   The room closes when every player has gone for `rules->grace`
 *              (abandoned), or `rules->idle` after the last event (idle). Only
 *              the latter closes the room while a player has not been here
 *              since the last event: the player must be able to see how the
 *              game ended
 *
 * The computer is always here, and does not keep a room open. */
oxo_status room_decide(const room *r, const room_rules *rules,
                       const room_command *command, int64_t now,
                       room_events *ret);

/* The first game can start: ROOM_TICK starts it. */
bool room_is_ready(const room *r, int64_t now);

/* The player of the seat is here. The computer always is. */
bool room_is_here(const room *r, int seat, int64_t now);

/* The time from which the seat may claim the game if nothing changes, or
 * INT64_MAX. */
int64_t room_claim_time(const room *r, const room_rules *rules, int seat);

/* The seat may end the game without a result now. */
bool room_can_abort(const room *r, const room_rules *rules, int seat,
                    int64_t now);

/* A person who has not left, present or not. */
bool room_seat_is_person(const room_seat *seat);

/* The seat that holds this token, or -1. */
int room_find_seat(const room *r, const event_hash *token);

/* The mark that the seat plays in the current (or last) game, and back. */
oxo_mark room_mark_of(const room *r, int seat);
int room_seat_of(const room *r, oxo_mark mark);

/* The seat of the side to move, or -1 without a game. */
int room_turn(const room *r);

/* Milliseconds on the clock of a mark; 0 without a clock. */
uint32_t room_clock(const room *r, oxo_mark mark, int64_t now);

/* The time of the next ROOM_TICK if nothing changes, or INT64_MAX. A change of
 * presence can need a tick too: see room_is_ready(). */
int64_t room_deadline(const room *r, const room_rules *rules);

/* The series: half points needed to win, the seat that has won or -1, and
 * whether the series is over, won or with all games played. The game after the
 * end of a series begins another series. */
int room_series_target(const room *r);
int room_series_winner(const room *r);
bool room_series_is_over(const room *r);

/* The current (or last) game as an oxo_game. */
void room_game(const room *r, oxo_game *ret);

/* ---- Changes ------------------------------------------------------------ */

/* A room before its first event. */
void room_init(room *r, event_room id);

/* Applies the next event. False, the room untouched, if the event does not
 * follow from the room: the log is damaged. Events of room_decide() always
 * follow. */
bool room_apply(room *r, const event *e);

/* A connection of the seat's player was made, or was lost. True if the player
 * came back, or went away, by that; a player who has just joined does not come
 * back. Until the first connection a player counts as away. The computer's
 * seat and a seat whose player left do not change. */
bool room_connect(room *r, int seat, int64_t now);
bool room_disconnect(room *r, int seat, int64_t now);

/* A player without a connection has sent a request: the player is here until
 * `until`. */
void room_be_here_until(room *r, int seat, int64_t until);

/* The room was read from a store: no player is connected, and every absence
 * begins now. With a clock the turn begins now, because the time without a
 * server does not count. Days and the time to expiry go on. */
void room_wake(room *r, int64_t now);

/* Nothing could be stored between `from` and `to`: that time counts neither as
 * thinking nor as absence. */
void room_shift(room *r, int64_t from, int64_t to);

/* ---- Copies ------------------------------------------------------------- */

/* Copies within memory. Every move copies the room twice, to try the move and
 * to be able to undo it; most of the struct is history that the game does not
 * have yet, and is not copied. */
void room_copy(room *to, const room *from);
size_t room_keep(const room *r, uint8_t out[sizeof(room)]);
void room_recall(const uint8_t *kept, room *ret);

/* ---- Snapshots ---------------------------------------------------------- */

/* The room as bytes and back. A snapshot replaces the events up to `seq` and
 * follows from them. room_restore() returns false, `ret` untouched, for a
 * damaged snapshot. It restores everything but presence: call room_wake(). The
 * format is in room_bytes.c. */
enum { ROOM_MAX_BYTES = 2048 };
size_t room_save(const room *r, uint8_t out[ROOM_MAX_BYTES]);
bool room_restore(const uint8_t *bytes, size_t length, room *ret);

#endif /* ROOMS_ROOM_H */
