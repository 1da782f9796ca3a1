/* load_parts.h - what the files of this folder share. */
#ifndef LOAD_LOAD_PARTS_H
#define LOAD_LOAD_PARTS_H

#include "load.h"
#include "load_checker.h"
#include "oxo/playout.h"

enum { LOAD_TEXTS = 16 }; /* messages remembered per room */

/* A connection and its role. */
typedef struct load_member {
    net_client conn;        /* first member: news of it is cast to this */
    struct load_room *room; /* NULL: an idle connection */
    uint32_t seq;           /* of the last message it received */
    uint32_t awaits;        /* the server has promised messages up to here */
    uint8_t place;          /* 0, 1: a seat; 2...: a spectator */
    uint8_t phase;          /* a net_client_state, as counted in `load` */
    uint8_t node;           /* the node it is connected to */
    bool present;           /* the server has confirmed its role */
    bool again;      /* must ask again: its node did not know the room */
    bool leaving;    /* has sent a close frame, and ignores messages */
    int64_t back_at; /* away on purpose: when to reconnect */
} load_member;

typedef enum load_life {
    LOAD_EMPTY,
    LOAD_FILLING,   /* being created, joined and watched */
    LOAD_PLAYING,   /* or agreeing on the next game */
    LOAD_RETURNING, /* members are reconnecting */
    LOAD_BROKEN     /* given up after an anomaly */
} load_life;

/* A message that one member has received: all others must receive the same. */
typedef struct load_said {
    uint64_t hash;
    uint32_t seq;
    int8_t sent; /* index in load_truth.sent of the move it reports, or -1 */
} load_said;

typedef struct load_room {
    load_truth truth;
    int index;
    uint8_t life;     /* a load_life */
    bool queued;      /* waits in `queue` for its turn */
    bool watching;    /* the spectators have asked to watch */
    bool asking;      /* waits for the answer to a move sent a second time */
    bool churns;      /* its players come and go */
    int64_t leave_at; /* when the next player leaves; 0: not chosen yet */
    uint32_t
        known_from;  /* seq of a state that replaced all events before it */
    int64_t put_off; /* time since which the server refuses; 0: it does not */
    load_said texts[LOAD_TEXTS]; /* at index seq % LOAD_TEXTS */
} load_room;

struct load {
    load_config config;
    int poll;
    int size; /* members per room */
    int member_count;
    load_member *members; /* room i's start at size * i; idle ones are last */
    load_room *rooms;
    oxo_random random;
    int64_t now;      /* time of the last event; times are in nanoseconds */
    int64_t patience; /* the longest silence */
    int64_t heard;    /* time of the last input */

    int opened, opening; /* number of connections in these phases */
    int next_to_open;    /* members before this one have been opened once */
    int64_t retry_at;    /* when to reopen lost connections */
    int64_t churn_at;    /* when to look for players who leave */
    int next_to_enter;   /* rooms before this one have been started */
    int entered;         /* complete rooms */
    int broken;          /* rooms given up */
    bool entering;       /* rooms may be created */
    bool failed;         /* a connection was lost unexpectedly */

    bool playing;
    int64_t spun;    /* time spent polling without news */
    int unanswered;  /* per move, the players who have not heard of it */
    double interval; /* time between moves; 0: no rate */
    double due;      /* when to send the next move */
    int *queue;      /* a ring of rooms that are ready to move */
    int queue_first, queue_count;

    load_result result;
};

/* ---- load.c ------------------------------------------------------------- */

/* Counts and reports an anomaly; `m` may be NULL. */
__attribute__((format(printf, 3, 4))) void
load_add_anomaly(load *l, const load_member *m, const char *format, ...);

/* Reconnects to rooms that exist already, and waits until all members know
 * their state. */
int load_return(load *l);

/* Cuts a member's connection, which is then reopened. */
void load_drop(load *l, load_member *m);

/* Closes a member's connection with a close frame, to be reopened later: its
 * node cannot serve it now. */
void load_put_off(load *l, load_member *m);

/* The member of a room in this place. */
load_member *load_member_of(load *l, const load_room *r, int place);

/* ---- load_pace.c -------------------------------------------------------- */

/* The player to move is ready: moves now, or when the rate allows it. */
void load_ready(load *l, load_room *r);

/* Sends the moves that are due by the rate. */
void load_keep_pace(load *l);

/* Sends all moves that wait. */
void load_move_all(load *l);

/* Sends the same move once more. */
void load_resend(load *l, load_room *r, load_sent *sent);

/* The mover, or the opponent, has heard of the move. */
void load_acknowledged(load *l, const load_room *r, load_sent *sent);
void load_heard(load *l, load_sent *sent);

/* ---- load_churn.c ------------------------------------------------------- */

/* Do the players of this room come and go? */
bool load_churns(const load *l, int room);

/* Sends away the players whose time has come. */
void load_churn(load *l);

/* ---- load_echo.c -------------------------------------------------------- */

void load_echo_enter(load *l, load_room *r);
void load_echo_hear(load *l, load_member *m, const char *text, size_t length);

/* ---- load_room.c -------------------------------------------------------- */

/* Creates the room; its players are connected. */
void load_room_enter(load *l, load_room *r);
void load_room_hear(load *l, load_member *m, const char *text, size_t length);

/* Gives the room up: its messages cannot be checked any more. */
void load_room_give_up(load *l, load_room *r);

/* A member's connection was lost; a member's connection is open again. */
void load_room_lost(load *l, load_member *m);
void load_room_back(load *l, load_member *m);

/* ---- load_history_write.c ----------------------------------------------- */

/* The first three need config.history, the others config.received. */

void load_note_room(const load *l, const load_room *r);
void load_note_sent(const load *l, const load_room *r, const load_sent *sent);
void load_note_acknowledged(const load *l, const load_room *r,
                            const load_sent *sent);
void load_note_open(const load *l, const load_member *m);
void load_note_received(const load *l, const load_member *m, const char *text,
                        size_t length);

#endif /* LOAD_LOAD_PARTS_H */
