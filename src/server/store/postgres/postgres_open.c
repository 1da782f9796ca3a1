/* postgres_open.c - locks, opens and closes a store in a database.
 *
 * Writing needs an advisory lock of the connection. Servers share this lock; a
 * rebuild or a copy takes it exclusively. Each writer also holds an exclusive
 * advisory lock on its own number. PostgreSQL releases both when the
 * connection ends, and not before its last commit has ended. So a writer that
 * gets its own lock again can find out what became of its earlier commits. */
#include "postgres_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

postgres_store *postgres_of(store *base)
{
    return (postgres_store *)base;
}

/* ---- The store ---------------------------------------------------------- */

static void make_rows(postgres_store *s)
{
    postgres_rows_init(&s->events, PG_APPEND, "iiiiib");
    postgres_rows_init(&s->opened, PG_OPEN_ROOMS, "i");
    postgres_rows_init(&s->closed, PG_CLOSE_ROOMS, "i");
    postgres_rows_init(&s->snapshots, PG_KEEP_SNAPSHOTS, "iib");
    postgres_rows_init(&s->sights, PG_SEE, "iiii");
    postgres_rows_init(&s->board, PG_KEEP_BOARD, "biii");
    postgres_rows_init(&s->gone, PG_FORGET_BOARD, "b");
    postgres_projector_init(&s->projector, false);
}

static postgres_store *make_store(const char *url)
{
    postgres_store *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    s->base.engine = &store_postgres;
    postgres_take_time(s, false);
    s->url = strdup(url);
    s->place = store_show_place(url);
    make_rows(s);
    return s;
}

static void free_store(postgres_store *s)
{
    enum { TABLES = 7 };
    postgres_rows *const rows[TABLES] = {&s->events,    &s->opened, &s->closed,
                                         &s->snapshots, &s->sights, &s->board,
                                         &s->gone};
    postgres_disconnect(s);
    for (int i = 0; i < TABLES; i++)
        postgres_rows_clear(rows[i]);
    postgres_projector_clear(&s->projector);
    store_heads_clear(&s->rooms);
    store_heads_clear(&s->conflicts.pending);
    free(s->url);
    free(s->place);
    free(s);
}

/* ---- Writing ------------------------------------------------------------ */

/* "oxo!" as a number. Waiting for the lock ends after lock_timeout. */
#define LOCK "1870163745"

static int report_if_busy(postgres_store *s, int error)
{
    if (error == -EBUSY)
        store_say(&s->base, "%s is in use by another oxo", s->place);
    return error;
}

static int take_alone(postgres_store *s)
{
    return report_if_busy(
        s, postgres_do(s, "SELECT pg_advisory_lock(" LOCK ")", "take it"));
}

static int take_shared(postgres_store *s)
{
    return report_if_busy(
        s,
        postgres_do(s, "SELECT pg_advisory_lock_shared(" LOCK ")", "take it"));
}

/* Creates or migrates the tables, with an exclusive lock. If the lock is
 * taken, another process may be doing so. */
static int make_tables(postgres_store *s, bool create, int version)
{
    const int busy = take_alone(s);
    int error = busy == -EBUSY ? 0 : busy;
    if (!error)
        error = postgres_look(s, create, &version);
    if (!error && busy && !postgres_is_current(version)) {
        store_say(&s->base,
                  "%s has an older version and is in use by another oxo: "
                  "stop that one first",
                  s->place);
        return busy;
    }
    if (!error)
        error = postgres_migrate(s, version);
    if (!error && s->shared)
        error = take_shared(s);
    if (!error && s->shared && !busy)
        error =
            postgres_do(s, "SELECT pg_advisory_unlock(" LOCK ")", "share it");
    return error;
}

static int take_tables(postgres_store *s, bool create)
{
    int version = 0;
    int error = 0;
    if (!s->read_only && !s->shared)
        error = take_alone(s);
    if (!error)
        error = postgres_look(s, create, &version);
    if (error || s->read_only)
        return error;
    if (!postgres_is_current(version))
        return make_tables(s, create, version);
    return s->shared ? take_shared(s) : 0;
}

/* Reads the number of our last commit from our own row. Writing the row waits
 * for the same replicas as a commit, so all earlier commits are durable then.
 */
static int join_nodes(postgres_store *s)
{
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_int(&v, s->node);
    s->warned = false;
    int error = postgres_ask_sql(
        s, "SELECT pg_advisory_lock(" LOCK ", $1::bigint::int)", &v, "take it",
        &r);
    PQclear(r);
    if (!error)
        error = postgres_ask(s, PG_JOIN, &v, "take it", &r);
    else
        return report_if_busy(s, error);
    if (!error && s->warned) {
        store_say(&s->base, "%s: a replica does not answer", s->place);
        error = -EAGAIN;
    }
    if (!error) {
        s->commits = (uint64_t)postgres_int(r, 0, 0);
        s->position = (uint64_t)postgres_int(r, 0, 1);
    }
    PQclear(r);
    return error;
}

static int take_store(postgres_store *s, bool create)
{
    int error = postgres_connect(s);
    if (!error)
        error = take_tables(s, create);
    if (!error)
        error = postgres_prepare(s);
    if (!error && !s->read_only)
        error = join_nodes(s);
    if (error)
        postgres_disconnect(s);
    return error;
}

int postgres_begin_writing(postgres_store *s)
{
    return take_store(s, false);
}

/* ---- Opening and closing ------------------------------------------------ */

static int give_up(postgres_store *s, int error)
{
    if (s->base.error[0])
        store_say(NULL, "%s", s->base.error);
    else
        store_say(NULL, "%s: %s", s->place ? s->place : "the store",
                  strerror(-error));
    free_store(s);
    return error;
}

static int postgres_open(const store_options *options, store **ret)
{
    postgres_store *s = make_store(options->place);
    if (!s)
        return -ENOMEM;
    s->read_only = options->read_only;
    s->shared = options->shared;
    int error = s->url && s->place ? 0 : -ENOMEM;
    if (!error && getrandom(&s->node, sizeof(s->node), 0) < 0)
        error = -errno;
    s->node = s->node >> 1 | 1; /* a positive integer in SQL */
    if (!error)
        error = take_store(s, options->create);
    if (error && postgres_was(s, "53"))
        error = -EAGAIN; /* out of connections, memory or space */
    if (error == -EAGAIN && !s->pid && postgres_refuses_us(s))
        error = -EACCES; /* waiting would not help */
    if (error)
        return give_up(s, error);
    *ret = &s->base;
    return 0;
}

int postgres_open_reader(store *base, store **ret)
{
    const store_options options = {.place = postgres_of(base)->url,
                                   .read_only = true};
    const int error = postgres_open(&options, ret);
    if (error)
        store_say(base, "%s", store_error(NULL));
    return error;
}

static void postgres_close(store *base)
{
    free_store(postgres_of(base));
}

/* ---- Unneeded functions of an engine ------------------------------------ */

/* Commits project all games that they end, and PostgreSQL makes its own
 * checkpoints. */
static int no_work(store *base)
{
    (void)base;
    return 0;
}

static bool never(const store *base)
{
    (void)base;
    return false;
}

/* ---- The engine --------------------------------------------------------- */

const store_engine store_postgres = {
    .name = "postgres",
    .open = postgres_open,
    .close = postgres_close,
    .open_reader = postgres_open_reader,
    .commit = postgres_commit,
    .work = no_work,
    .is_behind = never,
    .is_untidy = never,
    .tidy = no_work,
    .load = postgres_load,
    .load_live = postgres_load_live,
    .tail = postgres_tail,
    .games = postgres_games,
    .game_find = postgres_game_find,
    .player = postgres_player,
    .totals = postgres_totals,
    .explore = postgres_explore,
    .board_get = postgres_board_get,
    .boards = postgres_boards,
    .rebuild = postgres_rebuild,
    .check = postgres_check,
    .backup = store_backup_by_copy,
    .info = postgres_info,
    .position = postgres_position,
    .open_follower = postgres_open_follower,
    .is_live = postgres_is_live,
    .renew = postgres_renew,
    .leave = postgres_leave,
    .listen = postgres_listen,
    .sights = postgres_sights,
};
