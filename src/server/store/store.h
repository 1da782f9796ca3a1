/* store.h - keeps all events, in order.
 *
 * A store is one append-only log of events, and what is derived from the log:
 * live rooms, finished games, players' statistics, the opening explorer.
 * store_rebuild() can delete all derived data and derive it again.
 *
 * These functions may block, and only one thread at a time may call them. A
 * server calls them through journal.h, which has its own threads. Failures are
 * negative errnos: -ENOSPC, -EROFS, -EIO, -EBUSY (locked), -ENOMEM, -EUCLEAN
 * (damaged), -EPROTO (another version), -EAGAIN (the database is away).
 * store_error() returns a sentence about the last failure.
 *
 * There are two implementations of struct store_engine: a SQLite file, and a
 * PostgreSQL database. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "event.h"

typedef struct store store;

/* ---- Opening ------------------------------------------------------------ */

typedef struct store_options {
    const char *place; /* file name, ":memory:", or "postgres://..." */
    bool create;       /* create the store if there is none */
    bool read_only;    /* beside a server that writes */
    bool shared;       /* other nodes may write to the same database */
} store_options;

/* Opens a store and migrates it to this version. Unless the store is shared, a
 * second process is refused with -EBUSY. A database that refuses the role, the
 * password or the database name is -EACCES; one that lacks connections, memory
 * or space is -EAGAIN. */
int store_open(const store_options *options, store **ret);
void store_close(store *s);

/* Is the place a database, not a file? */
bool store_is_remote(const char *place);

/* The place without its password, for logs. The caller frees it; NULL: no
 * memory. */
char *store_show_place(const char *place);

/* A sentence about the last failure, with the name of the place. NULL: about
 * the last failed store_open() on this thread. */
const char *store_error(const store *s);

/* ---- The log ------------------------------------------------------------ */

/* Events to append. Those of one room are in order, possibly with events of
 * other rooms between them; the first one's seq must be the next one of the
 * room. A room begins with room-created, whose seq is 1, and ends with
 * room-closed. */
typedef struct store_batch {
    const struct store_entry *entries;
    const uint8_t *bytes; /* of the entries */
    int count;
} store_batch;

/* An encoded event: `length` bytes of the batch from `start`, written by
 * event_encode(). A move takes a twentieth of the space of an `event`; this
 * matters for thousands of events per second. */
typedef struct store_entry {
    int64_t at;
    event_room room;
    uint32_t seq;
    uint32_t start;
    uint16_t length;
    uint8_t kind; /* an event_kind */
} store_entry;

/* A batch that grows. All zero is empty. */
typedef struct store_bundle {
    store_entry *entries;
    uint8_t *bytes;
    size_t size, room; /* of the bytes, and allocated */
    int count;
    size_t entry_room;
} store_bundle;

int store_bundle_add(store_bundle *b, const event *e); /* 0 or -ENOMEM */
void store_bundle_clear(store_bundle *b);              /* keeps the memory */
void store_bundle_free(store_bundle *b);
store_batch store_bundle_batch(const store_bundle *b);

/* Decodes an entry; false if its bytes are not a valid event. */
bool store_entry_read(const store_batch *batch, const store_entry *entry,
                      event *ret);

/* Appends all events in one durable transaction: after it returns 0 they
 * survive a power cut. A room conflicts if its first seq is not the next one,
 * if its number is in use, or if it is closed. None of its events are stored
 * then, and their `ret_conflict` (one flag per event) are true. On failure
 * nothing is stored.
 *
 * Derived data is part of the same transaction, but after many finished games
 * at once some of it follows a little later: see store_work(). */
int store_append(store *s, const event *events, int count, bool *ret_conflict);

/* Called with each event, in the order of the log; returns false to stop. */
typedef bool store_sink(const event *e, void *context);

/* Reads the events of one room, from a seq on (1: all). -ENOENT: no such room.
 */
int store_load(store *s, event_room room, uint32_t from, store_sink *sink,
               void *context);

/* Reads all rooms that are not closed, for the start of a server. For a room
 * with a snapshot the sink gets the snapshot first (`e` is NULL), then the
 * events after it; otherwise it gets all events of the room (`snapshot` is
 * NULL). The events of a room are in order, possibly with events of other
 * rooms between them. The sink returns false to stop. */
typedef bool store_wake_sink(event_room room, const uint8_t *snapshot,
                             size_t length, const event *e, void *context);
int store_load_live(store *s, store_wake_sink *sink, void *context);

/* Reads the log after a position (0: from the beginning), at most `limit`
 * events (0: all). `*position` moves to the last event that was read. An
 * unreadable event ends this with -EUCLEAN; but on a follower (below) the sink
 * gets NULL instead, and reading goes on. */
int store_tail(store *s, uint64_t *position, int limit, store_sink *sink,
               void *context);

/* The state of a room after its event `seq`: store_load_live() need not read
 * earlier events. A snapshot is ignored if its room does not exist or has not
 * reached that event. */
typedef struct store_snapshot {
    event_room room;
    uint32_t seq;
    const uint8_t *bytes;
    size_t length;
} store_snapshot;

/* A board of 001's repository (below), to save or remove. */
typedef struct store_uuid {
    uint8_t bytes[16];
} store_uuid;

typedef struct store_board {
    store_uuid id;
    oxo_classic board;
    bool remove; /* it need not exist */
} store_board;

/* The presence at a seat, for other nodes on the same store; see below. */
typedef struct store_sight {
    event_room room;
    uint32_t node; /* filled in by the store for this node */
    uint8_t seat;  /* 0 or 1 */
    int64_t since; /* 0: connected; otherwise absent since then */
} store_sight;

/* Commits several changes, in order, in one transaction: of each its batch,
 * then snapshots, boards and sights. With `ping` the transaction writes to the
 * disk even if there is nothing else to write. */
typedef struct store_change {
    store_batch batch;
    bool *ret_conflict; /* one flag per event */
    const store_snapshot *snapshots;
    const store_board *boards;
    const store_sight *sights;
    int snapshot_count;
    int board_count;
    int sight_count;
    bool ping;
} store_change;
int store_commit(store *s, const store_change *changes, int count);

/* The end of the log after the last commit. */
uint64_t store_position(const store *s);

/* Projects finished games that a commit has left for later, for a few
 * milliseconds. 1: there are more, 0: all done. A commit projects its finished
 * games itself unless they are many, which would delay it. Without this call
 * derived data is late, not lost. */
int store_work(store *s);

/* ---- Several nodes on one store ----------------------------------------- */

/* Several servers, called nodes, may share a database: each reads from the log
 * what the others append. Each node renews a lease in the database every few
 * seconds, and the leases tell, by the database's clock, which nodes are
 * alive. follower.h does all this on its own thread. A file has one server:
 * these functions return -ENOTSUP. */

/* Opens a connection that only follows what other nodes do. */
int store_open_follower(store *s, store **ret);

enum { STORE_MAX_NODES = 64 };
typedef struct store_node {
    uint32_t id;
    bool acts;      /* it may look after rooms; a new node may not yet */
    int64_t begins; /* since when it may, with an unbroken lease: in calendar
                     * time of the database */
} store_node;

typedef struct store_view {
    store_node nodes[STORE_MAX_NODES]; /* alive, the oldest first */
    int count;
    uint32_t self;
    int64_t lease; /* end of our lease, by this machine's monotonic clock */
    int64_t
        renewed;   /* when it was renewed, in calendar time of the database */
    int64_t ahead; /* the database's calendar time minus our monotonic clock;
                    * this machine's calendar is not used */
    bool rests;    /* we have declared that we look after no rooms */
} store_view;

typedef enum store_lease {
    STORE_LEASE_ENDS,  /* do not renew the lease */
    STORE_LEASE_RESTS, /* renew it; others shall look after our rooms */
    STORE_LEASE_ACTS   /* renew it; we look after our rooms */
} store_lease;

/* Renews our lease, or lets it expire, and reads which nodes are alive.
 * -EUSERS: there are STORE_MAX_NODES other nodes. */
int store_renew(store *follower, store_lease lease, store_view *ret);

/* Gives the lease up, so that others need not wait for its end. */
int store_leave(store *follower);

/* What there may be to read, as bits. */
enum {
    STORE_NEWS_EVENTS = 1,
    STORE_NEWS_SIGHTS = 2,
    STORE_NEWS_NODES = 4,
    STORE_NEWS_AGAIN = 8 /* the connection was lost: read everything */
};

/* Waits until there is news, until `fd` can be read, or for at most so many
 * milliseconds. Returns STORE_NEWS bits. Our own commits up to the position
 * `own` are not news: `*position` moves past them. */
int store_listen(store *follower, int milliseconds, int fd, uint64_t own,
                 uint64_t *position);

/* Is there a room with this number that is not closed? 1, 0 or a negative
 * errno: -ENOTSUP for a file. Fast, however many events the room has. */
int store_is_live(store *s, event_room room);

/* Reads other nodes' sights after `*change`, about `limit` of them, but always
 * all sights of a commit. `*change` moves past them unless the sink returns
 * false. */
typedef bool store_sight_sink(const store_sight *sight, void *context);
int store_sights(store *follower, uint64_t *change, int limit,
                 store_sight_sink *sink, void *context);

/* ---- Finished games ----------------------------------------------------- */

/* A finished game. Its name is the room's code, a dash and the number of the
 * game in the room: "K7Q2MX-1". */
typedef struct store_game {
    event_room room;
    int64_t ended;
    event_game game;
} store_game;

enum { STORE_MAX_PAGE = 200 };

/* Which games to list, newest first. Zero fields do not filter. Without a key
 * and without is_public, the search reads all games. */
typedef struct store_game_filter {
    bool is_public;                  /* only games of public rooms */
    int variant;                     /* an oxo_variant, or -1 */
    int outcome;                     /* an oxo_outcome, or 0 */
    event_hash key;                  /* of a player, with either mark */
    event_hash rival;                /* of the player on the other side */
    char name[EVENT_NAME_BYTES + 1]; /* a player's name, exactly */
    int64_t since, until;            /* ended; until is exclusive */
    uint64_t before; /* for the next page: `*ret_next` of the last one */
    int limit;       /* 1..STORE_MAX_PAGE */
} store_game_filter;

typedef bool store_game_sink(const store_game *g, void *context);

/* `*ret_next` is 0 if there are no more games. */
int store_games(store *s, const store_game_filter *filter,
                store_game_sink *sink, void *context, uint64_t *ret_next);
int store_game_find(store *s, event_room room, int number, store_game *ret);

/* A player's results against one kind of opponent in one variant. */
typedef struct store_record {
    uint8_t variant;
    uint8_t level; /* of the computer; 0: against people */
    uint32_t wins, draws, losses;
} store_record;

enum { STORE_MAX_RECORDS = OXO_VARIANTS * 11 };
int store_player(store *s, const event_hash *key,
                 store_record out[STORE_MAX_RECORDS], int *ret_count);

/* The results of all games of a variant. */
typedef struct store_totals {
    uint64_t games, x_wins, draws, o_wins;
} store_totals;
int store_totals_of(store *s, oxo_variant variant, store_totals *ret);

/* The moves that finished games made in a position, most played first. Rotated
 * and mirrored positions count as the same position. The moves fit `p`; of
 * moves that are equal by symmetry (the four corners of an empty board) the
 * first in reading order stands for all. Only the first STORE_EXPLORER_PLIES
 * moves of a game count. */
enum { STORE_EXPLORER_PLIES = 12 };
typedef struct store_choice {
    oxo_move move;
    uint32_t x_wins, draws, o_wins;
} store_choice;
int store_explore(store *s, const oxo_position *p,
                  store_choice out[OXO_MAX_MOVES], int *ret_count);

/* ---- 001's games -------------------------------------------------------- */

/* The repository of 001: boards with UUIDs, as durable as events. */
int store_board_save(store *s, const store_uuid *id, const oxo_classic *p);
int store_board_get(store *s, const store_uuid *id,
                    oxo_classic *ret);                  /* -ENOENT */
int store_board_delete(store *s, const store_uuid *id); /* -ENOENT */
int store_board_exists(store *s, const store_uuid *id); /* 1, 0 */

/* Reads all boards, in the order of their UUIDs; the sink returns false to
 * stop. */
typedef bool store_board_sink(const store_board *b, void *context);
int store_boards(store *s, store_board_sink *sink, void *context);

/* ---- Maintenance -------------------------------------------------------- */

/* Called with the share that is done, 0..1; returns false to give up (-EINTR).
 * May be NULL. */
typedef bool store_progress(double done, void *context);

/* Derives everything again from the log. */
int store_rebuild(store *s, store_progress *progress, void *context);

/* Checks everything: the integrity of the file, that all events can be
 * decoded, that no room lacks a seq, that all games follow the rules, and that
 * derived data agrees with the log. Calls `fault` with a sentence about each
 * fault. Returns the number of faults, or a negative errno. */
typedef void store_fault(const char *sentence, void *context);
int store_check(store *s, store_fault *fault, store_progress *progress,
                void *context);

/* Makes a consistent copy in a new file, also while a server writes. -EEXIST:
 * the file exists. */
int store_backup(store *s, const char *file, store_progress *progress,
                 void *context);

/* Copies the log and the boards into another, empty store of either kind,
 * which derives the rest again. -EEXIST: it is not empty. store_error(to)
 * describes a failure. */
int store_copy(store *from, store *to, store_progress *progress,
               void *context);

/* How much a store contains. */
typedef struct store_figures {
    int version;             /* of the schema */
    uint64_t events;         /* in the log */
    uint64_t live, closed;   /* rooms */
    uint64_t games, players; /* finished games; keys with statistics */
    uint64_t explored;       /* rows of the explorer */
    uint64_t boards;         /* of 001's repository */
    uint64_t bytes;          /* of the file */
    uint64_t log_bytes;      /* of SQLite's write-ahead log */
} store_figures;
int store_info(store *s, store_figures *ret);

#endif /* STORE_STORE_H */
