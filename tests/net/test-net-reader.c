/* Messages out of bytes that come in any pieces. */
#include "net_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { LIMIT = 1000, MOST = 4096 };

static net_pool pool;

static int tear_down(void **state)
{
    (void)state;
    net_pool_clear(&pool);
    return 0;
}

/* ---- Frames to read ----------------------------------------------------- */

typedef struct stream {
    uint8_t bytes[8 * MOST];
    size_t length;
} stream;

static void add(stream *s, int opcode, bool fin, const void *payload,
                size_t length)
{
    const uint8_t mask[4] = {7, (uint8_t)s->length, 0xFE, 0x55};
    uint8_t *at = s->bytes + s->length;
    const size_t head =
        net_ws_write_head((net_ws_opcode)opcode, fin, length, mask, at);
    assert_true(s->length + head + length <= sizeof s->bytes);
    if (length > 0)
        memcpy(at + head, payload, length);
    net_ws_mask(at + head, length, mask, 0);
    s->length += head + length;
}

static void add_text(stream *s, int opcode, bool fin, const char *text)
{
    add(s, opcode, fin, text, strlen(text));
}

/* ---- What was read, as a line of text ----------------------------------- */

typedef struct seen {
    char text[2 * MOST];
    size_t length;
    net_reader reader;
    int code; /* 0 while it goes on */
} seen;

static void note(seen *s, const net_piece *p)
{
    static const char names[] = {[NET_GOT_TEXT] = 't',
                                 [NET_GOT_FRAGMENT] = 'f',
                                 [NET_GOT_CLOSE] = 'c',
                                 [NET_GOT_PING] = 'i',
                                 [NET_GOT_PONG] = 'o'};
    s->length += (size_t)snprintf(
        s->text + s->length, sizeof s->text - s->length, "%c(%.*s)",
        names[p->what], (int)p->length, (const char *)p->bytes);
}

/* From memory of just that size, so that a sanitizer sees what is read
 * beside it. */
static void feed(seen *s, const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length ? length : 1), *at = copy;
    net_piece piece;
    int got = 0;
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    while (s->code == 0 &&
           (got = net_reader_next(&s->reader, &pool, LIMIT, &at, copy + length,
                                  &piece)) != 0) {
        if (got < 0)
            s->code = got;
        else
            note(s, &piece);
    }
    if (s->code == 0)
        assert_ptr_equal(at, copy + length);
    free(copy);
}

static void finish(seen *s)
{
    if (s->code)
        s->length += (size_t)snprintf(
            s->text + s->length, sizeof s->text - s->length, "!%d", -s->code);
    net_reader_clear(&s->reader, &pool);
}

/* Reads it whole, byte by byte, and cut in two everywhere. */
static void check_reads(const stream *s, const char *expected)
{
    seen whole = {.code = 0}, single = {.code = 0};
    feed(&whole, s->bytes, s->length);
    finish(&whole);
    assert_string_equal(whole.text, expected);
    for (size_t i = 0; i < s->length; i++)
        feed(&single, s->bytes + i, 1);
    finish(&single);
    assert_string_equal(single.text, expected);
    for (size_t cut = 1; cut < s->length; cut++) {
        seen halves = {.code = 0};
        feed(&halves, s->bytes, cut);
        feed(&halves, s->bytes + cut, s->length - cut);
        finish(&halves);
        assert_string_equal(halves.text, expected);
    }
}

/* ---- Laws --------------------------------------------------------------- */

static void messages_come_whole(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_TEXT, true, "one");
    add_text(&s, NET_WS_TEXT, true, "");
    add_text(&s, NET_WS_TEXT, true, "\xE2\x82\xAC");
    check_reads(&s, "t(one)t()t(\xE2\x82\xAC)");
}

static void fragments_become_one_message(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_TEXT, false, "");
    add_text(&s, NET_WS_CONTINUATION, false, "fr\xC3");
    add_text(&s, NET_WS_CONTINUATION, false, "");
    add_text(&s, NET_WS_CONTINUATION, false, "\xA4gm");
    add_text(&s, NET_WS_CONTINUATION, true, "ents");
    add_text(&s, NET_WS_TEXT, true, "next");
    check_reads(&s, "f()f()f()f()t(fr\xC3\xA4gments)t(next)");
}

static void fragments_of_nothing_are_an_empty_message(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_TEXT, false, "");
    add_text(&s, NET_WS_CONTINUATION, true, "");
    check_reads(&s, "f()t()");
}

static void control_frames_may_come_between_fragments(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_TEXT, false, "be");
    add_text(&s, NET_WS_PING, true, "ping");
    add_text(&s, NET_WS_CONTINUATION, false, "twe");
    add_text(&s, NET_WS_PONG, true, "");
    add_text(&s, NET_WS_PING, true, "");
    add_text(&s, NET_WS_CONTINUATION, true, "en");
    add_text(&s, NET_WS_CLOSE, true, "\x03\xE8");
    check_reads(&s, "f()i(ping)f()o()i()t(between)c(\x03\xE8)");
}

static void a_control_frame_may_be_of_125_bytes(void **state)
{
    (void)state;
    stream s = {.length = 0};
    char payload[126], expected[200];
    memset(payload, 'p', sizeof payload);
    payload[125] = '\0';
    add_text(&s, NET_WS_PING, true, payload);
    (void)snprintf(expected, sizeof expected, "i(%s)", payload);
    check_reads(&s, expected);
}

static void a_continuation_needs_something_to_continue(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_TEXT, true, "whole");
    add_text(&s, NET_WS_CONTINUATION, true, "what?");
    check_reads(&s, "t(whole)!1002");
}

static void a_message_may_not_begin_inside_another(void **state)
{
    (void)state;
    stream s = {.length = 0}, binary = {.length = 0};
    add_text(&s, NET_WS_TEXT, false, "one");
    add_text(&s, NET_WS_TEXT, true, "two");
    check_reads(&s, "f()!1002");
    add_text(&binary, NET_WS_TEXT, false, "one");
    add_text(&binary, NET_WS_BINARY, true, "two");
    check_reads(&binary, "f()!1002");
}

static void binary_messages_are_refused_as_such(void **state)
{
    (void)state;
    stream s = {.length = 0};
    add_text(&s, NET_WS_BINARY, true, "x");
    check_reads(&s, "!1003");
}

static void text_that_is_none_is_refused_in_any_fragment(void **state)
{
    (void)state;
    stream s = {.length = 0}, cut = {.length = 0};
    add_text(&s, NET_WS_TEXT, false, "fine so far ");
    add_text(&s, NET_WS_CONTINUATION, false, "\xED\xA0\x80");
    add_text(&s, NET_WS_CONTINUATION, true, "fine");
    check_reads(&s, "f()!1007");
    /* A character that never ends. */
    add_text(&cut, NET_WS_TEXT, false, "\xE2\x82");
    add_text(&cut, NET_WS_CONTINUATION, true, "");
    check_reads(&cut, "f()!1007");
}

static void invalid_text_is_refused_before_its_frame_ends(void **state)
{
    (void)state;
    stream s = {.length = 0};
    seen early = {.code = 0};
    add_text(&s, NET_WS_TEXT, true, "abc\xFF and much that never comes");
    feed(&early, s.bytes, 6 + 4);
    assert_int_equal(early.code, -1007);
    finish(&early);
}

static void a_message_up_to_the_limit_is_taken(void **state)
{
    (void)state;
    static char text[LIMIT + 1], expected[LIMIT + 16];
    stream s = {.length = 0};
    memset(text, 'm', LIMIT);
    add_text(&s, NET_WS_TEXT, true, text);
    (void)snprintf(expected, sizeof expected, "t(%s)", text);
    check_reads(&s, expected);
}

static void a_larger_one_is_refused_by_its_header(void **state)
{
    (void)state;
    static const uint8_t payload[LIMIT + 1] = {'x'};
    stream whole = {.length = 0}, parts = {.length = 0};
    seen early = {.code = 0};
    add(&whole, NET_WS_TEXT, true, payload, LIMIT + 1);
    feed(&early, whole.bytes, 8);
    assert_int_equal(early.code, -1009);
    finish(&early);
    add(&parts, NET_WS_TEXT, false, payload, LIMIT - 1);
    add(&parts, NET_WS_CONTINUATION, false, payload, 1);
    add(&parts, NET_WS_CONTINUATION, true, payload, 1);
    check_reads(&parts, "f()f()!1009");
}

static void the_largest_length_there_is_overflows_nothing(void **state)
{
    (void)state;
    stream s = {.length = 0};
    const uint8_t mask[4] = {0};
    add_text(&s, NET_WS_TEXT, false, "some");
    s.length += net_ws_write_head(NET_WS_CONTINUATION, true, INT64_MAX, mask,
                                  s.bytes + s.length);
    check_reads(&s, "f()!1009");
}

static void what_no_client_may_send_is_refused(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[4];
    } bad[] = {
        {{0x81, 0x01, 'x'}}, /* no mask */
        {{0xC1, 0x80}},      /* a reserved bit */
        {{0x83, 0x80}},      /* an unknown opcode */
        {{0x8B, 0x80}},      /* and of a control frame */
        {{0x09, 0x80}},      /* a fragment of a ping */
        {{0x89, 0xFE}},      /* a long ping */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        stream s = {.length = 0};
        memcpy(s.bytes, bad[i].bytes, 4);
        s.length = 4;
        check_reads(&s, "!1002");
    }
}

/* Nothing is kept of a million tiny fragments but their bytes. */
static void a_flood_of_fragments_keeps_only_their_bytes(void **state)
{
    (void)state;
    enum { FLOOD = 100000 };
    net_reader r = {.left = 0};
    net_piece piece;
    uint8_t frame[NET_WS_MAX_HEAD + 1];
    const uint8_t mask[4] = {0};
    for (int i = 0; i < FLOOD; i++) {
        const size_t payload = i % 200 == 0 ? 1 : 0;
        const size_t head =
            net_ws_write_head(i ? NET_WS_CONTINUATION : NET_WS_TEXT, false,
                              payload, mask, frame);
        frame[head] = 'x';
        uint8_t *at = frame;
        assert_int_equal(net_reader_next(&r, &pool, LIMIT, &at,
                                         frame + head + payload, &piece),
                         1);
        assert_int_equal(piece.what, NET_GOT_FRAGMENT);
    }
    assert_int_equal(net_buffer_length(r.message), FLOOD / 200);
    assert_true(r.message->capacity < 2048);
    net_reader_clear(&r, &pool);
}

static void a_reader_at_rest_holds_no_buffer(void **state)
{
    (void)state;
    stream s = {.length = 0};
    seen got = {.code = 0};
    add_text(&s, NET_WS_TEXT, false, "a");
    add_text(&s, NET_WS_PING, true, "p");
    add_text(&s, NET_WS_CONTINUATION, true, "b");
    add_text(&s, NET_WS_PING, true, "q");
    for (size_t i = 0; i < s.length; i++)
        feed(&got, s.bytes + i, 1);
    assert_null(got.reader.message);
    assert_null(got.reader.stash);
}

TEST_GROUP("net-reader")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_whole),
        cmocka_unit_test(fragments_become_one_message),
        cmocka_unit_test(fragments_of_nothing_are_an_empty_message),
        cmocka_unit_test(control_frames_may_come_between_fragments),
        cmocka_unit_test(a_control_frame_may_be_of_125_bytes),
        cmocka_unit_test(a_continuation_needs_something_to_continue),
        cmocka_unit_test(a_message_may_not_begin_inside_another),
        cmocka_unit_test(binary_messages_are_refused_as_such),
        cmocka_unit_test(text_that_is_none_is_refused_in_any_fragment),
        cmocka_unit_test(invalid_text_is_refused_before_its_frame_ends),
        cmocka_unit_test(a_message_up_to_the_limit_is_taken),
        cmocka_unit_test(a_larger_one_is_refused_by_its_header),
        cmocka_unit_test(the_largest_length_there_is_overflows_nothing),
        cmocka_unit_test(what_no_client_may_send_is_refused),
        cmocka_unit_test(a_flood_of_fragments_keeps_only_their_bytes),
        cmocka_unit_test(a_reader_at_rest_holds_no_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
