/* sqlite_heads.c - the table of live rooms and their last events.
 *
 * The next seq of a room must be known for every appended event, so the table
 * is in memory. The file has the table as of some position in the log, and the
 * log has the later changes. Now and then a commit writes the table again, so
 * that there is never much to read at the start. */
#include "sqlite_private.h"

#include <errno.h>
#include <stdlib.h>

enum { SAVE_EVERY = 200000, SAVE_EVERY_ROOM = 16 };

bool sqlite_heads_are_old(const sqlite_store *s)
{
    const uint64_t behind = s->shared->mark - s->saved;
    const uint64_t rooms = s->shared->rooms.count;
    return behind >= SAVE_EVERY && behind >= SAVE_EVERY_ROOM * rooms;
}

bool sqlite_save_heads(sqlite_store *s)
{
    const size_t length = s->shared->rooms.count * STORE_HEAD_BYTES;
    sqlite3_stmt *statement = sqlite_prepare(s, SQL_KEEP_HEADS);
    uint8_t *bytes = malloc(length + 1);
    if (statement && bytes) {
        store_heads_write(&s->shared->rooms, bytes);
        sqlite3_bind_int64(statement, 1, (int64_t)s->shared->mark);
        sqlite3_bind_int64(statement, 2, (int64_t)s->projected);
        sqlite3_bind_blob64(statement, 3, bytes, length, SQLITE_STATIC);
    }
    const bool ok = statement && bytes && sqlite_run(statement);
    if (statement)
        sqlite3_clear_bindings(statement);
    free(bytes);
    return ok;
}

/* ---- Loading ------------------------------------------------------------ */

static int add_step(sqlite_shared *shared, sqlite3_stmt *row)
{
    store_head head = {
        .last = (uint64_t)sqlite3_column_int64(row, 0),
        .room = (event_room)sqlite3_column_int64(row, 1),
        .seq = (uint32_t)sqlite3_column_int64(row, 2),
        .closed = sqlite3_column_int(row, 3) == EVENT_ROOM_CLOSED,
    };
    shared->mark = head.last;
    return store_heads_follow(&shared->rooms, &head);
}

static int add_steps(sqlite_store *s)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_STEPS_FROM);
    if (!row)
        return sqlite_fail(s, "read the log");
    sqlite3_bind_int64(row, 1, (int64_t)s->shared->mark);
    int error = 0, code;
    while (!error && (code = sqlite3_step(row)) == SQLITE_ROW)
        error = add_step(s->shared, row);
    if (!error && code != SQLITE_DONE)
        error = sqlite_fail(s, "read the log");
    sqlite3_reset(row);
    return error;
}

/* Takes the table from the file. If it is malformed, or from beyond the end of
 * the log, it is ignored and the whole log is read. */
static int take_heads(sqlite_store *s, sqlite3_stmt *row, uint64_t last)
{
    const uint64_t mark = (uint64_t)sqlite3_column_int64(row, 0);
    const size_t length = (size_t)sqlite3_column_bytes(row, 2);
    if (mark > last)
        return 0;
    const int error = store_heads_read(&s->shared->rooms,
                                       sqlite3_column_blob(row, 2), length);
    if (error)
        return error == -EUCLEAN ? 0 : error;
    s->shared->mark = s->saved = mark;
    s->projected = (uint64_t)sqlite3_column_int64(row, 1);
    return 0;
}

static int read_heads(sqlite_store *s, uint64_t last)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_HEADS);
    if (!row)
        return sqlite_fail(s, "read the rooms");
    int error = 0;
    const int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        error = take_heads(s, row, last);
    else if (code != SQLITE_DONE)
        error = sqlite_fail(s, "read the rooms");
    sqlite3_reset(row);
    return error;
}

/* Games are projected in the order of the log, so all games before the last
 * projected one are projected. */
static int find_backlog(sqlite_store *s)
{
    uint64_t last_game, waiting;
    sqlite3_stmt *count = sqlite_prepare(s, SQL_WAITING_GAMES);
    if (!count || !sqlite_number(s, SQL_LAST_GAME, 0, &last_game))
        return sqlite_fail(s, "read the games");
    if (last_game > s->projected)
        s->projected = last_game;
    sqlite3_bind_int(count, 2, EVENT_GAME_OVER);
    if (!sqlite_number(s, SQL_WAITING_GAMES, (int64_t)s->projected, &waiting))
        return sqlite_fail(s, "read the log");
    s->backlog = (int)waiting;
    return 0;
}

int sqlite_load_heads(sqlite_store *s)
{
    uint64_t last;
    if (!sqlite_number(s, SQL_LAST_EVENT, 0, &last))
        return sqlite_fail(s, "read the log");
    int error = store_heads_reset(&s->shared->rooms, 0);
    s->shared->mark = s->saved = s->projected = 0;
    if (!error)
        error = read_heads(s, last);
    if (!error)
        error = add_steps(s);
    s->next = s->shared->mark + 1;
    return error ? error : find_backlog(s);
}

int sqlite_follow_heads(sqlite_store *s)
{
    if (!s->read_only || atomic_load(&s->shared->users) > 1)
        return 0;
    return s->shared->rooms.capacity ? add_steps(s) : sqlite_load_heads(s);
}

store_head sqlite_head_of(uint64_t id, const event *e)
{
    return (store_head){.last = id,
                        .room = e->room,
                        .seq = e->seq,
                        .closed = e->kind == EVENT_ROOM_CLOSED};
}

/* ---- One room ----------------------------------------------------------- */

static bool find_live(sqlite_shared *shared, event_room room, store_head *ret)
{
    pthread_mutex_lock(&shared->lock);
    const store_head *head = store_heads_find(&shared->rooms, room);
    if (head)
        *ret = *head;
    pthread_mutex_unlock(&shared->lock);
    return head != NULL;
}

static int find_closed(sqlite_store *s, event_room room, store_head *ret)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_FIND_ROOM);
    if (!row)
        return sqlite_fail(s, "find a room");
    sqlite3_bind_int64(row, 1, room);
    const int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        *ret = (store_head){
            .last = (uint64_t)sqlite3_column_int64(row, 0),
            .room = room,
            .seq = (uint32_t)sqlite3_column_int64(row, 1),
            .closed = true,
        };
    const int error = code == SQLITE_ROW    ? 0
                      : code == SQLITE_DONE ? -ENOENT
                                            : sqlite_fail(s, "find a room");
    sqlite3_reset(row);
    return error;
}

int sqlite_find_head(sqlite_store *s, event_room room, store_head *ret)
{
    if (find_live(s->shared, room, ret))
        return 0;
    return find_closed(s, room, ret);
}
