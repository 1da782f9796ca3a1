/* sqlite_log.c - commits: each one is a transaction that appends to the log.
 */
#include "sqlite_private.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

/* A commit projects at most this many games, waiting ones first. A game costs
 * as much as appending fifty events, and players wait for the commit. */
enum { INLINE_GAMES = 8 };

/* ---- Conflicts ---------------------------------------------------------- */

static int find_closed(void *context, event_room room, store_head *ret)
{
    return sqlite_find_head(context, room, ret);
}

/* ---- Writing ------------------------------------------------------------ */

static bool insert_event(sqlite_store *s, const store_batch *batch,
                         const store_entry *e, uint64_t back)
{
    sqlite3_stmt *statement = sqlite_prepare(s, SQL_INSERT_EVENT);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, (int64_t)s->next);
    sqlite3_bind_int64(statement, 2, e->room);
    sqlite3_bind_int64(statement, 3, e->seq);
    sqlite3_bind_int64(statement, 4, (int64_t)back);
    sqlite3_bind_int64(statement, 5, e->at);
    sqlite3_bind_int(statement, 6, e->kind);
    sqlite3_bind_blob(statement, 7, batch->bytes + e->start, e->length,
                      SQLITE_STATIC);
    return sqlite_run(statement);
}

static bool close_room(sqlite_store *s, const store_head *head)
{
    sqlite3_stmt *insert = sqlite_prepare(s, SQL_INSERT_ROOM);
    sqlite3_stmt *forget = sqlite_prepare(s, SQL_FORGET_SNAPSHOT);
    if (!insert || !forget)
        return false;
    sqlite3_bind_int64(insert, 1, head->room);
    sqlite3_bind_int64(insert, 2, (int64_t)head->last);
    sqlite3_bind_int64(insert, 3, head->seq);
    sqlite3_bind_int64(forget, 1, head->room);
    return sqlite_run(insert) && sqlite_run(forget);
}

/* Games are projected in order: if one waits, all later ones wait. */
static bool finish_game(sqlite_store *s, const store_batch *batch,
                        const store_entry *entry)
{
    event e;
    const bool waits = s->backlog + s->ended > s->inlined;
    s->ended++;
    if (waits || s->inlined == INLINE_GAMES)
        return true;
    s->inlined++;
    s->projected = s->next;
    const bool ok = store_entry_read(batch, entry, &e);
    assert(ok);
    return ok && sqlite_project(&s->projector, s->next, &e);
}

static bool append_event(sqlite_store *s, const store_batch *batch,
                         const store_entry *e, store_head *head)
{
    const uint64_t id = s->next;
    if (!insert_event(s, batch, e, head->last ? id - head->last : 0))
        return false;
    store_conflicts_note_append(head, e, id);
    if (e->kind == EVENT_GAME_OVER && !finish_game(s, batch, e))
        return false;
    if (head->closed && !close_room(s, head))
        return false;
    s->next++;
    return true;
}

static int append_batch(sqlite_store *s, const store_change *c)
{
    const int error =
        store_conflicts_check(&s->conflicts, &s->shared->rooms, &c->batch);
    if (error)
        return error;
    for (int i = 0; i < c->batch.count; i++) {
        const store_entry *e = &c->batch.entries[i];
        store_head *head = store_heads_find(&s->conflicts.pending, e->room);
        c->ret_conflict[i] = head->refused;
        if (!head->refused && !append_event(s, &c->batch, e, head))
            return sqlite_fail(s, "append to it");
    }
    return 0;
}

/* ---- Snapshots and boards ----------------------------------------------- */

static bool keep_snapshot(sqlite_store *s, const store_snapshot *shot)
{
    const store_head *head =
        store_conflicts_snapshot_head(&s->conflicts, &s->shared->rooms, shot);
    if (!head)
        return true;
    sqlite3_stmt *statement = sqlite_prepare(s, SQL_KEEP_SNAPSHOT);
    if (!statement)
        return false;
    const uint64_t last = shot->seq == head->seq ? head->last : 0;
    sqlite3_bind_int64(statement, 1, shot->room);
    sqlite3_bind_int64(statement, 2, shot->seq);
    sqlite3_bind_int64(statement, 3, (int64_t)last);
    sqlite3_bind_blob64(statement, 4, shot->bytes, shot->length,
                        SQLITE_STATIC);
    return sqlite_run(statement);
}

static bool keep_board(sqlite_store *s, const store_board *b)
{
    sqlite3_stmt *statement =
        sqlite_prepare(s, b->remove ? SQL_FORGET_BOARD : SQL_KEEP_BOARD);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, b->id.bytes, sizeof(b->id.bytes),
                      SQLITE_STATIC);
    if (!b->remove) {
        sqlite3_bind_int(statement, 2, b->board.board.cells[OXO_X]);
        sqlite3_bind_int(statement, 3, b->board.board.cells[OXO_O]);
        sqlite3_bind_int(statement, 4, b->board.turn);
    }
    return sqlite_run(statement);
}

/* Writes the version that the file has already. Nothing changes, but the first
 * page becomes part of the transaction, which would not reach the disk without
 * any page. */
static bool rewrite_version(sqlite_store *s)
{
    char sql[64];
    snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", SQLITE_VERSION_NOW);
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int write_change(sqlite_store *s, const store_change *c)
{
    const int error = append_batch(s, c);
    if (error)
        return error;
    bool ok = !c->ping || rewrite_version(s);
    for (int i = 0; ok && i < c->snapshot_count; i++)
        ok = keep_snapshot(s, &c->snapshots[i]);
    for (int i = 0; ok && i < c->board_count; i++)
        ok = keep_board(s, &c->boards[i]);
    return ok ? 0 : sqlite_fail(s, "write to it");
}

/* ---- The transaction ---------------------------------------------------- */

/* Projects some waiting games, and flushes what this commit has projected. */
static int project_some(sqlite_store *s)
{
    if (s->backlog > 0) {
        const int error = sqlite_project_waiting(s, INLINE_GAMES, &s->inlined);
        if (error)
            return error;
    }
    if (s->inlined > 0 && !sqlite_project_flush(&s->projector))
        return sqlite_fail(s, "project a game");
    return 0;
}

static int write_all(sqlite_store *s, const store_change *changes, int count)
{
    if (!sqlite_do(s, SQL_BEGIN))
        return sqlite_fail(s, "write to it");
    const bool save = sqlite_heads_are_old(s);
    if (save && !sqlite_save_heads(s))
        return sqlite_fail(s, "write to it");
    for (int i = 0; i < count; i++) {
        const int error = write_change(s, &changes[i]);
        if (error)
            return error;
    }
    const int error = project_some(s);
    if (error)
        return error;
    s->doubtful = true;
    if (!sqlite_do(s, SQL_COMMIT))
        return sqlite_fail(s, "commit to it");
    if (save)
        s->saved = s->shared->mark;
    return 0;
}

/* If the sync of a commit fails, all its pages may be in the write-ahead log,
 * and after a crash SQLite would treat them as committed. Any later commit
 * overwrites them, so this makes one. If it fails too, the outcome stays open
 * until the next commit; nothing was acknowledged in any case. */
static void overwrite_failed_commit(sqlite_store *s)
{
    (void)rewrite_version(s);
}

/* Applies the commit to the table of live rooms, which has space for it. */
static void apply_commit(sqlite_store *s)
{
    sqlite_shared *shared = s->shared;
    pthread_mutex_lock(&shared->lock);
    store_conflicts_apply(&s->conflicts, &shared->rooms);
    shared->mark = s->next - 1;
    pthread_mutex_unlock(&shared->lock);
    s->backlog += s->ended - s->inlined;
    if (s->backlog == 0)
        s->projected = shared->mark;
}

/* After this nothing can fail for lack of memory. */
static int make_space(sqlite_store *s, const store_change *changes, int count)
{
    s->conflicts.find = find_closed;
    s->conflicts.context = s;
    pthread_mutex_lock(&s->shared->lock);
    const int error = store_conflicts_begin(&s->conflicts, &s->shared->rooms,
                                            changes, count);
    pthread_mutex_unlock(&s->shared->lock);
    return error;
}

int sqlite_commit(store *base, const store_change *changes, int count)
{
    sqlite_store *s = sqlite_of(base);
    if (s->read_only) {
        store_say(base, "%s is open for reading only", s->place);
        return -EROFS;
    }
    int error = make_space(s, changes, count);
    if (error) {
        store_say(base, "%s: out of memory", s->place);
        return error;
    }
    const uint64_t next = s->next, projected = s->projected;
    s->inlined = s->ended = 0;
    s->doubtful = false;
    sqlite_project_discard(&s->projector);
    error = write_all(s, changes, count);
    if (!error) {
        apply_commit(s);
        return 0;
    }
    sqlite_roll_back(s);
    s->next = next;
    s->projected = projected;
    if (s->doubtful)
        overwrite_failed_commit(s);
    return error;
}
