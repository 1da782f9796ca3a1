/* client_tls.h - TLS between a connection and its socket.
 *
 * A certificate is believed if somebody whom the system trusts has signed it
 * for this very host: SSL_CERT_FILE and SSL_CERT_DIR name others to trust, as
 * everywhere with OpenSSL. Nothing here waits. */
#ifndef CLIENT_CLIENT_TLS_H
#define CLIENT_CLIENT_TLS_H

#include "load_conn.h"

typedef struct client_tls client_tls;

/* For one connection to the host, a name or an address; NULL if there is no
 * memory for it. */
client_tls *client_tls_create(const char *host);
void client_tls_destroy(client_tls *t);

/* What a connection goes through. */
const load_tube *client_tls_tube(const client_tls *t);

/* Is it the socket's turn to take something? `unsent`: the connection has
 * something to send. */
bool client_tls_writes(const client_tls *t, bool unsent);

/* What went wrong, in words; "" if nothing did. */
const char *client_tls_fault(const client_tls *t);

/* Tells the peer that nothing more will come. */
void client_tls_end(client_tls *t);

#endif /* CLIENT_CLIENT_TLS_H */
