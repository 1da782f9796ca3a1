/* postgres_read.c - reads the log: one room, all live rooms, everything. */
#include "postgres_private.h"

#include <errno.h>

/* Rows are read in pages, so that little memory is needed for any log. */
enum { PAGE = 2000, PAGE_ROOMS = 200 };

static int next_page(postgres_store *s, postgres_statement which,
                     const int64_t *values, int count, PGresult **ret)
{
    postgres_values v = {.count = 0};
    for (int i = 0; i < count; i++)
        postgres_add_int(&v, values[i]);
    return postgres_ask(s, which, &v, "read the log", ret);
}

/* ---- One room ----------------------------------------------------------- */

int postgres_load(store *base, event_room room, uint32_t from,
                  store_sink *sink, void *context)
{
    postgres_store *s = postgres_of(base);
    bool more = true, found = false;
    int error = 0;
    while (more && !error) {
        const int64_t values[] = {room, from, PAGE};
        PGresult *r = NULL;
        error = next_page(s, PG_ROOM, values, 3, &r);
        const int count = error ? 0 : PQntuples(r);
        more = count == PAGE;
        for (int i = 0; i < count && !error; i++) {
            event e;
            error = postgres_read_event(s, r, i, &e);
            from = e.seq + 1;
            if (!error && !sink(&e, context)) {
                more = false;
                break;
            }
        }
        found = found || count > 0;
        PQclear(r);
    }
    if (error || found || from == 1)
        return error ? error : found ? 0 : -ENOENT;
    /* No events from there on: is the room shorter, or does it not exist? */
    const int64_t first[] = {room, 1, 1};
    PGresult *r = NULL;
    error = next_page(s, PG_ROOM, first, 3, &r);
    const int count = error ? 0 : PQntuples(r);
    PQclear(r);
    return error ? error : count ? 0 : -ENOENT;
}

int postgres_is_live(store *base, event_room room)
{
    const int64_t values[] = {room};
    PGresult *r = NULL;
    const int error = next_page(postgres_of(base), PG_IS_LIVE, values, 1, &r);
    const int count = error ? 0 : PQntuples(r);
    PQclear(r);
    return error ? error : count;
}

/* ---- The log ------------------------------------------------------------ */

/* Passes a page to the sink; false if the sink stopped. */
static bool tell_page(postgres_store *s, const PGresult *r, uint64_t *position,
                      postgres_each_sink *sink, void *context)
{
    for (int i = 0; i < PQntuples(r); i++) {
        event e;
        const int error = postgres_read_event(s, r, i, &e);
        const uint64_t id = (uint64_t)postgres_int(r, i, 0);
        if (!sink(id, error ? NULL : &e, context))
            return false;
        *position = id;
    }
    return true;
}

int postgres_each(postgres_store *s, uint64_t *position, int limit,
                  postgres_each_sink *sink, void *context)
{
    int64_t left = limit ? limit : INT64_MAX;
    bool more = true;
    int error = 0;
    while (more && left > 0 && !error) {
        const int64_t page = left < PAGE ? left : PAGE;
        const int64_t values[] = {(int64_t)*position, page};
        PGresult *r = NULL;
        error = next_page(s, PG_TAIL, values, 2, &r);
        more = !error && PQntuples(r) == page;
        if (!error && !tell_page(s, r, position, sink, context))
            more = false;
        left -= page;
        PQclear(r);
    }
    return error;
}

typedef struct tailing {
    store_sink *sink;
    void *context;
    uint64_t stopped; /* the sink stopped at this position, or 0 */
    bool goes_on;     /* skip unreadable events */
    bool broken;      /* there was an unreadable event */
} tailing;

static bool tell_tail(uint64_t id, const event *e, void *context)
{
    tailing *t = context;
    t->broken = !e && !t->goes_on;
    if (t->broken)
        return false;
    if (t->sink(e, t->context))
        return true;
    t->stopped = id;
    return false;
}

int postgres_tail(store *base, uint64_t *position, int limit, store_sink *sink,
                  void *context)
{
    postgres_store *s = postgres_of(base);
    /* A damaged event must not stop a follower, because all other rooms would
     * stop too: only the event's own room lacks it. */
    tailing t = {.sink = sink, .context = context, .goes_on = s->follows};
    const int error = postgres_each(s, position, limit, tell_tail, &t);
    if (t.stopped)
        *position = t.stopped;
    return error ? error : t.broken ? -EUCLEAN : 0;
}

/* ---- Live rooms --------------------------------------------------------- */

typedef struct postgres_waking {
    postgres_store *s;
    store_wake_sink *sink;
    void *context;
    bool stopped;
} postgres_waking;

static void tell_snapshots(postgres_waking *w, const PGresult *r)
{
    for (int i = 0; i < PQntuples(r) && !w->stopped; i++) {
        size_t length;
        const uint8_t *bytes = postgres_bytes(r, i, 2, &length);
        w->stopped = !w->sink((event_room)postgres_int(r, i, 0), bytes, length,
                              NULL, w->context);
    }
}

static int tell_events(postgres_waking *w, const PGresult *r)
{
    int error = 0;
    for (int i = 0; i < PQntuples(r) && !w->stopped && !error; i++) {
        event e;
        error = postgres_read_event(w->s, r, i, &e);
        if (!error)
            w->stopped = !w->sink(e.room, NULL, 0, &e, w->context);
    }
    return error;
}

static int wake_snapshots(postgres_waking *w)
{
    int64_t last = -1;
    int error = 0, count = PAGE_ROOMS;
    while (count == PAGE_ROOMS && !error && !w->stopped) {
        const int64_t values[] = {last, PAGE_ROOMS};
        PGresult *r = NULL;
        error = next_page(w->s, PG_SNAPSHOTS, values, 2, &r);
        count = error ? 0 : PQntuples(r);
        if (count > 0) {
            last = postgres_int(r, count - 1, 0);
            tell_snapshots(w, r);
        }
        PQclear(r);
    }
    return error;
}

/* Reads the events of a page of rooms; `*last` is the last of these rooms. */
static int wake_page(postgres_waking *w, int64_t *last, int64_t *ret_count)
{
    const int64_t values[] = {*last, PAGE_ROOMS};
    PGresult *r = NULL;
    int error = next_page(w->s, PG_LIVE_FROM, values, 2, &r);
    *ret_count = error ? 0 : postgres_int(r, 0, 1);
    const int64_t end = *ret_count ? postgres_int(r, 0, 0) : *last;
    PQclear(r);
    if (error || *ret_count == 0)
        return error;
    error = next_page(w->s, PG_AWAKE, values, 2, &r);
    if (!error)
        error = tell_events(w, r);
    PQclear(r);
    *last = end;
    return error;
}

static int wake_all(postgres_waking *w)
{
    int64_t last = -1, count = 1;
    int error =
        postgres_do(w->s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                    "read the log");
    if (!error)
        error = wake_snapshots(w);
    while (count > 0 && !error && !w->stopped)
        error = wake_page(w, &last, &count);
    return error;
}

/* One transaction that sees a single moment, because other nodes write
 * meanwhile: a snapshot newer than the events that were read, or a room that
 * closes in between, would leave a gap. */
int postgres_load_live(store *base, store_wake_sink *sink, void *context)
{
    postgres_waking w = {
        .s = postgres_of(base), .sink = sink, .context = context};
    int error = postgres_reach(w.s);
    if (error)
        return error;
    w.s->bound = true;
    error = wake_all(&w);
    w.s->bound = false;
    if (!postgres_is_away(w.s) &&
        postgres_do(w.s, "ROLLBACK", "read the log") != 0)
        postgres_disconnect(w.s);
    return error;
}
