/* postgres_schema.c - the tables, and migration from older versions.
 *
 * As in a file (sqlite_schema.c), the log and 001's boards are primary, and
 * everything else is derived from the log. The differences:
 *
 *   store      one row: the version, the end of the log, and its end before
 *              the last commit. A commit locks this row until it ends, so
 *              commits of several nodes run one after the other.
 *   nodes      the end of each node's lease, by the clock of the database, in
 *              milliseconds since 1970; since when the node looks after rooms;
 *              and the number of its commits, to find out what became of a
 *              commit whose answer was lost
 *   presence   sights: which seats are connected to which node. `since` is 0,
 *              or the time when the last connection ended. `change` numbers
 *              the commits that wrote sights. Lost in a crash of the database;
 *              nodes write their sights again then.
 *   events     (room, seq) is the primary key, so no node can store an event
 *              twice. `id` is the position in the log.
 *   live       rooms that are not closed
 *   games      an archive with a partition for each month (UTC) of `ended`,
 *              created when its first game ends: oxo.add_month()
 *   snapshots  of live rooms, by room
 *
 * A released step is never changed. A new version needs a new step and a line
 * in docs/design/store.md. */
#include "postgres_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { POSTGRES_VERSION_NOW = 2 };

#define GAMES_INDEXES                                                         \
    "CREATE INDEX games_by_room ON oxo.games(room, number)",                  \
        "CREATE INDEX games_by_end ON oxo.games(ended, id)"                   \
        " WHERE public = 1",                                                  \
        "CREATE INDEX games_by_variant ON oxo.games(variant, ended, id)"      \
        " WHERE public = 1",                                                  \
        "CREATE INDEX games_by_x_name ON oxo.games(x_name, ended, id)"        \
        " WHERE public = 1",                                                  \
        "CREATE INDEX games_by_o_name ON oxo.games(o_name, ended, id)"        \
        " WHERE public = 1",                                                  \
        "CREATE INDEX games_by_x_key ON oxo.games(x_key, ended, id)"          \
        " WHERE x_key IS NOT NULL",                                           \
        "CREATE INDEX games_by_o_key ON oxo.games(o_key, ended, id)"          \
        " WHERE o_key IS NOT NULL"

static const char *const first_step[] = {
    "CREATE SCHEMA oxo",
    "CREATE TABLE oxo.store("
    " one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL,"
    " commits bigint NOT NULL, writer bigint NOT NULL)"
    " WITH (fillfactor = 10)",
    "INSERT INTO oxo.store VALUES(1, 0, 0, 0)",
    "CREATE TABLE oxo.events("
    " room integer NOT NULL, seq bigint NOT NULL, id bigint NOT NULL UNIQUE,"
    " at bigint NOT NULL, kind smallint NOT NULL, data bytea NOT NULL,"
    " PRIMARY KEY(room, seq))",
    "CREATE TABLE oxo.boards("
    " id bytea PRIMARY KEY, x smallint NOT NULL, o smallint NOT NULL,"
    " turn smallint NOT NULL)",
    "CREATE TABLE oxo.live(room integer PRIMARY KEY)",
    "CREATE TABLE oxo.snapshots("
    " room integer PRIMARY KEY, seq bigint NOT NULL, data bytea NOT NULL)",
    "CREATE TABLE oxo.games("
    " id bigint PRIMARY KEY, room integer NOT NULL, number integer NOT NULL,"
    " ended bigint NOT NULL, variant smallint NOT NULL,"
    " outcome smallint NOT NULL, public smallint NOT NULL,"
    " x_key bytea, o_key bytea,"
    " x_name text COLLATE \"C\" NOT NULL, o_name text COLLATE \"C\" NOT NULL)",
    "CREATE TABLE oxo.players("
    " key bytea NOT NULL, variant smallint NOT NULL, level smallint NOT NULL,"
    " wins bigint NOT NULL, draws bigint NOT NULL, losses bigint NOT NULL,"
    " PRIMARY KEY(key, variant, level))",
    "CREATE TABLE oxo.totals("
    " variant smallint PRIMARY KEY, x_wins bigint NOT NULL,"
    " draws bigint NOT NULL, o_wins bigint NOT NULL)",
    "CREATE TABLE oxo.explorer("
    " place bigint NOT NULL, move smallint NOT NULL, x_wins bigint NOT NULL,"
    " draws bigint NOT NULL, o_wins bigint NOT NULL,"
    " PRIMARY KEY(place, move))",
    GAMES_INDEXES,
    NULL,
};

static const char *const second_step[] = {
    "ALTER TABLE oxo.store DROP commits, DROP writer,"
    " ADD position bigint NOT NULL DEFAULT 0,"
    " ADD before bigint NOT NULL DEFAULT 0,"
    " ADD presence bigint NOT NULL DEFAULT 0",
    "UPDATE oxo.store SET position ="
    " (SELECT coalesce(max(id), 0) FROM oxo.events)",
    "CREATE TABLE oxo.nodes("
    " id integer PRIMARY KEY, commits bigint NOT NULL,"
    " begins bigint NOT NULL, until bigint NOT NULL)"
    " WITH (fillfactor = 10)",
    "CREATE UNLOGGED TABLE oxo.presence("
    " room integer NOT NULL, seat smallint NOT NULL, node integer NOT NULL,"
    " since bigint NOT NULL, change bigint NOT NULL,"
    " PRIMARY KEY(room, seat, node))",
    "CREATE INDEX presence_by_change ON oxo.presence(change)",
    "ALTER TABLE oxo.games RENAME TO games_before",
    "ALTER INDEX oxo.games_pkey RENAME TO games_before_pkey",
    "DROP INDEX oxo.games_by_room, oxo.games_by_end, oxo.games_by_variant,"
    " oxo.games_by_x_name, oxo.games_by_o_name, oxo.games_by_x_key,"
    " oxo.games_by_o_key",
    "CREATE TABLE oxo.games("
    " id bigint NOT NULL, room integer NOT NULL, number integer NOT NULL,"
    " ended bigint NOT NULL, variant smallint NOT NULL,"
    " outcome smallint NOT NULL, public smallint NOT NULL,"
    " x_key bytea, o_key bytea,"
    " x_name text COLLATE \"C\" NOT NULL, o_name text COLLATE \"C\" NOT NULL,"
    " PRIMARY KEY(id, ended)) PARTITION BY RANGE (ended)",
    GAMES_INDEXES,
    "CREATE TABLE oxo.games_earlier PARTITION OF oxo.games"
    " FOR VALUES FROM (MINVALUE) TO (0)",
    "CREATE TABLE oxo.games_later PARTITION OF oxo.games"
    " FOR VALUES FROM (" POSTGRES_LATER ") TO (MAXVALUE)",
    "CREATE FUNCTION oxo.add_month(at bigint) RETURNS void LANGUAGE plpgsql"
    " AS $$ DECLARE"
    " month timestamp := oxo.month_of(at);"
    " name text := 'games_' || to_char(month, 'YYYY_MM');"
    " begun bigint := extract(epoch FROM month) * 1000;"
    " ended bigint := extract(epoch FROM month + interval '1 month') * 1000;"
    " BEGIN PERFORM FROM oxo.store FOR UPDATE;"
    " IF to_regclass('oxo.' || name) IS NULL THEN"
    " EXECUTE format('CREATE TABLE oxo.%I (LIKE oxo.games INCLUDING ALL)',"
    " name);"
    " EXECUTE format('ALTER TABLE oxo.games ATTACH PARTITION oxo.%I"
    " FOR VALUES FROM (%s) TO (%s)', name, begun, ended);"
    " END IF; END $$",
    "CREATE FUNCTION oxo.month_of(at bigint) RETURNS timestamp IMMUTABLE"
    " RETURN date_trunc('month', to_timestamp(at / 1000)"
    " AT TIME ZONE 'UTC')",
    POSTGRES_ADD_MONTHS("SELECT ended FROM oxo.games_before"),
    "INSERT INTO oxo.games SELECT * FROM oxo.games_before",
    "DROP TABLE oxo.games_before",
    NULL,
};

static const char *const *const steps[POSTGRES_VERSION_NOW] = {first_step,
                                                               second_step};

/* ---- Version ------------------------------------------------------------ */

static int ask_sql(postgres_store *s, const char *sql, PGresult **ret)
{
    const int error = postgres_send_sql(s, sql, NULL);
    return error ? error : postgres_finish(s, "read it", ret);
}

/* Names of players are UTF-8 and must be stored unchanged. */
static int check_encoding(postgres_store *s)
{
    PGresult *r = NULL;
    const int error =
        ask_sql(s, "SELECT current_setting('server_encoding') = 'UTF8'", &r);
    const bool fits = !error && postgres_int(r, 0, 0) == 1;
    PQclear(r);
    if (error || fits)
        return error;
    store_say(&s->base, "%s: the encoding of the database is not UTF8",
              s->place);
    return -EUCLEAN;
}

static int find_version(postgres_store *s, int *ret)
{
    PGresult *r = NULL;
    int error = ask_sql(s,
                        "SELECT to_regnamespace('oxo') IS NOT NULL,"
                        " to_regclass('oxo.store') IS NOT NULL",
                        &r);
    const bool schema = !error && postgres_int(r, 0, 0) == 1;
    const bool table = !error && postgres_int(r, 0, 1) == 1;
    PQclear(r);
    *ret = 0;
    if (error || !schema)
        return error;
    if (!table) {
        store_say(&s->base,
                  "%s has a schema \"oxo\" that is not a store of oxo",
                  s->place);
        return -EUCLEAN;
    }
    error = ask_sql(s, "SELECT version FROM oxo.store", &r);
    if (!error)
        *ret = PQntuples(r) == 1 ? (int)postgres_int(r, 0, 0) : 0;
    PQclear(r);
    return error;
}

static int refuse_version(postgres_store *s, int version)
{
    store_say(&s->base,
              "%s is a store of version %d, and this oxo is for version %d: "
              "%s",
              s->place, version, POSTGRES_VERSION_NOW,
              version > POSTGRES_VERSION_NOW
                  ? "a newer oxo is needed to read it"
                  : "start a server on it once to migrate it");
    return -EPROTO;
}

bool postgres_is_current(int version)
{
    return version == POSTGRES_VERSION_NOW;
}

int postgres_look(postgres_store *s, bool create, int *ret_version)
{
    int version = 0;
    int error = check_encoding(s);
    if (!error)
        error = find_version(s, &version);
    if (error)
        return error;
    if (version == 0 && (!create || s->read_only)) {
        store_say(&s->base, "%s: this database has no store of oxo", s->place);
        return -ENOENT;
    }
    if (version > POSTGRES_VERSION_NOW ||
        (version < POSTGRES_VERSION_NOW && s->read_only))
        return refuse_version(s, version);
    *ret_version = version;
    return 0;
}

/* ---- Migration ---------------------------------------------------------- */

static int send_steps(postgres_store *s, int version)
{
    int error = 0;
    for (int i = version; i < POSTGRES_VERSION_NOW && !error; i++)
        for (const char *const *sql = steps[i]; *sql && !error; sql++)
            error = postgres_send_sql(s, *sql, NULL);
    return error;
}

/* One transaction. */
int postgres_migrate(postgres_store *s, int version)
{
    char stamp[64];
    if (postgres_is_current(version))
        return 0;
    snprintf(stamp, sizeof(stamp), "UPDATE oxo.store SET version = %d",
             POSTGRES_VERSION_NOW);
    int error = send_steps(s, version);
    if (!error)
        error = postgres_send_sql(s, stamp, NULL);
    postgres_take_time(s, true);
    if (!error)
        error = postgres_finish(s, "migrate it", NULL);
    postgres_take_time(s, false);
    return error;
}
