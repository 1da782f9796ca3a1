/* A real server on real sockets: HTTP, and where it listens. */
#include "net_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GET(path) "GET " path " HTTP/1.1\r\nHost: oxo\r\n\r\n"
#define GET_LAST(path)                                                        \
    "GET " path " HTTP/1.1\r\nHost: oxo\r\nConnection: close\r\n\r\n"

static int start(void **state)
{
    (void)state;
    server_start(NULL, NULL, NULL);
    return 0;
}

static const char *body_of(const char *answer)
{
    const char *body = strstr(answer, "\r\n\r\n");
    assert_non_null(body);
    return body + 4;
}

/* The status of the only answer to a request. */
static int status_of(const char *request)
{
    int status = 0;
    char *answer = client_ask(request);
    assert_int_equal(sscanf(answer, "HTTP/1.1 %d ", &status), 1);
    free(answer);
    return status;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

/* ---- Answers ------------------------------------------------------------ */

static void a_request_is_answered(void **state)
{
    (void)state;
    char *answer = client_ask(GET_LAST("/a%20b?c=d"));
    assert_non_null(strstr(answer, "HTTP/1.1 200 OK\r\n"));
    assert_non_null(strstr(answer, "\r\nDate: "));
    assert_non_null(strstr(answer, " GMT\r\n"));
    assert_non_null(strstr(answer, "\r\nContent-Type: text/plain\r\n"));
    assert_non_null(strstr(answer, "\r\nContent-Length: 14\r\n"));
    assert_non_null(strstr(answer, "\r\nConnection: close\r\n"));
    assert_string_equal(body_of(answer), "GET /a b ?c=d ");
    free(answer);
}

static void a_body_arrives_whole(void **state)
{
    (void)state;
    enum { LARGE = 65536 }; /* as much as is allowed */
    char *request = malloc(LARGE + 200);
    assert_non_null(request);
    const int head = snprintf(request, 200,
                              "POST /x HTTP/1.1\r\nHost: oxo\r\n"
                              "Content-Length: %d\r\n\r\n",
                              LARGE);
    memset(request + head, 'b', LARGE);
    request[head + LARGE] = '\0';
    char *answer = client_ask(request);
    assert_int_equal(strlen(body_of(answer)), strlen("POST /x ? ") + LARGE);
    free(answer);
    free(request);
}

static void what_happens_is_counted(void **state)
{
    (void)state;
    const int fd = ws_connect();
    ws_say(fd, "12345");
    ws_expect(fd, "12345");
    ws_say(fd, "");
    ws_expect(fd, "");
    (void)close(fd);
    server_await_connections(0);
    const net_stats stats = server_stats();
    assert_int_equal(stats.accepted, 1);
    assert_int_equal(stats.messages_in, 2);
    assert_true(stats.bytes_in > 100 && stats.bytes_in < 300);
    assert_true(stats.bytes_out > 100 && stats.bytes_out < 300);
    assert_in_range(stats.capacity, 1, net_default_limits().connections);
}

static void a_request_may_come_byte_by_byte(void **state)
{
    (void)state;
    static const char request[] =
        "POST /later?q HTTP/1.1\r\nHost: oxo\r\n"
        "Content-Length: 5\r\n\r\nhello" GET_LAST("/echo");
    const int fd = client_connect();
    for (size_t i = 0; i < sizeof request - 1; i++)
        client_send_bytes(fd, request + i, 1);
    char *answer = client_read_all(fd);
    assert_non_null(strstr(answer, "POST /later ?q hello"));
    assert_string_equal(strstr(answer, "GET /echo"), "GET /echo ? ");
    free(answer);
}

static void requests_sent_ahead_are_answered_in_order(void **state)
{
    (void)state;
    const int fd = client_connect();
    client_send(fd, GET("/1") GET("/later?2") GET("/3") GET("/stream")
                        GET("/empty") GET("/later?4") GET_LAST("/5")
                            GET("/never"));
    char *answer = client_read_all(fd);
    assert_int_equal(count(answer, "HTTP/1.1 2"), 7);
    const char *one = strstr(answer, "/1"), *two = strstr(answer, "?2"),
               *three = strstr(answer, "/3"), *stream = strstr(answer, "two"),
               *empty = strstr(answer, "204"), *four = strstr(answer, "?4"),
               *five = strstr(answer, "/5");
    assert_non_null(one);
    assert_true(one < two && two < three && three < stream && stream < empty &&
                empty < four && four < five);
    free(answer);
}

static void who_has_finished_sending_still_gets_answers(void **state)
{
    (void)state;
    char *answer = client_ask(GET("/later?1") GET("/later?2"));
    assert_int_equal(count(answer, "200 OK"), 2);
    free(answer);
    server_await_closed(1);
}

static void head_gets_the_headers_only(void **state)
{
    (void)state;
    char *answer = client_ask("HEAD /echo HTTP/1.1\r\nHost: oxo\r\n\r\n"
                              "HEAD /stream HTTP/1.1\r\nHost: oxo\r\n\r\n"
                              "HEAD /static HTTP/1.1\r\nHost: oxo\r\n\r\n");
    assert_int_equal(count(answer, "200 OK"), 3);
    assert_int_equal(count(answer, "Content-Length: 13\r\n"), 1);
    assert_int_equal(count(answer, "Content-Length: 3145728\r\n"), 1);
    assert_int_equal(count(answer, "\r\n\r\nHTTP/1.1 200"), 2);
    assert_string_equal(strstr(answer, "3145728"), "3145728\r\n\r\n");
    free(answer);
}

static void an_answer_without_content_has_no_length(void **state)
{
    (void)state;
    char *answer = client_ask(GET("/empty"));
    assert_non_null(strstr(answer, "204 No Content\r\n"));
    assert_null(strstr(answer, "Content-Length"));
    assert_string_equal(body_of(answer), "");
    free(answer);
}

static void a_static_body_arrives_whole(void **state)
{
    (void)state;
    /* Nothing but the socket tells the server that it may go on. */
    const int fd = client_connect();
    client_send(fd, GET_LAST("/static"));
    char *answer = client_read_all(fd);
    const char *body = body_of(answer);
    assert_int_equal(strlen(body), STATIC_BYTES);
    assert_int_equal(strspn(body, "S"), STATIC_BYTES);
    free(answer);
    server_await_connections(0);
    assert_int_equal(server_stats().unsent, 0);
}

static void a_stream_comes_in_chunks(void **state)
{
    (void)state;
    char *answer = client_ask(GET("/stream"));
    assert_non_null(strstr(answer, "Transfer-Encoding: chunked\r\n"));
    assert_null(strstr(answer, "Content-Length"));
    assert_string_equal(body_of(answer), "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
    free(answer);
}

static void an_old_client_gets_no_chunks(void **state)
{
    (void)state;
    char *answer = client_ask("GET /stream HTTP/1.0\r\n\r\n");
    assert_null(strstr(answer, "chunked"));
    assert_non_null(strstr(answer, "Connection: close\r\n"));
    assert_string_equal(body_of(answer), "onetwo");
    free(answer);
    answer = client_ask("GET /echo HTTP/1.0\r\n\r\nGET /never HTTP/1.0\r\n");
    assert_int_equal(count(answer, "HTTP/1.1 200"), 1);
    free(answer);
}

static void it_is_noticed_when_a_watcher_leaves(void **state)
{
    (void)state;
    char got[512];
    const int quiet = client_connect(), eager = client_connect();
    client_send(quiet, GET("/watch"));
    client_expect_until(quiet, "one", got, sizeof got);
    (void)close(quiet);
    server_await_closed(1);
    /* Also if it had sent something that was not read. */
    client_send(eager, GET("/watch") GET("/echo"));
    client_expect_until(eager, "one", got, sizeof got);
    client_send(eager, GET("/echo"));
    (void)close(eager);
    server_await_closed(2);
    server_await_connections(0);
}

static void an_answer_that_comes_too_late_finds_nobody(void **state)
{
    (void)state;
    const int fd = client_connect();
    client_send(fd, GET("/held"));
    server_await_held(1);
    /* With a reset, so that the server must take it for gone. */
    const struct linger abrupt = {1, 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &abrupt, sizeof abrupt);
    (void)close(fd);
    server_await_closed(1);
    /* Whoever took the place does not get the other's answer. */
    const int next = client_connect();
    client_send(next, GET("/held"));
    server_await_held(2);
    server_answer_held();
    (void)shutdown(next, SHUT_WR);
    char *answer = client_read_all(next);
    assert_int_equal(count(answer, "held"), 1);
    free(answer);
}

static void a_body_that_is_expected_is_asked_for(void **state)
{
    (void)state;
    char got[512];
    int fd = client_connect();
    client_send(fd, "POST /x HTTP/1.1\r\nHost: oxo\r\nContent-Length: 2\r\n"
                    "Expect: 100-continue\r\n\r\n");
    client_expect_until(fd, "HTTP/1.1 100 Continue\r\n\r\n", got, sizeof got);
    client_send(fd, "o");
    client_send(fd, "k");
    client_expect_until(fd, "POST /x ? ok", got, sizeof got);
    (void)close(fd);
    /* Not one that would be refused, nor one that is there. */
    fd = client_connect();
    client_send(fd, "POST /x HTTP/1.1\r\nHost: oxo\r\n"
                    "Content-Length: 999999\r\n"
                    "Expect: 100-continue\r\n\r\n");
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    assert_non_null(strstr(got, "HTTP/1.1 413 "));
    (void)close(fd);
    char *answer = client_ask("POST /x HTTP/1.1\r\nHost: oxo\r\n"
                              "Content-Length: 2\r\n"
                              "Expect: 100-continue\r\n\r\nok");
    assert_null(strstr(answer, "100 Continue"));
    free(answer);
}

/* ---- Refusals ----------------------------------------------------------- */

static void a_bad_request_is_refused_with_its_status(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
    } cases[] = {
        {"GET / HTTP/1.1\n\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"\x16\x03\x01", 400},
        {"GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\n"
         "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         411},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n", 413},
        {"GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417},
        {"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\n"
         "Upgrade: websocket\r\nSec-WebSocket-Version: 12\r\n\r\n",
         426},
        {"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\n"
         "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
         400},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(status_of(cases[i].request), cases[i].status);
        assert_int_equal(server_refused_in_all(), (int)i + 1);
    }
}

static void a_refusal_is_a_problem_and_the_end(void **state)
{
    (void)state;
    const int fd = client_connect();
    client_send(fd, "POST / HTTP/1.1\r\nHost: a\r\n"
                    "Content-Length: 1, 1\r\n\r\n" GET("/smuggled"));
    char *answer = client_read_all(fd);
    assert_non_null(strstr(answer, "Connection: close\r\n"));
    assert_non_null(
        strstr(answer, "Content-Type: application/problem+json\r\n"));
    assert_non_null(strstr(answer, "\"code\":\"invalid-message\""));
    assert_int_equal(count(answer, "HTTP/1.1 "), 1);
    assert_null(strstr(answer, "smuggled"));
    free(answer);
    server_await_refused("invalid-message", 1);
}

static void a_refusal_is_read_by_who_is_still_sending(void **state)
{
    (void)state;
    enum { MUCH = 1 << 20 };
    char *much = malloc(MUCH);
    char got[512];
    assert_non_null(much);
    memset(much, 'x', MUCH);
    const int fd = client_connect();
    client_send(fd, "POST / HTTP/1.1\r\nHost: a\r\n"
                    "Content-Length: 1048576\r\n\r\n");
    client_send_bytes(fd, much, MUCH);
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    assert_non_null(strstr(got, "HTTP/1.1 413 "));
    client_expect_end(fd);
    free(much);
}

static void heads_that_are_too_long_are_refused(void **state)
{
    (void)state;
    enum { LONG = 17000 };
    char *request = malloc(LONG + 1);
    assert_non_null(request);
    memset(request, 'a', LONG);
    request[LONG] = '\0';
    assert_int_equal(status_of(request), 414);
    memcpy(request, "GET / HTTP/1.1\r\n", 16);
    assert_int_equal(status_of(request), 431);
    free(request);
    server_await_refused("message-too-large", 2);
}

/* ---- Where it listens --------------------------------------------------- */

static void malformed_addresses_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        ":80",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:x",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "127.0.0.1: 80",
        "::1:80",
        "[::1]80",
        "[::1:80",
        "[127.0.0.1]:80",
        "oxo.invalid:80",
        "1.2.3:80x",
        "unix:",
        "[]:80",
    };
    net_loop *loop = NULL;
    net_server *s = NULL;
    const net_limits limits = net_default_limits();
    const net_handlers handlers = {.request = NULL};
    assert_int_equal(net_loop_create(&loop), 0);
    assert_int_equal(net_server_create(loop, &limits, &handlers, NULL, &s), 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int port = -7;
        assert_int_equal(net_server_listen(s, bad[i], &port), -EINVAL);
        assert_int_equal(port, -7);
    }
    assert_int_equal(net_server_trust_proxy(s, "example.org"), -EINVAL);
    net_server_destroy(s);
    net_loop_destroy(loop);
}

static void a_port_can_be_listened_on_once(void **state)
{
    (void)state;
    net_loop *loop = NULL;
    net_server *s = NULL;
    char address[32];
    int port = 0;
    const net_limits limits = net_default_limits();
    const net_handlers handlers = {.request = NULL};
    assert_int_equal(net_loop_create(&loop), 0);
    assert_int_equal(net_server_create(loop, &limits, &handlers, NULL, &s), 0);
    assert_int_equal(net_server_listen(s, "127.0.0.1:0", &port), 0);
    assert_true(port > 0);
    (void)snprintf(address, sizeof address, "127.0.0.1:%d", port);
    assert_int_equal(net_server_listen(s, address, NULL), -EADDRINUSE);
    net_server_stop_listening(s);
    assert_int_equal(net_server_listen(s, address, NULL), 0);
    net_server_destroy(s);
    net_loop_destroy(loop);
}

static void ipv6_is_served(void **state)
{
    (void)state;
    const int probe = socket(AF_INET6, SOCK_STREAM, 0);
    if (probe < 0)
        skip();
    (void)close(probe);
    server_start(NULL, "[::1]:0", NULL);
    const int fd = ws_connect();
    ws_say(fd, "where");
    ws_expect(fd, "1"); /* the /64 of ::1, which must not be 0 */
    (void)close(fd);
}

static void a_unix_socket_is_served_and_removed(void **state)
{
    (void)state;
    char folder[] = "/tmp/oxo-net-XXXXXX", path[64], address[80];
    struct stat st;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/socket", folder);
    (void)snprintf(address, sizeof address, "unix:%s", path);
    server_start(NULL, address, NULL);
    const int fd = client_connect_to(path);
    ws_upgrade(fd, "/ws");
    ws_say(fd, "where");
    ws_expect(fd, "0");
    (void)close(fd);
    server_stop();
    assert_int_equal(stat(path, &st), -1);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- Two servers at one door -------------------------------------------- */

typedef struct keeper {
    net_loop *loop;
    net_server *net;
    const char *says;
} keeper;

static void answer_once(void *context, const net_request *r)
{
    keeper *k = context;
    net_respond(k->net, r->id, 200, "", k->says, strlen(k->says));
    net_loop_stop(k->loop);
}

static void forget(void *context, net_id id, void *user)
{
    (void)context, (void)id, (void)user;
}

static void open_keeper(keeper *k)
{
    static const net_handlers handlers = {.request = answer_once,
                                          .closed = forget};
    const net_limits limits = net_default_limits();
    assert_int_equal(net_loop_create(&k->loop), 0);
    assert_int_equal(
        net_server_create(k->loop, &limits, &handlers, k, &k->net), 0);
}

static void close_keeper(keeper *k)
{
    net_server_destroy(k->net);
    net_loop_destroy(k->loop);
}

/* Who comes while it runs is answered by it. */
static void expect_answer_of(keeper *k, const char *path)
{
    char got[512];
    const int fd = client_connect_to(path);
    client_send(fd, GET("/"));
    assert_int_equal(net_loop_run(k->loop), 0);
    client_expect_until(fd, k->says, got, sizeof got);
    (void)close(fd);
}

static void a_door_may_be_kept_for_another_server(void **state)
{
    (void)state;
    keeper owner = {.says = "open"}, other = {.says = "soon"};
    char folder[] = "/tmp/oxo-net-XXXXXX", path[64], address[80];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/socket", folder);
    (void)snprintf(address, sizeof address, "unix:%s", path);
    open_keeper(&owner);
    open_keeper(&other);
    assert_int_equal(net_server_listen(owner.net, address, NULL), 0);
    assert_int_equal(net_server_listen_where(other.net, owner.net), 0);
    expect_answer_of(&other, path);
    close_keeper(&other);
    expect_answer_of(&owner, path);
    close_keeper(&owner);
    assert_int_equal(rmdir(folder), 0);
}

/* More than one read takes, all there at once, and then no more news. */
static void what_one_read_leaves_is_read_by_the_next(void **state)
{
    (void)state;
    enum { PONGS = 22000 };
    static uint8_t bytes[PONGS * 6 + 8];
    char folder[] = "/tmp/oxo-net-XXXXXX", path[64], address[80];
    net_limits limits = net_default_limits();
    limits.messages_per_second = 0;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/socket", folder);
    (void)snprintf(address, sizeof address, "unix:%s", path);
    server_start(&limits, address, NULL);
    const int fd = client_connect_to(path);
    ws_upgrade(fd, "/ws");
    for (size_t i = 0; i < PONGS; i++) {
        bytes[6 * i] = 0x8A;
        bytes[6 * i + 1] = 0x80;
    }
    memcpy(bytes + (size_t)PONGS * 6, "\x81\x82\0\0\0\0ok", 8);
    server_pause();
    client_send_bytes(fd, bytes, sizeof bytes);
    server_resume();
    ws_expect(fd, "ok");
    (void)close(fd);
    server_stop();
    assert_int_equal(rmdir(folder), 0);
}

static void a_proxy_may_come_by_a_unix_socket(void **state)
{
    (void)state;
    char folder[] = "/tmp/oxo-net-XXXXXX", path[64], address[80], got[512];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/socket", folder);
    (void)snprintf(address, sizeof address, "unix:%s", path);
    server_start(NULL, address, "unix");
    const int fd = client_connect_to(path);
    client_send(fd, "GET /ws HTTP/1.1\r\nHost: oxo\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    "X-Forwarded-For: 2001:db8::9\r\n\r\n");
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    ws_say(fd, "where");
    ws_expect(fd, "20010db800000000");
    (void)close(fd);
    server_stop();
    assert_int_equal(rmdir(folder), 0);
}

static int listen_at(const char *address, net_loop **loop, net_server **s)
{
    const net_limits limits = net_default_limits();
    const net_handlers handlers = {.request = NULL};
    assert_int_equal(net_loop_create(loop), 0);
    assert_int_equal(net_server_create(*loop, &limits, &handlers, NULL, s), 0);
    return net_server_listen(*s, address, NULL);
}

static void a_socket_left_behind_is_replaced_but_no_other(void **state)
{
    (void)state;
    char folder[] = "/tmp/oxo-net-XXXXXX", path[64], address[80];
    net_loop *loops[2];
    net_server *servers[2];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/socket", folder);
    (void)snprintf(address, sizeof address, "unix:%s", path);
    /* A file that is no socket is nothing to replace. */
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fclose(file);
    assert_int_equal(listen_at(address, &loops[0], &servers[0]), -EADDRINUSE);
    assert_int_equal(unlink(path), 0);
    /* The first listens; the second may not take it away. */
    assert_int_equal(net_server_listen(servers[0], address, NULL), 0);
    assert_int_equal(listen_at(address, &loops[1], &servers[1]), -EADDRINUSE);
    /* As a process that dies leaves it: the name without a listener. */
    char other[80];
    (void)snprintf(other, sizeof other, "%s.old", path);
    assert_int_equal(rename(path, other), 0);
    net_server_destroy(servers[0]);
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(net_server_listen(servers[1], address, NULL), 0);
    net_server_destroy(servers[1]);
    net_loop_destroy(loops[0]);
    net_loop_destroy(loops[1]);
    assert_int_equal(rmdir(folder), 0);
}

TEST_GROUP("net-server")
{
    const struct CMUnitTest tests[] = {
#define CASE(name)                                                            \
    cmocka_unit_test_setup_teardown(name, start, server_tear_down)
#define BARE(name) cmocka_unit_test_teardown(name, server_tear_down)
        CASE(a_request_is_answered),
        CASE(a_body_arrives_whole),
        CASE(what_happens_is_counted),
        CASE(a_request_may_come_byte_by_byte),
        CASE(requests_sent_ahead_are_answered_in_order),
        CASE(who_has_finished_sending_still_gets_answers),
        CASE(head_gets_the_headers_only),
        CASE(an_answer_without_content_has_no_length),
        CASE(a_static_body_arrives_whole),
        CASE(a_stream_comes_in_chunks),
        CASE(an_old_client_gets_no_chunks),
        CASE(it_is_noticed_when_a_watcher_leaves),
        CASE(an_answer_that_comes_too_late_finds_nobody),
        CASE(a_body_that_is_expected_is_asked_for),
        CASE(a_bad_request_is_refused_with_its_status),
        CASE(a_refusal_is_a_problem_and_the_end),
        CASE(a_refusal_is_read_by_who_is_still_sending),
        CASE(heads_that_are_too_long_are_refused),
        BARE(malformed_addresses_are_refused),
        BARE(a_port_can_be_listened_on_once),
        BARE(ipv6_is_served),
        BARE(a_unix_socket_is_served_and_removed),
        BARE(a_door_may_be_kept_for_another_server),
        BARE(what_one_read_leaves_is_read_by_the_next),
        BARE(a_proxy_may_come_by_a_unix_socket),
        BARE(a_socket_left_behind_is_replaced_but_no_other),
#undef CASE
#undef BARE
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
