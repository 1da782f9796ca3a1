/* The frames and the handshake of RFC 6455, and UTF-8 in pieces. */
#include "net_sha1.h"
#include "net_ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "utf8.h"

/* ---- Headers ------------------------------------------------------------ */

static const uint64_t lengths[] = {
    0,
    1,
    125,
    126,
    127,
    65535,
    65536,
    UINT64_C(1) << 32,
    INT64_MAX - 1,
    INT64_MAX,
};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static bool is_control(int opcode)
{
    return opcode >= 8;
}

static bool is_known(int opcode)
{
    return opcode <= 2 || (opcode >= 8 && opcode <= 10);
}

static void check_round_trip(int opcode, bool fin, uint64_t length,
                             const uint8_t *mask)
{
    uint8_t head[NET_WS_MAX_HEAD];
    net_ws_frame f;
    const size_t n =
        net_ws_write_head((net_ws_opcode)opcode, fin, length, mask, head);
    for (size_t part = 0; part < n; part++)
        assert_int_equal(net_ws_read_head(head, part, mask != NULL, &f), 0);
    assert_int_equal(net_ws_read_head(head, n, mask != NULL, &f), 1);
    assert_int_equal(f.opcode, opcode);
    assert_int_equal(f.fin, fin);
    assert_int_equal(f.length, length);
    assert_int_equal(f.head, n);
    assert_int_equal(f.masked, mask != NULL);
    if (mask)
        assert_memory_equal(f.mask, mask, 4);
    /* The other side may not send it. */
    assert_int_equal(net_ws_read_head(head, n, mask == NULL, &f), -1002);
}

static void headers_read_back_as_they_were_written(void **state)
{
    (void)state;
    const uint8_t mask[4] = {0x12, 0, 0xFF, 0x80};
    for (int opcode = 0; opcode < 16; opcode++) {
        for (int i = 0; i < LENGTHS && is_known(opcode); i++) {
            if (is_control(opcode) && lengths[i] > 125)
                continue;
            check_round_trip(opcode, true, lengths[i], mask);
            check_round_trip(opcode, true, lengths[i], NULL);
            if (is_control(opcode))
                continue;
            check_round_trip(opcode, false, lengths[i], mask);
            check_round_trip(opcode, false, lengths[i], NULL);
        }
    }
}

/* Section 5.2 and 5.5 as a table would have it. */
static bool may_begin(int first, int second, bool from_client)
{
    const int opcode = first & 15;
    if (first & 0x70 || !is_known(opcode))
        return false;
    if ((second >= 128) != from_client)
        return false;
    return !is_control(opcode) || (first >= 128 && second % 128 <= 125);
}

static void every_beginning_is_judged_by_its_two_bytes(void **state)
{
    (void)state;
    net_ws_frame f;
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            const uint8_t head[2] = {(uint8_t)first, (uint8_t)second};
            for (int client = 0; client < 2; client++) {
                const int got = net_ws_read_head(head, 2, client, &f);
                /* Without a mask, a short frame is whole already. */
                const int fine = !client && second % 128 < 126 ? 1 : 0;
                assert_int_equal(
                    got, may_begin(first, second, client) ? fine : -1002);
            }
        }
    }
}

static void a_bad_first_byte_is_enough_to_refuse(void **state)
{
    (void)state;
    net_ws_frame f;
    for (int first = 0; first < 256; first++) {
        const uint8_t byte = (uint8_t)first;
        const bool fine = may_begin(first, 0x80, true);
        assert_int_equal(net_ws_read_head(&byte, 1, true, &f),
                         fine ? 0 : -1002);
    }
}

static int read_text_head(const char *bytes, size_t length)
{
    net_ws_frame f;
    return net_ws_read_head((const uint8_t *)bytes, length, false, &f);
}

static void a_length_must_be_in_its_shortest_form(void **state)
{
    (void)state;
    assert_int_equal(read_text_head("\x81\x7E\x00\x7D", 4), -1002);
    assert_int_equal(read_text_head("\x81\x7E\x00\x7E", 4), 1);
    assert_int_equal(
        read_text_head("\x81\x7F\x00\x00\x00\x00\x00\x00\xFF\xFF", 10), -1002);
    assert_int_equal(
        read_text_head("\x81\x7F\x00\x00\x00\x00\x00\x01\x00\x00", 10), 1);
}

static void a_length_of_64_bits_has_no_top_bit(void **state)
{
    (void)state;
    assert_int_equal(
        read_text_head("\x81\x7F\x80\x00\x00\x00\x00\x00\x00\x00", 10), -1002);
    assert_int_equal(
        read_text_head("\x81\x7F\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 10), 1);
}

/* ---- Masks -------------------------------------------------------------- */

static void a_mask_applies_byte_by_byte_wherever_it_is_cut(void **state)
{
    (void)state;
    const uint8_t mask[4] = {0xA5, 0x01, 0x00, 0xFE};
    for (size_t length = 0; length < 40; length++) {
        uint8_t plain[40] = {0}, masked[40] = {0};
        for (size_t i = 0; i < length; i++) {
            plain[i] = (uint8_t)(i * 7);
            masked[i] = (uint8_t)(plain[i] ^ mask[i % 4]);
        }
        for (size_t cut = 0; cut <= length; cut++) {
            uint8_t bytes[40];
            memcpy(bytes, plain, sizeof bytes);
            net_ws_mask(bytes, cut, mask, 0);
            net_ws_mask(bytes + cut, length - cut, mask, cut);
            assert_memory_equal(bytes, masked, length);
        }
    }
}

/* ---- Close frames ------------------------------------------------------- */

static bool may_travel(int code)
{
    switch (code) {
    case 1000:
    case 1001:
    case 1002:
    case 1003:
    case 1007:
    case 1008:
    case 1009:
    case 1010:
    case 1011:
    case 1012:
    case 1013:
    case 1014:
        return true;
    default:
        return code >= 3000 && code < 5000;
    }
}

static void only_codes_that_may_travel_are_taken(void **state)
{
    (void)state;
    for (int code = 0; code < 65536; code++) {
        const uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
        assert_int_equal(net_ws_close_code(payload, 2),
                         may_travel(code) ? code : -1002);
    }
}

static int close_code(const char *payload, size_t length)
{
    return net_ws_close_code((const uint8_t *)payload, length);
}

static void a_close_may_be_empty_but_not_of_one_byte(void **state)
{
    (void)state;
    assert_int_equal(close_code("", 0), 1005);
    assert_int_equal(close_code("\x03", 1), -1002);
}

static void a_reason_must_be_text(void **state)
{
    (void)state;
    assert_int_equal(close_code("\x03\xE8"
                                "bye \xE2\x82\xAC",
                                9),
                     1000);
    assert_int_equal(close_code("\x03\xE8\xE2\x82", 4), -1007);
    assert_int_equal(close_code("\x03\xE8\xFF", 3), -1007);
}

/* ---- The handshake ------------------------------------------------------ */

static void the_example_of_the_standard_is_accepted(void **state)
{
    (void)state;
    char out[NET_WS_ACCEPT_TEXT];
    assert_true(net_ws_accept("dGhlIHNhbXBsZSBub25jZQ==", 24, out));
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void a_key_is_sixteen_bytes_in_base64(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "dGhlIHNhbXBsZSBub25jZQ=",
        "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZQ===",
        "dGhlIHNhbXBsZSBub25jZQA=",
        "dGhlIHNhbXBsZSBub25jZQAA",
        "dGhlIHNhbXBsZSBub25jZ===",
        "dGhlIHNhbXBsZSBub25jZR==", /* bits that no byte has */
        "dGhlIHNhbXBsZSBub25j Q==",
        "dGhlIHNhbXBsZSBub25j-Q==",
        "-GhlIHNhbXBsZSBub25jZQ==",
        "dGhlIHNhbXBsZSBub25j\xC3\x9C==",
    };
    char out[NET_WS_ACCEPT_TEXT] = "untouched";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(net_ws_accept(bad[i], strlen(bad[i]), out));
    assert_false(net_ws_accept("dGhlIHNhbXBs\0SBub25jZQ==", 24, out));
    assert_string_equal(out, "untouched");
}

static void check_hash(const char *text, size_t length, const char *expected)
{
    uint8_t hash[NET_SHA1_BYTES];
    char hex[2 * NET_SHA1_BYTES + 1];
    net_sha1(text, length, hash);
    for (int i = 0; i < NET_SHA1_BYTES; i++)
        (void)snprintf(hex + 2 * (ptrdiff_t)i, 3, "%02x", hash[i]);
    assert_string_equal(hex, expected);
}

static void hashes_are_those_of_the_standard(void **state)
{
    (void)state;
    enum { MILLION = 1000000 };
    char *many = malloc(MILLION);
    assert_non_null(many);
    memset(many, 'a', MILLION);
    check_hash("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    check_hash("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
               "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    /* Either side of where the length no longer fits into the block. */
    check_hash(many, 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a");
    check_hash(many, 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    check_hash(many, MILLION, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    free(many);
}

/* ---- UTF-8 -------------------------------------------------------------- */

static int encode(uint32_t c, uint8_t out[4])
{
    if (c < 0x80) {
        out[0] = (uint8_t)c;
        return 1;
    }
    const int extra = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t marks[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (uint8_t)(marks[extra] | c >> (6 * extra));
    for (int i = 1; i <= extra; i++)
        out[i] = (uint8_t)(0x80 | (c >> (6 * (extra - i)) & 0x3F));
    return extra + 1;
}

static void every_character_and_no_surrogate_is_valid(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x120000; c++) {
        uint8_t bytes[4];
        const int n = encode(c, bytes);
        const bool fine = c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
        const int at_once = utf8_step(0, bytes, (size_t)n);
        int in_pieces = 0;
        for (int i = 0; i < n; i++) {
            in_pieces = utf8_step(in_pieces, bytes + i, 1);
            /* Inside a character the state is neither good nor bad. */
            if (fine && i + 1 < n)
                assert_true(in_pieces > 0);
        }
        assert_int_equal(at_once == 0, fine);
        assert_int_equal(in_pieces == 0, fine);
    }
}

/* Decodes the obvious way; -1 if there is no such character. */
static int32_t decode(const uint8_t *b, int n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const int length = b[0] < 0x80             ? 1
                       : (b[0] & 0xE0) == 0xC0 ? 2
                       : (b[0] & 0xF0) == 0xE0 ? 3
                       : (b[0] & 0xF8) == 0xF0 ? 4
                                               : 0;
    if (length != n)
        return -1;
    uint32_t c = length == 1 ? b[0] : b[0] & (0x7FU >> length);
    for (int i = 1; i < n; i++) {
        if ((b[i] & 0xC0) != 0x80)
            return -1;
        c = c << 6 | (b[i] & 0x3FU);
    }
    return c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)
               ? -1
               : (int32_t)c;
}

/* Every lead byte with every second one, and the edges behind them. */
static void only_shortest_forms_are_valid(void **state)
{
    (void)state;
    static const uint8_t edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90,
                                    0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    enum { EDGES = sizeof edges };
    for (int pair = 0; pair < 65536; pair++) {
        uint8_t b[4] = {(uint8_t)(pair >> 8), (uint8_t)pair, 0, 0};
        if (b[0] < 0x80)
            continue; /* the second is a character of its own */
        assert_int_equal(utf8_step(0, b, 2) == 0, decode(b, 2) >= 0);
        for (int i = 0; i < EDGES * EDGES; i++) {
            b[2] = edges[i / EDGES];
            b[3] = edges[i % EDGES];
            if (b[0] >= 0xE0)
                assert_int_equal(utf8_step(0, b, 3) == 0, decode(b, 3) >= 0);
            if (b[0] >= 0xF0)
                assert_int_equal(utf8_step(0, b, 4) == 0, decode(b, 4) >= 0);
        }
    }
}

static void text_is_judged_alike_wherever_it_is_cut(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "eight ASCII bytes and more, then \xE2\x82\xAC and \xF0\x9D\x84\x9E.",
        "\xC3\xA9t\xC3\xA9 abcdefgh\xF4\x8F\xBF\xBFijklmnop",
        "abcdefghabcdefg\xED\xA0\x80",
        "abcdefgh\x80 abcdefgh",
        "abcdefghijklmnop\xF0\x9D\x84",
    };
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        const uint8_t *bytes = (const uint8_t *)texts[t];
        const size_t length = strlen(texts[t]);
        const int whole = utf8_step(0, bytes, length);
        for (size_t cut = 0; cut <= length; cut++) {
            const int half = utf8_step(0, bytes, cut);
            assert_int_equal(utf8_step(half, bytes + cut, length - cut),
                             whole);
        }
    }
}

TEST_GROUP("net-ws")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_read_back_as_they_were_written),
        cmocka_unit_test(every_beginning_is_judged_by_its_two_bytes),
        cmocka_unit_test(a_bad_first_byte_is_enough_to_refuse),
        cmocka_unit_test(a_length_must_be_in_its_shortest_form),
        cmocka_unit_test(a_length_of_64_bits_has_no_top_bit),
        cmocka_unit_test(a_mask_applies_byte_by_byte_wherever_it_is_cut),
        cmocka_unit_test(only_codes_that_may_travel_are_taken),
        cmocka_unit_test(a_close_may_be_empty_but_not_of_one_byte),
        cmocka_unit_test(a_reason_must_be_text),
        cmocka_unit_test(the_example_of_the_standard_is_accepted),
        cmocka_unit_test(a_key_is_sixteen_bytes_in_base64),
        cmocka_unit_test(hashes_are_those_of_the_standard),
        cmocka_unit_test(every_character_and_no_surrogate_is_valid),
        cmocka_unit_test(only_shortest_forms_are_valid),
        cmocka_unit_test(text_is_judged_alike_wherever_it_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
