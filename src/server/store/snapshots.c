/* snapshots.c - see snapshots.h. */
#include "snapshots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

typedef struct snapshot {
    struct snapshot *next;
    event_room room;
    size_t length;
    uint8_t bytes[ROOM_MAX_BYTES];
} snapshot;

typedef struct snapshot_check {
    snapshot *list;
    room now;       /* being rebuilt */
    uint32_t until; /* the seq of the snapshot */
    bool failed;    /* out of memory, or an event does not follow */
} snapshot_check;

/* Keeps all snapshots, because the store cannot be read twice at the same
 * time. */
static bool keep_snapshot(event_room id, const uint8_t *bytes, size_t length,
                          const event *e, void *context)
{
    snapshot_check *c = context;
    (void)e;
    if (!bytes)
        return true;
    snapshot *shot = calloc(1, sizeof *shot);
    c->failed = !shot;
    if (!shot)
        return false;
    shot->room = id;
    shot->length = length;
    memcpy(shot->bytes, bytes, length < ROOM_MAX_BYTES ? length : 0);
    shot->next = c->list;
    c->list = shot;
    return true;
}

static bool apply_event(const event *e, void *context)
{
    snapshot_check *c = context;
    if (e->seq > c->until)
        return false;
    c->failed = !room_apply(&c->now, e);
    return !c->failed;
}

/* Outages move `turned` without an event, so it is not compared. */
static bool is_same(const room *a, room *b)
{
    uint8_t x[ROOM_MAX_BYTES], y[ROOM_MAX_BYTES];
    b->turned = a->turned;
    const size_t length = room_save(a, x);
    return room_save(b, y) == length && memcmp(x, y, length) == 0;
}

/* What is wrong with a snapshot, or NULL. */
static const char *find_fault(snapshot_check *c, store *s,
                              const snapshot *shot, int *ret_error)
{
    room kept;
    if (shot->length >= ROOM_MAX_BYTES ||
        !room_restore(shot->bytes, shot->length, &kept) ||
        kept.id != shot->room)
        return "cannot be read";
    room_init(&c->now, shot->room);
    c->until = kept.seq;
    c->failed = false;
    *ret_error = store_load(s, shot->room, 1, apply_event, c);
    if (*ret_error == -ENOENT)
        *ret_error = 0;
    if (c->failed || c->now.seq != kept.seq)
        return "needs events that are missing";
    return is_same(&kept, &c->now) ? NULL : "differs from its events";
}

static int check_all(snapshot_check *c, store *s, store_fault *fault,
                     void *context)
{
    int faults = 0;
    for (const snapshot *shot = c->list; shot; shot = shot->next) {
        char sentence[96], code[EVENT_CODE_TEXT];
        int error = 0;
        const char *wrong = find_fault(c, s, shot, &error);
        if (error < 0)
            return error;
        if (!wrong)
            continue;
        event_code_format(shot->room, code);
        snprintf(sentence, sizeof sentence, "room %s: its snapshot %s", code,
                 wrong);
        fault(sentence, context);
        faults++;
    }
    return faults;
}

int snapshots_check(store *s, store_fault *fault, void *context)
{
    snapshot_check c = {.list = NULL};
    int result = store_load_live(s, keep_snapshot, &c);
    if (result == 0 && c.failed)
        result = -ENOMEM;
    if (result == 0)
        result = check_all(&c, s, fault, context);
    while (c.list) {
        snapshot *next = c.list->next;
        free(c.list);
        c.list = next;
    }
    return result;
}
