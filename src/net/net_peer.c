/* net_peer.c - see net_peer.h. */
#include "net_peer.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

/* The prefix of IPv4 addresses in IPv6. */
static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};

static net_peer from_ipv4(const struct in_addr *a)
{
    net_peer peer;
    memcpy(peer.address, mapped, sizeof mapped);
    memcpy(peer.address + sizeof mapped, a, 4);
    return peer;
}

static net_peer from_ipv6(const struct in6_addr *a)
{
    net_peer peer;
    memcpy(peer.address, a, sizeof peer.address);
    return peer;
}

net_peer net_peer_of(const struct sockaddr *address)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (address->sa_family == AF_INET) {
        memcpy(&v4, address, sizeof v4);
        return from_ipv4(&v4.sin_addr);
    }
    if (address->sa_family == AF_INET6) {
        memcpy(&v6, address, sizeof v6);
        return from_ipv6(&v6.sin6_addr);
    }
    return (net_peer){{0}};
}

bool net_peer_equal(const net_peer *a, const net_peer *b)
{
    return memcmp(a->address, b->address, sizeof a->address) == 0;
}

static bool is_ipv4(const net_peer *peer)
{
    return memcmp(peer->address, mapped, sizeof mapped) == 0;
}

static bool is_unix(const net_peer *peer)
{
    return net_peer_equal(peer, &(net_peer){{0}});
}

bool net_peer_parse(const char *text, size_t length, net_peer *ret)
{
    char copy[NET_PEER_TEXT];
    struct in_addr v4;
    struct in6_addr v6;
    if (length >= sizeof copy || memchr(text, '\0', length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strcmp(copy, "unix") == 0)
        *ret = (net_peer){{0}};
    else if (inet_pton(AF_INET, copy, &v4) == 1)
        *ret = from_ipv4(&v4);
    else if (inet_pton(AF_INET6, copy, &v6) == 1)
        *ret = from_ipv6(&v6);
    else
        return false;
    return true;
}

/* The /64 0:0:ffff: is not assigned, so that it can represent IPv4. The /64 of
 * ::1 is 0, which already means a Unix socket: use 1. */
uint64_t net_peer_key(const net_peer *peer)
{
    if (is_unix(peer))
        return 0;
    if (is_ipv4(peer))
        return UINT64_C(0xFFFF) << 32 |
               bytes_get_network(peer->address + 12, 4);
    const uint64_t prefix = bytes_get_network(peer->address, 8);
    return prefix ? prefix : 1;
}

/* ---- Counting ----------------------------------------------------------- */

/* A hash table with open addressing and linear probing. Peers choose their
 * addresses, so the keys are mixed. To build a long chain an attacker needs as
 * many addresses. (base/keymap.h has smaller values, and no expiry.) */
static size_t home(const net_census *c, uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 32) & (c->size - 1);
}

static net_count *find_count(const net_census *c, uint64_t key)
{
    size_t i = home(c, key);
    while (c->places[i].key != 0 && c->places[i].key != key)
        i = (i + 1) & (c->size - 1);
    return &c->places[i];
}

static void refill_tokens(const net_census *c, net_count *place, int64_t now)
{
    const int64_t got = (now - place->seen) * c->rate;
    place->missing = place->missing > got ? place->missing - got : 0;
    place->seen = now;
}

static bool is_needed(const net_census *c, net_count *place, int64_t now)
{
    if (place->key == 0)
        return false;
    refill_tokens(c, place, now);
    return place->count > 0 || place->missing > 0;
}

/* If the table is too full, moves the entries that are still needed to a new
 * one. */
static int make_census_room(net_census *c, int64_t now)
{
    size_t needed = 0;
    if (2 * (c->used + 1) <= c->size)
        return 0;
    for (size_t i = 0; i < c->size; i++)
        needed += is_needed(c, &c->places[i], now);
    net_census other = {.size = 16, .full = c->full, .rate = c->rate};
    while (other.size < 4 * (needed + 1))
        other.size *= 2;
    other.places = calloc(other.size, sizeof *other.places);
    if (!other.places)
        return -ENOMEM;
    for (size_t i = 0; i < c->size; i++)
        if (is_needed(c, &c->places[i], now))
            *find_count(&other, c->places[i].key) = c->places[i];
    other.used = needed;
    free(c->places);
    *c = other;
    return 0;
}

int net_census_add(net_census *c, uint64_t key, int64_t now)
{
    assert(key != 0);
    const int error = make_census_room(c, now);
    if (error)
        return error;
    net_count *place = find_count(c, key);
    if (place->key == 0) {
        *place = (net_count){.key = key, .seen = now};
        c->used++;
    }
    return ++place->count;
}

int net_census_draw(net_census *c, uint64_t key, int most, int64_t now)
{
    net_count *place = find_count(c, key);
    assert(place->key == key);
    refill_tokens(c, place, now);
    const int64_t left = c->full - place->missing;
    const int drawn = left < most ? (int)left : most;
    place->missing += drawn;
    return drawn;
}

void net_census_return(net_census *c, uint64_t key, int tokens, int64_t now)
{
    net_count *place = find_count(c, key);
    assert(place->key == key);
    refill_tokens(c, place, now);
    place->missing -= tokens < place->missing ? tokens : place->missing;
}

/* Closes the gap at `hole`, so that every key stays reachable from its home.
 */
static void close_gap(net_census *c, size_t hole)
{
    const size_t last = c->size - 1;
    for (size_t i = (hole + 1) & last; c->places[i].key != 0;
         i = (i + 1) & last) {
        const size_t from_home = (i - home(c, c->places[i].key)) & last;
        if (from_home < ((i - hole) & last))
            continue; /* its home is after the hole */
        c->places[hole] = c->places[i];
        hole = i;
    }
    c->places[hole] = (net_count){.key = 0};
}

void net_census_remove(net_census *c, uint64_t key, int64_t now)
{
    net_count *place = find_count(c, key);
    assert(place->key == key && place->count > 0);
    place->count--;
    if (is_needed(c, place, now))
        return;
    close_gap(c, (size_t)(place - c->places));
    c->used--;
}

void net_census_clear(net_census *c)
{
    free(c->places);
    *c = (net_census){0};
}
