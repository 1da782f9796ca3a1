/* load_parts.h - what the files of this folder share. */
#ifndef LOAD_LOAD_PARTS_H
#define LOAD_LOAD_PARTS_H

#include "load.h"
#include "load_judge.h"
#include "oxo/playout.h"

enum { LOAD_TEXTS = 16 }; /* messages of a room that are remembered */

/* A connection and what it is for. */
typedef struct load_member {
    net_client conn;        /* first: news of it is news of the member */
    struct load_room *room; /* NULL: it is there and does nothing */
    uint32_t seq;           /* of the last message it heard */
    uint32_t awaits;        /* up to where it was told that it will hear */
    uint8_t place;          /* 0, 1: a seat; 2...: a spectator */
    uint8_t phase;          /* a net_client_state, as it was counted */
    uint8_t node;           /* that it speaks to */
    bool present;           /* the server knows it as what it is */
    bool again;             /* its node had not heard of the room yet */
    bool leaving;           /* it has said goodbye, and listens no more */
} load_member;

typedef enum load_life {
    LOAD_EMPTY,
    LOAD_FILLING,   /* is being made, joined, watched */
    LOAD_PLAYING,   /* or agreeing on the next game */
    LOAD_RETURNING, /* after the server died: not everybody is back */
    LOAD_BROKEN     /* something was so wrong that it cannot go on */
} load_life;

/* A message of the room that somebody heard: all others must hear the same. */
typedef struct load_said {
    uint64_t hash;
    uint32_t seq;
    int8_t sent; /* the move that it tells of, or -1 */
} load_said;

typedef struct load_room {
    load_truth truth;
    int index;
    uint8_t life;        /* a load_life */
    bool queued;         /* for its turn, if there is a rate */
    bool watching;       /* its spectators have been sent in */
    bool asking;         /* a move was sent again that is there already */
    uint32_t known_from; /* seq of a state that stood for all before it */
    int64_t put_off;     /* since when it is not let go on; 0: it is */
    load_said texts[LOAD_TEXTS]; /* by their seq */
} load_room;

struct load {
    load_config config;
    int poll;
    int size; /* members of a room */
    int member_count;
    load_member *members; /* those of room i from size * i on; then the idle */
    load_room *rooms;
    oxo_random random;
    int64_t now;      /* when the last event came, in nanoseconds */
    int64_t patience; /* nanoseconds without anything to hear */
    int64_t heard;    /* when there was anything to hear */

    int opened, opening; /* connections, by their phase */
    int next_to_open;    /* all before it have been opened once */
    int64_t retry_at;    /* when to open again what was lost */
    int next_to_enter;   /* rooms before it have been begun */
    int entered;         /* rooms that are complete */
    int broken;          /* rooms that were given up */
    bool entering;       /* rooms are wanted */
    bool failed;         /* a connection is gone that should not be */

    bool playing;
    int64_t spun;    /* nanoseconds of looking for news that was not there */
    int unanswered;  /* moves of which players have not heard; each has two */
    double interval; /* with a rate: nanoseconds between moves */
    double due;      /* when the next one should be sent */
    int *queue;      /* a ring of rooms whose turn it is */
    int queue_first, queue_count;

    load_result result;
};

/* ---- load.c ------------------------------------------------------------- */

/* Counts and tells an anomaly; `m` may be NULL. */
__attribute__((format(printf, 3, 4))) void
load_blame(load *l, const load_member *m, const char *format, ...);

/* Connects to rooms that were there before, and waits until their members
 * know how things stand. */
int load_return(load *l);

/* Closes a member's connection, to be opened again. */
void load_drop(load *l, load_member *m);

/* The same politely and in a while: its node can do nothing for it now. */
void load_put_off(load *l, load_member *m);

/* The member of a room in this place. */
load_member *load_member_of(load *l, const load_room *r, int place);

/* ---- load_pace.c -------------------------------------------------------- */

/* It is the turn of the room's player, who is ready: moves now, or when the
 * rate allows it. */
void load_ready(load *l, load_room *r);

/* Sends what the rate has made due. */
void load_keep_pace(load *l);

/* Sends everything that waits. */
void load_move_all(load *l);

/* Sends the move once more, as it was. */
void load_resend(load *l, load_room *r, load_sent *sent);

/* The mover, or the opponent, has heard of the move. */
void load_acknowledged(load *l, const load_room *r, load_sent *sent);
void load_heard(load *l, load_sent *sent);

/* ---- load_echo.c -------------------------------------------------------- */

void load_echo_enter(load *l, load_room *r);
void load_echo_hear(load *l, load_member *m, const char *text, size_t length);

/* ---- load_room.c -------------------------------------------------------- */

/* Makes the room anew; its players are connected. */
void load_room_enter(load *l, load_room *r);
void load_room_hear(load *l, load_member *m, const char *text, size_t length);

/* Nothing that the room says can be judged any more. */
void load_room_give_up(load *l, load_room *r);

/* A connection of the room's is gone, and is there again. */
void load_room_lost(load *l, load_member *m);
void load_room_back(load *l, load_member *m);

/* ---- load_journal.c ----------------------------------------------------- */

void load_note_room(const load *l, const load_room *r);
void load_note_sent(const load *l, const load_room *r, const load_sent *sent);
void load_note_acknowledged(const load *l, const load_room *r,
                            const load_sent *sent);
void load_note_open(const load *l, const load_member *m);
void load_note_heard(const load *l, const load_member *m, const char *text,
                     size_t length);

#endif /* LOAD_LOAD_PARTS_H */
