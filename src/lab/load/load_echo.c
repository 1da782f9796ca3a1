/* load_echo.c - plays against src/lab/bench/echo.c, which only repeats
 * messages.
 *
 * Two clients here play by the rules; the echo passes their moves on. A member
 * must receive the last message that was sent, followed by blanks. */
#include <string.h>

#include "load_parts.h"

static void begin_game(load_truth *t, int first)
{
    t->now = oxo_position_start((oxo_variant)t->now.variant);
    t->x_seat = (uint8_t)first;
    t->ply = 0;
    t->game++;
}

void load_echo_enter(load *l, load_room *r)
{
    load_truth_init(&r->truth, l->config.variant);
    begin_game(&r->truth, 0);
    r->life = LOAD_PLAYING;
    l->entered++;
    load_ready(l, r);
}

static bool repeats(const load_sent *sent, const char *text, size_t length)
{
    return length > sent->length &&
           memcmp(text, sent->text, sent->length) == 0 &&
           text[sent->length] == ' ' && text[length - 1] == ' ';
}

/* A member's `seq` counts the moves it has received. */
void load_echo_hear(load *l, load_member *m, const char *text, size_t length)
{
    load_room *r = m->room;
    load_truth *t = &r->truth;
    load_sent *sent = &t->sent[m->seq % 2];
    if (m->seq > t->played || !repeats(sent, text, length)) {
        load_add_anomaly(l, m, "the echo is wrong: %.*s", (int)length, text);
        return;
    }
    if (m->seq == t->played) { /* the first member to receive it */
        t->now = oxo_position_play(&t->now, sent->move);
        t->ply++;
        t->played++;
    }
    m->seq++;
    if (m->place == sent->seat) {
        load_acknowledged(l, r, sent);
        return;
    }
    load_heard(l, sent);
    if (oxo_position_outcome(&t->now) != OXO_ONGOING) {
        l->result.games++;
        begin_game(t, m->place);
    }
    load_ready(l, r);
}
