/* The small parts of `oxo load`: durations, addresses, histories. */
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "net_client.h"
#include "load_histogram.h"
#include "load_history.h"

/* ---- Durations ---------------------------------------------------------- */

static void percentiles_are_exact_to_a_64th(void **state)
{
    (void)state;
    for (int64_t scale = 1; scale < 1000000000; scale *= 7) {
        static load_histogram h;
        memset(&h, 0, sizeof h);
        for (int64_t i = 1; i <= 1000; i++)
            load_histogram_add(&h, i * scale);
        const double parts[] = {0.001, 0.5, 0.9, 0.99, 0.999, 1};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const double exact = parts[i] * 1000 * (double)scale;
            const double found = (double)load_histogram_at(&h, parts[i]);
            assert_true(found >= exact - 1e-6 && found <= exact * 65 / 64 + 1);
        }
        assert_int_equal(h.most, 1000 * scale);
        assert_int_equal(load_histogram_at(&h, 1), 1000 * scale);
    }
}

static void any_duration_is_counted(void **state)
{
    (void)state;
    static load_histogram h;
    memset(&h, 0, sizeof h);
    assert_int_equal(load_histogram_at(&h, 0.5), 0);
    load_histogram_add(&h, -5);
    assert_int_equal(load_histogram_at(&h, 1), 0);
    load_histogram_add(&h, INT64_MAX);
    assert_int_equal(h.count, 2);
    assert_true(h.most == INT64_MAX);
    assert_true(load_histogram_at(&h, 1) > 3600LL * 1000000000);
}

/* ---- Addresses ---------------------------------------------------------- */

static int port_of(const net_remote *a)
{
    const struct sockaddr *s = (const struct sockaddr *)&a->socket;
    return ntohs(s->sa_family == AF_INET6
                     ? ((const struct sockaddr_in6 *)&a->socket)->sin6_port
                     : ((const struct sockaddr_in *)&a->socket)->sin_port);
}

static void addresses_are_read_in_every_form(void **state)
{
    (void)state;
    static const struct {
        const char *url, *host, *path;
        int port;
    } cases[] = {
        {"http://127.0.0.1:8081", "127.0.0.1:8081", "/ws", 8081},
        {"http://127.0.0.1:8081/", "127.0.0.1:8081", "/ws", 8081},
        {"ws://127.0.0.1/play", "127.0.0.1", "/play", 8080},
        {"127.0.0.1:1", "127.0.0.1:1", "/ws", 1},
        {"HTTP://[::1]:99/ws", "[::1]:99", "/ws", 99},
        {"[::1]", "[::1]", "/ws", 8080},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        net_remote a;
        assert_null(net_remote_parse(cases[i].url, &a));
        assert_string_equal(a.host, cases[i].host);
        assert_string_equal(a.path, cases[i].path);
        assert_int_equal(port_of(&a), cases[i].port);
    }
}

static void what_is_no_address_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "https://127.0.0.1",
        "ftp://x",
        "",
        "http://",
        "127.0.0.1:",
        "127.0.0.1:http",
        "[::1",
        "[::1]8080",
        "127.0.0.1:80 /ws",
        "127.0.0.1:99999999",
        "http://:8080",
        "127.0.0.1/\r\nX: y",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        net_remote a = {.length = 77};
        assert_non_null(net_remote_parse(texts[i], &a));
        assert_int_equal(a.length, 77);
    }
}

/* ---- Journals ----------------------------------------------------------- */

#define TOKENS " AAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBB\n"
#define ROOM "room K7Q2MX classic" TOKENS

static int read_history(const char *text, load_history *ret, int *ret_line)
{
    char *copy = strdup(text);
    assert_non_null(copy);
    FILE *in = fmemopen(copy, strlen(copy), "r");
    assert_non_null(in);
    const int error = load_history_read(in, ret, ret_line);
    fclose(in);
    free(copy);
    return error;
}

static void a_history_gives_the_rooms_back(void **state)
{
    (void)state;
    load_history h;
    load_truth t;
    int line;
    assert_int_equal(read_history(ROOM
                                  "room 000000 ultimate" TOKENS
                                  "sent K7Q2MX 1 0 a\nmade K7Q2MX 1 0 a\n"
                                  "sent 000000 1 0 ee\nsent K7Q2MX 1 1 b\n"
                                  "sent K7Q2MX 1 2 c\nmade K7Q2MX 1 2 c\n"
                                  "made K7Q2MX 1 1 b\nsent K7Q2MX 2 0 i\n",
                                  &h, &line),
                     0);
    assert_int_equal(h.room_count, 2);
    assert_int_equal(h.rooms[0].game_count, 2);
    assert_int_equal(h.rooms[0].games[0].sent, 3);
    assert_int_equal(h.rooms[0].games[0].made, 3);
    assert_int_equal(h.rooms[0].games[1].made, 0);
    load_history_truth(&h.rooms[0], &t);
    assert_int_equal(t.game, 2);
    assert_int_equal(t.x_seat, 1);
    assert_non_null(load_truth_sent(&t));
    assert_int_equal(load_truth_sent(&t)->move, 8);
    load_history_truth(&h.rooms[1], &t);
    assert_string_equal(t.code, "000000");
    assert_string_equal(t.tokens[1], "BBBBBBBBBBBBBBBBBBBBBB");
    assert_int_equal(t.ply, 0);
    load_history_free(&h);
}

static void many_rooms_are_told_apart(void **state)
{
    (void)state;
    static char text[1000 * 100];
    load_history h;
    size_t length = 0;
    int line;
    for (int i = 0; i < 1000; i++)
        length +=
            (size_t)sprintf(text + length, "room A%05d classic" TOKENS, i);
    for (int i = 0; i < 1000; i++)
        length += (size_t)sprintf(text + length, "sent A%05d 1 0 %c\n", i,
                                  'a' + i % 9);
    assert_int_equal(read_history(text, &h, &line), 0);
    assert_int_equal(h.room_count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(h.rooms[i].games[0].moves[0], i % 9);
    load_history_free(&h);
}

static void what_is_no_history_is_refused_with_its_line(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ROOM "sent K7Q2MX 1 0 z\n",       /* no such cell */
        ROOM "sent K7Q2MX 1 1 a\n",       /* not the next ply */
        ROOM "sent K7Q2MX 2 0 a\n",       /* not the next game */
        ROOM "sent AAAAAA 1 0 a\n",       /* no such room */
        ROOM "made K7Q2MX 1 0 a\n",       /* never sent */
        ROOM "sent K7Q2MX 1 0\n",         /* a word too few */
        ROOM "sent K7Q2MX 1 0 a b\n",     /* and too many */
        ROOM "lost K7Q2MX 1 0 a\n",       /* no such word */
        ROOM ROOM,                        /* twice the same */
        ROOM "room 000000 chess" TOKENS,  /* no such variant */
        ROOM "room 00000 classic" TOKENS, /* no code */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        load_history h;
        int line = 0;
        assert_int_equal(read_history(texts[i], &h, &line), -EBADMSG);
        assert_int_equal(line, 2);
    }
}

TEST_GROUP("load-parts")
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_exact_to_a_64th),
        cmocka_unit_test(any_duration_is_counted),
        cmocka_unit_test(addresses_are_read_in_every_form),
        cmocka_unit_test(what_is_no_address_is_refused),
        cmocka_unit_test(a_history_gives_the_rooms_back),
        cmocka_unit_test(many_rooms_are_told_apart),
        cmocka_unit_test(what_is_no_history_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
