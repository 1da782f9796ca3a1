/* sqlite_open.c - locks, opens and closes the file of a store.
 *
 * Only one process may write. SQLite's exclusive mode would exclude readers
 * too (a backup or a check while the server runs), so the writer holds a lock
 * on a second file, FILE.lock. The kernel releases the lock when the process
 * ends, however that happens. */
#include "sqlite_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUSY_MS = 1000,        /* wait for locks of other programs */
    WAL_PAGES = 1000,      /* from here on the writer makes checkpoints... */
    WAL_MOST_PAGES = 16384 /* ...or from here on, if a reader makes them */
};

sqlite_store *sqlite_of(store *base)
{
    return (sqlite_store *)base;
}

static bool is_memory(const char *place)
{
    return strcmp(place, ":memory:") == 0;
}

/* ---- The lock ----------------------------------------------------------- */

static long read_pid(int lock)
{
    char text[24] = "";
    const ssize_t length = pread(lock, text, sizeof(text) - 1, 0);
    return length > 0 ? strtol(text, NULL, 10) : 0;
}

static int refuse_second(sqlite_store *s, int lock)
{
    store_say(&s->base, "%s is in use by another oxo, process %ld", s->place,
              read_pid(lock));
    return -EBUSY;
}

static int lock_failed(sqlite_store *s)
{
    const int error = -errno;
    store_say(&s->base, "%s: cannot lock it: %s", s->lock_file,
              strerror(-error));
    return error;
}

/* Closing a store removes its lock file. So the file that we have locked may
 * no longer be the one at this path. */
static bool is_in_place(const sqlite_store *s, int lock)
{
    struct stat ours, there;
    return fstat(lock, &ours) == 0 && stat(s->lock_file, &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

static void write_pid(int lock)
{
    char text[24];
    const int length = snprintf(text, sizeof(text), "%ld\n", (long)getpid());
    /* For people only; the lock works without the number. */
    if (ftruncate(lock, 0) == 0 &&
        pwrite(lock, text, (size_t)length, 0) != length)
        (void)ftruncate(lock, 0);
}

static int take_lock(sqlite_store *s)
{
    assert(s->lock_file);
    for (;;) {
        const int lock = open(s->lock_file, O_RDWR | O_CREAT | O_CLOEXEC,
                              S_IRUSR | S_IWUSR);
        if (lock < 0)
            return lock_failed(s);
        if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
            const int error =
                errno == EWOULDBLOCK ? refuse_second(s, lock) : lock_failed(s);
            close(lock);
            return error;
        }
        if (is_in_place(s, lock)) {
            s->lock = lock;
            write_pid(lock);
            return 0;
        }
        close(lock);
    }
}

static void drop_lock(sqlite_store *s)
{
    if (s->lock < 0)
        return;
    unlink(s->lock_file);
    close(s->lock);
    s->lock = -1;
}

/* ---- The connection ----------------------------------------------------- */

/* After a commit, pages in the write-ahead log have to be copied into the file
 * (a checkpoint). The reader does so, if there is one, while we go on. It
 * cannot finish while we write, so if the log has become large the writer
 * copies the remaining pages, and the log starts again. */
static int on_commit(void *context, sqlite3 *db, const char *schema, int pages)
{
    sqlite_shared *shared = context;
    atomic_store(&shared->wal_pages, pages);
    const int limit =
        atomic_load(&shared->tended) ? WAL_MOST_PAGES : WAL_PAGES;
    int moved = 0;
    if (pages >= limit &&
        sqlite3_wal_checkpoint_v2(db, schema, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                  &moved) == SQLITE_OK)
        atomic_store(&shared->wal_moved, moved);
    return SQLITE_OK; /* the rest is copied later */
}

static bool set_up(sqlite_store *s)
{
    static const char settings[] = "PRAGMA journal_mode = WAL;"
                                   "PRAGMA synchronous = FULL;"
                                   "PRAGMA journal_size_limit = 67108864;"
                                   "PRAGMA cache_size = -16384;"
                                   "PRAGMA temp_store = FILE;";
    if (s->read_only)
        return true;
    if (sqlite3_exec(s->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return false;
    sqlite3_wal_hook(s->db, on_commit, s->shared);
    return true;
}

static int connect(sqlite_store *s, const char *place, bool writable)
{
    const int flags =
        (writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) |
        SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(place, &s->db, flags, NULL) != SQLITE_OK)
        return s->db ? sqlite_fail(s, "open it") : -ENOMEM;
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_extended_result_codes(s->db, 1);
    return 0;
}

/* ---- The store ---------------------------------------------------------- */

static sqlite_shared *make_shared(void)
{
    sqlite_shared *shared = calloc(1, sizeof(*shared));
    if (!shared)
        return NULL;
    pthread_mutex_init(&shared->lock, NULL);
    atomic_store(&shared->users, 1);
    return shared;
}

static void drop_shared(sqlite_shared *shared)
{
    if (!shared || atomic_fetch_sub(&shared->users, 1) != 1)
        return;
    store_heads_clear(&shared->rooms);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

static sqlite_store *make_store(const char *place)
{
    sqlite_store *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    s->base.engine = &store_sqlite;
    s->lock = -1;
    s->place = strdup(place);
    return s;
}

static void free_store(sqlite_store *s)
{
    sqlite_finalize_all(s);
    sqlite_projector_clear(&s->projector);
    sqlite3_close(s->db);
    drop_lock(s);
    drop_shared(s->shared);
    store_heads_clear(&s->conflicts.pending);
    free(s->lock_file);
    free(s->place);
    free(s);
}

/* Leaves the sentence for store_error(NULL). */
static int give_up(sqlite_store *s, int error)
{
    if (s->base.error[0])
        store_say(NULL, "%s", s->base.error);
    else
        store_say(NULL, "%s: %s", s->place ? s->place : "the store",
                  strerror(-error));
    free_store(s);
    return error;
}

/* The file is readable by its owner only: it contains players' keys. SQLite
 * gives its other files the same permissions. */
static int touch_file(const sqlite_store *s, bool create)
{
    const int flags = O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0);
    const int file = open(s->place, flags, S_IRUSR | S_IWUSR);
    if (file < 0)
        return -errno;
    close(file);
    return 0;
}

/* Different paths of one file must have the same lock. */
static int name_lock(sqlite_store *s)
{
    char *whole = realpath(s->place, NULL);
    if (!whole)
        return -errno;
    const size_t size = strlen(whole) + sizeof(".lock");
    s->lock_file = malloc(size);
    if (s->lock_file)
        snprintf(s->lock_file, size, "%s.lock", whole);
    free(whole);
    return s->lock_file ? 0 : -ENOMEM;
}

static int take_file(sqlite_store *s, bool create)
{
    int error = touch_file(s, create);
    if (!error)
        error = name_lock(s);
    return error ? error : take_lock(s);
}

static int begin_writing(sqlite_store *s)
{
    if (!sqlite_projector_init(s->db, "main", &s->projector))
        return sqlite_fail(s, "prepare it");
    return sqlite_load_heads(s);
}

static int open_file(sqlite_store *s, const store_options *options)
{
    const bool memory = is_memory(s->place);
    int error = 0, version = 0;
    s->read_only = options->read_only;
    if (!memory && !s->read_only)
        error = take_file(s, options->create);
    if (!error)
        error = connect(s, s->place, !s->read_only);
    if (!error)
        error = sqlite_look(s, options->create, &version);
    if (!error && !set_up(s))
        error = sqlite_fail(s, "set it up");
    if (!error)
        error = sqlite_migrate(s, version);
    if (!error && !s->read_only)
        error = begin_writing(s);
    return error;
}

static int sqlite_open(const store_options *options, store **ret)
{
    sqlite_store *s = make_store(options->place);
    if (!s)
        return -ENOMEM;
    s->shared = make_shared();
    const int error = s->place && s->shared ? open_file(s, options) : -ENOMEM;
    if (error)
        return give_up(s, error);
    *ret = &s->base;
    return 0;
}

/* ---- The reader --------------------------------------------------------- */

/* The reader makes checkpoints too, so its connection can write; `query_only`
 * prevents other writes. */
static int connect_reader(sqlite_store *reader, sqlite_store *s)
{
    reader->read_only = true;
    reader->shared = s->shared;
    atomic_fetch_add(&s->shared->users, 1);
    const int error = connect(reader, s->place, true);
    if (error)
        return error;
    if (!set_up(reader) ||
        sqlite3_exec(reader->db,
                     "PRAGMA synchronous = FULL; PRAGMA query_only = 1;", NULL,
                     NULL, NULL) != SQLITE_OK)
        return sqlite_fail(reader, "set it up");
    return 0;
}

static int sqlite_open_reader(store *base, store **ret)
{
    sqlite_store *s = sqlite_of(base);
    if (is_memory(s->place))
        return -ENOTSUP;
    sqlite_store *reader = make_store(s->place);
    if (!reader)
        return -ENOMEM;
    const int error = reader->place ? connect_reader(reader, s) : -ENOMEM;
    if (error) {
        store_say(base, "%s", reader->base.error);
        free_store(reader);
        return error;
    }
    atomic_store(&s->shared->tended, true);
    *ret = &reader->base;
    return 0;
}

/* ---- Closing ------------------------------------------------------------ */

/* With this the next start need not read the end of the log. A failure does no
 * harm. */
static void leave_heads(sqlite_store *s)
{
    if (s->saved == s->shared->mark)
        return;
    if (!sqlite_do(s, SQL_BEGIN) || !sqlite_save_heads(s) ||
        !sqlite_do(s, SQL_COMMIT))
        sqlite_roll_back(s);
}

static void sqlite_close(store *base)
{
    sqlite_store *s = sqlite_of(base);
    if (!s->read_only)
        leave_heads(s);
    free_store(s);
}

/* ---- The engine --------------------------------------------------------- */

const store_engine store_sqlite = {
    .name = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .open_reader = sqlite_open_reader,
    .commit = sqlite_commit,
    .work = sqlite_work,
    .is_behind = sqlite_is_behind,
    .is_untidy = sqlite_is_untidy,
    .tidy = sqlite_tidy,
    .load = sqlite_load,
    .load_live = sqlite_load_live,
    .tail = sqlite_tail,
    .games = sqlite_games,
    .game_find = sqlite_game_find,
    .player = sqlite_player,
    .totals = sqlite_totals,
    .explore = sqlite_explore,
    .board_get = sqlite_board_get,
    .boards = sqlite_boards,
    .rebuild = sqlite_rebuild,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .info = sqlite_info,
};
