/* net_answer.c - the functions with which handlers answer; see net_server.h.
 */
#include "net_conn.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256 };

/* ---- HTTP --------------------------------------------------------------- */

static bool has_body(int status)
{
    return status != 204 && status != 304;
}

static void put_text(net_conn *c, const char *text)
{
    const size_t length = strlen(text);
    if (length > 0)
        net_conn_put(c, false, text, length, NULL, 0);
}

static void put_status(net_conn *c, int status, const char *headers)
{
    char line[LINE];
    assert(status >= 200 && status <= 599);
    (void)snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\nDate: %s\r\n", status,
                   net_http_reason(status), net_server_date(c->server));
    put_text(c, line);
    put_text(c, headers ? headers : "");
    if (!c->keeps)
        put_text(c, "Connection: close\r\n");
}

/* The connection if its request is not answered yet, otherwise NULL. */
static net_conn *find_unanswered(const net_server *s, net_id id)
{
    net_conn *c = net_conn_find(s, id);
    return c && c->state == NET_WAIT ? c : NULL;
}

/* The answer is complete. The next request waits until it has been sent. */
static void finish_answer(net_conn *c)
{
    if (c->state == NET_DEAD)
        return;
    const net_server *s = c->server;
    c->state = NET_SEND;
    net_conn_deadline(c, net_loop_now(s->loop) + s->limits.idle_ms);
    net_conn_mark_dirty(c);
}

static void put_head(net_conn *c, int status, const char *headers,
                     size_t length)
{
    char line[LINE];
    put_status(c, status, headers);
    (void)snprintf(line, sizeof line, "Content-Length: %zu\r\n\r\n", length);
    put_text(c, has_body(status) ? line : "\r\n");
}

void net_respond(net_server *s, net_id id, int status, const char *headers,
                 const void *body, size_t length)
{
    net_conn *c = find_unanswered(s, id);
    if (!c)
        return;
    put_head(c, status, headers, length);
    if (length > 0 && has_body(status) && !c->is_head)
        net_conn_put(c, false, body, length, NULL, 0);
    finish_answer(c);
}

void net_respond_static(net_server *s, net_id id, int status,
                        const char *headers, const void *body, size_t length)
{
    net_conn *c = find_unanswered(s, id);
    if (!c)
        return;
    put_head(c, status, headers, length);
    if (length > 0 && has_body(status) && !c->is_head &&
        c->state != NET_DEAD) {
        c->tail = body;
        c->tail_length = length;
        s->stats.unsent += length;
    }
    finish_answer(c);
}

bool net_respond_stream(net_server *s, net_id id, int status,
                        const char *headers)
{
    net_conn *c = find_unanswered(s, id);
    if (!c)
        return false;
    /* HTTP/1.0 has no chunks: there the end of the connection ends the body.
     */
    if (!c->is_chunked)
        c->keeps = false;
    put_status(c, status, headers);
    put_text(c, c->is_chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    if (c->is_head)
        finish_answer(c);
    else if (c->state != NET_DEAD)
        c->state = NET_STREAM;
    return c->state == NET_STREAM;
}

static void finish_stream(net_conn *c)
{
    if (c->is_chunked)
        put_text(c, "0\r\n\r\n");
    finish_answer(c);
}

void net_finish(net_server *s, net_id id)
{
    net_conn *c = net_conn_find(s, id);
    if (c && c->state == NET_STREAM)
        finish_stream(c);
}

static void put_chunk(net_conn *c, const char *text, size_t length)
{
    char head[24];
    int n = 0;
    if (length == 0)
        return; /* an empty chunk would end the body */
    if (c->is_chunked)
        n = snprintf(head, sizeof head, "%zx\r\n", length);
    net_conn_put(c, true, head, (size_t)n, text, length);
    if (c->is_chunked && c->state != NET_DEAD)
        put_text(c, "\r\n");
}

/* ---- WebSocket ---------------------------------------------------------- */

void net_upgrade(net_server *s, net_id id, const char *subprotocol)
{
    char line[LINE];
    net_conn *c = find_unanswered(s, id);
    if (!c || !c->is_upgrade)
        return;
    (void)snprintf(line, sizeof line,
                   "HTTP/1.1 101 Switching Protocols\r\n"
                   "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Accept: %s\r\n",
                   c->u.accept);
    put_text(c, line);
    if (subprotocol) {
        put_text(c, "Sec-WebSocket-Protocol: ");
        put_text(c, subprotocol);
        put_text(c, "\r\n");
    }
    put_text(c, "\r\n");
    if (c->state != NET_DEAD)
        net_ws_open(c);
}

void net_write(net_server *s, net_id id, const char *text, size_t length)
{
    uint8_t head[NET_WS_MAX_HEAD];
    net_conn *c = net_conn_find(s, id);
    if (!c)
        return;
    if (c->state == NET_STREAM)
        put_chunk(c, text, length);
    if (c->state != NET_OPEN)
        return;
    const size_t n = net_ws_write_head(NET_WS_TEXT, true, length, NULL, head);
    net_conn_put(c, true, head, n, text, length);
}

size_t net_frame_text(const char *text, size_t length, char *out)
{
    uint8_t head[NET_WS_MAX_HEAD];
    const size_t n = net_ws_write_head(NET_WS_TEXT, true, length, NULL, head);
    memcpy(out, head, n);
    memcpy(out + n, text, length);
    return n + length;
}

void net_write_frame(net_server *s, net_id id, const char *frame,
                     size_t length)
{
    net_conn *c = net_conn_find(s, id);
    if (c && c->state == NET_OPEN)
        net_conn_put(c, true, frame, length, NULL, 0);
}

/* ---- Either ------------------------------------------------------------- */

void net_set_user(net_server *s, net_id id, void *user)
{
    net_conn *c = net_conn_find(s, id);
    if (c)
        c->user = user;
}

void *net_user(net_server *s, net_id id)
{
    const net_conn *c = net_conn_find(s, id);
    return c ? c->user : NULL;
}

uint64_t net_address_key(net_server *s, net_id id)
{
    const net_conn *c = net_conn_find(s, id);
    return c ? net_peer_key(&c->peer) : 0;
}

static void close_http(net_conn *c)
{
    c->keeps = false;
    if (c->state == NET_STREAM)
        finish_stream(c);
    else if (c->state == NET_WAIT || (c->state == NET_READ && !c->in))
        net_conn_linger(c);
}

void net_close(net_server *s, net_id id, int code, const char *reason)
{
    net_conn *c = net_conn_find(s, id);
    if (!c)
        return;
    if (c->state == NET_OPEN)
        net_ws_close(c, code, reason);
    else
        close_http(c);
}

/* A request in progress is answered first; net_http_sent() then closes the
 * connection because the server drains. */
static void drain_connection(net_conn *c, const char *reason)
{
    if (c->state == NET_OPEN)
        net_ws_close(c, 1001, reason);
    else if (c->state == NET_STREAM || c->state == NET_READ)
        close_http(c);
}

void net_server_drain(net_server *s, const char *reason)
{
    s->draining = true;
    for (int i = 0; i < s->chunk_count; i++)
        for (int j = 0; j < NET_CHUNK; j++)
            drain_connection(&s->chunks[i][j], reason);
}
