/* The head of an HTTP request: what is taken, what is refused and how. */
#include "net_http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { LIMIT = 4096 };

/* ---- Reading ------------------------------------------------------------ */

/* The parsed request points into a copy that the next one replaces. */
static struct {
    char *bytes;
    net_http http;
} got;

static int forget(void **state)
{
    (void)state;
    free(got.bytes);
    got.bytes = NULL;
    return 0;
}

/* Where the head ends when it comes in two pieces. */
static long end_in_halves(const char *text, size_t length, size_t cut)
{
    size_t scanned = 0;
    const long early = net_http_find_end(text, cut, LIMIT, &scanned);
    return early ? early : net_http_find_end(text, length, LIMIT, &scanned);
}

/* 0, or the status to refuse with: the same wherever the text is cut. */
static int parse_bytes(const char *text, size_t length)
{
    size_t scanned = 0;
    const long end = net_http_find_end(text, length, LIMIT, &scanned);
    for (size_t cut = 0; cut <= length; cut++)
        assert_int_equal(end_in_halves(text, length, cut), end);
    scanned = 0;
    long by_byte = 0;
    for (size_t n = 0; n <= length && by_byte == 0; n++)
        by_byte = net_http_find_end(text, n, LIMIT, &scanned);
    assert_int_equal(by_byte, end);
    if (end <= 0)
        return end == 0 ? -1 : (int)-end;
    (void)forget(NULL);
    got.bytes = malloc((size_t)end);
    assert_non_null(got.bytes);
    memcpy(got.bytes, text, (size_t)end);
    return net_http_parse(got.bytes, (size_t)end, &got.http);
}

static int parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

/* A request with these header lines. */
static int parse_headers(const char *lines)
{
    char text[2 * LIMIT] = "POST /x HTTP/1.1\r\nHost: oxo\r\n";
    assert_true(strlen(lines) < LIMIT);
    strcat(text, lines);
    strcat(text, "\r\n");
    return parse(text);
}

static int parse_line(const char *line)
{
    char text[LIMIT] = "";
    assert_true(strlen(line) < LIMIT / 2);
    strcat(text, line);
    strcat(text, "\r\nHost: oxo\r\n\r\n");
    return parse(text);
}

static void assert_text(net_text t, const char *expected)
{
    assert_int_equal(t.length, strlen(expected));
    assert_memory_equal(t.bytes, expected, t.length);
}

typedef struct refusal {
    const char *text;
    int status;
} refusal;

/* ---- Whole heads -------------------------------------------------------- */

static void a_request_is_read(void **state)
{
    (void)state;
    assert_int_equal(parse("GET /a/b?c=d HTTP/1.1\r\n"
                           "HOST: oxo.example:8080\r\n"
                           "X-Some_Thing:\t two  words \t\r\n"
                           "Empty:\r\n"
                           "\r\n"
                           "GET /next"),
                     0);
    assert_text(got.http.method, "GET");
    assert_text(got.http.target, "/a/b?c=d");
    assert_int_equal(got.http.minor, 1);
    assert_int_equal(got.http.header_count, 3);
    assert_text(got.http.headers[0].name, "host");
    assert_text(got.http.headers[0].value, "oxo.example:8080");
    assert_text(got.http.headers[1].name, "x-some_thing");
    assert_text(got.http.headers[1].value, "two  words");
    assert_text(got.http.headers[2].value, "");
    assert_int_equal(got.http.body, 0);
    assert_true(got.http.keeps);
    assert_false(got.http.wants_websocket);
    assert_false(got.http.expects);
}

static void reading_twice_gives_the_same(void **state)
{
    (void)state;
    assert_int_equal(parse_headers("Content-Length: 12\r\nA: B\r\n"), 0);
    const net_http first = got.http;
    const size_t length =
        (size_t)(first.headers[2].value.bytes - got.bytes) + 5;
    assert_int_equal(net_http_parse(got.bytes, length, &got.http), 0);
    assert_memory_equal(&first, &got.http, sizeof first);
}

static void an_unfinished_head_waits_for_more(void **state)
{
    (void)state;
    assert_int_equal(parse(""), -1);
    assert_int_equal(parse("GET"), -1);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\r\n"), -1);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\r\n\r"), -1);
}

static void lines_end_in_two_characters(void **state)
{
    (void)state;
    assert_int_equal(parse("GET / HTTP/1.1\nHost: oxo\n\n"), 400);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\n\r\n"), 400);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\r\n\n"), 400);
    /* A CR by itself ends nothing and means nothing. */
    assert_int_equal(parse("GET / HTTP/1.1\rHost: oxo\r\n\r\n"), 400);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\rX: y\r\n\r\n"), 400);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: oxo\r\r\n\r\n"), 400);
}

static void nothing_comes_before_the_request(void **state)
{
    (void)state;
    assert_int_equal(parse("\r\nGET / HTTP/1.1\r\nHost: oxo\r\n\r\n"), 400);
    assert_int_equal(parse(" GET / HTTP/1.1\r\nHost: oxo\r\n\r\n"), 400);
}

static void another_protocol_is_known_by_its_first_byte(void **state)
{
    (void)state;
    assert_int_equal(parse_bytes("\x16\x03\x01\x02", 4), 400);
    assert_int_equal(parse_bytes("\0", 1), 400);
    assert_int_equal(parse("PRI * HTTP/2.0\r\n\r\n"), 400);
}

static void a_head_has_a_limit(void **state)
{
    (void)state;
    static char text[2 * LIMIT];
    memset(text, 'a', LIMIT + 1);
    assert_int_equal(parse(text), 414);
    memcpy(text, "GET / HTTP/1.1\r\n", 16);
    assert_int_equal(parse(text), 431);
    /* One that just fits, and one byte more. */
    memcpy(text + 16, "Host: ", 6);
    strcpy(text + LIMIT - 4, "\r\n\r\n");
    assert_int_equal(parse(text), 0);
    strcpy(text + LIMIT - 4, "a\r\n\r\n");
    assert_int_equal(parse(text), 431);
}

static void there_are_at_most_64_headers(void **state)
{
    (void)state;
    char lines[LIMIT] = "";
    for (int i = 1; i < NET_HTTP_MAX_HEADERS; i++)
        strcat(lines, "A: b\r\n");
    assert_int_equal(parse_headers(lines), 0);
    assert_int_equal(got.http.header_count, NET_HTTP_MAX_HEADERS);
    strcat(lines, "A: b\r\n");
    assert_int_equal(parse_headers(lines), 431);
}

/* ---- The request line --------------------------------------------------- */

static void a_request_line_has_one_form(void **state)
{
    (void)state;
    static const refusal lines[] = {
        {"GET  / HTTP/1.1", 400},
        {"GET /  HTTP/1.1", 400},
        {"GET / HTTP/1.1 ", 400},
        {"GET\t/ HTTP/1.1", 400},
        {"GET /", 400},
        {"GET", 400},
        {"GET / ", 400},
        {"G@T / HTTP/1.1", 400},
        {"GET /a b HTTP/1.1", 400},
        {"GET / http/1.1", 400},
        {"GET / HTTP/1.1x", 400},
        {"GET / HTTP/11", 400},
        {"GET / HTTP/1,1", 400},
        {"GET / HTTPS/1.1", 400},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLM / HTTP/1.1", 400},
        {"GET / HTTP/0.9", 505},
        {"GET / HTTP/1.2", 505},
        {"GET / HTTP/2.0", 505},
        {"GET / HTTP/3.0", 505},
        {"GET / HTTP/1.0", 0},
        {"GET / HTTP/1.1", 0},
        {"M-SEARCH /a HTTP/1.1", 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_line(lines[i].text), lines[i].status);
}

static void a_target_is_a_path(void **state)
{
    (void)state;
    static const refusal lines[] = {
        {"GET http://oxo/ HTTP/1.1", 400}, {"OPTIONS * HTTP/1.1", 400},
        {"CONNECT oxo:443 HTTP/1.1", 400}, {"GET x HTTP/1.1", 400},
        {"GET ?x HTTP/1.1", 400},          {"GET /#part HTTP/1.1", 400},
        {"GET /\xC3\xA9 HTTP/1.1", 400},   {"GET /a\x7F HTTP/1.1", 400},
        {"GET /a\x01 HTTP/1.1", 400},      {"GET /%41?a=\"b\" HTTP/1.1", 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_line(lines[i].text), lines[i].status);
}

/* ---- Headers ------------------------------------------------------------ */

static void a_header_is_a_name_a_colon_and_text(void **state)
{
    (void)state;
    static const refusal lines[] = {
        {"A : b\r\n", 400},
        {"A\t: b\r\n", 400},
        {" A: b\r\n", 400},          /* folded, or a space at the start */
        {"A: b\r\n c\r\n", 400},     /* folded */
        {"A: b\r\n\tc: d\r\n", 400}, /* folded */
        {": b\r\n", 400},
        {"A\r\n", 400},
        {"A b\r\n", 400},
        {"\xC3\xA9: b\r\n", 400},
        {"A(b): c\r\n", 400},
        {"A: b\x01\r\n", 400},
        {"A: b\x7F\r\n", 400},
        {"A: b\vc\r\n", 400},
        {"A:b\r\n", 0},
        {"A: \xC3\xA9\t!\r\n", 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_headers(lines[i].text), lines[i].status);
    static const char nul[] = "GET / HTTP/1.1\r\nHost: oxo\r\nA: b\0c\r\n\r\n";
    assert_int_equal(parse_bytes(nul, sizeof nul - 1), 400);
}

static void a_host_is_there_once(void **state)
{
    (void)state;
    static const refusal requests[] = {
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", 0},
        {"GET / HTTP/1.0\r\n\r\n", 0},
        {"GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        assert_int_equal(parse(requests[i].text), requests[i].status);
}

static void what_means_one_thing_is_there_once(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Content-Type",  "Origin", "Authorization",
        "Last-Event-ID", "Expect", "Sec-WebSocket-Key",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char lines[256];
        const bool expect = strcmp(names[i], "Expect") == 0;
        const char *value = expect ? "100-continue" : "x";
        (void)snprintf(lines, sizeof lines, "%s: %s\r\n", names[i], value);
        assert_int_equal(parse_headers(lines), 0);
        (void)snprintf(lines, sizeof lines, "%s: %s\r\nA: b\r\n%s: %s\r\n",
                       names[i], value, names[i], value);
        assert_int_equal(parse_headers(lines), 400);
    }
}

static void a_length_is_a_plain_number(void **state)
{
    (void)state;
    static const refusal lines[] = {
        {"Content-Length: 0\r\n", 0},
        {"Content-Length: 123\r\n", 0},
        {"Content-Length:\r\n", 400},
        {"Content-Length: +1\r\n", 400},
        {"Content-Length: -1\r\n", 400},
        {"Content-Length: 0x10\r\n", 400},
        {"Content-Length: 010\r\n", 400},
        {"Content-Length: 1 0\r\n", 400},
        {"Content-Length: 1.0\r\n", 400},
        {"Content-Length: 10, 10\r\n", 400},
        {"Content-Length: 1e3\r\n", 400},
        {"Content-Length: \xD9\xA1\r\n", 400}, /* an Arabic digit */
        {"Content-Length: 99999999999999999999\r\n", 400},
        {"Content-Length: 18446744073709551617\r\n", 400},
        {"Content-Length: 10\r\nContent-Length: 10\r\n", 400},
        {"Content-Length: 10\r\nContent-Length: 11\r\n", 400},
        {"Content-Length: 10\r\ncontent-length: 10\r\n", 400},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_headers(lines[i].text), lines[i].status);
    assert_int_equal(parse_headers("Content-Length: 999999999999999\r\n"), 0);
    assert_int_equal(got.http.body, 999999999999999);
}

/* The ways to hide one request inside another, as far as they are known. */
static void transfer_codings_are_refused_however_they_are_written(void **state)
{
    (void)state;
    static const refusal lines[] = {
        {"Transfer-Encoding: chunked\r\n", 411},
        {"Transfer-Encoding: Chunked\r\n", 411},
        {"Transfer-Encoding: gzip, chunked\r\n", 501},
        {"Transfer-Encoding: chunked, identity\r\n", 501},
        {"Transfer-Encoding: identity\r\n", 501},
        {"Transfer-Encoding: xchunked\r\n", 501},
        {"Transfer-Encoding: \"chunked\"\r\n", 501},
        {"Transfer-Encoding:\r\n", 501},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", 400},
        {"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400},
        {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Content-Length: 3\r\nTransfer-Encoding: identity\r\n", 400},
        {"Transfer-Encoding : chunked\r\n", 400},
        {"Transfer-Encoding\t: chunked\r\n", 400},
        {" Transfer-Encoding: chunked\r\n", 400},
        {"X: y\r\n Transfer-Encoding: chunked\r\n", 400},
        {"Transfer-Encoding: \vchunked\r\n", 400},
        {"X: y\nTransfer-Encoding: chunked\r\n", 400},
        {"X: y\rTransfer-Encoding: chunked\r\n", 400},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(parse_headers(lines[i].text), lines[i].status);
    assert_int_equal(parse("POST / HTTP/1.0\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n"),
                     400);
}

static void only_100_continue_can_be_expected(void **state)
{
    (void)state;
    assert_int_equal(parse_headers("Expect: 100-continue\r\n"), 0);
    assert_true(got.http.expects);
    assert_int_equal(parse_headers("Expect: 100-Continue\r\n"), 0);
    assert_true(got.http.expects);
    assert_int_equal(parse_headers("Expect: 200-ok\r\n"), 417);
    assert_int_equal(parse_headers("Expect: 100-continue, x\r\n"), 417);
    /* HTTP/1.0 does not know what it would be told. */
    assert_int_equal(parse("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n"),
                     0);
    assert_false(got.http.expects);
}

static bool keeps(const char *version, const char *connection)
{
    char text[256];
    (void)snprintf(text, sizeof text, "GET / %s\r\nHost: a\r\n%s\r\n", version,
                   connection);
    assert_int_equal(parse(text), 0);
    return got.http.keeps;
}

static void a_connection_is_kept_unless_somebody_says_no(void **state)
{
    (void)state;
    assert_true(keeps("HTTP/1.1", ""));
    assert_true(keeps("HTTP/1.1", "Connection: keep-alive\r\n"));
    assert_true(keeps("HTTP/1.1", "Connection: closed\r\n"));
    assert_false(keeps("HTTP/1.1", "Connection: close\r\n"));
    assert_false(keeps("HTTP/1.1", "Connection: TE , CLOSE\r\n"));
    assert_false(keeps("HTTP/1.1", "Connection: te\r\nConnection: close\r\n"));
    assert_false(keeps("HTTP/1.0", ""));
    assert_false(keeps("HTTP/1.0", "Connection: keep-alive\r\n"));
}

/* ---- Upgrades ----------------------------------------------------------- */

#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define UPGRADE "Connection: Upgrade\r\nUpgrade: websocket\r\n"

static int parse_upgrade(const char *line, const char *lines)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "%s\r\nHost: a\r\n%s\r\n", line, lines);
    return parse(text);
}

static void an_upgrade_is_recognised(void **state)
{
    (void)state;
    static const char *const fine[] = {
        UPGRADE KEY VERSION,
        "connection: keep-alive, UPGRADE\r\nupgrade: WebSocket\r\n" KEY
            VERSION,
        "Connection: keep-alive\r\nConnection: upgrade\r\n"
        "Upgrade: x/1, websocket\r\n" KEY VERSION,
    };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", fine[i]), 0);
        assert_true(got.http.wants_websocket);
        assert_true(got.http.websocket_is_known);
        assert_string_equal(got.http.accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}

static void what_is_no_upgrade_is_an_ordinary_request(void **state)
{
    (void)state;
    static const char *const others[] = {
        "Upgrade: websocket\r\n" KEY VERSION, /* no Connection's leave */
        "Connection: Upgrade\r\n" KEY VERSION,
        "Connection: Upgrade\r\nUpgrade: h2c\r\n" KEY VERSION,
        "Connection: Upgrade\r\nUpgrade: websockets\r\n" KEY VERSION,
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", others[i]), 0);
        assert_false(got.http.wants_websocket);
    }
    assert_int_equal(parse_upgrade("GET /ws HTTP/1.0", UPGRADE KEY VERSION),
                     0);
    assert_false(got.http.wants_websocket);
}

static void other_versions_are_told_apart(void **state)
{
    (void)state;
    static const char *const others[] = {
        UPGRADE KEY,
        UPGRADE KEY "Sec-WebSocket-Version: 8\r\n",
        UPGRADE KEY "Sec-WebSocket-Version: 13, 8\r\n",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", others[i]), 0);
        assert_true(got.http.wants_websocket);
        assert_false(got.http.websocket_is_known);
    }
}

static void a_malformed_upgrade_is_refused(void **state)
{
    (void)state;
    assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", UPGRADE VERSION), 400);
    assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", UPGRADE VERSION
                                   "Sec-WebSocket-Key: short==\r\n"),
                     400);
    assert_int_equal(
        parse_upgrade("GET /ws HTTP/1.1", UPGRADE KEY KEY VERSION), 400);
    assert_int_equal(parse_upgrade("POST /ws HTTP/1.1", UPGRADE KEY VERSION),
                     400);
    assert_int_equal(parse_upgrade("GET /ws HTTP/1.1", UPGRADE KEY VERSION
                                   "Content-Length: 5\r\n"),
                     400);
}

/* ---- Targets ------------------------------------------------------------ */

static struct {
    char bytes[256];
    net_text path, query;
} split;

static bool split_target(const char *target)
{
    strcpy(split.bytes, target);
    return net_http_split_target(split.bytes, strlen(target), &split.path,
                                 &split.query);
}

static void a_path_is_decoded_and_a_query_is_not(void **state)
{
    (void)state;
    assert_true(split_target("/a%20b/%C3%a9?x=%20&y"));
    assert_text(split.path, "/a b/\xC3\xA9");
    assert_text(split.query, "x=%20&y");
    assert_true(split_target("/"));
    assert_text(split.path, "/");
    assert_text(split.query, "");
    assert_true(split_target("/a/?"));
    assert_text(split.path, "/a/");
    assert_text(split.query, "");
    assert_true(split_target("/a?b?c"));
    assert_text(split.query, "b?c");
    assert_true(split_target("/...a/.b/c..?../.."));
    assert_true(split_target("/%2525"));
    assert_text(split.path, "/%25");
}

static void an_unsafe_path_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "/..",     "/a/../b",   "/a/..",      "/.",      "/./a",
        "/%2e%2E", "/a/%2e./b", "//",         "//a",     "/a//b",
        "/a%2Fb",  "/a%2fb",    "/a%00b",     "/a%0Ab",  "/a%7F",
        "/a%",     "/a%4",      "/a%4g",      "/a%g4",   "/%-1",
        "/%ff",    "/%C3",      "/%ED%A0%80", "/%C0%AF", "/a/%2e%2e?x",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(split_target(bad[i]));
}

static bool query_value(const char *query, const char *name, char *out,
                        size_t size)
{
    const net_request r = {.query = {query, strlen(query)}};
    return net_query_value(&r, name, out, size);
}

static void a_query_is_read_by_name(void **state)
{
    (void)state;
    static const char query[] = "a=1&b=two+w%6Frds&c&d=&%65=f%3D&f=1=2&a=9";
    static const struct {
        const char *name, *value;
    } there[] = {
        {"b", "two words"}, {"c", ""}, {"d", ""}, {"e", "f="}, {"f", "1=2"}};
    char out[16];
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        assert_true(query_value(query, there[i].name, out, sizeof out));
        assert_string_equal(out, there[i].value);
    }
    assert_false(query_value(query, "a", out, sizeof out)); /* twice */
    assert_false(query_value(query, "g", out, sizeof out));
    assert_false(query_value(query, "B", out, sizeof out));
    assert_false(query_value("", "a", out, sizeof out));
}

static void a_bad_query_value_is_no_value(void **state)
{
    (void)state;
    char out[4];
    assert_true(query_value("a=123", "a", out, sizeof out));
    assert_false(query_value("a=1234", "a", out, sizeof out));
    assert_string_equal(out, "");
    assert_false(query_value("a=%", "a", out, sizeof out));
    assert_false(query_value("a=%4", "a", out, sizeof out));
    assert_false(query_value("a=%zz", "a", out, sizeof out));
    assert_false(query_value("a=1%002", "a", out, sizeof out));
}

static void a_header_is_found_by_its_name(void **state)
{
    (void)state;
    assert_int_equal(parse_headers("Some-Thing: x\r\nSome: y\r\n"), 0);
    const net_request r = {.headers = got.http.headers,
                           .header_count = got.http.header_count};
    assert_text(net_request_header(&r, "some"), "y");
    assert_text(net_request_header(&r, "some-thing"), "x");
    assert_null(net_request_header(&r, "thing").bytes);
}

static void every_status_that_we_send_has_its_phrase(void **state)
{
    (void)state;
    assert_string_equal(net_http_reason(200), "OK");
    assert_string_equal(net_http_reason(404), "Not Found");
    assert_string_equal(net_http_reason(431),
                        "Request Header Fields Too Large");
    assert_string_equal(net_http_reason(299), "Status");
}

TEST_GROUP("net-http")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read),
        cmocka_unit_test(reading_twice_gives_the_same),
        cmocka_unit_test(an_unfinished_head_waits_for_more),
        cmocka_unit_test(lines_end_in_two_characters),
        cmocka_unit_test(nothing_comes_before_the_request),
        cmocka_unit_test(another_protocol_is_known_by_its_first_byte),
        cmocka_unit_test(a_head_has_a_limit),
        cmocka_unit_test(there_are_at_most_64_headers),
        cmocka_unit_test(a_request_line_has_one_form),
        cmocka_unit_test(a_target_is_a_path),
        cmocka_unit_test(a_header_is_a_name_a_colon_and_text),
        cmocka_unit_test(a_host_is_there_once),
        cmocka_unit_test(what_means_one_thing_is_there_once),
        cmocka_unit_test(a_length_is_a_plain_number),
        cmocka_unit_test(
            transfer_codings_are_refused_however_they_are_written),
        cmocka_unit_test(only_100_continue_can_be_expected),
        cmocka_unit_test(a_connection_is_kept_unless_somebody_says_no),
        cmocka_unit_test(an_upgrade_is_recognised),
        cmocka_unit_test(what_is_no_upgrade_is_an_ordinary_request),
        cmocka_unit_test(other_versions_are_told_apart),
        cmocka_unit_test(a_malformed_upgrade_is_refused),
        cmocka_unit_test(a_path_is_decoded_and_a_query_is_not),
        cmocka_unit_test(an_unsafe_path_is_refused),
        cmocka_unit_test(a_query_is_read_by_name),
        cmocka_unit_test(a_bad_query_value_is_no_value),
        cmocka_unit_test(a_header_is_found_by_its_name),
        cmocka_unit_test(every_status_that_we_send_has_its_phrase),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
