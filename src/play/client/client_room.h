/* client_room.h - a room, as its messages tell a member.
 *
 * Pure: a message changes the room and says what is new, and sockets are
 * somebody else's. Messages in order are taken, repeated ones dropped, and a
 * gap is told. What a server may not say changes nothing. */
#ifndef CLIENT_CLIENT_ROOM_H
#define CLIENT_CLIENT_ROOM_H

#include "client_place.h"
#include "json_read.h"
#include "oxo/game.h"

enum { CLIENT_NAME = 64, CLIENT_TOKEN = 23, CLIENT_WORD = 24 };

typedef enum client_life {
    CLIENT_OUTSIDE, /* nothing was heard of it yet */
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

/* "draw"; "" for none. */
const char *client_offer_word(client_offer offer);

typedef struct client_player {
    char name[CLIENT_NAME]; /* as it was chosen: not safe to show */
    int level;              /* of the computer, 0: a person */
    int seat;
    bool seated; /* somebody is there at all */
    bool away;
    bool left; /* for good */
} client_player;

typedef struct client_room {
    char code[CLIENT_CODE];
    char token[CLIENT_TOKEN]; /* that holds our seat; "": we watch */
    int seat;                 /* ours */
    uint32_t seq;             /* of the last event */
    client_life life;
    oxo_variant variant;
    int64_t number; /* of the game in the room, from 1; 0: none yet */
    oxo_game game;
    client_player players[2]; /* by mark */
    oxo_mark you;             /* OXO_NONE: we watch */
    bool clocked;
    int64_t initial, increment;
    int64_t clocks[2];        /* by mark, when the last message came */
    int best_of;              /* games of the series */
    int halves[2];            /* half points, by seat */
    oxo_outcome result;       /* of a finished game */
    char reason[CLIENT_WORD]; /* "line", "resignation", ... */
    client_offer offer;
    oxo_mark offer_by;
    oxo_intensity intensity; /* behind the last move */
} client_room;

void client_room_init(client_room *r);

/* What a message brought. */
typedef enum client_news {
    NEWS_NONE,  /* nothing that anybody would see */
    NEWS_SEAT,  /* a seat is ours */
    NEWS_ROOM,  /* the room is there */
    NEWS_COMER, /* the other seat is taken */
    NEWS_START, /* a game begins */
    NEWS_MOVE,  /* the game's last move */
    NEWS_OVER,  /* it is finished */
    NEWS_OFFER, /* `offer` waits */
    NEWS_DECLINED,
    NEWS_LEFT,   /* somebody went for good: `who` */
    NEWS_CLOSED, /* the room is no more */
    NEWS_STATE,  /* everything may be new */
    NEWS_AWAY,   /* a player's connection is gone: `who` */
    NEWS_BACK,
    NEWS_INTENSITY,
    NEWS_REFUSED, /* what we said was: `code` and `text` */
    NEWS_GAP,     /* something is missing: resume from `seq` */
    NEWS_BROKEN,  /* it is no message of this protocol: `text` */

    /* Of the connection, from client_link.h. */
    NEWS_CONNECTED, /* again; what was missed follows */
    NEWS_LOST,      /* and it is tried again: `text` says why */
    NEWS_PUT_OFF,   /* we are not in yet, and try again: likewise */
    NEWS_FAILED     /* for good: `text` says why */
} client_news;

typedef struct client_detail {
    oxo_mark who; /* a player, where it says so above */
    char code[CLIENT_WORD];
    char text[160]; /* not safe to show */
} client_detail;

client_news client_room_hear(client_room *r, const char *text, size_t length,
                             client_detail *ret);

/* May we move now? */
bool client_room_is_turn(const client_room *r);

/* ---- client_state.c: values of messages --------------------------------- */

/* What is being read, and where an object of it is. */
typedef struct client_values {
    const json_doc *doc;
    int object;
} client_values;

/* An object in it; where there is none, everything else finds nothing. */
client_values client_inside(client_values v, const char *key);

/* False, and nothing has changed, if it is not there or not of that kind. */
bool client_read_mark(client_values v, const char *key, oxo_mark *ret);
bool client_read_int(client_values v, const char *key, int64_t least,
                     int64_t most, int64_t *ret);
bool client_read_text(client_values v, const char *key, char *out,
                      size_t size);
bool client_read_intensity(const json_doc *doc, int value, oxo_intensity *ret);

/* Each takes what it finds; false if what must be there is not right. */
bool client_read_player(client_values v, client_player *ret);
bool client_read_offer(client_values v, client_room *r);
void client_read_clocks(client_values v, client_room *r);
void client_read_series(client_values v, client_room *r);
bool client_read_room(client_values v, client_room *r);
bool client_read_over(client_values v, client_room *r);

/* The whole of `game-state`. */
bool client_read_state(client_values v, client_room *r);

#endif /* CLIENT_CLIENT_ROOM_H */
