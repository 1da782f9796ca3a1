/* net_conn_ws.c - a connection that is a WebSocket. */
#include "net_conn.h"

#include <string.h>

enum { MOST_CONTROL = 125 };

void net_ws_open(net_conn *c)
{
    const net_server *s = c->server;
    c->state = NET_OPEN;
    c->is_websocket = true;
    c->u.reader = (net_reader){.left = 0};
    c->server->stats.websockets++;
    net_conn_deadline(c, net_loop_now(s->loop) + s->limits.ping_ms);
    if (c->in)
        net_conn_mark_due(c);
}

static void put_control(net_conn *c, net_ws_opcode opcode, const void *payload,
                        size_t length)
{
    uint8_t head[NET_WS_MAX_HEAD];
    const size_t n = net_ws_write_head(opcode, true, length, NULL, head);
    net_conn_put(c, true, head, n, payload, length);
}

/* ---- Closing ------------------------------------------------------------ */

static void put_close(net_conn *c, int code, const char *reason)
{
    uint8_t payload[MOST_CONTROL];
    const size_t full = reason ? strlen(reason) : 0;
    size_t length = full < MOST_CONTROL - 2 ? full : MOST_CONTROL - 2;
    /* Do not cut a character in two. */
    while (length < full && ((uint8_t)reason[length] & 0xC0) == 0x80)
        length--;
    payload[0] = (uint8_t)(code >> 8);
    payload[1] = (uint8_t)code;
    if (length > 0)
        memcpy(payload + 2, reason, length);
    put_control(c, NET_WS_CLOSE, payload, length + 2);
}

void net_ws_close(net_conn *c, int code, const char *reason)
{
    put_close(c, code, reason);
    if (c->state != NET_OPEN)
        return; /* putting the frame has ended the connection */
    net_conn_end(c);
    c->state = NET_CLOSING;
    net_conn_deadline(c, net_loop_now(c->server->loop) + NET_CLOSE_MS);
}

/* Ends the connection because the peer broke a rule. */
static void close_for(net_conn *c, int code, const char *why)
{
    if (c->state == NET_OPEN) {
        net_server_refuse(c->server, why);
        put_close(c, code, why);
    }
    net_conn_linger(c);
}

static void close_with_code(net_conn *c, int code)
{
    if (code == 1011)
        net_conn_kill(c); /* no memory */
    else
        close_for(c, code,
                  code == 1009 ? "message-too-large" : "invalid-message");
}

static void handle_close(net_conn *c, const net_piece *p)
{
    const int code = net_ws_close_code(p->bytes, p->length);
    if (code < 0) {
        close_with_code(c, -code);
        return;
    }
    /* Answer with the same code, unless this is the answer to our close. */
    if (c->state == NET_OPEN)
        put_control(c, NET_WS_CLOSE, p->bytes, p->length < 2 ? 0 : 2);
    net_conn_linger(c);
}

/* ---- Messages ----------------------------------------------------------- */

static void handle_text(net_conn *c, const net_piece *p)
{
    net_server *s = c->server;
    s->stats.messages_in++;
    if (c->state == NET_OPEN)
        s->handlers.message(s->context, c->id, c->user, (const char *)p->bytes,
                            p->length);
}

static void handle_piece(net_conn *c, const net_piece *p)
{
    const int cost =
        p->what == NET_GOT_FRAGMENT ? NET_FRAGMENT_COST : NET_MESSAGE_COST;
    if (p->what != NET_GOT_CLOSE && !net_conn_charge(c, cost)) {
        close_for(c, 1008, "rate-limited");
        return;
    }
    switch (p->what) {
    case NET_GOT_TEXT:
        handle_text(c, p);
        break;
    case NET_GOT_CLOSE:
        handle_close(c, p);
        break;
    case NET_GOT_PING:
        if (c->state == NET_OPEN)
            put_control(c, NET_WS_PONG, p->bytes, p->length);
        break;
    case NET_GOT_PONG:
    case NET_GOT_FRAGMENT:
        break;
    }
}

void net_ws_input(net_conn *c, uint8_t *bytes, size_t length)
{
    net_server *s = c->server;
    const uint8_t *end = bytes + length;
    while (c->state == NET_OPEN || c->state == NET_CLOSING) {
        net_piece piece;
        const int got =
            net_reader_next(&c->u.reader, &s->pool, s->limits.message_bytes,
                            &bytes, end, &piece);
        if (got == 0)
            return;
        if (got < 0)
            close_with_code(c, -got);
        else
            handle_piece(c, &piece);
    }
}

void net_ws_read(net_conn *c)
{
    uint8_t *bytes = c->server->scratch;
    const long n = net_conn_receive(c, bytes, NET_SCRATCH);
    if (n > 0)
        net_ws_input(c, bytes, (size_t)n);
}

/* The deadline is too early if there was input since it was set. */
void net_ws_timeout(net_conn *c)
{
    const net_server *s = c->server;
    const int64_t patience = s->limits.ping_ms;
    const int64_t silent = net_loop_now(s->loop) - c->heard;
    if (silent >= 2 * patience) {
        net_conn_cut(c, "ping-timeout");
    } else if (silent >= patience) {
        put_control(c, NET_WS_PING, NULL, 0);
        net_conn_deadline(c, c->heard + 2 * patience);
    } else {
        net_conn_deadline(c, c->heard + patience);
    }
}
