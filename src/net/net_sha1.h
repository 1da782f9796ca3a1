/* net_sha1.h - SHA-1 (FIPS 180-4, 6.1), because RFC 6455 requires it.
 *
 * It only shows that the peer speaks WebSocket; no secret depends on it. */
#ifndef NET_NET_SHA1_H
#define NET_NET_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { NET_SHA1_BYTES = 20 };

void net_sha1(const void *bytes, size_t length, uint8_t out[NET_SHA1_BYTES]);

#endif /* NET_NET_SHA1_H */
