/* net_client.c - see net_client.h. */
#include "net_client.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net_ws.h"

enum {
    INPUT = 65536,
    LONGEST = 32768, /* frame that is accepted; the longest is a snapshot */
    LONGEST_SENT = 1024,
    MOST_UNSENT = 1 << 20
};

/* splitmix64. Keys and masks need not be secret: they protect badly written
 * proxies from the client's data (RFC 6455, 10.3). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/* ---- Handshake ---------------------------------------------------------- */

/* 16 random bytes in base64: RFC 6455, 4.1. */
static void make_key(uint64_t *random, char out[NET_CLIENT_KEY_TEXT])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    uint64_t bits = 0;
    int count = 0;
    for (int i = 0; i < 22; i++, bits >>= 6, count -= 6) {
        if (count < 6) {
            bits = next_random(random);
            count = 60;
        }
        out[i] = digits[bits & 63U];
    }
    /* The last digit has two random bits; its other four must be zero. */
    out[21] = digits[16U * (next_random(random) & 3U)];
    memcpy(out + 22, "==", 3);
}

static bool send_request(net_client *c, const net_remote *a, const char *path)
{
    char text[512];
    const int n = snprintf(text, sizeof text,
                           "GET %s HTTP/1.1\r\n"
                           "Host: %s\r\n"
                           "Upgrade: websocket\r\n"
                           "Connection: Upgrade\r\n"
                           "Sec-WebSocket-Key: %s\r\n"
                           "Sec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Protocol: oxo.v1\r\n\r\n",
                           path, a->host, c->key);
    assert(n > 0 && (size_t)n < sizeof text);
    return net_client_send_raw(c, text, (size_t)n);
}

/* True if the answer has a header with this value, in upper or lower case. */
static bool has_header(const char *answer, const char *name, const char *value)
{
    for (const char *line = strchr(answer, '\n'); line;
         line = strchr(line + 1, '\n')) {
        const char *p = line + 1;
        if (strncasecmp(p, name, strlen(name)) != 0 || p[strlen(name)] != ':')
            continue;
        p += strlen(name) + 1;
        p += strspn(p, " \t");
        if (strncasecmp(p, value, strlen(value)) == 0 &&
            p[strlen(value)] == '\r')
            return true;
    }
    return false;
}

/* What is wrong with the server's answer, ending in "\r\n"; NULL: nothing. */
static const char *check_answer(const net_client *c, const char *answer)
{
    char accept[NET_WS_ACCEPT_TEXT];
    if (strncmp(answer, "HTTP/1.1 101 ", 13) != 0)
        return answer;
    if (!has_header(answer, "Upgrade", "websocket") ||
        !has_header(answer, "Connection", "Upgrade"))
        return "the handshake's answer lacks Upgrade or Connection";
    if (!net_ws_accept(c->key, strlen(c->key), accept) ||
        !has_header(answer, "Sec-WebSocket-Accept", accept))
        return "the handshake's answer has a wrong Sec-WebSocket-Accept";
    if (!has_header(answer, "Sec-WebSocket-Protocol", "oxo.v1"))
        return "the server does not accept the subprotocol oxo.v1";
    return NULL;
}

static int open_conn(net_client *c, const net_remote *a, const char *path,
                     const net_tube *tube, uint64_t *random)
{
    const int one = 1;
    const int fd = socket(a->socket.ss_family,
                          SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (const struct sockaddr *)&a->socket, a->length) < 0 &&
        errno != EINPROGRESS) {
        const int error = errno;
        close(fd);
        return -error;
    }
    *c = (net_client){.fd = fd, .tube = tube, .state = NET_CLIENT_OPENING};
    make_key(random, c->key);
    if (send_request(c, a, path ? path : a->path))
        return 0;
    net_client_cut(c);
    return -ECONNREFUSED;
}

int net_client_open(net_client *c, const net_remote *a, const char *path,
                    uint64_t *random)
{
    return open_conn(c, a, path, NULL, random);
}

int net_client_open_through(net_client *c, const net_remote *a,
                            const net_tube *tube, uint64_t *random)
{
    return open_conn(c, a, NULL, tube, random);
}

void net_client_cut(net_client *c)
{
    /* Without TIME_WAIT: thousands of closed sockets would use up the ports.
     */
    const struct linger none = {.l_onoff = 1, .l_linger = 0};
    if (c->state == NET_CLIENT_CLOSED)
        return;
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(c->fd);
    free(c->rest);
    free(c->output);
    *c = (net_client){.fd = -1, .state = NET_CLIENT_CLOSED};
}

/* ---- Sending ------------------------------------------------------------ */

static ssize_t send_some(const net_client *c, const void *bytes, size_t length)
{
    if (c->tube)
        return c->tube->send(c->tube->context, c->fd, bytes, length);
    return send(c->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static ssize_t receive_some(const net_client *c, void *bytes, size_t length)
{
    if (c->tube)
        return c->tube->receive(c->tube->context, c->fd, bytes, length);
    return recv(c->fd, bytes, length, MSG_DONTWAIT);
}

static bool keep_output(net_client *c, const uint8_t *bytes, size_t length)
{
    if (c->unsent + length > MOST_UNSENT)
        return false;
    uint8_t *more = realloc(c->output, c->unsent + length);
    if (!more)
        return false;
    memcpy(more + c->unsent, bytes, length);
    c->output = more;
    c->unsent += (uint32_t)length;
    return true;
}

bool net_client_send_raw(net_client *c, const void *bytes, size_t length)
{
    size_t sent = 0;
    if (c->state == NET_CLIENT_CLOSED)
        return false;
    if (c->unsent == 0) {
        const ssize_t n = send_some(c, bytes, length);
        if (n < 0 && errno != EAGAIN && errno != EINTR && errno != ENOTCONN)
            return false;
        sent = n > 0 ? (size_t)n : 0;
    }
    if (sent == length)
        return true;
    return keep_output(c, (const uint8_t *)bytes + sent, length - sent);
}

void net_client_flush(net_client *c)
{
    if (c->state == NET_CLIENT_CLOSED || c->unsent == 0)
        return;
    const ssize_t n = send_some(c, c->output, c->unsent);
    if (n <= 0) /* reading will report a broken connection */
        return;
    c->unsent -= (uint32_t)n;
    memmove(c->output, c->output + n, c->unsent);
}

static bool send_frame(net_client *c, net_ws_opcode opcode, const void *bytes,
                       size_t length, uint64_t *random)
{
    uint8_t out[NET_WS_MAX_HEAD + LONGEST_SENT], mask[4];
    const uint32_t bits = (uint32_t)(next_random(random) >> 32);
    assert(length <= LONGEST_SENT);
    memcpy(mask, &bits, sizeof mask);
    const size_t head = net_ws_write_head(opcode, true, length, mask, out);
    if (length > 0)
        memcpy(out + head, bytes, length);
    net_ws_mask(out + head, length, mask, 0);
    return net_client_send_raw(c, out, head + length);
}

bool net_client_send(net_client *c, const char *text, size_t length,
                     uint64_t *random)
{
    return c->state == NET_CLIENT_OPEN &&
           send_frame(c, NET_WS_TEXT, text, length, random);
}

void net_client_close(net_client *c, int code, uint64_t *random)
{
    const uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    if (c->state == NET_CLIENT_OPEN)
        send_frame(c, NET_WS_CLOSE, bytes, sizeof bytes, random);
}

/* ---- Reading ------------------------------------------------------------ */

/* A call of net_client_read(). */
typedef struct client_reader {
    net_client *c;
    net_client_hear *hear;
    void *context;
    bool ended;
} client_reader;

static void end_connection(client_reader *r, net_client_news news,
                           const char *why, int code)
{
    r->ended = true;
    net_client_cut(r->c);
    r->hear(r->context, r->c, news, why, strlen(why), code);
}

/* take_answer() and take_frame() return the number of bytes consumed: 0 if the
 * answer or frame is incomplete. */

static size_t take_answer(client_reader *r, uint8_t *bytes, size_t length)
{
    const uint8_t *blank = memmem(bytes, length, "\r\n\r\n", 4);
    if (!blank)
        return 0;
    const size_t head = (size_t)(blank - bytes) + 4;
    bytes[head - 1] = '\0'; /* in place of the last newline */
    const char *fault = check_answer(r->c, (const char *)bytes);
    if (fault) {
        bytes[strcspn((const char *)bytes, "\r")] = '\0';
        end_connection(r, NET_CLIENT_NEWS_BROKEN, fault, 0);
        return 0;
    }
    r->c->state = NET_CLIENT_OPEN;
    r->hear(r->context, r->c, NET_CLIENT_NEWS_OPEN, "", 0, 0);
    return head;
}

/* A pong repeats the bytes of its ping. */
static void answer_ping(client_reader *r, const uint8_t *payload,
                        size_t length)
{
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) > 0)
        send_frame(r->c, NET_WS_PONG, payload, length, &random);
}

static void handle_close(client_reader *r, const uint8_t *payload,
                         size_t length)
{
    const int code = net_ws_close_code(payload, length);
    char why[128] = "";
    if (length > 2 && length - 2 < sizeof why)
        memcpy(why, payload + 2, length - 2);
    if (code < 0)
        end_connection(r, NET_CLIENT_NEWS_BROKEN, "a malformed close frame",
                       0);
    else
        end_connection(r, NET_CLIENT_NEWS_CLOSED, why, code);
}

static void handle_frame(client_reader *r, const net_ws_frame *f,
                         const uint8_t *bytes)
{
    const size_t length = f->length;
    if (f->opcode == NET_WS_TEXT && f->fin)
        r->hear(r->context, r->c, NET_CLIENT_NEWS_TEXT, (const char *)bytes,
                length, 0);
    else if (f->opcode == NET_WS_PING)
        answer_ping(r, bytes, length);
    else if (f->opcode == NET_WS_CLOSE)
        handle_close(r, bytes, length);
    else if (f->opcode != NET_WS_PONG)
        end_connection(r, NET_CLIENT_NEWS_BROKEN,
                       "a frame that is not a complete text message", 0);
}

static size_t take_frame(client_reader *r, uint8_t *bytes, size_t length)
{
    net_ws_frame f;
    if (r->c->state == NET_CLIENT_OPENING)
        return take_answer(r, bytes, length);
    const int whole = net_ws_read_head(bytes, length, false, &f);
    if (whole < 0 || (whole > 0 && f.length > LONGEST)) {
        end_connection(r, NET_CLIENT_NEWS_BROKEN, "an invalid frame", 0);
        return 0;
    }
    if (whole == 0 || length < f.head + f.length)
        return 0;
    handle_frame(r, &f, bytes + f.head);
    return f.head + (size_t)f.length;
}

static void take_all(client_reader *r, uint8_t *bytes, size_t length)
{
    net_client *c = r->c;
    while (length > 0) {
        const size_t used = take_frame(r, bytes, length);
        if (r->ended)
            return;
        if (used == 0)
            break;
        bytes += used;
        length -= used;
    }
    c->kept = (uint32_t)length;
    if (length == 0)
        return;
    uint8_t *rest = length <= LONGEST ? realloc(c->rest, length) : NULL;
    if (!rest) {
        end_connection(r, NET_CLIENT_NEWS_BROKEN,
                       "an incomplete frame that is too long", 0);
        return;
    }
    memcpy(rest, bytes, length);
    c->rest = rest;
}

static const char *socket_error(int fd)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    return strerror(error ? error : ECONNRESET);
}

void net_client_read(net_client *c, bool ends, net_client_hear *hear,
                     void *context)
{
    static uint8_t input[LONGEST + INPUT];
    client_reader r = {c, hear, context, false};
    while (c->state != NET_CLIENT_CLOSED) {
        const size_t kept = c->kept;
        if (kept > 0)
            memcpy(input, c->rest, kept);
        const ssize_t n = receive_some(c, input + kept, INPUT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (n == 0)
            end_connection(&r, NET_CLIENT_NEWS_CLOSED,
                           "closed without a close frame", 1006);
        else if (n < 0)
            end_connection(&r, NET_CLIENT_NEWS_CLOSED, socket_error(c->fd),
                           1006);
        else
            take_all(&r, input, kept + (size_t)n);
        if (r.ended || (n < INPUT && !ends))
            return;
    }
}
