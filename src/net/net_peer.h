/* net_peer.h - addresses of peers, and counts per address. */
#ifndef NET_NET_PEER_H
#define NET_NET_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* An IPv6 address. IPv4 is stored as ::ffff:a.b.c.d; all zero means a Unix
 * socket. */
typedef struct net_peer {
    uint8_t address[16];
} net_peer;

enum { NET_PEER_TEXT = 46 };

net_peer net_peer_of(const struct sockaddr *address);
bool net_peer_equal(const net_peer *a, const net_peer *b);

/* Reads "192.0.2.1", "2001:db8::1" or "unix". */
bool net_peer_parse(const char *text, size_t length, net_peer *ret);

/* The key by which limits per address count: an IPv4 address, or the first 64
 * bits of an IPv6 address, because one network gets those. 0 for Unix sockets,
 * which are not counted. */
uint64_t net_peer_key(const net_peer *peer);

/* ---- Counting ----------------------------------------------------------- */

typedef struct net_count {
    uint64_t key;    /* 0: a free place */
    int64_t missing; /* tokens used and not refilled, at the time `seen` */
    int64_t seen;    /* in ms, monotonic */
    int count;       /* connections */
} net_count;

/* All zero at first, except `full` and `rate`: each address has up to `full`
 * tokens, and gets `rate` of them per millisecond. An address without
 * connections is kept until it has all its tokens again. */
typedef struct net_census {
    net_count *places;
    size_t size; /* a power of two, or 0 */
    size_t used;
    int64_t full, rate;
} net_census;

/* Counts one more connection. Returns the address's number of connections, or
 * a negative errno. */
int net_census_add(net_census *c, uint64_t key, int64_t now);
/* Counts one less. The key must have been added. */
void net_census_remove(net_census *c, uint64_t key, int64_t now);

/* Draws up to `most` tokens of an address, returning how many; and returns
 * those that were not used. The key must have been added. */
int net_census_draw(net_census *c, uint64_t key, int most, int64_t now);
void net_census_return(net_census *c, uint64_t key, int tokens, int64_t now);
void net_census_clear(net_census *c);

#endif /* NET_NET_PEER_H */
