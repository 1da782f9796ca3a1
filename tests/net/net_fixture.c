#include "net_fixture.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "net_ws.h"

/* ---- State of the server ------------------------------------------------ */

enum { MOST = 256, MOST_WORDS = 16, REASON = 123 };

typedef enum errand { NOTHING, STOP, DRAIN, ANSWER } errand;

/* Of the loop's thread. */
static struct {
    net_loop *loop;
    net_server *server;
    pthread_t thread;
    bool runs;
    int port;
    bool is_ipv6;
    net_id held[MOST], sockets[MOST];
    int held_count, socket_count;
    struct {
        net_id id;
        void (*act)(net_id id, const char *text);
        char *text;
    } later[MOST];
    int later_count;
    net_timer later_timer;
    char *body; /* STATIC_BYTES */
    int requests, known;
} here;

/* Shared with the test's thread. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    errand order;
    int closed, left, messages, held, turns;
    const char *words[MOST_WORDS];
    int refused[MOST_WORDS];
    net_stats stats;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .change = PTHREAD_COND_INITIALIZER};

static void lock(void)
{
    (void)pthread_mutex_lock(&shared.lock);
}

static void unlock(void)
{
    (void)pthread_cond_broadcast(&shared.change);
    (void)pthread_mutex_unlock(&shared.lock);
}

/* ---- Handlers ----------------------------------------------------------- */

/* cmocka's assertions jump, which only the test's own thread may do. */
static void must(bool law)
{
    if (!law)
        abort();
}

static const char plain[] = "Content-Type: text/plain\r\n";

static void act_later(net_id id, void (*act)(net_id, const char *),
                      const char *text)
{
    here.later[here.later_count].id = id;
    here.later[here.later_count].act = act;
    here.later[here.later_count++].text = strdup(text);
    (void)net_timer_set(here.loop, &here.later_timer, net_loop_now(here.loop));
}

static void on_later(net_timer *timer)
{
    const int count = here.later_count;
    (void)timer;
    here.later_count = 0;
    for (int i = 0; i < count; i++) {
        char *text = here.later[i].text;
        here.later[i].act(here.later[i].id, text);
        free(text);
    }
}

static void answer(net_id id, const char *text)
{
    net_respond(here.server, id, 200, plain, text, strlen(text));
}

static void finish_stream(net_id id, const char *text)
{
    net_write(here.server, id, text, strlen(text));
    net_finish(here.server, id);
}

static void upgrade(net_id id, const char *protocol)
{
    net_upgrade(here.server, id, *protocol ? protocol : NULL);
    here.sockets[here.socket_count++ % MOST] = id;
}

static void begin_stream(net_id id, bool ends)
{
    net_respond_stream(here.server, id, 200, plain);
    net_write(here.server, id, "one", 3);
    net_write(here.server, id, "", 0);
    if (ends)
        act_later(id, finish_stream, "two");
}

static void hold(net_id id)
{
    here.held[here.held_count++ % MOST] = id;
    lock();
    shared.held++;
    unlock();
}

static bool text_is(net_text t, const char *word)
{
    return t.length == strlen(word) && memcmp(t.bytes, word, t.length) == 0;
}

static void on_request(void *context, const net_request *r)
{
    char *text = NULL;
    const net_text offered = net_request_header(r, "sec-websocket-protocol");
    const char *protocol = text_is(offered, "oxo.v1") ? "oxo.v1" : "";
    ++*(int *)context; /* a crash if it is another's */
    must(asprintf(&text, "%.*s %.*s ?%.*s %.*s", (int)r->method.length,
                  r->method.bytes, (int)r->path.length, r->path.bytes,
                  (int)r->query.length, r->query.bytes, (int)r->body.length,
                  r->body.bytes) >= 0);
    if (text_is(r->path, "/ws") && r->is_upgrade)
        upgrade(r->id, protocol);
    else if (text_is(r->path, "/ws-later") && r->is_upgrade)
        act_later(r->id, upgrade, protocol);
    else if (text_is(r->path, "/later"))
        act_later(r->id, answer, text);
    else if (text_is(r->path, "/held"))
        hold(r->id);
    else if (text_is(r->path, "/stream"))
        begin_stream(r->id, true);
    else if (text_is(r->path, "/watch"))
        begin_stream(r->id, false);
    else if (text_is(r->path, "/static"))
        net_respond_static(here.server, r->id, 200, plain, here.body,
                           STATIC_BYTES);
    else if (text_is(r->path, "/empty"))
        net_respond(here.server, r->id, 204, NULL, NULL, 0);
    else
        answer(r->id, text);
    free(text);
}

static void flood(net_id id, const char *numbers)
{
    char *end = NULL;
    const long count = strtol(numbers, &end, 10);
    const size_t bytes = (size_t)strtol(end, NULL, 10);
    char *text = malloc(bytes + 1);
    must(text != NULL);
    memset(text, 'f', bytes);
    for (long i = 0; i < count; i++)
        net_write(here.server, id, text, bytes);
    free(text);
}

static void tell_everybody(void)
{
    char frame[NET_FRAME_HEAD + 16];
    const size_t length = net_frame_text("bye", 3, frame);
    for (int i = 0; i < here.socket_count; i++) {
        net_write_frame(here.server, here.sockets[i], frame, length);
        net_close(here.server, here.sockets[i], 4001, "all");
        /* Behind a goodbye nothing is sent. */
        net_write(here.server, here.sockets[i], "late", 4);
        net_close(here.server, here.sockets[i], 4002, "again");
    }
}

static void close_at_length(net_id id)
{
    char reason[201] = "";
    for (int i = 0; i < 100; i++)
        strcat(reason, "\xC3\xA9");
    net_close(here.server, id, 4000, reason);
}

static void on_message(void *context, net_id id, void *user, const char *text,
                       size_t length)
{
    char order[64] = "", where[64];
    (void)context;
    /* What was set with the first message is there with the next. */
    if (user)
        ++*(int *)user;
    net_set_user(here.server, id, &here.known);
    lock();
    shared.messages++;
    unlock();
    if (length < sizeof order)
        memcpy(order, text, length);
    if (strncmp(order, "flood ", 6) == 0)
        flood(id, order + 6);
    else if (strncmp(order, "close ", 6) == 0)
        net_close(here.server, id, (int)strtol(order + 6, NULL, 10),
                  order + 11);
    else if (strcmp(order, "talk") == 0)
        close_at_length(id);
    else if (strcmp(order, "everybody") == 0)
        tell_everybody();
    else if (strcmp(order, "where") == 0) {
        (void)snprintf(where, sizeof where, "%" PRIx64,
                       net_address_key(here.server, id));
        net_write(here.server, id, where, strlen(where));
    } else
        net_write(here.server, id, text, length);
}

static void on_left(void *context, net_id id)
{
    (void)context;
    (void)id;
    lock();
    shared.left++;
    unlock();
}

static void on_closed(void *context, net_id id, void *user)
{
    (void)context;
    (void)user;
    /* It is gone: all of these do nothing. */
    net_write(here.server, id, "x", 1);
    net_respond(here.server, id, 200, NULL, "x", 1);
    net_close(here.server, id, 1000, "x");
    lock();
    shared.closed++;
    unlock();
}

static void on_refused(void *context, const char *why)
{
    (void)context;
    lock();
    int i = 0;
    while (shared.words[i] && strcmp(shared.words[i], why) != 0)
        i++;
    shared.words[i] = why;
    shared.refused[i]++;
    unlock();
}

/* ---- The thread --------------------------------------------------------- */

static void answer_held(void)
{
    for (int i = 0; i < here.held_count; i++)
        answer(here.held[i], "held");
    here.held_count = 0;
}

static void on_wake(void *context)
{
    (void)context;
    lock();
    const errand now = shared.order;
    shared.order = NOTHING;
    unlock();
    if (now == STOP)
        net_loop_stop(here.loop);
    else if (now == DRAIN)
        net_server_drain(here.server, "drained");
    else if (now == ANSWER)
        answer_held();
}

static void on_turn(void *context)
{
    (void)context;
    lock();
    shared.stats = net_server_stats(here.server);
    shared.turns++;
    unlock();
}

static void *run(void *context)
{
    (void)context;
    must(net_loop_run(here.loop) == 0);
    return NULL;
}

static void forget(void)
{
    memset(&here, 0, sizeof here);
    shared.order = NOTHING;
    shared.closed = shared.left = 0;
    shared.messages = shared.held = shared.turns = 0;
    memset(shared.words, 0, sizeof shared.words);
    memset(shared.refused, 0, sizeof shared.refused);
}

void server_start(const net_limits *limits, const char *address,
                  const char *proxy)
{
    const net_handlers handlers = {.request = on_request,
                                   .message = on_message,
                                   .closed = on_closed,
                                   .left = on_left,
                                   .refused = on_refused};
    const net_limits defaults = net_default_limits();
    const char *where = address ? address : "127.0.0.1:0";
    forget();
    here.later_timer.fire = on_later;
    here.is_ipv6 = where[0] == '[';
    here.body = malloc(STATIC_BYTES);
    assert_non_null(here.body);
    memset(here.body, 'S', STATIC_BYTES);
    assert_int_equal(net_loop_create(&here.loop), 0);
    assert_int_equal(net_server_create(here.loop, limits ? limits : &defaults,
                                       &handlers, &here.requests,
                                       &here.server),
                     0);
    net_loop_on_wake(here.loop, on_wake, NULL);
    assert_int_equal(net_loop_on_turn(here.loop, on_turn, NULL), 0);
    if (proxy)
        assert_int_equal(net_server_trust_proxy(here.server, proxy), 0);
    assert_int_equal(net_server_listen(here.server, where, &here.port), 0);
    assert_int_equal(pthread_create(&here.thread, NULL, run, NULL), 0);
    here.runs = true;
}

static void order_and_wake(errand what)
{
    lock();
    shared.order = what;
    unlock();
    net_loop_wake(here.loop);
}

void server_stop(void)
{
    if (!here.runs)
        return;
    order_and_wake(STOP);
    (void)pthread_join(here.thread, NULL);
    here.runs = false;
    net_server_destroy(here.server);
    net_loop_destroy(here.loop);
    for (int i = 0; i < here.later_count; i++)
        free(here.later[i].text);
    free(here.body);
}

int server_tear_down(void **state)
{
    (void)state;
    server_stop();
    return 0;
}

/* ---- What the test asks ------------------------------------------------- */

/* Waits for a change; called with the lock held. */
static void await_change(void)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += WAIT_SECONDS;
    if (pthread_cond_timedwait(&shared.change, &shared.lock, &until) != 0) {
        unlock();
        fail_msg("waited in vain");
    }
}

static void await_number(const int *number, int wanted)
{
    lock();
    while (*number != wanted)
        await_change();
    unlock();
}

void server_await_closed(int count)
{
    await_number(&shared.closed, count);
}

void server_await_left(int count)
{
    await_number(&shared.left, count);
}

void server_await_held(int count)
{
    await_number(&shared.held, count);
}

void server_await_connections(int count)
{
    await_number(&shared.stats.connections, count);
}

static int refused_now(const char *why)
{
    for (int i = 0; shared.words[i]; i++)
        if (strcmp(shared.words[i], why) == 0)
            return shared.refused[i];
    return 0;
}

void server_await_refused(const char *why, int count)
{
    lock();
    while (refused_now(why) != count)
        await_change();
    unlock();
}

int server_refused_in_all(void)
{
    int sum = 0;
    lock();
    for (int i = 0; i < MOST_WORDS; i++)
        sum += shared.refused[i];
    unlock();
    return sum;
}

int server_messages(void)
{
    lock();
    const int count = shared.messages;
    unlock();
    return count;
}

int server_turns(void)
{
    lock();
    const int count = shared.turns;
    unlock();
    return count;
}

net_stats server_stats(void)
{
    lock();
    const net_stats stats = shared.stats;
    unlock();
    return stats;
}

void server_answer_held(void)
{
    order_and_wake(ANSWER);
}

void server_pause(void)
{
    lock();
}

void server_resume(void)
{
    unlock();
}

void server_drain(void)
{
    order_and_wake(DRAIN);
}

/* ---- Clients ------------------------------------------------------------ */

static int prepare(int fd)
{
    const struct timeval patience = {.tv_sec = WAIT_SECONDS};
    const int one = 1;
    assert_true(fd >= 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

int client_connect(void)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    v4.sin_port = v6.sin6_port = htons((uint16_t)here.port);
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    v6.sin6_addr = in6addr_loopback;
    const int fd =
        prepare(socket(here.is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0));
    assert_int_equal(here.is_ipv6
                         ? connect(fd, (struct sockaddr *)&v6, sizeof v6)
                         : connect(fd, (struct sockaddr *)&v4, sizeof v4),
                     0);
    return fd;
}

int client_connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    const int fd = prepare(socket(AF_UNIX, SOCK_STREAM, 0));
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address),
                     0);
    return fd;
}

void client_send_bytes(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        const ssize_t n = send(fd, at, length, MSG_NOSIGNAL);
        assert_true(n > 0);
        at += n;
        length -= (size_t)n;
    }
}

void client_send(int fd, const char *text)
{
    client_send_bytes(fd, text, strlen(text));
}

char *client_read_all(int fd)
{
    size_t length = 0, size = 4096;
    char *text = malloc(size);
    assert_non_null(text);
    for (ssize_t n = 1; n > 0;) {
        if (length + 1 == size) {
            char *larger = realloc(text, size *= 2);
            assert_non_null(larger);
            text = larger;
        }
        n = recv(fd, text + length, size - length - 1, 0);
        assert_true(n >= 0);
        length += (size_t)n;
    }
    text[length] = '\0';
    (void)close(fd);
    return text;
}

void client_expect_until(int fd, const char *end, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    while (!strstr(out, end)) {
        assert_true(length + 1 < size);
        assert_int_equal(recv(fd, out + length, 1, 0), 1);
        out[++length] = '\0';
    }
}

void client_expect_end(int fd)
{
    char waste[4096];
    ssize_t n = 1;
    while (n > 0)
        n = recv(fd, waste, sizeof waste, 0);
    if (n < 0)
        assert_int_equal(errno, ECONNRESET);
    (void)close(fd);
}

char *client_ask(const char *request)
{
    const int fd = client_connect();
    client_send(fd, request);
    assert_int_equal(shutdown(fd, SHUT_WR), 0);
    return client_read_all(fd);
}

/* ---- WebSocket clients -------------------------------------------------- */

void ws_upgrade(int fd, const char *path)
{
    char request[512], got[512];
    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: oxo\r\nConnection: Upgrade\r\n"
                   "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                   path);
    client_send(fd, request);
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    assert_non_null(strstr(got, "HTTP/1.1 101 "));
    assert_non_null(
        strstr(got, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
}

int ws_connect(void)
{
    const int fd = client_connect();
    ws_upgrade(fd, "/ws");
    return fd;
}

void ws_send(int fd, int opcode, bool fin, const void *payload, size_t length)
{
    const uint8_t mask[4] = {1, 2, 3, 4};
    uint8_t *frame = malloc(NET_WS_MAX_HEAD + length);
    assert_non_null(frame);
    const size_t head =
        net_ws_write_head((net_ws_opcode)opcode, fin, length, mask, frame);
    if (length > 0)
        memcpy(frame + head, payload, length);
    net_ws_mask(frame + head, length, mask, 0);
    client_send_bytes(fd, frame, head + length);
    free(frame);
}

void ws_say(int fd, const char *text)
{
    ws_send(fd, NET_WS_TEXT, true, text, strlen(text));
}

static void receive_exactly(int fd, void *out, size_t length)
{
    uint8_t *at = out;
    while (length > 0) {
        const ssize_t n = recv(fd, at, length, 0);
        assert_true(n > 0);
        at += n;
        length -= (size_t)n;
    }
}

int ws_receive(int fd, char *payload, size_t size)
{
    uint8_t head[NET_WS_MAX_HEAD];
    net_ws_frame f;
    size_t have = 0;
    int got = 0;
    while (got == 0) {
        receive_exactly(fd, head + have, 1);
        got = net_ws_read_head(head, ++have, false, &f);
    }
    assert_int_equal(got, 1);
    assert_true(f.length < size);
    receive_exactly(fd, payload, (size_t)f.length);
    payload[f.length] = '\0';
    assert_true(f.fin);
    return (int)f.opcode;
}

void ws_expect(int fd, const char *text)
{
    char payload[4096];
    assert_int_equal(ws_receive(fd, payload, sizeof payload), NET_WS_TEXT);
    assert_string_equal(payload, text);
}

void ws_expect_close(int fd, int code, const char *reason)
{
    char payload[REASON + 3] = "";
    assert_int_equal(ws_receive(fd, payload, sizeof payload), NET_WS_CLOSE);
    assert_int_equal((uint8_t)payload[0] << 8 | (uint8_t)payload[1], code);
    if (reason)
        assert_string_equal(payload + 2, reason);
    client_expect_end(fd);
}
