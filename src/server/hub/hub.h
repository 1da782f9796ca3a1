/* hub.h - where everything meets: connections, rooms, store and engine.
 *
 * A message comes in, a room decides, the events are journalled, and when
 * they are durable everybody in the room is told. Nothing here waits: commits
 * and thinking happen on other threads, whose answers come back through
 * hub_task_done() and hub_job_done(). All on the loop's thread. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

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
    follower *follower; /* of the other servers on the store, or NULL */
    room_rules rules;
    int rooms, rooms_per_address;
    int look_ups;        /* that an address may have under way */
    int messages_held;   /* of a socket, behind one that waits for the log */
    size_t recent_bytes; /* see recent.h */
} hub_options;

/* Commits by how long they took: the last bucket has no upper end. */
enum { HUB_BUCKETS = 12 };
extern const int64_t hub_bucket_ends[HUB_BUCKETS - 1]; /* microseconds */

typedef struct hub_metrics {
    uint64_t moves, games, rooms_made, commits, failed_commits;
    uint64_t events, intensities, computer_moves;
    uint64_t replays, resyncs; /* how clients that came back were served */
    uint64_t followed;         /* events of other servers */
    uint64_t conflicts;        /* rooms that another server was faster in */
    uint64_t look_ups;         /* readings of a room's log */
    uint64_t refusals[OXO_STATUS_COUNT];
    uint64_t commit_buckets[HUB_BUCKETS];
    int64_t commit_sum; /* microseconds */
} hub_metrics;

int hub_create(const hub_options *options, hub **ret);
void hub_destroy(hub *h);

/* Reads the rooms that were open when the last server stopped, before
 * anything else happens; then the hub is given the journal of that store. */
int hub_restore(hub *h, store *s);
void hub_attach(hub *h, journal *j);

/* ---- Sockets ------------------------------------------------------------ */

/* A WebSocket was opened; its member becomes the connection's user. */
void hub_connected(hub *h, net_id id);
void hub_message(hub *h, member *m, const char *text, size_t length);
void hub_closed(hub *h, member *m);

/* ---- For HTTP ----------------------------------------------------------- */

/* The same commands, asked by a request and answered with the whole state,
 * or with the refusal as a problem. */
void hub_create_room(hub *h, const origin *who, const wire_message *m);
void hub_join_room(hub *h, const origin *who, const wire_message *m);

/* Any other command, by the holder of the message's token. */
void hub_command(hub *h, const origin *who, const wire_message *m);

/* The state of a room, as the holder of the token (if any) sees it. */
void hub_state(hub *h, const origin *who, const wire_message *m);

/* Begins an answer without end, which becomes a member of the room, and of the
 * seat whose token the message has. Nothing is sent twice to who says what it
 * saw last. HEAD gets the headers and becomes nobody. */
void hub_watch(hub *h, const origin *who, member_form form,
               const wire_message *m);

/* Public rooms, for listing. What is not durable yet shows here: answer with
 * hub_reply(), which waits for it. */
const lobby_shelf *hub_shelf(const hub *h, room_life life,
                             oxo_variant variant);

/* Answers a request with JSON, behind everything that was decided before. */
void hub_reply(hub *h, const origin *who, int status, const char *json,
               size_t length);

/* error or problem+json, and counts it. `sentence` NULL: the status's own. */
void hub_refuse(hub *h, const origin *who, oxo_status status,
                const char *sentence);

/* The same to a request, with an HTTP status of one's own. */
void hub_refuse_as(hub *h, const origin *who, int number, oxo_status status,
                   const char *sentence);

/* The same as text, counted, for who sends it by themselves. */
void hub_problem(hub *h, int number, oxo_status status, const char *sentence,
                 FILE *out);

/* The address that a request came from, as a number that means nothing
 * outside this process; never 0. */
uint64_t hub_address(const hub *h, net_id id);

/* Is a board of this name on its way to the store? */
bool hub_board_is_pending(const hub *h, const store_uuid *id);

/* A board of 001's service, to be stored with the batch; the answer to be
 * sent when it is. */
void hub_store_board(hub *h, const origin *who, const journal_board *board,
                     const char *json, size_t length);

/* ---- The turn ----------------------------------------------------------- */

/* At the end of each turn of the loop: commits what was decided. */
void hub_turn(hub *h);

/* A commit is done; false if the task is none of the hub's. */
bool hub_task_done(hub *h, journal_task *task);

/* What other servers have done, if they have. */
void hub_news(hub *h);

/* Who is alive, as last heard; NULL if there can be no others. */
const store_view *hub_view(const hub *h);

/* If there can be others: for how many milliseconds the log may have gone on
 * without us, and by how many events, as far as is known. */
int64_t hub_follow_age(const hub *h);
int64_t hub_follow_behind(const hub *h);

/* A move or an intensity of the engine's. */
void hub_job_done(hub *h, const job *j);

/* No new rooms from now on. */
void hub_drain(hub *h);

/* Nothing is waiting to be committed, and nobody for a look into the log. */
bool hub_is_quiet(const hub *h);

/* Is so much waiting for the disk that nobody else should be listened to? */
bool hub_is_overloaded(const hub *h);

/* Did the last commit succeed; and do we hear of the others besides? */
bool hub_can_store(const hub *h);
bool hub_is_ready(const hub *h);

/* Counted here since the start. */
const hub_metrics *hub_metrics_of(const hub *h);
int hub_room_count(const hub *h, room_life life);

#endif /* SERVER_HUB_H */
