/* store.h - where events are kept, for ever and in order.
 *
 * One append-only log of events, and what is derived from it: rooms that are
 * alive, finished games, players' statistics, the opening explorer. What is
 * derived can be thrown away and made again (store_rebuild).
 *
 * The functions here may block and are called from one thread at a time; a
 * server calls them through journal.h, which has threads of its own. Failures
 * are negative errnos: -ENOSPC, -EROFS, -EIO, -EBUSY (locked), -ENOMEM,
 * -EUCLEAN (the file is damaged), -EPROTO (of a newer version), -EAGAIN (the
 * database is away); store_error() has the sentence.
 *
 * Two implementations fill in the same struct store_engine: one keeps a store
 * in a SQLite file, the other in a PostgreSQL database. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "event.h"

typedef struct store store;

/* ---- Opening ------------------------------------------------------------ */

typedef struct store_options {
    const char *place; /* file name, ":memory:", or "postgres://..." */
    bool create;       /* make it if there is none */
    bool read_only;    /* for looking only, beside a server that writes */
    bool shared;       /* other servers may write too, if it is a database */
} store_options;

/* Opens, takes the store for itself unless it is shared (whoever comes second
 * is refused with -EBUSY), and migrates it forward to this version. A database
 * that does not let us in, because of the role, the password or its name, is
 * no -EAGAIN; one that lacks connections, memory or space is. */
int store_open(const store_options *options, store **ret);
void store_close(store *s);

/* True if the place is a database that connections lead to. */
bool store_is_remote(const char *place);

/* The place as it may be shown: without a password. The caller frees it; NULL
 * if there is no memory. */
char *store_show_place(const char *place);

/* What went wrong last, in words, with the file's name. NULL asks for the
 * last store_open() that failed on this thread. */
const char *store_error(const store *s);

/* ---- The log ------------------------------------------------------------ */

/* Events to append: those of one room in order (other rooms' may stand between
 * them), their first seq says which one is expected. A room begins with
 * room-created, whose seq is 1, and ends with room-closed. */
typedef struct store_batch {
    const struct store_entry *entries;
    const uint8_t *bytes; /* that the entries are about */
    int count;
} store_batch;

/* An event as the log has it: `length` of the batch's bytes from `start` on
 * are what event_encode() made of it. A move takes a twentieth of the space
 * of an `event`, and thousands a second go through memory. */
typedef struct store_entry {
    int64_t at;
    event_room room;
    uint32_t seq;
    uint32_t start;
    uint16_t length;
    uint8_t kind; /* an event_kind */
} store_entry;

/* A batch that grows. All zero is an empty one. */
typedef struct store_bundle {
    store_entry *entries;
    uint8_t *bytes;
    size_t size, room; /* of the bytes, and allocated */
    int count;
    size_t entry_room;
} store_bundle;

int store_bundle_add(store_bundle *b, const event *e); /* 0 or -ENOMEM */
void store_bundle_clear(store_bundle *b);              /* keeps its memory */
void store_bundle_free(store_bundle *b);
store_batch store_bundle_batch(const store_bundle *b);

/* Reads an entry back; false if its bytes are no such event. */
bool store_entry_read(const store_batch *batch, const store_entry *entry,
                      event *ret);

/* Appends all events in one durable transaction: when it returns 0 they
 * survive a power cut. A room whose first seq is not one behind its last
 * stored event (or whose room-created finds the number in use, or that is
 * closed) is left out whole, and its events' `ret_conflict` (one flag an
 * event) are true; else they are false. On failure nothing is there.
 *
 * What is derived from the events is part of the same transaction, but after
 * many games at once it may follow a little later: see store_work(). */
int store_append(store *s, const event *events, int count, bool *ret_conflict);

/* Is told each event, in the order of the log; returns false to stop. */
typedef bool store_sink(const event *e, void *context);

/* One room's events from a seq on (1: all). -ENOENT: no such room. */
int store_load(store *s, event_room room, uint32_t from, store_sink *sink,
               void *context);

/* All rooms that are not closed, for starting a server. A room with a
 * snapshot comes with that first (its bytes as they were given, `e` NULL),
 * then with the events behind it; one without comes with all its events (then
 * `snapshot` is NULL). A room's events are in order, but those of other rooms
 * may stand between them. Returns false to stop. */
typedef bool store_wake_sink(event_room room, const uint8_t *snapshot,
                             size_t length, const event *e, void *context);
int store_load_live(store *s, store_wake_sink *sink, void *context);

/* The log from a position on (0: the beginning) in order, at most `limit`
 * events (0: all); `*position` moves behind what was seen. -EUCLEAN ends it at
 * an event that cannot be read; but a follower (below) is told NULL for that,
 * and of all that is behind it. */
int store_tail(store *s, uint64_t *position, int limit, store_sink *sink,
               void *context);

/* Keeps the state of rooms behind their event `seq`, so that
 * store_load_live() need not go back further. One of a room that is not
 * there, or not that far, is passed over. */
typedef struct store_snapshot {
    event_room room;
    uint32_t seq;
    const uint8_t *bytes;
    size_t length;
} store_snapshot;

/* A board of 001's repository (below), to be saved or removed. */
typedef struct store_uuid {
    uint8_t bytes[16];
} store_uuid;

typedef struct store_board {
    store_uuid id;
    oxo_classic board;
    bool remove; /* it need not be there */
} store_board;

/* Who is at a seat, for other servers on the same store; see below. */
typedef struct store_sight {
    event_room room;
    uint32_t node; /* the server; our own is filled in */
    uint8_t seat;  /* 0 or 1 */
    int64_t since; /* 0: somebody is connected there; else nobody is, since */
} store_sight;

/* Everything at once: batches, then snapshots, boards and sights, of several
 * changes in their order, in one transaction. With `ping` the transaction
 * writes to the disk even if there is nothing else to write. */
typedef struct store_change {
    store_batch batch;
    bool *ret_conflict; /* one flag an event */
    const store_snapshot *snapshots;
    const store_board *boards;
    const store_sight *sights;
    int snapshot_count;
    int board_count;
    int sight_count;
    bool ping;
} store_change;
int store_commit(store *s, const store_change *changes, int count);

/* Where the log ended behind the last commit. */
uint64_t store_position(const store *s);

/* Finished games of small batches are listed, counted and explored at once. A
 * batch that finishes many would hold up the commit, so the rest is work for
 * when there is time: some of it, a few milliseconds. 1: there is more, 0:
 * all is done. Nothing is lost if it is never called, only late. */
int store_work(store *s);

/* ---- Several servers on one store --------------------------------------- */

/* A database may be served by several: what one appends the others read from
 * the log. Each has a lease there, renewed again and again; which of them is
 * alive follows from that, by the database's clock. follower.h does all this
 * on a thread of its own. A file has one server: all are -ENOTSUP. */

/* A connection that hears of what others do, and of nothing else. */
int store_open_follower(store *s, store **ret);

enum { STORE_MAX_NODES = 64 };
typedef struct store_node {
    uint32_t id;
    bool acts;      /* it may look after rooms; else it has just come */
    int64_t begins; /* since when it may, its lease unbroken: by the
                     * database's calendar */
} store_node;

typedef struct store_view {
    store_node nodes[STORE_MAX_NODES]; /* that are alive, the oldest first */
    int count;
    uint32_t self;
    int64_t lease;   /* until when we are, in this machine's monotonic ms */
    int64_t renewed; /* when it was renewed, by the database's calendar */
    int64_t ahead;   /* the database's calendar minus that clock: this
                      * machine's own calendar plays no part */
    bool rests;      /* we have said that we look after no rooms */
} store_view;

typedef enum store_lease {
    STORE_LEASE_ENDS,  /* it is not renewed */
    STORE_LEASE_RESTS, /* it is, but others look after our rooms */
    STORE_LEASE_ACTS
} store_lease;

/* Renews our lease (or lets it run out) and says who is alive. -EUSERS: there
 * are STORE_MAX_NODES without us. */
int store_renew(store *follower, store_lease lease, store_view *ret);

/* Gives the lease up: others need not wait for its end. */
int store_leave(store *follower);

/* What there may be to read. */
enum {
    STORE_NEWS_EVENTS = 1,
    STORE_NEWS_SIGHTS = 2,
    STORE_NEWS_NODES = 4,
    STORE_NEWS_AGAIN = 8 /* the connection was lost and is back: all of it */
};

/* Waits until there is something, for so many milliseconds, or until `fd` can
 * be read. Returns the STORE_NEWS, 0 for none. What we have appended ourselves
 * is none, as far as we know that we have, up to `own`: `*position` moves
 * behind it. */
int store_listen(store *follower, int milliseconds, int fd, uint64_t own,
                 uint64_t *position);

/* Is there a room of this number that is not closed, whoever made it? 1, 0 or
 * what went wrong: -ENOTSUP where servers do not share a store. Costs the same
 * however much happened in it. */
int store_is_live(store *s, event_room room);

/* Other servers' sights behind a change, about `limit` of them: those of one
 * commit are not parted. `*change` moves behind them, unless the sink has
 * returned false. */
typedef bool store_sight_sink(const store_sight *sight, void *context);
int store_sights(store *follower, uint64_t *change, int limit,
                 store_sight_sink *sink, void *context);

/* ---- Finished games ----------------------------------------------------- */

/* A finished game has a name of its own: the room's code, a dash and the
 * number of the game in the room, "K7Q2MX-1". */
typedef struct store_game {
    event_room room;
    int64_t ended;
    event_game game;
} store_game;

enum { STORE_MAX_PAGE = 200 };

/* What to list, newest first. Zero fields don't filter. Without a key or
 * is_public, all games are read to find some. */
typedef struct store_game_filter {
    bool is_public;                  /* only games that may be listed */
    int variant;                     /* an oxo_variant, or -1 */
    int outcome;                     /* an oxo_outcome, or 0 */
    event_hash key;                  /* a player's, either mark */
    event_hash rival;                /* and this one's on the other side */
    char name[EVENT_NAME_BYTES + 1]; /* a player's name, exactly */
    int64_t since, until;            /* ended; until is exclusive */
    uint64_t before; /* page on from here: the `next` of the last page */
    int limit;       /* 1..STORE_MAX_PAGE */
} store_game_filter;

typedef bool store_game_sink(const store_game *g, void *context);

/* `*ret_next` is 0 when there are no more. */
int store_games(store *s, const store_game_filter *filter,
                store_game_sink *sink, void *context, uint64_t *ret_next);
int store_game_find(store *s, event_room room, int number, store_game *ret);

/* A player's record, one row for each variant and kind of opponent. */
typedef struct store_record {
    uint8_t variant;
    uint8_t level; /* of the computer, or 0: against people */
    uint32_t wins, draws, losses;
} store_record;

enum { STORE_MAX_RECORDS = OXO_VARIANTS * 11 };
int store_player(store *s, const event_hash *key,
                 store_record out[STORE_MAX_RECORDS], int *ret_count);

/* The totals of a variant over all games. */
typedef struct store_totals {
    uint64_t games, x_wins, draws, o_wins;
} store_totals;
int store_totals_of(store *s, oxo_variant variant, store_totals *ret);

/* What was played in a position, over all finished games, most played
 * first. Positions that are turned or mirrored count as one; moves are given
 * as seen from `p`, and of moves that are the same but for symmetry (the four
 * corners of an empty board) the first in reading order stands for all. The
 * first STORE_EXPLORER_PLIES moves of a game count. */
enum { STORE_EXPLORER_PLIES = 12 };
typedef struct store_choice {
    oxo_move move;
    uint32_t x_wins, draws, o_wins;
} store_choice;
int store_explore(store *s, const oxo_position *p,
                  store_choice out[OXO_MAX_MOVES], int *ret_count);

/* ---- 001's games -------------------------------------------------------- */

/* The repository of 001: a board under a UUID. Durable like the events. */
int store_board_save(store *s, const store_uuid *id, const oxo_classic *p);
int store_board_get(store *s, const store_uuid *id,
                    oxo_classic *ret);                  /* -ENOENT */
int store_board_delete(store *s, const store_uuid *id); /* -ENOENT */
int store_board_exists(store *s, const store_uuid *id); /* 1, 0 */

/* All of them, in the order of their UUIDs; returns false to stop. */
typedef bool store_board_sink(const store_board *b, void *context);
int store_boards(store *s, store_board_sink *sink, void *context);

/* ---- Keeping house ------------------------------------------------------ */

/* Told how far it is, 0..1; may be NULL. Returns false to give up. */
typedef bool store_progress(double done, void *context);

/* Makes everything derived anew from the log. */
int store_rebuild(store *s, store_progress *progress, void *context);

/* Reads everything: the file's own check, every event decodes, every room's
 * seqs are complete, every game follows the rules, and what is derived is
 * what the log says. Tells each fault in words; returns how many, or an
 * errno. */
typedef void store_fault(const char *sentence, void *context);
int store_check(store *s, store_fault *fault, store_progress *progress,
                void *context);

/* A consistent copy into a new file, beside a server that writes. -EEXIST: a
 * file is there already. */
int store_backup(store *s, const char *file, store_progress *progress,
                 void *context);

/* Copies the log and the boards into another store, which must be empty, of
 * either kind; what is derived is made anew there. -EEXIST: it is not empty.
 * The sentence of a failure is `to`'s. */
int store_copy(store *from, store *to, store_progress *progress,
               void *context);

/* How much there is. */
typedef struct store_figures {
    int version;             /* of the schema */
    uint64_t events;         /* in the log */
    uint64_t live, closed;   /* rooms */
    uint64_t games, players; /* finished games; keys with statistics */
    uint64_t explored;       /* moves in positions */
    uint64_t boards;         /* of 001's repository */
    uint64_t bytes;          /* of the file */
    uint64_t log_bytes;      /* written, but not yet part of the file */
} store_figures;
int store_info(store *s, store_figures *ret);

#endif /* STORE_STORE_H */
