/* batch.h - what one turn of the loop has decided and may not yet say.
 *
 * Rooms change at once, but nobody hears of it before it is on disk: events
 * and the mail that tells of them are gathered in a batch, the journal
 * commits its events, and only then is the mail handed to the network. While
 * one batch is being committed the next one is gathered, so that everything
 * that is said leaves in the order in which it was decided.
 *
 * If the commit fails, the rooms get back what they were before and those who
 * asked are told. */
#ifndef SERVER_BATCH_H
#define SERVER_BATCH_H

#include "journal.h"
#include "net_server.h"
#include "room.h"

/* Who asked, and how the answer reaches them. */
typedef enum origin_kind {
    ORIGIN_NOBODY, /* the time, the computer */
    ORIGIN_SOCKET,
    ORIGIN_HTTP
} origin_kind;

typedef struct origin {
    net_id id;
    origin_kind kind;
    bool has_ref; /* of a socket's message */
    int64_t ref;
} origin;

/* How bytes go out. */
typedef enum mail_form {
    MAIL_FRAME,   /* a WebSocket frame, made by net_frame_text() */
    MAIL_STREAM,  /* bytes of an answer without end */
    MAIL_RESPONSE /* an HTTP answer: a status and a JSON body */
} mail_form;

typedef struct mail {
    net_id to;
    event_room room; /* of which it tells; 0: of none */
    uint32_t start, length;
    uint16_t status;
    uint8_t form;
    bool is_durable; /* tells of what another server has stored */
} mail;

/* A room as it was before the batch touched it. */
typedef struct batch_undo {
    uint64_t recent; /* the room's place in recent.h's ring */
    event_room room;
    bool is_new;  /* it was not there */
    size_t start; /* of room_keep()'s bytes in the batch */
} batch_undo;

struct hub;
struct wire_message;
typedef void batch_answer(struct hub *h, const origin *who,
                          const struct wire_message *m);

typedef struct batch_asker {
    origin who;
    event_room room;             /* of which it asked something */
    bool looks;                  /* it wants nothing to change */
    int seat_before;             /* where the connection was bound when it */
    event_room room_before;      /* asked, or 0 */
    struct wire_message *create; /* what made the room, if it did: its number
                                  * may turn out to be taken */
    struct wire_message *again;  /* what may be answered again, if another */
    batch_answer *answer;        /* server was faster; or NULL */
} batch_asker;

enum { BATCH_SNAPSHOTS = 32 };

typedef struct batch {
    journal_task task; /* first: the journal hands this back */
    store_bundle events;
    bool *conflict; /* one an event */
    batch_undo *undo;
    uint8_t *kept; /* what the rooms were */
    batch_asker *askers;
    mail *mails;
    journal_board *boards;
    store_sight *sights;
    event_room *gone; /* closed rooms to be forgotten when all is told */
    char *bytes;
    int undo_count, asker_count, mail_count, board_count;
    int sight_count, gone_count;
    size_t kept_count, byte_count;
    size_t conflict_room, undo_room, asker_room, mail_room; /* allocated */
    size_t board_room, sight_room, gone_room, kept_room, byte_room;
    bool ping; /* its commit writes to the disk, whatever else it has */
    int snapshot_count;
    store_snapshot snapshots[BATCH_SNAPSHOTS];
    uint8_t snapshot_bytes[BATCH_SNAPSHOTS][ROOM_MAX_BYTES];
} batch;

/* Memory that cannot be had ends the program: a server that has decided
 * something and can neither store nor forget it has nothing better to do. */

void batch_clear(batch *b); /* empties it, and keeps its memory */
void batch_free(batch *b);
bool batch_is_empty(const batch *b);

/* Nothing for the journal to do? */
bool batch_is_mail_only(const batch *b);

void batch_add_event(batch *b, const event *e);

/* Remembers the room as it was before the batch's first event of it. */
void batch_remember(batch *b, const room *before, uint64_t recent);
void batch_recall(const batch *b, const batch_undo *undo, room *ret);

/* Who is to be told if the batch fails; its messages become the batch's. */
void batch_add_asker(batch *b, const batch_asker *asker);

/* Keeps the state of a room with the next commit; false if the batch has
 * enough of them. */
bool batch_add_snapshot(batch *b, const room *r);
void batch_add_board(batch *b, const journal_board *board);
void batch_add_sight(batch *b, const store_sight *sight);

/* The batch's commit shall prove that the store can be written. */
void batch_add_ping(batch *b);

void batch_add_gone(batch *b, event_room id);

/* Bytes that mail is made of: put them in once, send them to many. Returns
 * where they are. */
uint32_t batch_put(batch *b, const void *bytes, size_t length);
uint32_t batch_put_frame(batch *b, const char *text, size_t length,
                         uint32_t *ret_length);
void batch_add_mail(batch *b, const mail *m);

/* Makes the journal's task of what was gathered. */
journal_task *batch_task(batch *b);

/* Takes out the events, the mail, the snapshots and the sights of rooms for
 * which that did not happen after all; mail of what is durable stays, as do
 * what the rooms were and who asked. `ids` is in order. */
void batch_purge(batch *b, const event_room *ids, int count);

void batch_sort_rooms(event_room *ids, int count);

/* Is the room among these, which are in order? */
bool batch_has_room(const event_room *ids, int count, event_room id);

/* Forgets what these rooms were. */
void batch_forget_undo(batch *b, const event_room *ids, int count);

/* Hands the mail to the network, and sends it. */
void batch_deliver(const batch *b, net_server *net);

#endif /* SERVER_BATCH_H */
