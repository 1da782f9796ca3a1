/* sqlite_db.c - calls SQLite: statements, transactions, failures. */
#include "sqlite_private.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const texts[SQLITE_STATEMENT_COUNT] = {
#define SQLITE_STATEMENT_TEXT(name, sql) [name] = (sql),
    SQLITE_STATEMENTS(SQLITE_STATEMENT_TEXT)
#undef SQLITE_STATEMENT_TEXT
};

/* ---- Failures ----------------------------------------------------------- */

/* The system's error if there is one, otherwise the given one. */
static int system_error(sqlite3 *db, int otherwise)
{
    const int error = sqlite3_system_errno(db);
    return error > 0 ? -error : otherwise;
}

/* The system's error. After a failed COMMIT SQLite does not know it, but errno
 * does. */
static int last_errno(sqlite3 *db)
{
    const int error = sqlite3_system_errno(db);
    return error > 0 ? error : errno;
}

/* SQLite reports a full disk only for a failed write, not for a failed sync.
 */
static int io_error(sqlite3 *db)
{
    switch (last_errno(db)) {
    case ENOSPC:
    case EDQUOT:
        return -ENOSPC;
    case EROFS:
        return -EROFS;
    default:
        return -EIO;
    }
}

static int errno_of(sqlite3 *db)
{
    const int code = sqlite3_extended_errcode(db);
    if (code == SQLITE_IOERR_NOMEM)
        return -ENOMEM;
    switch (code & 0xff) {
    case SQLITE_FULL:
        return -ENOSPC;
    case SQLITE_READONLY:
        return -EROFS;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return -EBUSY;
    case SQLITE_NOMEM:
        return -ENOMEM;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return -EUCLEAN;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return system_error(db, -EACCES);
    case SQLITE_IOERR:
        return io_error(db);
    default:
        return -EIO;
    }
}

int sqlite_fail(sqlite_store *s, const char *what)
{
    const int error = errno_of(s->db);
    const int system = sqlite3_system_errno(s->db);
    store_say(&s->base, "%s: cannot %s: %s%s%s", s->place, what,
              sqlite3_errmsg(s->db), system > 0 ? ": " : "",
              system > 0 ? strerror(system) : "");
    return error;
}

int sqlite_damaged(sqlite_store *s, const char *format, ...)
{
    char why[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof(why), format, arguments);
    va_end(arguments);
    store_say(&s->base, "%s is damaged: %s", s->place, why);
    return -EUCLEAN;
}

/* ---- Statements --------------------------------------------------------- */

sqlite3_stmt *sqlite_prepare(sqlite_store *s, sqlite_statement which)
{
    if (!s->statements[which])
        sqlite3_prepare_v3(s->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &s->statements[which], NULL);
    return s->statements[which];
}

bool sqlite_run(sqlite3_stmt *statement)
{
    int code;
    errno = 0; /* for last_errno() */
    do
        code = sqlite3_step(statement);
    while (code == SQLITE_ROW);
    return sqlite3_reset(statement) == SQLITE_OK && code == SQLITE_DONE;
}

bool sqlite_do(sqlite_store *s, sqlite_statement which)
{
    sqlite3_stmt *statement = sqlite_prepare(s, which);
    return statement && sqlite_run(statement);
}

bool sqlite_number(sqlite_store *s, sqlite_statement which, int64_t parameter,
                   uint64_t *ret)
{
    sqlite3_stmt *statement = sqlite_prepare(s, which);
    if (!statement)
        return false;
    if (sqlite3_bind_parameter_count(statement) > 0)
        sqlite3_bind_int64(statement, 1, parameter);
    const bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *ret = (uint64_t)sqlite3_column_int64(statement, 0);
    return sqlite3_reset(statement) == SQLITE_OK && found;
}

bool sqlite_ask(sqlite_store *s, const char *sql, uint64_t *ret)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &row, NULL) != SQLITE_OK)
        return false;
    const bool found = sqlite3_step(row) == SQLITE_ROW;
    if (found)
        *ret = (uint64_t)sqlite3_column_int64(row, 0);
    return sqlite3_finalize(row) == SQLITE_OK && found;
}

/* Some failures end the transaction by themselves. */
void sqlite_roll_back(sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->db))
        sqlite_do(s, SQL_ROLLBACK);
}

void sqlite_finalize_all(sqlite_store *s)
{
    for (int i = 0; i < SQLITE_STATEMENT_COUNT; i++) {
        sqlite3_finalize(s->statements[i]);
        s->statements[i] = NULL;
    }
}

/* ---- Rows --------------------------------------------------------------- */

int sqlite_read_event(sqlite_store *s, sqlite3_stmt *row, event *ret)
{
    ret->room = (event_room)sqlite3_column_int64(row, 1);
    ret->seq = (uint32_t)sqlite3_column_int64(row, 2);
    ret->at = sqlite3_column_int64(row, 3);
    ret->kind = (event_kind)sqlite3_column_int(row, 4);
    const uint8_t *bytes = sqlite3_column_blob(row, 5);
    const size_t length = (size_t)sqlite3_column_bytes(row, 5);
    static const uint8_t nothing[1];
    if (event_decode(bytes ? bytes : nothing, length, ret))
        return 0;
    return sqlite_damaged(s, "event %lld cannot be read",
                          sqlite3_column_int64(row, 0));
}
