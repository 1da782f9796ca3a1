/* sqlite_schema.c - the tables, and migration from older versions.
 *
 * Two tables are primary: `events`, the log, which only grows, and `boards`,
 * 001's repository. Everything else is derived from the log.
 *
 *   events     `id` is the position in the log. There is no index on (room,
 *              seq), because its random inserts would cost seven times as much
 *              as the log. `back` leads to the previous event of the room: it
 *              is the distance of their positions, 0 for the first event.
 *   rooms      closed rooms only: the position of the last event
 *   heads      all live rooms in one value (store_heads.h), as of the position
 *              `mark`, and how far games were projected then. Written now and
 *              then; later changes are read from the log.
 *   snapshots  of live rooms; `last` is the position of the event `seq`, or 0
 *              if unknown
 *   games      finished games, by the position of their game-over event, which
 *              contains the game; here are only the columns to search by.
 *              Games of rooms by link are in fewer indexes.
 *   players    results by key, variant and level of the opponent
 *   totals     results by variant
 *   explorer   results by move and position, up to symmetry
 *
 * user_version is the number of migration steps of the file. A released step
 * is never changed. A new version needs a new step, a new file in tests/data,
 * and a line in docs/design/store.md. */
#include "sqlite_private.h"

#include <errno.h>
#include <stdio.h>

/* "oxo!": identifies the file to file(1) and to us. */
enum { APPLICATION_ID = 0x6f786f21 };

static const char *const steps[SQLITE_VERSION_NOW] = {
    "CREATE TABLE events("
    " id INTEGER PRIMARY KEY, room INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " back INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " data BLOB NOT NULL) STRICT;"
    "CREATE TABLE boards("
    " id BLOB PRIMARY KEY, x INTEGER NOT NULL, o INTEGER NOT NULL,"
    " turn INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rooms("
    " room INTEGER PRIMARY KEY, last INTEGER NOT NULL, seq INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE heads("
    " one INTEGER PRIMARY KEY, mark INTEGER NOT NULL,"
    " projected INTEGER NOT NULL, data BLOB NOT NULL) STRICT;"
    "CREATE TABLE snapshots("
    " room INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL,"
    " data BLOB NOT NULL) STRICT;"
    "CREATE TABLE games("
    " id INTEGER PRIMARY KEY, room INTEGER NOT NULL, number INTEGER NOT NULL,"
    " ended INTEGER NOT NULL, variant INTEGER NOT NULL,"
    " outcome INTEGER NOT NULL, public INTEGER NOT NULL,"
    " x_key BLOB, o_key BLOB, x_name TEXT NOT NULL, o_name TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE players("
    " key BLOB NOT NULL, variant INTEGER NOT NULL, level INTEGER NOT NULL,"
    " wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,"
    " PRIMARY KEY(key, variant, level)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE totals("
    " variant INTEGER PRIMARY KEY, x_wins INTEGER NOT NULL,"
    " draws INTEGER NOT NULL, o_wins INTEGER NOT NULL) STRICT;"
    "CREATE TABLE explorer("
    " place INTEGER NOT NULL, move INTEGER NOT NULL,"
    " x_wins INTEGER NOT NULL, draws INTEGER NOT NULL,"
    " o_wins INTEGER NOT NULL,"
    " PRIMARY KEY(place, move)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX games_by_room ON games(room, number);"
    "CREATE INDEX games_by_end ON games(ended) WHERE public = 1;"
    "CREATE INDEX games_by_variant ON games(variant, ended)"
    " WHERE public = 1;"
    "CREATE INDEX games_by_x_name ON games(x_name, ended) WHERE public = 1;"
    "CREATE INDEX games_by_o_name ON games(o_name, ended) WHERE public = 1;"
    "CREATE INDEX games_by_x_key ON games(x_key, ended)"
    " WHERE x_key IS NOT NULL;"
    "CREATE INDEX games_by_o_key ON games(o_key, ended)"
    " WHERE o_key IS NOT NULL;",
};

static bool execute(sqlite_store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool run_steps(sqlite_store *s, int version)
{
    char stamp[96];
    snprintf(stamp, sizeof(stamp),
             "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION_ID, SQLITE_VERSION_NOW);
    for (int i = version; i < SQLITE_VERSION_NOW; i++)
        if (!execute(s, steps[i]))
            return false;
    return execute(s, stamp);
}

static int refuse_stranger(sqlite_store *s)
{
    store_say(&s->base, "%s is not a store of oxo", s->place);
    return -EUCLEAN;
}

static int refuse_version(sqlite_store *s, int version)
{
    const char *advice = version > SQLITE_VERSION_NOW
                             ? "a newer oxo is needed to read it"
                             : "start a server on it once to migrate it";
    store_say(&s->base,
              "%s is a store of version %d, and this oxo is for version %d: "
              "%s",
              s->place, version, SQLITE_VERSION_NOW, advice);
    return -EPROTO;
}

/* The version of the file; 0: it is empty. */
static int read_version(sqlite_store *s, int *ret_version)
{
    uint64_t id, number, tables;
    if (!sqlite_ask(s, "PRAGMA application_id", &id) ||
        !sqlite_ask(s, "PRAGMA user_version", &number) ||
        !sqlite_ask(s, "SELECT count(*) FROM sqlite_schema", &tables))
        return sqlite3_errcode(s->db) == SQLITE_NOTADB
                   ? refuse_stranger(s)
                   : sqlite_fail(s, "read it");
    const int version = (int)(int64_t)number; /* may be negative */
    const bool empty = id == 0 && version == 0 && tables == 0;
    if (!empty && (id != APPLICATION_ID || version < 1))
        return refuse_stranger(s);
    *ret_version = version;
    return 0;
}

int sqlite_look(sqlite_store *s, bool create, int *ret_version)
{
    int version = 0;
    const int error = read_version(s, &version);
    if (error)
        return error;
    if (version == 0 && (!create || s->read_only))
        return refuse_stranger(s);
    if (version > SQLITE_VERSION_NOW ||
        (version < SQLITE_VERSION_NOW && s->read_only))
        return refuse_version(s, version);
    *ret_version = version;
    return 0;
}

int sqlite_migrate(sqlite_store *s, int version)
{
    if (version == SQLITE_VERSION_NOW)
        return 0;
    if (sqlite_do(s, SQL_BEGIN) && run_steps(s, version) &&
        sqlite_do(s, SQL_COMMIT))
        return 0;
    const int failure = sqlite_fail(s, "migrate it");
    sqlite_roll_back(s);
    return failure;
}
