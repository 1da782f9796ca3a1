/* postgres_nodes.c - several nodes on one database: leases, notifications,
 * sights.
 *
 * A commit with events or sights ends with one NOTIFY. Its payload has the
 * number of the node, the end of the log before and after the commit, and the
 * number of the last change of sights. The payload only announces news; the
 * tables contain it. A payload with only the number of a node announces that
 * this node joined, came back after its lease had ended, or left. */
#include "clock.h"
#include "postgres_private.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEASE_MARGIN_MS = 1000, /* we stop this long before others take over */
    WAIT_MS = 3000,   /* before a new node acts, it hears of the others */
    SWEEP_EVERY = 15, /* renewals */
    KEEP_NODE_MS = 24 * 60 * 60 * 1000, /* its number of commits is needed */
    KEEP_SIGHTS_MS = 60 * 1000,
    SLOW_TRIP_MS = 200 /* too slow to measure the clock of the database */
};

uint64_t postgres_position(const store *base)
{
    return ((const postgres_store *)base)->position;
}

/* ---- The connection ----------------------------------------------------- */

int postgres_open_follower(store *base, store **ret)
{
    postgres_store *writer = postgres_of(base);
    const int error = postgres_open_reader(base, ret);
    if (error)
        return error;
    postgres_store *s = postgres_of(*ret);
    s->follows = true;
    s->node = writer->node;
    s->position = writer->position;
    return 0;
}

/* This connection writes only leases, which need not survive a crash. */
static int begin_to_listen(postgres_store *s)
{
    int error = postgres_send_sql(
        s, "SELECT set_config('synchronous_commit', 'off', false)", NULL);
    if (!error)
        error = postgres_send_sql(s, "LISTEN oxo", NULL);
    if (!error)
        error = postgres_finish(s, "listen to it", NULL);
    s->listening = !error;
    s->own_end = s->presence = 0;
    return error;
}

/* ---- Notifications ------------------------------------------------------ */

typedef struct listening {
    uint64_t own;
    uint64_t *position;
    int news;
} listening;

/* Our own commits that were announced, and that the caller knows, need not be
 * read. */
static void skip_own_commits(postgres_store *s, const listening *l)
{
    if (s->own_end > *l->position && s->own_end <= l->own)
        *l->position = s->own_end;
}

static void take_commit(postgres_store *s, listening *l, bool is_own,
                        const uint64_t numbers[3])
{
    const uint64_t before = numbers[0], end = numbers[1];
    if (end > s->position)
        s->position = end;
    skip_own_commits(s, l);
    const uint64_t reached =
        s->own_end > *l->position ? s->own_end : *l->position;
    if (is_own && before == reached)
        s->own_end = end;
    else if (end > *l->position)
        l->news |= STORE_NEWS_EVENTS;
    skip_own_commits(s, l);
    if (numbers[2] > s->presence)
        l->news |= STORE_NEWS_SIGHTS;
    s->presence = numbers[2];
}

static void take_notification(postgres_store *s, listening *l,
                              const char *payload)
{
    uint64_t numbers[4] = {0};
    char *end;
    int count = 0;
    for (; count < 4 && *payload; count++, payload = end) {
        numbers[count] = strtoull(payload, &end, 10);
        if (end == payload)
            break;
    }
    if (count == 4)
        take_commit(s, l, numbers[0] == s->node && l->own > 0, numbers + 1);
    else if (numbers[0] != s->node)
        l->news |= STORE_NEWS_NODES;
}

static void take_notifications(postgres_store *s, listening *l)
{
    PGnotify *note;
    while ((note = PQnotifies(s->db))) {
        take_notification(s, l, note->extra);
        PQfreemem(note);
    }
}

/* 1: something arrived, 0: nothing did, or `fd` can be read; negative: the
 * connection was lost. */
static int wait_for_news(postgres_store *s, int milliseconds, int fd)
{
    struct pollfd p[2] = {{.fd = PQsocket(s->db), .events = POLLIN},
                          {.fd = fd, .events = POLLIN}};
    const int n = poll(p, 2, milliseconds);
    if (n < 0 && errno != EINTR)
        return -errno;
    if (n > 0 && p[1].revents)
        return 0;
    if (n > 0 && PQconsumeInput(s->db) != 1) {
        store_say(&s->base, "%s: the connection was lost", s->place);
        postgres_disconnect(s);
        return -EAGAIN;
    }
    return n > 0;
}

int postgres_listen(store *base, int milliseconds, int fd, uint64_t own,
                    uint64_t *position)
{
    postgres_store *s = postgres_of(base);
    listening l = {.own = own, .position = position};
    if (own == 0) /* our commits are in doubt */
        s->own_end = 0;
    int error = postgres_reach(s);
    if (!error && !s->listening) {
        error = begin_to_listen(s);
        return error ? error
                     : STORE_NEWS_AGAIN | STORE_NEWS_EVENTS |
                           STORE_NEWS_SIGHTS | STORE_NEWS_NODES;
    }
    if (error)
        return error;
    take_notifications(s, &l); /* that came with another answer */
    if (l.news == 0) {
        error = wait_for_news(s, milliseconds, fd);
        if (error < 0)
            return error;
        take_notifications(s, &l);
    }
    skip_own_commits(s, &l);
    return l.news;
}

/* ---- Leases ------------------------------------------------------------- */

/* A node that joins, comes back or starts to rest announces itself, and the
 * others read the list of nodes at once. A resting node may act again only
 * when this lease would have ended. */
static int send_renewal(postgres_store *s, bool rests)
{
    postgres_values us = {.count = 0}, ages = {.count = 0};
    postgres_add_int(&us, s->node);
    postgres_add_int(&us, rests ? POSTGRES_LEASE_MS : WAIT_MS);
    postgres_add_int(&us, rests);
    int error = postgres_send(s, PG_RENEW, &us);
    us.count = 1;
    if (!error)
        error = postgres_send(s, PG_ANNOUNCE, &us);
    postgres_add_int(&ages, KEEP_NODE_MS);
    postgres_add_int(&ages, KEEP_SIGHTS_MS);
    if (!error && s->renewals % SWEEP_EVERY == SWEEP_EVERY - 1)
        error = postgres_send(s, PG_SWEEP, &ages);
    s->renewals++;
    return error;
}

static void read_nodes(const PGresult *r, store_view *ret)
{
    ret->count = 0;
    for (int i = 0; i < PQntuples(r); i++)
        if (!PQgetisnull(r, i, 1))
            ret->nodes[ret->count++] =
                (store_node){.id = (uint32_t)postgres_int(r, i, 1),
                             .acts = postgres_int(r, i, 2) != 0,
                             .begins = postgres_int(r, i, 3)};
}

static bool is_among(const store_view *v, uint32_t id)
{
    for (int i = 0; i < v->count; i++)
        if (v->nodes[i].id == id)
            return true;
    return false;
}

static int ask_nodes(postgres_store *s, PGresult **ret)
{
    postgres_values v = {.count = 0};
    postgres_add_int(&v, STORE_MAX_NODES);
    const int error = postgres_send(s, PG_NODES, &v);
    return error ? error : postgres_finish(s, "renew the lease", ret);
}

/* The lease counts from before the request. */
static int take_lease(postgres_store *s, int64_t begun, int64_t now,
                      store_view *ret)
{
    if (!is_among(ret, s->node)) {
        store_say(&s->base, "%s: %d nodes use it, and no more are allowed",
                  s->place, STORE_MAX_NODES);
        return -EUSERS;
    }
    ret->lease = begun + POSTGRES_LEASE_MS - LEASE_MARGIN_MS;
    ret->renewed = now;
    return 0;
}

/* A slow trip measures the clock badly, but shows if the clock has changed. */
static void measure_clock(int64_t ahead, int64_t took, bool is_first,
                          store_view *ret)
{
    const int64_t differs =
        ahead > ret->ahead ? ahead - ret->ahead : ret->ahead - ahead;
    if (is_first || took <= SLOW_TRIP_MS || differs > took)
        ret->ahead = ahead;
}

int postgres_renew(store *base, store_lease lease, store_view *ret)
{
    const bool renews = lease != STORE_LEASE_ENDS;
    const bool rests = lease == STORE_LEASE_RESTS;
    postgres_store *s = postgres_of(base);
    PGresult *r = NULL;
    int error = postgres_reach(s);
    const int64_t begun = clock_ms();
    if (!error && renews)
        error = send_renewal(s, rests);
    if (!error)
        error = ask_nodes(s, &r);
    if (error)
        return error;
    const int64_t took = clock_ms() - begun, now = postgres_int(r, 0, 0);
    ret->self = s->node;
    ret->rests = rests;
    read_nodes(r, ret);
    measure_clock(now - begun - took / 2, took, s->renewals <= 1, ret);
    PQclear(r);
    return renews ? take_lease(s, begun, now, ret) : 0;
}

int postgres_leave(store *base)
{
    postgres_store *s = postgres_of(base);
    postgres_values v = {.count = 0};
    postgres_add_int(&v, s->node);
    int error = postgres_is_away(s) ? -EAGAIN : 0;
    if (!error)
        error = postgres_send(s, PG_LEAVE, &v);
    if (!error)
        error = postgres_send(s, PG_TELL_NODES, &v);
    return error ? error : postgres_finish(s, "leave it", NULL);
}

/* ---- Sights ------------------------------------------------------------- */

int postgres_sights(store *base, uint64_t *change, int limit,
                    store_sight_sink *sink, void *context)
{
    postgres_store *s = postgres_of(base);
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_int(&v, (int64_t)*change);
    postgres_add_int(&v, s->node);
    postgres_add_int(&v, limit);
    const int error =
        postgres_ask(s, PG_SIGHTS, &v, "read who is connected", &r);
    const int count = error ? 0 : PQntuples(r);
    bool goes_on = count > 0;
    for (int i = 0; i < count && goes_on; i++) {
        const store_sight sight = {
            .room = (event_room)postgres_int(r, i, 1),
            .seat = (uint8_t)postgres_int(r, i, 2),
            .node = (uint32_t)postgres_int(r, i, 3),
            .since = postgres_int(r, i, 4),
        };
        goes_on = sink(&sight, context);
    }
    if (goes_on)
        *change = (uint64_t)postgres_int(r, count - 1, 0);
    PQclear(r);
    return error;
}
