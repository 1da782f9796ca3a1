/* sqlite_check.c - checks a file: derives everything again from the log, into
 * temporary tables, and compares. All of this is one transaction, so a server
 * may run meanwhile. */
#include "sqlite_private.h"

#include <errno.h>
#include <string.h>

#include "store_audit.h"

typedef struct sqlite_checking {
    sqlite_store *s;
    store_audit *audit;
    sqlite_projector projector; /* into the temporary tables */
    sqlite3_stmt *close;        /* into a temporary table */
    store_heads rooms;          /* as of the last event that was read */
    uint64_t projected;         /* games up to here must be projected */
    uint64_t mark;              /* position of the heads in the file */
    store_heads saved;          /* the heads in the file */
    store_progress *progress;
    void *context;
    uint64_t end;
} sqlite_checking;

/* ---- Preparation -------------------------------------------------------- */

static int check_file(sqlite_checking *c)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(c->s->db, "PRAGMA integrity_check", -1, &row,
                           NULL) != SQLITE_OK)
        return sqlite_fail(c->s, "read it");
    int code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 0);
        if (text && strcmp(text, "ok") != 0)
            store_audit_fault(c->audit, "the file: %s", text);
    }
    const int error = code == SQLITE_DONE ? 0 : sqlite_fail(c->s, "read it");
    sqlite3_finalize(row);
    return error;
}

/* Creates empty copies of the derived tables in the temporary schema. */
static bool copy_tables(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    bool ok =
        sqlite3_prepare_v2(db,
                           "SELECT replace(sql, 'CREATE TABLE ',"
                           " 'CREATE TABLE temp.') FROM main.sqlite_schema"
                           " WHERE type = 'table' AND name IN ('rooms',"
                           " 'games', 'players', 'totals', 'explorer')",
                           -1, &row, NULL) == SQLITE_OK;
    while (ok && sqlite3_step(row) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(row, 0);
        ok = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    }
    sqlite3_finalize(row);
    return ok;
}

static int make_tables(sqlite_checking *c)
{
    sqlite3 *db = c->s->db;
    if (copy_tables(db) &&
        sqlite3_prepare_v2(db, "INSERT INTO temp.rooms VALUES(?1, ?2, ?3)", -1,
                           &c->close, NULL) == SQLITE_OK &&
        sqlite_projector_init(db, "temp", &c->projector))
        return 0;
    return sqlite_fail(c->s, "make temporary tables");
}

/* Reads how far the file claims to be. Games after the last projected one may
 * wait for their projection. */
static int find_marks(sqlite_checking *c)
{
    uint64_t last_game;
    sqlite3_stmt *row = sqlite_prepare(c->s, SQL_HEADS);
    if (!row || !sqlite_number(c->s, SQL_LAST_EVENT, 0, &c->end) ||
        !sqlite_number(c->s, SQL_LAST_GAME, 0, &last_game))
        return sqlite_fail(c->s, "read it");
    int error = 0;
    if (sqlite3_step(row) == SQLITE_ROW) {
        c->mark = (uint64_t)sqlite3_column_int64(row, 0);
        c->projected = (uint64_t)sqlite3_column_int64(row, 1);
        error = store_heads_read(&c->saved, sqlite3_column_blob(row, 2),
                                 (size_t)sqlite3_column_bytes(row, 2));
    }
    sqlite3_reset(row);
    if (c->mark > c->end || error == -EUCLEAN) {
        store_audit_fault(c->audit, "the table of live rooms is damaged");
        c->mark = 0;
    }
    if (last_game > c->projected)
        c->projected = last_game;
    return error == -EUCLEAN ? 0 : error;
}

/* ---- The log ------------------------------------------------------------ */

static void compare_heads(sqlite_checking *c)
{
    bool same = c->rooms.count == c->saved.count;
    for (size_t i = 0; same && i < c->saved.capacity; i++) {
        const store_head *a = &c->saved.slots[i];
        if (!a->used)
            continue;
        const store_head *b = store_heads_find(&c->rooms, a->room);
        same = b && a->seq == b->seq && a->first == b->first &&
               a->last == b->last;
    }
    if (!same)
        store_audit_fault(c->audit,
                          "the table of live rooms differs from the log");
}

static void check_back(sqlite_checking *c, uint64_t id, const event *e,
                       uint64_t back)
{
    const store_head *before = store_heads_find(&c->rooms, e->room);
    const uint64_t expected = before ? id - before->last : 0;
    if (back != expected)
        store_audit_fault(c->audit,
                          "event %llu does not lead back to the previous "
                          "event of its room",
                          (unsigned long long)id);
}

static bool derive_event(sqlite_checking *c, uint64_t id, const event *e,
                         const store_head *head)
{
    if (e->kind == EVENT_GAME_OVER && id <= c->projected)
        return sqlite_project(&c->projector, id, e);
    if (e->kind != EVENT_ROOM_CLOSED)
        return true;
    sqlite3_bind_int64(c->close, 1, head->room);
    sqlite3_bind_int64(c->close, 2, (int64_t)head->last);
    sqlite3_bind_int64(c->close, 3, head->seq);
    if (sqlite_run(c->close))
        return true;
    if (sqlite3_errcode(c->s->db) != SQLITE_CONSTRAINT_PRIMARYKEY)
        return false;
    store_audit_fault(c->audit, "event %llu closes a room again",
                      (unsigned long long)id);
    return true;
}

static int check_event(sqlite_checking *c, sqlite3_stmt *row)
{
    event e;
    const uint64_t id = (uint64_t)sqlite3_column_int64(row, 0);
    int error = sqlite_read_event(c->s, row, &e);
    if (error) {
        store_audit_fault(c->audit, "event %llu cannot be read",
                          (unsigned long long)id);
        return 0;
    }
    check_back(c, id, &e, (uint64_t)sqlite3_column_int64(row, 6));
    store_head head = sqlite_head_of(id, &e);
    error = store_audit_event(c->audit, &e);
    if (!error)
        error = store_heads_follow(&c->rooms, &head);
    if (error)
        return error;
    if (!derive_event(c, id, &e, &head))
        return sqlite_fail(c->s, "fill temporary tables");
    if (id == c->mark)
        compare_heads(c);
    enum { EVERY = 4096 };
    if (c->progress && id % EVERY == 0 &&
        !c->progress((double)id / (double)c->end, c->context))
        return -EINTR;
    return 0;
}

static int check_log(sqlite_checking *c)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(c->s->db,
                           "SELECT " SQLITE_EVENT_COLUMNS ", back"
                           " FROM events ORDER BY id",
                           -1, &row, NULL) != SQLITE_OK)
        return sqlite_fail(c->s, "read the log");
    int error = 0, code = SQLITE_DONE;
    while (!error && (code = sqlite3_step(row)) == SQLITE_ROW)
        error = check_event(c, row);
    if (!error && code != SQLITE_DONE)
        error = sqlite_fail(c->s, "read the log");
    sqlite3_finalize(row);
    return error;
}

/* ---- Comparing ---------------------------------------------------------- */

static int compare_table(sqlite_checking *c, const char *table)
{
    char sql[256];
    uint64_t differ;
    sqlite3_snprintf(sizeof(sql), sql,
                     "SELECT (SELECT count(*) FROM (SELECT * FROM main.%s"
                     " EXCEPT SELECT * FROM temp.%s)) +"
                     " (SELECT count(*) FROM (SELECT * FROM temp.%s"
                     " EXCEPT SELECT * FROM main.%s))",
                     table, table, table, table);
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(c->s->db, sql, -1, &row, NULL) != SQLITE_OK)
        return sqlite_fail(c->s, "compare");
    const bool found = sqlite3_step(row) == SQLITE_ROW;
    differ = found ? (uint64_t)sqlite3_column_int64(row, 0) : 0;
    const int error = found ? 0 : sqlite_fail(c->s, "compare");
    sqlite3_finalize(row);
    if (differ)
        store_audit_fault(c->audit,
                          "table %s differs from the log in %llu rows", table,
                          (unsigned long long)differ);
    return error;
}

static int compare_tables(sqlite_checking *c)
{
    static const char *const tables[] = {"rooms", "games", "players", "totals",
                                         "explorer"};
    int error = 0;
    for (size_t i = 0; !error && i < sizeof(tables) / sizeof(*tables); i++)
        error = compare_table(c, tables[i]);
    return error;
}

/* Each snapshot must belong to a live room, and to an event that exists. */
static int check_snapshots(sqlite_checking *c)
{
    sqlite3_stmt *row = sqlite_prepare(c->s, SQL_SNAPSHOTS);
    if (!row)
        return sqlite_fail(c->s, "read the snapshots");
    int code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW) {
        const store_head *head = store_heads_find(
            &c->rooms, (event_room)sqlite3_column_int64(row, 0));
        if (head && sqlite3_column_int64(row, 1) <= head->seq)
            continue;
        char code_text[EVENT_CODE_TEXT];
        event_code_format((event_room)sqlite3_column_int64(row, 0), code_text);
        store_audit_fault(c->audit,
                          "the snapshot of room %s belongs to no event",
                          code_text);
    }
    const int error =
        code == SQLITE_DONE ? 0 : sqlite_fail(c->s, "read the snapshots");
    sqlite3_reset(row);
    return error;
}

/* ---- Everything --------------------------------------------------------- */

static int check_all(sqlite_checking *c)
{
    int error = store_heads_reset(&c->rooms, 0);
    if (!error && !sqlite_do(c->s, SQL_READ))
        error = sqlite_fail(c->s, "read it");
    if (!error)
        error = check_file(c);
    if (!error)
        error = find_marks(c);
    if (!error)
        error = make_tables(c); /* from now on they hide the real ones */
    if (!error)
        error = check_log(c);
    if (!error && !sqlite_project_flush(&c->projector))
        error = sqlite_fail(c->s, "fill temporary tables");
    if (!error)
        error = compare_tables(c);
    return error ? error : check_snapshots(c);
}

/* The rollback also removes the temporary tables. */
static void clear_checking(sqlite_checking *c)
{
    sqlite3_finalize(c->close);
    sqlite_projector_clear(&c->projector);
    sqlite_roll_back(c->s);
    store_heads_clear(&c->rooms);
    store_heads_clear(&c->saved);
    store_audit_destroy(c->audit);
}

int sqlite_check(store *base, store_fault *fault, store_progress *progress,
                 void *context)
{
    sqlite_checking c = {.s = sqlite_of(base),
                         .audit = store_audit_create(fault, context),
                         .progress = progress,
                         .context = context};
    if (!c.audit)
        return -ENOMEM;
    int error = check_all(&c);
    if (error == -EUCLEAN) {
        store_audit_fault(c.audit, "%s", store_error(base));
        error = 0;
    }
    const int faults = store_audit_faults(c.audit);
    clear_checking(&c);
    return error ? error : faults;
}
