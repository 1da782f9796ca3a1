/* postgres_log.c - commits: each one is a single round trip to the database.
 *
 * Several nodes append to one log. A commit first updates the row with the end
 * of the log, and thereby locks it. So commits run one after the other, and
 * positions follow their order without gaps. The database itself checks for
 * conflicts: (room, seq) is a primary key, and an event whose predecessor is
 * missing gets NULL as its seq and is refused. Only after a refusal the commit
 * asks how far its rooms are, leaves out those in which another node was
 * faster, and tries again. */
#include "clock.h"
#include "postgres_private.h"

#include <errno.h>
#include <poll.h>

/* If the answer to a commit is lost: how long, and how often, to look for it
 * before the commit counts as failed. */
enum { DOUBT_MS = 5000, DOUBT_STEP_MS = 100 };

/* Other nodes may be faster several times in a row. */
enum { TRIES = 20 };

/* ---- Heads of the rooms ------------------------------------------------- */

static int find_no_closed(void *context, event_room room, store_head *ret)
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

/* Assumes that no room conflicts, which is nearly always true. */
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

/* Reads the real heads. Uses the rows of `opened` for the question. */
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

/* ---- Rows to write ------------------------------------------------------ */

/* The first event of a room that is in the log already is marked: the database
 * checks that its predecessor is there. */
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

/* Boards are sent one by one, because a commit may save and remove the same
 * board. */
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

/* The statement for snapshots itself checks that their events are in the log.
 */
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

/* Notifies other nodes, if there are events or sights. */
static int notify_others(postgres_store *s)
{
    postgres_values v = {.count = 0};
    postgres_add_int(&v, s->node);
    postgres_add_int(&v, s->events.count + s->sights.count);
    return postgres_send(s, PG_TELL, &v);
}

/* Sends everything but the boards. Rooms are opened first and closed last,
 * because a commit may do both with one room. */
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
    return error ? error : notify_others(s);
}

static int gather_rows(postgres_store *s, const store_change *changes,
                       int count)
{
    s->conflicts.find = find_no_closed;
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

/* ---- Lost answers ------------------------------------------------------- */

/* Reconnects until the store is locked again. After that all commits of the
 * previous connection have ended and are durable. */
static int reconnect(postgres_store *s)
{
    const int64_t until = clock_ms() + DOUBT_MS;
    for (;;) {
        const int error = postgres_begin_writing(s);
        if (!error || clock_ms() >= until)
            return error;
        poll(NULL, 0, DOUBT_STEP_MS);
    }
}

/* Finds out whether the commit with this number was made: our own row in
 * `nodes` has the number of our last commit. -ERESTART: it was not; try again.
 */
static int resolve_doubt(postgres_store *s, uint64_t number, int error)
{
    if (reconnect(s) != 0)
        return error;
    return s->commits >= number ? 0 : -ERESTART;
}

/* ---- The commit --------------------------------------------------------- */

static int send_all(postgres_store *s, const store_change *changes, int count)
{
    int error = gather_rows(s, changes, count);
    if (!error)
        error = send_rows(s);
    if (error && !postgres_is_away(s))
        postgres_disconnect(s); /* discards the statements in the pipeline */
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
    /* The wait for a replica was cancelled: reconnecting waits for it. */
    if (!error && s->warned)
        postgres_disconnect(s);
    if (postgres_is_away(s))
        return resolve_doubt(s, number, error ? error : -EAGAIN);
    if (!error)
        s->commits = number;
    return error;
}

/* Removes the reason why a commit was refused. 0: try again. */
static int repair_commit(postgres_store *s, int error)
{
    if (postgres_was(s, "23505") || postgres_was(s, "23502"))
        return ask_heads(s);
    if (postgres_was(s, "23514"))
        return postgres_add_months(s, &s->projector);
    if (error == -ERESTART || postgres_was(s, "40"))
        return 0;
    if (!postgres_was(s, "55P03"))
        return error;
    /* A node whose network broke during a commit must not block all others. */
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
        error = repair_commit(s, error);
    }
    return error;
}
