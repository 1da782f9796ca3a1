/* fuzz-event.c - reads bytes as the data of an event: the first byte is the
 * kind, the rest what a store would hand in.
 *
 * What is read must be written as the very same bytes; what is refused must
 * leave the event as it was. */
#include "event.h"
#include "fuzz.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_player(const event_player *p)
{
    check(p->level <= EVENT_MAX_LEVEL);
    check(utf8_is_safe(p->name, strlen(p->name)));
    check(utf8_is_safe(p->avatar, strlen(p->avatar)));
}

static void check_event(const event *e)
{
    check(strlen(event_kind_word(e->kind)) > 0);
    if (e->kind == EVENT_ROOM_CREATED) {
        check(event_setup_is_valid(&e->as.created.setup));
        check_player(&e->as.created.player);
    }
    if (e->kind == EVENT_GAME_OVER) {
        check(e->as.over.length <= OXO_MAX_MOVES);
        check(e->as.over.reason < EVENT_REASON_COUNT);
        check_player(&e->as.over.players[0]);
        check_player(&e->as.over.players[1]);
    }
}

FUZZ_TARGET("fuzz-event", data, size)
{
    event e, before;
    uint8_t again[EVENT_MAX_BYTES];
    if (size == 0)
        return 0;
    memset(&e, 0x5A, sizeof(e));
    e.kind = (event_kind)data[0];
    before = e;
    if (!event_decode(data + 1, size - 1, &e)) {
        check(memcmp(&e, &before, sizeof(e)) == 0);
        return 0;
    }
    check(e.room == before.room && e.seq == before.seq && e.at == before.at);
    check_event(&e);
    check(size - 1 <= EVENT_MAX_BYTES);
    check(event_encode(&e, again) == size - 1);
    check(memcmp(again, data + 1, size - 1) == 0);
    return 0;
}
