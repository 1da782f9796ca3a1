/* store_bundle.c - batches of encoded events. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "store.h"

static int make_room(store_bundle *b)
{
    store_entry *entries = array_grow(b->entries, &b->entry_room,
                                      (size_t)b->count + 1, sizeof(*entries));
    if (!entries)
        return -ENOMEM;
    b->entries = entries;
    uint8_t *bytes =
        array_grow(b->bytes, &b->room, b->size + EVENT_MAX_BYTES, 1);
    if (!bytes)
        return -ENOMEM;
    b->bytes = bytes;
    return 0;
}

int store_bundle_add(store_bundle *b, const event *e)
{
    const int error = make_room(b);
    if (error)
        return error;
    const size_t length = event_encode(e, b->bytes + b->size);
    assert(b->size + length <= UINT32_MAX);
    b->entries[b->count++] = (store_entry){
        .at = e->at,
        .room = e->room,
        .seq = e->seq,
        .start = (uint32_t)b->size,
        .length = (uint16_t)length,
        .kind = (uint8_t)e->kind,
    };
    b->size += length;
    return 0;
}

void store_bundle_clear(store_bundle *b)
{
    b->count = 0;
    b->size = 0;
}

void store_bundle_free(store_bundle *b)
{
    free(b->entries);
    free(b->bytes);
    memset(b, 0, sizeof(*b));
}

store_batch store_bundle_batch(const store_bundle *b)
{
    return (store_batch){
        .entries = b->entries, .bytes = b->bytes, .count = b->count};
}

bool store_entry_read(const store_batch *batch, const store_entry *entry,
                      event *ret)
{
    memset(ret, 0, sizeof(*ret));
    ret->room = entry->room;
    ret->seq = entry->seq;
    ret->at = entry->at;
    ret->kind = (event_kind)entry->kind;
    return event_decode(batch->bytes + entry->start, entry->length, ret);
}
