/* batch.c - see batch.h. */
#include "batch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "http_headers.h"

/* ---- Lists that grow ---------------------------------------------------- */

static _Noreturn void give_up(void)
{
    fputs("oxo serve: out of memory\n", stderr);
    abort();
}

static void *grown(void *list, size_t *capacity, size_t need, size_t size)
{
    void *bigger = array_grow(list, capacity, need, size);
    if (!bigger)
        give_up();
    return bigger;
}

/* Capacity for one more in a list whose counters have its name. */
#define MAKE_ROOM(b, list, name)                                              \
    ((b)->list = grown((b)->list, &(b)->name##_room,                          \
                       (size_t)(b)->name##_count + 1, sizeof *(b)->list))

/* A batch that has grown beyond this gives its memory back. */
enum { KEPT_BYTES = 1 << 20, KEPT_EVENTS = 4096 };

static void drop_askers(batch *b)
{
    for (int i = 0; i < b->asker_count; i++) {
        free(b->askers[i].create);
        free(b->askers[i].again);
    }
    b->asker_count = 0;
}

void batch_clear(batch *b)
{
    drop_askers(b);
    if (b->byte_room > KEPT_BYTES || b->events.entry_room > KEPT_EVENTS)
        batch_free(b);
    store_bundle_clear(&b->events);
    b->undo_count = b->mail_count = 0;
    b->kept_count = 0;
    b->snapshot_count = b->board_count = b->sight_count = b->gone_count = 0;
    b->byte_count = 0;
    b->ping = false;
}

void batch_free(batch *b)
{
    drop_askers(b);
    store_bundle_free(&b->events);
    free(b->conflict);
    free(b->undo);
    free(b->kept);
    free(b->askers);
    free(b->mails);
    free(b->boards);
    free(b->sights);
    free(b->gone);
    free(b->bytes);
    memset(b, 0, sizeof *b);
}

bool batch_is_mail_only(const batch *b)
{
    return b->events.count == 0 && b->snapshot_count == 0 &&
           b->board_count == 0 && b->sight_count == 0 && !b->ping;
}

bool batch_is_empty(const batch *b)
{
    return batch_is_mail_only(b) && b->mail_count == 0 && b->gone_count == 0;
}

/* ---- Gathering ---------------------------------------------------------- */

void batch_add_event(batch *b, const event *e)
{
    if (store_bundle_add(&b->events, e) < 0)
        give_up();
    b->conflict = grown(b->conflict, &b->conflict_room,
                        (size_t)b->events.count, sizeof *b->conflict);
    b->conflict[b->events.count - 1] = false;
}

void batch_remember(batch *b, const room *before, uint64_t recent)
{
    MAKE_ROOM(b, undo, undo);
    b->undo[b->undo_count++] = (batch_undo){.room = before->id,
                                            .is_new = before->seq == 0,
                                            .start = b->kept_count,
                                            .recent = recent};
    b->kept = grown(b->kept, &b->kept_room, b->kept_count + sizeof *before, 1);
    b->kept_count += room_keep(before, b->kept + b->kept_count);
}

void batch_recall(const batch *b, const batch_undo *undo, room *ret)
{
    room_recall(b->kept + undo->start, ret);
}

void batch_add_asker(batch *b, const batch_asker *asker)
{
    if (asker->who.kind == ORIGIN_NOBODY)
        return;
    MAKE_ROOM(b, askers, asker);
    b->askers[b->asker_count++] = *asker;
}

static void reserve_bytes(batch *b, size_t length)
{
    b->bytes = grown(b->bytes, &b->byte_room, b->byte_count + length, 1);
}

uint32_t batch_put(batch *b, const void *bytes, size_t length)
{
    const size_t start = b->byte_count;
    assert(start + length <= UINT32_MAX);
    reserve_bytes(b, length);
    if (length > 0)
        memcpy(b->bytes + start, bytes, length);
    b->byte_count += length;
    return (uint32_t)start;
}

uint32_t batch_put_frame(batch *b, const char *text, size_t length,
                         uint32_t *ret_length)
{
    const size_t start = b->byte_count;
    reserve_bytes(b, length + NET_FRAME_HEAD);
    const size_t framed = net_frame_text(text, length, b->bytes + start);
    b->byte_count += framed;
    *ret_length = (uint32_t)framed;
    return (uint32_t)start;
}

void batch_add_mail(batch *b, const mail *m)
{
    MAKE_ROOM(b, mails, mail);
    b->mails[b->mail_count++] = *m;
}

bool batch_add_snapshot(batch *b, const room *r)
{
    if (b->snapshot_count == BATCH_SNAPSHOTS)
        return false;
    const int i = b->snapshot_count++;
    b->snapshots[i] = (store_snapshot){
        .room = r->id,
        .seq = r->seq,
        .bytes = b->snapshot_bytes[i],
        .length = room_save(r, b->snapshot_bytes[i]),
    };
    return true;
}

void batch_add_board(batch *b, const journal_board *board)
{
    MAKE_ROOM(b, boards, board);
    b->boards[b->board_count++] = *board;
}

void batch_add_sight(batch *b, const store_sight *sight)
{
    MAKE_ROOM(b, sights, sight);
    b->sights[b->sight_count++] = *sight;
}

void batch_add_ping(batch *b)
{
    b->ping = true;
}

void batch_add_gone(batch *b, event_room id)
{
    MAKE_ROOM(b, gone, gone);
    b->gone[b->gone_count++] = id;
}

/* ---- Committing and delivering ------------------------------------------ */

journal_task *batch_task(batch *b)
{
    b->task = (journal_task){
        .kind = JOURNAL_COMMIT,
        .batch = store_bundle_batch(&b->events),
        .conflict = b->conflict,
        .snapshots = b->snapshots,
        .snapshot_count = b->snapshot_count,
        .boards = b->boards,
        .board_count = b->board_count,
        .sights = b->sights,
        .sight_count = b->sight_count,
        .ping = b->ping,
    };
    return &b->task;
}

static const char *headers_of(int status)
{
    if (status < 400)
        return HEADERS_JSON;
    return status == 429 || status == 503
               ? "Retry-After: 1\r\n" HEADERS_PROBLEM
               : HEADERS_PROBLEM;
}

static void deliver_mail(const batch *b, const mail *m, net_server *net)
{
    const char *bytes = b->bytes + m->start;
    switch ((mail_form)m->form) {
    case MAIL_FRAME:
        net_write_frame(net, m->to, bytes, m->length);
        break;
    case MAIL_STREAM:
        net_write(net, m->to, bytes, m->length);
        break;
    case MAIL_RESPONSE:
        net_respond(net, m->to, m->status, headers_of(m->status), bytes,
                    m->length);
        break;
    }
}

/* Flushes every few rooms, so that bytes are sent while they are in the
 * processor's cache. The mail of one room is never split. */
void batch_deliver(const batch *b, net_server *net)
{
    enum { AT_ONCE = 16 };
    int waiting = 0;
    for (int i = 0; i < b->mail_count; i++) {
        if (waiting >= AT_ONCE && b->mails[i].room != b->mails[i - 1].room) {
            net_flush(net);
            waiting = 0;
        }
        deliver_mail(b, &b->mails[i], net);
        waiting++;
    }
    net_flush(net);
}

static int compare_rooms(const void *a, const void *b)
{
    const event_room x = *(const event_room *)a, y = *(const event_room *)b;
    return (x > y) - (x < y);
}

void batch_sort_rooms(event_room *ids, int count)
{
    qsort(ids, (size_t)count, sizeof *ids, compare_rooms);
}

bool batch_has_room(const event_room *ids, int count, event_room id)
{
    return bsearch(&id, ids, (size_t)count, sizeof id, compare_rooms);
}

static void purge_events(batch *b, const event_room *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < b->events.count; i++) {
        const store_entry *e = &b->events.entries[i];
        if (batch_has_room(ids, count, e->room))
            continue;
        b->conflict[kept] = b->conflict[i];
        b->events.entries[kept++] = *e;
    }
    b->events.count = kept;
}

static void purge_mail(batch *b, const event_room *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < b->mail_count; i++)
        if (b->mails[i].is_durable ||
            !batch_has_room(ids, count, b->mails[i].room))
            b->mails[kept++] = b->mails[i];
    b->mail_count = kept;
}

/* Moves the bytes too: the next snapshot is written after the last one. */
static void purge_snapshots(batch *b, const event_room *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < b->snapshot_count; i++) {
        if (batch_has_room(ids, count, b->snapshots[i].room))
            continue;
        b->snapshots[kept] = b->snapshots[i];
        if (kept != i)
            memcpy(b->snapshot_bytes[kept], b->snapshot_bytes[i],
                   b->snapshots[i].length);
        b->snapshots[kept].bytes = b->snapshot_bytes[kept];
        kept++;
    }
    b->snapshot_count = kept;
}

static void purge_sights(batch *b, const event_room *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < b->sight_count; i++)
        if (!batch_has_room(ids, count, b->sights[i].room))
            b->sights[kept++] = b->sights[i];
    b->sight_count = kept;
}

void batch_purge(batch *b, const event_room *ids, int count)
{
    purge_events(b, ids, count);
    purge_mail(b, ids, count);
    purge_snapshots(b, ids, count);
    purge_sights(b, ids, count);
}

void batch_forget_undo(batch *b, const event_room *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < b->undo_count; i++)
        if (!batch_has_room(ids, count, b->undo[i].room))
            b->undo[kept++] = b->undo[i];
    b->undo_count = kept;
}
