/* lobby.h - the rooms in memory and who is connected to them.
 *
 * Rooms are found by their number, which is never used twice, so whoever has
 * to wait (a connection, a job of the engine's) keeps the number and asks
 * again. Pointers are good until the loop's turn ends. */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "net_server.h"
#include "room.h"

/* How a member hears of the room. */
typedef enum member_form {
    MEMBER_SOCKET,
    MEMBER_SSE,
    MEMBER_NDJSON
} member_form;

/* A connection that speaks for a room, or may. */
struct said;
typedef struct member {
    net_id id;
    event_room room;  /* 0: none yet */
    int16_t seat;     /* -1: a spectator */
    uint8_t form;     /* a member_form */
    uint16_t looking; /* its messages that wait for the log... */
    int said_count;   /* ...and those that wait for these */
    struct said *said, *last_said;
    struct member *next, *previous; /* in the room's list */
    struct member *later, *earlier; /* of all there are */
} member;

typedef enum lobby_shown { LOBBY_UNTOLD, LOBBY_HERE, LOBBY_GONE } lobby_shown;

typedef struct lobby_room {
    room room;
    member *members;
    int spectators;
    uint32_t snapped;  /* seq of its last snapshot */
    uint64_t presence; /* number of the batch that told who is here last */
    uint64_t batch;    /* number of the batch that has remembered it */
    uint64_t recent;   /* its last message in recent.h's ring */
    uint64_t owner;    /* hash of the address that made it; 0: not known */
    int64_t retry;     /* when to look at it again, or 0 */
    uint64_t elsewhere[EVENT_SEATS]; /* servers that the seat is connected to:
                                      * bits, see hub_nodes.c */
    int64_t asked[EVENT_SEATS];      /* when others were told of a request */
    int64_t woke; /* beside others, who know since when a seat is away: here
                   * it is since then as long as they have not said; or 0 */
    uint8_t shown[EVENT_SEATS]; /* what others were told of the seat here: a
                                 * lobby_shown */
    bool unshown;  /* all that they were told they shall hear again */
    bool behind;   /* the log goes on where we could not follow */
    bool reading;  /* what we miss of the log is being read */
    bool thinking; /* the engine has been asked for a move */
    uint8_t life;  /* that it is counted under, or LOBBY_UNCOUNTED */
    struct lobby_shelf *shelf;
    struct lobby_room *beside[2];       /* before and behind it on the shelf */
    net_timer timer;                    /* its deadline */
    struct hub *hub;                    /* for the timer */
    struct lobby_room *next, *previous; /* all rooms, oldest first */
} lobby_room;

/* Public rooms of a variant that wait, or that are played in, as long as they
 * have: for lists, whose cost is then that of what they show. */
typedef struct lobby_shelf {
    lobby_room *first, *last;
    int count;
} lobby_shelf;

enum { LOBBY_UNCOUNTED = 255, LOBBY_LIVES = ROOM_CLOSED + 1 };

typedef struct lobby {
    lobby_room **slots; /* open addressing, a power of two */
    size_t size;
    int count;
    lobby_room *first, *last;
    int lives[LOBBY_LIVES];                             /* rooms of each */
    lobby_shelf shelves[ROOM_ACTIVE + 1][OXO_VARIANTS]; /* [life][variant] */
} lobby;

int lobby_init(lobby *l); /* -ENOMEM */
void lobby_clear(lobby *l);

lobby_room *lobby_find(const lobby *l, event_room id);

/* A room that is not there yet, before its first event; NULL: no memory. */
lobby_room *lobby_add(lobby *l, event_room id);

/* Counts the room, and puts it on the shelf where it belongs, after it may
 * have changed. */
void lobby_sort(lobby *l, lobby_room *r);

/* Its members are let go first: they belong to no room then. */
void lobby_remove(lobby *l, lobby_room *r);

void lobby_enter(lobby_room *r, member *m, int seat);
void lobby_leave(lobby_room *r, member *m);

#endif /* SERVER_LOBBY_H */
