/* postgres_log.c - appending to the log: one trip to the database a commit.
 *
 * Which events are expected is known in memory, so a whole commit goes into
 * the pipe at once, and what comes back is only that it is done. */
#include "postgres_store.h"

#include <errno.h>
#include <poll.h>

/* How long an answer that was lost is looked for before the commit is called
 * a failure, and how often. */
enum { DOUBT_MS = 5000, DOUBT_STEP_MS = 100 };

/* ---- How far the rooms are ---------------------------------------------- */

int postgres_load_heads(postgres_store *s)
{
    PGresult *r = NULL;
    int error = postgres_ask(s, PG_HEADS, NULL, "read the rooms", &r);
    const int count = error ? 0 : PQntuples(r);
    if (!error)
        error = store_heads_reset(&s->rooms, (size_t)count);
    for (int i = 0; i < count && !error; i++) {
        const store_head head = {.room = (event_room)postgres_int(r, i, 0),
                                 .seq = (uint32_t)postgres_int(r, i, 1)};
        store_heads_put(&s->rooms, &head);
    }
    PQclear(r);
    return error;
}

static int find_taken(void *context, event_room room, store_head *ret)
{
    const postgres_store *s = context;
    const store_head *head = store_heads_find(&s->taken, room);
    if (!head)
        return -ENOENT;
    *ret = *head;
    return 0;
}

static int note_taken(postgres_store *s, const PGresult *r)
{
    const int count = PQntuples(r);
    const int error = store_heads_reset(&s->taken, (size_t)count);
    for (int i = 0; i < count && !error; i++) {
        const store_head head = {.room = (event_room)postgres_int(r, i, 0),
                                 .seq = 1,
                                 .closed = true};
        store_heads_put(&s->taken, &head);
    }
    return error;
}

/* Numbers of new rooms that closed rooms have: only a commit that makes rooms
 * has to ask. The rows of `opened` serve for the question. */
static int ask_taken(postgres_store *s, const store_change *changes, int count)
{
    postgres_rows_empty(&s->opened);
    store_heads_reset(&s->taken, 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < changes[i].batch.count; k++)
            if (changes[i].batch.entries[k].seq == 1)
                postgres_put_int(&s->opened, changes[i].batch.entries[k].room);
    if (s->opened.count == 0)
        return 0;
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_bytes(&v, s->opened.columns[0].bytes,
                       s->opened.columns[0].size);
    int error = postgres_ask(s, PG_TAKEN, &v, "find a room", &r);
    if (!error)
        error = note_taken(s, r);
    PQclear(r);
    return error;
}

/* ---- What is written ---------------------------------------------------- */

static void append_event(postgres_store *s, const store_batch *batch,
                         const store_entry *e, store_head *head)
{
    const uint64_t id = s->next++;
    postgres_put_int(&s->events, e->room);
    postgres_put_int(&s->events, e->seq);
    postgres_put_int(&s->events, (int64_t)id);
    postgres_put_int(&s->events, e->at);
    postgres_put_int(&s->events, e->kind);
    postgres_put_bytes(&s->events, batch->bytes + e->start, e->length);
    store_judge_append(head, e, id);
    if (e->kind == EVENT_ROOM_CREATED)
        postgres_put_int(&s->opened, e->room);
    if (e->kind == EVENT_ROOM_CLOSED)
        postgres_put_int(&s->closed, e->room);
    event over;
    if (e->kind == EVENT_GAME_OVER && store_entry_read(batch, e, &over))
        postgres_project(&s->projector, id, &over);
}

static int append_batch(postgres_store *s, const store_change *c)
{
    const int error = store_judge_batch(&s->judge, &s->rooms, &c->batch);
    for (int i = 0; i < c->batch.count && !error; i++) {
        const store_entry *e = &c->batch.entries[i];
        store_head *head = store_heads_find(&s->judge.pending, e->room);
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

static int gather_change(postgres_store *s, const store_change *c)
{
    int error = append_batch(s, c);
    for (int i = 0; i < c->snapshot_count && !error; i++) {
        const store_snapshot *shot = &c->snapshots[i];
        if (!store_judge_snapshot(&s->judge, &s->rooms, shot))
            continue;
        postgres_put_int(&s->snapshots, shot->room);
        postgres_put_int(&s->snapshots, shot->seq);
        postgres_put_bytes(&s->snapshots, shot->bytes, shot->length);
    }
    for (int i = 0; i < c->board_count && !error; i++)
        error = send_board(s, &c->boards[i]);
    return error;
}

/* Everything behind the boards. Rooms are opened first and closed last: some
 * are both in one commit. */
static int send_rows(postgres_store *s)
{
    postgres_values number = {.count = 0};
    postgres_add_int(&number, (int64_t)s->commits + 1);
    postgres_add_int(&number, s->writer);
    enum { TABLES = 4 };
    postgres_rows *const rows[TABLES] = {&s->events, &s->opened, &s->snapshots,
                                         &s->closed};
    int error = postgres_send(s, PG_NUMBER_COMMIT, &number);
    for (int i = 0; i < TABLES && !error; i++)
        error = postgres_send_rows(s, rows[i]);
    return error ? error : postgres_send_projected(s, &s->projector);
}

static int gather(postgres_store *s, const store_change *changes, int count)
{
    s->judge.find = find_taken;
    s->judge.context = s;
    postgres_rows_empty(&s->events);
    postgres_rows_empty(&s->opened);
    postgres_rows_empty(&s->closed);
    postgres_rows_empty(&s->snapshots);
    postgres_projector_empty(&s->projector);
    int error = store_judge_begin(&s->judge, &s->rooms, changes, count);
    if (error)
        return postgres_no_memory(s);
    for (int i = 0; i < count && !error; i++)
        error = gather_change(s, &changes[i]);
    return error;
}

/* ---- When the answer is lost -------------------------------------------- */

/* The commit with this number may have been made or not. Who has the store
 * again knows: its connection of before has ended, and all that it did. If
 * another server has had it meanwhile, that is not known, and a failure. */
static bool was_made(postgres_store *s, uint64_t number)
{
    const int64_t until = postgres_now_ms() + DOUBT_MS;
    for (;;) {
        if (postgres_begin_writing(s) == 0)
            return s->last_writer == s->writer && s->commits >= number;
        if (postgres_now_ms() >= until)
            return false;
        poll(NULL, 0, DOUBT_STEP_MS);
    }
}

/* ---- The commit --------------------------------------------------------- */

static int write_all(postgres_store *s, const store_change *changes, int count)
{
    int error = ask_taken(s, changes, count);
    if (!error)
        error = gather(s, changes, count);
    if (!error)
        error = send_rows(s);
    if (error && !postgres_is_away(s))
        postgres_disconnect(s); /* what is in the pipe must not be done */
    return error;
}

int postgres_commit(store *base, const store_change *changes, int count)
{
    postgres_store *s = postgres_of(base);
    if (s->read_only) {
        store_say(base, "%s is open for reading only", s->place);
        return -EROFS;
    }
    int error = postgres_reach(s);
    if (error)
        return error;
    const uint64_t next = s->next, number = s->commits + 1;
    error = write_all(s, changes, count);
    if (error)
        return error;
    error = postgres_finish(s, "commit to it", NULL);
    /* Made or not, how far the rooms are has been read again then. */
    if (error && postgres_is_away(s))
        return was_made(s, number) ? 0 : error;
    if (error) {
        s->next = next;
        return error;
    }
    s->commits = number;
    store_judge_settle(&s->judge, &s->rooms);
    return 0;
}
