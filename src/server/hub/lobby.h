/* lobby.h - the rooms in memory, and the members of each.
 *
 * A room is found by its number, which is never used twice. Whatever has to
 * wait (a connection, an engine's job) keeps the number and looks the room up
 * again. Pointers to rooms are valid until the loop's turn ends. */
#ifndef HUB_LOBBY_H
#define HUB_LOBBY_H

#include "net_server.h"
#include "room.h"

/* How a member receives messages. */
typedef enum member_form {
    MEMBER_SOCKET,
    MEMBER_SSE,
    MEMBER_NDJSON
} member_form;

/* A connection that belongs to a room, or may do so later. */
struct said;
typedef struct member {
    net_id id;
    event_room room;  /* 0: none yet */
    int16_t seat;     /* -1: a spectator */
    uint8_t form;     /* a member_form */
    uint16_t looking; /* its messages that wait for a look-up */
    int said_count;   /* its messages that are held back until then */
    struct said *said, *last_said;
    struct member *next, *previous; /* in the room */
    struct member *later, *earlier; /* in the list of all members */
} member;

/* What the last sight of a seat told other nodes. */
typedef enum lobby_shown { LOBBY_UNTOLD, LOBBY_HERE, LOBBY_GONE } lobby_shown;

typedef struct lobby_room {
    room room;
    member *members;
    int spectators;
    uint32_t snapped;  /* seq of its last snapshot */
    uint64_t presence; /* the batch that told members last who is connected */
    uint64_t batch;    /* the last batch that has an undo record of it */
    uint64_t recent;   /* its last message in the ring of recent.h */
    uint64_t owner;    /* hash of its creator's address; 0: unknown */
    int64_t retry;     /* when to try again what failed, or 0 */
    uint64_t elsewhere[EVENT_SEATS]; /* nodes where the seat is connected, as
                                      * bits: see hub_nodes.c */
    int64_t asked[EVENT_SEATS];      /* when the last sight of a request was
                                      * written */
    int64_t woke; /* when the room was loaded beside other nodes, or 0. Seats
                   * count as away from then on until a sight says otherwise */
    uint8_t shown[EVENT_SEATS]; /* a lobby_shown */
    bool unshown;               /* its sights have to be written again */
    bool behind;                /* the log has events that could not be read */
    bool reading;               /* events that it lacks are being read */
    bool thinking;              /* the engine was asked for a move */
    bool by_request[EVENT_SEATS]; /* here for a while after a request by HTTP,
                                   * and the members know */
    uint8_t life; /* under which lobby.lives counts it, or LOBBY_UNCOUNTED */
    struct lobby_shelf *shelf;
    struct lobby_room *beside[2]; /* previous and next one on the shelf */
    net_timer timer;              /* its deadline */
    struct hub *hub;              /* for the timer */
    struct lobby_room *next, *previous; /* all rooms, oldest first */
} lobby_room;

/* Public rooms of one variant and one life, waiting or active, oldest first.
 * Listing rooms costs no more than the rooms that are listed. */
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
    int lives[LOBBY_LIVES]; /* number of rooms of each life */
    lobby_shelf shelves[ROOM_ACTIVE + 1][OXO_VARIANTS]; /* [life][variant] */
} lobby;

int lobby_init(lobby *l); /* -ENOMEM */
void lobby_clear(lobby *l);

lobby_room *lobby_find(const lobby *l, event_room id);

/* Adds a room, before its first event. NULL: no memory. */
lobby_room *lobby_add(lobby *l, event_room id);

/* Call after a change: counts the room under its life, and moves it to the
 * right shelf. */
void lobby_sort(lobby *l, lobby_room *r);

/* Unbinds the room's members, and frees it. */
void lobby_remove(lobby *l, lobby_room *r);

void lobby_enter(lobby_room *r, member *m, int seat);
void lobby_leave(lobby_room *r, member *m);

#endif /* HUB_LOBBY_H */
