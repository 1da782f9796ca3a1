/* net_tls.h - TLS between a connection and its socket.
 *
 * A certificate is believed if somebody whom the system trusts has signed it
 * for this very host: SSL_CERT_FILE and SSL_CERT_DIR name others to trust, as
 * everywhere with OpenSSL. Nothing here waits. */
#ifndef NET_NET_TLS_H
#define NET_NET_TLS_H

#include "net_client.h"

typedef struct net_tls net_tls;

/* For one connection to the host, a name or an address; NULL if there is no
 * memory for it. */
net_tls *net_tls_create(const char *host);
void net_tls_destroy(net_tls *t);

/* What a connection goes through. */
const net_tube *net_tls_tube(const net_tls *t);

/* Is it the socket's turn to take something? `unsent`: the connection has
 * something to send. */
bool net_tls_writes(const net_tls *t, bool unsent);

/* What went wrong, in words; "" if nothing did. */
const char *net_tls_fault(const net_tls *t);

/* Tells the peer that nothing more will come. */
void net_tls_end(net_tls *t);

#endif /* NET_NET_TLS_H */
