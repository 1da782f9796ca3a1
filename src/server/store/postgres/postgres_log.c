/* postgres_log.c - appending to the log: one trip to the database a commit.
 *
 * Several servers append to one log. A commit first moves the end of the log,
 * a row that it then holds: so commits come one after the other, and positions
 * are in their order and without gaps. That its events follow what is there is
 * looked at there and then, by the table itself: (room, seq) is a key, and an
 * event whose room is not so far has no seq and is refused. Only a commit
 * that was refused asks how far its rooms are; those that another server was
 * faster in are left out, and the rest is committed. */
#include "clock.h"
#include "postgres_private.h"

#include <errno.h>
#include <poll.h>

/* How long an answer that was lost is looked for before the commit is called
 * a failure, and how often. */
enum { DOUBT_MS = 5000, DOUBT_STEP_MS = 100 };

/* Others may be faster again and again, but not for ever. */
enum { TRIES = 20 };

/* ---- How far the rooms are ---------------------------------------------- */

static int nowhere(void *context, event_room room, store_head *ret)
{
    (void)context;
    (void)room;
    (void)ret;
    return -ENOENT;
}

static size_t count_events(const store_change *changes, int count)
{
    size_t events = 0;
    for (int i = 0; i < count; i++)
        events += (size_t)changes[i].batch.count;
    return events;
}

/* Most likely each room is where its first event expects it to be. */
static int assume_heads(postgres_store *s, const store_change *changes,
                        int count)
{
    const int error =
        store_heads_reset(&s->rooms, count_events(changes, count));
    for (int i = 0; i < count && !error; i++)
        for (int k = 0; k < changes[i].batch.count; k++) {
            const store_entry *e = &changes[i].batch.entries[k];
            const store_head head = {.room = e->room, .seq = e->seq - 1};
            if (!store_heads_find(&s->rooms, e->room))
                store_heads_put(&s->rooms, &head);
        }
    return error ? postgres_no_memory(s) : 0;
}

static int note_heads(postgres_store *s, const PGresult *r)
{
    const int count = PQntuples(r);
    const int error = store_heads_reset(&s->rooms, (size_t)count);
    for (int i = 0; i < count && !error; i++) {
        const store_head head = {.room = (event_room)postgres_int(r, i, 0),
                                 .seq = (uint32_t)postgres_int(r, i, 1),
                                 .closed = postgres_int(r, i, 2) != 0};
        store_heads_put(&s->rooms, &head);
    }
    return error ? postgres_no_memory(s) : 0;
}

/* It was not so: the rows of `opened` serve for the question. */
static int ask_heads(postgres_store *s)
{
    postgres_rows *rooms = &s->opened;
    postgres_rows_empty(rooms);
    for (size_t i = 0; i < s->conflicts.pending.capacity; i++)
        if (s->conflicts.pending.slots[i].used)
            postgres_put_int(rooms, s->conflicts.pending.slots[i].room);
    if (rooms->failed)
        return postgres_no_memory(s);
    if (rooms->count == 0)
        return 0;
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_bytes(&v, rooms->columns[0].bytes, rooms->columns[0].size);
    int error = postgres_ask(s, PG_HEADS, &v, "find rooms", &r);
    if (!error)
        error = note_heads(s, r);
    PQclear(r);
    return error;
}

/* ---- What is written ---------------------------------------------------- */

/* The first of a room that is in the log already says so: it must find the
 * one before it there. */
static void append_event(postgres_store *s, const store_batch *batch,
                         const store_entry *e, store_head *head)
{
    const bool is_head = head->seq > 0 && head->last == 0;
    postgres_put_int(&s->events, e->room);
    postgres_put_int(&s->events, e->seq);
    postgres_put_int(&s->events, is_head);
    postgres_put_int(&s->events, e->at);
    postgres_put_int(&s->events, e->kind);
    postgres_put_bytes(&s->events, batch->bytes + e->start, e->length);
    const uint64_t number = (uint64_t)s->events.count;
    store_conflicts_note_append(head, e, number);
    if (e->kind == EVENT_ROOM_CREATED)
        postgres_put_int(&s->opened, e->room);
    if (e->kind == EVENT_ROOM_CLOSED)
        postgres_put_int(&s->closed, e->room);
    event over;
    if (e->kind == EVENT_GAME_OVER && store_entry_read(batch, e, &over))
        postgres_project(&s->projector, number, &over);
}

static int append_batch(postgres_store *s, const store_change *c)
{
    const int error =
        store_conflicts_check(&s->conflicts, &s->rooms, &c->batch);
    for (int i = 0; i < c->batch.count && !error; i++) {
        const store_entry *e = &c->batch.entries[i];
        store_head *head = store_heads_find(&s->conflicts.pending, e->room);
        c->ret_conflict[i] = head->refused;
        if (!head->refused)
            append_event(s, &c->batch, e, head);
    }
    return error;
}

/* Boards go one by one: a commit may save one and remove it again. */
static int send_board(postgres_store *s, const store_board *b)
{
    postgres_rows *r = b->remove ? &s->gone : &s->board;
    postgres_rows_empty(r);
    postgres_put_bytes(r, b->id.bytes, sizeof(b->id.bytes));
    if (!b->remove) {
        postgres_put_int(r, b->board.board.cells[OXO_X]);
        postgres_put_int(r, b->board.board.cells[OXO_O]);
        postgres_put_int(r, b->board.turn);
    }
    return postgres_send_rows(s, r);
}

static bool is_refused(const postgres_store *s, event_room room)
{
    const store_head *head = store_heads_find(&s->conflicts.pending, room);
    return head && head->refused;
}

/* Whether the snapshot of a room is of something that is in the log is looked
 * at by the statement. */
static int gather_change(postgres_store *s, const store_change *c)
{
    int error = append_batch(s, c);
    for (int i = 0; i < c->snapshot_count && !error; i++) {
        const store_snapshot *shot = &c->snapshots[i];
        if (is_refused(s, shot->room))
            continue;
        postgres_put_int(&s->snapshots, shot->room);
        postgres_put_int(&s->snapshots, shot->seq);
        postgres_put_bytes(&s->snapshots, shot->bytes, shot->length);
    }
    for (int i = 0; i < c->sight_count && !error; i++) {
        const store_sight *sight = &c->sights[i];
        if (is_refused(s, sight->room))
            continue;
        postgres_put_int(&s->sights, sight->room);
        postgres_put_int(&s->sights, sight->seat);
        postgres_put_int(&s->sights, s->node);
        postgres_put_int(&s->sights, sight->since);
    }
    for (int i = 0; i < c->board_count && !error; i++)
        error = send_board(s, &c->boards[i]);
    return error;
}

static int number_commit(postgres_store *s)
{
    postgres_values v = {.count = 0};
    postgres_add_int(&v, s->node);
    postgres_add_int(&v, (int64_t)s->commits + 1);
    postgres_add_int(&v, s->events.count);
    postgres_add_int(&v, s->sights.count > 0);
    return postgres_send(s, PG_NUMBER_COMMIT, &v);
}

/* Is there something that other servers should hear of? */
static int tell_others(postgres_store *s)
{
    postgres_values v = {.count = 0};
    postgres_add_int(&v, s->node);
    postgres_add_int(&v, s->events.count + s->sights.count);
    return postgres_send(s, PG_TELL, &v);
}

/* Everything behind the boards. Rooms are opened first and closed last: some
 * are both in one commit. */
static int send_rows(postgres_store *s)
{
    enum { TABLES = 5 };
    postgres_rows *const rows[TABLES] = {&s->events, &s->opened, &s->snapshots,
                                         &s->sights, &s->closed};
    int error = number_commit(s);
    for (int i = 0; i < TABLES && !error; i++)
        error = postgres_send_rows(s, rows[i]);
    if (!error)
        error = postgres_send_projected(s, &s->projector);
    return error ? error : tell_others(s);
}

static int gather(postgres_store *s, const store_change *changes, int count)
{
    s->conflicts.find = nowhere;
    postgres_rows_empty(&s->events);
    postgres_rows_empty(&s->opened);
    postgres_rows_empty(&s->closed);
    postgres_rows_empty(&s->snapshots);
    postgres_rows_empty(&s->sights);
    postgres_projector_empty(&s->projector);
    int error =
        store_conflicts_begin(&s->conflicts, &s->rooms, changes, count);
    if (error)
        return postgres_no_memory(s);
    for (int i = 0; i < count && !error; i++)
        error = gather_change(s, &changes[i]);
    return error;
}

/* ---- When the answer is lost -------------------------------------------- */

/* Looks for the database until the store is ours again: then the connection
 * of before has ended, and all that it did is as durable as it should be. */
static int begin_again(postgres_store *s)
{
    const int64_t until = clock_ms() + DOUBT_MS;
    for (;;) {
        const int error = postgres_begin_writing(s);
        if (!error || clock_ms() >= until)
            return error;
        poll(NULL, 0, DOUBT_STEP_MS);
    }
}

/* The commit with this number may have been made or not: our own row knows,
 * whatever other servers have done since. If not, it may be made now. */
static int resolve(postgres_store *s, uint64_t number, int error)
{
    if (begin_again(s) != 0)
        return error;
    return s->commits >= number ? 0 : -ERESTART;
}

/* ---- The commit --------------------------------------------------------- */

static int send_all(postgres_store *s, const store_change *changes, int count)
{
    int error = gather(s, changes, count);
    if (!error)
        error = send_rows(s);
    if (error && !postgres_is_away(s))
        postgres_disconnect(s); /* what is in the pipe must not be done */
    return error;
}

static int commit_once(postgres_store *s, const store_change *changes,
                       int count)
{
    const uint64_t number = s->commits + 1;
    PGresult *r = NULL;
    int error = send_all(s, changes, count);
    if (error)
        return error;
    s->warned = false;
    error = postgres_finish(s, "commit to it", &r);
    if (!error)
        s->position = (uint64_t)postgres_int(r, 0, 0);
    PQclear(r);
    /* Whoever was to wait for a replica did not: then we do. */
    if (!error && s->warned)
        postgres_disconnect(s);
    if (postgres_is_away(s))
        return resolve(s, number, error ? error : -EAGAIN);
    if (!error)
        s->commits = number;
    return error;
}

/* What can be done about a commit that was refused as a whole. 0: it may be
 * tried again. */
static int mend(postgres_store *s, int error)
{
    if (postgres_was(s, "23505") || postgres_was(s, "23502"))
        return ask_heads(s);
    if (postgres_was(s, "23514"))
        return postgres_add_months(s, &s->projector);
    if (error == -ERESTART || postgres_was(s, "40"))
        return 0;
    if (!postgres_was(s, "55P03"))
        return error;
    /* A server whose network was cut in the middle of a commit must not keep
     * all others waiting. */
    PGresult *r = NULL;
    const int left = postgres_ask(s, PG_UNBLOCK, NULL, "commit to it", &r);
    const bool freed = !left && PQntuples(r) > 0;
    PQclear(r);
    return left ? left : freed ? 0 : error;
}

int postgres_commit(store *base, const store_change *changes, int count)
{
    postgres_store *s = postgres_of(base);
    if (s->read_only) {
        store_say(base, "%s is open for reading only", s->place);
        return -EROFS;
    }
    int error = postgres_reach(s);
    if (!error)
        error = assume_heads(s, changes, count);
    for (int tries = 0; !error; tries++) {
        error = commit_once(s, changes, count);
        if (!error || postgres_is_away(s) || tries == TRIES)
            break;
        error = mend(s, error);
    }
    return error;
}
