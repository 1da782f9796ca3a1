/* postgres_db.c - the connection to PostgreSQL: pipeline, answers, failures.
 *
 * The connection is always in pipeline mode, and waits at most `patience` for
 * an answer. A database that does not answer counts as away. */
#include "clock.h"
#include "postgres_private.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE_MS = 10000,
    LONG_PATIENCE_MS = 60 * 60 * 1000,
    RETRY_MS = 500,
    MOST_OPTIONS = 64,
    NAME_BYTES = 16
};

static const char *const texts[POSTGRES_STATEMENT_COUNT] = {
#define POSTGRES_STATEMENT_TEXT(name, sql) [name] = (sql),
    POSTGRES_STATEMENTS(POSTGRES_STATEMENT_TEXT)
        POSTGRES_CHECKS(POSTGRES_STATEMENT_TEXT)
#undef POSTGRES_STATEMENT_TEXT
};

/* ---- Failures ----------------------------------------------------------- */

int postgres_damaged(postgres_store *s, const char *format, ...)
{
    char why[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof(why), format, arguments);
    va_end(arguments);
    store_say(&s->base, "%s is damaged: %s", s->place, why);
    return -EUCLEAN;
}

int postgres_no_memory(postgres_store *s)
{
    store_say(&s->base, "%s: out of memory", s->place);
    return -ENOMEM;
}

/* Uses the first line of libpq's message, which may have several. */
static int say_first_line(postgres_store *s, const char *what,
                          const char *text, int error)
{
    store_say(&s->base, "%s: cannot %s: %.*s", s->place, what,
              (int)strcspn(text, "\n"), text);
    return error;
}

static int report_loss(postgres_store *s, const char *what, const char *why)
{
    say_first_line(s, what, why, 0);
    postgres_disconnect(s);
    return -EAGAIN;
}

/* The errno for the SQLSTATE of a refusal. */
static int errno_of(const PGresult *r)
{
    static const struct {
        const char *state;
        int error;
    } known[] = {
        {"53100", -ENOSPC}, {"53200", -ENOMEM},  {"25006", -EROFS},
        {"42501", -EACCES}, {"XX001", -EUCLEAN}, {"XX002", -EUCLEAN},
        {"55P03", -EBUSY},  {"58030", -EIO},     {"57", -EAGAIN},
        {"53", -EAGAIN},    {"08", -EAGAIN},     {"40", -EAGAIN},
    };
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state && i < sizeof(known) / sizeof(*known); i++)
        if (strncmp(state, known[i].state, strlen(known[i].state)) == 0)
            return known[i].error;
    return -EIO;
}

static int report_refusal(postgres_store *s, const char *what,
                          const PGresult *r)
{
    const char *why = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    snprintf(s->state, sizeof(s->state), "%s", state ? state : "");
    return say_first_line(s, what, why ? why : PQresultErrorMessage(r),
                          errno_of(r));
}

bool postgres_was(const postgres_store *s, const char *state)
{
    return strncmp(s->state, state, strlen(state)) == 0;
}

/* ---- Connecting --------------------------------------------------------- */

void postgres_disconnect(postgres_store *s)
{
    PQfinish(s->db);
    s->db = NULL;
    s->prepared = s->listening = false;
}

bool postgres_is_away(const postgres_store *s)
{
    return !s->db;
}

typedef struct parameters {
    const char *names[MOST_OPTIONS + 1];
    const char *values[MOST_OPTIONS + 1];
    int count;
} parameters;

static void add_parameter(parameters *p, const char *name, const char *value)
{
    p->names[p->count] = name;
    p->values[p->count++] = value;
}

/* With these a dead network is noticed in seconds, not in hours. Parameters of
 * the URL come later, and override them. */
static void add_parameters(parameters *p, const PQconninfoOption *given)
{
    add_parameter(p, "fallback_application_name", "oxo");
    add_parameter(p, "connect_timeout", "5");
    add_parameter(p, "keepalives_idle", "5");
    add_parameter(p, "keepalives_interval", "2");
    add_parameter(p, "keepalives_count", "3");
    add_parameter(p, "tcp_user_timeout", "10000");
    for (; given->keyword && p->count < MOST_OPTIONS - 2; given++)
        if (given->val)
            add_parameter(p, given->keyword, given->val);
    add_parameter(p, "client_encoding", "UTF8");
}

/* A password with unescaped characters would be read as a host or a database,
 * and be shown in messages. */
static bool is_escaped(const char *url)
{
    const char *start = strstr(url, "://") + 3, *at = strrchr(url, '@');
    return !at || start + strcspn(start, "@/?#") == at;
}

/* The message of libpq is not used, because it shows a part of the URL. */
static PQconninfoOption *parse_url(const char *url)
{
    return is_escaped(url) ? PQconninfoParse(url, NULL) : NULL;
}

typedef PGconn *dialling(const char *const *names, const char *const *values,
                         int expand);

static PGconn *dial(const char *url, dialling *connect)
{
    PQconninfoOption *given = parse_url(url);
    parameters p = {.count = 0};
    if (!given)
        return NULL;
    add_parameters(&p, given);
    PGconn *db = connect(p.names, p.values, 0);
    PQconninfoFree(given);
    return db;
}

/* Looks at the last "FATAL:  28P01", that of the last host. Other failures may
 * be temporary: too many connections, a shutdown, a start. */
static bool is_refusal(const char *sentences)
{
    static const char *const states[] = {"28", "3D000", "42501"};
    const char *state = "";
    for (const char *at = sentences; (at = strstr(at, ":  ")); at += 3)
        state = at + 3;
    for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
        if (strncmp(state, states[i], strlen(states[i])) == 0)
            return true;
    return false;
}

/* libpq gives the SQLSTATE of a refused connection only in the message, and
 * only if the verbosity was set before, so this makes another attempt. */
bool postgres_refuses_us(const postgres_store *s)
{
    PGconn *db = dial(s->url, PQconnectStartParams);
    PQsetErrorVerbosity(db, PQERRORS_SQLSTATE);
    PQreset(db);
    const bool refuses =
        PQconnectionNeedsPassword(db) ||
        (PQstatus(db) != CONNECTION_OK && is_refusal(PQerrorMessage(db)));
    PQfinish(db);
    return refuses;
}

/* The database, too, shall end a connection whose network is dead, and release
 * its locks. Commits are as durable as the database is configured, and at
 * least synced to disk. */
static const char settings[] =
    "SELECT set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '2', false),"
    " set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '10000', false),"
    " set_config('lock_timeout', '2000', false),"
    " set_config('synchronous_commit', CASE"
    " current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
    " ELSE current_setting('synchronous_commit') END, false)";

/* If the network broke, the database may still run the process of our previous
 * connection: ends it, unless its commit waits for a replica, because nobody
 * may see that commit before the replica has it. */
static const char end_before[] =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid = $1::bigint AND"
    " (extract(epoch FROM backend_start) * 1000000)::bigint = $2::bigint"
    " AND wait_event IS DISTINCT FROM 'SyncRep'";
static const char identity[] =
    "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint"
    " FROM pg_stat_activity WHERE pid = pg_backend_pid()";

/* A commit whose wait for a replica was cancelled only gives a warning. */
static void take_notice(void *context, const PGresult *r)
{
    postgres_store *s = context;
    const char *how = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);
    s->warned = s->warned || (how && strcmp(how, "WARNING") == 0);
}

static int set_up_connection(postgres_store *s)
{
    postgres_values before = {.count = 0};
    PGresult *r = NULL;
    postgres_add_int(&before, s->pid);
    postgres_add_int(&before, s->born);
    int error = postgres_send_sql(s, settings, NULL);
    if (!error && s->pid)
        error = postgres_send_sql(s, end_before, &before);
    if (!error)
        error = postgres_send_sql(s, identity, NULL);
    if (!error)
        error = postgres_finish(s, "set up the connection", &r);
    if (!error && PQntuples(r) == 1) {
        s->pid = (int)postgres_int(r, 0, 0);
        s->born = postgres_int(r, 0, 1);
    }
    PQclear(r);
    return error;
}

int postgres_connect(postgres_store *s)
{
    postgres_disconnect(s);
    s->db = dial(s->url, PQconnectdbParams);
    if (!s->db) {
        store_say(&s->base,
                  "%s is not the URL of a database: postgres://"
                  "USER:PASSWORD@HOST/NAME, with %%40 %%2F %%3F for @ / ?",
                  s->place);
        return -EINVAL;
    }
    if (PQstatus(s->db) != CONNECTION_OK)
        return report_loss(s, "connect", PQerrorMessage(s->db));
    PQsetNoticeReceiver(s->db, take_notice, s);
    if (PQsetnonblocking(s->db, 1) != 0 || PQenterPipelineMode(s->db) != 1)
        return report_loss(s, "connect", PQerrorMessage(s->db));
    return set_up_connection(s);
}

static void name_statement(int which, char out[NAME_BYTES])
{
    snprintf(out, NAME_BYTES, "oxo%d", which);
}

int postgres_prepare(postgres_store *s)
{
    for (int i = 0; i < POSTGRES_PREPARED_COUNT; i++) {
        char name[NAME_BYTES];
        name_statement(i, name);
        if (PQsendPrepare(s->db, name, texts[i], 0, NULL) != 1)
            return report_loss(s, "prepare it", PQerrorMessage(s->db));
    }
    const int error = postgres_finish(s, "prepare it", NULL);
    s->prepared = !error;
    return error;
}

void postgres_take_time(postgres_store *s, bool long_work)
{
    s->patience = long_work ? LONG_PATIENCE_MS : PATIENCE_MS;
}

static int connect_reader(postgres_store *s)
{
    const int error = postgres_connect(s);
    return error ? error : postgres_prepare(s);
}

int postgres_reach(postgres_store *s)
{
    if (s->db)
        return 0;
    const int64_t now = clock_ms();
    if (now < s->retry || s->bound)
        return -EAGAIN; /* keeps the sentence of the last failure */
    const int error =
        s->read_only ? connect_reader(s) : postgres_begin_writing(s);
    s->retry = error ? clock_ms() + RETRY_MS : 0;
    return error;
}

/* ---- Sending ------------------------------------------------------------ */

static void add_value(postgres_values *v, const void *bytes, size_t length,
                      bool binary)
{
    v->values[v->count] = bytes;
    v->lengths[v->count] = (int)length;
    v->formats[v->count++] = binary;
}

void postgres_add_int(postgres_values *v, int64_t value)
{
    uint8_t *bytes = v->ints[v->count];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)value >> 8 * (7 - i));
    add_value(v, bytes, 8, true);
}

void postgres_add_bytes(postgres_values *v, const void *bytes, size_t length)
{
    add_value(v, bytes, length, true);
}

void postgres_add_text(postgres_values *v, const char *text)
{
    add_value(v, text, strlen(text), false);
}

int postgres_send_sql(postgres_store *s, const char *sql,
                      const postgres_values *v)
{
    static const postgres_values none = {.count = 0};
    if (!s->db)
        return -EAGAIN;
    v = v ? v : &none;
    if (PQsendQueryParams(s->db, sql, v->count, NULL, v->values, v->lengths,
                          v->formats, 1) == 1)
        return 0;
    return report_loss(s, "write to it", PQerrorMessage(s->db));
}

int postgres_send(postgres_store *s, postgres_statement which,
                  const postgres_values *v)
{
    static const postgres_values none = {.count = 0};
    v = v ? v : &none;
    if (!s->prepared || which >= POSTGRES_PREPARED_COUNT)
        return postgres_send_sql(s, texts[which], v);
    char name[NAME_BYTES];
    name_statement((int)which, name);
    if (PQsendQueryPrepared(s->db, name, v->count, v->values, v->lengths,
                            v->formats, 1) == 1)
        return 0;
    return report_loss(s, "write to it", PQerrorMessage(s->db));
}

/* ---- Answers ------------------------------------------------------------ */

/* Waits until the connection can be read, or written if `write`. False after
 * the time limit. */
static bool wait_for_socket(postgres_store *s, bool write, int64_t until)
{
    struct pollfd p = {.fd = PQsocket(s->db),
                       .events = (short)(POLLIN | (write ? POLLOUT : 0))};
    for (;;) {
        const int64_t left = until - clock_ms();
        const int n = left > 0 ? poll(&p, 1, (int)left) : 0;
        if (n >= 0 || errno != EINTR)
            return n > 0;
    }
}

static int await_answer(postgres_store *s, const char *what, int64_t until)
{
    for (;;) {
        const int flushed = PQflush(s->db);
        if (flushed < 0)
            return report_loss(s, what, PQerrorMessage(s->db));
        if (!flushed && !PQisBusy(s->db))
            return 0;
        if (!wait_for_socket(s, flushed > 0, until))
            return report_loss(s, what, "the database does not answer");
        if (PQconsumeInput(s->db) != 1)
            return report_loss(s, what, PQerrorMessage(s->db));
    }
}

/* Takes one answer: notes a failure, or keeps the rows. */
static void take_answer(postgres_store *s, PGresult *r, const char *what,
                        int *error, PGresult **ret)
{
    const ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_TUPLES_OK && ret && !*error) {
        PQclear(*ret);
        *ret = r;
        return;
    }
    if (status == PGRES_FATAL_ERROR && !*error)
        *error = report_refusal(s, what, r);
    PQclear(r);
}

static int collect_answers(postgres_store *s, const char *what, PGresult **ret)
{
    const int64_t until = clock_ms() + s->patience;
    int error = 0;
    for (;;) {
        const int away = await_answer(s, what, until);
        if (away)
            return error ? error : away;
        PGresult *r = PQgetResult(s->db);
        if (r && PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
            PQclear(r);
            return error;
        }
        if (r)
            take_answer(s, r, what, &error, ret);
        if (PQstatus(s->db) != CONNECTION_OK) {
            postgres_disconnect(s);
            return error ? error : -EAGAIN;
        }
    }
}

int postgres_finish(postgres_store *s, const char *what, PGresult **ret)
{
    if (ret)
        *ret = NULL;
    s->state[0] = '\0';
    if (!s->db)
        return -EAGAIN;
    if (PQpipelineSync(s->db) != 1)
        return report_loss(s, what, PQerrorMessage(s->db));
    const int error = collect_answers(s, what, ret);
    if (error && ret) {
        PQclear(*ret);
        *ret = NULL;
    }
    return error;
}

static int ask_once(postgres_store *s, const char *sql,
                    postgres_statement which, const postgres_values *v,
                    const char *what, PGresult **ret)
{
    int error = postgres_reach(s);
    if (!error)
        error =
            sql ? postgres_send_sql(s, sql, v) : postgres_send(s, which, v);
    return error ? error : postgres_finish(s, what, ret);
}

/* A connection that broke while unused is noticed by the next question. A
 * reader simply asks again. */
static int ask_with_retry(postgres_store *s, const char *sql,
                          postgres_statement which, const postgres_values *v,
                          const char *what, PGresult **ret)
{
    *ret = NULL;
    const bool was_here = !postgres_is_away(s);
    const int error = ask_once(s, sql, which, v, what, ret);
    if (!error || !s->read_only || !was_here || !postgres_is_away(s))
        return error;
    return ask_once(s, sql, which, v, what, ret);
}

int postgres_ask(postgres_store *s, postgres_statement which,
                 const postgres_values *v, const char *what, PGresult **ret)
{
    return ask_with_retry(s, NULL, which, v, what, ret);
}

int postgres_ask_sql(postgres_store *s, const char *sql,
                     const postgres_values *v, const char *what,
                     PGresult **ret)
{
    assert(sql);
    return ask_with_retry(s, sql, POSTGRES_STATEMENT_COUNT, v, what, ret);
}

int postgres_do(postgres_store *s, const char *sql, const char *what)
{
    const int error = postgres_send_sql(s, sql, NULL);
    return error ? error : postgres_finish(s, what, NULL);
}

/* ---- Values ------------------------------------------------------------- */

int64_t postgres_int(const PGresult *r, int row, int column)
{
    const int length = PQgetlength(r, row, column);
    const uint8_t *bytes = (const uint8_t *)PQgetvalue(r, row, column);
    uint64_t value = length > 0 && (bytes[0] & 0x80) ? UINT64_MAX : 0;
    for (int i = 0; i < length; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}

const uint8_t *postgres_bytes(const PGresult *r, int row, int column,
                              size_t *ret_length)
{
    *ret_length = (size_t)PQgetlength(r, row, column);
    return (const uint8_t *)PQgetvalue(r, row, column);
}

int postgres_read_event(postgres_store *s, const PGresult *r, int row,
                        event *ret)
{
    size_t length;
    const uint8_t *bytes = postgres_bytes(r, row, 5, &length);
    memset(ret, 0, sizeof(*ret));
    ret->room = (event_room)postgres_int(r, row, 1);
    ret->seq = (uint32_t)postgres_int(r, row, 2);
    ret->at = postgres_int(r, row, 3);
    ret->kind = (event_kind)postgres_int(r, row, 4);
    if (event_decode(bytes, length, ret))
        return 0;
    return postgres_damaged(s, "event %lld cannot be read",
                            (long long)postgres_int(r, row, 0));
}
