/* store_log.c - the events of a store as messages of oxo.v1. */
#include "store_log.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>

#include "room.h"
#include "wire.h"

typedef struct writing {
    FILE *out;
    void *rooms; /* tsearch() tree of the rooms that are not closed */
    int broken;
    int error; /* -ENOMEM, or -EMSGSIZE for a message that does not fit */
    char text[WIRE_MAX_MESSAGE];
} writing;

static int compare(const void *a, const void *b)
{
    const event_room x = ((const room *)a)->id, y = ((const room *)b)->id;
    return (x > y) - (x < y);
}

static room *find_room(const writing *w, event_room id)
{
    const room key = {.id = id};
    room *const *found = tfind(&key, &w->rooms, compare);
    return found ? *found : NULL;
}

static room *add_room(writing *w, event_room id)
{
    room *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    room_init(r, id);
    if (tsearch(r, &w->rooms, compare))
        return r;
    free(r);
    return NULL;
}

static void remove_room(writing *w, room *r)
{
    tdelete(r, &w->rooms, compare);
    free(r);
}

static bool write_event(const event *e, void *context)
{
    writing *w = context;
    room *r = find_room(w, e->room);
    if (!r)
        r = add_room(w, e->room);
    w->error = r ? 0 : -ENOMEM;
    if (!r)
        return false;
    if (!room_apply(r, e)) {
        w->broken++;
        return true;
    }
    const size_t length = wire_event(r, e, w->text, sizeof w->text);
    w->error = length > 0 ? 0 : -EMSGSIZE;
    if (length == 0)
        return false;
    fwrite(w->text, 1, length, w->out);
    fputc('\n', w->out);
    if (r->life == ROOM_CLOSED)
        remove_room(w, r);
    return !ferror(w->out);
}

int store_log_write(store *s, FILE *out, int *ret_broken)
{
    uint64_t position = 0;
    writing *w = calloc(1, sizeof *w);
    if (!w)
        return -ENOMEM;
    w->out = out;
    int error = store_tail(s, &position, 0, write_event, w);
    if (!error)
        error = w->error;
    *ret_broken = w->broken;
    while (w->rooms)
        remove_room(w, *(room **)w->rooms);
    free(w);
    return error;
}
