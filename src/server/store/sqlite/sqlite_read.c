/* sqlite_read.c - reads the log: one room, all live rooms, everything. */
#include "sqlite_private.h"

#include <errno.h>
#include <stdlib.h>

/* ---- One room ----------------------------------------------------------- */

/* Finds the positions of a room's events from `from` on, going back from its
 * head. */
static int trace_room(sqlite_store *s, const store_head *head, uint32_t from,
                      uint64_t *ret_ids)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_BACK);
    if (!row)
        return sqlite_fail(s, "read the log");
    uint64_t id = head->last;
    for (uint32_t seq = head->seq; seq >= from; seq--) {
        ret_ids[seq - from] = id;
        sqlite3_bind_int64(row, 1, (int64_t)id);
        const int code = sqlite3_step(row);
        const bool fits = code == SQLITE_ROW &&
                          sqlite3_column_int64(row, 0) == head->room &&
                          sqlite3_column_int64(row, 1) == seq;
        id -= (uint64_t)sqlite3_column_int64(row, 2);
        const int reset = sqlite3_reset(row);
        if (reset != SQLITE_OK)
            return sqlite_fail(s, "read the log");
        if (!fits)
            return sqlite_damaged(s, "event %u of room %u is missing", seq,
                                  head->room);
    }
    return 0;
}

static int read_event_at(sqlite_store *s, uint64_t id, event *ret)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_EVENT);
    if (!row)
        return sqlite_fail(s, "read the log");
    sqlite3_bind_int64(row, 1, (int64_t)id);
    const int code = sqlite3_step(row);
    const int error = code == SQLITE_ROW ? sqlite_read_event(s, row, ret)
                                         : sqlite_fail(s, "read the log");
    sqlite3_reset(row);
    return error;
}

/* Where the events of a room go. */
typedef struct teller {
    store_sink *sink;
    store_wake_sink *wake; /* if `sink` is NULL */
    void *context;
    bool stopped;
} teller;

static void tell_event(teller *t, const event *e)
{
    t->stopped = t->sink ? !t->sink(e, t->context)
                         : !t->wake(e->room, NULL, 0, e, t->context);
}

static int tell_room(sqlite_store *s, const store_head *head, uint32_t from,
                     teller *t)
{
    if (from > head->seq)
        return 0;
    const uint32_t count = head->seq - from + 1;
    uint64_t *ids = calloc(count, sizeof(*ids));
    if (!ids) {
        store_say(&s->base, "%s: out of memory", s->place);
        return -ENOMEM;
    }
    int error = trace_room(s, head, from, ids);
    for (uint32_t i = 0; i < count && !error && !t->stopped; i++) {
        event e = {.room = head->room};
        error = read_event_at(s, ids[i], &e);
        if (!error)
            tell_event(t, &e);
    }
    free(ids);
    return error;
}

int sqlite_load(store *base, event_room room, uint32_t from, store_sink *sink,
                void *context)
{
    sqlite_store *s = sqlite_of(base);
    store_head head;
    teller t = {.sink = sink, .context = context};
    int error = sqlite_follow_heads(s);
    if (!error)
        error = sqlite_find_head(s, room, &head);
    return error ? error : tell_room(s, &head, from, &t);
}

/* ---- The log ------------------------------------------------------------ */

int sqlite_tail(store *base, uint64_t *position, int limit, store_sink *sink,
                void *context)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_EVENTS_FROM);
    if (!row)
        return sqlite_fail(s, "read the log");
    sqlite3_bind_int64(row, 1, (int64_t)*position);
    sqlite3_bind_int(row, 2, limit ? limit : -1);
    int error = 0, code;
    bool more = true;
    while (more && (code = sqlite3_step(row)) == SQLITE_ROW) {
        event e;
        error = sqlite_read_event(s, row, &e);
        if (error)
            break;
        *position = (uint64_t)sqlite3_column_int64(row, 0);
        more = sink(&e, context);
    }
    if (!error && more && code != SQLITE_DONE)
        error = sqlite_fail(s, "read the log");
    sqlite3_reset(row);
    return error;
}

/* ---- Live rooms --------------------------------------------------------- */

/* A live room, and which of its events are needed. */
typedef struct sleeper {
    store_head head;
    uint64_t low;  /* no needed event is before this position */
    uint32_t seen; /* the seq of its snapshot, or 0 */
} sleeper;

typedef struct sqlite_waking {
    sqlite_store *s;
    teller teller;
    sleeper *rooms;
    size_t count;
    store_heads index; /* room -> its index in `rooms`, as `first` */
    uint64_t end;      /* of the log */
} sqlite_waking;

static int list_rooms(sqlite_waking *w)
{
    sqlite_shared *shared = w->s->shared;
    pthread_mutex_lock(&shared->lock);
    const store_heads *rooms = &shared->rooms;
    w->end = shared->mark;
    w->rooms = calloc(rooms->count + 1, sizeof(*w->rooms));
    int error =
        w->rooms ? store_heads_reset(&w->index, rooms->count) : -ENOMEM;
    for (size_t i = 0; !error && i < rooms->capacity; i++) {
        if (!rooms->slots[i].used)
            continue;
        const store_head head = rooms->slots[i];
        w->rooms[w->count++] = (sleeper){.head = head, .low = head.first};
    }
    pthread_mutex_unlock(&shared->lock);
    return error;
}

static void index_rooms(sqlite_waking *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const store_head entry = {.room = w->rooms[i].head.room, .first = i};
        store_heads_put(&w->index, &entry);
    }
}

static sleeper *find_sleeper(const sqlite_waking *w, event_room room)
{
    const store_head *entry = store_heads_find(&w->index, room);
    return entry ? &w->rooms[entry->first] : NULL;
}

static void tell_snapshot(sqlite_waking *w, sqlite3_stmt *row)
{
    const event_room room = (event_room)sqlite3_column_int64(row, 0);
    const uint32_t seq = (uint32_t)sqlite3_column_int64(row, 1);
    const uint64_t last = (uint64_t)sqlite3_column_int64(row, 2);
    sleeper *r = find_sleeper(w, room);
    if (!r || seq > r->head.seq)
        return;
    r->seen = seq;
    if (last)
        r->low = last + 1;
    static const uint8_t nothing[1];
    const uint8_t *bytes = sqlite3_column_blob(row, 3);
    const size_t length = (size_t)sqlite3_column_bytes(row, 3);
    w->teller.stopped = !w->teller.wake(room, bytes ? bytes : nothing, length,
                                        NULL, w->teller.context);
}

static int tell_snapshots(sqlite_waking *w)
{
    sqlite3_stmt *row = sqlite_prepare(w->s, SQL_SNAPSHOTS);
    if (!row)
        return sqlite_fail(w->s, "read the snapshots");
    int code = SQLITE_DONE;
    while (!w->teller.stopped && (code = sqlite3_step(row)) == SQLITE_ROW)
        tell_snapshot(w, row);
    const int error = w->teller.stopped || code == SQLITE_DONE
                          ? 0
                          : sqlite_fail(w->s, "read the snapshots");
    sqlite3_reset(row);
    return error;
}

static int by_low(const void *a, const void *b)
{
    const uint64_t x = ((const sleeper *)a)->low,
                   y = ((const sleeper *)b)->low;
    return (x > y) - (x < y);
}

/* There are two ways to read a room: a scan of the log, which is cheap per
 * event but reads the events of other rooms too, or going back from event to
 * event. The rooms that begin earliest are read the second way; returns how
 * many. */
static size_t count_rooms_to_trace(const sqlite_waking *w)
{
    const uint64_t back_cost = 8; /* per event, in events of a scan */
    uint64_t back = 0, best = UINT64_MAX;
    size_t at = 0;
    for (size_t i = 0; i <= w->count; i++) {
        const uint64_t through =
            i < w->count ? w->end + 1 - w->rooms[i].low : 0;
        if (back + through < best) {
            best = back + through;
            at = i;
        }
        if (i < w->count)
            back += back_cost * (w->rooms[i].head.seq - w->rooms[i].seen);
    }
    return at;
}

static bool is_needed(const sqlite_waking *w, size_t first, sqlite3_stmt *row)
{
    const sleeper *r =
        find_sleeper(w, (event_room)sqlite3_column_int64(row, 1));
    const int64_t seq = sqlite3_column_int64(row, 2);
    return r && r >= w->rooms + first && seq > r->seen && seq <= r->head.seq;
}

/* Scans the log for the rooms from `first` on. */
static int scan_log(sqlite_waking *w, size_t first)
{
    if (first == w->count)
        return 0;
    sqlite3_stmt *row = sqlite_prepare(w->s, SQL_EVENTS_FROM);
    if (!row)
        return sqlite_fail(w->s, "read the log");
    sqlite3_bind_int64(row, 1, (int64_t)w->rooms[first].low - 1);
    sqlite3_bind_int(row, 2, -1);
    int error = 0, code = SQLITE_DONE;
    while (!error && !w->teller.stopped &&
           (code = sqlite3_step(row)) == SQLITE_ROW) {
        event e;
        if (!is_needed(w, first, row))
            continue;
        error = sqlite_read_event(w->s, row, &e);
        if (!error)
            tell_event(&w->teller, &e);
    }
    if (!error && !w->teller.stopped && code != SQLITE_DONE)
        error = sqlite_fail(w->s, "read the log");
    sqlite3_reset(row);
    return error;
}

static int wake_all(sqlite_waking *w)
{
    index_rooms(w);
    int error = tell_snapshots(w);
    if (error)
        return error;
    qsort(w->rooms, w->count, sizeof(*w->rooms), by_low);
    index_rooms(w);
    const size_t first = count_rooms_to_trace(w);
    for (size_t i = 0; i < first && !error && !w->teller.stopped; i++)
        error = tell_room(w->s, &w->rooms[i].head, w->rooms[i].seen + 1,
                          &w->teller);
    return error || w->teller.stopped ? error : scan_log(w, first);
}

int sqlite_load_live(store *base, store_wake_sink *sink, void *context)
{
    sqlite_store *s = sqlite_of(base);
    sqlite_waking w = {.s = s, .teller = {.wake = sink, .context = context}};
    int error = sqlite_follow_heads(s);
    if (!error)
        error = list_rooms(&w);
    if (!error)
        error = wake_all(&w);
    store_heads_clear(&w.index);
    free(w.rooms);
    return error;
}
