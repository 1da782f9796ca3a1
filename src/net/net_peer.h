/* net_peer.h - who is at the other end, and how many of them there are. */
#ifndef NET_NET_PEER_H
#define NET_NET_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* An IPv6 address; IPv4 as ::ffff:a.b.c.d; all zero for a Unix socket. */
typedef struct net_peer {
    uint8_t address[16];
} net_peer;

enum { NET_PEER_TEXT = 46 };

net_peer net_peer_of(const struct sockaddr *address);
bool net_peer_equal(const net_peer *a, const net_peer *b);

/* "192.0.2.1", "2001:db8::1" or "unix". */
bool net_peer_parse(const char *text, size_t length, net_peer *ret);
void net_peer_format(const net_peer *peer, char out[NET_PEER_TEXT]);

/* What the limits per address count by: an IPv4 address, or the 64 bits of
 * an IPv6 address that a network gets; 0 for Unix sockets, not counted. */
uint64_t net_peer_key(const net_peer *peer);

/* ---- Counting ----------------------------------------------------------- */

typedef struct net_count {
    uint64_t key;    /* 0: a free place */
    int64_t missing; /* tokens, at the moment `seen` */
    int64_t seen;
    int count;
} net_count;

/* All zero at first; then each address has `full` tokens, and gets `rate` of
 * them a millisecond. An address that nobody comes from is kept until it has
 * all of its tokens. */
typedef struct net_census {
    net_count *places;
    size_t size; /* a power of two, or 0 */
    size_t used;
    int64_t full, rate;
} net_census;

/* One more; returns how many there are now, or a negative errno. */
int net_census_add(net_census *c, uint64_t key, int64_t now);
/* One less; `key` was added before. */
void net_census_remove(net_census *c, uint64_t key, int64_t now);

/* As many tokens as an address has, `most` at most; and those that were not
 * used. `key` was added before. */
int net_census_draw(net_census *c, uint64_t key, int most, int64_t now);
void net_census_return(net_census *c, uint64_t key, int tokens, int64_t now);
void net_census_clear(net_census *c);

#endif /* NET_NET_PEER_H */
