/* fuzz-client.c - a client hears lines from a server, one message each.
 *
 * Whatever they say, the room holds together: its game is one that can be
 * played, its texts end, its numbers are within bounds, and what makes no
 * sense changes nothing. */
#include "client_room.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_room(const client_room *r)
{
    check(memchr(r->code, '\0', sizeof r->code) != NULL);
    check(memchr(r->token, '\0', sizeof r->token) != NULL);
    check(memchr(r->reason, '\0', sizeof r->reason) != NULL);
    check(r->you <= OXO_NONE && r->offer <= CLIENT_REMATCH);
    check(oxo_position_validate(&r->game.now) == OXO_OK);
    check(r->game.length <= OXO_MAX_MOVES && r->intensity <= 10000);
    for (int mark = 0; mark < 2; mark++) {
        const client_player *p = &r->players[mark];
        check(memchr(p->name, '\0', sizeof p->name) != NULL);
        check(p->seat == 0 || p->seat == 1);
        check(p->level >= 0 && p->level <= 10);
        check(r->clocks[mark] >= 0 && r->halves[mark] >= 0);
    }
    check(!client_room_is_turn(r) || r->you != OXO_NONE);
}

FUZZ_TARGET("fuzz-client", data, size)
{
    const char *text = (const char *)data, *const end = text + size;
    client_room r;
    client_room_init(&r);
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        const size_t length = (size_t)((line ? line : end) - text);
        const client_room before = r;
        client_detail d;
        const client_news news = client_room_hear(&r, 0, text, length, &d);
        check_room(&r);
        check(memchr(d.text, '\0', sizeof d.text) != NULL);
        if (news == NEWS_BROKEN || news == NEWS_GAP)
            check(memcmp(&before, &r, sizeof r) == 0);
        text += length + 1;
    }
    return 0;
}
