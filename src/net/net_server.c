/* net_server.c - limits, the end of a turn, creating and destroying. */
#include "net_conn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* RESERVED_FILES: descriptors for the rest of the process. */
enum { RESERVED_FILES = 128, MOST_CONNECTIONS = 1 << 20 };

/* Never reached, and small enough that sums do not overflow. */
#define UNLIMITED_MS (INT64_MAX / 8)
#define UNLIMITED_BYTES ((size_t)UINT32_MAX / 8)

net_limits net_default_limits(void)
{
    return (net_limits){.connections = 16384,
                        .connections_per_address = 256,
                        .messages_per_second = 20,
                        .message_burst = 60,
                        .message_bytes = (size_t)16 * 1024,
                        .header_bytes = (size_t)16 * 1024,
                        .body_bytes = (size_t)64 * 1024,
                        .unsent_bytes = (size_t)256 * 1024,
                        .header_ms = 10000,
                        .idle_ms = 60000,
                        .ping_ms = 25000};
}

/* ---- Limits ------------------------------------------------------------- */

static size_t bytes_or_none(size_t bytes)
{
    return bytes && bytes < UNLIMITED_BYTES ? bytes : UNLIMITED_BYTES;
}

static int64_t ms_or_none(int64_t ms)
{
    return ms && ms < UNLIMITED_MS ? ms : UNLIMITED_MS;
}

/* Replaces every 0, which means no limit, by a limit that is never reached. */
static net_limits plain_limits(const net_limits *given)
{
    enum { MOST_BURST = INT_MAX / NET_MESSAGE_COST };
    net_limits l = *given;
    l.message_bytes = bytes_or_none(l.message_bytes);
    l.header_bytes = bytes_or_none(l.header_bytes);
    l.body_bytes = bytes_or_none(l.body_bytes);
    l.unsent_bytes = bytes_or_none(l.unsent_bytes);
    l.header_ms = ms_or_none(l.header_ms);
    l.idle_ms = ms_or_none(l.idle_ms);
    l.ping_ms = ms_or_none(l.ping_ms);
    if (l.message_burst < 1)
        l.message_burst = 1;
    if (l.message_burst > MOST_BURST)
        l.message_burst = MOST_BURST;
    if (l.connections <= 0)
        l.connections = MOST_CONNECTIONS;
    if (l.connections_per_address <= 0)
        l.connections_per_address = MOST_CONNECTIONS;
    return l;
}

/* Returns how many of the wanted connections the system allows. */
static int raise_file_limit(int wanted)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return wanted;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) < 0 &&
        getrlimit(RLIMIT_NOFILE, &files) < 0)
        return wanted;
    const rlim_t most = (rlim_t)wanted + RESERVED_FILES;
    if (files.rlim_cur >= most)
        return wanted;
    return files.rlim_cur > (rlim_t)2 * RESERVED_FILES
               ? (int)(files.rlim_cur - RESERVED_FILES)
               : RESERVED_FILES;
}

void net_server_refuse(net_server *s, const char *why)
{
    if (s->handlers.refused)
        s->handlers.refused(s->context, why);
}

bool net_server_trusts(const net_server *s, const net_peer *peer)
{
    for (int i = 0; i < s->trusted_count; i++)
        if (net_peer_equal(&s->trusted[i], peer))
            return true;
    return false;
}

int net_server_trust_proxy(net_server *s, const char *address)
{
    net_peer peer;
    if (!net_peer_parse(address, strlen(address), &peer))
        return -EINVAL;
    if (s->trusted_count == NET_MAX_TRUSTED)
        return -ENOSPC;
    s->trusted[s->trusted_count++] = peer;
    return 0;
}

void net_server_return_tokens(net_conn *c)
{
    net_server *s = c->server;
    if (c->borrows)
        net_census_return(&s->census, net_peer_key(&c->peer), c->tokens,
                          net_loop_now(s->loop));
    c->borrows = false;
}

void net_server_uncount(net_conn *c)
{
    net_server *s = c->server;
    net_server_return_tokens(c);
    if (c->is_counted)
        net_census_remove(&s->census, net_peer_key(&c->peer),
                          net_loop_now(s->loop));
    c->is_counted = false;
}

bool net_server_count(net_conn *c, const net_peer *peer)
{
    net_server *s = c->server;
    const uint64_t key = net_peer_key(peer);
    const int64_t now = net_loop_now(s->loop);
    const int burst = s->limits.message_burst * NET_MESSAGE_COST;
    /* An address with the same key counts as the same peer. */
    const bool known = c->is_counted && net_peer_key(&c->peer) == key;
    if (!known)
        net_server_uncount(c);
    c->peer = *peer;
    if (known)
        return true;
    c->tokens = burst;
    if (key == 0)
        return true;
    const int count = net_census_add(&s->census, key, now);
    c->is_counted = count > 0;
    if (c->is_counted && count <= s->limits.connections_per_address) {
        c->tokens = net_census_draw(&s->census, key, burst, now);
        c->borrows = true;
        return true;
    }
    /* A refused connection must not count while it still exists. */
    net_server_uncount(c);
    return false;
}

/* ---- Turns of the loop -------------------------------------------------- */

static void attend_connection(net_conn *c)
{
    net_server *s = c->server;
    c->due = false;
    if (c->left && c->state == NET_WAIT && s->handlers.left)
        s->handlers.left(s->context, c->id);
    c->left = false;
    if (c->ended && c->told && !c->informed) {
        c->informed = true;
        s->handlers.closed(s->context, c->id, c->user);
    }
    if (c->state == NET_READ || c->state == NET_OPEN) {
        net_http_resume(c);
        net_conn_watch(c);
    }
    net_conn_release(c);
}

void net_server_attend(net_server *s)
{
    while (s->due) {
        net_conn *c = s->due;
        s->due = c->next_due;
        attend_connection(c);
    }
    net_timer_clear(s->loop, &s->due_timer);
}

static void on_due(net_timer *timer)
{
    net_server_attend((net_server *)((char *)timer -
                                     offsetof(struct net_server, due_timer)));
}

static void send_dirty(net_conn *c)
{
    c->dirty = false;
    if (c->state == NET_DEAD)
        net_conn_release(c);
    else if (!(c->watch.events & NET_WRITABLE))
        net_conn_send(c);
}

void net_flush(net_server *s)
{
    while (s->dirty) {
        net_conn *c = s->dirty;
        s->dirty = c->next_dirty;
        send_dirty(c);
    }
}

static void on_turn_end(void *context)
{
    net_flush(context);
}

const char *net_server_date(net_server *s)
{
    const int64_t second = net_loop_calendar(s->loop) / 1000;
    if (second != s->date_second) {
        const time_t t = (time_t)second;
        struct tm parts;
        (void)gmtime_r(&t, &parts);
        (void)strftime(s->date, sizeof s->date, "%a, %d %b %Y %H:%M:%S GMT",
                       &parts);
        s->date_second = second;
    }
    return s->date;
}

net_stats net_server_stats(const net_server *s)
{
    return s->stats;
}

/* ---- Creating and destroying -------------------------------------------- */

int net_server_create(net_loop *loop, const net_limits *limits,
                      const net_handlers *handlers, void *context,
                      net_server **ret)
{
    net_server *s = calloc(1, sizeof *s);
    if (!s)
        return -ENOMEM;
    s->loop = loop;
    s->limits = plain_limits(limits);
    s->census.full = (int64_t)s->limits.connections_per_address *
                     s->limits.message_burst * NET_MESSAGE_COST;
    s->census.rate = (int64_t)s->limits.connections_per_address *
                     s->limits.messages_per_second;
    s->handlers = *handlers;
    s->context = context;
    s->stats.capacity = raise_file_limit(s->limits.connections);
    s->date_second = -1;
    s->due_timer.fire = on_due;
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int error = net_loop_on_turn_end(loop, on_turn_end, s);
    if (error) {
        net_server_destroy(s);
        return error;
    }
    *ret = s;
    return 0;
}

void net_server_destroy(net_server *s)
{
    if (!s)
        return;
    net_loop_off_turn_end(s->loop, on_turn_end, s);
    net_server_stop_listening(s);
    for (int i = 0; i < s->chunk_count; i++) {
        for (int j = 0; j < NET_CHUNK; j++) {
            net_conn *c = &s->chunks[i][j];
            if (c->state == NET_FREE)
                continue;
            net_conn_kill(c);
            c->dirty = c->due = false;
            net_conn_release(c);
        }
        free(s->chunks[i]);
    }
    net_timer_clear(s->loop, &s->due_timer);
    net_timer_clear(s->loop, &s->accept_timer);
    if (s->spare_fd >= 0)
        (void)close(s->spare_fd);
    net_census_clear(&s->census);
    net_pool_clear(&s->pool);
    free(s->chunks);
    free(s);
}
