/* sqlite_house.c - maintenance: checkpoint, rebuild, backup, figures. */
#include "sqlite_private.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The write-ahead log ------------------------------------------------ */

enum { UNTIDY_PAGES = 1000 };

bool sqlite_is_untidy(const store *base)
{
    const sqlite_shared *shared = ((const sqlite_store *)base)->shared;
    const int pages = atomic_load(&shared->wal_pages);
    const int moved = atomic_load(&shared->wal_moved);
    return pages - (moved <= pages ? moved : 0) >= UNTIDY_PAGES;
}

int sqlite_tidy(store *base)
{
    sqlite_store *s = sqlite_of(base);
    int moved = 0;
    const int code = sqlite3_wal_checkpoint_v2(
        s->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, &moved);
    if (code != SQLITE_OK && code != SQLITE_BUSY)
        return sqlite_fail(s, "copy the write-ahead log");
    atomic_store(&s->shared->wal_moved, moved);
    return 0;
}

/* ---- Rebuilding --------------------------------------------------------- */

typedef struct sqlite_rebuilding {
    sqlite_store *s;
    store_heads rooms;
    store_progress *progress;
    void *context;
    uint64_t end; /* of the log */
} sqlite_rebuilding;

static bool is_given_up(const sqlite_rebuilding *r, uint64_t id)
{
    enum { EVERY = 4096 };
    return r->progress && id % EVERY == 0 &&
           !r->progress((double)id / (double)r->end, r->context);
}

static bool insert_closed(sqlite_store *s, const store_head *head)
{
    sqlite3_stmt *insert = sqlite_prepare(s, SQL_INSERT_ROOM);
    if (!insert)
        return false;
    sqlite3_bind_int64(insert, 1, head->room);
    sqlite3_bind_int64(insert, 2, (int64_t)head->last);
    sqlite3_bind_int64(insert, 3, head->seq);
    return sqlite_run(insert);
}

static int rebuild_event(sqlite_rebuilding *r, sqlite3_stmt *row)
{
    event e;
    const uint64_t id = (uint64_t)sqlite3_column_int64(row, 0);
    int error = sqlite_read_event(r->s, row, &e);
    if (error)
        return error;
    store_head head = sqlite_head_of(id, &e);
    error = store_heads_follow(&r->rooms, &head);
    if (error)
        return error;
    if (e.kind == EVENT_GAME_OVER && !sqlite_project(&r->s->projector, id, &e))
        return sqlite_fail(r->s, "project a game");
    if (e.kind == EVENT_ROOM_CLOSED && !insert_closed(r->s, &head))
        return sqlite_fail(r->s, "close a room");
    return is_given_up(r, id) ? -EINTR : 0;
}

static int rebuild_all(sqlite_rebuilding *r)
{
    static const char forget[] =
        "DELETE FROM rooms; DELETE FROM heads; DELETE FROM snapshots;"
        "DELETE FROM games; DELETE FROM players; DELETE FROM totals;"
        "DELETE FROM explorer;";
    sqlite3_stmt *row = sqlite_prepare(r->s, SQL_EVENTS_FROM);
    if (!row || !sqlite_do(r->s, SQL_BEGIN) ||
        sqlite3_exec(r->s->db, forget, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fail(r->s, "rebuild it");
    sqlite_project_discard(&r->s->projector);
    sqlite3_bind_int64(row, 1, 0);
    sqlite3_bind_int(row, 2, -1);
    int error = 0, code = SQLITE_DONE;
    while (!error && (code = sqlite3_step(row)) == SQLITE_ROW)
        error = rebuild_event(r, row);
    if (!error && code != SQLITE_DONE)
        error = sqlite_fail(r->s, "read the log");
    sqlite3_reset(row);
    if (!error && !sqlite_project_flush(&r->s->projector))
        error = sqlite_fail(r->s, "project a game");
    if (!error && !sqlite_do(r->s, SQL_COMMIT))
        error = sqlite_fail(r->s, "commit to it");
    return error;
}

static void take_rooms(sqlite_store *s, const store_heads *rooms)
{
    pthread_mutex_lock(&s->shared->lock);
    store_heads_clear(&s->shared->rooms);
    s->shared->rooms = *rooms;
    pthread_mutex_unlock(&s->shared->lock);
    s->projected = s->shared->mark;
    s->backlog = 0;
    s->saved = 0;
}

int sqlite_rebuild(store *base, store_progress *progress, void *context)
{
    sqlite_store *s = sqlite_of(base);
    if (s->read_only) {
        store_say(base, "%s is open for reading only", s->place);
        return -EROFS;
    }
    sqlite_rebuilding r = {.s = s,
                           .progress = progress,
                           .context = context,
                           .end = s->shared->mark};
    const int error = rebuild_all(&r);
    if (error) {
        sqlite_roll_back(s);
        store_heads_clear(&r.rooms);
        return error;
    }
    take_rooms(s, &r.rooms);
    return 0;
}

/* ---- Backup ------------------------------------------------------------- */

typedef struct sqlite_copying {
    sqlite_store *s;
    const char *file;
    sqlite3 *to;
    store_progress *progress;
    void *context;
} sqlite_copying;

static int report_copy_failure(const sqlite_copying *c)
{
    sqlite_store there = {.db = c->to};
    there.place = strdup(c->file);
    const int error = sqlite_fail(&there, "copy into it");
    store_say(&c->s->base, "%s", there.base.error);
    free(there.place);
    return error;
}

static int copy_in_steps(const sqlite_copying *c, sqlite3_backup *backup)
{
    enum { PAGES = 128 };
    int code;
    while ((code = sqlite3_backup_step(backup, PAGES)) == SQLITE_OK) {
        const int total = sqlite3_backup_pagecount(backup);
        const int rest = sqlite3_backup_remaining(backup);
        if (c->progress &&
            !c->progress(1 - (double)rest / (total ? total : 1), c->context))
            return -EINTR;
    }
    return code == SQLITE_DONE ? 0 : -EIO;
}

/* One transaction, so that the copy shows a single moment. */
static int copy_pages(const sqlite_copying *c)
{
    uint64_t last;
    if (!sqlite_do(c->s, SQL_READ) ||
        !sqlite_number(c->s, SQL_LAST_EVENT, 0, &last))
        return sqlite_fail(c->s, "read it");
    sqlite3_backup *backup =
        sqlite3_backup_init(c->to, "main", c->s->db, "main");
    if (!backup)
        return report_copy_failure(c);
    const int error = copy_in_steps(c, backup);
    const int code = sqlite3_backup_finish(backup);
    if (error == -EINTR)
        return error;
    return error || code != SQLITE_OK ? report_copy_failure(c) : 0;
}

static int sync_path(const char *path, int flags)
{
    const int file = open(path, flags | O_CLOEXEC);
    if (file < 0)
        return -errno;
    const int error = fsync(file) == 0 ? 0 : -errno;
    close(file);
    return error;
}

/* A backup must be durable. */
static int sync_copy(const sqlite_copying *c)
{
    int error = sync_path(c->file, O_RDONLY);
    char *path = strdup(c->file);
    if (!error)
        error =
            path ? sync_path(dirname(path), O_RDONLY | O_DIRECTORY) : -ENOMEM;
    free(path);
    if (error)
        store_say(&c->s->base, "%s: %s", c->file, strerror(-error));
    return error;
}

static int copy_into(sqlite_copying *c)
{
    if (sqlite3_open_v2(c->file, &c->to,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        return report_copy_failure(c);
    int error = copy_pages(c);
    sqlite_roll_back(c->s);
    sqlite3_close(c->to);
    return error ? error : sync_copy(c);
}

int sqlite_backup(store *base, const char *file, store_progress *progress,
                  void *context)
{
    sqlite_copying c = {.s = sqlite_of(base),
                        .file = file,
                        .progress = progress,
                        .context = context};
    const int made =
        open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (made < 0) {
        const int error = -errno;
        store_say(base, "%s: %s", file, strerror(-error));
        return error;
    }
    close(made);
    const int error = copy_into(&c);
    if (error)
        unlink(file);
    return error;
}

/* ---- Figures ------------------------------------------------------------ */

static uint64_t log_bytes(const sqlite_store *s)
{
    const char *name = sqlite3_db_filename(s->db, "main");
    struct stat file;
    if (!name || !*name)
        return 0;
    return stat(sqlite3_filename_wal(name), &file) == 0
               ? (uint64_t)file.st_size
               : 0;
}

static bool count_all(sqlite_store *s, store_figures *f)
{
    return sqlite_ask(s, "SELECT count(*) FROM events", &f->events) &&
           sqlite_ask(s, "SELECT count(*) FROM rooms", &f->closed) &&
           sqlite_ask(s, "SELECT count(*) FROM games", &f->games) &&
           sqlite_ask(s, "SELECT count(DISTINCT key) FROM players",
                      &f->players) &&
           sqlite_ask(s, "SELECT count(*) FROM explorer", &f->explored) &&
           sqlite_ask(s, "SELECT count(*) FROM boards", &f->boards) &&
           sqlite_ask(s,
                      "SELECT page_count * page_size"
                      " FROM pragma_page_count, pragma_page_size",
                      &f->bytes);
}

int sqlite_info(store *base, store_figures *ret)
{
    sqlite_store *s = sqlite_of(base);
    store_figures f = {.version = SQLITE_VERSION_NOW};
    const int error = sqlite_follow_heads(s);
    if (error)
        return error;
    if (!sqlite_do(s, SQL_READ) || !count_all(s, &f)) {
        const int failure = sqlite_fail(s, "count its content");
        sqlite_roll_back(s);
        return failure;
    }
    sqlite_roll_back(s);
    pthread_mutex_lock(&s->shared->lock);
    f.live = s->shared->rooms.count;
    pthread_mutex_unlock(&s->shared->lock);
    f.log_bytes = log_bytes(s);
    *ret = f;
    return 0;
}
