/* postgres_private.h - shared by the files of the PostgreSQL engine. */
#ifndef POSTGRES_POSTGRES_PRIVATE_H
#define POSTGRES_POSTGRES_PRIVATE_H

#include <libpq-fe.h>

#include "store_engine.h"
#include "store_heads.h"
#include "store_conflict.h"

/* ---- Statements --------------------------------------------------------- */

/* All tables are in the schema "oxo", and statements name it, so the search
 * path of a role or a database does not matter. */
#define POSTGRES_EVENT_COLUMNS "id, room, seq, at, kind, data"
#define POSTGRES_EVENTS "SELECT " POSTGRES_EVENT_COLUMNS " FROM oxo.events"

/* The end of the log before the current commit. The events of the commit are
 * numbered from there. */
#define POSTGRES_BEFORE "(SELECT before FROM oxo.store)"

/* Milliseconds since 1970, by the clock of the database. */
#define POSTGRES_NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The duration of a lease, in milliseconds. A lease that ends much later comes
 * from another clock, that of a failed primary, and is void. */
#define POSTGRES_LEASE_MS 6000
#define POSTGRES_TEXT_OF(number) #number
#define POSTGRES_TEXT(number) POSTGRES_TEXT_OF(number)
#define POSTGRES_LEASE POSTGRES_TEXT(POSTGRES_LEASE_MS)
#define POSTGRES_IS_ALIVE                                                     \
    "until > " POSTGRES_NOW " AND until < " POSTGRES_NOW                      \
    " + 2 * " POSTGRES_LEASE

/* Creates the partitions of the archive for the times in a query. Times after
 * the year 9999 have their own partition. */
#define POSTGRES_LATER "253402300800000"
#define POSTGRES_ADD_MONTHS(query)                                            \
    "SELECT oxo.add_month(min(at)) FROM (" query ") AS u(at)"                 \
    " WHERE at BETWEEN 0 AND " POSTGRES_LATER " - 1"                          \
    " GROUP BY oxo.month_of(at)"

#define POSTGRES_ADD_OUTCOMES(table)                                          \
    " DO UPDATE SET x_wins = " table ".x_wins + excluded.x_wins,"             \
    " draws = " table ".draws + excluded.draws,"                              \
    " o_wins = " table ".o_wins + excluded.o_wins"

/* What finished games add to the tables of a schema. Each row is written once,
 * in the order of the table, even if several games change it. */
#define POSTGRES_GAME(schema, before)                                         \
    "INSERT INTO " schema ".games SELECT " before " + number_in_it, room,"    \
    " number, ended, variant, outcome, public, x_key, o_key, x_name, o_name"  \
    " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],"    \
    " $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[],"    \
    " $10::text[], $11::text[]) AS u(number_in_it, room, number, ended, "     \
    "variant,"                                                                \
    " outcome, public, x_key, o_key, x_name, o_name)"
#define POSTGRES_SCORE(schema)                                                \
    "INSERT INTO " schema ".players AS p SELECT key, variant, level,"         \
    " sum(wins), sum(draws), sum(losses) FROM unnest($1::bytea[],"            \
    " $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])"  \
    " AS u(key, variant, level, wins, draws, losses) GROUP BY 1, 2, 3"        \
    " ORDER BY 1, 2, 3 ON CONFLICT (key, variant, level) DO UPDATE SET"       \
    " wins = p.wins + excluded.wins, draws = p.draws + excluded.draws,"       \
    " losses = p.losses + excluded.losses"
#define POSTGRES_TOTAL(schema)                                                \
    "INSERT INTO " schema ".totals AS t SELECT variant, sum(x), sum(d),"      \
    " sum(o) FROM unnest($1::bigint[], $2::bigint[], $3::bigint[],"           \
    " $4::bigint[]) AS u(variant, x, d, o) GROUP BY 1 ORDER BY 1"             \
    " ON CONFLICT (variant)" POSTGRES_ADD_OUTCOMES("t")
#define POSTGRES_STEP(schema)                                                 \
    "INSERT INTO " schema ".explorer AS e SELECT place, move, sum(x),"        \
    " sum(d), sum(o) FROM unnest($1::bigint[], $2::bigint[], $3::bigint[],"   \
    " $4::bigint[], $5::bigint[]) AS u(place, move, x, d, o)"                 \
    " GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (place, "                       \
    "move)" POSTGRES_ADD_OUTCOMES("e")

/* Prepared once for each connection. */
#define POSTGRES_STATEMENTS(X)                                                \
    X(PG_APPEND,                                                              \
      "INSERT INTO oxo.events(room, seq, id, at, kind, data)"                 \
      " SELECT room, CASE WHEN head = 0 OR (SELECT kind FROM oxo.events b"    \
      " WHERE b.room = u.room AND b.seq = u.seq - 1) <> 12 THEN seq END,"     \
      " " POSTGRES_BEFORE " + number, at, kind, data FROM unnest("            \
      "$1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]," \
      " $6::bytea[]) WITH ORDINALITY"                                         \
      " AS u(room, seq, head, at, kind, data, number)")                       \
    X(PG_NUMBER_COMMIT,                                                       \
      "WITH mine AS (UPDATE oxo.nodes SET commits = $2::bigint"               \
      " WHERE id = $1::bigint) UPDATE oxo.store SET before = position,"       \
      " position = position + $3::bigint, presence = presence + $4::bigint")  \
    X(PG_TELL,                                                                \
      "SELECT position, (SELECT pg_notify('oxo', concat_ws(' ', $1::bigint,"  \
      " before, position, presence)) WHERE $2::bigint > 0 AND EXISTS"         \
      " (SELECT FROM oxo.nodes WHERE id <> $1::bigint"                        \
      " AND " POSTGRES_IS_ALIVE ")) FROM oxo.store")                          \
    X(PG_SEE,                                                                 \
      "INSERT INTO oxo.presence SELECT DISTINCT ON (1, 2) room, seat, node,"  \
      " since, (SELECT presence FROM oxo.store) FROM unnest($1::bigint[],"    \
      " $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY"            \
      " AS u(room, seat, node, since, number) WHERE EXISTS (SELECT FROM"      \
      " oxo.live l WHERE l.room = u.room) ORDER BY 1, 2, number DESC"         \
      " ON CONFLICT (room, seat, node) DO UPDATE SET since = excluded.since," \
      " change = excluded.change")                                            \
    X(PG_RENEW,                                                               \
      "INSERT INTO oxo.nodes AS n SELECT $1::bigint, 0, now + CASE WHEN"      \
      " EXISTS (SELECT FROM oxo.nodes WHERE id <> $1::bigint"                 \
      " AND " POSTGRES_IS_ALIVE ") THEN $2::bigint ELSE 0 END,"               \
      " now + " POSTGRES_LEASE " FROM (SELECT " POSTGRES_NOW ") AS c(now)"    \
      " ON CONFLICT (id) DO UPDATE SET until = excluded.until,"               \
      " begins = CASE WHEN $3::bigint = 0 AND"                                \
      " n.until BETWEEN excluded.until - " POSTGRES_LEASE                     \
      " AND excluded.until + " POSTGRES_LEASE " THEN n.begins"                \
      " ELSE excluded.begins END")                                            \
    X(PG_ANNOUNCE, "SELECT pg_notify('oxo', id::text) FROM oxo.nodes"         \
                   " WHERE id = $1::bigint"                                   \
                   " AND begins >= until - " POSTGRES_LEASE)                  \
    X(PG_NODES,                                                               \
      "SELECT now, id, begins <= now, begins FROM"                            \
      " (SELECT " POSTGRES_NOW ") AS c(now) LEFT JOIN oxo.nodes"              \
      " ON " POSTGRES_IS_ALIVE " ORDER BY begins, id LIMIT $1::bigint")       \
    X(PG_SWEEP,                                                               \
      "WITH old AS (DELETE FROM oxo.nodes WHERE until < " POSTGRES_NOW        \
      " - $1::bigint) DELETE FROM oxo.presence WHERE node NOT IN"             \
      " (SELECT id FROM oxo.nodes WHERE until > " POSTGRES_NOW                \
      " - $2::bigint)")                                                       \
    X(PG_LEAVE, "WITH gone AS (DELETE FROM oxo.nodes WHERE id = $1::bigint)"  \
                " DELETE FROM oxo.presence WHERE node = $1::bigint")          \
    X(PG_TELL_NODES, "SELECT pg_notify('oxo', $1::bigint::text)")             \
    X(PG_SIGHTS, "SELECT change, room, seat, node, since FROM oxo.presence"   \
                 " JOIN oxo.nodes n ON n.id = node"                           \
                 " WHERE change > $1::bigint AND node <> $2::bigint"          \
                 " AND " POSTGRES_IS_ALIVE " ORDER BY change"                 \
                 " FETCH FIRST ($3::bigint) ROWS WITH TIES")                  \
    X(PG_OPEN_ROOMS, "INSERT INTO oxo.live SELECT * FROM"                     \
                     " unnest($1::bigint[])")                                 \
    X(PG_CLOSE_ROOMS, "WITH gone AS (DELETE FROM oxo.snapshots"               \
                      " WHERE room = ANY($1::bigint[])),"                     \
                      " left_it AS (DELETE FROM oxo.presence"                 \
                      " WHERE room = ANY($1::bigint[]))"                      \
                      " DELETE FROM oxo.live WHERE room = ANY($1::bigint[])") \
    X(PG_KEEP_SNAPSHOTS,                                                      \
      "INSERT INTO oxo.snapshots AS s SELECT DISTINCT ON (1) * FROM"          \
      " unnest($1::bigint[], $2::bigint[], $3::bytea[])"                      \
      " AS u(room, seq, data) WHERE EXISTS (SELECT FROM oxo.live l"           \
      " WHERE l.room = u.room) AND EXISTS (SELECT FROM oxo.events e"          \
      " WHERE e.room = u.room AND e.seq = u.seq) ORDER BY 1, 2 DESC"          \
      " ON CONFLICT (room) DO UPDATE SET seq = excluded.seq,"                 \
      " data = excluded.data WHERE excluded.seq >= s.seq")                    \
    X(PG_KEEP_BOARD,                                                          \
      "INSERT INTO oxo.boards SELECT * FROM unnest($1::bytea[],"              \
      " $2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT (id)"           \
      " DO UPDATE SET x = excluded.x, o = excluded.o,"                        \
      " turn = excluded.turn")                                                \
    X(PG_FORGET_BOARD, "DELETE FROM oxo.boards WHERE id = ANY($1::bytea[])")  \
    X(PG_GAME, POSTGRES_GAME("oxo", POSTGRES_BEFORE))                         \
    X(PG_ADD_MONTHS, POSTGRES_ADD_MONTHS("SELECT unnest($1::bigint[])"))      \
    X(PG_SCORE, POSTGRES_SCORE("oxo"))                                        \
    X(PG_TOTAL, POSTGRES_TOTAL("oxo"))                                        \
    X(PG_STEP, POSTGRES_STEP("oxo"))                                          \
    X(PG_JOIN, "INSERT INTO oxo.nodes VALUES($1::bigint, 0, 0, 0)"            \
               " ON CONFLICT (id) DO UPDATE SET commits = nodes.commits"      \
               " RETURNING commits,"                                          \
               " (SELECT position FROM oxo.store)")                           \
    X(PG_UNBLOCK,                                                             \
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity a"              \
      " WHERE wait_event = 'ClientRead' AND usename = current_user"           \
      " AND pid <> pg_backend_pid()"                                          \
      " AND xact_start < clock_timestamp() - interval '1 second'"             \
      " AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND"           \
      " relation = 'oxo.store'::regclass AND mode = 'RowExclusiveLock')")     \
    X(PG_HEADS,                                                               \
      "SELECT e.room, e.seq, e.kind = 12 FROM unnest($1::bigint[]) AS "       \
      "u(room)"                                                               \
      " CROSS JOIN LATERAL (SELECT room, seq, kind FROM oxo.events e"         \
      " WHERE e.room = u.room ORDER BY seq DESC LIMIT 1) e")                  \
    X(PG_ROOM, POSTGRES_EVENTS " WHERE room = $1::bigint"                     \
                               " AND seq >= $2::bigint"                       \
                               " ORDER BY seq LIMIT $3::bigint")              \
    X(PG_TAIL, POSTGRES_EVENTS " WHERE id > $1::bigint"                       \
                               " ORDER BY id LIMIT $2::bigint")               \
    X(PG_SNAPSHOTS, "SELECT s.room, s.seq, s.data FROM oxo.snapshots s"       \
                    " JOIN oxo.live l ON l.room = s.room"                     \
                    " WHERE s.room > $1::bigint"                              \
                    " ORDER BY s.room LIMIT $2::bigint")                      \
    X(PG_AWAKE,                                                               \
      "SELECT e.id, e.room, e.seq, e.at, e.kind, e.data FROM"                 \
      " (SELECT room FROM oxo.live WHERE room > $1::bigint"                   \
      " ORDER BY room LIMIT $2::bigint) l"                                    \
      " LEFT JOIN oxo.snapshots s ON s.room = l.room"                         \
      " JOIN LATERAL (SELECT * FROM oxo.events e WHERE e.room = l.room"       \
      " AND e.seq > coalesce(s.seq, 0)) e ON true"                            \
      " ORDER BY e.room, e.seq")                                              \
    X(PG_IS_LIVE, "SELECT FROM oxo.live WHERE room = $1::bigint")             \
    X(PG_LIVE_FROM, "SELECT max(room), count(*) FROM (SELECT room FROM"       \
                    " oxo.live WHERE room > $1::bigint"                       \
                    " ORDER BY room LIMIT $2::bigint) l")                     \
    X(PG_FIND_GAME,                                                           \
      "SELECT e.id, e.room, e.seq, e.at, e.kind, e.data FROM oxo.games g"     \
      " JOIN oxo.events e ON e.id = g.id"                                     \
      " WHERE g.room = $1::bigint AND g.number = $2::bigint")                 \
    X(PG_GAME_ENDED, "SELECT at FROM oxo.events"                              \
                     " WHERE id = $1::bigint AND kind = 7")                   \
    X(PG_PLAYER,                                                              \
      "SELECT variant, level, wins, draws, losses FROM oxo.players"           \
      " WHERE key = $1::bytea ORDER BY variant, level")                       \
    X(PG_TOTALS, "SELECT x_wins, draws, o_wins FROM oxo.totals"               \
                 " WHERE variant = $1::bigint")                               \
    X(PG_EXPLORE, "SELECT move, x_wins, draws, o_wins FROM oxo.explorer"      \
                  " WHERE place = $1::bigint")                                \
    X(PG_FIND_BOARD,                                                          \
      "SELECT x, o, turn FROM oxo.boards WHERE id = $1::bytea")               \
    X(PG_BOARDS, "SELECT id, x, o, turn FROM oxo.boards"                      \
                 " WHERE id > $1::bytea ORDER BY id LIMIT $2::bigint")        \
    X(PG_FIGURES,                                                             \
      "SELECT (SELECT version FROM oxo.store),"                               \
      " (SELECT count(*) FROM oxo.events),"                                   \
      " (SELECT count(*) FROM oxo.live),"                                     \
      " (SELECT count(*) FROM oxo.events WHERE seq = 1)"                      \
      " - (SELECT count(*) FROM oxo.live),"                                   \
      " (SELECT count(*) FROM oxo.games),"                                    \
      " (SELECT count(DISTINCT key) FROM oxo.players),"                       \
      " (SELECT count(*) FROM oxo.explorer),"                                 \
      " (SELECT count(*) FROM oxo.boards),"                                   \
      " (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint"      \
      " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"        \
      " WHERE n.nspname = 'oxo' AND c.relkind = 'r')")

/* Not prepared, because their tables are temporary. */
#define POSTGRES_CHECKS(X)                                                    \
    X(PG_CHECK_GAME, POSTGRES_GAME("pg_temp", "0"))                           \
    X(PG_CHECK_SCORE, POSTGRES_SCORE("pg_temp"))                              \
    X(PG_CHECK_TOTAL, POSTGRES_TOTAL("pg_temp"))                              \
    X(PG_CHECK_STEP, POSTGRES_STEP("pg_temp"))                                \
    X(PG_CHECK_LIVE,                                                          \
      "INSERT INTO pg_temp.live SELECT * FROM unnest($1::bigint[])")

typedef enum postgres_statement {
#define POSTGRES_STATEMENT_NAME(name, sql) name,
    POSTGRES_STATEMENTS(POSTGRES_STATEMENT_NAME) POSTGRES_PREPARED_COUNT,
    POSTGRES_LAST_PREPARED = POSTGRES_PREPARED_COUNT - 1,
    POSTGRES_CHECKS(POSTGRES_STATEMENT_NAME)
#undef POSTGRES_STATEMENT_NAME
        POSTGRES_STATEMENT_COUNT
} postgres_statement;

/* ---- Rows to write ------------------------------------------------------ */

/* A column of many values, as a binary array of PostgreSQL. With arrays a
 * statement can take any number of rows. */
typedef struct postgres_column {
    uint8_t *bytes;
    size_t size, room;
} postgres_column;

enum { POSTGRES_COLUMNS = 11 };

typedef struct postgres_rows {
    postgres_statement statement;
    const char *types; /* one letter per column: i(nt), b(ytes), t(ext) */
    postgres_column columns[POSTGRES_COLUMNS];
    int width, count, next;
    bool failed; /* out of memory */
} postgres_rows;

void postgres_rows_init(postgres_rows *r, postgres_statement statement,
                        const char *types);
void postgres_rows_clear(postgres_rows *r); /* frees */
void postgres_rows_empty(postgres_rows *r); /* keeps the memory */

/* Add the next value of the current row; `bytes` NULL: an SQL NULL. */
void postgres_put_int(postgres_rows *r, int64_t value);
void postgres_put_bytes(postgres_rows *r, const void *bytes, size_t length);
void postgres_put_text(postgres_rows *r, const char *text);

/* Rows that finished games add. */
typedef struct postgres_projector {
    postgres_rows game, score, total, step;
} postgres_projector;

/* ---- A store ------------------------------------------------------------ */

typedef struct postgres_store {
    store base;
    char *url;     /* with its password */
    char *place;   /* without */
    PGconn *db;    /* NULL while there is no connection */
    bool prepared; /* its statements are prepared */
    bool read_only, shared;
    bool bound;       /* must not reconnect: a transaction is open */
    bool warned;      /* a commit may be less durable than required */
    char state[6];    /* the SQLSTATE of the last refusal, or "" */
    int64_t retry;    /* do not connect before this time, in ms */
    int64_t patience; /* time limit for an answer, in ms */
    int pid;          /* of the database's process for the connection... */
    int64_t born;     /* ...and its start: both identify the process */

    /* Of a follower: */
    bool follows, listening;
    int renewals;      /* number of lease renewals */
    uint64_t own_end;  /* the end of our own commits that were announced */
    uint64_t presence; /* the last announced change of sights */

    /* Of a writer: */
    store_heads rooms; /* of the current commit: assumed or real heads */
    store_conflicts conflicts;
    uint64_t position; /* the end of the log, as far as known */
    uint64_t commits;  /* number of our commits */
    uint32_t node;     /* our own number, random */
    postgres_rows events, opened, closed, snapshots, sights, board, gone;
    postgres_projector projector;
} postgres_store;

postgres_store *postgres_of(store *base);

/* ---- postgres_db.c: connection, statements, failures -------------------- */

int postgres_connect(postgres_store *s);
int postgres_prepare(postgres_store *s); /* needs the tables */
void postgres_disconnect(postgres_store *s);
bool postgres_is_away(const postgres_store *s);

/* After a failed attempt to connect: does the database refuse the user, the
 * password or its name, so that further attempts would fail too? */
bool postgres_refuses_us(const postgres_store *s);

/* Connects if necessary, but not right after a failed attempt. */
int postgres_reach(postgres_store *s);

/* Raises the time limit for answers, for work on whole tables; false: the
 * usual limit. */
void postgres_take_time(postgres_store *s, bool long_work);

/* Parameters of a statement. */
enum { POSTGRES_PARAMETERS = 11 };
typedef struct postgres_values {
    const char *values[POSTGRES_PARAMETERS];
    int lengths[POSTGRES_PARAMETERS];
    int formats[POSTGRES_PARAMETERS];
    int count;
    uint8_t ints[POSTGRES_PARAMETERS][8];
} postgres_values;

void postgres_add_int(postgres_values *v, int64_t value);
void postgres_add_bytes(postgres_values *v, const void *bytes, size_t length);
void postgres_add_text(postgres_values *v, const char *text);

/* Put a statement into the pipeline. 0 or a negative errno. */
int postgres_send(postgres_store *s, postgres_statement which,
                  const postgres_values *v);
int postgres_send_sql(postgres_store *s, const char *sql,
                      const postgres_values *v);
int postgres_send_rows(postgres_store *s, postgres_rows *r);

/* Ends the pipeline and waits for all answers. The statements form a
 * transaction, unless one is open. `*ret` (may be NULL) is the last answer
 * with rows, or NULL. */
int postgres_finish(postgres_store *s, const char *what, PGresult **ret);

/* Was the last failure a refusal with an SQLSTATE of this class? */
bool postgres_was(const postgres_store *s, const char *state);

/* One statement and its answer, which the caller frees with PQclear(). */
int postgres_ask(postgres_store *s, postgres_statement which,
                 const postgres_values *v, const char *what, PGresult **ret);
int postgres_ask_sql(postgres_store *s, const char *sql,
                     const postgres_values *v, const char *what,
                     PGresult **ret);
int postgres_do(postgres_store *s, const char *sql, const char *what);

int64_t postgres_int(const PGresult *r, int row, int column);
const uint8_t *postgres_bytes(const PGresult *r, int row, int column,
                              size_t *ret_length);

/* The event of a row of POSTGRES_EVENT_COLUMNS. 0 or -EUCLEAN. */
int postgres_read_event(postgres_store *s, const PGresult *r, int row,
                        event *ret);
__attribute__((format(printf, 2, 3))) int
postgres_damaged(postgres_store *s, const char *format, ...);
int postgres_no_memory(postgres_store *s);

/* ---- postgres_open.c ---------------------------------------------------- */

int postgres_open_reader(store *base, store **ret);

/* Connects a writer again: locks the store, and reads how far it is. After
 * this all commits of the previous connection have ended and are durable. */
int postgres_begin_writing(postgres_store *s);

/* ---- postgres_schema.c -------------------------------------------------- */

/* Finds the version of the store, 0 if there is no store, or refuses it. */
int postgres_look(postgres_store *s, bool create, int *ret_version);
bool postgres_is_current(int version);
int postgres_migrate(postgres_store *s, int version);

/* ---- postgres_log.c, postgres_read.c ------------------------------------ */

int postgres_commit(store *base, const store_change *changes, int count);
int postgres_load(store *base, event_room room, uint32_t from,
                  store_sink *sink, void *context);
int postgres_is_live(store *base, event_room room);
int postgres_load_live(store *base, store_wake_sink *sink, void *context);
int postgres_tail(store *base, uint64_t *position, int limit, store_sink *sink,
                  void *context);

/* Reads the events after a position. The sink gets each event with its
 * position, and NULL for an unreadable one; it may use the connection, and
 * returns false to stop. */
typedef bool postgres_each_sink(uint64_t id, const event *e, void *context);
int postgres_each(postgres_store *s, uint64_t *position, int limit,
                  postgres_each_sink *sink, void *context);

/* ---- postgres_nodes.c --------------------------------------------------- */

uint64_t postgres_position(const store *base);
int postgres_open_follower(store *base, store **ret);
int postgres_renew(store *base, store_lease lease, store_view *ret);
int postgres_leave(store *base);
int postgres_listen(store *base, int milliseconds, int fd, uint64_t own,
                    uint64_t *position);
int postgres_sights(store *base, uint64_t *change, int limit,
                    store_sight_sink *sink, void *context);

/* ---- postgres_games.c --------------------------------------------------- */

void postgres_projector_init(postgres_projector *p, bool check);
void postgres_projector_clear(postgres_projector *p);
void postgres_projector_empty(postgres_projector *p);
/* Projects the game-over event at position `id`, or, during a commit, with
 * number `id` in the commit. */
void postgres_project(postgres_projector *p, uint64_t id, const event *e);

/* Should the rows be sent? */
bool postgres_projector_is_full(const postgres_projector *p);
int postgres_send_projected(postgres_store *s, postgres_projector *p);

/* Creates the partitions of the archive that the games need. */
int postgres_add_months(postgres_store *s, const postgres_projector *p);

/* ---- postgres_queries.c ------------------------------------------------- */

int postgres_games(store *base, const store_game_filter *filter,
                   store_game_sink *sink, void *context, uint64_t *ret_next);
int postgres_game_find(store *base, event_room room, int number,
                       store_game *ret);
int postgres_player(store *base, const event_hash *key,
                    store_record out[STORE_MAX_RECORDS], int *ret_count);
int postgres_totals(store *base, oxo_variant variant, store_totals *ret);
int postgres_explore(store *base, uint64_t place,
                     store_choice out[OXO_MAX_MOVES], int *ret_count);
int postgres_board_get(store *base, const store_uuid *id, oxo_classic *ret);
int postgres_boards(store *base, store_board_sink *sink, void *context);

/* ---- postgres_house.c --------------------------------------------------- */

int postgres_rebuild(store *base, store_progress *progress, void *context);
int postgres_check(store *base, store_fault *fault, store_progress *progress,
                   void *context);
int postgres_info(store *base, store_figures *ret);

#endif /* POSTGRES_POSTGRES_PRIVATE_H */
