/* net_conn_http.c - a connection that speaks HTTP: one request after another.
 */
#include "net_conn.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* READ_AHEAD: how much is read while a request waits for its answer. ROOM: the
 * least free space for receiving the rest of a request. */
enum { READ_AHEAD = 4096, ROOM = 2048 };

/* ---- Refusing ----------------------------------------------------------- */

/* The body is a problem document as in RFC 9457. */
void net_http_refuse(net_conn *c, int status, const char *code,
                     const char *detail)
{
    char body[256], head[640];
    const char *extra = status == 426   ? "Upgrade: websocket\r\n"
                                          "Sec-WebSocket-Version: 13\r\n"
                        : status == 429 ? "Retry-After: 1\r\n"
                                        : "";
    net_server_refuse(c->server, status == 408 ? "header-timeout" : code);
    const int length =
        snprintf(body, sizeof body,
                 "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,"
                 "\"code\":\"%s\",\"detail\":\"%s\"}\n",
                 net_http_reason(status), status, code, detail);
    const int head_length = snprintf(
        head, sizeof head,
        "HTTP/1.1 %d %s\r\nDate: %s\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Length: %d\r\nCache-Control: no-store\r\n" NET_HEADERS_SAFE
        "%s"
        "Connection: %s\r\n\r\n",
        status, net_http_reason(status), net_server_date(c->server), length,
        extra, status == 426 ? "close, upgrade" : "close");
    net_conn_put(c, false, head, (size_t)head_length, body, (size_t)length);
    net_conn_linger(c);
}

static void refuse_head(net_conn *c, int status)
{
    static const struct {
        int status;
        const char *code, *detail;
    } details[] = {
        {400, "invalid-message", "the request is not valid HTTP/1.1"},
        {411, "invalid-message", "a body needs a Content-Length"},
        {413, "message-too-large", "the body is too large"},
        {414, "message-too-large", "the first line is too long"},
        {417, "invalid-message",
         "the only supported expectation is 100-continue"},
        {431, "message-too-large", "the headers are too large"},
        {501, "invalid-message", "unsupported transfer coding"},
        {505, "invalid-message", "unsupported version of HTTP"},
    };
    size_t i = 0;
    while (i + 1 < sizeof details / sizeof *details &&
           details[i].status != status)
        i++;
    net_http_refuse(c, status, details[i].code, details[i].detail);
}

/* ---- Serving ------------------------------------------------------------ */

/* If the header is X-Forwarded-For, `*ret` gets the last entry of its list. */
static bool read_forwarded(net_header h, net_text *ret)
{
    static const char name[] = "x-forwarded-for";
    if (h.name.length != sizeof name - 1 ||
        memcmp(h.name.bytes, name, h.name.length) != 0)
        return false;
    net_text last = h.value;
    for (size_t i = last.length; i-- > 0;) {
        if (last.bytes[i] != ',')
            continue;
        last = (net_text){last.bytes + i + 1, last.length - i - 1};
        break;
    }
    words_trim_span(&last.bytes, &last.length);
    *ret = last;
    return true;
}

/* A connection from a trusted proxy carries requests of many clients. The
 * proxy has added the last address of the list; the client may have invented
 * the others. */
static bool count_forwarded(net_conn *c, const net_http *h)
{
    net_text last = {NULL, 0};
    net_peer peer = c->peer;
    if (!c->is_proxied)
        return true;
    for (int i = 0; i < h->header_count; i++)
        (void)read_forwarded(h->headers[i], &last);
    if (!last.bytes || !net_peer_parse(last.bytes, last.length, &peer) ||
        net_peer_equal(&peer, &c->peer))
        return true;
    return net_server_count(c, &peer);
}

static bool is_method(const net_http *h, const char *word)
{
    return h->method.length == strlen(word) &&
           memcmp(h->method.bytes, word, h->method.length) == 0;
}

/* Checks the limits; false if the request was refused. */
static bool admit_request(net_conn *c, const net_http *h)
{
    if (!count_forwarded(c, h))
        net_http_refuse(c, 429, "too-many-connections",
                        "too many connections from this address");
    else if (!net_conn_charge(c, NET_MESSAGE_COST))
        net_http_refuse(c, 429, "rate-limited",
                        "too many messages in a short time");
    else if (h->wants_websocket && !h->websocket_is_known)
        net_http_refuse(c, 426, "invalid-message",
                        "only WebSocket version 13 is supported");
    else
        return true;
    return false;
}

/* `bytes` is a complete request, `h` its parsed head. */
static void serve_request(net_conn *c, const net_http *h, char *bytes,
                          size_t head)
{
    net_server *s = c->server;
    net_request r = {.id = c->id,
                     .method = h->method,
                     .headers = h->headers,
                     .header_count = h->header_count,
                     .body = {bytes + head, h->body},
                     .is_upgrade = h->wants_websocket};
    if (!admit_request(c, h))
        return;
    if (!net_http_split_target(bytes + (h->target.bytes - bytes),
                               h->target.length, &r.path, &r.query)) {
        net_http_refuse(c, 400, "invalid-message", "the path is not safe");
        return;
    }
    c->state = NET_WAIT;
    c->is_upgrade = r.is_upgrade;
    memcpy(c->u.accept, h->accept, sizeof c->u.accept);
    c->is_head = is_method(h, "HEAD");
    c->is_chunked = h->minor == 1;
    c->keeps = h->keeps && !s->draining;
    c->told = true;
    net_conn_deadline(c, NET_NEVER);
    s->handlers.request(s->context, &r);
}

/* ---- Reading ------------------------------------------------------------ */

static void begin_reading(net_conn *c)
{
    c->state = NET_READ;
    c->u.progress = (net_progress){.head = 0};
}

/* Waits for the rest of a body, and sends "100 Continue" once if asked to. */
static void await_body(net_conn *c, const net_http *h)
{
    net_progress *p = &c->u.progress;
    static const char continue_line[] = "HTTP/1.1 100 Continue\r\n\r\n";
    p->needed = p->head + h->body;
    if (h->expects && !p->continued)
        net_conn_put(c, false, continue_line, sizeof continue_line - 1, NULL,
                     0);
    p->continued = true;
}

/* Serves the request at the start of `bytes` if it is complete, and returns
 * its length, otherwise 0. If it refuses a request it also consumes all that
 * follows. */
static size_t take_request(net_conn *c, char *bytes, size_t length)
{
    net_server *s = c->server;
    net_progress *p = &c->u.progress;
    if (length < p->needed)
        return 0;
    const long head =
        p->head ? (long)p->head
                : net_http_find_end(bytes, length, s->limits.header_bytes,
                                    &p->scanned);
    if (head == 0)
        return 0;
    int refused =
        head < 0 ? (int)-head : net_http_parse(bytes, (size_t)head, &s->http);
    if (!refused && s->http.body > s->limits.body_bytes)
        refused = 413;
    if (refused) {
        refuse_head(c, refused);
        return length;
    }
    p->head = (size_t)head;
    if (length - p->head < s->http.body) {
        await_body(c, &s->http);
        return 0;
    }
    serve_request(c, &s->http, bytes, (size_t)head);
    return (size_t)head + s->http.body;
}

/* Handles what follows a request: frames after an upgrade, otherwise the start
 * of the next request. */
static void handle_rest(net_conn *c, uint8_t *bytes, size_t length)
{
    if (length == 0 || c->state == NET_DEAD || c->state == NET_LINGER)
        return;
    if (c->state == NET_OPEN)
        net_ws_input(c, bytes, length);
    else if (!net_buffer_append(&c->server->pool, &c->in, bytes, length))
        net_conn_kill(c);
}

/* From its first byte on, a request has a limited time to become complete. */
static void limit_time(net_conn *c, bool was_empty)
{
    const net_server *s = c->server;
    if (c->state == NET_READ && was_empty && c->in && c->told)
        net_conn_deadline(c, net_loop_now(s->loop) + s->limits.header_ms);
}

/* Most requests arrive complete, and are served from the common buffer. */
static void read_fresh(net_conn *c)
{
    uint8_t *bytes = c->server->scratch;
    const long n = net_conn_receive(c, bytes, NET_SCRATCH);
    if (n <= 0)
        return;
    const size_t used = take_request(c, (char *)bytes, (size_t)n);
    handle_rest(c, bytes + used, (size_t)n - used);
    limit_time(c, true);
}

void net_http_resume(net_conn *c)
{
    net_server *s = c->server;
    if (!c->in)
        return;
    if (c->state == NET_READ) {
        const size_t used = take_request(c, (char *)net_buffer_bytes(c->in),
                                         net_buffer_length(c->in));
        net_buffer_drop(&s->pool, &c->in, used);
        if (c->state == NET_READ && c->eof)
            net_conn_kill(c);
    }
    if (c->state == NET_OPEN && c->in) {
        /* Take the buffer away first: handling frames may use `c->in`. */
        net_buffer *in = c->in;
        c->in = NULL;
        net_ws_input(c, net_buffer_bytes(in), net_buffer_length(in));
        net_buffer_release(&s->pool, &in);
    }
}

void net_http_read(net_conn *c)
{
    net_server *s = c->server;
    if (!c->in) {
        read_fresh(c);
        return;
    }
    uint8_t *room = net_buffer_room(&s->pool, &c->in, ROOM);
    if (!room) {
        net_conn_kill(c);
        return;
    }
    const long n = net_conn_receive(c, room, c->in->capacity - c->in->end);
    if (n <= 0)
        return;
    net_buffer_grow(c->in, (size_t)n);
    net_http_resume(c);
}

void net_http_read_ahead(net_conn *c)
{
    uint8_t bytes[READ_AHEAD];
    const long n = net_conn_receive(c, bytes, sizeof bytes);
    if (n > 0 &&
        !net_buffer_append(&c->server->pool, &c->in, bytes, (size_t)n))
        net_conn_kill(c);
}

/* ---- After the answer --------------------------------------------------- */

void net_http_sent(net_conn *c)
{
    net_server *s = c->server;
    if (!c->keeps || s->draining || (c->eof && !c->in)) {
        net_conn_linger(c);
        return;
    }
    begin_reading(c);
    net_conn_deadline(c, net_loop_now(s->loop) + (c->in ? s->limits.header_ms
                                                        : s->limits.idle_ms));
    if (c->in)
        net_conn_mark_due(c);
}

void net_http_timeout(net_conn *c)
{
    if (c->in) {
        net_http_refuse(c, 408, "invalid-message",
                        "the request did not arrive in time");
        return;
    }
    if (!c->told)
        net_server_refuse(c->server, "header-timeout");
    net_conn_kill(c);
}
