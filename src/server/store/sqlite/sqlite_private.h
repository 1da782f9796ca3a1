/* sqlite_private.h - shared by the files of the SQLite engine. */
#ifndef SQLITE_SQLITE_PRIVATE_H
#define SQLITE_SQLITE_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "store_engine.h"
#include "store_heads.h"
#include "store_conflict.h"

/* ---- Statements --------------------------------------------------------- */

/* Prepared on first use. sqlite_read_event() expects the columns of an event
 * in this order. */
#define SQLITE_EVENT_COLUMNS "id, room, seq, at, kind, data"

#define SQLITE_STATEMENTS(X)                                                  \
    X(SQL_BEGIN, "BEGIN IMMEDIATE")                                           \
    X(SQL_COMMIT, "COMMIT")                                                   \
    X(SQL_ROLLBACK, "ROLLBACK")                                               \
    X(SQL_READ, "BEGIN")                                                      \
    X(SQL_INSERT_EVENT,                                                       \
      "INSERT INTO events(id, room, seq, back, at, kind, data)"               \
      " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                  \
    X(SQL_INSERT_ROOM,                                                        \
      "INSERT INTO rooms(room, last, seq) VALUES(?1, ?2, ?3)")                \
    X(SQL_FIND_ROOM, "SELECT last, seq FROM rooms WHERE room = ?1")           \
    X(SQL_FORGET_SNAPSHOT, "DELETE FROM snapshots WHERE room = ?1")           \
    X(SQL_KEEP_SNAPSHOT,                                                      \
      "INSERT INTO snapshots(room, seq, last, data) VALUES(?1, ?2, ?3, ?4)"   \
      " ON CONFLICT DO UPDATE SET seq = excluded.seq, last = excluded.last,"  \
      " data = excluded.data WHERE excluded.seq >= seq")                      \
    X(SQL_SNAPSHOTS, "SELECT room, seq, last, data FROM snapshots")           \
    X(SQL_KEEP_BOARD,                                                         \
      "INSERT INTO boards(id, x, o, turn) VALUES(?1, ?2, ?3, ?4)"             \
      " ON CONFLICT DO UPDATE SET x = excluded.x, o = excluded.o,"            \
      " turn = excluded.turn")                                                \
    X(SQL_FORGET_BOARD, "DELETE FROM boards WHERE id = ?1")                   \
    X(SQL_FIND_BOARD, "SELECT x, o, turn FROM boards WHERE id = ?1")          \
    X(SQL_BOARDS, "SELECT x, o, turn, id FROM boards ORDER BY id")            \
    X(SQL_KEEP_HEADS,                                                         \
      "INSERT INTO heads(one, mark, projected, data) VALUES(1, ?1, ?2, ?3)"   \
      " ON CONFLICT DO UPDATE SET mark = excluded.mark,"                      \
      " projected = excluded.projected, data = excluded.data")                \
    X(SQL_HEADS, "SELECT mark, projected, data FROM heads")                   \
    X(SQL_STEPS_FROM,                                                         \
      "SELECT id, room, seq, kind FROM events WHERE id > ?1 ORDER BY id")     \
    X(SQL_EVENTS_FROM, "SELECT " SQLITE_EVENT_COLUMNS                         \
                       " FROM events WHERE id > ?1 ORDER BY id LIMIT ?2")     \
    X(SQL_GAMES_FROM, "SELECT " SQLITE_EVENT_COLUMNS                          \
                      " FROM events WHERE id > ?1 AND kind = ?2"              \
                      " ORDER BY id LIMIT ?3")                                \
    X(SQL_EVENT, "SELECT " SQLITE_EVENT_COLUMNS " FROM events WHERE id = ?1") \
    X(SQL_BACK, "SELECT room, seq, back FROM events WHERE id = ?1")           \
    X(SQL_LAST_EVENT, "SELECT ifnull(max(id), 0) FROM events")                \
    X(SQL_LAST_GAME, "SELECT ifnull(max(id), 0) FROM games")                  \
    X(SQL_WAITING_GAMES,                                                      \
      "SELECT count(*) FROM events WHERE id > ?1 AND kind = ?2")              \
    X(SQL_FIND_GAME,                                                          \
      "SELECT e.id, e.room, e.seq, e.at, e.kind, e.data FROM games g"         \
      " JOIN events e ON e.id = g.id WHERE g.room = ?1 AND g.number = ?2")    \
    X(SQL_GAME_ENDED, "SELECT ended FROM games WHERE id = ?1")                \
    X(SQL_PLAYER, "SELECT variant, level, wins, draws, losses FROM players"   \
                  " WHERE key = ?1 ORDER BY variant, level")                  \
    X(SQL_TOTALS,                                                             \
      "SELECT x_wins, draws, o_wins FROM totals WHERE variant = ?1")          \
    X(SQL_EXPLORE,                                                            \
      "SELECT move, x_wins, draws, o_wins FROM explorer WHERE place = ?1")

typedef enum sqlite_statement {
#define SQLITE_STATEMENT_NAME(name, sql) name,
    SQLITE_STATEMENTS(SQLITE_STATEMENT_NAME)
#undef SQLITE_STATEMENT_NAME
        SQLITE_STATEMENT_COUNT
} sqlite_statement;

/* ---- A store ------------------------------------------------------------ */

/* Shared by a writer and its reader. */
typedef struct sqlite_shared {
    pthread_mutex_t lock; /* of rooms and mark */
    store_heads rooms;    /* live rooms */
    uint64_t mark;        /* as of this position in the log */
    atomic_int users;
    atomic_int wal_pages; /* in the write-ahead log after the last commit */
    atomic_int wal_moved; /* of these, already copied into the file */
    atomic_bool tended;   /* a reader makes the checkpoints */
} sqlite_shared;

/* A move in a position, and how the game ended. */
typedef struct sqlite_step {
    int64_t place;
    uint8_t move;
    uint8_t outcome; /* 0: X won, 1: a draw, 2: O won */
} sqlite_step;

enum { SQLITE_STEPS = 1024 };

/* Projects finished games into the tables of a schema: "main", or "temp" for a
 * check. Consecutive games have many positions in common, so counts are
 * collected and written together. */
typedef struct sqlite_projector {
    sqlite3_stmt *game, *score, *total, *step;
    uint32_t totals[OXO_VARIANTS][3];
    int count;
    sqlite_step steps[SQLITE_STEPS];
} sqlite_projector;

typedef struct sqlite_store {
    store base;
    sqlite3 *db;
    char *place; /* the path, or ":memory:" */
    char *lock_file;
    int lock;
    bool read_only;
    sqlite3_stmt *statements[SQLITE_STATEMENT_COUNT];
    sqlite_shared *shared;

    /* Of a writer: */
    sqlite_projector projector;
    store_conflicts conflicts;
    uint64_t next;      /* position of the next event */
    uint64_t projected; /* games up to this position are projected */
    int backlog;        /* number of games after it */
    int ended;          /* games that this commit ends... */
    int inlined;        /* ...and games that it projects */
    bool doubtful;      /* COMMIT was tried, and its effect is unknown */
    uint64_t saved;     /* position of the table of heads in the file */
} sqlite_store;

sqlite_store *sqlite_of(store *base);

/* ---- sqlite_db.c: calling SQLite ---------------------------------------- */

/* The errno of the last failure of SQLite; sets the sentence "FILE: cannot
 * WHAT: why". */
int sqlite_fail(sqlite_store *s, const char *what);

/* Reports an inconsistent file: -EUCLEAN. */
__attribute__((format(printf, 2, 3))) int
sqlite_damaged(sqlite_store *s, const char *format, ...);

/* The statement, ready for bindings; NULL: call sqlite_fail(). */
sqlite3_stmt *sqlite_prepare(sqlite_store *s, sqlite_statement which);

/* Runs a statement that returns no rows. False if it failed. */
bool sqlite_run(sqlite3_stmt *statement);

/* The same for a statement without bindings. */
bool sqlite_do(sqlite_store *s, sqlite_statement which);

/* A statement that returns one number; binds its parameter, if it has one. */
bool sqlite_number(sqlite_store *s, sqlite_statement which, int64_t parameter,
                   uint64_t *ret);

/* The same for SQL that is used once. */
bool sqlite_ask(sqlite_store *s, const char *sql, uint64_t *ret);

void sqlite_roll_back(sqlite_store *s);

/* The event of a row of SQLITE_EVENT_COLUMNS. 0 or -EUCLEAN. */
int sqlite_read_event(sqlite_store *s, sqlite3_stmt *row, event *ret);

void sqlite_finalize_all(sqlite_store *s);

/* ---- sqlite_schema.c ---------------------------------------------------- */

enum { SQLITE_VERSION_NOW = 1 };

/* Finds the version of a file, 0 if it is empty. Refuses a file of another
 * program, a newer version, and an older one if it cannot be migrated. Changes
 * nothing. */
int sqlite_look(sqlite_store *s, bool create, int *ret_version);

/* Migrates it to this version. */
int sqlite_migrate(sqlite_store *s, int version);

/* ---- sqlite_heads.c: the table of live rooms ---------------------------- */

/* Load the table from the file; update it, on a connection that reads while
 * another process writes. */
int sqlite_load_heads(sqlite_store *s);
int sqlite_follow_heads(sqlite_store *s);

/* Writes the table to the file, within a transaction. */
bool sqlite_save_heads(sqlite_store *s);

/* Should the table be written? */
bool sqlite_heads_are_old(const sqlite_store *s);

/* For store_heads_follow(). */
store_head sqlite_head_of(uint64_t id, const event *e);

/* The head of a live or closed room. 0, -ENOENT, or another negative errno. */
int sqlite_find_head(sqlite_store *s, event_room room, store_head *ret);

/* ---- sqlite_log.c: writing, sqlite_read.c: reading ---------------------- */

int sqlite_commit(store *base, const store_change *changes, int count);
int sqlite_load(store *base, event_room room, uint32_t from, store_sink *sink,
                void *context);
int sqlite_load_live(store *base, store_wake_sink *sink, void *context);
int sqlite_tail(store *base, uint64_t *position, int limit, store_sink *sink,
                void *context);

/* ---- sqlite_games.c: projection of finished games ----------------------- */

bool sqlite_projector_init(sqlite3 *db, const char *schema,
                           sqlite_projector *ret);
void sqlite_projector_clear(sqlite_projector *p);

/* Projects the game-over event at a position of the log. False if it failed.
 */
bool sqlite_project(sqlite_projector *p, uint64_t id, const event *e);

/* Write the collected counts; drop them, after a rollback. */
bool sqlite_project_flush(sqlite_projector *p);
void sqlite_project_discard(sqlite_projector *p);

/* Projects the next waiting games, within a transaction, and advances
 * `projected`. 0 or a negative errno. */
int sqlite_project_waiting(sqlite_store *s, int limit, int *ret_games);

int sqlite_work(store *base);
bool sqlite_is_behind(const store *base);

/* ---- sqlite_queries.c --------------------------------------------------- */

int sqlite_games(store *base, const store_game_filter *filter,
                 store_game_sink *sink, void *context, uint64_t *ret_next);
int sqlite_game_find(store *base, event_room room, int number,
                     store_game *ret);
int sqlite_player(store *base, const event_hash *key,
                  store_record out[STORE_MAX_RECORDS], int *ret_count);
int sqlite_totals(store *base, oxo_variant variant, store_totals *ret);
int sqlite_explore(store *base, uint64_t place,
                   store_choice out[OXO_MAX_MOVES], int *ret_count);
int sqlite_board_get(store *base, const store_uuid *id, oxo_classic *ret);
int sqlite_boards(store *base, store_board_sink *sink, void *context);

/* ---- sqlite_house.c ----------------------------------------------------- */

bool sqlite_is_untidy(const store *base);
int sqlite_tidy(store *base);
int sqlite_rebuild(store *base, store_progress *progress, void *context);
int sqlite_check(store *base, store_fault *fault, store_progress *progress,
                 void *context);
int sqlite_backup(store *base, const char *file, store_progress *progress,
                  void *context);
int sqlite_info(store *base, store_figures *ret);

#endif /* SQLITE_SQLITE_PRIVATE_H */
