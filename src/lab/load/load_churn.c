/* load_churn.c - players who come and go.
 *
 * In a share of the rooms a player, sometimes both, disconnects for a random
 * time and comes back with the seat's token. Some of these rooms have a clock,
 * which is so long that it never runs out: no game may end by an absence. */
#include "clock.h"
#include "load_parts.h"

/* In nanoseconds. */
static const int64_t MOMENT = 1000000;
static const int64_t LOOK_EVERY = 10000000;

enum { /* in milliseconds */
       LEAST_AWAY = 10,
       MOST_AWAY = 1500,
       LEAST_HERE = 20,
       MOST_HERE = 600,
       BOTH_LEAVE = 4 /* one time out of so many */
};

static int64_t random_time(load *l, int least, int most)
{
    const uint32_t more =
        oxo_random_below(&l->random, (uint32_t)(most - least));
    return (least + (int64_t)more) * MOMENT;
}

bool load_churns(const load *l, int room)
{
    const int64_t percent = l->config.churn;
    /* How many of the first rooms churn, rounded up: one at least. */
    return ((room + 1) * percent + 99) / 100 > (room * percent + 99) / 100;
}

/* Cuts the connection, to be opened again in a while. */
static void send_away(load *l, load_room *r, int seat)
{
    load_member *m = load_member_of(l, r, seat);
    if (m->conn.state != NET_CLIENT_OPEN)
        return;
    m->back_at = l->now + random_time(l, LEAST_AWAY, MOST_AWAY);
    if (r->leave_at < m->back_at)
        r->leave_at = m->back_at;
    l->result.absences++;
    load_drop(l, m);
    load_room_lost(l, m);
}

static void churn_room(load *l, load_room *r)
{
    if (r->leave_at == 0) { /* the game has just begun */
        r->leave_at = l->now + random_time(l, LEAST_HERE, MOST_HERE);
        return;
    }
    if (l->now < r->leave_at)
        return;
    const int seat = (int)oxo_random_below(&l->random, LOAD_SEATS);
    send_away(l, r, seat);
    if (oxo_random_below(&l->random, BOTH_LEAVE) == 0)
        send_away(l, r, !seat);
    r->leave_at += random_time(l, LEAST_HERE, MOST_HERE);
}

void load_churn(load *l)
{
    l->now = clock_ns();
    if (!l->playing || l->now < l->churn_at)
        return;
    l->churn_at = l->now + LOOK_EVERY;
    for (int i = 0; i < l->config.rooms; i++)
        if (l->rooms[i].churns && l->rooms[i].life == LOAD_PLAYING)
            churn_room(l, &l->rooms[i]);
}
