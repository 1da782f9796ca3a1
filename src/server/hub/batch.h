/* batch.h - what one turn of the loop decided and may not send before it is
 * durable.
 *
 * Rooms change at once, but nobody is told before the change is on disk. A
 * batch gathers events and the mail about them; the journal commits the
 * events; only then does the mail go to the network. While one batch is being
 * committed the next one gathers, so mail leaves in the order of decisions.
 *
 * If the commit fails, the rooms are restored from the batch and those who
 * asked for the changes are refused. */
#ifndef HUB_BATCH_H
#define HUB_BATCH_H

#include "journal.h"
#include "net_server.h"
#include "room.h"

/* Who sent a command, and how the answer reaches them. */
typedef enum origin_kind {
    ORIGIN_NOBODY, /* a timer, the computer */
    ORIGIN_SOCKET,
    ORIGIN_HTTP
} origin_kind;

typedef struct origin {
    net_id id;
    origin_kind kind;
    bool has_ref; /* of the message on a socket */
    int64_t ref;
} origin;

/* How bytes go out. */
typedef enum mail_form {
    MAIL_FRAME,   /* a WebSocket frame from net_frame_text() */
    MAIL_STREAM,  /* bytes of a response without end */
    MAIL_RESPONSE /* an HTTP response: a status and a JSON body */
} mail_form;

typedef struct mail {
    net_id to;
    event_room room; /* that the mail is about, or 0 */
    uint32_t start, length;
    uint16_t status;
    uint8_t form;
    bool is_durable; /* tells what another node has stored */
} mail;

/* A room as it was before the batch touched it. */
typedef struct batch_undo {
    uint64_t recent; /* its last message in the ring of recent.h */
    event_room room;
    bool is_new;  /* the batch created the room */
    size_t start; /* where the bytes of room_keep() begin in `kept` */
} batch_undo;

struct hub;
struct wire_message;
typedef void batch_answer(struct hub *h, const origin *who,
                          const struct wire_message *m);

typedef struct batch_asker {
    origin who;
    event_room room;        /* that the question is about */
    bool looks;             /* the asker wanted no change */
    int seat_before;        /* where the connection was bound before: */
    event_room room_before; /* a seat or -1, and a room or 0 */
    /* The message that created the room, or NULL: its number may turn out to
     * be in use. */
    struct wire_message *create;
    /* The message, and how to answer it again if another node was faster; or
     * NULL. */
    struct wire_message *again;
    batch_answer *answer;
} batch_asker;

enum { BATCH_SNAPSHOTS = 32 };

typedef struct batch {
    journal_task task; /* first: the journal hands this back */
    store_bundle events;
    bool *conflict; /* one per event */
    batch_undo *undo;
    uint8_t *kept; /* the rooms as they were */
    batch_asker *askers;
    mail *mails;
    journal_board *boards;
    store_sight *sights;
    event_room *gone; /* closed rooms, to be removed after delivery */
    char *bytes;      /* of the mail */
    int undo_count, asker_count, mail_count, board_count;
    int sight_count, gone_count;
    size_t kept_count, byte_count;
    size_t conflict_room, undo_room, asker_room, mail_room; /* capacities */
    size_t board_room, sight_room, gone_room, kept_room, byte_room;
    bool ping; /* the commit shall write even if the batch is empty */
    int snapshot_count;
    store_snapshot snapshots[BATCH_SNAPSHOTS];
    uint8_t snapshot_bytes[BATCH_SNAPSHOTS][ROOM_MAX_BYTES];
} batch;

/* Running out of memory here ends the program: the server has decided
 * something that it can neither store nor undo. */

void batch_clear(batch *b); /* empties the batch, keeps its memory */
void batch_free(batch *b);
bool batch_is_empty(const batch *b);

/* Does the batch have nothing for the journal? */
bool batch_is_mail_only(const batch *b);

void batch_add_event(batch *b, const event *e);

/* Keeps a copy of the room, before the batch's first event of it. */
void batch_remember(batch *b, const room *before, uint64_t recent);
void batch_recall(const batch *b, const batch_undo *undo, room *ret);

/* Adds somebody to refuse if the batch fails. The batch takes over the
 * messages of `asker`. */
void batch_add_asker(batch *b, const batch_asker *asker);

/* Stores a snapshot of the room with the commit; false if the batch has enough
 * snapshots. */
bool batch_add_snapshot(batch *b, const room *r);
void batch_add_board(batch *b, const journal_board *board);
void batch_add_sight(batch *b, const store_sight *sight);

/* The batch's commit shall prove that the store can be written. */
void batch_add_ping(batch *b);

void batch_add_gone(batch *b, event_room id);

/* Adds bytes for mail: add them once, send them to many. Returns where they
 * start. */
uint32_t batch_put(batch *b, const void *bytes, size_t length);
uint32_t batch_put_frame(batch *b, const char *text, size_t length,
                         uint32_t *ret_length);
void batch_add_mail(batch *b, const mail *m);

/* The gathered changes as a task for the journal. */
journal_task *batch_task(batch *b);

/* Removes the events, mail, snapshots and sights of rooms whose changes are
 * undone. Mail about durable events stays, and so do undo records and askers.
 * `ids` is sorted. */
void batch_purge(batch *b, const event_room *ids, int count);

void batch_sort_rooms(event_room *ids, int count);

/* Is the room one of these sorted ones? */
bool batch_has_room(const event_room *ids, int count, event_room id);

/* Drops the undo records of these rooms. */
void batch_forget_undo(batch *b, const event_room *ids, int count);

/* Sends the mail. */
void batch_deliver(const batch *b, net_server *net);

#endif /* HUB_BATCH_H */
