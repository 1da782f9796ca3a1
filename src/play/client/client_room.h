/* client_room.h - the state of a room as the server's messages describe it to
 * a member.
 *
 * Pure: no sockets. A message updates the state and yields news. Messages are
 * applied in order; repeated ones are dropped; a gap is reported. A message
 * that is not valid changes nothing. */
#ifndef CLIENT_CLIENT_ROOM_H
#define CLIENT_CLIENT_ROOM_H

#include "client_place.h"
#include "json_read.h"
#include "oxo/game.h"

enum { CLIENT_NAME = 64, CLIENT_TOKEN = 23, CLIENT_WORD = 24 };

/* No absence and no clock is longer: a year, in milliseconds. */
#define CLIENT_LONGEST (INT64_C(366) * 24 * 3600 * 1000)

typedef enum client_life {
    CLIENT_OUTSIDE, /* no message yet */
    CLIENT_WAITING,
    CLIENT_ACTIVE,
    CLIENT_FINISHED,
    CLIENT_CLOSED
} client_life;

typedef enum client_offer {
    CLIENT_NO_OFFER,
    CLIENT_DRAW,
    CLIENT_TAKEBACK,
    CLIENT_REMATCH
} client_offer;

/* The word of the protocol, such as "draw"; "" for CLIENT_NO_OFFER. */
const char *client_offer_word(client_offer offer);

typedef struct client_player {
    char name[CLIENT_NAME]; /* as the player chose it: not safe to show */
    int level;              /* of the computer; 0: a person */
    int seat;
    bool seated;        /* the seat is taken */
    bool away;          /* not connected, */
    int64_t away_since; /* by the time given to client_room_hear(), since */
    bool left;          /* for good */
} client_player;

typedef struct client_room {
    char code[CLIENT_CODE];
    char token[CLIENT_TOKEN]; /* of our seat; "": we watch */
    int seat;                 /* our seat */
    uint32_t seq;             /* of the last event */
    client_life life;
    oxo_variant variant;
    int64_t number; /* of the room's current game, from 1; 0: none yet */
    oxo_game game;
    client_player players[2]; /* by mark */
    oxo_mark you;             /* OXO_NONE: we watch */
    bool clocked;
    int64_t initial, increment; /* milliseconds */
    int days;                   /* for each move; 0: any time */
    /* How long a player must be away for a claim, and how old the last move
     * must be to close a game without limits; milliseconds, 0: not known. */
    int64_t claim_after, close_after;
    int64_t moved_at;         /* when it became the turn of the side to move */
    int64_t clocks[2];        /* by mark; in the last message; milliseconds */
    int best_of;              /* games of the series */
    int halves[2];            /* half points, by seat */
    oxo_outcome result;       /* of a finished game; OXO_ONGOING: none */
    char reason[CLIENT_WORD]; /* "line", "resignation", "aborted", ... */
    oxo_mark ended_by;        /* the player who aborted; OXO_NONE: not known */
    client_offer offer;
    oxo_mark offer_by;
    oxo_intensity intensity; /* after the last move */
} client_room;

void client_room_init(client_room *r);

/* What a message has changed. */
typedef enum client_news {
    NEWS_NONE,     /* nothing visible */
    NEWS_SEAT,     /* we have a seat */
    NEWS_ROOM,     /* the room was created */
    NEWS_COMER,    /* the other seat is taken: `who` */
    NEWS_START,    /* a game begins */
    NEWS_MOVE,     /* a move was made: `who` */
    NEWS_OVER,     /* the game is finished */
    NEWS_ABORTED,  /* the game has ended without a result, `who` on turn */
    NEWS_OFFER,    /* `offer` waits for an answer */
    NEWS_DECLINED, /* the offer was declined: `who` */
    NEWS_LEFT,     /* a player left for good: `who` */
    NEWS_CLOSED,   /* the room is closed: `code` says why */
    NEWS_STATE,    /* everything may have changed */
    NEWS_AWAY,     /* a player's connection is lost: `who` */
    NEWS_BACK,     /* and is back: `who` */
    NEWS_INTENSITY,
    NEWS_REFUSED, /* a request of ours was refused: `code` and `text` */
    NEWS_GAP,     /* messages are missing: resume from `seq` */
    NEWS_BROKEN,  /* the message is not valid: `text` says why */

    /* From client_link.h, about the connection: */
    NEWS_CONNECTED, /* connected again; missed messages follow */
    NEWS_LOST,      /* lost, and will try again: `text` says why */
    NEWS_PUT_OFF,   /* not in the room yet, will try again: `text` */
    NEWS_FAILED     /* no further attempts: `text` says why */
} client_news;

typedef struct client_detail {
    oxo_mark who; /* a player, where client_news says so */
    char code[CLIENT_WORD];
    char text[160]; /* not safe to show */
} client_detail;

/* `now`: milliseconds of any clock that only goes forward. */
client_news client_room_hear(client_room *r, int64_t now, const char *text,
                             size_t length, client_detail *ret);

/* ---- What we may do at the moment --------------------------------------- */

/* True if it is our turn in a running game. */
bool client_room_is_turn(const client_room *r);

/* The other player; NULL if we watch. */
const client_player *client_room_opponent(const client_room *r);

/* True if we have a seat in a running game, or in one that only waits for the
 * other player: leaving for good would end it. */
bool client_room_holds_game(const client_room *r);

/* True if a game with a clock has both players and waits until both are here
 * at the same time. */
bool client_room_expects(const client_room *r);

/* May we end the game without a result, because not both have moved yet? */
bool client_room_may_abort(const client_room *r);

/* May we claim a win or a draw, because the other player is away? */
bool client_room_may_claim(const client_room *r, int64_t now);

/* May we close a game without limits, because the other player has not moved
 * for so long? */
bool client_room_may_close(const client_room *r, int64_t now);

/* ---- client_state.c: values of messages --------------------------------- */

/* An object in a message. */
typedef struct client_values {
    const json_doc *doc;
    int object;
} client_values;

/* An object in the object. If there is none, all functions below find
 * nothing in the result. */
client_values client_inside(client_values v, const char *key);

/* False, with nothing changed, if the value is missing or of another kind. */
bool client_read_mark(client_values v, const char *key, oxo_mark *ret);
bool client_read_int(client_values v, const char *key, int64_t least,
                     int64_t most, int64_t *ret);
bool client_read_text(client_values v, const char *key, char *out,
                      size_t size);
bool client_read_intensity(const json_doc *doc, int value, oxo_intensity *ret);

/* Each reads the members that are present; false if a required one is missing
 * or malformed. */
bool client_read_player(client_values v, int64_t now, client_player *ret);
bool client_read_offer(client_values v, client_room *r);
void client_read_clocks(client_values v, client_room *r);
void client_read_series(client_values v, client_room *r);
bool client_read_room(client_values v, client_room *r);
bool client_read_over(client_values v, client_room *r);

/* Reads a complete `game-state`. */
bool client_read_state(client_values v, int64_t now, client_room *r);

#endif /* CLIENT_CLIENT_ROOM_H */
