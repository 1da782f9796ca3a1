/* hub.h - connects clients, rooms, the store and the engine.
 *
 * A message comes in, a room decides, and the journal commits the events. Once
 * they are durable the hub sends them to everybody in the room. The hub never
 * blocks: other threads commit and search, and their results come back through
 * hub_task_done() and hub_job_done(). Everything here runs on the loop's
 * thread. */
#ifndef HUB_HUB_H
#define HUB_HUB_H

#include <stdio.h>

#include "batch.h"
#include "follower.h"
#include "lobby.h"
#include "log.h"
#include "wire.h"
#include "workers.h"

typedef struct hub hub;

typedef struct hub_options {
    net_loop *loop;
    net_server *net;
    workers *workers;
    log_sink *log;
    follower *follower; /* NULL if no other node can share the store */
    room_rules rules;
    int rooms, rooms_per_address;
    int look_ups;        /* one address may have in progress */
    int messages_held;   /* per socket, behind one that waits for the log */
    size_t recent_bytes; /* size of the ring in recent.h */
} hub_options;

/* Commits by duration; the last bucket has no upper end. */
enum { HUB_BUCKETS = 12 };
extern const int64_t hub_bucket_ends[HUB_BUCKETS - 1]; /* microseconds */

typedef struct hub_metrics {
    uint64_t moves, games, rooms_made, commits, failed_commits;
    uint64_t events, intensities, computer_moves;
    uint64_t replays,
        resyncs;        /* how returning clients were brought up to date */
    uint64_t followed;  /* events of other nodes */
    uint64_t conflicts; /* another node's commit came first */
    uint64_t look_ups;  /* reads of a room's log */
    uint64_t refusals[OXO_STATUS_COUNT];
    uint64_t commit_buckets[HUB_BUCKETS];
    int64_t commit_sum; /* microseconds */
} hub_metrics;

int hub_create(const hub_options *options, hub **ret);
void hub_destroy(hub *h);

/* Loads all rooms that are not closed, before anything else happens. After
 * that hub_attach() hands over the journal of the store. */
int hub_restore(hub *h, store *s);
void hub_attach(hub *h, journal *j);

/* ---- Sockets ------------------------------------------------------------ */

/* A WebSocket was opened. Its member becomes the connection's user data. */
void hub_connected(hub *h, net_id id);
void hub_message(hub *h, member *m, const char *text, size_t length);
void hub_closed(hub *h, member *m);

/* ---- For HTTP ----------------------------------------------------------- */

/* The same commands by HTTP request. The response is the whole state, or a
 * refusal as problem+json. */
void hub_create_room(hub *h, const origin *who, const wire_message *m);
void hub_join_room(hub *h, const origin *who, const wire_message *m);

/* Any other command. The token of the message says whose command it is. */
void hub_command(hub *h, const origin *who, const wire_message *m);

/* The state of a room, as the holder of the token sees it, if there is one. */
void hub_state(hub *h, const origin *who, const wire_message *m);

/* Starts a stream: a response without end that becomes a member of the room,
 * at the seat whose token the message has. A client that sends its last seq
 * gets only newer messages. A HEAD request gets the headers and nothing
 * else. */
void hub_watch(hub *h, const origin *who, member_form form,
               const wire_message *m);

/* Public rooms, for listing. They may include changes that are not durable
 * yet, so answer with hub_reply(), which waits for the commit. */
const lobby_shelf *hub_shelf(const hub *h, room_life life,
                             oxo_variant variant);

/* Answers a request with JSON, after everything decided so far is durable. */
void hub_reply(hub *h, const origin *who, int status, const char *json,
               size_t length);

/* Sends a refusal, as `error` or problem+json, and counts it. `sentence` NULL:
 * the sentence of the status. */
void hub_refuse(hub *h, const origin *who, oxo_status status,
                const char *sentence);

/* The same for a request, with this HTTP status. */
void hub_refuse_as(hub *h, const origin *who, int number, oxo_status status,
                   const char *sentence);

/* Writes and counts a refusal that the caller sends. */
void hub_problem(hub *h, int number, oxo_status status, const char *sentence,
                 FILE *out);

/* A keyed hash of the address that a request came from, valid in this process
 * only; never 0. */
uint64_t hub_address(const hub *h, net_id id);

/* Is a board with this id waiting to be stored? */
bool hub_board_is_pending(const hub *h, const store_uuid *id);

/* Stores a board of 001's service with the batch, then sends the answer. */
void hub_store_board(hub *h, const origin *who, const journal_board *board,
                     const char *json, size_t length);

/* ---- The turn ----------------------------------------------------------- */

/* Call at the end of each turn of the loop: commits what was decided. */
void hub_turn(hub *h);

/* A task of the journal is done; false if it does not belong to the hub. */
bool hub_task_done(hub *h, journal_task *task);

/* Processes what other nodes have done, if there is any news. */
void hub_news(hub *h);

/* The nodes that are alive, as last heard; NULL if there can be only one. */
const store_view *hub_view(const hub *h);

/* If there can be other nodes: for how many milliseconds, and by how many
 * events, the log may be ahead of this node, as far as is known. */
int64_t hub_follow_age(const hub *h);
int64_t hub_follow_behind(const hub *h);

/* The engine has chosen a move or computed an intensity. */
void hub_job_done(hub *h, const job *j);

/* Refuses new rooms from now on. */
void hub_drain(hub *h);

/* Nothing waits for a commit, and nobody waits for a look-up. */
bool hub_is_quiet(const hub *h);

/* Does so much wait for the disk that no more messages should be read? */
bool hub_is_overloaded(const hub *h);

/* Did the last commit succeed? `ready` also requires that this node hears of
 * the others and does not drain. */
bool hub_can_store(const hub *h);
bool hub_is_ready(const hub *h);

/* Counted since the process started. */
const hub_metrics *hub_metrics_of(const hub *h);
int hub_room_count(const hub *h, room_life life);

#endif /* HUB_HUB_H */
