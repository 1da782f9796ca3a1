/* net_tls.h - TLS between a client's connection and its socket.
 *
 * Accepts a certificate if it is for this host and an authority that the
 * system trusts has signed it. SSL_CERT_FILE and SSL_CERT_DIR name other
 * authorities, as always with OpenSSL. Never blocks. */
#ifndef NET_NET_TLS_H
#define NET_NET_TLS_H

#include "net_client.h"

typedef struct net_tls net_tls;

/* For one connection to `host`, a name or an address; NULL: no memory. */
net_tls *net_tls_create(const char *host);
void net_tls_destroy(net_tls *t);

/* The tube for net_client_open_through(). */
const net_tube *net_tls_tube(const net_tls *t);

/* True if TLS waits for the socket to become writable. `unsent`: the
 * connection has output. */
bool net_tls_writes(const net_tls *t, bool unsent);

/* What went wrong, in words; "" if nothing has. */
const char *net_tls_fault(const net_tls *t);

/* Tells the peer that we send no more. */
void net_tls_end(net_tls *t);

#endif /* NET_NET_TLS_H */
