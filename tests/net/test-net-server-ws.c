/* A real server on real sockets: WebSockets. */
#include "net_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net_ws.h"
#include "utf8.h"

static int start(void **state)
{
    (void)state;
    server_start(NULL, NULL, NULL);
    return 0;
}

/* ---- The handshake ------------------------------------------------------ */

static void a_subprotocol_is_agreed_on(void **state)
{
    (void)state;
    char got[512];
    const int fd = client_connect();
    client_send(fd, "GET /ws HTTP/1.1\r\nHost: oxo\r\nUpgrade: websocket\r\n"
                    "Connection: keep-alive, Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Protocol: oxo.v1\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    client_expect_until(fd, "\r\n\r\n", got, sizeof got);
    assert_non_null(strstr(got, "HTTP/1.1 101 Switching Protocols\r\n"));
    assert_non_null(strstr(got, "\r\nUpgrade: websocket\r\n"));
    assert_non_null(strstr(got, "\r\nConnection: Upgrade\r\n"));
    assert_non_null(strstr(got, "\r\nSec-WebSocket-Protocol: oxo.v1\r\n"));
    assert_null(strstr(got, "Extensions"));
    ws_say(fd, "hello");
    ws_expect(fd, "hello");
    (void)close(fd);
}

/* Frames that come with the request, before the answer. */
static void frames_sent_ahead_are_read(void **state)
{
    (void)state;
    static const char *const paths[] = {"/ws", "/ws-later"};
    for (int i = 0; i < 2; i++) {
        static const uint8_t frame[] = {0x81, 0x82, 0,    0,    0, 0,
                                        'h',  'i',  0x81, 0x81, 0, 0};
        char request[512], got[512];
        const int fd = client_connect();
        const int head =
            snprintf(request, sizeof request,
                     "GET %s HTTP/1.1\r\nHost: oxo\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                     paths[i]);
        memcpy(request + head, frame, sizeof frame);
        client_send_bytes(fd, request, (size_t)head + sizeof frame);
        client_expect_until(fd, "\r\n\r\n", got, sizeof got);
        ws_expect(fd, "hi");
        /* The rest of the frame of which the beginning went ahead. */
        client_send_bytes(fd, "\0\0!", 3);
        ws_expect(fd, "!");
        (void)close(fd);
    }
}

static void only_an_upgrade_becomes_a_websocket(void **state)
{
    (void)state;
    char *answer = client_ask("GET /ws HTTP/1.1\r\nHost: oxo\r\n\r\n");
    assert_non_null(strstr(answer, "HTTP/1.1 200 "));
    free(answer);
    assert_int_equal(server_stats().websockets, 0);
}

/* ---- Messages ----------------------------------------------------------- */

static void messages_of_every_size_come_back(void **state)
{
    (void)state;
    static const size_t sizes[] = {0,   1,    125,  126,   127,
                                   128, 1000, 4000, 16000, 16384};
    static char text[16385], got[16400];
    const int fd = ws_connect();
    memset(text, 'm', sizeof text);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ws_send(fd, NET_WS_TEXT, true, text, sizes[i]);
        assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_TEXT);
        assert_int_equal(strlen(got), sizes[i]);
        assert_memory_equal(got, text, sizes[i]);
    }
    (void)close(fd);
}

static void a_message_may_come_byte_by_byte(void **state)
{
    (void)state;
    static const uint8_t frame[] = {
        0x81, 0x85, 1, 2, 3, 4, 'h' ^ 1, 'e' ^ 2, 'l' ^ 3, 'l' ^ 4, 'o' ^ 1};
    const int fd = ws_connect();
    for (size_t i = 0; i < sizeof frame; i++)
        client_send_bytes(fd, frame + i, 1);
    ws_expect(fd, "hello");
    (void)close(fd);
}

static void pings_are_answered_between_fragments(void **state)
{
    (void)state;
    char got[256];
    const int fd = ws_connect();
    ws_send(fd, NET_WS_TEXT, false, "one ", 4);
    ws_send(fd, NET_WS_PING, true, "are you there?", 14);
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_PONG);
    assert_string_equal(got, "are you there?");
    ws_send(fd, NET_WS_PONG, true, "unasked", 7);
    ws_send(fd, NET_WS_CONTINUATION, true, "message", 7);
    ws_expect(fd, "one message");
    (void)close(fd);
}

static void what_is_written_in_a_turn_comes_in_order(void **state)
{
    (void)state;
    const int fd = ws_connect();
    ws_say(fd, "flood 100 20");
    ws_say(fd, "and then");
    for (int i = 0; i < 100; i++)
        ws_expect(fd, "ffffffffffffffffffff");
    ws_expect(fd, "and then");
    (void)close(fd);
}

/* ---- Goodbyes ----------------------------------------------------------- */

static void a_goodbye_is_answered_with_its_code(void **state)
{
    (void)state;
    const int fd = ws_connect();
    ws_send(fd, NET_WS_CLOSE, true, "\x0F\xA0reason", 8);
    ws_expect_close(fd, 4000, "");
    server_await_closed(1);
    server_await_connections(0);
    assert_int_equal(server_refused_in_all(), 0);
}

static void an_empty_goodbye_gets_an_empty_answer(void **state)
{
    (void)state;
    char got[16];
    const int fd = ws_connect();
    ws_send(fd, NET_WS_CLOSE, true, NULL, 0);
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_CLOSE);
    assert_string_equal(got, "");
    client_expect_end(fd);
}

static void nothing_counts_behind_a_goodbye(void **state)
{
    (void)state;
    const int fd = ws_connect();
    ws_say(fd, "first");
    ws_expect(fd, "first");
    ws_send(fd, NET_WS_CLOSE, true, "\x03\xE8", 2);
    ws_say(fd, "second");
    ws_expect_close(fd, 1000, NULL);
    server_await_connections(0);
    assert_int_equal(server_messages(), 1);
}

static void the_server_says_goodbye_and_waits_for_ours(void **state)
{
    (void)state;
    char got[64];
    const int fd = ws_connect();
    ws_say(fd, "close 4123 that is all");
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_CLOSE);
    assert_int_equal((uint8_t)got[0] << 8 | (uint8_t)got[1], 4123);
    assert_string_equal(got + 2, "that is all");
    /* The handlers are done with it, and hear no more of it. */
    server_await_closed(1);
    ws_say(fd, "still here");
    ws_send(fd, NET_WS_CLOSE, true, got, 2);
    client_expect_end(fd);
    server_await_connections(0);
    assert_int_equal(server_messages(), 1);
}

static void a_long_reason_ends_behind_a_character(void **state)
{
    (void)state;
    char got[200];
    const int fd = ws_connect();
    ws_say(fd, "talk");
    assert_int_equal(ws_receive(fd, got, sizeof got), NET_WS_CLOSE);
    assert_int_equal(strlen(got + 2), 122); /* of 123 */
    assert_int_equal(utf8_step(0, (const uint8_t *)got + 2, 122), 0);
    (void)close(fd);
}

static void who_leaves_without_a_word_is_noticed(void **state)
{
    (void)state;
    const int fd = ws_connect();
    ws_say(fd, "hello");
    ws_expect(fd, "hello");
    (void)close(fd);
    server_await_closed(1);
    server_await_connections(0);
    assert_int_equal(server_stats().websockets, 0);
}

/* A handler may write to all and close all, itself included. */
static void a_handler_may_close_everybody(void **state)
{
    (void)state;
    enum { ALL = 20 };
    int fds[ALL];
    for (int i = 0; i < ALL; i++)
        fds[i] = ws_connect();
    ws_say(fds[7], "everybody");
    for (int i = 0; i < ALL; i++) {
        ws_expect(fds[i], "bye");
        char got[64];
        assert_int_equal(ws_receive(fds[i], got, sizeof got), NET_WS_CLOSE);
        assert_string_equal(got + 2, "all");
        ws_send(fds[i], NET_WS_CLOSE, true, got, 2);
        client_expect_end(fds[i]);
    }
    server_await_closed(ALL);
    server_await_connections(0);
}

static void draining_says_that_we_go_away(void **state)
{
    (void)state;
    char got[256];
    const int socket = ws_connect(), idle = client_connect(),
              watcher = client_connect(), waiting = client_connect();
    client_send(idle, "GET /empty HTTP/1.1\r\nHost: a\r\n\r\n");
    client_expect_until(idle, "\r\n\r\n", got, sizeof got);
    client_send(watcher, "GET /watch HTTP/1.1\r\nHost: a\r\n\r\n");
    client_expect_until(watcher, "one\r\n", got, sizeof got);
    client_send(waiting, "GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
    server_await_held(1);
    server_drain();
    ws_send(socket, NET_WS_CLOSE, true, "\x03\xE9", 2);
    ws_expect_close(socket, 1001, "drained");
    client_expect_end(idle);
    char *rest = client_read_all(watcher);
    assert_string_equal(rest, "0\r\n\r\n");
    free(rest);
    /* Who waits for an answer gets it first. */
    server_answer_held();
    rest = client_read_all(waiting);
    assert_non_null(strstr(rest, "held"));
    free(rest);
    server_await_connections(0);
}

/* ---- Broken rules ------------------------------------------------------- */

static void broken_rules_have_their_codes(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        int code;
    } cases[] = {
        {"\x81\x01x", 3, 1002},               /* no mask */
        {"\x91\x80\0\0\0\0", 6, 1002},        /* reserved bit */
        {"\x83\x80\0\0\0\0", 6, 1002},        /* opcode */
        {"\x80\x80\0\0\0\0", 6, 1002},        /* continues nothing */
        {"\x81\xFE\0\x01\0\0\0\0x", 9, 1002}, /* long form of 1 */
        {"\x89\xFE\0\x7E\0\0\0\0", 8, 1002},  /* long ping */
        {"\x09\x80\0\0\0\0", 6, 1002},        /* part of a ping */
        {"\x82\x81\0\0\0\0x", 7, 1003},       /* binary */
        {"\x81\x81\0\0\0\0\xFF", 7, 1007},    /* no text */
        {"\x01\x81\0\0\0\0\xC3\x80\x81\0\0\0\0x", 14, 1007},
        {"\x81\xFF\0\0\0\0\0\x01\0\0\0\0\0\0", 14, 1009}, /* too long */
        {"\x88\x81\0\0\0\0x", 7, 1002},                   /* half a code */
        {"\x88\x82\0\0\0\0\x03\xED", 8, 1002},            /* 1005 */
        {"\x88\x83\0\0\0\0\x03\xE8\xFF", 9, 1007},        /* reason */
    };
    enum { CASES = sizeof cases / sizeof *cases };
    for (int i = 0; i < CASES; i++) {
        const int fd = ws_connect();
        client_send_bytes(fd, cases[i].bytes, cases[i].length);
        ws_expect_close(fd, cases[i].code, NULL);
        server_await_closed(i + 1);
    }
    server_await_refused("message-too-large", 1);
    server_await_refused("invalid-message", CASES - 1);
}

static void who_broke_a_rule_is_not_heard_any_more(void **state)
{
    (void)state;
    const int fd = ws_connect();
    client_send_bytes(fd, "\x81\x01x\x81\x82\0\0\0\0hi", 11);
    ws_expect_close(fd, 1002, "invalid-message");
    server_await_closed(1);
    assert_int_equal(server_messages(), 0);
}

TEST_GROUP("net-server-ws")
{
    const struct CMUnitTest tests[] = {
#define CASE(name)                                                            \
    cmocka_unit_test_setup_teardown(name, start, server_tear_down)
        CASE(a_subprotocol_is_agreed_on),
        CASE(frames_sent_ahead_are_read),
        CASE(only_an_upgrade_becomes_a_websocket),
        CASE(messages_of_every_size_come_back),
        CASE(a_message_may_come_byte_by_byte),
        CASE(pings_are_answered_between_fragments),
        CASE(what_is_written_in_a_turn_comes_in_order),
        CASE(a_goodbye_is_answered_with_its_code),
        CASE(an_empty_goodbye_gets_an_empty_answer),
        CASE(nothing_counts_behind_a_goodbye),
        CASE(the_server_says_goodbye_and_waits_for_ours),
        CASE(a_long_reason_ends_behind_a_character),
        CASE(who_leaves_without_a_word_is_noticed),
        CASE(a_handler_may_close_everybody),
        CASE(draining_says_that_we_go_away),
        CASE(broken_rules_have_their_codes),
        CASE(who_broke_a_rule_is_not_heard_any_more),
#undef CASE
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
