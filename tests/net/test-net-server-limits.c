/* A real server on real sockets: what it does not put up with. */
#include "net_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net_peer.h"
#include "net_ws.h"

#define GET(path) "GET " path " HTTP/1.1\r\nHost: oxo\r\n\r\n"

static net_limits limits;

static int set_up(void **state)
{
    (void)state;
    limits = net_default_limits();
    return 0;
}

static void start(void)
{
    server_start(&limits, NULL, NULL);
}

/* ---- Rates -------------------------------------------------------------- */

static void a_flood_of_messages_is_cut(void **state)
{
    (void)state;
    limits.messages_per_second = 1;
    limits.message_burst = 5;
    start();
    const int fd = ws_connect(); /* which is one of the five */
    for (int i = 0; i < 20; i++)
        ws_say(fd, "again");
    for (int i = 0; i < 4; i++)
        ws_expect(fd, "again");
    ws_expect_close(fd, 1008, "rate-limited");
    server_await_refused("rate-limited", 1);
    server_await_closed(1);
    assert_int_equal(server_messages(), 4);
}

/* An address has as many messages as all of its connections together, and
 * coming back does not bring it more. */
static void who_comes_back_has_no_new_burst(void **state)
{
    (void)state;
    limits.messages_per_second = 1;
    limits.message_burst = 3;
    limits.connections_per_address = 2;
    char got[1024];
    start();
    for (int i = 1; i <= 2; i++) {
        const int fd = ws_connect(); /* one of the three */
        ws_say(fd, "again");
        ws_say(fd, "again");
        ws_expect(fd, "again");
        ws_expect(fd, "again");
        (void)close(fd);
        server_await_closed(i);
    }
    const int fd = client_connect();
    client_send(fd, GET("/one"));
    client_expect_until(fd, "rate-limited", got, sizeof got);
    assert_non_null(strstr(got, " 429 "));
    server_await_refused("rate-limited", 1);
    (void)close(fd);
}

/* What a connection has not used others can: only messages count. */
static void connections_without_messages_cost_nothing(void **state)
{
    (void)state;
    limits.messages_per_second = 1;
    limits.message_burst = 3;
    limits.connections_per_address = 2;
    start();
    for (int i = 0; i < 20; i++) {
        const int idle = client_connect();
        server_await_connections(1);
        (void)close(idle);
        server_await_connections(0);
    }
    const int fd = ws_connect();
    ws_say(fd, "again");
    ws_expect(fd, "again");
    (void)close(fd);
}

static void pings_count_too(void **state)
{
    (void)state;
    char got[16];
    limits.messages_per_second = 1;
    limits.message_burst = 3;
    start();
    const int fd = ws_connect();
    for (int i = 0; i < 3; i++)
        ws_send(fd, NET_WS_PING, true, NULL, 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_PONG);
    ws_expect_close(fd, 1008, "rate-limited");
}

static void a_flood_of_fragments_is_cut(void **state)
{
    (void)state;
    limits.messages_per_second = 1;
    limits.message_burst = 10;
    start();
    const int fd = ws_connect();
    /* Six bytes each, and never a message. */
    uint8_t frames[200 * 6];
    for (int i = 0; i < 200; i++) {
        uint8_t *frame = frames + 6 * (ptrdiff_t)i;
        memset(frame, 0, 6);
        frame[0] = i ? NET_WS_CONTINUATION : NET_WS_TEXT;
        frame[1] = 0x80;
    }
    client_send_bytes(fd, frames, sizeof frames);
    ws_expect_close(fd, 1008, "rate-limited");
}

static void zero_means_no_limit_to_the_rate(void **state)
{
    (void)state;
    limits.messages_per_second = 0;
    start();
    const int fd = ws_connect();
    for (int i = 0; i < 2000; i++)
        ws_say(fd, "x");
    for (int i = 0; i < 2000; i++)
        ws_expect(fd, "x");
    (void)close(fd);
}

static void a_flood_of_requests_is_refused(void **state)
{
    (void)state;
    limits.messages_per_second = 1;
    limits.message_burst = 2;
    start();
    char *answer = client_ask(GET("/1") GET("/2") GET("/3") GET("/4"));
    assert_non_null(strstr(answer, "/2"));
    assert_null(strstr(answer, "/3"));
    const char *refusal = strstr(answer, "HTTP/1.1 429 Too Many Requests");
    assert_non_null(refusal);
    assert_non_null(strstr(refusal, "Retry-After: 1\r\n"));
    assert_non_null(strstr(refusal, "\"code\":\"rate-limited\""));
    free(answer);
}

/* ---- Sizes -------------------------------------------------------------- */

static void the_limit_of_a_message_counts_all_fragments(void **state)
{
    (void)state;
    limits.message_bytes = 10;
    start();
    int fd = ws_connect();
    ws_send(fd, NET_WS_TEXT, false, "12345", 5);
    ws_send(fd, NET_WS_CONTINUATION, true, "67890", 5);
    ws_expect(fd, "1234567890");
    ws_send(fd, NET_WS_TEXT, false, "12345", 5);
    ws_send(fd, NET_WS_CONTINUATION, true, "678901", 6);
    ws_expect_close(fd, 1009, "message-too-large");
    server_await_refused("message-too-large", 1);
}

static void who_does_not_read_is_cut_off(void **state)
{
    (void)state;
    limits.unsent_bytes = 1 << 16;
    start();
    const int fd = ws_connect();
    ws_say(fd, "flood 1000 10000");
    server_await_refused("slow-reader", 1);
    server_await_closed(1);
    server_await_connections(0);
    assert_int_equal(server_stats().unsent, 0);
    (void)close(fd);
}

static void a_message_over_that_limit_may_leave_alone(void **state)
{
    (void)state;
    limits.unsent_bytes = 1000;
    start();
    const int fd = ws_connect();
    char *got = malloc(100001);
    assert_non_null(got);
    ws_say(fd, "flood 1 100000");
    assert_int_equal(ws_receive(fd, got, 100001), NET_WS_TEXT);
    assert_int_equal(strlen(got), 100000);
    free(got);
    (void)close(fd);
    server_await_closed(1);
    assert_int_equal(server_refused_in_all(), 0);
}

/* ---- Times -------------------------------------------------------------- */

static void a_request_must_come_in_time(void **state)
{
    (void)state;
    limits.header_ms = 300;
    start();
    const int fd = client_connect();
    client_send(fd, "GET / HTTP/1.1\r\nHost:");
    char *answer = client_read_all(fd);
    assert_non_null(strstr(answer, "HTTP/1.1 408 "));
    free(answer);
    server_await_refused("header-timeout", 1);
}

static void who_says_nothing_is_cut_off(void **state)
{
    (void)state;
    limits.header_ms = 30;
    start();
    char *answer = client_read_all(client_connect());
    assert_string_equal(answer, "");
    free(answer);
    server_await_refused("header-timeout", 1);
}

static void a_body_must_come_in_time(void **state)
{
    (void)state;
    limits.header_ms = 300;
    start();
    const int fd = client_connect();
    client_send(fd, "POST / HTTP/1.1\r\nHost: a\r\n"
                    "Content-Length: 5\r\n\r\nhell");
    char *answer = client_read_all(fd);
    assert_non_null(strstr(answer, "HTTP/1.1 408 "));
    free(answer);
}

static void the_next_request_must_come_in_time_too(void **state)
{
    (void)state;
    char got[256];
    limits.header_ms = 300;
    start();
    const int fd = client_connect();
    client_send(fd, GET("/empty"));
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    client_send(fd, "GET /");
    char *answer = client_read_all(fd);
    assert_non_null(strstr(answer, "HTTP/1.1 408 "));
    free(answer);
}

static void an_idle_connection_is_closed_without_a_word(void **state)
{
    (void)state;
    char got[256];
    limits.idle_ms = 30;
    start();
    const int fd = client_connect();
    client_send(fd, GET("/empty"));
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    char *rest = client_read_all(fd);
    assert_string_equal(rest, "");
    free(rest);
    server_await_closed(1);
    assert_int_equal(server_refused_in_all(), 0);
}

static void an_answer_has_as_long_as_it_takes(void **state)
{
    (void)state;
    char got[256];
    limits.header_ms = limits.idle_ms = 300;
    start();
    const int waits = client_connect(), other = client_connect();
    client_send(waits, GET("/held"));
    server_await_held(1);
    client_expect_end(other); /* whose time was up later */
    server_answer_held();
    client_expect_until(waits, "held", got, sizeof got);
    (void)close(waits);
}

static void who_waits_and_has_finished_is_told_of_and_answered(void **state)
{
    (void)state;
    char got[256];
    start();
    const int waits = client_connect();
    client_send(waits, GET("/held"));
    server_await_held(1);
    assert_int_equal(shutdown(waits, SHUT_WR), 0);
    server_await_left(1);
    server_answer_held();
    client_expect_until(waits, "held", got, sizeof got);
    (void)close(waits);
}

/* Who has finished sending, and who sends ahead, and whom the server waits
 * for: the loop sleeps meanwhile. */
static void nobody_keeps_the_loop_busy(void **state)
{
    (void)state;
    char got[512];
    limits.header_ms = 1000;
    start();
    /* Each asks as soon as it has come: its time is short as well. */
    const int gone = ws_connect(), half = client_connect();
    client_send(half, GET("/held"));
    const int ahead = client_connect();
    client_send(ahead, GET("/held") GET("/echo") GET("/echo"));
    server_await_held(2);
    assert_int_equal(shutdown(half, SHUT_WR), 0);
    client_send(ahead, GET("/echo"));
    assert_int_equal(shutdown(ahead, SHUT_WR), 0);
    const int watch = client_connect();
    client_send(watch, GET("/watch"));
    client_expect_until(watch, "one", got, sizeof got);
    const int slow = client_connect();
    client_send(slow, GET("/static"));
    client_expect_until(slow, "\r\n\r\n", got, sizeof got);
    assert_int_equal(shutdown(slow, SHUT_WR), 0);
    ws_say(gone, "close 1000 x");
    assert_int_equal(ws_receive(gone, got, sizeof got), NET_WS_CLOSE);
    const int turns = server_turns();
    client_expect_end(client_connect()); /* when its time is up */
    assert_in_range(server_turns() - turns, 1, 50);
    const int fds[] = {half, ahead, watch, slow, gone};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        (void)close(fds[i]);
}

static void who_does_not_take_an_answer_is_cut_off(void **state)
{
    (void)state;
    limits.idle_ms = 50;
    start();
    const int fd = client_connect();
    const int small = 4096;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    client_send(fd, GET("/static"));
    server_await_refused("slow-reader", 1);
    server_await_closed(1);
    (void)close(fd);
}

static void a_silent_websocket_is_asked_and_then_cut_off(void **state)
{
    (void)state;
    char got[16];
    limits.ping_ms = 30;
    start();
    const int fd = ws_connect();
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_PING);
    server_await_refused("ping-timeout", 1);
    server_await_closed(1);
    client_expect_end(fd);
}

/* And what it may say comes back with time: more than three in all. */
static void who_answers_and_keeps_to_the_rate_may_stay(void **state)
{
    (void)state;
    char got[16];
    limits.ping_ms = 400;
    limits.messages_per_second = 1000;
    limits.message_burst = 3;
    start();
    const int fd = ws_connect();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_PING);
        ws_send(fd, NET_WS_PONG, true, NULL, 0);
        ws_say(fd, "hello");
        ws_expect(fd, "hello");
    }
    assert_int_equal(server_refused_in_all(), 0);
    (void)close(fd);
}

static void a_goodbye_is_not_waited_for_for_ever(void **state)
{
    (void)state;
    char got[32];
    start();
    const int fd = ws_connect();
    ws_say(fd, "close 1000 x");
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_CLOSE);
    client_expect_end(fd); /* though we never answered */
    server_await_connections(0);
}

/* ---- Numbers ------------------------------------------------------------ */

static void one_connection_too_many_is_told_so(void **state)
{
    (void)state;
    limits.connections = 3;
    start();
    int fds[3];
    for (int i = 0; i < 3; i++)
        fds[i] = ws_connect();
    char *answer = client_read_all(client_connect());
    assert_non_null(strstr(answer, "HTTP/1.1 503 "));
    assert_non_null(strstr(answer, "\"code\":\"too-many-connections\""));
    free(answer);
    server_await_refused("too-many-connections", 1);
    assert_int_equal(server_stats().capacity, 3);
    (void)close(fds[0]);
    server_await_connections(2);
    fds[0] = ws_connect();
    for (int i = 0; i < 3; i++)
        (void)close(fds[i]);
}

static void an_address_has_its_own_limit(void **state)
{
    (void)state;
    limits.connections_per_address = 2;
    start();
    const int one = ws_connect(), two = ws_connect();
    char *answer = client_read_all(client_connect());
    assert_non_null(strstr(answer, "HTTP/1.1 429 "));
    free(answer);
    server_await_refused("too-many-connections", 1);
    (void)close(one);
    server_await_connections(1);
    const int three = ws_connect();
    (void)close(two);
    (void)close(three);
}

/* In a storm not everybody is told, but everybody is turned away, and who was
 * there before is served. */
static void a_storm_is_turned_away(void **state)
{
    (void)state;
    enum { STORM = 150 };
    int fds[STORM];
    limits.connections = 1;
    start();
    const int first = ws_connect();
    for (int i = 0; i < STORM; i++)
        fds[i] = client_connect();
    server_await_refused("too-many-connections", STORM);
    ws_say(first, "still here");
    ws_expect(first, "still here");
    for (int i = 0; i < STORM; i++)
        client_expect_end(fds[i]);
    (void)close(first);
}

/* ---- Proxies ------------------------------------------------------------ */

static int connect_as(const char *forwarded)
{
    char request[512], got[1024];
    const int fd = client_connect();
    (void)snprintf(request, sizeof request,
                   "GET /ws HTTP/1.1\r\nHost: oxo\r\nConnection: Upgrade\r\n"
                   "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                   forwarded);
    client_send(fd, request);
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    if (strstr(got, "HTTP/1.1 101 "))
        return fd;
    assert_non_null(strstr(got, "HTTP/1.1 429 "));
    client_expect_end(fd);
    return -1;
}

static void check_where(const char *forwarded, const char *expected)
{
    char key[24];
    net_peer peer;
    assert_true(net_peer_parse(expected, strlen(expected), &peer));
    (void)snprintf(key, sizeof key, "%" PRIx64, net_peer_key(&peer));
    const int fd = connect_as(forwarded);
    ws_say(fd, "where");
    ws_expect(fd, key);
    (void)close(fd);
}

static void a_trusted_proxy_says_who_is_behind_it(void **state)
{
    (void)state;
    server_start(&limits, NULL, "127.0.0.1");
    check_where("X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7");
    check_where("X-Forwarded-For: 192.0.2.1, 2001:db8::7\r\n", "2001:db8::7");
    check_where("X-Forwarded-For: 192.0.2.1\r\n"
                "X-Forwarded-For: 192.0.2.2,192.0.2.3\r\n",
                "192.0.2.3");
    check_where("X-Forwarded-For: unknown\r\n", "127.0.0.1");
    check_where("", "127.0.0.1");
}

static void anybody_else_does_not(void **state)
{
    (void)state;
    server_start(&limits, NULL, "192.0.2.1");
    check_where("X-Forwarded-For: 192.0.2.7\r\n", "127.0.0.1");
}

static void who_is_behind_a_proxy_has_the_limit_of_its_own(void **state)
{
    (void)state;
    limits.connections_per_address = 2;
    server_start(&limits, NULL, "127.0.0.1");
    int fds[6];
    for (int i = 0; i < 6; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "X-Forwarded-For: 192.0.2.%d\r\n",
                       i / 2);
        fds[i] = connect_as(line);
        assert_true(fds[i] >= 0);
    }
    assert_int_equal(connect_as("X-Forwarded-For: 192.0.2.1\r\n"), -1);
    (void)close(fds[2]);
    server_await_connections(5);
    fds[2] = connect_as("X-Forwarded-For: 192.0.2.1\r\n");
    assert_true(fds[2] >= 0);
    for (int i = 0; i < 6; i++)
        (void)close(fds[i]);
    server_await_connections(0);
}

/* ---- The end ------------------------------------------------------------ */

/* Sanitizers look whether anything is left. */
static void a_server_may_end_with_everything_under_way(void **state)
{
    (void)state;
    char got[256];
    start();
    const int half_head = client_connect(), half_frame = ws_connect(),
              half_message = ws_connect(), slow = ws_connect(),
              held = client_connect(), watch = client_connect(),
              fresh = client_connect();
    client_send(half_head, "GET / HTTP/1.1\r\n");
    client_send_bytes(half_frame, "\x89\x84\0\0", 4);
    ws_send(half_message, NET_WS_TEXT, false, "some", 4);
    ws_say(slow, "flood 20 10000");
    client_send(held, GET("/held") GET("/echo"));
    client_send(watch, GET("/watch"));
    client_expect_until(watch, "one", got, sizeof got);
    server_await_held(1);
    server_stop();
    const int fds[] = {half_head, half_frame, half_message, slow,
                       held,      watch,      fresh};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        client_expect_end(fds[i]);
}

TEST_GROUP("net-server-limits")
{
    const struct CMUnitTest tests[] = {
#define CASE(name)                                                            \
    cmocka_unit_test_setup_teardown(name, set_up, server_tear_down)
        CASE(a_flood_of_messages_is_cut),
        CASE(who_comes_back_has_no_new_burst),
        CASE(connections_without_messages_cost_nothing),
        CASE(pings_count_too),
        CASE(a_flood_of_fragments_is_cut),
        CASE(zero_means_no_limit_to_the_rate),
        CASE(a_flood_of_requests_is_refused),
        CASE(the_limit_of_a_message_counts_all_fragments),
        CASE(who_does_not_read_is_cut_off),
        CASE(a_message_over_that_limit_may_leave_alone),
        CASE(a_request_must_come_in_time),
        CASE(who_says_nothing_is_cut_off),
        CASE(a_body_must_come_in_time),
        CASE(the_next_request_must_come_in_time_too),
        CASE(an_idle_connection_is_closed_without_a_word),
        CASE(an_answer_has_as_long_as_it_takes),
        CASE(who_waits_and_has_finished_is_told_of_and_answered),
        CASE(nobody_keeps_the_loop_busy),
        CASE(who_does_not_take_an_answer_is_cut_off),
        CASE(a_silent_websocket_is_asked_and_then_cut_off),
        CASE(who_answers_and_keeps_to_the_rate_may_stay),
        CASE(a_goodbye_is_not_waited_for_for_ever),
        CASE(one_connection_too_many_is_told_so),
        CASE(an_address_has_its_own_limit),
        CASE(a_storm_is_turned_away),
        CASE(a_trusted_proxy_says_who_is_behind_it),
        CASE(anybody_else_does_not),
        CASE(who_is_behind_a_proxy_has_the_limit_of_its_own),
        CASE(a_server_may_end_with_everything_under_way),
#undef CASE
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
