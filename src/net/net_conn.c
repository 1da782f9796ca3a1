/* net_conn.c - a connection: slots, timers, sending, receiving. */
#include "net_conn.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* An id is the number of a slot and, above it, how often the slot was used. No
 * slot is used 2^40 times. */
enum { SLOT_BITS = 24 };
#define SLOT_MASK ((UINT64_C(1) << SLOT_BITS) - 1)

/* ---- Slots -------------------------------------------------------------- */

static bool add_chunk(net_server *s)
{
    const size_t count = (size_t)s->chunk_count;
    net_conn **chunks = realloc(s->chunks, (count + 1) * sizeof(net_conn *));
    if (!chunks)
        return false;
    s->chunks = chunks;
    net_conn *chunk = calloc(NET_CHUNK, sizeof *chunk);
    if (!chunk)
        return false;
    s->chunks[s->chunk_count++] = chunk;
    for (size_t i = NET_CHUNK; i-- > 0;) {
        chunk[i].id = count * NET_CHUNK + i;
        chunk[i].next_due = s->free_slots;
        s->free_slots = &chunk[i];
    }
    return true;
}

static net_conn *take_slot(net_server *s)
{
    if (!s->free_slots && !add_chunk(s))
        return NULL;
    net_conn *c = s->free_slots;
    s->free_slots = c->next_due;
    const net_id id = c->id + SLOT_MASK + 1;
    *c = (net_conn){.server = s, .id = id};
    return c;
}

net_conn *net_conn_find(const net_server *s, net_id id)
{
    const uint64_t slot = id & SLOT_MASK;
    if (slot / NET_CHUNK >= (uint64_t)s->chunk_count)
        return NULL;
    net_conn *c = &s->chunks[slot / NET_CHUNK][slot % NET_CHUNK];
    return c->id == id && !c->ended && c->state != NET_FREE ? c : NULL;
}

void net_conn_release(net_conn *c)
{
    net_server *s = c->server;
    if (c->state != NET_DEAD || c->dirty || c->due)
        return;
    net_buffer_release(&s->pool, &c->in);
    net_buffer_release(&s->pool, &c->out);
    if (c->is_websocket)
        net_reader_clear(&c->u.reader, &s->pool);
    c->state = NET_FREE;
    c->next_due = s->free_slots;
    s->free_slots = c;
}

/* ---- Deadlines ---------------------------------------------------------- */

static void on_deadline(net_timer *timer)
{
    net_conn *c =
        (net_conn *)((char *)timer - offsetof(struct net_conn, timer));
    net_server *s = c->server;
    if (net_loop_now(s->loop) < c->deadline) {
        net_conn_deadline(c, c->deadline);
        return;
    }
    switch ((net_state)c->state) {
    case NET_READ:
        net_http_timeout(c);
        break;
    case NET_OPEN:
        net_ws_timeout(c);
        break;
    case NET_SEND:
        net_conn_cut(c, "slow-reader");
        break;
    default:
        net_conn_kill(c);
    }
    net_server_attend(s);
}

/* Every request moves the deadline. The timer moves only if it has to fire
 * earlier; otherwise on_deadline() sets it again. */
void net_conn_deadline(net_conn *c, int64_t at)
{
    c->deadline = at;
    if (at == NET_NEVER || (c->timer.place != 0 && c->timer.at <= at))
        return;
    if (net_timer_set(c->server->loop, &c->timer, at) < 0)
        net_conn_kill(c);
}

/* A token bucket. Tokens are thousandths of a message, so that a rate per
 * second is a number of tokens per millisecond. */
bool net_conn_charge(net_conn *c, int cost)
{
    const net_limits *l = &c->server->limits;
    const int64_t now = net_loop_now(c->server->loop);
    const int64_t full = (int64_t)l->message_burst * NET_MESSAGE_COST;
    if (l->messages_per_second == 0)
        return true;
    const int64_t filled =
        c->tokens + (now - c->refilled) * l->messages_per_second;
    c->refilled = now;
    c->tokens = (int)(filled < full ? filled : full);
    if (c->tokens < cost)
        return false;
    c->tokens -= cost;
    return true;
}

/* ---- Opening and ending ------------------------------------------------- */

static void on_ready(net_watch *watch, int events);

net_conn *net_conn_open(net_server *s, int fd, const net_peer *peer)
{
    net_conn *c = take_slot(s);
    if (!c)
        return NULL;
    c->watch = (net_watch){.fd = fd, .ready = on_ready};
    c->timer.fire = on_deadline;
    c->state = NET_READ;
    c->peer = *peer;
    c->heard = c->refilled = net_loop_now(s->loop);
    c->tokens = s->limits.message_burst * NET_MESSAGE_COST;
    s->stats.connections++;
    if (net_watch_add(s->loop, &c->watch, NET_READABLE | NET_GONE | NET_EDGE) <
        0)
        net_conn_kill(c);
    return c;
}

void net_conn_mark_due(net_conn *c)
{
    net_server *s = c->server;
    if (c->due)
        return;
    c->due = true;
    c->next_due = s->due;
    s->due = c;
    /* Without memory for the timer, the next event attends to the list. */
    (void)net_timer_set(s->loop, &s->due_timer, net_loop_now(s->loop));
}

void net_conn_end(net_conn *c)
{
    if (c->ended)
        return;
    c->ended = true;
    if (c->state == NET_OPEN)
        c->server->stats.websockets--;
    net_conn_mark_due(c);
}

void net_conn_linger(net_conn *c)
{
    if (c->state == NET_DEAD)
        return;
    net_conn_end(c);
    c->state = NET_LINGER;
    net_server_return_tokens(c);
    c->tokens = NET_LINGER_READS;
    net_conn_deadline(c, net_loop_now(c->server->loop) + NET_CLOSE_MS);
    net_conn_mark_dirty(c);
}

void net_conn_kill(net_conn *c)
{
    net_server *s = c->server;
    if (c->state == NET_DEAD)
        return;
    net_conn_end(c);
    c->state = NET_DEAD;
    net_watch_remove(s->loop, &c->watch);
    net_timer_clear(s->loop, &c->timer);
    (void)close(c->watch.fd);
    net_server_uncount(c);
    s->stats.connections--;
    s->stats.unsent -= net_buffer_length(c->out) + c->tail_length;
    s->refused_count -= c->is_refused;
    net_conn_mark_due(c);
}

void net_conn_cut(net_conn *c, const char *why)
{
    net_server_refuse(c->server, why);
    net_conn_kill(c);
}

/* ---- Output ------------------------------------------------------------- */

void net_conn_mark_dirty(net_conn *c)
{
    net_server *s = c->server;
    if (c->dirty)
        return;
    c->dirty = true;
    c->next_dirty = s->dirty;
    s->dirty = c;
}

static bool is_blocked(const net_conn *c)
{
    return (c->watch.events & NET_WRITABLE) != 0;
}

/* True if the limit allows `length` more bytes of output. Sends first, because
 * bytes that the socket takes do not count. */
static bool has_room(net_conn *c, size_t length)
{
    const size_t limit = c->server->limits.unsent_bytes;
    if (net_buffer_length(c->out) + length <= limit)
        return true;
    if (!is_blocked(c))
        net_conn_send(c);
    const size_t unsent = net_buffer_length(c->out);
    return unsent == 0 || unsent + length <= limit;
}

void net_conn_put(net_conn *c, bool bounded, const void *head,
                  size_t head_length, const void *body, size_t body_length)
{
    net_server *s = c->server;
    const size_t length = head_length + body_length;
    if (bounded && !has_room(c, length)) {
        net_conn_cut(c, "slow-reader");
        return;
    }
    if (c->state == NET_DEAD)
        return;
    uint8_t *room = net_buffer_room(&s->pool, &c->out, length);
    if (!room) {
        net_conn_kill(c);
        return;
    }
    memcpy(room, head, head_length);
    if (body_length > 0)
        memcpy(room + head_length, body, body_length);
    net_buffer_grow(c->out, length);
    s->stats.unsent += length;
    net_conn_mark_dirty(c);
}

/* All output has been sent. */
static void on_output_sent(net_conn *c)
{
    if (c->state == NET_SEND)
        net_http_sent(c);
    if (c->state != NET_LINGER)
        return;
    if (c->eof) {
        net_conn_kill(c);
    } else if (!c->is_shut) {
        c->is_shut = true;
        (void)shutdown(c->watch.fd, SHUT_WR);
    }
}

/* Returns the number of bytes sent, or -1 if the peer is gone. */
static long send_some(net_conn *c, const void *bytes, size_t length, int more)
{
    long n = 0;
    do {
        n = send(c->watch.fd, bytes, length, MSG_NOSIGNAL | more);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    c->server->stats.bytes_out += (uint64_t)n;
    c->server->stats.unsent -= (size_t)n;
    return n;
}

/* Sends the next part of the output; false if there is none. */
static bool send_part(net_conn *c, long *ret_sent, size_t *ret_asked)
{
    net_server *s = c->server;
    if (c->out) {
        *ret_asked = net_buffer_length(c->out);
        *ret_sent = send_some(c, net_buffer_bytes(c->out), *ret_asked,
                              c->tail_length ? MSG_MORE : 0);
        if (*ret_sent > 0)
            net_buffer_drop(&s->pool, &c->out, (size_t)*ret_sent);
        return true;
    }
    *ret_asked = c->tail_length;
    if (c->tail_length == 0)
        return false;
    *ret_sent = send_some(c, c->tail, c->tail_length, 0);
    if (*ret_sent > 0) {
        c->tail += *ret_sent;
        c->tail_length -= (size_t)*ret_sent;
    }
    return true;
}

void net_conn_send(net_conn *c)
{
    long sent = 0;
    size_t asked = 0;
    if (c->state == NET_DEAD)
        return;
    while (send_part(c, &sent, &asked)) {
        if (sent < 0) {
            net_conn_kill(c);
            return;
        }
        if (c->state == NET_SEND && sent > 0)
            net_conn_deadline(c, net_loop_now(c->server->loop) +
                                     c->server->limits.idle_ms);
        /* Less than asked: the socket is full, and the next call would fail.
         */
        if ((size_t)sent < asked)
            break;
    }
    if (!c->out && c->tail_length == 0)
        on_output_sent(c);
    net_conn_watch(c);
}

/* ---- Input -------------------------------------------------------------- */

static int interest(const net_conn *c)
{
    const int events =
        NET_EDGE | (c->out || c->tail_length ? NET_WRITABLE : 0);
    if (c->eof)
        return events;
    /* While a request is served, some bytes are read ahead, then no more; but
     * NET_GONE must still be noticed. */
    const bool serves =
        c->state == NET_WAIT || c->state == NET_STREAM || c->state == NET_SEND;
    return events | NET_GONE | (serves && c->in ? 0 : NET_READABLE);
}

/* Does not wait for the socket to become writable before the first attempt to
 * send, which comes at the end of the turn. */
void net_conn_watch(net_conn *c)
{
    if (c->state == NET_DEAD)
        return;
    int events = interest(c);
    if (c->dirty && !is_blocked(c))
        events &= ~NET_WRITABLE;
    /* Changing the events also reports the present state again. */
    const bool again = c->unread && (events & NET_READABLE) &&
                       c->watch.events == (uint32_t)events;
    const int error =
        again ? net_watch_again(c->server->loop, &c->watch)
              : net_watch_change(c->server->loop, &c->watch, events);
    c->unread = false;
    if (error < 0)
        net_conn_kill(c);
}

/* The peer has finished sending. Some clients do that after their request and
 * still wait for the answer. */
static void on_eof(net_conn *c)
{
    const bool may_read = c->state == NET_WAIT || c->state == NET_SEND ||
                          (c->state == NET_READ && c->due) ||
                          (c->state == NET_LINGER && !c->is_shut);
    c->eof = true;
    if (!may_read) {
        net_conn_kill(c);
    } else if (c->state == NET_WAIT) {
        c->left = true;
        net_conn_mark_due(c);
    }
}

long net_conn_receive(net_conn *c, void *room, size_t size)
{
    long n = 0;
    do {
        n = recv(c->watch.fd, room, size, 0);
    } while (n < 0 && errno == EINTR);
    if (n > 0) {
        c->unread = (size_t)n == size;
        c->server->stats.bytes_in += (uint64_t)n;
        c->heard = net_loop_now(c->server->loop);
        return n;
    }
    if (n == 0)
        on_eof(c);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
        return 0;
    else
        net_conn_kill(c);
    return -1;
}

static void discard_input(net_conn *c)
{
    if (net_conn_receive(c, c->server->scratch, NET_SCRATCH) > 0 &&
        --c->tokens <= 0)
        net_conn_kill(c);
}

static void read_input(net_conn *c)
{
    switch ((net_state)c->state) {
    case NET_OPEN:
    case NET_CLOSING:
        net_ws_read(c);
        break;
    case NET_READ:
        net_http_read(c);
        break;
    case NET_LINGER:
        discard_input(c);
        break;
    case NET_WAIT:
    case NET_STREAM:
    case NET_SEND:
        net_http_read_ahead(c);
        break;
    default:
        break;
    }
}

static void on_ready(net_watch *watch, int events)
{
    net_conn *c = (net_conn *)watch;
    net_server *s = c->server;
    const bool asked_for_end = (watch->events & NET_GONE) != 0;
    if (events & NET_WRITABLE)
        net_conn_send(c);
    if (events & NET_READABLE)
        read_input(c);
    else if (events & NET_GONE && asked_for_end && c->state != NET_DEAD)
        on_eof(c);
    else if (events & NET_GONE)
        net_conn_kill(c);
    /* The end of input follows what was just read, and will not be reported
     * again: read on. */
    c->unread = c->unread || (events & NET_GONE);
    net_conn_watch(c);
    net_server_attend(s);
}
