/* postgres_open.c - a store in a database: taking it, and giving it back.
 *
 * Only one process may write. The right to is an advisory lock of the
 * connection: PostgreSQL drops it with the connection, however that ends, and
 * not before the last commit of that connection has ended. So who has the lock
 * knows what became of the commits before. */
#include "postgres_store.h"

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
    s->url = strdup(url);
    s->place = store_show_place(url);
    make_rows(s);
    return s;
}

static void free_store(postgres_store *s)
{
    enum { TABLES = 6 };
    postgres_rows *const rows[TABLES] = {&s->events,    &s->opened, &s->closed,
                                         &s->snapshots, &s->board,  &s->gone};
    postgres_disconnect(s);
    for (int i = 0; i < TABLES; i++)
        postgres_rows_clear(rows[i]);
    postgres_projector_clear(&s->projector);
    store_heads_clear(&s->rooms);
    store_heads_clear(&s->taken);
    store_heads_clear(&s->judge.pending);
    free(s->url);
    free(s->place);
    free(s);
}

/* ---- Writing ------------------------------------------------------------ */

/* "oxo!" as a number. Waits, for as long as lock_timeout says, for a
 * connection of our own that the database has not yet seen the end of. */
static int take_lock(postgres_store *s)
{
    const int error =
        postgres_do(s, "SELECT pg_advisory_lock(1870163745)", "take it");
    if (error == -EBUSY)
        store_say(&s->base, "%s is in use by another oxo", s->place);
    return error;
}

static int learn_state(postgres_store *s)
{
    PGresult *r = NULL;
    const int error = postgres_ask(s, PG_STATE, NULL, "read it", &r);
    if (error)
        return error;
    const bool found = PQntuples(r) == 1;
    if (found) {
        s->commits = (uint64_t)postgres_int(r, 0, 0);
        s->last_writer = postgres_int(r, 0, 1);
        s->next = (uint64_t)postgres_int(r, 0, 2) + 1;
    }
    PQclear(r);
    return found ? postgres_load_heads(s)
                 : postgres_damaged(s, "table store is empty");
}

static int take_store(postgres_store *s, bool create)
{
    int version = 0;
    int error = postgres_connect(s);
    if (!error && !s->read_only)
        error = take_lock(s);
    if (!error)
        error = postgres_look(s, create, &version);
    if (!error)
        error = postgres_migrate(s, version);
    if (!error)
        error = postgres_prepare(s);
    if (!error && !s->read_only)
        error = learn_state(s);
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

int postgres_open(const store_options *options, store **ret)
{
    postgres_store *s = make_store(options->place);
    if (!s)
        return -ENOMEM;
    s->read_only = options->read_only;
    int error = s->url && s->place ? 0 : -ENOMEM;
    if (!error && getrandom(&s->writer, sizeof(s->writer), 0) < 0)
        error = -errno;
    if (!error)
        error = take_store(s, options->create);
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

void postgres_close(store *base)
{
    free_store(postgres_of(base));
}

/* ---- What a database does by itself ------------------------------------- */

/* Games are projected with the commit that ends them, and PostgreSQL tidies
 * up when it thinks best. */
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

/* ---- The table ---------------------------------------------------------- */

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
};
