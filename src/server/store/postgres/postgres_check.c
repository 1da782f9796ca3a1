/* postgres_check.c - checks a store in a database.
 *
 * As for a file: derives everything again from the log, into temporary tables,
 * and compares. One transaction sees a single moment, so servers may run
 * meanwhile. */
#include "postgres_private.h"

#include <errno.h>
#include <stdio.h>

#include "store_audit.h"

typedef struct postgres_checking {
    postgres_store *s;
    store_audit *audit;
    store_heads rooms;
    postgres_projector projector;
    uint64_t end; /* of the log */
    store_progress *progress;
    void *context;
    int error;
} postgres_checking;

/* ---- The log ------------------------------------------------------------ */

static int write_games(postgres_checking *c)
{
    int error = postgres_send_projected(c->s, &c->projector);
    if (!error)
        error = postgres_finish(c->s, "fill temporary tables", NULL);
    postgres_projector_empty(&c->projector);
    return error;
}

static int check_readable(postgres_checking *c, uint64_t id, const event *e)
{
    store_head head = {.room = e->room,
                       .seq = e->seq,
                       .closed = e->kind == EVENT_ROOM_CLOSED};
    int error = store_audit_event(c->audit, e);
    if (!error)
        error = store_heads_follow(&c->rooms, &head);
    if (!error && e->kind == EVENT_GAME_OVER)
        postgres_project(&c->projector, id, e);
    if (!error && postgres_projector_is_full(&c->projector))
        error = write_games(c);
    return error;
}

static bool check_event(uint64_t id, const event *e, void *context)
{
    enum { EVERY = 4096 };
    postgres_checking *c = context;
    if (e)
        c->error = check_readable(c, id, e);
    else
        store_audit_fault(c->audit, "event %llu cannot be read",
                          (unsigned long long)id);
    if (!c->error && c->progress && id % EVERY == 0 &&
        !c->progress((double)id / (double)c->end, c->context))
        c->error = -EINTR;
    return !c->error;
}

/* ---- Comparing ---------------------------------------------------------- */

static const char *const tables[] = {"live", "games", "players", "totals",
                                     "explorer"};
enum { TABLES = sizeof(tables) / sizeof(*tables), SQL_TEXT = 256 };

static int make_tables(postgres_checking *c)
{
    int error = 0;
    for (int i = 0; i < TABLES && !error; i++) {
        char sql[SQL_TEXT];
        snprintf(sql, sizeof(sql),
                 "CREATE TEMPORARY TABLE %s (LIKE oxo.%s INCLUDING INDEXES)"
                 " ON COMMIT DROP",
                 tables[i], tables[i]);
        error = postgres_do(c->s, sql, "make temporary tables");
    }
    return error;
}

static int ask_number(postgres_checking *c, const char *sql, uint64_t *ret)
{
    PGresult *r = NULL;
    int error = postgres_send_sql(c->s, sql, NULL);
    if (!error)
        error = postgres_finish(c->s, "compare", &r);
    if (!error)
        *ret = (uint64_t)postgres_int(r, 0, 0);
    PQclear(r);
    return error;
}

static int compare_table(postgres_checking *c, const char *table)
{
    char sql[SQL_TEXT];
    uint64_t differ = 0;
    snprintf(sql, sizeof(sql),
             "SELECT (SELECT count(*) FROM (TABLE oxo.%s EXCEPT"
             " TABLE pg_temp.%s) a) + (SELECT count(*) FROM"
             " (TABLE pg_temp.%s EXCEPT TABLE oxo.%s) b)",
             table, table, table, table);
    const int error = ask_number(c, sql, &differ);
    if (differ)
        store_audit_fault(c->audit,
                          "table %s differs from the log in %llu rows", table,
                          (unsigned long long)differ);
    return error;
}

static int derive_live(postgres_checking *c)
{
    postgres_rows live;
    postgres_rows_init(&live, PG_CHECK_LIVE, "i");
    for (size_t i = 0; i < c->rooms.capacity; i++)
        if (c->rooms.slots[i].used)
            postgres_put_int(&live, c->rooms.slots[i].room);
    int error = postgres_send_rows(c->s, &live);
    if (!error)
        error = postgres_finish(c->s, "fill temporary tables", NULL);
    postgres_rows_clear(&live);
    return error;
}

/* Each snapshot must belong to a live room, and to an event that exists. */
static int check_snapshots(postgres_checking *c)
{
    PGresult *r = NULL;
    int error = postgres_send_sql(
        c->s,
        "SELECT room FROM oxo.snapshots s WHERE NOT EXISTS"
        " (SELECT FROM oxo.live l WHERE l.room = s.room) OR s.seq >"
        " (SELECT max(seq) FROM oxo.events e WHERE e.room = s.room)",
        NULL);
    if (!error)
        error = postgres_finish(c->s, "read the snapshots", &r);
    for (int i = 0; !error && i < PQntuples(r); i++) {
        char code[EVENT_CODE_TEXT];
        event_code_format((event_room)postgres_int(r, i, 0), code);
        store_audit_fault(c->audit,
                          "the snapshot of room %s belongs to no event", code);
    }
    PQclear(r);
    return error;
}

/* ---- Everything --------------------------------------------------------- */

static int check_log(postgres_checking *c)
{
    uint64_t position = 0;
    int error = ask_number(c, "SELECT position + 1 FROM oxo.store", &c->end);
    if (!error)
        error = postgres_each(c->s, &position, 0, check_event, c);
    if (!error)
        error = c->error;
    return error ? error : write_games(c);
}

static int check_all(postgres_checking *c)
{
    int error = store_heads_reset(&c->rooms, 0);
    if (!error)
        error = postgres_reach(c->s);
    /* From here on everything is one transaction: do not reconnect. */
    c->s->bound = true;
    postgres_take_time(c->s, true);
    if (!error)
        error = postgres_do(c->s, "BEGIN ISOLATION LEVEL REPEATABLE READ",
                            "read it");
    if (!error)
        error = make_tables(c);
    if (!error)
        error = check_log(c);
    if (!error)
        error = derive_live(c);
    for (int i = 0; i < TABLES && !error; i++)
        error = compare_table(c, tables[i]);
    return error ? error : check_snapshots(c);
}

int postgres_check(store *base, store_fault *fault, store_progress *progress,
                   void *context)
{
    postgres_checking c = {.s = postgres_of(base),
                           .audit = store_audit_create(fault, context),
                           .progress = progress,
                           .context = context};
    if (!c.audit)
        return -ENOMEM;
    postgres_projector_init(&c.projector, true);
    const int error = check_all(&c);
    const int faults = store_audit_faults(c.audit);
    c.s->bound = false;
    postgres_take_time(c.s, false);
    if (!postgres_is_away(c.s) && postgres_do(c.s, "ROLLBACK", "read it") != 0)
        postgres_disconnect(c.s);
    postgres_projector_clear(&c.projector);
    store_heads_clear(&c.rooms);
    store_audit_destroy(c.audit);
    return error ? error : faults;
}
