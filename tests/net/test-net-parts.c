/* What a server is made of: buffers, addresses, and counting by address. */
#include "net_buffer.h"
#include "net_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "check.h"

/* ---- Buffers ------------------------------------------------------------ */

static net_pool pool;

static int clear_pool(void **state)
{
    (void)state;
    net_pool_clear(&pool);
    return 0;
}

static void bytes_leave_a_buffer_as_they_came(void **state)
{
    (void)state;
    net_buffer *b = NULL;
    uint8_t next_in = 0, next_out = 0;
    size_t inside = 0;
    /* More in than out, until it has grown; then it empties. */
    for (int i = 0; i < 8000; i++) {
        uint8_t some[64];
        const size_t in = i < 4000 ? (size_t)(i * 7 % 64) : 0;
        const size_t out =
            (size_t)(i * 5 % 61) < inside ? (size_t)(i * 5 % 61) : inside;
        for (size_t j = 0; j < in; j++)
            some[j] = next_in++;
        assert_true(net_buffer_append(&pool, &b, some, in));
        inside += in;
        for (size_t j = 0; j < out; j++)
            assert_int_equal(net_buffer_bytes(b)[j], next_out++);
        if (b)
            net_buffer_drop(&pool, &b, out);
        inside -= out;
        assert_int_equal(net_buffer_length(b), inside);
    }
    assert_null(b);
    assert_int_equal(next_in, next_out);
}

static void an_empty_buffer_is_no_buffer(void **state)
{
    (void)state;
    net_buffer *b = NULL;
    assert_true(net_buffer_append(&pool, &b, "", 0));
    assert_null(b);
    assert_true(net_buffer_append(&pool, &b, "abc", 3));
    net_buffer_drop(&pool, &b, 2);
    assert_non_null(b);
    net_buffer_drop(&pool, &b, 1);
    assert_null(b);
}

static void a_small_buffer_is_used_again(void **state)
{
    (void)state;
    net_buffer *b = NULL;
    assert_true(net_buffer_append(&pool, &b, "abc", 3));
    const net_buffer *first = b;
    net_buffer_release(&pool, &b);
    assert_true(net_buffer_append(&pool, &b, "abc", 3));
    assert_ptr_equal(b, first);
    net_buffer_release(&pool, &b);
}

static void a_storm_does_not_stay_in_the_pool(void **state)
{
    (void)state;
    enum { STORM = 5000 };
    static net_buffer *many[STORM];
    for (int i = 0; i < STORM; i++)
        assert_true(net_buffer_append(&pool, &many[i], "x", 1));
    for (int i = 0; i < STORM; i++)
        net_buffer_release(&pool, &many[i]);
    assert_int_equal(pool.spare_count[0], 1024);
}

static void absurd_sizes_are_refused(void **state)
{
    (void)state;
    net_buffer *b = NULL;
    assert_null(net_buffer_room(&pool, &b, SIZE_MAX));
    assert_null(net_buffer_room(&pool, &b, UINT32_MAX));
    assert_null(b);
}

/* ---- Addresses ---------------------------------------------------------- */

static net_peer peer(const char *text)
{
    net_peer p;
    assert_true(net_peer_parse(text, strlen(text), &p));
    return p;
}

static uint64_t key(const char *text)
{
    const net_peer p = peer(text);
    return net_peer_key(&p);
}

static void what_is_no_address_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.2.3.4:80",
        "[::1]:80",
        "example.org",
        "unknown",
        " 1.2.3.4",
        "1.2.3.4 ",
        "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000"};
    net_peer p;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(net_peer_parse(bad[i], strlen(bad[i]), &p));
    assert_false(net_peer_parse("1.2.3.4\0x", 9, &p));
}

static void a_mapped_address_is_an_ipv4_address(void **state)
{
    (void)state;
    const net_peer a = peer("::ffff:192.0.2.1"), b = peer("192.0.2.1");
    assert_true(net_peer_equal(&a, &b));
}

static void sockets_tell_their_peers(void **state)
{
    (void)state;
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    const struct sockaddr_un local = {.sun_family = AF_UNIX};
    v4.sin_addr.s_addr = htonl(0xC0000201);
    assert_int_equal(inet_pton(AF_INET6, "2001:db8::7", &v6.sin6_addr), 1);
    const net_peer got4 = net_peer_of((const struct sockaddr *)&v4);
    const net_peer got6 = net_peer_of((const struct sockaddr *)&v6);
    const net_peer got0 = net_peer_of((const struct sockaddr *)&local);
    const net_peer want4 = peer("192.0.2.1"), want6 = peer("2001:db8::7"),
                   want0 = peer("unix");
    assert_true(net_peer_equal(&got4, &want4));
    assert_true(net_peer_equal(&got6, &want6));
    assert_true(net_peer_equal(&got0, &want0));
}

static void ipv6_counts_by_network_and_ipv4_by_address(void **state)
{
    (void)state;
    assert_int_equal(key("2001:db8:0:1::1"), key("2001:db8:0:1:ffff::9"));
    assert_int_not_equal(key("2001:db8:0:1::1"), key("2001:db8:0:2::1"));
    assert_int_not_equal(key("192.0.2.1"), key("192.0.2.2"));
    assert_int_not_equal(key("::1"), 0);
    assert_int_equal(key("unix"), 0);
}

/* ---- Counting ----------------------------------------------------------- */

enum { KEYS = 500, STEPS = 20000 };

/* Half of them neighbours, as addresses of one network are, and half of them
 * anywhere, so that some meet in the table. */
static uint64_t address_of(unsigned i)
{
    return i % 2 ? UINT64_C(0xFFFF0A000000) + i
                 : (i + 1) * UINT64_C(0xD1342543DE82EF95) >> 7 | 1;
}

/* Against counters that need no hashing. */
static void a_census_counts_like_a_list(void **state)
{
    (void)state;
    net_census census = {.size = 0};
    static int counts[KEYS];
    unsigned random = 1;
    for (int step = 0; step < STEPS; step++) {
        random = random * 1103515245U + 12345U;
        const unsigned i = random >> 16 & 511U;
        const uint64_t address = address_of(i);
        if (i >= KEYS)
            continue;
        if (random >> 28 & 1U || counts[i] == 0) {
            assert_int_equal(net_census_add(&census, address, 0), ++counts[i]);
        } else {
            net_census_remove(&census, address, 0);
            counts[i]--;
        }
    }
    size_t used = 0;
    for (unsigned i = 0; i < KEYS; i++) {
        used += counts[i] > 0;
        while (counts[i]-- > 0)
            net_census_remove(&census, address_of(i), 0);
    }
    assert_true(used > KEYS / 2);
    assert_int_equal(census.used, 0);
    net_census_clear(&census);
}

/* However often it comes and goes; and time brings them back. */
static void an_address_has_only_so_many_tokens(void **state)
{
    (void)state;
    net_census census = {.full = 10, .rate = 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(net_census_add(&census, 7, 100), 1);
        assert_int_equal(net_census_draw(&census, 7, 4, 100), i == 0 || i == 1
                                                                  ? 4
                                                              : i == 2 ? 2
                                                                       : 0);
        net_census_remove(&census, 7, 100);
        assert_int_equal(census.used, 1);
    }
    net_census_add(&census, 8, 100);
    assert_int_equal(net_census_draw(&census, 8, 4, 100), 4);
    net_census_return(&census, 8, 4, 100);
    net_census_remove(&census, 8, 100);
    assert_int_equal(census.used, 1);
    net_census_add(&census, 7, 102);
    assert_int_equal(net_census_draw(&census, 7, 100, 102), 4);
    net_census_remove(&census, 7, 107);
    assert_int_equal(census.used, 0);
    net_census_clear(&census);
}

/* Who has gone and has all tokens again takes no place of others. */
static void a_storm_of_addresses_does_not_stay(void **state)
{
    (void)state;
    net_census census = {.full = 10, .rate = 1};
    for (uint64_t i = 1; i <= 100000; i++) {
        net_census_add(&census, i, (int64_t)i);
        net_census_draw(&census, i, 10, (int64_t)i);
        net_census_remove(&census, i, (int64_t)i);
    }
    assert_true(census.size <= 128);
    net_census_clear(&census);
}

TEST_GROUP("net-parts")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_leave_a_buffer_as_they_came),
        cmocka_unit_test(an_empty_buffer_is_no_buffer),
        cmocka_unit_test(a_small_buffer_is_used_again),
        cmocka_unit_test_teardown(a_storm_does_not_stay_in_the_pool,
                                  clear_pool),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(what_is_no_address_is_refused),
        cmocka_unit_test(a_mapped_address_is_an_ipv4_address),
        cmocka_unit_test(sockets_tell_their_peers),
        cmocka_unit_test(ipv6_counts_by_network_and_ipv4_by_address),
        cmocka_unit_test(a_census_counts_like_a_list),
        cmocka_unit_test(an_address_has_only_so_many_tokens),
        cmocka_unit_test(a_storm_of_addresses_does_not_stay),
    };
    return cmocka_run_group_tests(tests, NULL, clear_pool);
}
